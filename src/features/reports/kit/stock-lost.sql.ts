import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import type { Span } from './period.rules.ts'

/** What stock of a location lost on a trading day, in minor units. */
interface LostOnDay {
  locationId: number
  day: string
  cost: number
}

/** Whether stock of these locations was ever counted, written off or adjusted: without that nobody knows what was lost. */
export const isStockKept = async ({ sql, venueId }: VenueScope, locationIds: readonly number[]): Promise<boolean> => {
  const ids = numbers(locationIds)
  const [row] = await sql<{ kept: boolean }[]>`
    select exists (select from stock_count c where c.venue_id = ${venueId} and c.location_id = any(${ids}::int[]) and c.source <> 'first')
      or exists (select from stock_movement m where m.venue_id = ${venueId} and m.location_id = any(${ids}::int[]) and m.kind in (2, 4)) as kept`
  return row?.kept ?? false
}

/** What was written off and adjusted in the cellar and what counts found missing, by day, at average cost; what was found too much is taken off. */
export const stockLost = async ({ sql, venueId }: VenueScope, locationIds: readonly number[], { from, to }: Span): Promise<LostOnDay[]> => {
  const ids = numbers(locationIds)
  return sql<LostOnDay[]>`
    select m.location_id as "locationId", m.day, (-sum(m.cost))::bigint as cost from stock_movement m
    where m.venue_id = ${venueId} and m.location_id = any(${ids}::int[]) and m.day between ${from} and ${to} and m.kind in (2, 4) group by 1, 2
    union all
    select c.location_id, c.day, sum(round((l.expected - l.qty)::numeric * l.average_cost / 100000000))::bigint
    from stock_count c join stock_count_line l on l.venue_id = ${venueId} and l.count_id = c.count_id
    where c.venue_id = ${venueId} and c.location_id = any(${ids}::int[]) and c.day between ${from} and ${to} and l.expected is not null and l.average_cost is not null
    group by 1, 2`
}
