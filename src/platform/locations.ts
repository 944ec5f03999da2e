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
}

/** Makes a location with its calendar from the first day on. One of that code may have been made meanwhile: then that one it is. */
export const addLocation = async ({ sql, venueId }: VenueScope, { name, timeZone, currency, dayStart, externalCode }: NewLocation): Promise<number> => {
  const [made] = await sql<{ location_id: number }[]>`
    insert into location (venue_id, name, time_zone, day_start, currency, external_code)
    values (${venueId}, ${name}, ${timeZone}, ${dayStart}, ${currency}, ${externalCode})
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
