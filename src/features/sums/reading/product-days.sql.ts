import type { Span } from '#features/reports/kit/period.rules.ts'
import { DIM, GRAIN } from '#features/sums/rollup.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { eachRow } from './readings.rules.ts'
import { counted, type Fragment, number } from './slice.sql.ts'

/** Takes what was sold or wasted of a product on a day: the day since 1970-01-01, and ten-thousandths of a unit. */
type VisitDay = (productId: number, day: number, qty: number, isWasted: boolean) => void
/** The same at a location. */
type Visit = (locationId: number, ...day: Parameters<VisitDay>) => void

/**
 * Visits what each product sold on each day of a span, refunds taken off, and what tills rang up as wasted: from the days of products where they are added up, from the
 * lines where they are not yet. A product may come several times on a day.
 */
export const eachProductDay = async (scope: VenueScope, locationIds: readonly number[], span: Span, visit: Visit): Promise<void> => {
  for (const { locationId, days } of await productDaysByPlace(scope, locationIds, span)) {
    const each = await days
    each((...day) => visit(locationId, ...day))
  }
}

/** What the products of a place sold by day: to be waited for, and then visited. */
interface PlaceDays {
  locationId: number
  days: Promise<(visit: VisitDay) => void>
}

/** The same, place by place: all are asked for, so that what one sold is taken while the database adds up the next. */
export const productDaysByPlace = async (scope: VenueScope, locationIds: readonly number[], { from, to }: Span): Promise<PlaceDays[]> => {
  if (locationIds.length === 0 || from > to) return []
  const { sql, venueId } = scope
  const open = await sql<{ locationId: number; day: string }[]>`
    select location_id as "locationId", day from trading_day_state where venue_id = ${venueId} and location_id = any(${numbers(locationIds)}::int[])
      and day between ${from} and ${to} and products_at_change is distinct from changes`
  const daysOf = async (locationId: number): PlaceDays['days'] => {
    const days = texts(open.filter((one) => one.locationId === locationId).map(({ day }) => day))
    const wasted = sql`
      select key, period - date '1970-01-01' as day, qty, true as wasted from rollup where venue_id = ${venueId} and grain = ${number(scope, GRAIN.day)}
        and dim = ${number(scope, DIM.wastageProduct)} and location_id = ${locationId} and period between ${from} and ${to}`
    const isSummed = days.length === 0 ? sql`` : sql`and day <> all(${days}::date[])`
    const summed = sql`
      select product_id as key, day - date '1970-01-01' as day, qty, false as wasted from product_day
      where venue_id = ${venueId} and location_id = ${locationId} and day between ${from} and ${to} ${isSummed}`
    const lines = sql`
      select l.product_id as key, l.business_date - date '1970-01-01' as day, sum(l.qty)::bigint as qty, false as wasted
      from sale s join sale_line l on l.venue_id = ${venueId} and l.sale_id = s.sale_id
      where s.venue_id = ${venueId} and s.location_id = ${locationId} and s.business_date = any(${days}::date[]) and s.kind in ${counted(scope)} and l.counts group by 1, 2`
    const parts = [summed, wasted, ...(days.length === 0 ? [] : [lines])]
    const pieces = parts.reduce((union, part) => sql`${union} union all ${part}`)
    const taken = await sql<{ day: number; wasted: boolean; rows: string }[]>`
      select day, wasted, string_agg(concat_ws(',', key, qty), ';') as rows from (${pieces}) as piece where qty <> 0 group by day, wasted`
    return (visit) => {
      for (const { day, wasted, rows } of taken) eachRow({ sums: [], texts: [rows] }, (row) => visit(row[0] as number, day, row[1] as number, wasted))
    }
  }
  return locationIds.map((locationId) => {
    const days = daysOf(locationId)
    // Whoever waits for the place hears that it failed. Nobody may: they gave up at the place before.
    days.catch(() => undefined)
    return { locationId, days }
  })
}

/**
 * Rows of location_id, product_id, day, qty and is_wasted: what each product sold on each day of a span, and what tills rang up as wasted, for a statement that asks more of it. From
 * the days of products where they are added up, and from the lines of sales where they are not yet. A product may come several times on a day.
 */
export const productDaysOf = (scope: VenueScope, locationIds: readonly number[], from: string, to: string): Fragment => {
  const { sql, venueId } = scope
  // Day by day, so that PostgreSQL, which takes half of all days for open ones, does not read all sales.
  const summed = sql`
    select * from product_day x where x.venue_id = ${venueId} and x.location_id = k.location_id and x.day = k.day offset 0`
  const wasted = sql`
    select * from rollup x where x.venue_id = ${venueId} and x.grain = ${number(scope, GRAIN.day)} and x.dim = ${number(scope, DIM.wastageProduct)}
      and x.location_id = k.location_id and x.period = k.day offset 0`
  return sql`
    with days as materialized (
      select location_id, day, products_at_change is distinct from changes as is_open from trading_day_state
      where venue_id = ${venueId} and location_id = any(${numbers(locationIds)}::int[]) and day between ${from} and ${to})
    select k.location_id, r.product_id, k.day, r.qty, false as is_wasted from days k cross join lateral (${summed}) r where not k.is_open
    union all select k.location_id, r.key, k.day, r.qty, true from days k cross join lateral (${wasted}) r
    union all select k.location_id, r.product_id, k.day, r.qty, false from days k cross join lateral (
      select l.product_id, l.qty from sale s join sale_line l on l.venue_id = ${venueId} and l.sale_id = s.sale_id and l.counts
      where s.venue_id = ${venueId} and s.location_id = k.location_id and s.business_date = k.day and s.kind in ${counted(scope)} offset 0) r where k.is_open`
}

/** A moment at a place, and the trading day it lies on. */
export interface PlaceMoment {
  locationId: number
  day: string
  at: Date
}

/** What each product sold and wasted at a place on the day of a moment and after that moment, from the receipts. */
export const soldAfter = async (
  scope: VenueScope,
  asked: readonly PlaceMoment[],
): Promise<(PlaceMoment & { productId: number; qty: number; isWasted: boolean })[]> => {
  if (asked.length === 0) return []
  const { sql, venueId } = scope
  const rows = await sql<{ which: number; productId: number; qty: number; isWasted: boolean }[]>`
    select u.which, l.product_id as "productId", sum(l.qty)::bigint as qty, not l.counts as "isWasted"
    from unnest(${numbers(asked.map((_, i) => i))}::int[], ${numbers(asked.map(({ locationId }) => locationId))}::int[],
      ${texts(asked.map(({ day }) => day))}::date[], ${texts(asked.map(({ at }) => at.toISOString()))}::timestamptz[]) as u(which, location_id, day, at)
    join sale s on s.venue_id = ${venueId} and s.location_id = u.location_id and s.business_date = u.day and s.closed_at > u.at and s.kind in ${counted(scope)}
    join sale_line l on l.venue_id = ${venueId} and l.sale_id = s.sale_id
    where l.counts or (l.wastage and not l.voided) group by 1, 2, 4`
  return rows.flatMap(({ which, ...row }) => {
    const moment = asked[which]
    return moment ? [{ ...moment, ...row }] : []
  })
}

/** What tills rang up as wasted over a span, by product and day. */
export const wastedOver = (
  { sql, venueId }: VenueScope,
  locationIds: readonly number[],
  { from, to }: Span,
): Promise<{ locationId: number; productId: number; day: string; qty: number }[]> =>
  sql<{ locationId: number; productId: number; day: string; qty: number }[]>`
    select location_id as "locationId", key as "productId", period as day, qty from rollup where venue_id = ${venueId} and grain = ${GRAIN.day}
      and dim = ${DIM.wastageProduct} and location_id = any(${numbers(locationIds)}::int[]) and period between ${from} and ${to} and qty <> 0`.execute()
