import { DropZone, type DropZoneProps } from '#features/imports/drop-zone.part.tsx'
import part from '#features/imports/import-part.module.css'
import styles from '#features/imports/import-start.module.css'
import { numberText } from '#shared/money.ts'
import { Nil } from '#ui/data-table.tsx'
import { Refusal } from '#ui/form.tsx'
import { Go } from '#ui/go.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useCall } from '#ui/use-call.ts'
import { useVenueMoment } from '#ui/use-moment.ts'
import { type CardImportRun, cardImports } from './card-import.contract.ts'
import { cardImportWords } from './card-import.messages.ts'

interface StartProps extends Omit<DropZoneProps, 'title' | 'hint'> {
  error: unknown
}

/** Where a file of cards is handed in, and what was imported before. */
export const CardImportStart = ({ error, ...props }: StartProps) => {
  const say = useSay(cardImportWords)
  return (
    <>
      <DropZone {...props} title={say('drop')} hint={say('dropHint')} />
      <Refusal error={error} />
      <History />
    </>
  )
}

const History = () => {
  const say = useSay(cardImportWords)
  const { data, error, refetch } = useCall(cardImports.runs, {}, { everySeconds: 10 })
  return (
    <section className={part.part}>
      <h2>{say('history')}</h2>
      {error ? (
        <Failed error={error} onRetry={() => refetch()} />
      ) : !data ? (
        <Waiting rows={3} />
      ) : data.Runs.length === 0 ? (
        <p className="hint">{say('historyNone')}</p>
      ) : (
        <Runs runs={data.Runs} />
      )}
    </section>
  )
}

const COUNTS = ['new', 'changed', 'unchanged', 'rejected', 'openingPoints'] as const

const countsOf = ({ New, Changed, Unchanged, RowsRejected, OpeningPoints }: CardImportRun) => [New, Changed, Unchanged, RowsRejected, OpeningPoints]

const Runs = ({ runs }: { runs: readonly CardImportRun[] }) => {
  const say = useSay(cardImportWords)
  const { language } = useLanguage()
  const moment = useVenueMoment()
  return (
    <Scroll label={say('history')}>
      <table className={styles.history}>
        <caption className="sr">{say('history')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('file')}</th>
            <th scope="col">{say('when')}</th>
            <th scope="col">{say('status')}</th>
            {COUNTS.map((what) => (
              <th scope="col" className="num" key={what}>
                {say(what)}
              </th>
            ))}
            <th scope="col">{say('by')}</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <tr key={run.RunId}>
              <th scope="row">
                <Go change={{ run: run.RunId }}>{run.FileName}</Go>
              </th>
              <td>{moment(run.StartedAt)}</td>
              <td>{say(run.Status, { part: Math.floor(run.Progress * 100) })}</td>
              {countsOf(run).map((n, i) => (
                <td className="num" key={COUNTS[i]}>
                  {n === 0 ? <Nil /> : numberText(n, language)}
                </td>
              ))}
              <td>{run.StartedBy ?? <Nil />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
