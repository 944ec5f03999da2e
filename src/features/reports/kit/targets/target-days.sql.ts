import type { Span } from '#features/reports/kit/period.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import { monthStart } from '#shared/day.ts'
import { TargetDays, type TargetMonth } from './target-days.rules.ts'

/** The targets of locations on the days of a span. */
export const targetDays = async ({ sql, venueId }: VenueScope, locationIds: readonly number[], { from, to }: Span): Promise<TargetDays> =>
  new TargetDays(
    await sql<TargetMonth[]>`
      select location_id as "locationId", month, days from target
      where venue_id = ${venueId} and location_id = any(${numbers(locationIds)}::int[]) and month between ${monthStart(from)}::date and ${to}::date`,
  )
