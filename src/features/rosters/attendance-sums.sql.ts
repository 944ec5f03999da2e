import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Query } from '#platform/database/sql.ts'
import { booleans, numbers, texts } from '#platform/database/sql-arrays.ts'
import { addDays, monthEnd, monthStart } from '#shared/day.ts'
import { MARK } from './roster.rules.ts'
import type { WageTargets } from './wage-target.rules.ts'

type Fragment = Query<readonly unknown[]>

/** Which days of attendance are looked at; 0 among the locations is what is in none yet. */
export interface AttendanceAsked {
  locationIds: readonly number[]
  from: string
  to: string
  drafts: boolean
  /** People by their Who; all of them where none are named. */
  whos?: readonly number[] | undefined
}

/** Minutes and minor units. */
export interface AttendanceSums {
  rostered: number
  claimed: number
  actual: number
  payable: number
  cost: number
}

export interface WeekdaySums extends AttendanceSums {
  locationId: number
  who: number
  /** 1 = Monday. */
  weekday: number
  onLeave: number
  unpriced: number
  notApproved: number
}

/** Days of the range at these locations; those with nothing but drafts only where drafts are asked for. */
const within = ({ sql, venueId }: VenueScope, { locationIds, from, to, drafts, whos }: AttendanceAsked): Fragment => sql`
  a.venue_id = ${venueId} and a.location_id = any(${[...locationIds]}::int[]) and a.day between ${from} and ${to} ${whos ? sql`and a.who = any(${[...whos]}::int[])` : sql``}
  ${drafts ? sql`` : sql`and (a.drafted = 0 or a.rostered + a.claimed + a.actual + a.payable + a.on_leave > 0 or a.marks <> 0)`}`

// A Monday long before any shift: the weekday is the rest of a division, which is a third of what extract() takes.
const weekdayOf = ({ sql }: VenueScope): Fragment => sql`(a.day - '1900-01-01'::date) % 7 + 1`

const rosteredIn = ({ sql }: VenueScope, { drafts }: AttendanceAsked): Fragment => (drafts ? sql`a.rostered + a.drafted` : sql`a.rostered`)

/** What everybody came to by location and weekday: of whole months as these are kept, of the days beside them one by one. */
export const sumsByWeekday = (scope: VenueScope, asked: AttendanceAsked): Promise<WeekdaySums[]> => {
  const { sql, venueId } = scope
  const months = wholeMonths(asked)
  const days = (from: string, to: string) => sql`
    select a.location_id, a.who, ${weekdayOf(scope)} as weekday, ${rosteredIn(scope, asked)} as rostered, a.claimed, a.actual, a.payable, a.cost, a.on_leave, a.unpriced,
      case when a.marks & ${MARK.notApproved} <> 0 then 1 else 0 end as not_approved
    from attendance_day a where ${within(scope, { ...asked, from, to })}`
  const parts = months
    ? [
        sql`
    select a.location_id, a.who, a.weekday, ${rosteredIn(scope, asked)} as rostered, a.claimed, a.actual, a.payable, a.cost, a.on_leave, a.unpriced, a.not_approved
    from attendance_month a where a.venue_id = ${venueId} and a.location_id = any(${[...asked.locationIds]}::int[]) and a.month between ${months.first} and ${months.last}
      ${asked.drafts ? sql`` : sql`and a.shown > 0`}`,
        ...(asked.from < months.first ? [days(asked.from, addDays(months.first, -1))] : []),
        ...(asked.to > monthEnd(months.last) ? [days(addDays(monthEnd(months.last), 1), asked.to)] : []),
      ]
    : [days(asked.from, asked.to)]
  return sql<WeekdaySums[]>`
    select location_id as "locationId", who, weekday::int, sum(rostered)::bigint as rostered, sum(claimed)::bigint as claimed, sum(actual)::bigint as actual,
      sum(payable)::bigint as payable, sum(cost)::bigint as cost, sum(on_leave)::bigint as "onLeave", sum(unpriced)::bigint as unpriced,
      sum(not_approved)::bigint as "notApproved"
    from (${parts.reduce((all, part) => sql`${all} union all ${part}`)}) as part group by 1, 2, 3`
}

/** The months that lie in a range as a whole, by their first days. */
const wholeMonths = ({ from, to }: AttendanceAsked): { first: string; last: string } | undefined => {
  const first = from === monthStart(from) ? from : addDays(monthEnd(from), 1)
  const last = to === monthEnd(to) ? monthStart(to) : monthStart(addDays(monthStart(to), -1))
  return first <= last ? { first, last } : undefined
}

/** What everybody at a location came to on a day, or in a month that lies in the range as a whole, by its first day. */
export interface PlaceSums extends Pick<AttendanceSums, 'rostered' | 'payable' | 'cost'> {
  locationId: number
  day: string
  /** Minutes to pay whose price nobody has said. */
  unpriced: number
}

/** What everybody together came to by location and day, open shifts apart. @param byMonth whole months are told by their first day, which is read sooner */
export const sumsByPlace = (scope: VenueScope, asked: AttendanceAsked, byMonth: boolean): Promise<PlaceSums[]> => {
  const { sql, venueId } = scope
  const sums = sql`sum(a.rostered)::bigint as rostered, sum(a.payable)::bigint as payable, sum(a.cost)::bigint as cost, sum(a.unpriced)::bigint as unpriced`
  const days = (from: string, to: string) => sql`
    select a.location_id as "locationId", a.day, ${sums} from attendance_day a where ${within(scope, { ...asked, from, to })} and a.who <> 0 group by 1, 2`
  const months = byMonth ? wholeMonths(asked) : undefined
  if (!months) return sql<PlaceSums[]>`${days(asked.from, asked.to)}`
  return sql<PlaceSums[]>`
    select a.location_id as "locationId", a.month as day, ${sums} from attendance_month a
    where a.venue_id = ${venueId} and a.location_id = any(${[...asked.locationIds]}::int[]) and a.month between ${months.first} and ${months.last} and a.who <> 0
    group by 1, 2 ${asked.from < months.first ? sql`union all ${days(asked.from, addDays(months.first, -1))}` : sql``}
    ${asked.to > monthEnd(months.last) ? sql`union all ${days(addDays(monthEnd(months.last), 1), asked.to)}` : sql``}`
}

/** A day of somebody. */
export interface AttendanceRow extends AttendanceSums {
  locationId: number
  day: string
  who: number
  late: number
  beyond: number
  /** Bits of EXCEPTIONS, by their places. */
  exceptions: number
}

/** What makes something worth a look. */
export interface Limits {
  /** Minutes a punch may be late. */
  tolerance: number
  /** Minutes that may be paid beyond the roster. */
  beyond: number
  /** The trading day each location is in, and whether anything is rostered there: where nothing is, nothing is unplanned. */
  places: readonly { locationId: number; today: string; isRostered: boolean }[]
}

/** Days of attendance with their exceptions, in the order of EXCEPTIONS. */
const judged = (scope: VenueScope, asked: AttendanceAsked, { tolerance, beyond, places }: Limits, where?: Fragment): Fragment => {
  const { sql, now } = scope
  const has = (mark: number) => sql`a.marks & ${mark} <> 0`
  const kinds = [
    sql`${has(MARK.absent)} and a.due_at < ${new Date(now.getTime() - tolerance * 60_000)}`,
    sql`${has(MARK.open)} and a.day >= l.today`,
    sql`${has(MARK.open)} and a.day < l.today`,
    has(MARK.noStart),
    has(MARK.overlapping),
    sql`a.late > ${tolerance}`,
    sql`a.beyond > ${beyond}`,
    sql`${has(MARK.unplanned)} and l.is_rostered`,
    sql`${has(MARK.toPlan)} and a.day >= l.today`,
  ]
  const bits = kinds.map((kind, i) => sql`(case when ${kind} then ${1 << i} else 0 end)`)
  return sql`
    select a.location_id, a.day, a.who, ${rosteredIn(scope, asked)} as rostered, a.claimed, a.actual, a.payable, a.cost, a.late, a.beyond,
      ${bits.reduce((all, bit) => sql`${all} | ${bit}`)} as exceptions
    from attendance_day a join unnest(${numbers(places.map(({ locationId }) => locationId))}::int[], ${texts(places.map(({ today }) => today))}::date[],
      ${booleans(places.map(({ isRostered }) => isRostered))}::boolean[]) as l(location_id, today, is_rostered) on l.location_id = a.location_id
    where ${within(scope, asked)} ${where ?? sql``}`
}

const columns = ({ sql }: VenueScope): Fragment => sql`
  j.location_id as "locationId", j.day, j.who, j.rostered, j.claimed, j.actual, j.payable, j.cost, j.late, j.beyond, j.exceptions`

/** Below these nothing is an exception, where the limits are not below the usual ones: as the index of such days has it, word for word. */
const candidates = ({ sql }: VenueScope, { tolerance, beyond }: Limits): Fragment =>
  tolerance >= 5 && beyond >= 30 ? sql`and (a.marks & 95 <> 0 or a.late > 5 or a.beyond > 30)` : sql``

/** Days with something to look at, the latest first. */
export const daysToLookAt = (scope: VenueScope, asked: AttendanceAsked, limits: Limits, most: number): Promise<AttendanceRow[]> => scope.sql<AttendanceRow[]>`
  select ${columns(scope)} from (${judged(scope, asked, limits, candidates(scope, limits))}) as j where j.exceptions <> 0 order by j.day desc, j.location_id, j.who limit ${most}`

/** How many days have each exception, in the order of EXCEPTIONS. */
export const exceptionCounts = async (scope: VenueScope, asked: AttendanceAsked, limits: Limits, kinds: number): Promise<number[]> => {
  const { sql } = scope
  const rows = await sql<{ exceptions: number; n: number }[]>`
    select j.exceptions, count(*)::int as n from (${judged(scope, asked, limits, candidates(scope, limits))}) as j where j.exceptions <> 0 group by 1`
  return Array.from({ length: kinds }, (_, i) => rows.reduce((sum, { exceptions, n }) => sum + (exceptions & (1 << i) ? n : 0), 0))
}

interface DaysAsked extends AttendanceAsked {
  who?: number | undefined
  weekday?: number | undefined
}

/** Days of people in a range, the earliest first; open shifts only where they are asked for. */
export const attendanceDays = (scope: VenueScope, asked: DaysAsked, limits: Limits, most: number): Promise<AttendanceRow[]> => {
  const { sql } = scope
  return sql<AttendanceRow[]>`
    select ${columns(scope)} from (${judged(scope, asked, limits)}) as j where ${asked.who === undefined ? sql`j.who <> 0` : sql`j.who = ${asked.who}`}
      ${asked.weekday === undefined ? sql`` : sql`and (j.day - '1900-01-01'::date) % 7 + 1 = ${asked.weekday}`}
    order by j.day, j.location_id, j.who limit ${most}`
}

/** The last day before a range on which there is anything, or else the first after it. */
export const nearestDay = async ({ sql, venueId }: VenueScope, { locationIds, from, to }: AttendanceAsked): Promise<string | null> => {
  const ids = numbers([...locationIds])
  const [found] = await sql<{ before: string | null; after: string | null }[]>`
    select (select max(a.day) from attendance_day a where a.venue_id = ${venueId} and a.location_id = any(${ids}::int[]) and a.day < ${from}) as before,
      (select min(a.day) from attendance_day a where a.venue_id = ${venueId} and a.location_id = any(${ids}::int[]) and a.day > ${to}) as after`
  return found?.before ?? found?.after ?? null
}

/** Locations with sales or hours in a range. */
export const placesWithHours = async ({ sql, venueId }: VenueScope, from: string, to: string): Promise<Set<number>> => {
  const rows = await sql<{ id: number }[]>`
    select distinct t.location_id as id from trading_day_state t where t.venue_id = ${venueId} and t.day between ${from} and ${to}
    union select distinct a.location_id from attendance_day a where a.venue_id = ${venueId} and a.day between ${from} and ${to}`
  return new Set(rows.map(({ id }) => id))
}

/** What the venue has set of attendance. */
export interface AttendanceSettings {
  /** Minutes a punch may differ from the roster and still agree with it. */
  tolerance: number
  targets: WageTargets
}

export const attendanceSettings = async ({ sql, venueId }: VenueScope): Promise<AttendanceSettings> => {
  const [found] = await sql<{ tolerance: number | null; venue: number | null; targets: { LocationId: number; Percent: number }[] | null }[]>`
    select (value->>'TimesheetToleranceMinutes')::int as tolerance, (value->>'WageTargetPercent')::float8 as venue, value->'WageTargets' as targets
    from venue_setting where venue_id = ${venueId} and section = 'settings'`
  const byLocation = new Map((found?.targets ?? []).map(({ LocationId, Percent }) => [LocationId, Percent]))
  return { tolerance: found?.tolerance ?? USUAL_TOLERANCE, targets: { venue: found?.venue ?? null, byLocation } }
}

const USUAL_TOLERANCE = 5

/** Weekly salaries by person and the day from which they hold, the latest first, with where the person belongs. */
export const salaries = ({
  sql,
  venueId,
}: VenueScope): Promise<
  { personId: number; employeeId: number | null; sameAs: number | null; home: number | null; fromDay: string; perWeek: boolean; amount: number }[]
> => sql`
  select r.person_id as "personId", p.employee_id as "employeeId", p.same_as as "sameAs", p.home_location_id as home, r.from_day as "fromDay", r.per_week as "perWeek", r.amount
  from pay_rate r join roster_person p on p.venue_id = ${venueId} and p.person_id = r.person_id
  where r.venue_id = ${venueId} and exists (select from pay_rate w where w.venue_id = ${venueId} and w.person_id = r.person_id and w.per_week)
  order by r.person_id, r.from_day desc`
