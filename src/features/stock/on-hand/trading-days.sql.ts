import type { Span } from '#features/reports/kit/period.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'

/** The days of a span on which each location traded. */
export const tradingDaysOf = async ({ sql, venueId }: VenueScope, locationIds: readonly number[], { from, to }: Span): Promise<Map<number, Set<string>>> => {
  const rows = await sql<{ locationId: number; day: string }[]>`
    select location_id as "locationId", day from trading_day_state
    where venue_id = ${venueId} and location_id = any(${numbers(locationIds)}::int[]) and day between ${from} and ${to}`
  const traded = new Map<number, Set<string>>(locationIds.map((id) => [id, new Set()]))
  for (const { locationId, day } of rows) traded.get(locationId)?.add(day)
  return traded
}
