import { CODE_DIM } from '#features/sums/rollup.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Method } from './till.rules.ts'

/** How each media pays, by its key: several card schemes are one method. */
export const methodsOfMedia = async ({ sql, venueId }: VenueScope): Promise<Map<number, Method>> => {
  const rows = await sql<{ key: number; method: Method }[]>`
    select key, coalesce(detail->>'Method', 'Other') as method from dimension_key where venue_id = ${venueId} and dim = ${CODE_DIM.media}`
  return new Map(rows.map(({ key, method }) => [key, method]))
}
