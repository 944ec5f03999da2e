import type { ReactNode } from 'react'
import type { Messages } from '#shared/messages.ts'
import { numberText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { checkedFileWords } from './checked-file.messages.ts'
import type { ImportWrongRow } from './import.contract.ts'
import styles from './import-counts.module.css'
import part from './import-part.module.css'
import { WrongRowList } from './wrong-row-list.part.tsx'

interface Props {
  outcome: { Check: boolean; RowsRead: number; New: number; Changed: number; Unchanged: number; RowsRejected: number; WrongRows: readonly ImportWrongRow[] }
  /** The columns of the file, in its order. */
  headings: readonly string[]
  /** Why a row is wrong, by code. */
  reasons: Messages
  /** What the right rows add up to, under a double rule. */
  sum?: { name: string; value: string }
  /** What changes, between the counts and the wrong rows. */
  children?: ReactNode
}

/** What a file came to, or would: its rows, and those that are wrong with the reason. */
export const CheckedRows = ({ outcome, headings, reasons, sum, children }: Props) => {
  const say = useSay(checkedFileWords)
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
        {sum && (
          <tfoot>
            <tr className="sum">
              <th scope="row">{sum.name}</th>
              <td>{sum.value}</td>
            </tr>
          </tfoot>
        )}
      </table>
      {outcome.Check && outcome.New + outcome.Changed === 0 && outcome.RowsRejected === 0 && <p className="hint">{say('nothingNew')}</p>}
      {children && <div className={styles.below}>{children}</div>}
      {outcome.WrongRows.length > 0 && (
        <>
          <h3 className={styles.below}>{say('wrongTitle')}</h3>
          <WrongRowList rows={outcome.WrongRows} headings={headings} reasons={reasons} line={say('line')} />
        </>
      )}
    </section>
  )
}
