import type { VenueScope } from '#platform/access/venue-scope.ts'
import { usualSignOffLimit } from '#shared/countries.ts'

/** The difference above which a sheet needs a reason and a second person, in major units. */
export const signOffLimit = async ({ sql, venueId, venue }: VenueScope): Promise<number> => {
  const [row] = await sql<{ limit: number | null }[]>`
    select (value->>'SignOffLimit')::float8 as limit from venue_setting where venue_id = ${venueId} and section = 'config'`
  return row?.limit ?? usualSignOffLimit(venue)
}
