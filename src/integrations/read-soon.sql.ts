import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addJobInItsTime } from '#platform/jobs/jobs.ts'
import type { LinkedProvider } from './link.contract.ts'
import { openLinks } from './link.sql.ts'
import { linkSync } from './link-work.contract.ts'
import { syncKey } from './token-calls.routes.ts'

/** Has the account of a location read and told soon, where it is linked; a pause that its provider asked for stays. */
export const readSoonAt = async (venue: VenueScope, provider: LinkedProvider, locationId: number): Promise<void> => {
  const link = (await openLinks(venue, provider)).find((one) => one.locationId === locationId)
  if (link) await addJobInItsTime(venue.sql, linkSync, { VenueId: venue.venueId, LinkId: link.linkId }, syncKey(venue.venueId, link.linkId))
}
