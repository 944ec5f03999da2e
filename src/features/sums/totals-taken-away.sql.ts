import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Query } from '#platform/database/sql.ts'
import { texts } from '#platform/database/sql-arrays.ts'
import { RUN_KIND } from './running-totals.rules.ts'

/** What sales on these days make wrong: running totals of their months from that day on, and all since the first trade that end later. */
export const totalsTakenAway = ({ sql, venueId }: VenueScope, locationId: number, days: readonly string[]): Query<readonly unknown[]> => {
  const first = [...days].sort()[0] ?? null
  const months = [...new Set(days.map((day) => `${day.slice(0, 7)}-01`))].sort()
  return sql`delete from running_total where venue_id = ${venueId} and location_id = ${locationId} and day >= ${first}::date
    and (kind <> ${RUN_KIND.month} or date_trunc('month', day::timestamp)::date = any(${texts(months)}::date[]))`
}
