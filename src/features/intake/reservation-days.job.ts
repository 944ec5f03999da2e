import { workInVenue } from '#platform/access/venue-work.ts'
import { implementForVenues } from '#platform/jobs/jobs.ts'
import { recountDays } from './take-reservations.sql.ts'

/** Every hour: days of reservations whose counts another version wrote, or that are broken, are counted anew. */
export const reservationDaysJob = implementForVenues('long', 'reports.reservation-days', '35 * * * *', async ({ database, now }, venueId) => {
  while ((await workInVenue(database, venueId, now(), recountDays)) > 0);
})
