import type { Query } from '#platform/sql.ts'
import type { VenueScope } from '#platform/venue-scope.ts'
import { DIM, GRAIN, MEASURES, type Measure } from './rollup.rules.ts'
import { lockRollup } from './store-sales.sql.ts'

type Fragment = Query<readonly unknown[]>

/** The measures under which what stands beside a total lies, in the order it is packed. */
const BESIDE: readonly Measure[] = ['n', 'customers', 'qty', 'gross', 'promotion', 'discount', 'refund']

/** What is kept of members' sales by the day once more, narrow: how many, their amount, and the amount of all. */
const MEMBER_DAYS: readonly (readonly ['t' | 'b', Measure])[] = [
  ['b', 'qty'],
  ['b', 'gross'],
  ['t', 'amount'],
]

/** A location's month that is over and not packed. */
export interface UnpackedMonth {
  locationId: number
  /** Its first day. */
  month: string
}

/** The months that are over by a day and have trade, but are not packed, or by weeks that begin on another day than the venue's do now. */
export const unpackedMonths = ({ sql, venueId, venue }: VenueScope, upTo: string): Promise<UnpackedMonth[]> => sql<UnpackedMonth[]>`
  select distinct location_id as "locationId", date_trunc('month', day::timestamp)::date as month from trading_day_state t
  where venue_id = ${venueId} and day < date_trunc('month', ${upTo}::date + interval '1 day')::date and not exists (select from packed_month p
    where p.venue_id = ${venueId} and p.location_id = t.location_id and p.month = date_trunc('month', t.day::timestamp)::date
    and p.week_start = ${venue.weekStart} and p.member_days is not null) order by 1, 2`

/** Packs a month from the rows of its days; tills of the location wait meanwhile, for about a millisecond. */
export const packMonth = async (scope: VenueScope, { locationId, month }: UnpackedMonth): Promise<void> => {
  const { sql, venueId, venue } = scope
  await lockRollup(scope, locationId)
  await sql`delete from packed_month where venue_id = ${venueId} and location_id = ${locationId} and month = ${month}`
  await sql`
    insert into packed_month (venue_id, location_id, month, days, week_start, weeks, member_days)
    select ${venueId}, ${locationId}::int, ${month}::date, coalesce(p.days, ''), ${venue.weekStart}::smallint, coalesce(p.weeks, ''), coalesce(p.member_days, '')
    from (${packed(scope, locationId, month, sql`${venue.weekStart}::int`)}) as p returning 1`
}

/** Packed months that say something else than the rows of their days; those are taken away. */
export const dropWrongPack = async (scope: VenueScope, locationId: number, month: string): Promise<boolean> => {
  const { sql, venueId } = scope
  const dropped = await sql`
    delete from packed_month m where venue_id = ${venueId} and location_id = ${locationId} and month = ${month} and not exists (
      select from (${packed(scope, locationId, month, sql`m.week_start`)}) as p where coalesce(p.days, '') = m.days and coalesce(p.weeks, '') = m.weeks
        and (m.member_days is null or coalesce(p.member_days, '') = m.member_days))`
  return dropped.count > 0
}

/**
 * The days of a month as one text, and its weeks as another, each under its first day in the month; SUM's order, total first. What members spent by the day is a
 * third.
 */
const packed = ({ sql, venueId }: VenueScope, locationId: number, month: string, weekStart: Fragment): Fragment => {
  const rows = (dim: number) => sql`select * from rollup where venue_id = ${venueId} and grain = ${GRAIN.day} and dim = ${dim} and location_id = ${locationId}
    and period >= ${month}::date and period < ${month}::date + interval '1 month'`
  const columns = [...MEASURES.map((name) => ['t', name] as const), ...BESIDE.map((name) => ['b', name] as const)]
  const each = (one: (from: 't' | 'b', measure: Measure, name: Fragment) => Fragment): Fragment =>
    columns.map(([from, measure], i) => one(from, measure, sql`${sql(`m${i}`)}`)).reduce((all, next) => sql`${all}, ${next}`)
  const all = each((_from, _measure, name) => name)
  const ofMembers = MEMBER_DAYS.map(([from, measure]) => sql`${sql(`m${columns.findIndex(([f, m]) => f === from && m === measure)}`)}`).reduce(
    (some, next) => sql`${some}, ${next}`,
  )
  const asText = (first: Fragment, sums: Fragment, from: Fragment) => sql`
    (select string_agg(concat_ws(',', ${locationId}::int, ${first} - date '1970-01-01', ${sums}), ';' order by ${first}) ${from})`
  return sql`
    with day as materialized (
      select period, ${each((from, measure, name) => sql`coalesce(${sql(`${from}.${measure}`)}, 0) as ${name}`)}
      from (${rows(DIM.total)}) t full join (${rows(DIM.besideTotal)}) b using (period)),
    week as (
      select min(period) as first, ${each((_from, _measure, name) => sql`sum(${name})::bigint as ${name}`)} from day
      group by period - (period - date '0001-01-01' + 8 - ${weekStart}) % 7)
    select ${asText(sql`period`, all, sql`from day`)} as days, ${asText(sql`first`, all, sql`from week`)} as weeks,
      ${asText(sql`period`, ofMembers, sql`from day`)} as member_days`
}
