import type { CSSProperties } from 'react'
import { KEPT_AS } from '#features/till/sheet-account.rules.ts'
import { tillScreenWords } from '#features/till/till-screen.messages.ts'
import { Nil } from '#ui/data-table.tsx'
import type { Target } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Scroll } from '#ui/scroll.tsx'
import type { Bridge } from './bridge.contract.ts'
import { bridgeWords } from './bridge.messages.ts'
import styles from './bridge.module.css'
import { bridgeScreenWords } from './bridge-screen.messages.ts'
import type { Step } from './bridge-steps.rules.ts'
import { Lead, TONES, useBridgeText } from './bridge-text.part.tsx'
import { methodTarget, stepTarget } from './step-links.part.ts'

type Line = Bridge['Media'][number]
const COLUMNS = [
  'Takings',
  'CashOut',
  'NotCounted',
  'Late',
  'OverShort',
  'Declared',
  'NotBanked',
  'Banked',
  'TillDifference',
  'Disputed',
  'CardFees',
  'OtherAtProvider',
  'OnTheWay',
  'NotFollowed',
  'Settled',
] as const
type Column = (typeof COLUMNS)[number]
/** Only where there is something in them. */
const SELDOM: readonly Column[] = ['CashOut', 'NotCounted', 'Late', 'TillDifference', 'Disputed', 'OtherAtProvider', 'NotFollowed']
const OF_PROVIDER: readonly Column[] = ['TillDifference', 'Disputed', 'CardFees', 'OtherAtProvider', 'OnTheWay', 'NotFollowed', 'Settled']
const SIGNED: readonly Column[] = ['CashOut', 'NotCounted', 'Late', 'OverShort', 'NotBanked', ...OF_PROVIDER.filter((column) => column !== 'Settled')]

/** What a method has of a step; what happens at the provider happens to cards alone. */
const amountOf = (line: Line, column: Column, { Steps }: Bridge): number | null => {
  if (column === 'TillDifference' || column === 'Disputed' || column === 'CardFees' || column === 'OtherAtProvider' || column === 'OnTheWay')
    return line.Method === 'Card' ? (Steps.find(({ Step }) => Step === column)?.Amount ?? null) : 0
  return line[column]
}

/** Each kind of payment on its way, a column for each step. */
export const MediaMatrix = ({ bridge, mayList }: { bridge: Bridge; mayList: boolean }) => {
  const say = useSay(bridgeScreenWords)
  const word = useSay(bridgeWords)
  const name = useSay(tillScreenWords)
  const columns = COLUMNS.filter((column) => {
    if (bridge.SheetCount === null) return column === 'Takings'
    if (OF_PROVIDER.includes(column) && bridge.Cards === null) return false
    return !SELDOM.includes(column) || bridge.Media.some((line) => (amountOf(line, column, bridge) ?? 0) !== 0)
  })
  const total = (column: Column) => bridge.Steps.find(({ Step }) => Step === column)?.Amount ?? totalOf(bridge, column)
  return (
    <section className={styles.matrix}>
      <div className="bar-head">
        <h2>
          {say('byMedia')} <small>{say('byMediaHint')}</small>
        </h2>
      </div>
      <Scroll label={say('byMedia')}>
        <table className="plain">
          <caption className="sr">{say('byMedia')}</caption>
          <thead>
            <tr>
              <th scope="col">{say('media')}</th>
              {columns.map((column) => (
                <th key={column} scope="col" className="num">
                  {word(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bridge.Media.map((line) => (
              <tr key={line.Method}>
                <th scope="row">
                  <i className={styles.swatch} style={{ '--tone': TONES[line.Method] } as CSSProperties} />
                  {name(`method.${line.Method}`)}
                </th>
                {columns.map((column) => (
                  <Cell
                    key={column}
                    amount={amountOf(line, column, bridge)}
                    column={column}
                    currency={bridge.Currency}
                    to={targetOf(line, column, bridge, mayList)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="sum">
              <th scope="row">{say('allMedia')}</th>
              {columns.map((column) => (
                <Cell key={column} amount={total(column)} column={column} currency={bridge.Currency} to={undefined} />
              ))}
            </tr>
          </tfoot>
        </table>
      </Scroll>
    </section>
  )
}

const Cell = ({ amount, column, currency, to }: { amount: number | null; column: Column; currency: string; to: Target | undefined }) => {
  const text = useBridgeText(currency)
  const written = amount === null ? <Nil /> : SIGNED.includes(column) ? text.signed(amount) : text.plain(amount)
  return <td className={amount === 0 ? 'num nil' : 'num'}>{amount === 0 || amount === null ? written : <Lead to={to}>{written}</Lead>}</td>
}

const totalOf = (bridge: Bridge, column: Column): number | null => {
  const values = bridge.Media.map((line) => amountOf(line, column, bridge))
  return values.includes(null) ? null : values.reduce<number>((sum, value) => sum + Math.round((value ?? 0) * 10_000), 0) / 10_000
}

const targetOf = ({ Method }: Line, column: Column, { Tenders }: Bridge, mayList: boolean): Target | undefined => {
  if (column === 'Takings') return methodTarget(Method, Tenders, mayList)
  if (column === 'CashOut') return undefined
  if (column !== 'NotBanked') return stepTarget(column, mayList)
  const step: Step | undefined = Method === 'Cash' ? 'PaidOut' : (KEPT_AS as Partial<Record<typeof Method, Step>>)[Method]
  return step && stepTarget(step, mayList)
}
