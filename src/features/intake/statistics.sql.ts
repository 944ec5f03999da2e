import type { VenueScope } from '#platform/venue-scope.ts'

/**
 * Lets the planner see how much there is. PostgreSQL looks by itself every minute, and whatever a connection planned until then
 * stays as it was: a plan made among a few hundred sales walks all of them, and goes on doing so among a hundred thousand.
 */
const refreshStatistics = async ({ sql }: VenueScope): Promise<void> => {
  await sql`select refresh_sales_statistics()`
}

/** For whoever stores many batches in a row: to be called after each, it refreshes the statistics after the 1st, 4th, 16th … of them. */
export const statisticsThatKeepUp = () => {
  let batches = 0
  return async (inVenue: (work: (scope: VenueScope) => Promise<void>) => Promise<void>): Promise<void> => {
    batches += 1
    if (Number.isInteger(Math.log2(batches) / 2)) await inVenue(refreshStatistics)
  }
}
