import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { type CalendarEntry, calendarOf } from '#shared/trading-day.ts'

/** A location of the venue, whoever may see it: a transfer has two ends. */
export interface CellarPlace {
  locationId: number
  active: boolean
  calendar: readonly CalendarEntry[]
}

interface PlaceRow {
  locationId: number
  active: boolean
  timeZone: string
  dayStart: string
  calendar: { fromDay: string; timeZone: string; dayStart: string }[] | null
}

/** Locations of the venue with their clocks; those that do not exist are left out. */
export const placesOf = async ({ sql, venueId }: VenueScope, locationIds: readonly number[]): Promise<Map<number, CellarPlace>> => {
  const rows = await sql<PlaceRow[]>`
    select l.location_id as "locationId", l.active, l.time_zone as "timeZone", to_char(l.day_start, 'HH24:MI') as "dayStart", (
        select jsonb_agg(jsonb_build_object('fromDay', c.from_day, 'timeZone', c.time_zone, 'dayStart', to_char(c.day_start, 'HH24:MI')) order by c.from_day)
        from location_calendar c where c.venue_id = ${venueId} and c.location_id = l.location_id) as calendar
    from location l where l.venue_id = ${venueId} and l.location_id = any(${numbers([...new Set(locationIds)])}::int[])`
  return new Map(
    rows.map((row) => [row.locationId, { locationId: row.locationId, active: row.active, calendar: calendarOf({ ...row, calendar: row.calendar ?? [] }) }]),
  )
}

/**
 * Keeps others from writing stock of these locations, and invoices of these suppliers, until this transaction ends. Taken all at once and in one order, before
 * anything is read that is decided by.
 */
export const lockCellar = async ({ sql, venueId }: VenueScope, locationIds: readonly number[], supplierIds: readonly number[] = []): Promise<void> => {
  const names = [...locationIds.map((id) => `stock ${venueId} location ${id}`), ...supplierIds.map((id) => `stock ${venueId} supplier ${id}`)]
  await sql`
    select pg_advisory_xact_lock(hashtextextended(w.name, 0)) from unnest(${texts([...new Set(names)].sort())}::text[]) with ordinality as w(name, n)`
}
