import { Nil } from '#ui/data-table.tsx'
import { useSay } from '#ui/language.tsx'
import type { SheetAnswer } from './control-sheets.contract.ts'
import { tillWords } from './till.messages.ts'
import styles from './till.module.css'
import { tillScreenWords } from './till-screen.messages.ts'
import { useTillText } from './till-text.part.ts'

type Sheet = SheetAnswer['Sheet']

/** Each medium with what was expected and counted. */
export const MediaTable = ({ sheet }: { sheet: Sheet }) => {
  const say = useSay(tillScreenWords)
  const word = useSay(tillWords)
  const text = useTillText()
  const money = (amount: number | null) => (amount === null ? <Nil /> : text.money(amount, sheet.Currency))
  return (
    <section className={styles.part}>
      <div className="bar-head">
        <h2>
          {say('against')} <small>{sheet.Currency}</small>
        </h2>
      </div>
      {sheet.Expected === null && <p className="note">{say('blind')}</p>}
      <table className="plain">
        <caption className="sr">{say('against')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('media')}</th>
            {(['Expected', 'Counted', 'Variance'] as const).map((figure) => (
              <th key={figure} scope="col" className="num">
                {word(figure)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.Media.map((line) => (
            <tr key={line.Method}>
              <th scope="row">{say(`method.${line.Method}`)}</th>
              <td className="num">{money(line.Expected)}</td>
              <td className="num">{money(line.Counted)}</td>
              <td className={`num ${(line.Variance ?? 0) < 0 ? styles.short : ''}`}>{money(line.Variance)}</td>
            </tr>
          ))}
          <tr className={styles.sum}>
            <th scope="row">{say('total')}</th>
            <td className="num">{money(sheet.Expected)}</td>
            <td className="num">{money(sheet.Counted)}</td>
            <td className={`num ${(sheet.Variance ?? 0) < 0 ? styles.short : ''}`}>{money(sheet.Variance)}</td>
          </tr>
        </tbody>
      </table>
    </section>
  )
}

/** The cash from float to bank, each line added or taken off. */
export const CashAccount = ({ answer: { Cash, Sheet } }: { answer: SheetAnswer }) => {
  const say = useSay(tillScreenWords)
  const text = useTillText()
  const money = (amount: number | null) => (amount === null ? <Nil /> : text.money(amount, Sheet.Currency))
  const taken = (amount: number | null) => (amount === null ? null : -amount)
  const lines: [keyof typeof Cash, number | null][] = [
    ['OpeningFloat', Cash.OpeningFloat],
    ['Sales', Cash.Sales],
    ['PayIns', Cash.PayIns],
    ['PayOuts', taken(Cash.PayOuts)],
    ['CashOut', taken(Cash.CashOut)],
    ['TipsPaidOut', taken(Cash.TipsPaidOut)],
    ['Drops', taken(Cash.Drops)],
    ['Banked', taken(Cash.Banked)],
  ]
  const sums: [string, number | null][] = [
    [say('ExpectedCash'), Cash.Expected],
    [say('CountedCash'), Cash.Counted],
    [say('ClosingFloat'), Cash.ClosingFloat],
    [say('ToBank'), Cash.ToBank],
  ]
  return (
    <section className={styles.part}>
      <div className="bar-head">
        <h2>{say('cash')}</h2>
      </div>
      <table className="plain">
        <caption className="sr">{say('cash')}</caption>
        <tbody>
          {lines
            .filter(([key, amount]) => amount !== 0 || key === 'OpeningFloat' || key === 'Sales')
            .map(([key, amount]) => (
              <tr key={key}>
                <th scope="row">{say(key as 'Sales')}</th>
                <td className="num">{money(amount)}</td>
              </tr>
            ))}
          {sums.map(([name, amount]) => (
            <tr key={name} className={styles.sum}>
              <th scope="row">{name}</th>
              <td className="num">{money(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Cash put in and taken out, with who did it and why. */
export const Movements = ({ answer: { Movements: all, Sheet } }: { answer: SheetAnswer }) => {
  const say = useSay(tillScreenWords)
  const text = useTillText()
  if (all.length === 0) return null
  return (
    <section className={styles.part}>
      <div className="bar-head">
        <h2>{say('movements')}</h2>
      </div>
      <ul className={styles.steps}>
        {all.map(({ Kind, Amount, Reason, At, By }) => (
          <li key={`${At} ${Kind} ${Amount} ${Reason}`}>
            {say(`kind.${Kind}`)} {text.money(Amount, Sheet.Currency)} · {Reason}{' '}
            <small>
              {By ?? say('byTill')}, {text.at(At, Sheet.LocationId)}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Who took the sheet how far, and why. */
export const Steps = ({ answer: { Steps: all, Sheet } }: { answer: SheetAnswer }) => {
  const say = useSay(tillScreenWords)
  const word = useSay(tillWords)
  const text = useTillText()
  if (all.length === 0) return null
  return (
    <section className={styles.part}>
      <div className="bar-head">
        <h2>{say('history')}</h2>
      </div>
      <ol className={styles.steps}>
        {all.map(({ State, At, By, Reason, Note }) => (
          <li key={`${At} ${State}`}>
            {say('steps', { state: word(`state.${State}`), name: By ?? say('byTill'), at: text.at(At, Sheet.LocationId) })}
            {[Reason, Note].filter(Boolean).map((words) => (
              <small key={words}> · {words}</small>
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}
