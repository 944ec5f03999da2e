import { linkSync } from '#integrations/link-work.contract.ts'
import { syncKey } from '#integrations/token-calls.routes.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addJobInItsTime } from '#platform/jobs/jobs.ts'
import { failure } from '#shared/failure.ts'
import { deliverectLink } from './deliverect-links.sql.ts'
import type { Work } from './deliverect-order.rules.ts'
import { keepAnswer, lockStates, type PlaceOfOrder, takeSalesOf } from './deliverect-orders.sql.ts'
import { afterAnswer, afterWork, type OrderState, salesOf, type TillAnswer } from './deliverect-states.rules.ts'
import type { TillContent } from './deliverect-till.rules.ts'

/** An order as it waits for the till of its location. */
export interface WaitingOrder {
  orderId: string
  name: string
  channel: number
  channelName: string
  placedAt: Date
  since: Date
  total: number
  orderType: string | null
  table: string | null
  isTest: boolean
  isCancelled: boolean
  content: TillContent | null
}

const HANDED_AT_ONCE = 100

/** Orders that the till of a location has not answered yet, the oldest first; one that was taken back meanwhile says so. */
export const ordersForTill = async ({ sql, venueId }: VenueScope, locationId: number): Promise<WaitingOrder[]> => sql<WaitingOrder[]>`
  select o.order_id as "orderId", o.name, o.channel, coalesce(c.name, '') as "channelName", o.placed_at as "placedAt", o.till_since as since, o.total::float8 as total,
    o.sale ->> 'OrderType' as "orderType", o.sale ->> 'Table' as "table", o.is_test as "isTest", o.is_cancelled as "isCancelled", o.content
  from deliverect_order o left join channel_commission c on c.venue_id = ${venueId} and c.location_id = o.location_id and c.channel = o.channel
  where o.venue_id = ${venueId} and o.location_id = ${locationId} and o.till in ('waiting', 'recalled')
  order by o.till_since, o.order_id limit ${HANDED_AT_ONCE}`

/**
 * Keeps what the till of a location answered to an order: refused, its sale is taken back and Deliverect hears that the location could not make
 * it; taken with a sale of the till's own, that one counts instead of ours.
 * @throws NotFound, OrderAnswered where the till said something else before
 */
export const answerOrder = (venue: VenueScope, locationId: number, orderId: string, answer: TillAnswer, terminal: string | null): Promise<void> =>
  changeAtTill(venue, locationId, orderId, (before) => afterAnswer(before, answer), { terminal, reason: answer.taken ? null : answer.reason })

/** Keeps how far the till of a location has come with an order, and has Deliverect told. @throws NotFound, OrderAnswered where the till refused it */
export const noteWork = (venue: VenueScope, locationId: number, orderId: string, work: Work): Promise<void> =>
  changeAtTill(venue, locationId, orderId, (before) => afterWork(before, work), { terminal: null, reason: null })

/** @throws NotFound for an order that was not handed to the tills of this location */
export const refuseUnknownOrder = async ({ sql, venueId }: VenueScope, locationId: number, orderId: string): Promise<void> => {
  const [place] = await sql<{ locationId: number }[]>`
    select location_id as "locationId" from deliverect_order where venue_id = ${venueId} and order_id = ${orderId} and till is not null`
  if (place?.locationId !== locationId) throw failure('NotFound')
}

const changeAtTill = async (
  venue: VenueScope,
  locationId: number,
  orderId: string,
  change: (before: OrderState) => OrderState | undefined,
  said: { terminal: string | null; reason: string | null },
): Promise<void> => {
  const { sql, venueId } = venue
  await refuseUnknownOrder(venue, locationId, orderId)
  const before = (await lockStates(venue, [orderId])).get(orderId)
  if (!before) throw failure('NotFound')
  const after = change(before)
  if (!after) throw failure('OrderAnswered')
  if (after === before) return
  await keepAnswer(venue, after, said)
  const currency = venue.locations.find((one) => one.locationId === locationId)?.currency ?? venue.venue.currency
  const from = salesOf(after).length < salesOf(before).length ? await placeOfOrder(venue, orderId) : undefined
  if (from) await takeSalesOf(venue, from, currency, [after])
  const account = await deliverectLink(venue, locationId)
  if (account) await addJobInItsTime(sql, linkSync, { VenueId: venueId, LinkId: account.linkId }, syncKey(venueId, account.linkId))
}

/** Where an order came from, whatever its location is linked with by now. */
const placeOfOrder = async ({ sql, venueId }: VenueScope, orderId: string): Promise<PlaceOfOrder | undefined> => {
  const [row] = await sql<PlaceOfOrder[]>`
    select o.account_id as "deliverectId", o.place_id as "deliverectLocationId", coalesce(p.name, '') as name from online_order o
    left join online_place p on p.venue_id = ${venueId} and p.provider = o.provider and p.account_id = o.account_id and p.place_id = o.place_id
    where o.venue_id = ${venueId} and o.provider = 'Deliverect' and o.order_id = ${orderId}`
  return row
}

const CONTENTS_KEPT_HOURS = 48

/** Persons of orders that no till asked for are forgotten after two days. */
export const forgetContents = async ({ sql, venueId, now }: VenueScope): Promise<void> => {
  await sql`
    update deliverect_order set content = null where venue_id = ${venueId} and content is not null
      and till_since < ${new Date(now.getTime() - CONTENTS_KEPT_HOURS * 3_600_000)} returning 1`
}
