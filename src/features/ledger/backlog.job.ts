import { workInVenue } from '#platform/access/venue-work.ts'
import type { Database } from '#platform/database/database.ts'
import { implementForVenues } from '#platform/jobs/jobs.ts'
import { postBacklog } from './backlog.sql.ts'

/** Posts all sales that were stored before there was a ledger, some thousand at a time. */
export const postBacklogOf = async (database: Database, venueId: number, now: Date): Promise<void> => {
  while (!(await workInVenue(database, venueId, now, postBacklog))) {
    // Each part commits by itself, so that tills wait for none of them.
  }
}

/** Once for each venue, after the update that brought the ledger; later it finds nothing to do. */
export const pointsBacklogJob = implementForVenues('long', 'loyalty.backlog', '*/10 * * * *', ({ database, now }, venueId) =>
  postBacklogOf(database, venueId, now()),
)
