import { numberText } from '#shared/money.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { bankingSlip } from './banking-slip.rules.ts'
import type { SheetAnswer } from './control-sheets.contract.ts'
import styles from './sheet.module.css'
import { Opens } from './sheet-link.part.tsx'
import { sheetWords } from './sheet-screen.messages.ts'
import { tillWords } from './till.messages.ts'
import { tillScreenWords } from './till-screen.messages.ts'
import { useTillText } from './till-text.part.ts'

export interface BlockProps {
  answer: SheetAnswer
  /** As many rows as there is room for on paper; the rest in one. */
  most?: number
}

/** What was sold by department, and from gross to takings with GST. */
export const TradeBlock = ({ answer: { Trade, Sheet }, most = 99 }: BlockProps) => {
  const say = useSay(sheetWords)
  const { language } = useLanguage()
  const text = useTillText()
  if (!Trade) return null
  const money = (amount: number) => text.money(amount, Sheet.Currency)
  const [shown, rest] = [Trade.Departments.slice(0, most), Trade.Departments.slice(most)]
  return (
    <section className={styles.part}>
      <div className="bar-head">
        <h2>{say('departments')}</h2>
      </div>
      <table className="plain">
        <caption className="sr">{say('departments')}</caption>
        <tbody>
          {shown.map(({ Name, Amount, Quantity }) => (
            <tr key={Name}>
              <th scope="row">{Name || say('unassigned')}</th>
              <td className="num">{numberText(Quantity, language, 2)}</td>
              <td className="num">
                <Opens figure="Department" department={Name}>
                  {money(Amount)}
                </Opens>
              </td>
            </tr>
          ))}
          {rest.length > 0 && (
            <tr>
              <th scope="row">{say('othersMore', { n: rest.length })}</th>
              <td />
              <td className="num">{money(rest.reduce((sum, { Amount }) => sum + Math.round(Amount * 10_000), 0) / 10_000)}</td>
            </tr>
          )}
          <tr className={styles.subtotal}>
            <th scope="row">{say('Amount')}</th>
            <td />
            <td className="num">
              <Opens figure="Amount">{money(Trade.Amount)}</Opens>
            </td>
          </tr>
          <tr>
            <th scope="row">{say('taxOf')}</th>
            <td />
            <td className="num">
              <Opens figure="Tax">{money(Trade.Tax)}</Opens>
            </td>
          </tr>
          {(['NonSales', 'Tips', 'Rounding'] as const)
            .filter((figure) => Trade[figure] !== 0)
            .map((figure) => (
              <tr key={figure}>
                <th scope="row">{say(figure)}</th>
                <td />
                <td className="num">{money(Trade[figure])}</td>
              </tr>
            ))}
          <tr className={styles.subtotal}>
            <th scope="row">{say('Takings')}</th>
            <td />
            <td className="num">
              <Opens figure="Takings">{money(Trade.Takings)}</Opens>
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  )
}

/** What goes to the bank by notes and coins. */
export const BankingSlip = ({ answer: { Cash, Counts, Sheet } }: BlockProps) => {
  const say = useSay(sheetWords)
  const text = useTillText()
  if (Cash.ToBank === null) return null
  const money = (amount: number) => text.money(amount, Sheet.Currency)
  const counted = Counts.at(-1)?.Denominations ?? []
  // Drops left the drawer before it was counted.
  const { pieces, rest } = bankingSlip(counted, Math.max(0, Cash.ToBank - Cash.Drops))
  return (
    <section className={styles.part}>
      <div className="bar-head">
        <h2>{say('slip')}</h2>
      </div>
      {counted.length === 0 ? (
        <p className="note">{say('noSlip')}</p>
      ) : (
        <table className="plain">
          <caption className="sr">{say('slip')}</caption>
          <tbody>
            {pieces.map(({ Value, Count }) => (
              <tr key={Value}>
                <th scope="row">{text.piece(Value, Sheet.Currency)}</th>
                <td className="num">{Count}</td>
                <td className="num">{money(Math.round(Value * Count * 1000) / 1000)}</td>
              </tr>
            ))}
            {Cash.Drops > 0 && <SlipLine name={say('plusDrops')} amount={money(Cash.Drops)} />}
            {rest > 0 && <SlipLine name={say('slipRest')} amount={money(rest)} />}
            <tr className={styles.subtotal}>
              <th scope="row">{say('toBank')}</th>
              <td />
              <td className="num">{money(Cash.ToBank)}</td>
            </tr>
          </tbody>
        </table>
      )}
      {counted.length > 0 && <p className="note">{say('slipHint')}</p>}
    </section>
  )
}

const SlipLine = ({ name, amount }: { name: string; amount: string }) => (
  <tr>
    <th scope="row" colSpan={2}>
      {name}
    </th>
    <td className="num">{amount}</td>
  </tr>
)

/** Cash put in and taken out, with who did it and why. */
export const Movements = ({ answer: { Movements: all, Sheet }, most = 500 }: BlockProps) => {
  const say = useSay(sheetWords)
  const screen = useSay(tillScreenWords)
  const text = useTillText()
  if (all.length === 0) return <p className="note">{say('noMovements')}</p>
  const signed = ({ Kind, Amount }: (typeof all)[number]) => (Kind === 'PayIn' ? Amount : -Amount)
  const rest = all.slice(most)
  return (
    <table className="plain">
      <caption className="sr">{say('movements')}</caption>
      <tbody>
        {all.slice(0, most).map((one) => (
          <tr key={`${one.At} ${one.Kind} ${one.Amount} ${one.Reason}`}>
            <th scope="row">
              {screen(`kind.${one.Kind}`)}: {one.Reason}
              <small className={styles.said}>
                {one.By ?? screen('byTill')}, {text.at(one.At, Sheet.LocationId)}
              </small>
            </th>
            <td className="num">{text.money(signed(one), Sheet.Currency)}</td>
          </tr>
        ))}
        {rest.length > 0 && (
          <tr>
            <th scope="row">{say('othersMore', { n: rest.length })}</th>
            <td className="num">{text.money(rest.reduce((sum, one) => sum + Math.round(signed(one) * 10_000), 0) / 10_000, Sheet.Currency)}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

/** Who took the sheet how far, and why. */
export const Steps = ({ answer: { Steps: all, Sheet } }: BlockProps) => {
  const screen = useSay(tillScreenWords)
  const word = useSay(tillWords)
  const text = useTillText()
  if (all.length === 0) return null
  return (
    <section className={styles.part}>
      <div className="bar-head">
        <h2>{screen('history')}</h2>
      </div>
      <ol className={styles.history}>
        {all.map(({ State, At, By, Reason, Note }) => (
          <li key={`${At} ${State}`}>
            {screen('steps', { state: word(`state.${State}`), name: By ?? screen('byTill'), at: text.at(At, Sheet.LocationId) })}
            {[Reason, Note].filter(Boolean).map((words) => (
              <small key={words}> · {words}</small>
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}
