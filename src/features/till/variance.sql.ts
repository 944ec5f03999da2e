import { type OpenDays, openSheetDays, sheetsTaken } from '#features/sums/reading/sheet-sums.sql.ts'
import { CODE_DIM } from '#features/sums/rollup.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Query } from '#platform/database/sql.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import type { Method } from './till.rules.ts'

type Fragment = Query<readonly unknown[]>

/** Which sheets are looked at, and over which difference one is above the limit of its location, in minor units. */
export interface VarianceAsked {
  locationIds: readonly number[]
  limits: readonly number[]
  from: string
  to: string
  /** Absent: all media together. */
  method?: Method | undefined
  terminalKey?: number | undefined
  /** 0: nobody named. */
  clerkKey?: number | undefined
  weekday?: number | undefined
}

/** What the running total goes by. */
export type PeriodUnit = 'day' | 'week' | 'month'

/** Who was over or short at which till: by ISO weekday, or by period where `weekday` is 0. */
export interface VarianceRow {
  locationId: number
  terminalKey: number
  clerkKey: number
  weekday: number
  /** First day of the period, null where it is by weekday. */
  period: string | null
  variance: number
  sheets: number
  overLimit: number
}

/**
 * The sessions asked for that were counted, each as (session_id, location_id, terminal_key, clerk_key, day, z_number, expected, variance, counts, is_over):
 * counted less what is expected by now, so that what came after a sheet was committed is in it. A method nobody counted has no difference.
 */
const counted = (scope: VenueScope, asked: VarianceAsked, open: OpenDays): Fragment => {
  const { sql, venueId } = scope
  const { locationIds, limits, from, to, method } = asked
  const where = (column: Fragment, value: number | undefined) => (value === undefined ? sql`` : sql`and ${column} = ${value}`)
  const ofMethod = method === undefined ? sql`` : sql`and c.method = ${method}`
  return sql`
    with asked as materialized (
      select o.session_id, o.location_id, o.terminal_key, coalesce(o.clerk_key, 0) as clerk_key, o.business_date as day, o.z_number, o.counts, l.most, o.counted,
        o.opening_float + o.pay_ins - o.pay_outs - o.drops - o.banked - o.tips_paid_out as moved
      from till_session o join unnest(${numbers([...locationIds])}::int[], ${numbers([...limits])}::bigint[]) as l(location_id, most) on l.location_id = o.location_id
      where o.venue_id = ${venueId} and o.business_date between ${from} and ${to} and o.counted is not null ${where(sql`o.terminal_key`, asked.terminalKey)}
        ${where(sql`coalesce(o.clerk_key, 0)`, asked.clerkKey)} ${where(sql`extract(isodow from o.business_date)`, asked.weekday)}
    ), taken as materialized (
      select t.session_id, t.method, t.net, t.cash_out from (${sheetsTaken(scope, asked, open)}) t
      where t.session_id <> 0 ${method === undefined ? sql`` : sql`and (t.method = ${method} or t.cash_out <> 0)`}
    ), handed_out as (select session_id, sum(cash_out) as cash_out from taken where cash_out <> 0 group by 1
    ), by_method as (
      select a.session_id, c.amount::bigint as counted, case when c.method = 'Cash' then a.moved + coalesce(t.net, 0) - coalesce(h.cash_out, 0)
          else coalesce(t.net + t.cash_out, 0) end as expected
      from asked a cross join lateral jsonb_each_text(a.counted) as c(method, amount)
        left join taken t on t.session_id = a.session_id and t.method = c.method
        left join handed_out h on h.session_id = a.session_id and c.method = 'Cash'
      where true ${ofMethod}
    ), sheets as (select session_id, sum(expected)::bigint as expected, sum(counted - expected)::bigint as variance from by_method group by 1)
    select a.session_id, a.location_id, a.terminal_key, a.clerk_key, a.day, a.z_number, a.counts, s.expected, s.variance, abs(s.variance) > a.most as is_over
    from asked a join sheets s on s.session_id = a.session_id`
}

/** Over or short added up by who was on which till, by weekday and by period. */
export const varianceRows = async (scope: VenueScope, asked: VarianceAsked, unit: PeriodUnit): Promise<VarianceRow[]> => {
  const open = await openSheetDays(scope, asked)
  const { sql } = scope
  const { weekStart } = scope.venue
  const starts = {
    day: sql`day`,
    week: sql`day - (extract(isodow from day)::int - ${weekStart}::int + 7) % 7`,
    month: sql`date_trunc('month', day::timestamp)::date`,
  }
  const period = starts[unit]
  const rows = await sql<VarianceRow[]>`
    with counted as materialized (select location_id, terminal_key, clerk_key, extract(isodow from day)::int as weekday, ${period} as period, variance, is_over
      from (${counted(scope, asked, open)}) c)
    select location_id as "locationId", terminal_key as "terminalKey", clerk_key as "clerkKey", coalesce(weekday, 0) as weekday, period,
      sum(variance)::bigint as variance, count(*)::int as sheets, (count(*) filter (where is_over))::int as "overLimit"
    from counted group by location_id, terminal_key, clerk_key, grouping sets ((weekday), (period)) order by 1, 2, 3, 4, 5`
  return [...rows]
}

/** A counted sheet and what it differed by; minor units, cash with its float. */
export interface VarianceSheet {
  sessionId: string
  locationId: number
  terminalKey: number
  clerkKey: number
  day: string
  zNumber: number | null
  expected: number
  variance: number
  /** How often it was counted. */
  counts: number
  isOver: boolean
}

/** The sheets behind a figure of the variance map, the first day first. */
export const varianceSheets = async (scope: VenueScope, asked: VarianceAsked, most: number): Promise<VarianceSheet[]> => {
  const open = await openSheetDays(scope, asked)
  const { sql } = scope
  const rows = await sql<VarianceSheet[]>`
    select session_id::text as "sessionId", location_id as "locationId", terminal_key as "terminalKey", clerk_key as "clerkKey", day, z_number as "zNumber",
      expected, variance, counts, is_over as "isOver"
    from (${counted(scope, asked, open)}) c order by day, session_id limit ${most}`
  return [...rows]
}

/** Till sessions nobody has counted, and what tills sold outside their sessions: left out of the differences. */
export const notCounted = async (scope: VenueScope, { locationIds, from, to }: VarianceAsked): Promise<number> => {
  const { sql, venueId } = scope
  const open = await openSheetDays(scope, { locationIds, from, to })
  const [row] = await sql<{ n: number }[]>`
    select ((select count(*) from till_session o where o.venue_id = ${venueId} and o.location_id = any(${[...locationIds]}::int[]) and o.business_date between ${from} and ${to}
      and o.counted is null)
      + (select count(distinct (t.location_id, t.business_date, t.terminal_key)) from (${sheetsTaken(scope, { locationIds, from, to }, open)}) t where t.session_id = 0))::int as n`
  return row?.n ?? 0
}

/** What tills and clerks are called, by their keys. */
export const namesOf = async ({ sql, venueId }: VenueScope): Promise<Map<number, string>> => {
  const rows = await sql<{ key: number; name: string }[]>`
    select key, name from dimension_key where venue_id = ${venueId} and dim in (${CODE_DIM.clerk}, ${CODE_DIM.terminal})`
  return new Map(rows.map(({ key, name }) => [key, name]))
}
