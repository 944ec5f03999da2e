import { lockAttendance } from '#features/rosters/count-attendance.sql.ts'
import { SOURCE, STATE } from '#features/rosters/roster.rules.ts'
import { personIdsOf } from '#features/rosters/roster-people.sql.ts'
import { discardSheets, storeSheets, storeShifts, withdrawShifts } from '#features/rosters/store-rosters.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { texts } from '#platform/database/sql-arrays.ts'
import { decimalsOf } from '#shared/money.ts'
import { calendarOf } from '#shared/trading-day.ts'
import { areasByCode } from './deputy-areas.sql.ts'
import { codeOf, type Known, type Roster, sheetOf, shiftOf, type Timesheet } from './deputy-rows.adapter.ts'
import { keepTemplates } from './deputy-templates.sql.ts'

/** A customer's server, and what its people are called. */
export interface Named {
  endpoint: string
  names: ReadonlyMap<number, string>
}

/** What rows name, as it is known here; people who are met for the first time are kept to be matched. */
const knownOf = async (
  venue: VenueScope,
  { endpoint, names }: Named,
  rows: readonly { OperationalUnit?: number | null | undefined; Employee?: number | null | undefined }[],
) => {
  const [areaIds, personIds] = [rows.map(({ OperationalUnit }) => OperationalUnit), rows.map(({ Employee }) => Employee)].map((ids) => [
    ...new Set(ids.flatMap((id) => (id ? [id] : []))),
  ]) as [number[], number[]]
  const areas = await areasByCode(
    venue,
    areaIds.map((id) => codeOf(endpoint, id)),
  )
  const people = await personIdsOf(
    venue,
    SOURCE.deputy,
    personIds.map((id) => ({ code: codeOf(endpoint, id), name: names.get(id) ?? '' })),
  )
  const calendars = new Map(venue.locations.map((location) => [location.locationId, calendarOf(location)]))
  const byId = <T>(ids: readonly number[], found: ReadonlyMap<string, T>) =>
    new Map(ids.flatMap((id): [number, T][] => (found.has(codeOf(endpoint, id)) ? [[id, found.get(codeOf(endpoint, id)) as T]] : [])))
  const known: Known = {
    endpoint,
    names,
    areas: byId(areaIds, areas),
    people: byId(personIds, people),
    calendarOf: (locationId) => calendars.get(locationId),
    decimals: decimalsOf(venue.venue.currency),
  }
  return known
}

const isThere = <T>(one: T | undefined): one is T => one !== undefined

/** Keeps planned shifts as Deputy has them by now. */
export const keepRosters = async (venue: VenueScope, named: Named, rows: readonly Roster[]): Promise<void> => {
  await lockAttendance(venue)
  const known = await knownOf(venue, named, rows)
  const shifts = rows.map((row) => shiftOf(row, known))
  await storeShifts(venue, SOURCE.deputy, shifts.filter(isThere))
  await keepTemplates(venue, rows, known)
  const lengthless = rows.flatMap(({ Id }, i) => (shifts[i] === undefined ? [Id] : []))
  if (lengthless.length > 0) await withdrawDeleted(venue, { endpoint: named.endpoint, what: 'rosters', ids: lengthless })
}

/** Keeps timesheets as Deputy has them by now. */
export const keepTimesheets = async (venue: VenueScope, named: Named, rows: readonly Timesheet[]): Promise<void> => {
  const { sql, venueId } = venue
  await lockAttendance(venue)
  const known = await knownOf(venue, named, rows)
  const codes = rows.map(({ Id }) => codeOf(named.endpoint, Id))
  const before = await sql<{ code: string; claimed: number | null; actual: number | null }[]>`
    select t.code, t.claimed, t.actual from unnest(${texts(codes)}::text[]) as w(code) join timesheet t on t.venue_id = ${venueId} and t.source = ${SOURCE.deputy} and t.code = w.code`
  const kept = new Map(before.map((row) => [row.code, row]))
  await storeSheets(venue, SOURCE.deputy, rows.map((row) => sheetOf(row, known, kept.get(codeOf(named.endpoint, row.Id)))).filter(isThere))
}

/** Whose lists these are, and which of both lists is meant. */
interface Which {
  endpoint: string
  what: 'rosters' | 'timesheets'
}

/** What of a customer's server there is here on these days and not there any more: it was deleted there. @param ids what is there */
export const withdrawMissing = async (
  venue: VenueScope,
  { endpoint, what, from, to, ids }: Which & { from: string; to: string; ids: readonly number[] },
): Promise<void> => {
  const { sql, venueId } = venue
  await lockAttendance(venue)
  const missing = sql`source = ${SOURCE.deputy} and starts_with(code, ${`${endpoint}/`}) and day between ${from} and ${to}
    and not code = any(${texts(ids.map((id) => codeOf(endpoint, id)))}::text[])`
  const gone =
    what === 'rosters'
      ? await sql<{ code: string }[]>`select code from roster_shift where venue_id = ${venueId} and not withdrawn and ${missing}`
      : await sql<{ code: string }[]>`select code from timesheet where venue_id = ${venueId} and state <> ${STATE.discarded} and ${missing}`
  await withdraw(
    venue,
    what,
    gone.map(({ code }) => code),
  )
}

/** What was deleted there, by Deputy's ids. */
export const withdrawDeleted = async (venue: VenueScope, { endpoint, what, ids }: Which & { ids: readonly number[] }): Promise<void> => {
  await lockAttendance(venue)
  await withdraw(
    venue,
    what,
    ids.map((id) => codeOf(endpoint, id)),
  )
}

const withdraw = (venue: VenueScope, what: Which['what'], codes: readonly string[]): Promise<void> =>
  what === 'rosters' ? withdrawShifts(venue, SOURCE.deputy, codes) : discardSheets(venue, SOURCE.deputy, codes)
