import { ActMenu } from '#ui/blank.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useCall } from '#ui/use-call.ts'
import { type JournalExport, journal } from './journal.contract.ts'
import styles from './journal.module.css'
import { journalScreenWords } from './journal-screen.messages.ts'
import { useJournalText } from './journal-text.part.ts'
import { type SavedAs, useSaveExport } from './save-export.part.tsx'

/** What was exported, when and by whom; each can be saved again as it was. */
export const Exports = () => {
  const say = useSay(journalScreenWords)
  const { data, error, refetch } = useCall(journal.exports, {})
  return (
    <section className={`${styles.part} ${styles.exports}`}>
      <div className="bar-head">
        <h2>{say('exports')}</h2>
      </div>
      {error ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : !data ? (
        <Waiting rows={3} />
      ) : data.Exports.length === 0 ? (
        <p className="note">{say('noExports')}</p>
      ) : (
        <ExportRows exports={data.Exports} />
      )}
    </section>
  )
}

const ExportRows = ({ exports }: { exports: readonly JournalExport[] }) => {
  const say = useSay(journalScreenWords)
  const text = useJournalText()
  return (
    <Scroll label={say('exports')}>
      <table className={`plain ${styles.table}`}>
        <caption className="sr">{say('exports')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('period')}</th>
            <th scope="col" className="opt">
              {say('content')}
            </th>
            <th scope="col" className="opt">
              {say('exported')}
            </th>
            <th scope="col">
              <span className="sr">{say('save')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {exports.map((one) => (
            <tr key={one.ExportId}>
              <th scope="row">
                {periodOf(one, text.day)} <small>{one.Locations.join(', ')}</small>
              </th>
              <td className="opt">{say('contentOf', { days: one.Days, corrections: one.Corrections })}</td>
              <td className="opt">{say('exportedAt', { name: one.ExportedBy, at: text.at(one.ExportedAt) })}</td>
              <td>
                <SaveAgain one={one} period={periodOf(one, text.day)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

const periodOf = ({ FromDate, ToDate }: JournalExport, day: (day: string) => string): string =>
  FromDate === ToDate ? day(FromDate) : `${day(FromDate)} – ${day(ToDate)}`

const SaveAgain = ({ one: { ExportId, XeroFiles }, period }: { one: JournalExport; period: string }) => {
  const say = useSay(journalScreenWords)
  const save = useSaveExport()
  const act = (as: SavedAs, label: string) => ({ id: as, label, onAct: () => void save(ExportId, as) })
  const xero = Array.from({ length: XeroFiles }, (_, i) => ({
    id: `Xero ${i + 1}`,
    label: XeroFiles === 1 ? say('exportXero') : say('xeroFile', { n: i + 1, all: XeroFiles }),
    onAct: () => void save(ExportId, 'Xero', i + 1),
  }))
  return (
    <ActMenu
      ariaLabel={say('saveOf', { period })}
      label={
        <>
          {say('save')} <Icon name="caret" />
        </>
      }
      acts={[...xero, act('Myob', say('exportMyob')), act('QuickBooks', say('exportQuickBooks')), act('csv', say('exportCsv')), act('xlsx', say('exportXlsx'))]}
    />
  )
}
