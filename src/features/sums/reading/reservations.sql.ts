import type { CountedReservation } from '#features/reports/kit/reservations.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { texts } from '#platform/database/sql-arrays.ts'

/** The reservations of some days at some places, as far as their days count them. */
export const reservationsOf = (
  { sql, venueId }: VenueScope,
  locationIds: readonly number[],
  days: readonly string[],
): Promise<(CountedReservation & { locationId: number; day: string })[]> =>
  sql<(CountedReservation & { locationId: number; day: string })[]>`
    select location_id as "locationId", business_date as day, status, due_at as "dueAt", booked_at as "bookedAt", seated_at as "seatedAt",
      left_at as "leftAt", cancelled_at as "cancelledAt", covers, seated_covers as "seatedCovers"
    from reservation where venue_id = ${venueId} and location_id = any(${locationIds as number[]}::int[]) and business_date = any(${texts(days)}::date[])`
