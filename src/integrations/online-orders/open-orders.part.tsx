import styles from '#integrations/link-screen/link-screen.module.css'
import { moneyText } from '#shared/money.ts'
import type { OrderProvider } from '#shared/order-providers.ts'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Failed, Waiting } from '#ui/states.tsx'
import { useCall } from '#ui/use-call.ts'
import { useVenueMoment } from '#ui/use-moment.ts'
import { type OpenOrder, onlineOrders } from './online-orders.contract.ts'
import { onlineOrderWords } from './online-orders.messages.ts'

/** Orders of a provider that are no sales: why, and what to do. */
export const OpenOrders = ({ provider, venueId }: { provider: OrderProvider; venueId: number }) => {
  const say = useSay(onlineOrderWords)
  const { data, error, refetch } = useCall(onlineOrders.open, { params: { id: venueId }, query: { Provider: provider } }, { everySeconds: 10 })
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!data) return <Waiting rows={3} />
  if (data.Count === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={`scroll ${styles.part}`} aria-label={say('open')} tabIndex={0}>
      <h2>{say('open')}</h2>
      <p className="note">{say('openNote')}</p>
      <table className={`${styles.table} slips`}>
        <caption className="sr">{say('open')}</caption>
        <thead>
          <tr>
            {([['order'], ['place'], ['placed'], ['total', 'num'], ['why'], ['next']] as const).map(([key, className]) => (
              <th scope="col" key={key} className={className}>
                {say(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.Orders.map((order) => (
            <OrderRow key={order.OrderId} provider={provider} order={order} />
          ))}
        </tbody>
      </table>
      {data.Count > data.Orders.length && <p className="note">{say('more', { shown: data.Orders.length, count: data.Count })}</p>}
    </section>
  )
}

/** Reasons that the screen has sentences for; of others the code is told. */
const KNOWN = ['OtherCurrency', 'NotWhole', 'Unreadable', 'totals_mismatch', 'InFuture'] as const
const WITH_NEXT = ['OtherCurrency', 'InFuture'] as const

const OrderRow = ({ provider, order }: { provider: OrderProvider; order: OpenOrder }) => {
  const say = useSay(onlineOrderWords)
  const { language } = useLanguage()
  const moment = useVenueMoment()
  const { Name, Place, Currency, Total, PlacedAt, State, Reasons } = order
  const code = Reasons[0]?.ErrorCode ?? ''
  const values = { provider, place: Place, currency: Currency, code }
  const why = State === 'Waiting' ? 'Waiting' : (KNOWN.find((one) => one === code) ?? 'other')
  const next = State === 'Waiting' ? 'Waiting' : (WITH_NEXT.find((one) => one === code) ?? 'other')
  return (
    <tr>
      <th scope="row">{Name}</th>
      <td data-label={say('place')}>
        {Place}
        <small>{order.AccountId}</small>
      </td>
      <td data-label={say('placed')}>{moment(PlacedAt)}</td>
      <td className="num" data-label={say('total')}>
        {Currency === '' ? '' : `${moneyText(Total, Currency, language, 'plain')} ${Currency}`}
      </td>
      <td data-label={say('why')}>{say(why, values)}</td>
      <td data-label={say('next')}>{say(`${next}.next`, values)}</td>
    </tr>
  )
}
