import { MOVEMENT } from '#features/stock/movements.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import type { Moved, Received } from './stock-facts.rules.ts'

/**
 * Movements from a day on, and earlier ones after the latest count of their product. On the day of the count a movement with a later time is after it; one without a
 * time happened at the opening of its day, so the count has it already.
 */
export const movedSince = async (
  { sql, venueId }: VenueScope,
  locationIds: readonly number[],
  day: string,
  productIds?: readonly number[],
): Promise<Moved[]> => {
  const only = productIds ? sql`and s.product_id = any(${numbers(productIds)}::int[])` : sql``
  return sql<Moved[]>`
    select m.location_id as "locationId", m.product_id as "productId", m.day, m.kind, sum(m.qty)::bigint as qty, sum(m.cost)::bigint as cost,
      coalesce(m.day > s.counted_day or (m.day = s.counted_day and m.at > s.counted_at), false) as "isAfterCount"
    from stock_latest s join stock_movement m on m.venue_id = ${venueId} and m.location_id = s.location_id and m.product_id = s.product_id
      and m.day >= least(s.counted_day, ${day}::date)
    where s.venue_id = ${venueId} and s.location_id = any(${numbers(locationIds)}::int[]) ${only}
    group by 1, 2, 3, 4, 7`
}

/** So many days after the delivery an invoice may still come in and change the average cost. */
const LATEST_INVOICE_DAYS = 62

/**
 * Cost and quantity of what was delivered and entered after the latest count, whichever day it is of: what the average cost is made of besides what was counted. An invoice that
 * comes after the count it belongs before counts in the period in which it comes.
 */
export const receivedSinceCount = async ({ sql, venueId }: VenueScope, locationIds: readonly number[], productIds?: readonly number[]): Promise<Received[]> => {
  const ids = numbers(locationIds)
  const only = productIds ? sql`and s.product_id = any(${numbers(productIds)}::int[])` : sql``
  const latest = sql`stock_latest s left join stock_count c on c.venue_id = ${venueId} and c.count_id = s.count_id`
  const chosen = sql`s.venue_id = ${venueId} and s.location_id = any(${ids}::int[]) ${only}`
  const brought = sql`
    m.venue_id = ${venueId} and m.location_id = s.location_id and m.product_id = s.product_id and m.kind in (${MOVEMENT.purchase}, ${MOVEMENT.transfer})
      and (m.kind = ${MOVEMENT.purchase} or m.qty > 0)`
  const sums = sql`s.location_id as "locationId", s.product_id as "productId", sum(m.qty)::bigint as qty, sum(m.cost)::bigint as cost`
  // Two questions: what was counted needs the last months alone, and what never was all there is.
  return sql<Received[]>`
    select ${sums} from ${latest} join stock_movement m on ${brought}
    where ${chosen} and (c.count_id is null or c.source = 'first')
    group by 1, 2
    union all
    select ${sums} from ${latest} join stock_movement m on ${brought} and m.created_at > c.committed_at and m.day > s.counted_day - ${LATEST_INVOICE_DAYS}::int
      and m.location_id = any(${ids}::int[]) and m.day > (select min(s.counted_day) - ${LATEST_INVOICE_DAYS}::int from ${latest} where ${chosen} and c.source <> 'first')
    where ${chosen} and c.source <> 'first'
    group by 1, 2`
}
