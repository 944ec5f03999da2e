import type { VenueScope } from '#platform/access/venue-scope.ts'

/**
 * Lets the planner see how much there is. PostgreSQL looks by itself every minute, and whatever a connection planned until then
 * stays as it was: a plan made among a few hundred sales walks all of them, and goes on doing so among a hundred thousand.
 */
export const refreshStatistics = async ({ sql }: VenueScope): Promise<void> => {
  // Reading a sample of large tables takes longer than a statement may under load.
  await sql.withoutTimeLimit()
  await sql`select refresh_sales_statistics()`
}
