import { tillScreenWords } from '#features/till/till-screen.messages.ts'
import { Proof } from '#ui/docket.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import type { Bridge } from './bridge.contract.ts'
import { bridgeWords } from './bridge.messages.ts'
import { bridgeScreenWords } from './bridge-screen.messages.ts'
import type { Step } from './bridge-steps.rules.ts'
import { useBridgeText } from './bridge-text.part.tsx'
import { DocketFigure } from './docket-figure.part.tsx'

type SheetLine = Bridge['Sheets'][number]
type OfSheets = Extract<Step, 'OverShort' | 'Late' | 'NotCounted' | 'AddedToFloats'>

interface Row {
  sheet: SheetLine
  /** The method that is over or short; nothing where the whole sheet is meant. */
  method: SheetLine['Media'][number]['Method'] | null
  amount: number | null
}

/** The sheets with a part in a step: each method that is over or short by itself. */
const rowsOf = ({ Sheets }: Bridge, step: OfSheets): Row[] =>
  Sheets.flatMap((sheet): Row[] => {
    if (step === 'OverShort') return sheet.Media.map(({ Method, OverShort }) => ({ sheet, method: Method, amount: OverShort }))
    if (step === 'NotCounted') return sheet.IsCounted ? [] : [{ sheet, method: null, amount: sheet.NotCounted }]
    return sheet[step] === 0 ? [] : [{ sheet, method: null, amount: sheet[step] }]
  })

/** Control sheets behind a step, and the proof that they add up to it. */
export const SheetRows = ({ step, bridge }: { step: OfSheets; bridge: Bridge }) => {
  const say = useSay(bridgeScreenWords)
  const word = useSay(bridgeWords)
  const name = useSay(tillScreenWords)
  const text = useBridgeText(bridge.Currency)
  const rows = rowsOf(bridge, step)
  const amount = bridge.Steps.find(({ Step }) => Step === step)?.Amount ?? null
  const isMedia = step === 'OverShort'
  const agreeing = bridge.AgreeingSheets ?? 0
  return (
    <>
      <DocketFigure amount={amount} currency={bridge.Currency} />
      {isMedia && <CountedMeta bridge={bridge} />}
      {rows.length === 0 && <p className="meta">{say(isMedia ? 'noneDiffer' : 'noneHere')}</p>}
      <table>
        <thead>
          <tr>
            <th scope="col">{say('sheet')}</th>
            {isMedia && <th scope="col">{say('media')}</th>}
            <th scope="col" className="num">
              {word(step)}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ sheet, method, amount: part }) => (
            <tr key={`${sheet.SheetId ?? `${sheet.LocationId} ${sheet.TerminalId} ${sheet.Day}`} ${method}`}>
              <td>
                <SheetName sheet={sheet} />
              </td>
              {isMedia && <td>{method && name(`method.${method}`)}</td>}
              <td className={isMedia && sheet.IsAboveLimit ? 'num bad chg' : 'num'}>
                {part === null ? <small>{say('notCountedSheet')}</small> : text.signed(part)}
              </td>
            </tr>
          ))}
          {isMedia && agreeing > 0 && (
            <tr>
              <td>{say.count('agreeing', agreeing)}</td>
              <td />
              <td className="num nil">{text.plain(0)}</td>
            </tr>
          )}
        </tbody>
        {amount !== null && (
          <tfoot>
            <tr className="sum">
              <th scope="row" colSpan={isMedia ? 2 : 1}>
                {word(step)}
              </th>
              <td className="num">{text.signed(amount)}</td>
            </tr>
          </tfoot>
        )}
      </table>
      {amount !== null && rows.length > 0 && <SheetsProof rows={rows} step={step} amount={amount} bridge={bridge} />}
    </>
  )
}

const SheetName = ({ sheet }: { sheet: SheetLine }) => {
  const text = useBridgeText('AUD')
  return (
    <>
      {sheet.SheetId === null ? sheet.Location : <Go to={`/reports/control-sheets/${sheet.SheetId}`}>{sheet.Location}</Go>}
      <small>{text.till(sheet)}</small>
    </>
  )
}

const CountedMeta = ({ bridge: { CountedSheets, AgreeingSheets } }: { bridge: Bridge }) => {
  const say = useSay(bridgeScreenWords)
  const [all, agree] = [CountedSheets ?? 0, AgreeingSheets ?? 0]
  return <p className="meta">{say('meta', { all: say.count('sheets', all), agree, differ: all - agree })}</p>
}

const SheetsProof = ({ rows, step, amount, bridge }: { rows: readonly Row[]; step: OfSheets; amount: number; bridge: Bridge }) => {
  const say = useSay(bridgeScreenWords)
  const text = useBridgeText(bridge.Currency)
  const sum = rows.reduce((total, row) => total + Math.round((row.amount ?? 0) * 10_000), 0) / 10_000
  const holds = sum === amount
  const of = (name: Step) => bridge.Steps.find(({ Step }) => Step === name)?.Amount ?? null
  const [takings, declared] = [of('Takings'), of('Declared')]
  const steps = (['NotCounted', 'Late', 'OverShort'] as const).map(of).filter((one) => one !== null && one !== 0)
  const n = step === 'OverShort' ? (bridge.CountedSheets ?? 0) : rows.length
  return (
    <Proof
      holds={holds}
      detail={
        step === 'OverShort' && takings !== null && declared !== null
          ? say('proofTakings', {
              takings: text.plain(takings),
              steps: steps.map((one) => `${(one ?? 0) < 0 ? '−' : '+'} ${text.plain(Math.abs(one ?? 0))}`).join(' '),
              declared: text.plain(declared),
            })
          : undefined
      }
    >
      {holds ? say.count('proof', n, { amount: text.signed(amount) }) : say('proofOff', { amount: text.signed(sum), step: text.signed(amount) })}
    </Proof>
  )
}
