import { tillScreenWords } from '#features/till/till-screen.messages.ts'
import { useTillText } from '#features/till/till-text.part.ts'
import { Proof } from '#ui/docket.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import type { Bridge } from './bridge.contract.ts'
import { bridgeWords } from './bridge.messages.ts'
import { bridgeScreenWords } from './bridge-screen.messages.ts'
import { useBridgeText } from './bridge-text.part.tsx'
import { DocketFigure } from './docket-figure.part.tsx'

/** What was paid out of counted tills or into them, with who did it and why. */
export const MovementRows = ({ step, bridge }: { step: 'PaidOut' | 'PaidIn'; bridge: Bridge }) => {
  const say = useSay(bridgeScreenWords)
  const word = useSay(bridgeWords)
  const name = useSay(tillScreenWords)
  const text = useBridgeText(bridge.Currency)
  const { at } = useTillText()
  const rows = bridge.Movements.filter(({ Kind }) => (Kind === 'PayIn') === (step === 'PaidIn'))
  const amount = bridge.Steps.find(({ Step }) => Step === step)?.Amount ?? 0
  const sum = rows.reduce((total, row) => total + Math.round(row.Amount * 10_000), 0) / 10_000
  if (rows.length === 0) return <p className="meta">{say('nonePaid')}</p>
  return (
    <>
      <DocketFigure amount={amount} currency={bridge.Currency} />
      <table>
        <thead>
          <tr>
            <th scope="col">{say('movement')}</th>
            <th scope="col" className="num">
              {word(step)}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.SheetId} ${row.At} ${row.Kind} ${row.Amount} ${row.Reason}`}>
              <td>
                <Go to={`/reports/control-sheets/${row.SheetId}`}>{row.Reason}</Go>
                <small>
                  {name(`kind.${row.Kind}`)} · {row.Location}, {text.till(row)}
                </small>
                <small>
                  {row.By ?? say('byTill')}, {at(row.At, row.LocationId)}
                </small>
              </td>
              <td className="num">{text.signed(row.Amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="sum">
            <th scope="row">{word(step)}</th>
            <td className="num">{text.signed(amount)}</td>
          </tr>
        </tfoot>
      </table>
      <Proof holds={sum === amount}>
        {sum === amount
          ? say.count('proofMovements', rows.length, { amount: text.signed(amount) })
          : say('proofOff', { amount: text.signed(sum), step: text.signed(amount) })}
      </Proof>
    </>
  )
}
