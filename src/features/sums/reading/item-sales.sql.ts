import { noSums, SUM, type Sums } from '#features/reports/kit/figures.rules.ts'
import type { Piece, Span } from '#features/reports/kit/period.rules.ts'
import type { HourSums } from '#features/reports/kit/sales-answer.rules.ts'
import { ITEM_MEASURES, ORDER_TYPE } from '#features/sums/rollup.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { type LocationDay, listOfDays, productRows, unsummedDays } from './product-rows.sql.ts'
import type { Reading } from './readings.rules.ts'
import { isSeenProduct } from './seen-products.sql.ts'
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
  readingsOf,
  type Slice,
  sumOf,
  together,
} from './slice.sql.ts'

/** What PLUs that were asked for name. */
export interface NamedItems {
  productIds: number[]
  /** PLUs the venue does not have, or not at the holder's locations, as they were asked for: nothing was ever sold by them there. */
  unknown: string[]
}

/** The products behind PLUs. */
export const itemsNamed = async (scope: VenueScope, plus: readonly string[]): Promise<NamedItems> => {
  const { sql, venueId } = scope
  const rows = await sql<{ product_id: number; plu: string }[]>`
    select p.product_id, p.plu from product p where p.venue_id = ${venueId} and p.plu = any(${plus as string[]}::text[])
      and ${isSeenProduct(scope, sql`p.product_id`)}`
  const known = new Set(rows.map(({ plu }) => plu))
  return { productIds: rows.map(({ product_id }) => product_id), unknown: plus.filter((plu) => !known.has(plu)) }
}

/**
 * Sales of chosen items by location and bucket, from the rollup; days whose products are not added up yet from their lines. Sales counts the receipts an item is
 * on, once per item; customers, order types and takings are not kept by item over a long range.
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
  const parts = itemRows(scope, slice, productIds, pieces, await unsummedIn(scope, slice, pieces))
  const bucket = bucketOf(scope, 'period', by)
  const made = ITEM_MEASURES.map((name) => [name, sumOf(scope, sql`${sql(name)}`)] as const)
  const rows = sql`
    select location_id, ${bucketNumber(scope, bucket, by)} as bucket, ${named(scope, made)}
    from (${parts}) as piece group by location_id, ${bucket}`
  return readingsOf(scope, [{ sums: ITEM_MEASURES, rows }])
}

/** The rows that sales of chosen items are made of: location_id, period, key (the product) and measures. */
const itemRows = (scope: VenueScope, slice: Slice, productIds: readonly number[], pieces: readonly Piece[], unsummed: readonly LocationDay[]): Fragment => {
  const parts = [productRows(scope, slice, pieces, { columns: ITEM_MEASURES, productIds }, unsummed)]
  if (unsummed.length > 0) parts.push(...pieces.filter(({ grain }) => grain === 'day').map((piece) => unsummedLines(scope, slice, productIds, piece, unsummed)))
  return together(scope, parts)
}

/** What one item came to at one location, over all pieces or on one day of them. */
export interface ItemSums {
  locationId: number
  productId: number
  /** null over all pieces. */
  day: string | null
  sums: Sums
}

/** Sales of chosen items, each by itself, from the same rows as `itemSales`; items that sold nothing are left out. */
export const itemSalesEach = async (
  scope: VenueScope,
  slice: Slice,
  productIds: readonly number[],
  pieces: readonly Piece[],
  byDay: boolean,
): Promise<ItemSums[]> => {
  if (pieces.length === 0 || slice.locationIds.length === 0 || productIds.length === 0) return []
  const { sql } = scope
  const parts = itemRows(scope, slice, productIds, pieces, await unsummedIn(scope, slice, pieces))
  const made = ITEM_MEASURES.map((name) => [name, sumOf(scope, sql`${sql(name)}`)] as const)
  const anything = ITEM_MEASURES.map((name) => sql`${sql(name)} <> 0`).reduce((all, one) => sql`${all} or ${one}`)
  const rows = await sql<({ location_id: number; key: number; day: string | null } & Record<(typeof ITEM_MEASURES)[number], number>)[]>`
    select * from (
      select location_id, key, ${byDay ? sql`period` : sql`null::date`} as day, ${named(scope, made)} from (${parts}) as piece
      group by location_id, key ${byDay ? sql`, period` : sql``}
    ) as summed where ${anything} order by location_id, key, day`
  return rows.map((row) => ({
    locationId: row.location_id,
    productId: row.key,
    day: row.day,
    sums: sumsOf((i) => row[ITEM_MEASURES[i] as (typeof ITEM_MEASURES)[number]]),
  }))
}

const sumsOf = (measure: (i: number) => number): Sums => {
  const sums = noSums()
  for (const [i, name] of ITEM_MEASURES.entries()) sums[SUM[name]] = measure(i)
  return sums
}

const unsummedIn = (scope: VenueScope, slice: Slice, pieces: readonly Piece[]): Promise<LocationDay[]> =>
  unsummedDays(
    scope,
    slice,
    pieces.filter(({ grain }) => grain === 'day'),
  )

const unsummedLines = (scope: VenueScope, slice: Slice, productIds: readonly number[], { from, to, less }: Piece, days: readonly LocationDay[]): Fragment => {
  const { sql, venueId } = scope
  return sql`
    select l.location_id, l.business_date as period, l.product_id as key, ${listed(
      scope,
      ITEM_MEASURES.map((name) => (less ? sql`-l.${sql(name)} as ${sql(name)}` : sql`l.${sql(name)}`)),
    )} from ${listOfDays(scope, days)} join sale_line l on l.venue_id = ${venueId} and l.product_id = any(${productIds as number[]}::int[])
      and l.business_date = u.day and l.location_id = u.location_id
    where u.day between ${from} and ${to} and l.counts ${onWeekdays(scope, 'l.business_date', slice.weekdays)}`
}

/** The same from the receipts: by the hour, in some hours, up to a minute, and with order types and cards. */
export const itemSalesFromReceipts = async (scope: VenueScope, slice: Slice, plus: readonly string[], span: Span, by: BucketBy): Promise<Reading[]> => {
  if (slice.locationIds.length === 0) return []
  const { sql } = scope
  const bucket = bucketOf(scope, 's.business_date', by)
  const some = (column: Fragment, where: Fragment) => sql`coalesce((sum(${column}::float8) filter (where ${where}))::bigint, 0)`
  const ofType = (orderType: number) => some(sql`l.n`, sql`s.order_type = ${number(scope, orderType)}`)
  const made = [
    ...ITEM_MEASURES.map((name) => [name, sumOf(scope, sql`l.${sql(name)}`)] as const),
    ['takeaway', ofType(ORDER_TYPE.takeaway)] as const,
    ['delivery', ofType(ORDER_TYPE.delivery)] as const,
    ['loyaltyN', some(sql`l.n`, sql`s.card_number is not null`)] as const,
    ['loyaltyAmount', some(sql`l.amount`, sql`s.card_number is not null`)] as const,
  ]
  const rows = sql`
    select l.location_id, ${bucketNumber(scope, bucket, by)} as bucket, ${named(scope, made)} ${fromLines(scope, slice, plus, span)}
    group by l.location_id, ${bucket}`
  return readingsOf(scope, [{ sums: made.map(([name]) => name), rows }])
}

/** How the trade in chosen items lay over the hours of the day. */
export const itemTradeByHour = async (scope: VenueScope, slice: Slice, plus: readonly string[], span: Span): Promise<HourSums[]> => {
  if (slice.locationIds.length === 0) return []
  return scope.sql<HourSums[]>`
    select l.location_id as "locationId", s.local_hour as "localHour", sum(l.n)::bigint as n, null as customers,
      sum(l.amount)::bigint as amount, sum(l.surcharge)::bigint as surcharge
    ${fromLines(scope, slice, plus, span)}
    group by 1, 2`
}

/** What PLUs name is looked up by the statement itself, which so need not wait until it is known. */
const fromLines = (scope: VenueScope, slice: Slice, plus: readonly string[], { from, to }: Span): Fragment => {
  const { sql, venueId } = scope
  return sql`
    from sale_line l join sale s on s.venue_id = ${venueId} and s.sale_id = l.sale_id
    where l.venue_id = ${venueId} and l.product_id = any(array(select product_id from product where venue_id = ${venueId} and plu = any(${plus as string[]}::text[])))
      and l.business_date between ${from} and ${to} and l.location_id = any(${slice.locationIds as number[]}::int[]) and l.counts ${atTimes(scope, slice, 's.')}`
}
