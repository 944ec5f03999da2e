import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'

/** A link that waits for somebody. */
export interface BadLink {
  provider: string
  /** null: of the whole venue. */
  locationId: number | null
  hasEnded: boolean
  lastOkAt: Date | null
  since: Date
}

/** Links that stopped working for good, and those that were not read for a day; trouble that passes by itself is not among them. */
export const linksInTrouble = ({ sql, venueId, locations, now }: VenueScope, providers: readonly string[]): Promise<BadLink[]> =>
  sql<BadLink[]>`
    select provider, location_id as "locationId", status = 'attention' as "hasEnded", last_ok_at as "lastOkAt", coalesce(last_error_at, linked_at) as since
    from link where venue_id = ${venueId} and provider = any(${texts(providers)}::text[])
      and (location_id is null or location_id = any(${numbers(locations.map(({ locationId }) => locationId))}::int[]))
      and (status = 'attention' or (status = 'connected' and last_error is not null and (last_error = 'endless' or last_error_at < ${now}::timestamptz - interval '24 hours')))
    order by status, location_id nulls first, provider, link_id`.execute()
