import type { Database } from '#platform/database.ts'
import { implementPeriodic } from '#platform/jobs.ts'
import { allVenueIds, workInVenue } from '#platform/venue-work.ts'
import { daysWithoutCovers, keepCovers } from './kept-covers.sql.ts'
import { packGuests, unpackedGuests } from './packed-guests.sql.ts'
import { packItems, unpackedItems } from './packed-items.sql.ts'
import { packMonth, unpackedMonths } from './packed-months.sql.ts'
import { packVisits } from './packed-visits.sql.ts'
import { layByProduct, sumProductDays, unsummedMonths } from './product-days.sql.ts'
import { incompleteTotals, makeTotals } from './running-totals.sql.ts'
import { lastDayOver } from './trading-day.rules.ts'
import { noteHours } from './trading-hours.sql.ts'
import { incompleteVenueTotals, makeVenueTotals } from './venue-totals.sql.ts'

/**
 * Makes a venue's days that are over quick to read: their hours are noted, their products added up, whole months packed, the
 * days of a month's products laid side by side and packed by the product, who came packed as well and their visits counted by the day, and running totals made, last
 * those of all places together. A location's month at a time;
 * what came late or was imported since is done again.
 * @returns how many months had something to do
 */
export const closeDaysOfVenue = async (database: Database, venueId: number, now: Date): Promise<number> => {
  const upTo = await workInVenue(database, venueId, now, async ({ locations }) => lastDayOver(now, locations))
  if (upTo === undefined) return 0
  const [unsummed, unpacked, unseated] = await workInVenue(database, venueId, now, async (venue) => [
    await unsummedMonths(venue, upTo),
    await unpackedMonths(venue, upTo),
    await unpackedGuests(venue, upTo),
  ])
  await workInVenue(database, venueId, now, (venue) => noteHours(venue, upTo))
  const withoutCovers = await workInVenue(database, venueId, now, (venue) => daysWithoutCovers(venue))
  for (const day of withoutCovers) await workInVenue(database, venueId, now, (venue) => keepCovers(venue, day))
  for (const month of unsummed) await workInVenue(database, venueId, now, (venue) => sumProductDays(venue, month, upTo))
  for (const month of unpacked) {
    await workInVenue(database, venueId, now, (venue) => layByProduct(venue, month))
    await workInVenue(database, venueId, now, (venue) => packMonth(venue, month))
  }
  const itemless = await workInVenue(database, venueId, now, (venue) => unpackedItems(venue))
  for (const month of itemless) await workInVenue(database, venueId, now, (venue) => packItems(venue, month))
  for (const month of unseated) await workInVenue(database, venueId, now, (venue) => packGuests(venue, month, upTo))
  const counted = await workInVenue(database, venueId, now, (venue) => packVisits(venue, upTo))
  const incomplete = await workInVenue(database, venueId, now, (venue) => incompleteTotals(venue, upTo))
  for (const month of incomplete) await workInVenue(database, venueId, now, (venue) => makeTotals(venue, month))
  const apart = await workInVenue(database, venueId, now, (venue) => incompleteVenueTotals(venue, upTo))
  for (const month of apart) await workInVenue(database, venueId, now, (venue) => makeVenueTotals(venue, month))
  return unsummed.length + unpacked.length + itemless.length + unseated.length + counted + incomplete.length + apart.length
}

/** Every hour, so that what came late is soon as quick to read as the rest. */
export const closedDaysJob = implementPeriodic('intake.closed-days', '25 * * * *', async ({ service }) => {
  for (const venueId of await allVenueIds(service.database)) await closeDaysOfVenue(service.database, venueId, service.now())
})
