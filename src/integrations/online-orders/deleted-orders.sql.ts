import type { VenueScope } from '#platform/access/venue-scope.ts'
import { texts } from '#platform/database/sql-arrays.ts'
import { type ArrivedOrder, takeOrders } from './take-orders.sql.ts'

/** Of an order that stands for something: it is counted somewhere, or waits to be. */
const standing = ({ sql }: VenueScope) => sql`(o.state in ('waiting', 'refused') or jsonb_path_exists(o.stored, '$[*] ? (@.content != "")'))`

/**
 * Orders were deleted at their provider: nothing of them is counted any more or waits, and the trail says why. What is void already, and what was
 * never met, stays as it is.
 */
export const voidDeletedOrders = async (venue: VenueScope, provider: string, accountId: string, orderIds: readonly string[]): Promise<void> => {
  if (orderIds.length === 0) return
  const { sql, venueId } = venue
  const rows = await sql<Omit<ArrivedOrder, 'sales' | 'total'>[]>`
    select o.account_id as "accountId", o.order_id as "orderId", o.place_id as "placeId", coalesce(p.name, o.place_id) as "placeName", o.name,
      o.placed_at as "placedAt", o.changed_at as "changedAt", o.currency
    from online_order o left join online_place p on p.venue_id = ${venueId} and p.provider = o.provider and p.account_id = o.account_id and p.place_id = o.place_id
    where o.venue_id = ${venueId} and o.provider = ${provider} and o.account_id = ${accountId} and o.order_id = any(${texts(orderIds)}::text[])
      and ${standing(venue)} order by o.order_id`
  await takeOrders(
    venue,
    provider,
    rows.map((row) => ({ ...row, total: 0, sales: [] })),
  )
  for (const { name, placeName } of rows) await venue.audit({ action: 'online.deleted', subject: provider, detail: { Orders: name, Place: placeName } })
}

/** Orders of an account, placed since a moment, that stand for something, by their ids. @param after goes on after this id */
export const standingOrders = async (
  venue: VenueScope,
  provider: string,
  { accountId, since, after, atMost }: { accountId: string; since: Date; after: string; atMost: number },
): Promise<string[]> => {
  const rows = await venue.sql<{ id: string }[]>`
    select o.order_id as id from online_order o
    where o.venue_id = ${venue.venueId} and o.provider = ${provider} and o.account_id = ${accountId} and o.placed_at >= ${since} and o.order_id > ${after}
      and ${standing(venue)} order by o.order_id limit ${atMost}`
  return rows.map(({ id }) => id)
}
