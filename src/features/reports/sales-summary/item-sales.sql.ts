import { DIM, ORDER_TYPE } from '#features/intake/rollup.rules.ts'
import type { VenueScope } from '#platform/venue-scope.ts'
import type { Piece, Span } from '../period.rules.ts'
import type { Reading } from '../readings.rules.ts'
import {
  atTimes,
  type BucketBy,
  bucketNumber,
  bucketOf,
  type Fragment,
  listed,
  named,
  number,
  onWeekdays,
  readingOf,
  rollupRows,
  type Slice,
  sumOf,
  together,
} from '../slice.sql.ts'
import type { HourSums } from './sales-summary.sql.ts'

const LINE_MEASURES = ['n', 'qty', 'gross', 'promotion', 'discount', 'refund', 'surcharge', 'amount', 'cost', 'tax'] as const

/** The products behind PLUs; a PLU the venue does not have sells nothing and is left out. */
export const productIdsOf = async ({ sql, venueId }: VenueScope, plus: readonly string[]): Promise<number[]> => {
  const rows = await sql<{ product_id: number }[]>`select product_id from product where venue_id = ${venueId} and plu = any(${plus as string[]}::text[])`
  return rows.map(({ product_id }) => product_id)
}

/**
 * Sales of chosen items by location and bucket: whole months and years from the rollup, days from the lines. Sales counts
 * the receipts an item is on, once per item; customers, order types and takings are not kept by item over a long range.
 */
export const itemSales = async (
  scope: VenueScope,
  slice: Slice,
  productIds: readonly number[],
  pieces: readonly Piece[],
  by: Exclude<BucketBy, 'hour'>,
): Promise<Reading[]> => {
  if (pieces.length === 0 || slice.locationIds.length === 0 || productIds.length === 0) return []
  const { sql } = scope
  const where = sql`and key = any(${productIds as number[]}::int[])`
  const parts = pieces.map((piece) =>
    piece.grain === 'day'
      ? daysFromLines(scope, slice, productIds, piece)
      : rollupRows(scope, slice, [piece], { dim: DIM.product, columns: LINE_MEASURES, where }),
  )
  const bucket = bucketOf(scope, 'period', by)
  const made = LINE_MEASURES.map((name) => [name, sumOf(scope, sql`${sql(name)}`)] as const)
  const rows = sql`
    select location_id, ${bucketNumber(scope, bucket, by)} as bucket, ${named(scope, made)}
    from (${together(scope, parts)}) as piece group by location_id, ${bucket}`
  return [await readingOf(scope, LINE_MEASURES, rows)]
}

const daysFromLines = (scope: VenueScope, slice: Slice, productIds: readonly number[], { from, to, less }: Piece): Fragment => {
  const { sql, venueId } = scope
  return sql`
    select location_id, business_date as period, product_id as key, ${listed(
      scope,
      LINE_MEASURES.map((name) => (less ? sql`-${sql(name)} as ${sql(name)}` : sql`${sql(name)}`)),
    )} from sale_line
    where venue_id = ${venueId} and product_id = any(${productIds as number[]}::int[]) and business_date between ${from} and ${to}
      and location_id = any(${slice.locationIds as number[]}::int[]) and counts ${onWeekdays(scope, 'business_date', slice.weekdays)}`
}

/** The same from the receipts: by the hour, in some hours, up to a minute, and with order types and cards. */
export const itemSalesFromReceipts = async (scope: VenueScope, slice: Slice, productIds: readonly number[], span: Span, by: BucketBy): Promise<Reading[]> => {
  if (slice.locationIds.length === 0 || productIds.length === 0) return []
  const { sql } = scope
  const bucket = bucketOf(scope, 's.business_date', by)
  const some = (column: Fragment, where: Fragment) => sql`coalesce((sum(${column}::float8) filter (where ${where}))::bigint, 0)`
  const ofType = (orderType: number) => some(sql`l.n`, sql`s.order_type = ${number(scope, orderType)}`)
  const made = [
    ...LINE_MEASURES.map((name) => [name, sumOf(scope, sql`l.${sql(name)}`)] as const),
    ['takeaway', ofType(ORDER_TYPE.takeaway)] as const,
    ['delivery', ofType(ORDER_TYPE.delivery)] as const,
    ['loyaltyN', some(sql`l.n`, sql`s.card_number is not null`)] as const,
    ['loyaltyAmount', some(sql`l.amount`, sql`s.card_number is not null`)] as const,
  ]
  const rows = sql`
    select l.location_id, ${bucketNumber(scope, bucket, by)} as bucket, ${named(scope, made)} ${fromLines(scope, slice, productIds, span)}
    group by l.location_id, ${bucket}`
  return [
    await readingOf(
      scope,
      made.map(([name]) => name),
      rows,
    ),
  ]
}

/** How the trade in chosen items lay over the hours of the day. */
export const itemTradeByHour = async (scope: VenueScope, slice: Slice, productIds: readonly number[], span: Span): Promise<HourSums[]> => {
  if (slice.locationIds.length === 0 || productIds.length === 0) return []
  return scope.sql<HourSums[]>`
    select l.location_id as "locationId", s.local_hour as "localHour", sum(l.n)::bigint as n, null as customers,
      sum(l.amount)::bigint as amount, sum(l.surcharge)::bigint as surcharge
    ${fromLines(scope, slice, productIds, span)}
    group by 1, 2`
}

const fromLines = (scope: VenueScope, slice: Slice, productIds: readonly number[], { from, to }: Span): Fragment => {
  const { sql, venueId } = scope
  return sql`
    from sale_line l join sale s on s.venue_id = l.venue_id and s.sale_id = l.sale_id
    where l.venue_id = ${venueId} and l.product_id = any(${productIds as number[]}::int[]) and l.business_date between ${from} and ${to}
      and l.location_id = any(${slice.locationIds as number[]}::int[]) and l.counts ${atTimes(scope, slice, 's.')}`
}
