import { workInVenue } from '#platform/access/venue-work.ts'
import type { Database } from '#platform/database/database.ts'
import { implementForVenues } from '#platform/jobs/jobs.ts'
import { addDays } from '#shared/day.ts'
import { keepHits } from './fraud-cases.sql.ts'
import { lastDay } from './fraud-check.report.ts'
import { askForDigests } from './fraud-digest.job.ts'
import { fraudRules } from './fraud-settings.sql.ts'
import type { Hit } from './hits.rules.ts'
import { hitsIn } from './hits.sql.ts'
import { keepFound } from './keep-found.job.ts'

/** What arrives late is looked at for as many days. */
const DAYS_AGAIN = 3

/**
 * Opens cases of what the last trading days show at a venue.
 * @returns how many are new
 */
export const openCases = (database: Database, venueId: number, now: Date): Promise<number> =>
  workInVenue(database, venueId, now, async (venue) => {
    await venue.sql.withoutTimeLimit()
    const today = lastDay(venue)
    const asked = { from: addDays(today, -DAYS_AGAIN), to: today, locationIds: venue.locations.map(({ locationId }) => locationId) }
    const { Rules } = await fraudRules(venue)
    const byCard = new Map<string, Hit[]>()
    for (const hit of await hitsIn(venue, asked, Rules)) byCard.set(hit.cardId, [...(byCard.get(hit.cardId) ?? []), hit])
    let opened = 0
    for (const [cardId, hits] of byCard) opened += (await keepHits(venue, cardId, hits))?.isNew ? 1 : 0
    return opened
  })

/** Every night, after the sums were checked; then those who asked are mailed what is new. */
export const fraudCasesJob = implementForVenues('long', 'loyalty.fraud-cases', '10 18 * * *', async ({ database, now }, venueId) => {
  await keepFound(database, venueId, now())
  await openCases(database, venueId, now())
  await askForDigests(database, venueId, now())
})
