import type { VenueScope } from '#platform/access/venue-scope.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { nameKey } from '#shared/name-key.ts'
import { differenceOf, withSent } from './difference.rules.ts'
import { locationConfigs, mayAddLocations } from './locations.sql.ts'
import { changeSection, sectionOf } from './sections.sql.ts'
import type { LocationChange, LocationConfig } from './venue-config.contract.ts'

const FIRST_DAY = '2000-01-01'
const FURTHEST_DAYS = 400
const DAY_MS = 86_400_000

export const locationsNow = async (venue: VenueScope) => {
  const [Locations, { version }] = await Promise.all([locationConfigs(venue), sectionOf(venue, 'locations')])
  return { Locations, Version: version, MayAdd: mayAddLocations(venue) }
}

/**
 * Changes the locations sent, all of them or none.
 * @throws Conflict; PathBodyDisagree for a location said to be another venue's; LocationNotFound for one that is not the holder's; ValidationFailed for a name that is taken, another currency once
 * there are sales, or a day that has begun
 */
export const changeLocations = async (venue: VenueScope, sent: readonly LocationChange[], version: number | undefined) => {
  for (const [at, { VenueId }] of sent.entries())
    if (VenueId !== undefined && VenueId !== venue.venueId) throw failure('PathBodyDisagree', { field: `Locations.${at}.VenueId` })
  await changeSection(venue, 'locations', version, async () => {
    const there = await locationConfigs(venue)
    const changed = sent.map(({ LocationId }) => heldBy(there, LocationId))
    refuseTwice(sent, there)
    const before: Record<string, unknown> = {}
    const after: Record<string, unknown> = {}
    for (const [at, location] of changed.entries()) {
      const change = sent[at] as LocationChange
      for (const [field, [was, is]] of Object.entries(await changeLocation(venue, location, change, `Locations.${at}`))) {
        before[`${location.LocationId} ${field}`] = was
        after[`${location.LocationId} ${field}`] = is
      }
    }
    return { before, after }
  })
  return locationsNow(venue)
}

/** One of the holder's locations; others do not exist for them, whatever is said about them. */
const heldBy = (there: readonly LocationConfig[], locationId: number): LocationConfig => {
  const location = there.find(({ LocationId }) => LocationId === locationId)
  if (!location) throw failure('LocationNotFound')
  return location
}

/** No two names that a reader would take for the same, nor one location twice. */
const refuseTwice = (sent: readonly LocationChange[], there: readonly LocationConfig[]) => {
  const names = there.map(({ LocationId, Name }) => ({ id: LocationId, key: nameKey(sent.find((one) => one.LocationId === LocationId)?.Name ?? Name) }))
  for (const [at, { LocationId, Name }] of sent.entries()) {
    if (sent.findIndex((other) => other.LocationId === LocationId) !== at) throw fieldFailure(`Locations.${at}.LocationId`, 'This location is sent twice.')
    if (Name !== undefined && names.some(({ id, key }) => id !== LocationId && key === nameKey(Name)))
      throw fieldFailure(`Locations.${at}.Name`, `There is already a location "${Name.trim()}".`, 'Taken')
  }
}

type Difference = Record<string, [string, string]>

const changeLocation = async ({ sql, venueId }: VenueScope, location: LocationConfig, change: LocationChange, field: string): Promise<Difference> => {
  const { Name, Currency, Address, Region, Active, CoverMethod } = location
  const before = { Name, Currency, Address, Region, Active, CoverMethod }
  const after = withSent(before, { ...change, Name: change.Name?.trim(), Address: change.Address === undefined ? undefined : change.Address?.trim() || null })
  if (after.Currency !== Currency && location.HasSales) {
    throw fieldFailure(
      `${field}.Currency`,
      `The location already has sales in ${Currency}, so its currency cannot change. Add another location for another currency.`,
    )
  }
  const changed = differenceOf(before, after)
  if (Object.keys(changed).length > 0) {
    await sql`
      update location set name = ${after.Name}, currency = ${after.Currency}, address = ${after.Address}, region = ${after.Region}, active = ${after.Active},
        cover_method = ${after.CoverMethod}
      where venue_id = ${venueId} and location_id = ${location.LocationId}`
  }
  const hours = { TimeZone: change.TimeZone ?? location.TimeZone, DayStart: change.DayStart ?? location.DayStart }
  const isOther = hours.TimeZone !== location.TimeZone || hours.DayStart !== location.DayStart
  if (!isOther && change.FromDay === undefined) return changed
  return { ...changed, ...(await changeHours({ sql, venueId }, location, hours, firstDayOf(location, change.FromDay, field))) }
}

/** From when new hours hold: never a day that has begun, since its sales were placed by the hours it began with. */
const firstDayOf = ({ HasSales, Today }: LocationConfig, asked: string | undefined, field: string): string => {
  if (!HasSales && (asked === undefined || asked <= Today)) return FIRST_DAY
  const day = asked ?? dayAfter(Today, 1)
  if (day <= Today)
    throw fieldFailure(`${field}.FromDay`, `A new time zone or cut-off can apply from ${dayAfter(Today, 1)} at the earliest. Earlier days stay as they are.`)
  if (day > dayAfter(Today, FURTHEST_DAYS)) throw fieldFailure(`${field}.FromDay`, `FromDay can be at most ${FURTHEST_DAYS} days ahead.`)
  return day
}

const changeHours = async (
  { sql, venueId }: Pick<VenueScope, 'sql' | 'venueId'>,
  { LocationId, Calendar }: LocationConfig,
  { TimeZone, DayStart }: { TimeZone: string; DayStart: string },
  fromDay: string,
): Promise<Difference> => {
  if (fromDay === FIRST_DAY) {
    await sql`delete from location_calendar where venue_id = ${venueId} and location_id = ${LocationId}`
    await sql`update location set time_zone = ${TimeZone}, day_start = ${DayStart} where venue_id = ${venueId} and location_id = ${LocationId}`
  }
  await sql`
    insert into location_calendar (venue_id, location_id, from_day, time_zone, day_start) values (${venueId}, ${LocationId}, ${fromDay}, ${TimeZone}, ${DayStart})
    on conflict (venue_id, location_id, from_day) do update set time_zone = excluded.time_zone, day_start = excluded.day_start`
  const was = Calendar.filter(({ FromDay }) => FromDay <= fromDay).at(-1) ?? Calendar.at(0)
  return { [`Hours from ${fromDay}`]: [was ? `${was.TimeZone} ${was.DayStart}` : '', `${TimeZone} ${DayStart}`] }
}

/**
 * Zone and cut-off of every location become those of its calendar whose first day has begun.
 * @returns the locations that changed
 */
export const beginHours = async (venue: VenueScope): Promise<number> => {
  const { sql, venueId, now } = venue
  const begun = await sql<{ location_id: number; name: string; time_zone: string; day_start: string }[]>`
    update location l set time_zone = c.time_zone, day_start = c.day_start
    from (
      select distinct on (location_id) location_id, time_zone, day_start from location_calendar
      where venue_id = ${venueId} and from_day <= ((${now}::timestamptz at time zone time_zone) - day_start::interval)::date
      order by location_id, from_day desc
    ) as c
    where l.venue_id = ${venueId} and l.location_id = c.location_id and (l.time_zone <> c.time_zone or l.day_start <> c.day_start)
    returning l.location_id, l.name, l.time_zone, l.day_start::text as day_start`
  for (const { location_id, name, time_zone, day_start } of begun)
    await venue.audit({ action: 'venue.hours-began', subject: name, detail: { LocationId: location_id, TimeZone: time_zone, DayStart: day_start.slice(0, 5) } })
  return begun.length
}

const dayAfter = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
