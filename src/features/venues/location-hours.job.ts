import { implementPeriodic } from '#platform/jobs.ts'
import { allVenueIds, workInVenue } from '#platform/venue-work.ts'
import { beginHours } from './change-locations.sql.ts'

/** Every quarter of an hour, so that a new zone or cut-off is in force when its first day begins. */
export const locationHoursJob = implementPeriodic('venues.location-hours', '1,16,31,46 * * * *', async ({ service }) => {
  for (const venueId of await allVenueIds(service.database)) await workInVenue(service.database, venueId, service.now(), beginHours)
})
