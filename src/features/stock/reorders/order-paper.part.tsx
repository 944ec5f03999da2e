import { useStockText } from '#features/stock/stock-text.part.ts'
import { Nil } from '#ui/data-table.tsx'
import { useSay } from '#ui/language.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import styles from './order-paper.module.css'
import type { OrderAnswer } from './orders.contract.ts'
import { orderWords } from './orders.messages.ts'

/** An order on A4: from whom, to whom, where it is delivered, and its lines. */
export const OrderPaper = ({ answer: { Order, Lines } }: { answer: OrderAnswer }) => {
  const say = useSay(orderWords)
  const text = useStockText(Order.Currency)
  const config = useStoredUser()?.Config
  const place = config?.Locations.find(({ LocationId }) => LocationId === Order.LocationId)
  const venue = config?.VenueName ?? ''
  const facts: [string, string][] = [
    [say('supplier'), Order.Supplier],
    [say('deliverTo'), [venue, place?.Name ?? ''].filter(Boolean).join(', ')],
    [say('ordered'), text.day(Order.MadeOn)],
    ...(Order.DueOn === null ? [] : [[say('delivery'), text.day(Order.DueOn)] as [string, string]]),
  ]
  return (
    <article className={styles.paper}>
      <header>
        <h2>{say('orderNumber', { number: Order.Number })}</h2>
        <p>{venue}</p>
      </header>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {Order.Note !== '' && (
        <p className={styles.note}>
          <b>{say('note')}</b> {Order.Note}
        </p>
      )}
      <table className="plain">
        <caption className="sr">{say('orderNumber', { number: Order.Number })}</caption>
        <thead>
          <tr>
            <th scope="col">{say('SupplierCode')}</th>
            <th scope="col">{say('Name')}</th>
            <th scope="col" className="num">
              {say('Packs')}
            </th>
            <th scope="col">{say('PackSize')}</th>
            <th scope="col" className="num">
              {say('PackCost')}
            </th>
            <th scope="col" className="num">
              {say('Cost')}
            </th>
          </tr>
        </thead>
        <tbody>
          {Lines.map((line) => (
            <tr key={line.Plu}>
              <td>{line.SupplierCode === '' ? <Nil /> : line.SupplierCode}</td>
              <th scope="row">{line.Name}</th>
              <td className="num">{line.Packs}</td>
              <td>
                × {text.quantity(line.PackSize)} {text.unit(line.Unit, line.PackSize)}
              </td>
              <td className="num">{line.PackCost === null ? <Nil /> : text.money(line.PackCost)}</td>
              <td className="num">{line.Cost === null ? <Nil /> : text.money(line.Cost)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="sum">
            <th scope="row" colSpan={2}>
              {say('total')}
            </th>
            <td className="num">{Order.Packs}</td>
            <td colSpan={2} />
            <td className="num">{Order.Cost === null ? <Nil /> : text.sum(Order.Cost)}</td>
          </tr>
        </tfoot>
      </table>
    </article>
  )
}
