import { DIM, GRAIN } from '#features/sums/rollup.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'

/** The tills that ever sold at these locations, by their codes. */
export const tillsSoldAt = ({ sql, venueId }: VenueScope, locationIds: readonly number[]): Promise<{ locationId: number; code: string }[]> =>
  sql<{ locationId: number; code: string }[]>`
    select distinct r.location_id as "locationId", d.code from rollup r join dimension_key d on d.venue_id = ${venueId} and d.key = r.key
    where r.venue_id = ${venueId} and r.grain = ${GRAIN.year} and r.dim = ${DIM.terminal} and r.location_id = any(${[...locationIds]}::int[])
    order by r.location_id, d.code`.then((rows) => [...rows])
