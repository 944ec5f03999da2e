import type { ReactNode } from 'react'
import { numberText } from '#shared/money.ts'
import { Nil } from '#ui/data-table.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import type { SheetAnswer } from './control-sheets.contract.ts'
import styles from './sheet.module.css'
import { Opens } from './sheet-link.part.tsx'
import type { SheetFigure } from './sheet-receipts.rules.ts'
import { sheetWords } from './sheet-screen.messages.ts'
import { tillScreenWords } from './till-screen.messages.ts'
import { useTillText } from './till-text.part.ts'

type Cash = SheetAnswer['Cash']

/** What cash comes from and goes to, each with its sign; lines of nothing are left out but for the first two. */
const cashLines = (cash: Cash): { key: keyof Cash | 'Gross'; amount: number | null; figure?: SheetFigure }[] => {
  const off = (amount: number | null) => (amount === null ? null : -amount)
  const gross = cash.Sales === null || cash.Refunds === null ? null : Math.round((cash.Sales + cash.Refunds) * 10_000) / 10_000
  const lines: { key: keyof Cash | 'Gross'; amount: number | null; figure?: SheetFigure }[] = [
    { key: 'OpeningFloat', amount: cash.OpeningFloat },
    { key: 'Gross', amount: gross, figure: 'CashSales' },
    { key: 'Refunds', amount: off(cash.Refunds), figure: 'CashSales' },
    { key: 'PayIns', amount: cash.PayIns },
    { key: 'PayOuts', amount: off(cash.PayOuts) },
    { key: 'CashOut', amount: off(cash.CashOut), figure: 'CashOut' },
    { key: 'TipsPaidOut', amount: off(cash.TipsPaidOut) },
    { key: 'Drops', amount: off(cash.Drops) },
    { key: 'Banked', amount: off(cash.Banked) },
  ]
  return lines.filter(({ key, amount }) => (amount !== 0 && amount !== null) || key === 'OpeningFloat' || key === 'Gross')
}

/** The cash from float to bank, each line added or taken off. */
export const CashAccount = ({ answer: { Cash, Sheet } }: { answer: SheetAnswer }) => {
  const say = useSay(sheetWords)
  const screen = useSay(tillScreenWords)
  const text = useTillText()
  const money = (amount: number | null) => (amount === null ? <Nil /> : text.money(amount, Sheet.Currency))
  const sums: [string, number | null][] = [
    [screen('CountedCash'), Cash.Counted],
    [screen('ClosingFloat'), Cash.ClosingFloat],
    [screen('ToBank'), Cash.ToBank],
  ]
  const named = (key: keyof Cash | 'Gross') => (key === 'Gross' ? say('cashSales') : key === 'Refunds' ? say('cashRefunds') : screen(key as 'PayIns'))
  return (
    <section className={styles.part}>
      <div className="bar-head">
        <h2>{screen('cash')}</h2>
      </div>
      <table className="plain">
        <caption className="sr">{screen('cash')}</caption>
        <tbody>
          {cashLines(Cash).map(({ key, amount, figure }) => (
            <tr key={key}>
              <th scope="row">{named(key)}</th>
              <td className="num">{amount !== null && figure ? <Opens figure={figure}>{money(amount)}</Opens> : money(amount)}</td>
            </tr>
          ))}
          <tr className={styles.subtotal}>
            <th scope="row">{screen('ExpectedCash')}</th>
            <td className="num">{Cash.Expected === null ? <Nil /> : <Opens figure="Cash">{money(Cash.Expected)}</Opens>}</td>
          </tr>
          {sums.map(([name, amount], i) => (
            <tr key={name} className={i === sums.length - 1 ? styles.subtotal : undefined}>
              <th scope="row">{name}</th>
              <td className="num">{money(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** How many receipts there were and of which kind, each opening its own. */
export const Facts = ({ answer }: { answer: SheetAnswer }) => {
  const say = useSay(sheetWords)
  const { language } = useLanguage()
  const text = useTillText()
  const { Sheet } = answer
  const count = (n: number): ReactNode => numberText(n, language)
  const money = (amount: number): ReactNode => text.money(amount, Sheet.Currency)
  const isBlind = Sheet.Expected === null
  const facts: [SheetFigure, ReactNode, boolean][] = [
    ['Total', count(Sheet.TotalCount), true],
    ['Shift', count(Sheet.ShiftCount), true],
    ['Delivery', count(Sheet.DeliveryCount), true],
    ['Takeaway', count(Sheet.TakeawayCount), true],
    ['Covers', count(answer.Covers), true],
    ['NoSales', count(Sheet.NoSales), true],
    ['Voids', count(answer.Voids), true],
    ['Refunds', money(answer.Refunds), !isBlind],
    ['Discounts', money(answer.Discounts), !isBlind],
  ]
  return (
    <dl className={`facts ${styles.facts}`}>
      {facts.map(([figure, shown, opens]) => (
        <div key={figure}>
          <dt>{say(figure as 'Total')}</dt>
          <dd>{opens ? <Opens figure={figure}>{shown}</Opens> : shown}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The difference in words, with the sum that the expected cash comes from. */
export const DifferenceNote = ({ answer }: { answer: SheetAnswer }) => {
  const say = useSay(sheetWords)
  const screen = useSay(tillScreenWords)
  const text = useTillText()
  const { Sheet, Cash, SignOffLimit } = answer
  const off = Sheet.Media.filter(({ Variance }) => Variance !== null && Variance !== 0)
  if (Sheet.Variance === null || off.length === 0) return null
  const money = (amount: number) => text.sum(Math.abs(amount), Sheet.Currency)
  const isAbove = Math.abs(Sheet.Variance) > SignOffLimit
  const parts = cashLines(Cash)
    .filter(({ key, amount }) => key !== 'OpeningFloat' && amount !== null)
    .map(({ key, amount }, i) => {
      const words = say(`part.${key === 'Gross' ? 'Sales' : key}` as 'part.Sales', { amount: text.money(Math.abs(amount ?? 0), Sheet.Currency) })
      return `${(amount ?? 0) < 0 ? '− ' : i === 0 ? '' : '+ '}${words}`
    })
    .join(' ')
  const cash = Sheet.Media.find(({ Method }) => Method === 'Cash')
  return (
    <p className={isAbove ? 'callout' : 'callout warn'}>
      <span>
        {off.map(({ Method, Variance }) => (
          <b key={Method}>{say((Variance ?? 0) < 0 ? 'short' : 'over', { amount: money(Variance ?? 0), media: screen(`method.${Method}`) })} </b>
        ))}
        {say(isAbove ? 'outside' : 'inside', { limit: money(SignOffLimit) })}
        {cash?.Variance !== 0 && cash?.Expected != null && <small>{say('sumLine', { expected: text.money(cash.Expected, Sheet.Currency), parts })}</small>}
      </span>
    </p>
  )
}
