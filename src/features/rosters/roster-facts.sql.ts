import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Query } from '#platform/database/sql.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { groupBy } from '#shared/group-by.ts'
import type { Pay, PayOn, Sheet, Shift } from './attendance.rules.ts'

type Fragment = Query<readonly unknown[]>

/** Persons on days, as two lists of the same length. */
export interface PersonDays {
  personIds: readonly number[]
  days: readonly string[]
}

const wanted = ({ sql }: VenueScope, { personIds, days }: PersonDays): Fragment =>
  sql`unnest(${numbers([...personIds])}::int[], ${texts([...days])}::date[]) as w(person_id, day)`

/** Shifts of persons on days. */
export const shiftsOn = (scope: VenueScope, asked: PersonDays): Promise<Shift[]> => {
  const { sql, venueId } = scope
  return readShifts(scope, sql`${wanted(scope, asked)} join roster_shift s on s.venue_id = ${venueId} and s.person_id = w.person_id and s.day = w.day`)
}

/** Open shifts of days: those that nobody has. */
export const openShiftsOn = (scope: VenueScope, days: readonly string[]): Promise<Shift[]> => {
  const { sql, venueId } = scope
  return readShifts(
    scope,
    sql`unnest(${texts([...days])}::date[]) as w(day) join roster_shift s on s.venue_id = ${venueId} and s.person_id is null and s.day = w.day`,
  )
}

const readShifts = async ({ sql, venueId }: VenueScope, from: Fragment): Promise<Shift[]> => {
  const rows = await sql<(Omit<Shift, 'from' | 'to'> & { from: Date; to: Date })[]>`
    select s.shift_id::text as id, s.source, s.code, coalesce(s.location_id, a.location_id, 0) as "locationId", s.day, s.person_id as "personId",
      s.starts_at as "from", s.ends_at as "to", s.break_minutes as "breakMinutes", s.minutes, s.published
    from ${from} left join roster_area a on a.venue_id = ${venueId} and a.area_id = s.area_id
    where s.venue_id = ${venueId} and not s.withdrawn order by s.starts_at, s.shift_id`
  return rows.map((row) => ({ ...row, from: row.from.getTime(), to: row.to.getTime() }))
}

/** Timesheets of persons on days. */
export const sheetsOn = async (scope: VenueScope, asked: PersonDays): Promise<Sheet[]> => {
  const { sql, venueId } = scope
  const rows = await sql<(Omit<Sheet, 'from' | 'to'> & { from: Date; to: Date | null })[]>`
    select t.timesheet_id::text as id, t.source, t.code, coalesce(t.location_id, a.location_id, 0) as "locationId", t.day, t.person_id as "personId",
      t.starts_at as "from", t.ends_at as "to", t.break_minutes as "breakMinutes", t.claimed, t.actual, t.approved, t.cost, t.state,
      t.is_leave as "isLeave", t.no_start as "noStart", t.shift_code as "shiftCode"
    from ${wanted(scope, asked)} join timesheet t on t.venue_id = ${venueId} and t.person_id = w.person_id and t.day = w.day
    left join roster_area a on a.venue_id = ${venueId} and a.area_id = t.area_id
    where t.venue_id = ${venueId} order by t.starts_at, t.timesheet_id`
  return rows.map((row) => ({ ...row, from: row.from.getTime(), to: row.to?.getTime() ?? null }))
}

/** What persons cost, by person and day: the latest rate from that day or one before. */
export const payOf = async ({ sql, venueId }: VenueScope, personIds: readonly number[]): Promise<PayOn> => {
  const rows = await sql<{ personId: number; fromDay: string; perWeek: boolean; amount: number }[]>`
    select r.person_id as "personId", r.from_day as "fromDay", r.per_week as "perWeek", r.amount from pay_rate r
    where r.venue_id = ${venueId} and r.person_id = any(${[...personIds]}::int[]) order by r.from_day desc`
  const byPerson = groupBy(rows, ({ personId }) => personId)
  return (personId, day): Pay => byPerson.get(personId)?.find(({ fromDay }) => fromDay <= day) ?? null
}
