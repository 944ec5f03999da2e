import { type ArrivedOrder, takeOrders } from '#integrations/online-orders/take-orders.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { putWebhooksAside, replayWebhooks, waitingBodies, webhooksDone } from '#platform/web/webhook-store.ts'
import { decimalsOf } from '#shared/money.ts'
import { calendarOf, tradingTime } from '#shared/trading-day.ts'
import { accountOf, type NamedAccount } from './deliverect-accounts.rules.ts'
import { OrderHead } from './deliverect-order.rules.ts'
import { understoodOrder } from './deliverect-sale.rules.ts'
import { afterTelling, type OrderState, salesOf, type Telling } from './deliverect-states.rules.ts'
import { withTaxInPrices } from './deliverect-tax.rules.ts'
import { taxRatesOf } from './deliverect-tax.sql.ts'
import type { TillContent } from './deliverect-till.rules.ts'

/** The link whose orders are worked off. */
export interface OrdersOf extends NamedAccount {
  linkId: string
  locationId: number
}

interface Read extends Telling {
  eventId: string
}

/**
 * Works off what arrived for a location: each order stands as Deliverect tells it, its sale is taken in, and what Deliverect is to be told of it
 * is noted, all in one transaction.
 * @param atMost how many tellings
 * @returns whether more may be waiting
 */
export const takeArrivals = async (venue: VenueScope, link: OrdersOf, atMost: number): Promise<boolean> => {
  const { sql, venueId, locations } = venue
  await sql`select pg_advisory_xact_lock(hashtextextended(${`deliverect orders ${venueId} ${link.linkId}`}, 0))`
  const waiting = await waitingBodies(sql, venueId, link.linkId, atMost)
  const currency = locations.find(({ locationId }) => locationId === link.locationId)?.currency ?? venue.venue.currency
  const read = waiting.flatMap(({ eventId, body, receivedAt }): Read[] => {
    if (body === null) return []
    const sent: unknown = JSON.parse(body)
    const { _id, status } = OrderHead.parse(sent)
    return [{ eventId, status, order: { ...understoodOrder(sent, decimalsOf(currency), receivedAt), orderId: _id } }]
  })
  const tellings = await withTax(venue, link.locationId, currency, read)
  const before = await lockStates(
    venue,
    tellings.map(({ order }) => order.orderId),
  )
  const after = new Map<string, OrderState>()
  const contents = new Map<string, TillContent>()
  for (const telling of tellings) {
    const { orderId, content } = telling.order
    const known = after.get(orderId) ?? before.get(orderId)
    const state = afterTelling(known, telling, link.sendToLocation)
    after.set(orderId, state)
    if (state.till === 'waiting' && known?.till !== 'waiting' && content) contents.set(orderId, content)
  }
  const changed = [...after.values()].filter((state) => state !== before.get(state.orderId))
  await keepStates(venue, link.locationId, changed, contents)
  await takeSalesOf(venue, link, currency, changed)
  const unreadable = tellings.filter(({ order }) => order.content === undefined).map(({ eventId }) => eventId)
  await putWebhooksAside(sql, 'Deliverect', unreadable)
  await webhooksDone(
    sql,
    'Deliverect',
    waiting.map(({ eventId }) => eventId).filter((eventId) => !unreadable.includes(eventId)),
  )
  return waiting.length === atMost
}

/** The same tellings, with the tax that is in the prices of their orders as far as Deliverect says what it is. */
const withTax = async (venue: VenueScope, locationId: number, currency: string, read: readonly Read[]): Promise<Read[]> => {
  const rates = await taxRatesOf(
    venue,
    locationId,
    read.map(({ order }) => order.sale),
  )
  return read.map((one) => ({ ...one, order: { ...one.order, sale: one.order.sale && withTaxInPrices(one.order.sale, currency, rates) } }))
}

/** Where orders come from, in Deliverect's words. */
export type PlaceOfOrder = Pick<NamedAccount, 'deliverectId' | 'deliverectLocationId' | 'name'>

/** Has the sales of orders be what they are by now. */
export const takeSalesOf = async (
  venue: VenueScope,
  { deliverectId: accountId, deliverectLocationId: placeId, name }: PlaceOfOrder,
  currency: string,
  states: readonly OrderState[],
): Promise<void> => {
  const arrived = states
    .filter(({ isKnown, reasons }) => isKnown || reasons.length > 0)
    .map(
      (state): ArrivedOrder => ({
        accountId,
        placeId,
        placeName: name || placeId,
        orderId: state.orderId,
        name: state.name || state.orderId,
        placedAt: state.placedAt,
        changedAt: venue.now,
        currency,
        total: state.total,
        sales: salesOf(state),
        isTest: state.isTest,
        reasons: state.isCancelled ? [] : state.reasons,
      }),
    )
  if (arrived.length > 0) await takeOrders(venue, 'Deliverect', arrived)
}

type StateRow = Omit<OrderState, 'orderId'> & { orderId: string }

/** How orders stand, held by nobody else until the transaction ends. */
export const lockStates = async ({ sql, venueId }: VenueScope, orderIds: readonly string[]): Promise<Map<string, OrderState>> => {
  const rows = await sql<StateRow[]>`
    select order_id as "orderId", is_known as "isKnown", is_cancelled as "isCancelled", channel, name, placed_at as "placedAt", total::float8 as total,
      commission_base::float8 as "commissionBase", sale, reasons, is_test as "isTest", to_tell as "toTell", told, till, till_sale as "tillSale"
    from deliverect_order where venue_id = ${venueId} and order_id = any(${texts([...new Set(orderIds)])}::text[]) order by order_id for update`
  return new Map(rows.map((row) => [row.orderId, row]))
}

/** Keeps how orders stand. A new one has the channel's commission of now, and names what no product of the venue is. */
const keepStates = async (venue: VenueScope, locationId: number, states: readonly OrderState[], contents: ReadonlyMap<string, TillContent>): Promise<void> => {
  const { sql, venueId, now } = venue
  if (states.length === 0) return
  const known = await knownPlus(venue, states)
  const place = venue.locations.find((one) => one.locationId === locationId)
  const rows = states.map(({ orderId, placedAt, ...state }) => ({
    order_id: orderId,
    placed_at: placedAt,
    business_date: place ? tradingTime(placedAt.getTime(), calendarOf(place)).businessDate : placedAt.toISOString().slice(0, 10),
    is_known: state.isKnown,
    is_cancelled: state.isCancelled,
    channel: state.channel,
    name: state.name,
    total: state.total,
    commission_base: state.commissionBase,
    sale: state.sale,
    reasons: state.reasons,
    is_test: state.isTest,
    unknown: plusOf(state).filter((plu) => !known.has(plu)),
    to_tell: state.toTell,
    till: state.till,
    content: contents.get(orderId) ?? null,
  }))
  await sql`
    insert into channel_commission (venue_id, location_id, channel)
    select ${venueId}, ${locationId}, u.channel from unnest(${numbers([...new Set(states.filter(({ isKnown }) => isKnown).map(({ channel }) => channel))])}::int[]) as u(channel)
    order by u.channel on conflict (venue_id, location_id, channel) do nothing returning 1`
  await sql`
    insert into deliverect_order as o (venue_id, order_id, location_id, placed_at, business_date, is_known, is_cancelled, channel, name, total, commission_base, commission_percent,
      sale, reasons, is_test, unknown, to_tell, till, till_since, content)
    select ${venueId}, u.order_id, ${locationId}, u.placed_at, u.business_date, u.is_known, u.is_cancelled, u.channel, u.name, u.total, u.commission_base, c.percent,
      nullif(u.sale, 'null'), u.reasons, u.is_test, u.unknown, u.to_tell, u.till, case when u.till is not null then ${now}::timestamptz end, nullif(u.content, 'null')
    from jsonb_to_recordset(${sql.json(rows as never)}) as u(order_id text, placed_at timestamptz, business_date date, is_known boolean, is_cancelled boolean, channel int, name text,
      total bigint, commission_base bigint, sale jsonb, reasons jsonb, is_test boolean, unknown text[], to_tell jsonb, till text, content jsonb)
    left join channel_commission c on c.venue_id = ${venueId} and c.location_id = ${locationId} and c.channel = u.channel
    order by u.order_id
    on conflict (venue_id, order_id) do update set placed_at = excluded.placed_at, business_date = excluded.business_date, is_known = excluded.is_known, is_cancelled = excluded.is_cancelled,
      channel = excluded.channel, name = excluded.name, total = excluded.total, commission_base = excluded.commission_base,
      commission_percent = coalesce(o.commission_percent, excluded.commission_percent), sale = excluded.sale, reasons = excluded.reasons, is_test = excluded.is_test,
      unknown = case when o.is_known then o.unknown else excluded.unknown end, to_tell = excluded.to_tell, till = excluded.till,
      till_since = case when o.till is distinct from excluded.till then excluded.till_since else o.till_since end,
      content = coalesce(excluded.content, o.content)
    returning 1`
}

const plusOf = ({ sale }: Pick<OrderState, 'sale'>): string[] => [...new Set((sale?.Lines ?? []).flatMap(({ Plu }) => (Plu ? [Plu] : [])))]

const knownPlus = async ({ sql, venueId }: VenueScope, states: readonly OrderState[]): Promise<Set<string>> => {
  const plus = [...new Set(states.flatMap(plusOf))]
  if (plus.length === 0) return new Set()
  const rows = await sql<{ plu: string }[]>`select plu from product where venue_id = ${venueId} and plu = any(${texts(plus)}::text[])`
  return new Set(rows.map(({ plu }) => plu))
}

/** Keeps what a till answered, in the transaction that looked at how the order stood. What it was handed is deleted. */
export const keepAnswer = async (
  { sql, venueId }: VenueScope,
  { orderId, isCancelled, toTell, till, tillSale }: OrderState,
  { terminal, reason }: { terminal: string | null; reason: string | null },
): Promise<void> => {
  await sql`
    update deliverect_order set is_cancelled = ${isCancelled}, to_tell = ${sql.json(toTell as never)}, till = ${till}, till_sale = ${tillSale},
      till_terminal = coalesce(${terminal}, till_terminal), till_reason = coalesce(${reason}, till_reason), content = null
    where venue_id = ${venueId} and order_id = ${orderId} returning 1`
}

/** An order of which Deliverect is still to be told something. */
export interface Untold {
  orderId: string
  toTell: { Status: number; Reason?: string }[]
}

/** The orders of a location that Deliverect is still to be told of, the oldest first. @param after leaves out so many of them */
export const untoldOrders = async ({ sql, venueId }: VenueScope, locationId: number, { after, atMost }: { after: number; atMost: number }): Promise<Untold[]> =>
  sql<Untold[]>`
  select order_id as "orderId", to_tell as "toTell" from deliverect_order
  where venue_id = ${venueId} and location_id = ${locationId} and to_tell <> '[]' order by placed_at, order_id limit ${atMost} offset ${after}`

/** Deliverect was told: what is left to be told of an order is what was noted since. @param refused how it answered, where it did not take it */
export const noteTold = async (
  { sql, venueId }: VenueScope,
  told: readonly { orderId: string; status: number; refused: number | undefined }[],
): Promise<void> => {
  for (const { orderId, status, refused } of told)
    await sql`
      update deliverect_order set told = case when ${refused ?? null}::int is null then ${status}::int else told end, tell_refused = ${refused ?? null},
        to_tell = case when to_tell -> 0 ->> 'Status' = ${String(status)} then to_tell - 0 else to_tell end
      where venue_id = ${venueId} and order_id = ${orderId} returning 1`
}

/** A location was linked: what arrived for it before, and waited for somebody to say so, is worked off now. */
export const takeUpOrders = async ({ sql, venueId }: VenueScope, named: Pick<NamedAccount, 'deliverectId' | 'deliverectLocationId'>): Promise<void> => {
  await replayWebhooks(sql, 'Deliverect', { accountId: accountOf(named), venueId, keptWhole: true })
}

/** Until when a location takes no orders; null where it is not paused. The pause is that of its storefront. */
export const pausedUntil = async ({ sql, venueId }: VenueScope, locationId: number): Promise<Date | null> => {
  const [row] = await sql<{ until: Date | null }[]>`
    select paused_until as until from location_marketplace where venue_id = ${venueId} and location_id = ${locationId}`
  return row?.until ?? null
}

const TRIED_MS = 5 * 60_000

/**
 * The telling that stands first cannot be worked off. Once it was tried for five minutes it is put aside whole, so that those behind it can.
 * @returns its name, if it was put aside
 */
export const putFirstAside = async ({ sql, venueId, now }: VenueScope, linkId: string): Promise<string | undefined> => {
  const [first] = await waitingBodies(sql, venueId, linkId, 1)
  if (!first || now.getTime() - first.receivedAt.getTime() < TRIED_MS) return undefined
  await putWebhooksAside(sql, 'Deliverect', [first.eventId])
  return first.eventId
}
