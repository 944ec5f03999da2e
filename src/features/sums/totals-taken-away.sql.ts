import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Query } from '#platform/database/sql.ts'
import { texts } from '#platform/database/sql-arrays.ts'
import { DAY } from './running-totals.rules.ts'

/** What sales on these days make wrong: their own sums, and the running totals of all months that end on the first of them or later. */
export const totalsTakenAway = ({ sql, venueId }: VenueScope, locationId: number, days: readonly string[]): Query<readonly unknown[]> => {
  const first = [...days].sort()[0] ?? null
  return sql`
    delete from running_total where venue_id = ${venueId} and location_id = ${locationId} and day >= ${first}::date
      and (kind <> ${DAY} or day = any(${texts([...new Set(days)])}::date[]))`
}
