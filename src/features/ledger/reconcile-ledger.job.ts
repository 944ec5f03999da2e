import { type FailureLog, workInVenue } from '#platform/access/venue-work.ts'
import type { Database } from '#platform/database/database.ts'
import { implementForVenues } from '#platform/jobs/jobs.ts'
import { type LedgerMismatch, ledgerMismatches } from './reconcile-ledger.sql.ts'

const inWords = ({ what, id, kept, entries }: LedgerMismatch): string => `${what} ${id}: ${kept} kept, ${entries} by its entries`

/** Compares a venue's cards, movements and days with the entries of its ledger, and writes down in its trail what does not agree. */
export const reconcileLedger = (database: Database, venueId: number, now: Date): Promise<LedgerMismatch[]> =>
  workInVenue(database, venueId, now, async (venue) => {
    const mismatches = await ledgerMismatches(venue)
    if (mismatches.length > 0)
      await venue.audit({ action: 'points.mismatch', subject: `${mismatches.length} differences`, detail: { Rows: mismatches.slice(0, 20).map(inWords) } })
    return mismatches
  })

/** Says in the log what did not agree. */
const logLedgerDifferences = (log: FailureLog, venueId: number, mismatches: readonly LedgerMismatch[]): void => {
  if (mismatches.length === 0) return
  log.error({ VenueId: venueId, Rows: mismatches.slice(0, 20).map(inWords) }, `The points ledger of venue ${venueId} does not agree with its entries.`)
}

/** Every night, as the sums of sales are compared with the sales. */
export const reconcileLedgerJob = implementForVenues('long', 'loyalty.reconcile', '45 17 * * *', async ({ database, now }, venueId, log) => {
  logLedgerDifferences(log, venueId, await reconcileLedger(database, venueId, now()))
})
