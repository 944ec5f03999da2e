import { useStockText } from '#features/stock/stock-text.part.ts'
import { Docket, Proof } from '#ui/docket.tsx'
import { useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useCall } from '#ui/use-call.ts'
import { type StockVarianceAnswer, stockVarianceCalls, type VarianceRow } from './variance.contract.ts'
import { varianceWords } from './variance.messages.ts'
import styles from './variance.module.css'

interface Props {
  row: VarianceRow
  answer: StockVarianceAnswer
  onClose: () => void
}

/** A product from one count to the next: what moved, what sold of it, and what should be there. */
export const VarianceDocket = ({ row, answer, onClose }: Props) => {
  const place = answer.Locations.find(({ LocationId }) => LocationId === row.LocationId)
  const text = useStockText(answer.Currency)
  const query = { FromDate: answer.FromDate, ToDate: answer.ToDate, Locations: String(row.LocationId), Plu: row.Plu }
  const { data, error, refetch } = useCall(stockVarianceCalls.stockVariance, { query } as never)
  return (
    <Docket title={row.Name} aside={place?.Name} onClose={onClose}>
      <p className="fig">
        {row.Variance > 0 ? '+' : ''}
        {text.quantity(row.Variance)} <i>{text.unit(row.Unit, Math.abs(row.Variance))}</i>
      </p>
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && <Waiting rows={6} />}
      {data?.Rows[0] && <Ledger row={data.Rows[0]} sold={data.Sold} currency={answer.Currency} />}
    </Docket>
  )
}

const Ledger = ({ row, sold, currency }: { row: VarianceRow; sold: StockVarianceAnswer['Sold']; currency: string }) => {
  const say = useSay(varianceWords)
  const text = useStockText(currency)
  const moved = row.Received + row.Transferred + row.Adjusted
  const expected = row.Closing - row.Variance
  const lines = [
    [say('counted', { at: text.at(row.CountedFrom, row.LocationId) }), row.Opening],
    ...(['Received', 'Transferred', 'Adjusted'] as const).filter((key) => row[key] !== 0).map((key) => [say(key), row[key]] as const),
    ...(row.WrittenOff === 0 ? [] : [[say('WrittenOff'), -row.WrittenOff] as const]),
    ...sold.map(({ Name, Quantity, Used }) => [say('soldOf', { name: Name, n: text.quantity(Quantity) }), -Used] as const),
  ] as const
  return (
    <>
      <table className={`plain ${styles.ledger}`}>
        <tbody>
          {lines.map(([name, quantity]) => (
            <tr key={name}>
              <td>{name}</td>
              <td>{text.quantity(quantity)}</td>
            </tr>
          ))}
          <tr className={styles.expected}>
            <th scope="row">{say('shouldBe')}</th>
            <td>{text.quantity(expected)}</td>
          </tr>
          <tr>
            <td>{say('isThere', { at: text.at(row.CountedTo, row.LocationId) })}</td>
            <td>{text.quantity(row.Closing)}</td>
          </tr>
        </tbody>
        <tfoot>
          <tr className="sum">
            <th scope="row">{say('Variance')}</th>
            <td>{text.quantity(row.Variance)}</td>
          </tr>
        </tfoot>
      </table>
      <Proof holds={Math.abs(row.Opening + moved - row.TheoreticalUse - row.WrittenOff - expected) < 0.00005}>
        {say('proof', {
          opening: text.quantity(row.Opening),
          moved: text.quantity(moved),
          used: text.quantity(row.TheoreticalUse),
          off: text.quantity(row.WrittenOff),
          expected: text.quantity(expected),
          closing: text.quantity(row.Closing),
          variance: text.quantity(row.Variance),
        })}
      </Proof>
      {row.VarianceCost !== null && row.Variance !== 0 && (
        <p className="note">
          {say('cost', { variance: text.quantity(row.Variance), cost: text.sum(row.VarianceCost / row.Variance), money: text.sum(row.VarianceCost) })}
        </p>
      )}
    </>
  )
}
