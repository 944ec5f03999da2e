import type { Span } from '#features/reports/kit/period.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import type { CostOfDay } from './cost-days.rules.ts'

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
