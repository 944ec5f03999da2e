import type { VenueScope } from '#platform/access/venue-scope.ts'
import { moments, numbers, texts } from '#platform/database/sql-arrays.ts'
import { addDays, monthStart } from '#shared/day.ts'
import { groupBy } from '#shared/group-by.ts'
import { type AttendanceDay, attendanceOf, openShiftDays, type PayOn } from './attendance.rules.ts'
import { type Identity, MARK, whoOf } from './roster.rules.ts'
import { openShiftsOn, type PersonDays, payOf, sheetsOn, shiftsOn } from './roster-facts.sql.ts'

/** A day of somebody of which a shift, a timesheet or a punch came or changed; no person where it is an open shift. */
export interface Touched {
  personId: number | null
  day: string
}

/** One at a time counts in a venue, before it reads what there is to count. */
export const lockAttendance = async ({ sql, venueId }: VenueScope): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`attendance ${venueId}`}, 0))`
}

/**
 * Counts the days that were touched anew, with the days beside them: a night's punches may begin on another day than its shift. The lock is held
 * by whoever wrote the facts.
 */
export const countAttendance = async (scope: VenueScope, touched: readonly Touched[]): Promise<void> => {
  const people = touched.flatMap(({ personId, day }) => (personId === null ? [] : [{ personId, day }]))
  if (people.length > 0) await countPeople(scope, people)
  const open = [...new Set(touched.flatMap(({ personId, day }) => (personId === null ? [day] : [])))]
  if (open.length > 0)
    await write(
      scope,
      open.map((day) => ({ who: 0, day })),
      openRows(await openShiftsOn(scope, open)),
    )
}

const openRows = (shifts: Parameters<typeof openShiftDays>[0]): Row[] => openShiftDays(shifts).map((row) => ({ ...row, who: 0 }))

type Row = AttendanceDay & { who: number }

const countPeople = async (scope: VenueScope, touched: readonly { personId: number; day: string }[]): Promise<void> => {
  const persons = await sameAs(scope, [...new Set(touched.map(({ personId }) => personId))])
  const whoOfPerson = new Map(persons.map((person) => [person.personId, whoOf(person)]))
  const daysOfWho = new Map<number, Set<string>>()
  for (const { personId, day } of touched) {
    const who = whoOfPerson.get(personId) ?? -personId
    const days = daysOfWho.get(who) ?? new Set()
    for (const beside of [-1, 0, 1]) days.add(addDays(day, beside))
    daysOfWho.set(who, days)
  }
  const asked = personDays(persons, daysOfWho)
  const [shifts, sheets, payOn] = await Promise.all([shiftsOn(scope, asked), sheetsOn(scope, asked), payOf(scope, asked.personIds)])
  const rows = rowsOf(whoOfPerson, { shifts, sheets }, payOn).filter(({ who, day }) => daysOfWho.get(who)?.has(day))
  await write(
    scope,
    [...daysOfWho].flatMap(([who, days]) => [...days].map((day) => ({ who, day }))),
    rows,
  )
}

/** Everybody who is the same as one of these persons, and these. */
const sameAs = ({ sql, venueId }: VenueScope, personIds: readonly number[]): Promise<Identity[]> => sql<Identity[]>`
  select p.person_id as "personId", p.employee_id as "employeeId", p.same_as as "sameAs" from roster_person p
  where p.venue_id = ${venueId} and coalesce(p.employee_id, -coalesce(p.same_as, p.person_id)) in (
    select coalesce(q.employee_id, -coalesce(q.same_as, q.person_id)) from roster_person q where q.venue_id = ${venueId} and q.person_id = any(${[...personIds]}::int[]))`

/** The days to count of each person, and those on both sides, whose facts reach into them. */
const personDays = (persons: readonly Identity[], daysOfWho: ReadonlyMap<number, ReadonlySet<string>>): PersonDays => {
  const pairs = persons.flatMap((person) => {
    const days = new Set([...(daysOfWho.get(whoOf(person)) ?? [])].flatMap((day) => [addDays(day, -1), day, addDays(day, 1)]))
    return [...days].map((day) => ({ personId: person.personId, day }))
  })
  return { personIds: pairs.map(({ personId }) => personId), days: pairs.map(({ day }) => day) }
}

const rowsOf = (whoOfPerson: ReadonlyMap<number, number>, { shifts, sheets }: Parameters<typeof attendanceOf>[0], payOn: PayOn): Row[] => {
  const who = (personId: number | null) => whoOfPerson.get(personId ?? 0) ?? 0
  const [shiftsOf, sheetsOf] = [groupBy(shifts, ({ personId }) => who(personId)), groupBy(sheets, ({ personId }) => who(personId))]
  return [...new Set(whoOfPerson.values())].flatMap((one) =>
    attendanceOf({ shifts: shiftsOf.get(one) ?? [], sheets: sheetsOf.get(one) ?? [] }, payOn).map((row) => ({ ...row, who: one })),
  )
}

const write = async (scope: VenueScope, counted: readonly { who: number; day: string }[], rows: readonly Row[]): Promise<void> => {
  const { sql, venueId } = scope
  await sql`
    delete from attendance_day a using unnest(${numbers(counted.map(({ who }) => who))}::int[], ${texts(counted.map(({ day }) => day))}::date[]) as w(who, day)
    where a.venue_id = ${venueId} and a.who = w.who and a.day = w.day`
  await insert(scope, rows)
  await countMonths(scope, counted)
}

const insert = async ({ sql, venueId }: VenueScope, rows: readonly Row[]): Promise<void> => {
  if (rows.length === 0) return
  const column = (name: keyof Row) => numbers(rows.map((row) => row[name] as number))
  await sql`
    insert into attendance_day (venue_id, location_id, day, who, rostered, drafted, claimed, actual, payable, on_leave, cost, unpriced, late, beyond, marks, due_at)
    select ${venueId}, u.* from unnest(${column('locationId')}::int[], ${texts(rows.map(({ day }) => day))}::date[], ${column('who')}::int[],
      ${column('rostered')}::int[], ${column('drafted')}::int[], ${column('claimed')}::int[], ${column('actual')}::int[], ${column('payable')}::int[],
      ${column('onLeave')}::int[], ${column('cost')}::bigint[], ${column('unpriced')}::int[], ${column('late')}::int[], ${column('beyond')}::int[],
      ${column('marks')}::int[], ${moments(rows.map(({ dueAt }) => dueAt))}::timestamptz[]) as u returning 1`
}

/** The months of the days that were counted, by weekday. */
const countMonths = async ({ sql, venueId }: VenueScope, counted: readonly { who: number; day: string }[]): Promise<void> => {
  const months = [...new Map(counted.map(({ who, day }) => [`${who} ${monthStart(day)}`, { who, month: monthStart(day) }])).values()]
  const asked = sql`unnest(${numbers(months.map(({ who }) => who))}::int[], ${texts(months.map(({ month }) => month))}::date[]) as w(who, month)`
  await sql`delete from attendance_month a using ${asked} where a.venue_id = ${venueId} and a.who = w.who and a.month = w.month`
  await sql`
    insert into attendance_month (venue_id, location_id, month, who, weekday, rostered, drafted, claimed, actual, payable, on_leave, cost, unpriced, not_approved, shown)
    select ${venueId}, a.location_id, w.month, a.who, (a.day - '1900-01-01'::date) % 7 + 1, sum(a.rostered), sum(a.drafted), sum(a.claimed), sum(a.actual),
      sum(a.payable), sum(a.on_leave), sum(a.cost), sum(a.unpriced), count(*) filter (where a.marks & ${MARK.notApproved} <> 0),
      count(*) filter (where a.drafted = 0 or a.rostered + a.claimed + a.actual + a.payable + a.on_leave > 0 or a.marks <> 0)
    from ${asked} join attendance_day a on a.venue_id = ${venueId} and a.who = w.who and a.day >= w.month and a.day < w.month + interval '1 month'
    group by 2, 3, 4, 5 returning 1`
}

/**
 * Counts every day of some people anew, as after it was said who they are.
 * @param who before and after
 */
export const recountPeople = async (scope: VenueScope, who: readonly number[]): Promise<void> => {
  const { sql, venueId } = scope
  await sql`delete from attendance_day where venue_id = ${venueId} and who = any(${[...who]}::int[])`
  await sql`delete from attendance_month where venue_id = ${venueId} and who = any(${[...who]}::int[])`
  const days = await sql<{ personId: number; day: string }[]>`
    with same as (
      select p.person_id from roster_person p where p.venue_id = ${venueId} and coalesce(p.employee_id, -coalesce(p.same_as, p.person_id)) = any(${[...who]}::int[]))
    select s.person_id as "personId", s.day from roster_shift s join same on same.person_id = s.person_id where s.venue_id = ${venueId}
    union select t.person_id, t.day from timesheet t join same on same.person_id = t.person_id where t.venue_id = ${venueId}`
  await countAttendance(scope, days)
}
