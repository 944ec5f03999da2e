import type { Database } from '#platform/database.ts'
import { implementPeriodic } from '#platform/jobs.ts'
import { allVenueIds, workInVenue } from '#platform/venue-work.ts'
import { sumProductDays, unsummedMonths } from './product-days.sql.ts'

const DAY_MS = 86_400_000

/**
 * Adds up the products of a venue's days that are over, a location's month at a time.
 * @returns how many months had something to add up
 */
export const sumProductsOfVenue = async (database: Database, venueId: number, now: Date): Promise<number> => {
  // Yesterday is over, or nearly, wherever on earth the venue is.
  const upTo = new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10)
  const months = await workInVenue(database, venueId, now, (venue) => unsummedMonths(venue, upTo))
  for (const month of months) await workInVenue(database, venueId, now, (venue) => sumProductDays(venue, month, upTo))
  return months.length
}

/** Every hour, so that what came late or was imported is soon as quick to read as the rest. */
export const productDaysJob = implementPeriodic('intake.product-days', '25 * * * *', async ({ service }) => {
  for (const venueId of await allVenueIds(service.database)) await sumProductsOfVenue(service.database, venueId, service.now())
})
