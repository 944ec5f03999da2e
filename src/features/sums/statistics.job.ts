import type { VenueScope } from '#platform/access/venue-scope.ts'
import { refreshStatistics } from './statistics.sql.ts'

/** For whoever stores many batches in a row: to be called after each, it refreshes the statistics after the 1st, 4th, 16th … of them. */
export const statisticsThatKeepUp = () => {
  let batches = 0
  return async (inVenue: (work: (scope: VenueScope) => Promise<void>) => Promise<void>): Promise<void> => {
    batches += 1
    if (Number.isInteger(Math.log2(batches) / 2)) await inVenue(refreshStatistics)
  }
}
