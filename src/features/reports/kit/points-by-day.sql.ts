import { FIGURE } from '#features/ledger/ledger.rules.ts'
import { bucketOf, type Fragment, number, onWeekdays, type Slice } from '#features/sums/reading/slice.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { texts } from '#platform/database/sql-arrays.ts'
import type { DayUnit, Span } from './period.rules.ts'

/**
 * Points that sales gave and used, as the points ledger keeps them by day and the Loyalty Points report shows them: what was taken back later
 * is not taken off, unless the import that brought it was undone.
 */
export interface Points {
  accrued: number
  redeemed: number
}

/** The columns of Points from rows of the ledger's days. */
const pointsOfDays = (scope: VenueScope): Fragment => {
  const of = (figure: number) => scope.sql`coalesce((sum(points::float8) filter (where figure = ${number(scope, figure)}))::bigint, 0)`
  return scope.sql`${of(FIGURE.accrued)} as accrued, ${of(FIGURE.redeemed)} as redeemed`
}

const rowsOfDays = (scope: VenueScope, { locationIds, weekdays }: Slice): Fragment => {
  const { sql, venueId } = scope
  return sql`from loyalty_day where venue_id = ${venueId} and location_id = any(${locationIds as number[]}::int[])
    and figure in (${number(scope, FIGURE.accrued)}, ${number(scope, FIGURE.redeemed)}) ${onWeekdays(scope, 'day', weekdays)}`
}

/** The columns by whose order each row of `pointsInBuckets` is told. */
export const POINTS_ROW = ['accrued', 'redeemed'] as const

/**
 * Points by location and bucket, as text of numbers like a Reading: location, a day of the bucket, then POINTS_ROW. Up to a minute of the day
 * they are read from the sales the ledger posted.
 */
export const pointsInBuckets = async (scope: VenueScope, slice: Slice, { from, to }: Span, by: DayUnit): Promise<string> => {
  const { sql } = scope
  const rows =
    slice.untilMinute === undefined
      ? sql`select location_id, min(day) - date '1970-01-01' as bucket, ${pointsOfDays(scope)} ${rowsOfDays(scope, slice)} and day between ${from} and ${to}
          group by location_id, ${bucketOf(scope, 'day', by)}`
      : sql`select location_id, min(business_date) - date '1970-01-01' as bucket, sum(accrued)::bigint as accrued, sum(redeemed)::bigint as redeemed
          from (${postedSales(scope, slice, { from, to })}) posted group by location_id, business_date`
  const [row] = await sql<{ numbers: string | null }[]>`
    select string_agg(concat_ws(',', location_id, bucket, accrued, redeemed), ';') as numbers from (${rows}) as buckets`
  return row?.numbers ?? ''
}

const postedSales = ({ sql, venueId }: VenueScope, { locationIds, untilMinute, weekdays: _ }: Slice, { from, to }: Span): Fragment => sql`
  select m.location_id, m.business_date, case when s.undoes then least(s.points_accrued, 0) else greatest(s.points_accrued, 0) end as accrued,
    case when s.undoes then least(s.points_redeemed, 0) else greatest(s.points_redeemed, 0) end as redeemed
  from loyalty_movement m join sale s on s.venue_id = ${venueId} and s.sale_id = m.movement_id
  where m.venue_id = ${venueId} and m.location_id = any(${locationIds as number[]}::int[]) and m.business_date between ${from} and ${to}
    and s.local_minute <= ${untilMinute ?? 0}`

/** Points of all the locations together over each of some spans. */
export const pointsOfSpans = async (scope: VenueScope, slice: Slice, spans: readonly Span[]): Promise<Points[]> => {
  const { sql } = scope
  const rows = await sql<(Points & { n: number })[]>`
    select p.n::int as n, d.accrued, d.redeemed
    from unnest(${texts(spans.map(({ from }) => from))}::date[], ${texts(spans.map(({ to }) => to))}::date[]) with ordinality as p(from_day, to_day, n)
    cross join lateral (select ${pointsOfDays(scope)} ${rowsOfDays(scope, slice)} and day between p.from_day and p.to_day) d`
  const byPlace = new Map(rows.map(({ n, accrued, redeemed }) => [n, { accrued, redeemed }]))
  return spans.map((_, i) => byPlace.get(i + 1) ?? { accrued: 0, redeemed: 0 })
}
