import type { SumName } from '#features/reports/kit/figures.rules.ts'
import type { Piece, Span } from '#features/reports/kit/period.rules.ts'
import type { MediaSums } from '#features/reports/kit/sales-answer.rules.ts'
import { DIM, MEASURES, ORDER_TYPE } from '#features/sums/rollup.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Reading } from './readings.rules.ts'
import {
  atTimes,
  type BucketBy,
  bucketNumber,
  bucketOf,
  counted,
  type Fragment,
  named,
  number,
  readingsOf,
  rollupRows,
  type Slice,
  type Summed,
  sumOf,
} from './slice.sql.ts'

type DayBuckets = Exclude<BucketBy, 'hour'>
type HourDim = typeof DIM.weekdayHour | typeof DIM.besideHour
/** A sum, and the measure of the rollup it lies under. */
type SumOfMeasure = readonly (readonly [SumName, string])[]

const TOTALS: SumOfMeasure = MEASURES.map((name) => [name, name])
/** What stands beside a total. */
const BESIDE: SumOfMeasure = [
  ['takeaway', 'takeaway'],
  ['delivery', 'delivery'],
  ['loyaltyN', 'card_n'],
  ['loyaltyAmount', 'card_amount'],
  ['nonSales', 'non_sales'],
  ['tips', 'tips'],
  ['rounding', 'rounding'],
]

/** Everything sold, by location and bucket, from the rollup: the totals, and what stands beside them. */
export const salesInBuckets = async (scope: VenueScope, slice: Slice, pieces: readonly Piece[], by: DayBuckets): Promise<Reading[]> => {
  if (pieces.length === 0 || slice.locationIds.length === 0) return []
  const read = (dim: typeof DIM.total | typeof DIM.besideTotal, wanted: SumOfMeasure) => {
    const columns = wanted.map(([, measure]) => measure)
    return fromRollup(scope, wanted, rollupRows(scope, slice, pieces, { dim, columns }), by, by !== 'day')
  }
  return readingsOf(scope, [read(DIM.total, TOTALS), read(DIM.besideTotal, BESIDE)])
}

/** @param isMany whether several rows make up a bucket; a day has one row for a place where the dimension has one key */
const fromRollup = (scope: VenueScope, wanted: SumOfMeasure, rows: Fragment, by: BucketBy, isMany: boolean): Summed => {
  const { sql } = scope
  const bucket = by === 'hour' ? sql`key % 1000` : bucketOf(scope, 'period', by)
  const columns = wanted.map(([name, measure]) => [name, isMany ? sumOf(scope, sql`${sql(measure)}`) : sql`${sql(measure)}`] as const)
  return {
    sums: wanted.map(([name]) => name),
    rows: sql`select location_id, ${bucketNumber(scope, bucket, by)} as bucket, ${named(scope, columns)} from (${rows}) as piece ${
      isMany ? sql`group by location_id, ${bucket}` : sql``
    }`,
  }
}

/** The same by the hour, or for some hours of the day. */
export const salesInHours = async (scope: VenueScope, slice: Slice, pieces: readonly Piece[], by: BucketBy): Promise<Reading[]> => {
  if (pieces.length === 0 || slice.locationIds.length === 0) return []
  const read = (dim: HourDim, wanted: SumOfMeasure) => {
    const columns = wanted.map(([, measure]) => measure)
    return fromRollup(scope, wanted, hourRows(scope, slice, pieces, dim, columns), by, true)
  }
  return readingsOf(scope, [read(DIM.weekdayHour, TOTALS), read(DIM.besideHour, BESIDE)])
}

/** Everything sold, straight from the sales, up to a minute of the trading day. */
export const salesFromReceipts = async (scope: VenueScope, slice: Slice, { from, to }: Span, by: BucketBy): Promise<Reading[]> => {
  if (slice.locationIds.length === 0) return []
  const { sql, venueId } = scope
  const bucket = bucketOf(scope, 'business_date', by)
  const made = [...MEASURES.map((name) => [name, sumOf(scope, sql`${sql(name)}`)] as const), ...besideInSales(scope)]
  const rows = sql`
    select location_id, ${bucketNumber(scope, bucket, by)} as bucket, ${named(scope, made)} from sale
    where venue_id = ${venueId} and location_id = any(${slice.locationIds as number[]}::int[]) and business_date between ${from} and ${to}
      and kind in ${counted(scope)} ${atTimes(scope, slice)}
    group by location_id, ${bucket}`
  return readingsOf(scope, [{ sums: made.map(([name]) => name), rows }])
}

const besideInSales = (scope: VenueScope): (readonly [SumName, Fragment])[] => {
  const { sql } = scope
  const some = (column: Fragment, where: Fragment) => sql`coalesce((sum(${column}::float8) filter (where ${where}))::bigint, 0)`
  const ofType = (orderType: number) => some(sql`n`, sql`order_type = ${number(scope, orderType)}`)
  return [
    ['takeaway', ofType(ORDER_TYPE.takeaway)],
    ['delivery', ofType(ORDER_TYPE.delivery)],
    ['loyaltyN', some(sql`n`, sql`card_number is not null`)],
    ['loyaltyAmount', some(sql`amount`, sql`card_number is not null`)],
    ['nonSales', sumOf(scope, sql`non_sales`)],
    ['tips', sumOf(scope, sql`tips`)],
    ['rounding', sumOf(scope, sql`rounding`)],
  ]
}

/** What people paid with in some hours of the day, by location and media, from the tenders themselves. */
export const mediaTakenFromReceipts = async (scope: VenueScope, slice: Slice, { from, to }: Span): Promise<MediaSums[]> => {
  if (slice.locationIds.length === 0) return []
  const { sql, venueId } = scope
  return sql<MediaSums[]>`
    select p.location_id as "locationId", p.media_key as "mediaKey", coalesce(max(d.name), '') as name,
      sum(case when s.kind = 5 then -1 else 1 end)::bigint as n, sum(p.net)::bigint as amount
    from sale s join sale_payment p on p.venue_id = ${venueId} and p.sale_id = s.sale_id
    left join dimension_key d on d.venue_id = ${venueId} and d.key = p.media_key
    where s.venue_id = ${venueId} and s.location_id = any(${slice.locationIds as number[]}::int[]) and s.business_date between ${from} and ${to}
      and s.kind in ${counted(scope)} ${atTimes(scope, slice, 's.')}
    group by 1, 2 order by 1, 2`
}

/** Rows of the rollup by weekday and hour; its key tells both, so no finer grain is needed for either. */
const hourRows = (scope: VenueScope, { locationIds, weekdays, hours }: Slice, pieces: readonly Piece[], dim: HourDim, columns: readonly string[]): Fragment => {
  const { sql } = scope
  const where = sql`
    ${hours ? sql`and key % 100 = any(${hours as number[]}::int[])` : sql``} ${weekdays ? sql`and key / 1000 = any(${weekdays as number[]}::int[])` : sql``}`
  return rollupRows(scope, { locationIds }, pieces, { dim, columns, where })
}
