import { useSay } from '#ui/language.tsx'
import type { SheetAnswer } from './control-sheets.contract.ts'
import { worth } from './denominations.rules.ts'
import styles from './sheet.module.css'
import { sheetWords } from './sheet-screen.messages.ts'
import { tillScreenWords } from './till-screen.messages.ts'
import { useTillText } from './till-text.part.ts'

/** The count that holds by notes and coins, down to what goes to the bank. */
export const Counted = ({ answer: { Counts, Cash, Sheet } }: { answer: SheetAnswer }) => {
  const say = useSay(sheetWords)
  const screen = useSay(tillScreenWords)
  const text = useTillText()
  const last = Counts.at(-1)
  if (!last) return null
  const { Currency } = Sheet
  const pieces = last.Denominations
  const left = Cash.Counted === null || Cash.ToBank === null ? null : Math.round((Cash.Counted + Cash.Drops - Cash.ToBank) * 1000) / 1000
  return (
    <section className="paper">
      <div className="bar-head">
        <h2>{say('counted')}</h2>
        <small>{say('countedAt', { time: text.time(last.At, Sheet.LocationId) })}</small>
      </div>
      <table className={`plain ${styles.count}`}>
        <caption className="sr">{say('counted')}</caption>
        {pieces.length > 0 && (
          <thead>
            <tr>
              <th scope="col">{screen('piece')}</th>
              <th scope="col" className="num">
                {screen('howMany')}
              </th>
              <th scope="col" className="num">
                {screen('amount')}
              </th>
            </tr>
          </thead>
        )}
        <tbody>
          {pieces.map(({ Value, Count }) => (
            <tr key={Value} className={Value === 2 ? styles.coins : undefined}>
              <th scope="row">{text.piece(Value, Currency)}</th>
              <td className="num">{Count}</td>
              <td className="num">{text.money(worth([[Value, Count]]), Currency)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className={styles.subtotal}>
            <th scope="row">{say('pieces')}</th>
            <td className="num">{pieces.length === 0 ? '' : pieces.reduce((sum, { Count }) => sum + Count, 0)}</td>
            <td className="num">{Cash.Counted === null ? '' : text.money(Cash.Counted, Currency)}</td>
          </tr>
          {Cash.Drops > 0 && (
            <tr>
              <th scope="row" colSpan={2}>
                {say('plusDrops')}
              </th>
              <td className="num">{text.money(Cash.Drops, Currency)}</td>
            </tr>
          )}
          <tr>
            <th scope="row" colSpan={2}>
              {say('lessFloat')}
            </th>
            <td className="num">{left === null ? '' : text.money(-left, Currency)}</td>
          </tr>
          <tr className={Sheet.State === 'Committed' ? 'sum' : 'sum part'}>
            <th scope="row" colSpan={2}>
              {say('toBank')}
            </th>
            <td className="num">{Cash.ToBank === null ? '' : text.money(Cash.ToBank, Currency)}</td>
          </tr>
        </tfoot>
      </table>
      {last.Note && <p className="note">{last.Note}</p>}
    </section>
  )
}

/** Every count that was kept, where there are several. */
export const CountsKept = ({ answer: { Counts, Sheet } }: { answer: SheetAnswer }) => {
  const say = useSay(sheetWords)
  const screen = useSay(tillScreenWords)
  const text = useTillText()
  if (Counts.length < 2) return null
  return (
    <section className={styles.part}>
      <div className="bar-head">
        <h2>{say('counts')}</h2>
      </div>
      <ol className={styles.history}>
        {Counts.map(({ At, By, Media, Note }) => (
          <li key={`${At} ${Media[0]?.Amount}`}>
            {text.at(At, Sheet.LocationId)}, {By ?? screen('byTill')}:{' '}
            {Media.map(({ Method, Amount }) => `${screen(`method.${Method}`)} ${text.money(Amount, Sheet.Currency)}`).join(', ')}
            {Note && <small> · {Note}</small>}
          </li>
        ))}
      </ol>
    </section>
  )
}
