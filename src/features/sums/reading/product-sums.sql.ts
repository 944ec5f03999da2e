import { averagedOver, type Comparison, type Reference } from '#features/reports/kit/comparison.rules.ts'
import type { Piece, Span } from '#features/reports/kit/period.rules.ts'
import { type Clocked, type ElapsedGroup, elapsedGroups } from '#features/reports/kit/sales-plan.rules.ts'
import { addKeyed, type KeyedSums, PRODUCTS, RUN, RUN_COUNT, sumRuns } from '#features/sums/running-totals.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import { type LocationDay, listOfDays, productRows, unsummedDays } from './product-rows.sql.ts'
import { eachRow, type Reading } from './readings.rules.ts'
import { type DaysBeside, piecesOfDays, piecesWithin, type RangeTotals, spansTogether } from './run-plan.rules.ts'
import { type TotalsSlice, totalsFor } from './running-totals.sql.ts'
import { atTimes, counted, type Fragment, listed, named, onWeekdays, readingsOf, type Slice, sumOf, together } from './slice.sql.ts'
import { noneSold, type Sold } from './sold.rules.ts'

const COLUMNS = ['n', 'qty', 'gross', 'promotion', 'discount', 'refund', 'surcharge', 'cost', 'tax', 'surcharge_tax'] as const
/** Where they stand among the sums of a product. */
const PLACES = COLUMNS.map((name) => RUN[name])

/**
 * What products sold over a range: the difference of two running totals at the ends of months and the sums of the days beside them, where they are kept; rows of months and
 * days where they are not, and lines where not even those are added up.
 * @param into takes the sums, in addition to what it has
 * @param asked the running totals, where they were asked for before it was known which products are wanted
 */
export const addSold = async (scope: VenueScope, slice: SoldSlice, range: Span, into: Sold, asked = totalsSold(scope, slice, range)): Promise<void> => {
  if (slice.hours) return addLines(scope, slice, range, into)
  const ranges = await asked
  for (const { locationId, sums } of ranges) {
    const place = into.get(locationId)
    if (place) addKeyed(PRODUCTS, place, sums)
  }
  const days = spansTogether(ranges).map(({ span, locationIds }) => addRows(scope, { locationIds, weekdays: slice.weekdays }, span, into))
  await Promise.all(days)
}

/** Places and weekdays, and the wall-clock hours asked for; undefined for the whole day. */
interface SoldSlice extends TotalsSlice {
  hours?: readonly number[] | undefined
}

/** The running totals and sums of days of a range added up, and what of it is to be read elsewhere. */
export type SoldTotals = Omit<RangeTotals, 'totals'> & { sums: KeyedSums }

/** The running totals a range is made of, of all products, added up while the database is at what was asked next; none of some hours, which are added up from the receipts. */
export const totalsSold = async (scope: VenueScope, slice: SoldSlice, range: Span): Promise<SoldTotals[]> => {
  if (slice.hours) return []
  return (await totalsFor(scope, PRODUCTS, slice, range)).map(({ totals, ...one }) => ({ ...one, sums: sumRuns(PRODUCTS, totals) }))
}

/** What a range is compared with, as far as it has elapsed, and the running totals of its whole days. */
interface AskedBefore {
  part: ElapsedGroup
  totals: Promise<SoldTotals[]> | undefined
}

/** Asks for the running totals of what a range is compared with, before it is known which products are wanted. */
export const totalsBefore = (
  scope: VenueScope,
  { weekdays: own, hours }: SoldSlice,
  { range, references, clocks }: { range: Span; references: readonly Reference[]; clocks: readonly Clocked[] },
): AskedBefore[] =>
  references
    .flatMap((reference) => elapsedGroups(reference, { range, clocks, weekdays: own }))
    .map((part) => ({ part, totals: part.whole && totalsSold(scope, { locationIds: part.locationIds, weekdays: part.weekdays, hours }, part.whole) }))

/** What products sold in what a range is compared with: the same elapsed part, averaged where there are several. */
export const soldBefore = async (
  scope: VenueScope,
  { locationIds: ids, hours }: SoldSlice,
  { compare, references }: { compare: Comparison; references: readonly Reference[] },
  asked: readonly AskedBefore[],
  keys: Float64Array,
): Promise<Sold> => {
  const sold = noneSold(ids, keys)
  await Promise.all(
    asked.flatMap(({ part: { locationIds, whole, cutDay, minute, weekdays }, totals }) => [
      whole ? addSold(scope, { locationIds, weekdays, hours }, whole, sold, totals) : undefined,
      cutDay ? addLines(scope, { locationIds, weekdays, hours, untilMinute: minute }, { from: cutDay, to: cutDay }, sold) : undefined,
    ]),
  )
  const over = averagedOver(compare, references)
  if (over > 1) for (const { sums } of sold.values()) for (let i = 0; i < sums.length; i += 1) sums[i] = (sums[i] as number) / over
  return sold
}

/** Days without sums of their own beside running totals, and ranges without those. */
const addRows = async (scope: VenueScope, slice: TotalsSlice, span: DaysBeside, into: Sold): Promise<void> => {
  const { sql, venueId } = scope
  const { pieces, unsummed } = await piecesAndUnsummed(scope, slice, span)
  const days = pieces.filter(({ grain }) => grain === 'day')
  const productIds = fewIn(into)
  const parts = [productRows(scope, slice, pieces, { columns: COLUMNS, productIds }, unsummed)]
  for (const { from, to, less } of unsummed.length === 0 ? [] : days) {
    const columns = COLUMNS.map((name) => (less ? sql`-l.${sql(name)} as ${sql(name)}` : sql`l.${sql(name)}`))
    parts.push(sql`
      select l.location_id, l.business_date as period, l.product_id as key, ${listed(scope, columns)}
      from ${listOfDays(scope, unsummed)} join sale s on s.venue_id = ${venueId} and s.location_id = u.location_id and s.business_date = u.day and s.kind in ${counted(scope)}
        join sale_line l on l.venue_id = ${venueId} and l.sale_id = s.sale_id
      where u.day between ${from} and ${to} and l.counts ${productIds ? sql`and l.product_id = any(${numbers(productIds)}::int[])` : sql``} ${onWeekdays(scope, 's.business_date', slice.weekdays)}`)
  }
  const made = COLUMNS.map((name) => [name, sumOf(scope, sql`${sql(name)}`)] as const)
  const sums = sql`select location_id, key as bucket, ${named(scope, made)} from (${together(scope, parts)}) as piece group by location_id, key`
  const refunded = sql`
    select location_id, product_id as bucket, ${span.less ? sql`` : sql`-`}sum(qty)::bigint as qty from sale_line where venue_id = ${venueId}
      and location_id = any(${slice.locationIds as number[]}::int[]) and business_date between ${span.from} and ${span.to} and refund <> 0 and counts
      ${onWeekdays(scope, 'business_date', slice.weekdays)} group by 1, 2`
  await addReadings(scope, sums, refunded, into)
}

/** As many products are looked up one by one, where all of a day are thousands. */
const FEW_PRODUCTS = 400

/** The products that are wanted, where they are few. */
const fewIn = (into: Sold): number[] | undefined => {
  const [first] = into.values()
  const keys = first?.keys ?? new Float64Array()
  return keys.length > FEW_PRODUCTS ? undefined : [...keys]
}

/** The rows of the rollup that a span is made of, and its days whose receipts have to be read. */
const piecesAndUnsummed = async (scope: VenueScope, slice: TotalsSlice, span: DaysBeside): Promise<{ pieces: Piece[]; unsummed: LocationDay[] }> => {
  const fewest = piecesOfDays(span, slice.weekdays ? 'day' : 'year')
  const unsummed = await unsummedDays(scope, slice, [span, ...fewest.filter(({ grain }) => grain === 'day')])
  const without = unsummed.filter(({ day }) => day < span.from || day > span.to)
  return { pieces: without.length === 0 ? fewest : piecesWithin(span), unsummed }
}

/** What was rung up on a day up to a minute of it, or in some hours of days, from the receipts. */
const addLines = async (scope: VenueScope, slice: Slice, { from: first, to: last }: Span, into: Sold): Promise<void> => {
  const { sql, venueId } = scope
  if (slice.locationIds.length === 0) return
  const from = sql`
    from sale s join sale_line l on l.venue_id = ${venueId} and l.sale_id = s.sale_id
    where s.venue_id = ${venueId} and s.location_id = any(${slice.locationIds as number[]}::int[]) and s.business_date between ${first} and ${last} and s.kind in ${counted(scope)}
      and l.counts ${atTimes(scope, slice, 's.')}`
  const made = COLUMNS.map((name) => [name, sumOf(scope, sql`l.${sql(name)}`)] as const)
  const sums = sql`select l.location_id, l.product_id as bucket, ${named(scope, made)} ${from} group by l.location_id, l.product_id`
  const refunded = sql`select l.location_id, l.product_id as bucket, -sum(l.qty)::bigint as qty ${from} and l.refund <> 0 group by l.location_id, l.product_id`
  await addReadings(scope, sums, refunded, into)
}

/** Adds rows of location, product and sums, and rows of location, product and what was given back. */
const addReadings = async (scope: VenueScope, sums: Fragment, refunded: Fragment, into: Sold): Promise<void> => {
  const [sold, back] = await readingsOf(scope, [
    { sums: COLUMNS, rows: sums },
    { sums: ['qty'], rows: refunded },
  ])
  const places = new Map<number, number>()
  for (const { keys } of into.values()) if (places.size === 0) for (const [i, key] of keys.entries()) places.set(key, i)
  const addTo = (reading: Reading | undefined, at: readonly number[]) => {
    if (!reading) return
    eachRow(reading, (row) => {
      const [product, place] = [into.get(row[0] as number), places.get(row[1] as number)]
      if (!product || place === undefined) return
      for (let i = 0; i < at.length; i += 1) {
        const to = place * RUN_COUNT + (at[i] as number)
        product.sums[to] = (product.sums[to] as number) + (row[i + 2] as number)
      }
    })
  }
  addTo(sold, PLACES)
  addTo(back, [RUN.refunded])
}
