import { STATUS } from '#features/reports/kit/reservations.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { dayNumber } from '#shared/day.ts'
import { BookedAhead } from './booked-ahead.rules.ts'
import { DAYS_AHEAD } from './history.rules.ts'

/** Whoever walks in or waits did not book. */
const NOT_BOOKED = [STATUS.WalkIn, STATUS.Waitlist]

/** What is booked at each location for the days of a span, by how many days ahead it was booked and cancelled on the location's clock. */
export const bookedAhead = async (
  { sql, venueId }: VenueScope,
  locationIds: readonly number[],
  { from, to }: { from: string; to: string },
): Promise<Map<number, BookedAhead>> => {
  const rows = await sql<{ locationId: number; day: string; made: number; cancelled: number; people: number }[]>`
    select r.location_id as "locationId", r.business_date as day,
      least(${DAYS_AHEAD}::int, r.business_date - (r.booked_at at time zone l.time_zone - l.day_start)::date) as made,
      coalesce(r.business_date - (r.cancelled_at at time zone l.time_zone - l.day_start)::date, -1) as cancelled,
      sum(r.covers)::int as people
    from reservation r join location l on l.venue_id = ${venueId} and l.location_id = r.location_id
    where r.venue_id = ${venueId} and r.location_id = any(${locationIds as number[]}::int[]) and r.business_date between ${from} and ${to}
      and r.booked_at is not null and r.status <> all(${NOT_BOOKED}::int[]) group by 1, 2, 3, 4`
  const places = new Map<number, BookedAhead>()
  for (const { locationId, day, made, cancelled, people } of rows) {
    const booked = places.get(locationId) ?? new BookedAhead()
    places.set(locationId, booked)
    booked.add(dayNumber(day), made, cancelled, people)
  }
  return places
}
