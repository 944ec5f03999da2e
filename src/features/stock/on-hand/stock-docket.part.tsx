import { useStockText } from '#features/stock/stock-text.part.ts'
import { Docket, Proof } from '#ui/docket.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useCall } from '#ui/use-call.ts'
import type { DaysOnHandAnswer } from './days-on-hand.contract.ts'
import styles from './on-hand.module.css'
import type { OnHandRow } from './on-hand-rows.rules.ts'
import { onHandScreenWords } from './on-hand-screen.messages.ts'
import { type StockLedger, stockLedgerCalls } from './stock-ledger.contract.ts'

const WORD = { Purchase: 'received', Wastage: 'wastage', Transfer: 'transfer', Adjustment: 'adjustment' } as const

interface Props {
  row: OnHandRow
  answer: DaysOnHandAnswer
  currency: string
  onClose: () => void
}

/** A product at a location: how its stock came about since the last count, and what a unit costs. */
export const StockDocket = ({ row, answer, currency, onClose }: Props) => {
  const say = useSay(onHandScreenWords)
  const text = useStockText(currency)
  const { data, error, refetch } = useCall(stockLedgerCalls.stockLedger, { query: { LocationId: String(row.LocationId), Plu: row.Plu } as never })
  const place = answer.Locations.find(({ LocationId }) => LocationId === row.LocationId)?.Name
  return (
    <Docket
      title={row.Name}
      aside={place}
      onClose={onClose}
      acts={
        <Go className="btn" to={`/venue/movements?loc=${row.LocationId}&plu=${encodeURIComponent(row.Plu)}`}>
          {say('movements')}
        </Go>
      }
    >
      <p className="fig">
        {text.quantity(row.OnHand)} <i>{text.unit(row.Unit, row.OnHand)}</i>
      </p>
      <p className="meta">{say('inStock', { n: Number(row.InStockDays), all: Number(row.OpenDays) })}</p>
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && <Waiting rows={6} />}
      {data && <Ledger ledger={data} />}
    </Docket>
  )
}

const Ledger = ({ ledger }: { ledger: StockLedger }) => {
  const say = useSay(onHandScreenWords)
  const text = useStockText(ledger.Currency)
  const { Counted, OnHand } = ledger
  if (!Counted || OnHand === null) return null
  const moved = ledger.Moved.reduce((sum, { Quantity }) => sum + Quantity, 0)
  return (
    <>
      <h3>{say('ledgerTitle')}</h3>
      <table className={`plain ${styles.ledger}`}>
        <tbody>
          <tr>
            <td>{say('counted', { at: text.at(Counted.At, ledger.LocationId) })}</td>
            <td>{text.quantity(Counted.Quantity)}</td>
          </tr>
          {ledger.Moved.map(({ Kind, Quantity }) => (
            <tr key={Kind}>
              <td>{say(WORD[Kind])}</td>
              <td>{text.quantity(Quantity)}</td>
            </tr>
          ))}
          {ledger.Sold.map(({ Plu, Name, Quantity, Used }) => (
            <tr key={Plu}>
              <td>{say('soldOf', { name: Name, n: text.quantity(Quantity) })}</td>
              <td>{text.quantity(-Used)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="sum">
            <th scope="row">{say('onHandNow')}</th>
            <td>{text.quantity(OnHand)}</td>
          </tr>
        </tfoot>
      </table>
      <Proof holds={Math.abs(Counted.Quantity + moved - ledger.Used - OnHand) < 0.00005}>
        {say('proof', {
          counted: text.quantity(Counted.Quantity),
          moved: `${moved < 0 ? '−' : '+'} ${text.quantity(Math.abs(moved))}`,
          used: text.quantity(ledger.Used),
          onHand: text.quantity(OnHand),
        })}
      </Proof>
      <Costs ledger={ledger} />
    </>
  )
}

const Costs = ({ ledger }: { ledger: StockLedger }) => {
  const say = useSay(onHandScreenWords)
  const text = useStockText(ledger.Currency)
  if (ledger.AverageCost === null) return <p className="note">{say('noCost')}</p>
  return (
    <table className={`plain ${styles.ledger}`}>
      <caption>{say('cost', { unit: text.unit(ledger.Unit, 1) })}</caption>
      <tbody>
        <tr>
          <td>{say('averageCost')}</td>
          <td>{text.money(ledger.AverageCost)}</td>
        </tr>
        {ledger.LastCost !== null && (
          <tr>
            <td>{say('lastCost', { day: ledger.LastReceived === null ? '' : text.day(ledger.LastReceived) })}</td>
            <td>{text.money(ledger.LastCost)}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
