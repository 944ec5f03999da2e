import styles from '#features/imports/import-counts.module.css'
import part from '#features/imports/import-part.module.css'
import { WrongRowList } from '#features/imports/wrong-row-list.part.tsx'
import { dayText } from '#shared/cell-text.ts'
import { moneyText, numberText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { RateImportOutcome } from './rate-import.contract.ts'
import { rateErrorWords, rateImportWords } from './rate-import.messages.ts'

/** What a file of rates came to, or would: rows, the rates that change, and the rows that are wrong with the reason. */
export const RateOutcome = ({ outcome, headings }: { outcome: RateImportOutcome; headings: readonly string[] }) => {
  const say = useSay(rateImportWords)
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
      </table>
      {outcome.Check && outcome.New + outcome.Changed === 0 && outcome.RowsRejected === 0 && <p className="hint">{say('nothingNew')}</p>}
      {outcome.Changes.length > 0 && <Changes changes={outcome.Changes} />}
      {outcome.WrongRows.length > 0 && (
        <>
          <h3>{say('wrongTitle')}</h3>
          <WrongRowList rows={outcome.WrongRows} headings={headings} reasons={rateErrorWords} line={say('line')} />
        </>
      )}
    </section>
  )
}

const Changes = ({ changes }: { changes: RateImportOutcome['Changes'] }) => {
  const say = useSay(rateImportWords)
  const { language } = useLanguage()
  const rate = ({ Per, Amount }: { Per: 'Hour' | 'Week'; Amount: number }, currency: string) =>
    say(`per.${Per}`, { amount: moneyText(Amount, currency, language) })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="scroll" aria-label={say('changes')} tabIndex={0}>
      <table className="plain">
        <caption className="sr">{say('changes')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('name')}</th>
            <th scope="col">{say('from')}</th>
            <th scope="col">{say('before')}</th>
            <th scope="col">{say('after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((one) => (
            <tr key={one.Line}>
              <th scope="row">{one.Name}</th>
              <td>{dayText(one.FromDay, language)}</td>
              <td>{one.Before ? rate(one.Before, one.Currency) : say('noneBefore')}</td>
              <td>{rate(one, one.Currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
