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

/** A shift with what lists of it tell beside. */
export interface ListedShift extends Shift {
  area: string | null
  /** Minor units, where the source says it. */
  cost: number | null
}

/** Shifts of persons on days. */
export const shiftsOn = (scope: VenueScope, asked: PersonDays): Promise<ListedShift[]> => {
  const { sql, venueId } = scope
  return readShifts(scope, sql`${wanted(scope, asked)} join roster_shift s on s.venue_id = ${venueId} and s.person_id = w.person_id and s.day = w.day`)
}

/** Open shifts of days: those that nobody has. */
export const openShiftsOn = (scope: VenueScope, days: readonly string[]): Promise<ListedShift[]> => {
  const { sql, venueId } = scope
  return readShifts(
    scope,
    sql`unnest(${texts([...days])}::date[]) as w(day) join roster_shift s on s.venue_id = ${venueId} and s.person_id is null and s.day = w.day`,
  )
}

/** Every shift of a range of days, of all locations. */
export const shiftsIn = (scope: VenueScope, from: string, to: string): Promise<ListedShift[]> =>
  readShifts(scope, scope.sql`roster_shift s`, scope.sql`and s.day between ${from} and ${to}`)

const readShifts = async ({ sql, venueId }: VenueScope, from: Fragment, where?: Fragment): Promise<ListedShift[]> => {
  const rows = await sql<(Omit<ListedShift, 'from' | 'to'> & { from: Date; to: Date })[]>`
    select s.shift_id::text as id, s.source, s.code, coalesce(s.location_id, a.location_id, 0) as "locationId", s.day, s.person_id as "personId",
      s.starts_at as "from", s.ends_at as "to", s.break_minutes as "breakMinutes", s.minutes, s.published, s.cost, a.name as area
    from ${from} left join roster_area a on a.venue_id = ${venueId} and a.area_id = s.area_id
    where s.venue_id = ${venueId} and not s.withdrawn ${where ?? sql``} order by s.starts_at, s.shift_id`
  return rows.map((row) => ({ ...row, from: row.from.getTime(), to: row.to.getTime() }))
}

/** Timesheets of persons on days. */
export const sheetsOn = (scope: VenueScope, asked: PersonDays): Promise<ListedSheet[]> => {
  const { sql, venueId } = scope
  return readSheets(scope, sql`${wanted(scope, asked)} join timesheet t on t.venue_id = ${venueId} and t.person_id = w.person_id and t.day = w.day`)
}

/** Every timesheet of a range of days, of all locations. */
export const sheetsIn = (scope: VenueScope, from: string, to: string): Promise<ListedSheet[]> =>
  readSheets(scope, scope.sql`timesheet t`, scope.sql`and t.day between ${from} and ${to}`)

/** A timesheet with who approved it. */
export interface ListedSheet extends Sheet {
  approvedBy: string
  approvedAt: Date | null
  note: string
}

const readSheets = async ({ sql, venueId }: VenueScope, from: Fragment, where?: Fragment): Promise<ListedSheet[]> => {
  const rows = await sql<(Omit<ListedSheet, 'from' | 'to'> & { from: Date; to: Date | null })[]>`
    select t.timesheet_id::text as id, t.source, t.code, coalesce(t.location_id, a.location_id, 0) as "locationId", t.day, t.person_id as "personId",
      t.starts_at as "from", t.ends_at as "to", t.break_minutes as "breakMinutes", t.claimed, t.actual, t.approved, t.cost, t.state,
      t.is_leave as "isLeave", t.no_start as "noStart", t.shift_code as "shiftCode", t.approved_by as "approvedBy", t.approved_at as "approvedAt", t.note
    from ${from} left join roster_area a on a.venue_id = ${venueId} and a.area_id = t.area_id
    where t.venue_id = ${venueId} ${where ?? sql``} order by t.starts_at, t.timesheet_id`
  return rows.map((row) => ({ ...row, from: row.from.getTime(), to: row.to?.getTime() ?? null }))
}

/** What persons cost, by person and day: the latest rate from that day or one before, of themselves or else of whoever is the same. */
export const payOf = async ({ sql, venueId }: VenueScope, personIds: readonly number[]): Promise<PayOn> => {
  const rows = await sql<{ personId: number; fromDay: string; perWeek: boolean; amount: number }[]>`
    select p.person_id as "personId", r.from_day as "fromDay", r.per_week as "perWeek", r.amount
    from roster_person p
      join roster_person q on q.venue_id = ${venueId}
        and coalesce(q.employee_id, -coalesce(q.same_as, q.person_id)) = coalesce(p.employee_id, -coalesce(p.same_as, p.person_id))
      join pay_rate r on r.venue_id = ${venueId} and r.person_id = q.person_id
    where p.venue_id = ${venueId} and p.person_id = any(${[...personIds]}::int[])
    order by (q.person_id = p.person_id) desc, r.from_day desc, r.person_id`
  const byPerson = groupBy(rows, ({ personId }) => personId)
  return (personId, day): Pay => byPerson.get(personId)?.find(({ fromDay }) => fromDay <= day) ?? null
}
