import { useState } from 'react'
import { useStockText } from '#features/stock/stock-text.part.ts'
import { AskFirst } from '#ui/ask-first.tsx'
import { Nil } from '#ui/data-table.tsx'
import { Go } from '#ui/go.tsx'
import { useSay } from '#ui/language.tsx'
import { useCall, useSend } from '#ui/use-call.ts'
import { OrderActs } from './made-orders.part.tsx'
import { type Order, orderCalls } from './orders.contract.ts'
import { reorderScreenWords } from './reorder-screen.messages.ts'
import styles from './reorders.module.css'

interface Props {
  locationId: number
  mayEdit: boolean
  onChanged: () => void
}

/** What is on order for the location: it counts until it arrives or somebody closes it. */
export const OpenOrders = ({ locationId, mayEdit, onChanged }: Props) => {
  const say = useSay(reorderScreenWords)
  const { data, refetch } = useCall(orderCalls.orders, { query: { Locations: String(locationId), State: 'open' } as never })
  const [closing, setClosing] = useState<Order>()
  const close = useSend(orderCalls.closeOrder, {
    quiet: true,
    onDone: () => {
      setClosing(undefined)
      refetch()
      onChanged()
    },
  })
  const text = useStockText(data?.Orders[0]?.Currency ?? 'AUD')
  if (!data || data.Orders.length === 0) return null
  return (
    <section className={styles.supplier}>
      <div className="bar-head">
        <h2>{say('onOrder')}</h2>
        <p className={styles.due}>{say('onOrderHint')}</p>
      </div>
      <table className={`plain slips ${styles.open}`}>
        <thead>
          <tr>
            <th scope="col">{say('order')}</th>
            <th scope="col">{say('supplier')}</th>
            <th scope="col">{say('delivery')}</th>
            <th scope="col" className="num">
              {say('packsTitle')}
            </th>
            <th scope="col" className="num">
              {say('costExTax')}
            </th>
            <th scope="col">
              <span className="sr">{say('whatToDo')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.Orders.map((order) => (
            <tr key={order.OrderId}>
              <th scope="row">
                <Go to={`/reports/plu-reorders/${order.OrderId}`}>PO-{order.Number}</Go>
              </th>
              <td data-label={say('supplier')}>{order.Supplier}</td>
              <td data-label={say('delivery')}>
                {order.DueOn === null ? <Nil /> : text.day(order.DueOn)}
                <small>{say.count('waiting', order.Waiting)}</small>
              </td>
              <td className="num" data-label={say('packsTitle')}>
                {order.Packs}
              </td>
              <td className="num" data-label={say('costExTax')}>
                {order.Cost === null ? <Nil /> : text.money(order.Cost)}
              </td>
              <td className={styles.wide}>
                {mayEdit && (
                  <span className={styles.acts}>
                    <OrderActs order={order} />
                    <button type="button" className="btn" onClick={() => setClosing(order)}>
                      {say('close')}
                    </button>
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {closing && (
        <AskFirst
          title={say('closeTitle', { number: closing.Number })}
          verb={say('close')}
          busy={close.isPending}
          error={close.error}
          onClose={() => setClosing(undefined)}
          onDo={() => close.mutate({ params: { orderId: closing.OrderId }, body: {} })}
        >
          <p>{say('closeHint')}</p>
        </AskFirst>
      )}
    </section>
  )
}
