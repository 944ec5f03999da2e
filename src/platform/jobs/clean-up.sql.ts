import { forgetPairings } from '#platform/access/boards.ts'
import { forgetTokens } from '#platform/access/personal-tokens.ts'
import { allVenueIds, type FailureLog, forEachVenue } from '#platform/access/venue-work.ts'
import type { Database } from '#platform/database/database.ts'

/** Forgets what only mattered for a while: counters, ended sessions, old tickets and the answers kept for repeated requests. */
export const forgetOld = async (database: Database, log?: FailureLog): Promise<void> => {
  const { house } = database
  await house`delete from limit_counter where window_start < now() - interval '1 day'`
  await house`delete from export_ticket where expires_at < now()`
  await forgetPairings(house)
  await forgetTokens(house)
  await house`
    delete from session
    where greatest(coalesce(revoked_at, least(idle_until, absolute_until)), created_at) < now() - interval '30 days'`
  const forget = (venueId: number) =>
    database.inVenue(venueId, (sql) => sql`delete from idempotency_key where venue_id = ${venueId} and created_at < now() - interval '7 days'`)
  await forEachVenue([0, ...(await allVenueIds(database))], forget, { log })
}
