import type { VenueScope } from '#platform/access/venue-scope.ts'

/** The first day on which a venue traded; undefined before it did. */
export const firstDayTraded = async ({ sql, venueId }: VenueScope): Promise<string | undefined> => {
  const [row] = await sql<{ first: string | null }[]>`select min(day) as first from trading_day_state where venue_id = ${venueId}`
  return row?.first ?? undefined
}

/** Every day on which a location traded, and when something of it came last. */
export const daysTraded = ({ sql, venueId }: VenueScope): Promise<{ locationId: number; day: string; lastReceivedAt: Date | null }[]> =>
  sql<{ locationId: number; day: string; lastReceivedAt: Date | null }[]>`
    select location_id as "locationId", day, last_received_at as "lastReceivedAt" from trading_day_state where venue_id = ${venueId}
    order by location_id, day`.then((rows) => [...rows])

/** The first day on which each of some locations sold something; those that never did are left out. */
export const firstSaleDays = ({ sql, venueId }: VenueScope, locationIds: readonly number[]): Promise<{ LocationId: number; FirstSaleDay: string }[]> =>
  sql<{ LocationId: number; FirstSaleDay: string }[]>`
    select location_id as "LocationId", min(day) as "FirstSaleDay" from trading_day_state
    where venue_id = ${venueId} and location_id = any(${locationIds}::int[]) and last_sale_at is not null group by 1`.then((rows) => [...rows])
