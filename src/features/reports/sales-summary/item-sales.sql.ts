import { DIM, GRAIN, ORDER_TYPE } from '#features/intake/rollup.rules.ts'
import type { VenueScope } from '#platform/venue-scope.ts'
import type { Piece, Span } from '../period.rules.ts'
import { atTimes, type BucketBy, bucketOf, type Fragment, listed, number, onWeekdays, type Slice, together } from '../slice.sql.ts'
import type { BucketSums, HourSums } from './sales-summary.sql.ts'

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
): Promise<BucketSums[]> => {
  if (pieces.length === 0 || slice.locationIds.length === 0 || productIds.length === 0) return []
  const { sql, venueId } = scope
  const measures = sql`n, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax`
  const read = pieces.map(({ grain, from, to }) =>
    grain === 'day'
      ? sql`
        select location_id, business_date as period, ${measures} from sale_line
        where venue_id = ${venueId} and product_id = any(${productIds as number[]}::int[]) and business_date between ${from} and ${to}
          and location_id = any(${slice.locationIds as number[]}::int[]) and counts ${onWeekdays(scope, 'business_date', slice.weekdays)}`
      : sql`
        select location_id, period, ${measures} from rollup
        where venue_id = ${venueId} and grain = ${number(scope, GRAIN[grain])} and dim = ${number(scope, DIM.product)} and location_id = any(${slice.locationIds as number[]}::int[])
          and period between ${from} and ${to} and key = any(${productIds as number[]}::int[])`,
  )
  return sql<BucketSums[]>`
    select location_id as "locationId", ${bucketOf(scope, 'period', by)}::text as bucket, null as customers,
      ${listed(
        scope,
        LINE_MEASURES.map((name) => sql`sum(${sql(name)})::bigint as ${sql(name)}`),
      )},
      null as takeaway, null as delivery, null as "loyaltyN", null as "loyaltyAmount", null as "nonSales", null as tips, null as rounding
    from (${together(scope, read)}) as piece group by location_id, ${bucketOf(scope, 'period', by)}`
}

/** The same from the receipts: by the hour, in some hours, up to a minute, and with order types and cards. */
export const itemSalesFromReceipts = async (
  scope: VenueScope,
  slice: Slice,
  productIds: readonly number[],
  span: Span,
  by: BucketBy,
): Promise<BucketSums[]> => {
  if (slice.locationIds.length === 0 || productIds.length === 0) return []
  const { sql } = scope
  return sql<BucketSums[]>`
    select l.location_id as "locationId", ${bucketOf(scope, 's.business_date', by)}::text as bucket, null as customers,
      ${listed(
        scope,
        LINE_MEASURES.map((name) => sql`sum(l.${sql(name)})::bigint as ${sql(name)}`),
      )},
      coalesce(sum(l.n) filter (where s.order_type = ${ORDER_TYPE.takeaway}), 0)::bigint as takeaway,
      coalesce(sum(l.n) filter (where s.order_type = ${ORDER_TYPE.delivery}), 0)::bigint as delivery,
      coalesce(sum(l.n) filter (where s.card_number is not null), 0)::bigint as "loyaltyN",
      coalesce(sum(l.amount) filter (where s.card_number is not null), 0)::bigint as "loyaltyAmount",
      null as "nonSales", null as tips, null as rounding
    ${fromLines(scope, slice, productIds, span)}
    group by l.location_id, ${bucketOf(scope, 's.business_date', by)}`
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
