import type { CoverMethod } from '#features/reports/kit/covers.rules.ts'
import { tillsSoldAt } from '#features/sums/reading/tills-sold.sql.ts'
import { addLocation, usualLocation } from '#platform/access/locations.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { failure } from '#shared/failure.ts'
import { satisfies } from '#shared/permissions.ts'
import type { LocationConfig } from './venue-config.contract.ts'
import type { Location } from './venues.contract.ts'

/** The holder's locations, or those of them that are named, in the order of their ids. */
export const locationsOf = async (venue: VenueScope, named?: readonly number[]): Promise<Location[]> => {
  const { sql, venueId } = venue
  const wanted = venue.locations.filter(({ locationId }) => !named || named.includes(locationId)).map(({ locationId }) => locationId)
  if (wanted.length === 0) return []
  const [rows, terminals] = await Promise.all([
    sql<Omit<Location, 'Terminals'>[]>`
      select location_id as "LocationId", venue_id as "VenueId", name as "Name", time_zone as "TimeZone", to_char(day_start, 'HH24:MI') as "DayStart",
        currency as "Currency", address as "Address", region as "Region", active as "Active"
      from location where venue_id = ${venueId} and location_id = any(${wanted}::int[]) order by location_id`,
    tillsSoldAt(venue, wanted),
  ])
  return rows.map((row) => ({ ...row, Terminals: terminals.filter(({ locationId }) => locationId === row.LocationId).map(({ code }) => code) }))
}

/** @throws LocationNotFound for one that is not the holder's */
export const locationById = async (venue: VenueScope, locationId: number): Promise<Location> => {
  const [found] = await locationsOf(venue, [locationId])
  if (!found) throw failure('LocationNotFound')
  return found
}

/** The holder's locations with what can be changed about them. */
export const locationConfigs = async (venue: VenueScope, named?: readonly number[]): Promise<LocationConfig[]> => {
  const { sql, venueId, now } = venue
  const [locations, calendar, days] = await Promise.all([
    locationsOf(venue, named),
    sql<{ location_id: number; from_day: string; time_zone: string; day_start: string }[]>`
      select location_id, from_day::text, time_zone, to_char(day_start, 'HH24:MI') as day_start from location_calendar
      where venue_id = ${venueId} order by location_id, from_day`,
    sql<{ location_id: number; today: string; sold: boolean; cover_method: CoverMethod }[]>`
      select l.location_id, l.cover_method, ((${now}::timestamptz at time zone l.time_zone) - l.day_start::interval)::date::text as today,
        exists (select from trading_day_state t where t.venue_id = ${venueId} and t.location_id = l.location_id) as sold
      from location l where l.venue_id = ${venueId}`,
  ])
  return locations.map((location) => {
    const day = days.find(({ location_id }) => location_id === location.LocationId)
    const Calendar = calendar
      .filter(({ location_id }) => location_id === location.LocationId)
      .map(({ from_day, time_zone, day_start }) => ({ FromDay: from_day, TimeZone: time_zone, DayStart: day_start }))
    return { ...location, Calendar, HasSales: day?.sold ?? false, Today: day?.today ?? '', CoverMethod: day?.cover_method ?? 'patron' }
  })
}

/** Whose locations: those a person of the venue holds, of those the holder has. Nothing where there is no such person. */
export const locationsOfUser = async (venue: VenueScope, userId: number): Promise<Location[] | undefined> => {
  const { sql, venueId } = venue
  const [employee] = await sql<{ all: boolean; ids: number[] }[]>`
    select e.all_locations as all, array(select el.location_id from employee_location el where el.venue_id = ${venueId} and el.employee_id = e.employee_id) as ids
    from employee e where e.venue_id = ${venueId} and e.user_id = ${userId} and e.active`
  if (!employee) return undefined
  const held = employee.all ? undefined : employee.ids
  const shared = await locationsOf(venue, held)
  // Somebody with other places only does not exist for whoever has not all of them.
  return shared.length === 0 && held && held.length > 0 && !venue.allLocations ? undefined : shared
}

/** A new location would be out of sight of whoever made it without holding all of them. */
export const mayAddLocations = (venue: VenueScope): boolean => venue.allLocations && satisfies(['can_editsettings'], venue.tags)

interface NewPlace {
  Name: string
  TimeZone?: string | undefined
  DayStart?: string | undefined
  Currency?: string | undefined
  Address?: string | undefined
  Region?: string | undefined
}

/** Makes a location; answers its id. */
export const makeLocation = async (venue: VenueScope, place: NewPlace): Promise<number> => {
  const usual = usualLocation(venue.venue, venue.locations)
  const { Name, TimeZone = usual.timeZone, DayStart = usual.dayStart, Currency = usual.currency, Address, Region } = place
  const location = { name: Name.trim(), timeZone: TimeZone, dayStart: DayStart, currency: Currency, externalCode: null }
  const locationId = await addLocation(venue, { ...location, address: Address?.trim() || null, region: Region?.trim() ?? '' })
  await venue.audit({ action: 'venue.location-added', subject: Name.trim(), detail: { LocationId: locationId, TimeZone, DayStart, Currency } })
  return locationId
}

/** A location as it was just made, which no scope of this request knows yet. */
export const madeLocation = async ({ sql, venueId, now }: VenueScope, locationId: number): Promise<LocationConfig> => {
  const [made] = await sql<Omit<LocationConfig, 'Terminals' | 'Calendar' | 'HasSales'>[]>`
    select location_id as "LocationId", venue_id as "VenueId", name as "Name", time_zone as "TimeZone", to_char(day_start, 'HH24:MI') as "DayStart",
      currency as "Currency", address as "Address", region as "Region", active as "Active", cover_method as "CoverMethod",
      ((${now}::timestamptz at time zone time_zone) - day_start::interval)::date::text as "Today"
    from location where venue_id = ${venueId} and location_id = ${locationId}`
  if (!made) throw failure('LocationNotFound')
  const { TimeZone, DayStart } = made
  return { ...made, Terminals: [], HasSales: false, Calendar: [{ FromDay: '2000-01-01', TimeZone, DayStart }] }
}
