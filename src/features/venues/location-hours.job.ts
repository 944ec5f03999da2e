import { workInVenue } from '#platform/access/venue-work.ts'
import { implementForVenues } from '#platform/jobs/jobs.ts'
import { beginHours } from './change-locations.sql.ts'

/** Every quarter of an hour, so that a new zone or cut-off is in force when its first day begins. */
export const locationHoursJob = implementForVenues('soon', 'venues.location-hours', '1,16,31,46 * * * *', (service, venueId) =>
  workInVenue(service.database, venueId, service.now(), beginHours),
)
