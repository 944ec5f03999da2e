import { KEPT_AS } from '#features/till/sheet-account.rules.ts'
import type { Method } from '#features/till/till.rules.ts'
import { tillScreenWords } from '#features/till/till-screen.messages.ts'
import { Proof } from '#ui/docket.tsx'
import type { Target } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import type { Bridge } from './bridge.contract.ts'
import { bridgeWords } from './bridge.messages.ts'
import { bridgeScreenWords } from './bridge-screen.messages.ts'
import type { Step } from './bridge-steps.rules.ts'
import { Lead, useBridgeText } from './bridge-text.part.tsx'
import { DocketFigure } from './docket-figure.part.tsx'
import { mediaTarget, methodTarget, stepTarget } from './step-links.part.ts'

interface Props {
  bridge: Bridge
  mayList: boolean
}

interface Row {
  key: string
  name: string
  amount: number
  to: Target | undefined
}

/** The media of a method, each leading to its receipts. */
export const MethodRows = ({ method, bridge, mayList }: Props & { method: Method }) => {
  const own = bridge.Tenders.filter((one) => one.Method === method)
  return (
    <Rows
      rows={own.map(({ MediaKey, Name, Takings }) => ({ key: String(MediaKey), name: Name, amount: Takings, to: mediaTarget(MediaKey, mayList) }))}
      amount={bridge.Media.find((line) => line.Method === method)?.Takings ?? 0}
      figure="Takings"
      bridge={bridge}
    />
  )
}

/** What a stage is made of, by method. */
export const StageRows = ({ stage, bridge, mayList }: Props & { stage: 'Takings' | 'Declared' | 'Banked' }) => {
  const name = useSay(tillScreenWords)
  const amount = bridge.Steps.find(({ Step }) => Step === stage)?.Amount ?? 0
  return (
    <Rows
      rows={bridge.Media.map((line) => ({
        key: line.Method,
        name: name(`method.${line.Method}`),
        amount: line[stage] ?? 0,
        to: methodTarget(line.Method, bridge.Tenders, mayList),
      }))}
      amount={amount}
      figure={stage}
      bridge={bridge}
    />
  )
}

/** What has arrived, or what no link follows, by method. */
export const ArrivedRows = ({ step, bridge, mayList }: Props & { step: 'Settled' | 'NotFollowed' }) => {
  const name = useSay(tillScreenWords)
  const rows = bridge.Media.map((line) => ({
    key: line.Method,
    name: name(`method.${line.Method}`),
    amount: line[step] ?? 0,
    to: methodTarget(line.Method, bridge.Tenders, mayList),
  }))
  return (
    <Rows rows={rows.filter(({ amount }) => amount !== 0)} amount={bridge.Steps.find(({ Step }) => Step === step)?.Amount ?? 0} figure={step} bridge={bridge} />
  )
}

/** What is not sent to the bank: what was taken this way, and what the count says of it. */
export const KeptRows = ({ step, bridge, mayList }: Props & { step: 'HouseAccounts' | 'Vouchers' | 'Points' }) => {
  const word = useSay(bridgeWords)
  const isOwn = (method: Method) => (KEPT_AS as Partial<Record<Method, Step>>)[method] === step
  const lines = bridge.Media.filter((line) => isOwn(line.Method))
  const beside = (['CashOut', 'NotCounted', 'Late', 'OverShort'] as const).map((column) => ({
    key: column,
    name: word(column),
    amount: -lines.reduce((sum, line) => sum + Math.round((line[column] ?? 0) * 10_000), 0) / 10_000,
    to: column === 'CashOut' ? undefined : stepTarget(column, mayList),
  }))
  const taken = bridge.Tenders.filter((one) => isOwn(one.Method)).map(({ MediaKey, Name, Takings }) => ({
    key: String(MediaKey),
    name: Name,
    amount: -Takings,
    to: mediaTarget(MediaKey, mayList),
  }))
  return (
    <Rows
      rows={[...taken, ...beside.filter(({ amount }) => amount !== 0)]}
      amount={bridge.Steps.find(({ Step }) => Step === step)?.Amount ?? 0}
      figure={step}
      bridge={bridge}
    />
  )
}

const Rows = ({ rows, amount, figure, bridge }: { rows: readonly Row[]; amount: number; figure: Step; bridge: Bridge }) => {
  const say = useSay(bridgeScreenWords)
  const word = useSay(bridgeWords)
  const text = useBridgeText(bridge.Currency)
  const sum = rows.reduce((total, row) => total + Math.round(row.amount * 10_000), 0) / 10_000
  if (rows.length === 0) return <p className="meta">{say('nothingThere')}</p>
  return (
    <>
      <DocketFigure amount={amount} currency={bridge.Currency} />
      <table>
        <thead>
          <tr>
            <th scope="col">{say('media')}</th>
            <th scope="col" className="num">
              {word(figure)}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, amount: part, to }) => (
            <tr key={key}>
              <td>
                <Lead to={to}>{name}</Lead>
              </td>
              <td className={part === 0 ? 'num nil' : 'num'}>{text.plain(part)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="sum">
            <th scope="row">{word(figure)}</th>
            <td className="num">{text.plain(amount)}</td>
          </tr>
        </tfoot>
      </table>
      <Proof holds={sum === amount}>
        {sum === amount ? say('proofMedia', { amount: text.plain(amount) }) : say('proofOff', { amount: text.plain(sum), step: text.plain(amount) })}
      </Proof>
    </>
  )
}
