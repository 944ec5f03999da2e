import { hash } from 'node:crypto'
import { foresee, takeSales } from '#features/intake/take-sales.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { texts } from '#platform/database/sql-arrays.ts'
import type { FieldError } from '#shared/failure.ts'
import { groupBy } from '#shared/group-by.ts'
import { cardsOfCustomers, type OrderCustomer } from './order-cards.sql.ts'
import { type OrderSale, type Sending, type StoredSale, sendingsOf } from './order-sales.rules.ts'

/** An order as its provider tells it, worked out as sales. */
export interface ArrivedOrder {
  accountId: string
  orderId: string
  placeId: string
  placeName: string
  /** What people call it, such as #1001. */
  name: string
  placedAt: Date
  /** By the provider's clock: of two tellings the later one holds. */
  changedAt: Date
  currency: string
  /** Minor units, after refunds. */
  total: number
  /** All of its sales and refunds as they are now; none where it was cancelled. */
  sales: readonly OrderSale[]
  /** Who placed it, where the provider tells: for their card. */
  customer?: OrderCustomer
  /** A test is kept and never counted. */
  isTest?: boolean
  /** Why it cannot be a sale, where its provider's words do not add up. */
  reasons?: readonly FieldError[]
}

type State = 'taken' | 'waiting' | 'refused' | 'left out'

/** An order that was locked, with what is known of it here. */
interface KnownOrder {
  orderId: string
  changedAt: Date
  state: State
  stored: StoredSale[]
  locationId: number | null
  /** The number of the member's card its sales carry; once found it stays. */
  card: string | null
  customerId: string | null
}

/** How an order ends. */
interface Judged {
  order: ArrivedOrder
  card: string | null
  customerId: string | null
  state: State
  reasons: readonly FieldError[]
  stored: StoredSale[]
  /** How its sales stood before, and stand again where it is refused. */
  before: StoredSale[]
  sendings: Sending[]
}

/**
 * Takes in orders of a provider: each becomes the sales it tells, at the location its place is mapped to. One whose place nobody mapped waits,
 * and one that intake refuses is kept with the reasons; either way it is whole or not there. Whatever order and repetition they come in, the
 * latest telling of each holds. All in the scope's transaction; at most some hundreds at once.
 * @returns how many wait or were refused
 */
export const takeOrders = async (venue: VenueScope, provider: string, arrived: readonly ArrivedOrder[]): Promise<number> => {
  const orders = latestOf(arrived)
  await meetPlaces(venue, provider, orders)
  const known = await lockOrders(venue, provider, orders)
  const newer = orders.filter(({ orderId, changedAt }) => (known.get(orderId)?.changedAt.getTime() ?? Number.POSITIVE_INFINITY) <= changedAt.getTime())
  await findCards(venue, provider, newer, known)
  const judged = newer.map((order) => judge(venue, provider, order, known.get(order.orderId) as KnownOrder))
  await refuseWhatIntakeRefuses(venue, judged)
  for (const [locationId, sendings] of byLocation(judged.flatMap(({ sendings }) => sendings)))
    await takeAll(
      venue,
      provider,
      locationId,
      sendings.map(({ sale }) => sale),
    )
  await noteOrders(venue, provider, judged)
  return judged.filter(({ state }) => state === 'waiting' || state === 'refused').length
}

/** Takes in what waits or was refused, by the locations that places are mapped to by now. @returns how many were tried */
export const takeWaiting = async (venue: VenueScope, provider: string, after: string, atMost: number): Promise<{ tried: number; last: string }> => {
  const { sql, venueId } = venue
  const rows = await sql<(Omit<ArrivedOrder, 'sales' | 'isTest'> & { told: OrderSale[] })[]>`
    select o.account_id as "accountId", o.order_id as "orderId", o.place_id as "placeId", p.name as "placeName", o.name, o.placed_at as "placedAt",
      o.changed_at as "changedAt", o.currency, o.total::float8 as total, o.told
    from online_order o join online_place p on p.venue_id = ${venueId} and p.provider = o.provider and p.account_id = o.account_id and p.place_id = o.place_id
    where o.venue_id = ${venueId} and o.provider = ${provider} and o.state in ('waiting', 'refused') and o.told is not null and p.location_id is not null
      and o.order_id > ${after} order by o.order_id limit ${atMost}`
  await takeOrders(
    venue,
    provider,
    rows.map(({ told, ...order }) => ({ ...order, sales: told })),
  )
  return { tried: rows.length, last: rows.at(-1)?.orderId ?? after }
}

const latestOf = (arrived: readonly ArrivedOrder[]): ArrivedOrder[] => {
  const latest = new Map<string, ArrivedOrder>()
  for (const order of arrived) {
    const other = latest.get(order.orderId)
    if (!other || other.changedAt.getTime() <= order.changedAt.getTime()) latest.set(order.orderId, order)
  }
  return [...latest.values()].sort((a, b) => (a.orderId < b.orderId ? -1 : 1))
}

const meetPlaces = async ({ sql, venueId }: VenueScope, provider: string, orders: readonly ArrivedOrder[]): Promise<void> => {
  const places = [...new Map(orders.map((order) => [`${order.accountId} ${order.placeId}`, order])).values()]
  if (places.length === 0) return
  await sql`
    insert into online_place (venue_id, provider, account_id, place_id, name)
    select ${venueId}, ${provider}, u.account, u.place, u.name from unnest(${texts(places.map(({ accountId }) => accountId))}::text[],
      ${texts(places.map(({ placeId }) => placeId))}::text[], ${texts(places.map(({ placeName }) => placeName))}::text[]) as u(account, place, name)
    order by u.account, u.place
    on conflict (venue_id, provider, account_id, place_id) do nothing returning 1`
}

/** Every order has its row, and nobody else takes it in meanwhile. */
const lockOrders = async ({ sql, venueId }: VenueScope, provider: string, orders: readonly ArrivedOrder[]): Promise<Map<string, KnownOrder>> => {
  if (orders.length === 0) return new Map()
  const ids = texts(orders.map(({ orderId }) => orderId))
  await sql`
    insert into online_order (venue_id, provider, order_id, account_id, place_id, name, placed_at, changed_at, currency, total, state)
    select ${venueId}, ${provider}, u.id, '', '', '', to_timestamp(0), to_timestamp(0), '', 0, 'waiting' from unnest(${ids}::text[]) as u(id) order by u.id
    on conflict (venue_id, provider, order_id) do nothing returning 1`
  const rows = await sql<Omit<KnownOrder, 'locationId'>[]>`
    select order_id as "orderId", changed_at as "changedAt", state, stored, card, customer_id as "customerId" from online_order
    where venue_id = ${venueId} and provider = ${provider} and order_id = any(${ids}::text[]) order by order_id for update`
  const places = await sql<{ name: string; locationId: number | null }[]>`
    select account_id || ' ' || place_id as name, location_id as "locationId" from online_place where venue_id = ${venueId} and provider = ${provider}
      and account_id = any(${texts([...new Set(orders.map(({ accountId }) => accountId))])}::text[])`
  const locationOf = new Map(places.map(({ name, locationId }) => [name, locationId]))
  const placeOf = new Map(orders.map(({ orderId, accountId, placeId }) => [orderId, `${accountId} ${placeId}`]))
  return new Map(rows.map((row) => [row.orderId, { ...row, locationId: locationOf.get(placeOf.get(row.orderId) ?? '') ?? null }]))
}

/** Finds the cards of orders that have none yet. */
const findCards = async (venue: VenueScope, provider: string, orders: readonly ArrivedOrder[], known: ReadonlyMap<string, KnownOrder>): Promise<void> => {
  const told = orders.flatMap((order) => (order.customer ? [{ ...order, customer: order.customer }] : []))
  const cards = await cardsOfCustomers(
    venue,
    provider,
    told.filter(({ orderId }) => known.get(orderId)?.card === null),
  )
  for (const { orderId, customer } of told) {
    const one = known.get(orderId)
    if (one) Object.assign(one, { customerId: customer.id, card: one.card ?? cards.get(orderId) ?? null })
  }
}

const contentOf = (sale: OrderSale): string => hash('sha256', JSON.stringify(sale), 'base64url').slice(0, 22)

const reason = (FieldName: string, ErrorCode: string, Message: string): FieldError => ({ FieldName, ErrorCode, Message })

const judge = ({ locations }: VenueScope, till: string, order: ArrivedOrder, { stored, locationId, card, customerId }: KnownOrder): Judged => {
  const kept = { order, card, customerId, stored, before: stored, sendings: [] }
  if (order.isTest) return { ...kept, state: 'left out', reasons: [] }
  if (order.reasons && order.reasons.length > 0) return { ...kept, state: 'refused', reasons: order.reasons }
  // Of a cancelled order nothing is to be counted anywhere: what stood of it is void where it stood.
  if (order.sales.length === 0) return { ...kept, state: 'taken', reasons: [], ...sendingsOf([], stored, { locationId: 0, till, contentOf }) }
  const location = locations.find((one) => one.locationId === locationId)
  if (!location || locationId === null) return { ...kept, state: 'waiting', reasons: [] }
  if (location.currency !== order.currency) {
    const words = `The order is in ${order.currency}, but ${location.name} trades in ${location.currency}. Daybook does not convert amounts.`
    return { ...kept, state: 'refused', reasons: [reason('Currency', 'OtherCurrency', words)] }
  }
  const sales = card === null ? order.sales : order.sales.map((sale) => ({ ...sale, LoyaltyCard: card }))
  return { ...kept, state: 'taken', reasons: [], ...sendingsOf(sales, stored, { locationId, till, contentOf }) }
}

/** An order one of whose sales intake would not take is not taken at all. */
const refuseWhatIntakeRefuses = async (venue: VenueScope, judged: readonly Judged[]): Promise<void> => {
  for (const [locationId, sendings] of byLocation(judged.flatMap((one) => one.sendings.map((sending) => ({ ...sending, one }))))) {
    const outcomes = await foresee(
      venue,
      locationId,
      sendings.map(({ sale }) => sale),
    )
    for (const { index, errors } of outcomes) {
      const one = sendings[index]?.one
      if (!one || errors.length === 0) continue
      one.state = 'refused'
      one.reasons = [...one.reasons, ...errors]
    }
  }
  for (const one of judged) if (one.state === 'refused') one.sendings = []
}

/** @throws where something is refused that was foreseen to be taken: everything is given up, and tried again */
const takeAll = async (venue: VenueScope, source: string, locationId: number, sales: readonly unknown[]): Promise<void> => {
  const outcomes = await takeSales(venue, { locationId, batchId: null, source, sales, anyAge: true })
  const odd = outcomes.find(({ status }) => status === 'rejected' || status === 'conflict')
  if (odd) throw new Error(`A sale of ${source} was ${odd.status}: ${odd.errors[0]?.Message ?? ''}`)
}

const byLocation = <T extends { locationId: number }>(sendings: readonly T[]): [number, T[]][] =>
  [...groupBy(sendings, ({ locationId }) => locationId)].sort(([a], [b]) => a - b)

const noteOrders = async ({ sql, venueId }: VenueScope, provider: string, judged: readonly Judged[]): Promise<void> => {
  if (judged.length === 0) return
  const rows = judged.map(({ order, card, customerId, state, reasons, stored, before }) => ({
    order_id: order.orderId,
    account_id: order.accountId,
    place_id: order.placeId,
    name: order.name,
    placed_at: order.placedAt,
    changed_at: order.changedAt,
    currency: order.currency,
    total: order.total,
    card,
    customer_id: customerId,
    state,
    reasons,
    // Of what could not be understood there is nothing to take in later.
    told: state === 'taken' || state === 'left out' || order.reasons?.length ? null : order.sales,
    // What was refused changes nothing of what stands.
    stored: state === 'refused' ? before : stored,
  }))
  // Every order has its row by now; written this way it is found by its key, however many there have become since the plan was made.
  await sql`
    insert into online_order (venue_id, provider, order_id, account_id, place_id, name, placed_at, changed_at, currency, total, state, reasons, told, stored, card,
      customer_id)
    select ${venueId}, ${provider}, u.order_id, u.account_id, u.place_id, u.name, u.placed_at, u.changed_at, u.currency, u.total, u.state, u.reasons,
      nullif(u.told, 'null'), u.stored, u.card, u.customer_id
    from jsonb_to_recordset(${sql.json(rows as never)}) as u(order_id text, account_id text, place_id text, name text, placed_at timestamptz, changed_at timestamptz,
      currency text, total bigint, state text, reasons jsonb, told jsonb, stored jsonb, card text, customer_id text) order by u.order_id
    on conflict (venue_id, provider, order_id) do update set account_id = excluded.account_id, place_id = excluded.place_id, name = excluded.name,
      placed_at = excluded.placed_at, changed_at = excluded.changed_at, currency = excluded.currency, total = excluded.total, state = excluded.state,
      reasons = excluded.reasons, told = excluded.told, stored = excluded.stored, card = excluded.card,
      customer_id = excluded.customer_id
    returning 1`
}
