import type { Database } from './database.ts'
import { retried } from './retry.ts'
import { VenueScope } from './venue-scope.ts'

/**
 * One transaction in a venue for work nobody signed in for: imports, reconcile, the sample. Tried again where it met
 * another transaction. For jobs and commands only; whoever calls it answers for the venue being the right one.
 */
export const workInVenue = <T>(database: Database, venueId: number, now: Date, work: (venue: VenueScope) => Promise<T>): Promise<T> =>
  retried(() => database.inVenue(venueId, async (sql) => work(await VenueScope.forJob(sql, venueId, now))))

/** The same transaction of such work with the locations there are by now, after it made some. */
export const lookedAtAgain = (venue: VenueScope): Promise<VenueScope> => {
  if (venue.holder.kind !== 'job') throw new Error('Only work nobody signed in for may look again.')
  return VenueScope.forJob(venue.sql, venue.venueId, venue.now)
}

/** Every venue of the installation. */
export const allVenueIds = async ({ house }: Database): Promise<number[]> =>
  (await house<{ venue_id: number }[]>`select venue_id from venue order by venue_id`).map(({ venue_id }) => venue_id)
