import { workInVenue } from '#platform/access/venue-work.ts'
import type { Database } from '#platform/database/database.ts'
import { implementJob } from '#platform/jobs/jobs.ts'
import { addDays } from '#shared/day.ts'
import { lastDayOver } from '#shared/trading-day.ts'
import { fraudRulesChanged } from './fraud.contract.ts'
import { fraudRules } from './fraud-settings.sql.ts'
import { isLedgerComplete } from './looked-at.sql.ts'
import { storeFound } from './stored-hits.sql.ts'

/** As many days are stored at once: the longest range that may be asked for, and the month before it. */
const STORED_DAYS = 122

/** Looks through the days of a venue that are over and were not looked through, or changed since, and stores what is found, to be read quickly. */
export const keepFound = (database: Database, venueId: number, now: Date): Promise<void> =>
  workInVenue(database, venueId, now, async (venue) => {
    const to = lastDayOver(venue.now, venue.locations)
    if (to === undefined || !(await isLedgerComplete(venue))) return
    await venue.sql.withoutTimeLimit()
    const { Rules } = await fraudRules(venue)
    await storeFound(venue, { from: addDays(to, 1 - STORED_DAYS), to }, Rules)
  })

/** After thresholds changed: what was found by others is not shown any more, and looking at months anew takes long. */
export const fraudRulesChangedJob = implementJob('long', fraudRulesChanged, ({ VenueId }, { service }) => keepFound(service.database, VenueId, service.now()))
