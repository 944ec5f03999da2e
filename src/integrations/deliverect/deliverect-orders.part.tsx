import styles from '#integrations/link-screen/link-screen.module.css'
import { moneyText } from '#shared/money.ts'
import { Nil } from '#ui/data-table.tsx'
import { useLanguage, useSay } from '#ui/language.tsx'
import { Empty } from '#ui/states.tsx'
import { useVenueMoment } from '#ui/use-moment.ts'
import { useChannelName } from './channel-name.part.ts'
import type { DeliverectListed, DeliverectOverview, DeliverectPlace } from './deliverect.contract.ts'
import { deliverectWords } from './deliverect-screen.messages.ts'

/** Orders that wait or were refused, with the channel's fee beside each. */
export const ListedOrders = ({ orders, places }: { orders: readonly DeliverectListed[]; places: readonly DeliverectPlace[] }) => {
  const say = useSay(deliverectWords)
  if (orders.length === 0)
    return (
      <section className={styles.part} aria-label={say('ordersTitle')}>
        <h2>{say('ordersTitle')}</h2>
        <Empty title={say('noOrders')}>{say('noOrdersAbout')}</Empty>
      </section>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={`scroll ${styles.part}`} aria-label={say('ordersTitle')} tabIndex={0}>
      <h2>{say('ordersTitle')}</h2>
      <p className="hint">{say('ordersAbout')}</p>
      <table className={`${styles.table} slips`}>
        <caption className="sr">{say('ordersTitle')}</caption>
        <thead>
          <tr>
            {(['order', 'location', 'placed', 'amount', 'fee', 'why'] as const).map((key) => (
              <th scope="col" key={key} className={key === 'amount' || key === 'fee' ? 'num' : undefined}>
                {say(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <OrderRow key={order.OrderId} order={order} place={places.find(({ LocationId }) => LocationId === order.LocationId)} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const OrderRow = ({ order, place }: { order: DeliverectListed; place: DeliverectPlace | undefined }) => {
  const say = useSay(deliverectWords)
  const { language } = useLanguage()
  const moment = useVenueMoment()
  const nameOf = useChannelName()
  const money = (major: number) => moneyText(major, place?.Currency ?? 'AUD', language)
  const { Why, Late, Details } = order
  return (
    <tr>
      <th scope="row">
        {order.Name}
        <small>{nameOf(order.Channel)}</small>
      </th>
      <td data-label={say('location')}>{place?.Location}</td>
      <td data-label={say('placed')}>{moment(order.PlacedAt)}</td>
      <td data-label={say('amount')} className="num">
        {money(order.Amount)}
      </td>
      <td data-label={say('fee')} className="num">
        {order.Fee === null ? <Nil /> : money(order.Fee)}
      </td>
      <td data-label={say('why')}>
        <span className={Late || Why === 'refused' || Why === 'refused-by-till' ? 'st-tag bad' : undefined}>
          {say(Late ? 'why.late' : `why.${Why}`, { details: Details })}
        </span>
        {(Why === 'refused' || Why === 'refused-by-till') && <small>{Details}</small>}
      </td>
    </tr>
  )
}

/** Orders for locations at Deliverect that nobody linked, by location. */
export const UnlinkedOrders = ({ unlinked }: { unlinked: DeliverectOverview['Unlinked'] }) => {
  const say = useSay(deliverectWords)
  const moment = useVenueMoment()
  if (unlinked.length === 0) return null
  return (
    <section className={styles.part} aria-label={say('unlinkedTitle')}>
      <h2>{say('unlinkedTitle')}</h2>
      <p className="hint">{say('unlinkedAbout')}</p>
      <ul>
        {unlinked.map(({ DeliverectId, DeliverectLocationId, Orders, Since }) => (
          <li key={DeliverectLocationId}>
            {DeliverectId} / {DeliverectLocationId}: {say.count('unlinked', Orders, { when: moment(Since) })}
          </li>
        ))}
      </ul>
    </section>
  )
}
