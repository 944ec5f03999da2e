import { useExport } from '#features/reports/kit/screen/use-export.part.ts'
import { useStockText } from '#features/stock/stock-text.part.ts'
import { Go } from '#ui/go.tsx'
import { Icon } from '#ui/icon.tsx'
import { useSay } from '#ui/language.tsx'
import { toast } from '#ui/toast.tsx'
import { useSend } from '#ui/use-call.ts'
import { type Order, orderCalls } from './orders.contract.ts'
import { reorderScreenWords } from './reorder-screen.messages.ts'
import styles from './reorders.module.css'

/** Orders that were just made, and how they get to their suppliers. */
export const MadeOrders = ({ orders }: { orders: readonly Order[] }) => {
  const say = useSay(reorderScreenWords)
  const [first] = orders
  const text = useStockText(first?.Currency ?? 'AUD')
  if (!first) return null
  const cost = orders.some(({ Cost }) => Cost === null) ? null : orders.reduce((sum, { Cost }) => sum + Math.round((Cost ?? 0) * 1000), 0) / 1000
  const packs = orders.reduce((sum, { Packs }) => sum + Packs, 0)
  return (
    <section className={`callout done ${styles.made}`} role="status">
      <Icon name="check" />
      <div>
        <p>
          <b>
            {say.count('made', orders.length)}
            {cost !== null && `, ${text.sum(cost)}`}.
          </b>{' '}
          {say.count('nowOnOrder', packs)}
        </p>
        <ul>
          {orders.map((order) => (
            <li key={order.OrderId}>
              {order.Supplier} PO-{order.Number} <OrderActs order={order} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** Mail, print, CSV and XLSX of an order. */
export const OrderActs = ({ order }: { order: Order }) => {
  const say = useSay(reorderScreenWords)
  const save = useExport()
  const mail = useSend(orderCalls.mailOrder, { onDone: ({ To }) => toast.success(say('mailed', { to: To })) })
  const file = (format: 'csv' | 'xlsx') => save(orderCalls.order.path, { OrderId: order.OrderId }, format)
  return (
    <span className={styles.acts}>
      <button
        type="button"
        className="btn"
        disabled={order.Email === '' || mail.isPending}
        title={order.Email === '' ? say('noAddress') : order.Email}
        onClick={() => mail.mutate({ params: { orderId: order.OrderId }, body: {} })}
      >
        {say('sendByMail')}
      </button>
      <Go className="btn" to={`/reports/plu-reorders/${order.OrderId}`} search={{ print: 'now' }}>
        {say('print')}
      </Go>
      <button type="button" className="btn" onClick={() => file('csv')}>
        CSV
      </button>
      <button type="button" className="btn" onClick={() => file('xlsx')}>
        XLSX
      </button>
    </span>
  )
}
