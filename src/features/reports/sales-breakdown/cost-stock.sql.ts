import type { Span } from '#features/reports/kit/period.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import type { CostOfDay } from './cost-days.rules.ts'

/** Whether stock of these locations was ever counted, written off or adjusted: without that nobody knows what was lost. */
export const isStockKept = async ({ sql, venueId }: VenueScope, locationIds: readonly number[]): Promise<boolean> => {
  const ids = numbers(locationIds)
  const [row] = await sql<{ kept: boolean }[]>`
    select exists (select from stock_count c where c.venue_id = ${venueId} and c.location_id = any(${ids}::int[]) and c.source <> 'first')
      or exists (select from stock_movement m where m.venue_id = ${venueId} and m.location_id = any(${ids}::int[]) and m.kind in (2, 4)) as kept`
  return row?.kept ?? false
}

/** What was written off and adjusted in the cellar and what counts found missing, by day, at average cost; what was found too much is taken off. */
export const stockLost = async ({ sql, venueId }: VenueScope, locationIds: readonly number[], { from, to }: Span): Promise<CostOfDay[]> => {
  const ids = numbers(locationIds)
  return sql<CostOfDay[]>`
    select m.location_id as "locationId", m.day, (-sum(m.cost))::bigint as cost from stock_movement m
    where m.venue_id = ${venueId} and m.location_id = any(${ids}::int[]) and m.day between ${from} and ${to} and m.kind in (2, 4) group by 1, 2
    union all
    select c.location_id, c.day, sum(round((l.expected - l.qty)::numeric * l.average_cost / 100000000))::bigint
    from stock_count c join stock_count_line l on l.venue_id = ${venueId} and l.count_id = c.count_id
    where c.venue_id = ${venueId} and c.location_id = any(${ids}::int[]) and c.day between ${from} and ${to} and l.expected is not null and l.average_cost is not null
    group by 1, 2`
}

/** Whether orders of a delivery channel ever came in for these locations. */
export const isDelivered = async ({ sql, venueId }: VenueScope, locationIds: readonly number[]): Promise<boolean> => {
  const [row] = await sql<{ there: boolean }[]>`
    select exists (select from deliverect_order o where o.venue_id = ${venueId} and o.location_id = any(${numbers(locationIds)}::int[]) and not o.is_test) as there`
  return row?.there ?? false
}

/** What delivery channels keep of their orders, by the trading day each was placed on: the percentage of its channel at that time. */
export const commissionKept = async ({ sql, venueId }: VenueScope, locationIds: readonly number[], { from, to }: Span): Promise<CostOfDay[]> =>
  sql<CostOfDay[]>`
    select * from (
      select o.location_id as "locationId", ((o.placed_at at time zone l.time_zone) - l.day_start::interval)::date as day,
        sum(round(o.commission_base * o.commission_percent / 100))::bigint as cost
      from deliverect_order o join location l on l.venue_id = ${venueId} and l.location_id = o.location_id
      where o.venue_id = ${venueId} and o.location_id = any(${numbers(locationIds)}::int[]) and not o.is_test and not o.is_cancelled and o.reasons = '[]'
        and o.commission_percent is not null and o.placed_at between ${from}::date - 2 and ${to}::date + 3
      group by 1, 2) as placed where day between ${from} and ${to}`
