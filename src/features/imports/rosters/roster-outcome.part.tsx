import styles from '#features/imports/import-counts.module.css'
import part from '#features/imports/import-part.module.css'
import { WrongRowList } from '#features/imports/wrong-row-list.part.tsx'
import { numberText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { RosterImportOutcome } from './roster-import.contract.ts'
import { rosterErrorWords, rosterImportWords } from './roster-import.messages.ts'

/** What a file of rosters came to, or would: rows, hours, and the rows that are wrong with the reason. */
export const RosterOutcome = ({ outcome, headings }: { outcome: RosterImportOutcome; headings: readonly string[] }) => {
  const say = useSay(rosterImportWords)
  const { language } = useLanguage()
  const lines = [
    ['rowsRead', outcome.RowsRead],
    ['rejected', outcome.RowsRejected],
    ['unchanged', outcome.Unchanged],
    ['changed', outcome.Changed],
    ['new', outcome.New],
  ] as const
  const title = say(outcome.Check ? 'checked' : 'result')
  return (
    <section className={part.part}>
      <h2>{title}</h2>
      <table className={styles.counts}>
        <caption className="sr">{title}</caption>
        <tbody>
          {lines.map(([what, n]) => (
            <tr key={what}>
              <th scope="row">{say(what)}</th>
              <td>{numberText(n, language)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="sum">
            <th scope="row">{say('hours')}</th>
            <td>{numberText(outcome.Hours, language, 2)}</td>
          </tr>
        </tfoot>
      </table>
      {outcome.Check && outcome.New + outcome.Changed === 0 && outcome.RowsRejected === 0 && <p className="hint">{say('nothingNew')}</p>}
      {outcome.WrongRows.length > 0 && (
        <>
          <h3>{say('wrongTitle')}</h3>
          <WrongRowList rows={outcome.WrongRows} headings={headings} reasons={rosterErrorWords} line={say('line')} />
        </>
      )}
    </section>
  )
}
