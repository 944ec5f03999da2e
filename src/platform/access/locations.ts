import type { Transaction } from '#platform/database/pool.ts'
import { zoneOfNextLocation } from '#shared/countries.ts'
import type { VenueScope } from './venue-scope.ts'

/** A location to be made. */
export interface NewLocation {
  name: string
  timeZone: string
  currency: string
  /** When its trading day begins, HH:MM. */
  dayStart: string
  /** What imported files call it. */
  externalCode: string | null
  address?: string | null
  region?: string
}

/** The time zone, currency and cut-off of a further location: those of the venue's first location, else of its country. */
export const usualLocation = (
  venue: { country: string; currency: string },
  [first]: readonly Pick<NewLocation, 'timeZone' | 'currency' | 'dayStart'>[] = [],
): Pick<NewLocation, 'timeZone' | 'currency' | 'dayStart'> => ({
  timeZone: zoneOfNextLocation(venue, first?.timeZone) ?? 'UTC',
  currency: first?.currency ?? venue.currency,
  dayStart: first?.dayStart ?? '05:00',
})

/** Makes a location with its calendar from the first day on. One of that code may have been made meanwhile: then that one it is. */
export const addLocation = ({ sql, venueId }: VenueScope, location: NewLocation): Promise<number> => insertLocation(sql, venueId, location)

/** The same in a transaction that has entered the venue, such as the one that makes the venue. */
export const insertLocation = async (sql: Transaction, venueId: number, location: NewLocation): Promise<number> => {
  const { name, timeZone, currency, dayStart, externalCode, address = null, region = '' } = location
  const [made] = await sql<{ location_id: number }[]>`
    insert into location (venue_id, name, time_zone, day_start, currency, external_code, address, region)
    values (${venueId}, ${name}, ${timeZone}, ${dayStart}, ${currency}, ${externalCode}, ${address}, ${region})
    on conflict (venue_id, external_code) do nothing returning location_id`
  if (!made) {
    const [there] = await sql<{ location_id: number }[]>`select location_id from location where venue_id = ${venueId} and external_code = ${externalCode}`
    if (!there) throw new Error(`The location ${name} could not be made.`)
    return there.location_id
  }
  await sql`
    insert into location_calendar (venue_id, location_id, from_day, time_zone, day_start)
    values (${venueId}, ${made.location_id}, '2000-01-01', ${timeZone}, ${dayStart})`
  return made.location_id
}
