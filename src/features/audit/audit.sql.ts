import { isSeenEmployee } from '#platform/access/seen-employees.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { likeText, provedTrail, type TrailPosition, type TrailRow, trailRows, type WantedInTrail } from '#platform/audit/audit-trail.sql.ts'
import type { Query } from '#platform/database/sql.ts'

/**
 * Rows of the venue's trail, newest first, without those of fraud cases about the reader. Whoever does not hold every location is not shown rows whose particulars name one that is not
 * theirs: any number under a name with "location" in it is taken for a location, and so is the one a changed field of a location begins with.
 * @param isHidden whether a row `a` is left out
 */
export const trailPage = (
  venue: VenueScope,
  wanted: WantedInTrail,
  after: TrailPosition | undefined,
  limit: number,
  isHidden: Query<readonly unknown[]>,
): Promise<TrailRow[]> => {
  const { sql, venueId, allLocations } = venue
  const granted = venue.locations.map(({ locationId }) => locationId)
  const seen = sql`not exists (
    select from jsonb_each(a.detail) d, regexp_matches(case when d.key ilike '%location%' then d.value::text else substring(d.key from '^\\d+ ') end, '\\d+', 'g') as named(digits)
    where (d.key ilike '%location%' or a.action = 'venue.locations-changed') and named.digits[1]::numeric <> all(${granted}::numeric[]))`
  const { search } = wanted
  return trailRows(sql, venueId, wanted, after, limit, {
    seen: sql`not ${isHidden} ${allLocations ? sql`` : sql`and ${seen}`}`,
    ...(search === undefined ? {} : { alsoFound: isAboutSomeone(venue, search) }),
  })
}

/** Rows about an employee keep the number: whoever looks for a name means them too. */
const isAboutSomeone = (venue: VenueScope, search: string) => {
  const { sql, venueId } = venue
  return sql`(a.action ~ '^(employee|impersonation|invitation)\\.' and exists (
    select from employee e where e.venue_id = ${venueId} and e.employee_id::text = a.subject and e.display_name ilike ${likeText(search)} and ${isSeenEmployee(venue)}))`
}

/** What employees of the venue are called, as far as they exist for the reader. */
export const employeeNames = async (venue: VenueScope, employeeIds: readonly number[]): Promise<Map<number, string>> => {
  if (employeeIds.length === 0) return new Map()
  const { sql, venueId } = venue
  const rows = await sql<{ employee_id: number; display_name: string }[]>`
    select e.employee_id, e.display_name from employee e
    where e.venue_id = ${venueId} and e.employee_id = any(${[...employeeIds]}::int[]) and ${isSeenEmployee(venue)}`
  return new Map(rows.map(({ employee_id, display_name }) => [employee_id, display_name]))
}

/** Walks the newest links of the venue's chain. */
export const trailProof = async (venue: VenueScope) => ({ ...(await provedTrail(venue.sql, venue.venueId)), AsAt: venue.now.toISOString() })
