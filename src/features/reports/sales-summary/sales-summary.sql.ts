import { DIM, GRAIN, MEASURES, type Measure, ORDER_TYPE } from '#features/intake/rollup.rules.ts'
import type { VenueScope } from '#platform/venue-scope.ts'
import { NO_SUMS, type Sums } from '../figures.rules.ts'
import type { Piece, Span } from '../period.rules.ts'
import { atTimes, type BucketBy, bucketOf, counted, type Fragment, listed, number, onWeekdays, type Slice, together } from '../slice.sql.ts'

/** Sums of one location in one bucket: a bucket is the day it begins on, or a local hour. */
export interface BucketSums extends Sums {
  locationId: number
  bucket: string
}

/** Everything sold, by location and bucket, from the rollup; buckets of days or coarser. */
export const salesInBuckets = async (scope: VenueScope, slice: Slice, pieces: readonly Piece[], by: Exclude<BucketBy, 'hour'>): Promise<BucketSums[]> => {
  if (pieces.length === 0 || slice.locationIds.length === 0) return []
  const [totals, shares] = await Promise.all([totalsInBuckets(scope, slice, pieces, by), sharesInBuckets(scope, slice, pieces, by)])
  const shareOf = new Map(shares.map((share) => [`${share.locationId} ${share.bucket}`, share]))
  const merged = totals.map((total) => ({ ...total, ...(shareOf.get(`${total.locationId} ${total.bucket}`) ?? NO_SHARES(total)) }))
  const known = new Set(totals.map(({ locationId, bucket }) => `${locationId} ${bucket}`))
  // A day of nothing but vouchers has takings and no sales.
  return [...merged, ...shares.filter(({ locationId, bucket }) => !known.has(`${locationId} ${bucket}`)).map((share) => ({ ...NO_SUMS, ...share }))]
}

type Totals = Pick<BucketSums, 'locationId' | 'bucket' | Measure>
type Shares = Omit<BucketSums, Measure>

const NO_SHARES = ({ locationId, bucket }: Totals): Shares => ({
  locationId,
  bucket,
  takeaway: 0,
  delivery: 0,
  loyaltyN: 0,
  loyaltyAmount: 0,
  nonSales: 0,
  tips: 0,
  rounding: 0,
})

const totalsInBuckets = (scope: VenueScope, slice: Slice, pieces: readonly Piece[], by: Exclude<BucketBy, 'hour'>): Promise<Totals[]> => {
  const { sql, venueId } = scope
  const read = pieces.map(
    ({ grain, from, to }) => sql`
      select location_id, period, n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax
      from rollup where venue_id = ${venueId} and grain = ${number(scope, GRAIN[grain])} and dim = ${number(scope, DIM.total)}
        and location_id = any(${slice.locationIds as number[]}::int[]) and period between ${from} and ${to} ${onWeekdays(scope, 'period', slice.weekdays)}`,
  )
  return sql<Totals[]>`
    select location_id as "locationId", ${bucketOf(scope, 'period', by)}::text as bucket,
      ${listed(
        scope,
        MEASURES.map((name) => sql`sum(${sql(name)})::bigint as ${sql(name)}`),
      )}
    from (${together(scope, read)}) as piece group by location_id, ${bucketOf(scope, 'period', by)}`
}

/** What of it went out of the house, was rung up with a card, and leads from sales to takings: one row of the rollup holds it all. */
const sharesInBuckets = (scope: VenueScope, slice: Slice, pieces: readonly Piece[], by: Exclude<BucketBy, 'hour'>): Promise<Shares[]> => {
  const { sql, venueId } = scope
  const read = pieces.map(
    ({ grain, from, to }) => sql`
      select location_id, period, n, customers, qty, gross, promotion, discount, refund
      from rollup where venue_id = ${venueId} and grain = ${number(scope, GRAIN[grain])} and dim = ${number(scope, DIM.besideTotal)}
        and location_id = any(${slice.locationIds as number[]}::int[]) and period between ${from} and ${to} ${onWeekdays(scope, 'period', slice.weekdays)}`,
  )
  return sql<Shares[]>`
    select location_id as "locationId", ${bucketOf(scope, 'period', by)}::text as bucket,
      sum(n)::bigint as takeaway, sum(customers)::bigint as delivery, sum(qty)::bigint as "loyaltyN", sum(gross)::bigint as "loyaltyAmount",
      sum(promotion)::bigint as "nonSales", sum(discount)::bigint as tips, sum(refund)::bigint as rounding
    from (${together(scope, read)}) as piece group by location_id, ${bucketOf(scope, 'period', by)}`
}

/** The same for some hours of the day over a long range: order types, cards and takings are not kept by the hour. */
export const salesInHours = async (scope: VenueScope, slice: Slice, pieces: readonly Piece[], by: Exclude<BucketBy, 'hour'>): Promise<BucketSums[]> => {
  if (pieces.length === 0 || slice.locationIds.length === 0) return []
  const { sql } = scope
  return sql<BucketSums[]>`
    select location_id as "locationId", ${bucketOf(scope, 'period', by)}::text as bucket,
      ${listed(
        scope,
        MEASURES.map((name) => sql`sum(${sql(name)})::bigint as ${sql(name)}`),
      )},
      null as takeaway, null as delivery, null as "loyaltyN", null as "loyaltyAmount", null as "nonSales", null as tips, null as rounding
    from (${hourRows(scope, slice, pieces)}) as piece group by location_id, ${bucketOf(scope, 'period', by)}`
}

/** Everything sold, straight from the sales: by the hour, in some hours, or up to a minute of the trading day. */
export const salesFromReceipts = async (scope: VenueScope, slice: Slice, { from, to }: Span, by: BucketBy): Promise<BucketSums[]> => {
  if (slice.locationIds.length === 0) return []
  const { sql, venueId } = scope
  const many = (where: Fragment) => sql`coalesce(sum(n) filter (where ${where}), 0)::bigint`
  return sql<BucketSums[]>`
    select location_id as "locationId", ${bucketOf(scope, 'business_date', by)}::text as bucket,
      ${listed(
        scope,
        MEASURES.map((name) => sql`sum(${sql(name)})::bigint as ${sql(name)}`),
      )},
      ${many(sql`order_type = ${ORDER_TYPE.takeaway}`)} as takeaway, ${many(sql`order_type = ${ORDER_TYPE.delivery}`)} as delivery,
      ${many(sql`card_number is not null`)} as "loyaltyN", coalesce(sum(amount) filter (where card_number is not null), 0)::bigint as "loyaltyAmount",
      sum(non_sales)::bigint as "nonSales", sum(tips)::bigint as tips, sum(rounding)::bigint as rounding
    from sale
    where venue_id = ${venueId} and location_id = any(${slice.locationIds as number[]}::int[]) and business_date between ${from} and ${to}
      and kind in ${counted(scope)} ${atTimes(scope, slice)}
    group by location_id, ${bucketOf(scope, 'business_date', by)}`
}

export interface MediaSums {
  locationId: number
  mediaKey: number
  name: string
  n: number
  amount: number
}

/** What people paid with, by location and media. */
export const mediaTaken = async (scope: VenueScope, slice: Slice, pieces: readonly Piece[]): Promise<MediaSums[]> => {
  if (pieces.length === 0 || slice.locationIds.length === 0) return []
  const { sql, venueId } = scope
  const read = pieces.map(
    ({ grain, from, to }) => sql`
      select location_id, key, n, amount from rollup
      where venue_id = ${venueId} and grain = ${number(scope, GRAIN[grain])} and dim = ${number(scope, DIM.media)} and location_id = any(${slice.locationIds as number[]}::int[])
        and period between ${from} and ${to} ${onWeekdays(scope, 'period', slice.weekdays)}`,
  )
  return sql<MediaSums[]>`
    select m.location_id as "locationId", m.key as "mediaKey", coalesce(d.name, '') as name, m.n, m.amount
    from (select location_id, key, sum(n)::bigint as n, sum(amount)::bigint as amount from (${together(scope, read)}) as piece group by 1, 2) m
    left join dimension_key d on d.venue_id = ${venueId} and d.key = m.key
    where m.n <> 0 or m.amount <> 0`
}

/** The same for some hours of the day, from the tenders themselves. */
export const mediaTakenFromReceipts = async (scope: VenueScope, slice: Slice, { from, to }: Span): Promise<MediaSums[]> => {
  if (slice.locationIds.length === 0) return []
  const { sql, venueId } = scope
  return sql<MediaSums[]>`
    select p.location_id as "locationId", p.media_key as "mediaKey", coalesce(max(d.name), '') as name,
      sum(case when s.kind = 5 then -1 else 1 end)::bigint as n, sum(p.net)::bigint as amount
    from sale s join sale_payment p on p.venue_id = s.venue_id and p.sale_id = s.sale_id
    left join dimension_key d on d.venue_id = p.venue_id and d.key = p.media_key
    where s.venue_id = ${venueId} and s.location_id = any(${slice.locationIds as number[]}::int[]) and s.business_date between ${from} and ${to}
      and s.kind in ${counted(scope)} ${atTimes(scope, slice, 's.')}
    group by 1, 2`
}

export interface HourSums {
  locationId: number
  /** 0 to 23, + 100 the second time round when the clocks go back. */
  localHour: number
  n: number
  customers: number | null
  amount: number
  surcharge: number
}

/** How trade lay over the hours of the day, by location. */
export const tradeByHour = async (scope: VenueScope, slice: Slice, pieces: readonly Piece[]): Promise<HourSums[]> => {
  if (pieces.length === 0 || slice.locationIds.length === 0) return []
  return scope.sql<HourSums[]>`
    select location_id as "locationId", key % 1000 as "localHour", sum(n)::bigint as n, sum(customers)::bigint as customers,
      sum(amount)::bigint as amount, sum(surcharge)::bigint as surcharge
    from (${hourRows(scope, slice, pieces)}) as piece group by 1, 2`
}

/** Rows of the rollup by weekday and hour; its key tells both, so no finer grain is needed for either. */
const hourRows = (scope: VenueScope, { locationIds, weekdays, hours }: Slice, pieces: readonly Piece[]): Fragment => {
  const { sql, venueId } = scope
  const read = pieces.map(
    ({ grain, from, to }) => sql`
      select location_id, period, key, n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax
      from rollup where venue_id = ${venueId} and grain = ${number(scope, GRAIN[grain])} and dim = ${number(scope, DIM.weekdayHour)} and location_id = any(${locationIds as number[]}::int[])
        and period between ${from} and ${to}
        ${hours ? sql`and key % 100 = any(${hours as number[]}::int[])` : sql``} ${weekdays ? sql`and key / 1000 = any(${weekdays as number[]}::int[])` : sql``}`,
  )
  return together(scope, read)
}

export interface Freshness {
  locationId: number
  lastSaleAt: Date | null
  lastReceivedAt: Date | null
}

/** When each location last sold something and was last heard; late arrivals up to a month back count as heard. */
export const lastHeard = ({ sql, venueId }: VenueScope, locationIds: readonly number[]): Promise<Freshness[]> => sql<Freshness[]>`
  select l.location_id as "locationId", max(t.last_sale_at) as "lastSaleAt", max(t.last_received_at) as "lastReceivedAt"
  from unnest(${locationIds as number[]}::int[]) as l(location_id)
  left join lateral (
    select last_sale_at, last_received_at from trading_day_state
    where venue_id = ${venueId} and location_id = l.location_id order by day desc limit 31) t on true
  group by 1`

/** Fewer sales than this in such an hour, over two months, and a location is not expected to sell in it. */
const LEAST_USUAL_SALES = 4

/** Which locations usually sell in an hour of a weekday, going by this month and the one before; each is asked about its own hour. */
export const usuallyTrading = async (
  { sql, venueId }: VenueScope,
  hours: readonly { locationId: number; weekday: number; localHour: number; months: readonly string[] }[],
): Promise<Set<number>> => {
  if (hours.length === 0) return new Set()
  const months = [...new Set(hours.flatMap((hour) => hour.months))]
  const rows = await sql<{ locationId: number; key: number; n: number }[]>`
    select location_id as "locationId", key, sum(n)::bigint as n from rollup
    where venue_id = ${venueId} and grain = ${GRAIN.month} and dim = ${DIM.weekdayHour} and location_id = any(${hours.map(({ locationId }) => locationId)}::int[])
      and period = any(${months}::date[]) and key = any(${[...new Set(hours.map(({ weekday, localHour }) => weekday * 1000 + localHour))]}::int[])
    group by 1, 2`
  const usual = hours.filter(({ locationId, weekday, localHour }) =>
    rows.some((row) => row.locationId === locationId && row.key === weekday * 1000 + localHour && row.n >= LEAST_USUAL_SALES),
  )
  return new Set(usual.map(({ locationId }) => locationId))
}
