import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import { type PayOn, type Work, worksOf } from './attendance.rules.ts'
import { type ListedSheet, type ListedShift, openShiftsOn, payOf, sheetsOn, shiftsOn } from './roster-facts.sql.ts'

/** What somebody was to work and worked around a day, wherever. */
export interface DayFacts {
  shifts: ListedShift[]
  sheets: ListedSheet[]
  works: Work[]
  payOn: PayOn
}

/**
 * The facts of persons on some days each.
 * @param asked who, with the ids of their persons and the days
 * @returns by who
 */
export const factsOf = async (
  scope: VenueScope,
  asked: readonly { who: number; personIds: readonly number[]; days: readonly string[] }[],
): Promise<Map<number, DayFacts>> => {
  const pairs = asked.flatMap(({ personIds, days }) => personIds.flatMap((personId) => days.map((day) => ({ personId, day }))))
  const wanted = { personIds: pairs.map(({ personId }) => personId), days: pairs.map(({ day }) => day) }
  const open = asked.filter(({ who }) => who === 0).flatMap(({ days }) => days)
  const [shifts, sheets, payOn, openShifts] = await Promise.all([
    shiftsOn(scope, wanted),
    sheetsOn(scope, wanted),
    payOf(scope, [...new Set(wanted.personIds)]),
    open.length > 0 ? openShiftsOn(scope, [...new Set(open)]) : [],
  ])
  return new Map(
    asked.map(({ who, personIds }) => {
      const own = sheets.filter(({ personId }) => personIds.includes(personId))
      const planned = who === 0 ? openShifts : shifts.filter(({ personId }) => personId !== null && personIds.includes(personId))
      return [who, { shifts: planned, sheets: own, works: worksOf(own, payOn), payOn }]
    }),
  )
}

/** A punch as it is told. */
export interface ToldPunch {
  code: string
  kind: number
  at: Date
  till: string
  locationId: number
}

/** Punches of persons between two moments at some locations, the first first. */
export const punchesBetween = (
  { sql, venueId }: VenueScope,
  personIds: readonly number[],
  locationIds: readonly number[],
  from: number,
  to: number,
): Promise<ToldPunch[]> => sql<ToldPunch[]>`
  select p.code, p.kind, p.at, k.name as till, p.location_id as "locationId"
  from punch p join dimension_key k on k.venue_id = ${venueId} and k.key = p.terminal_key
  where p.venue_id = ${venueId} and p.person_id = any(${numbers([...personIds])}::int[]) and p.location_id = any(${numbers([...locationIds])}::int[])
    and p.at between ${new Date(from)} and ${new Date(to)} order by p.at, p.code`
