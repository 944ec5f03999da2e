import type { AskedBreakdown } from '#features/reports/kit/asked-breakdown.rules.ts'
import { type AskedTrade, idsOf, type Part, partsOf, sliceOf } from '#features/reports/kit/asked-trade.rules.ts'
import {
  BASE_KIND,
  type Dimension,
  emptyRow,
  kindOfTotals,
  MOST_ROW_CELLS,
  MOST_ROW_DAYS,
  MOST_ROW_PERIODS,
  PLU_KIND,
  SUM_NAMES,
  sumsOf,
  TYPES,
} from '#features/reports/kit/breakdown-kinds.rules.ts'
import { type ClassTree, rowKeyOf } from '#features/reports/kit/class-tree.rules.ts'
import { averagedOver } from '#features/reports/kit/comparison.rules.ts'
import { noSums, SUM, SUM_COUNT } from '#features/reports/kit/figures.rules.ts'
import { coarsestFor, type Piece, piecesOf, type Span } from '#features/reports/kit/period.rules.ts'
import { productsOf } from '#features/reports/kit/products.sql.ts'
import {
  columnOf,
  comparedColumnOf,
  type PlannedPeriod,
  periodsOf,
  referenceBuckets,
  repeatedIn,
  withRepeatedHours,
} from '#features/reports/kit/sales-plan.rules.ts'
import { Tally } from '#features/reports/kit/tally.rules.ts'
import { ORDER_TYPES } from '#features/reports/receipts/invoices.contract.ts'
import { keptSums, namesOf, receiptSums, type Wanted } from '#features/sums/reading/breakdown-rows.sql.ts'
import { freshnessOf } from '#features/sums/reading/freshness.sql.ts'
import { type Rows, rowsIn } from '#features/sums/reading/range-rows.report.ts'
import { bucketsIn, type Reading } from '#features/sums/reading/readings.rules.ts'
import { RowTally } from '#features/sums/reading/row-tally.rules.ts'
import * as sales from '#features/sums/reading/sales-sums.sql.ts'
import { type BucketBy, keepPlans } from '#features/sums/reading/slice.sql.ts'
import { ORDER_TYPE } from '#features/sums/rollup.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { daysIn } from '#shared/day.ts'
import { breakdownAnswer, cellOf, type RowName, type RowSeries, ranked } from './breakdown-answer.rules.ts'
import { breakdownAsked } from './breakdown-asked.report.ts'
import type { BreakdownAnswer, BreakdownQuery, WastageAnswer } from './sales-breakdown.contract.ts'

type AnswerBy<D extends Dimension> = D extends 'wastage' ? WastageAnswer : BreakdownAnswer

/**
 * Sales broken down by one dimension: rows over all locations and at each, totals that are the Sales Summary's, and what they are compared with.
 * @throws SwitchedOff, RangeBackwards, RangeTooLong, BreakdownTimesTooLong, LocationNotFound, ValidationFailed
 */
export const breakdownReport = async <D extends Dimension>(scope: VenueScope, dimension: D, query: BreakdownQuery): Promise<AnswerBy<D>> => {
  const asked = await breakdownAsked(scope, dimension, query)
  // Single items are found by the item or by the day, whichever is rarer.
  if (!asked.byPlu) keepPlans(scope, asked.splitBy === 'plu')
  const planned = periodsOf(asked.range, asked.unit, scope.venue.weekStart, asked.clocks)
  const all = { span: asked.range, locationIds: idsOf(asked) }
  // Rows come first: they are added up while the database is at the rest.
  const counting = rowsIn(scope, asked, [all])
  const comparing = comparedWith(scope, asked)
  const [figures, names] = await Promise.all([figuresIn(scope, asked, planned, counting, comparing), rowNames(scope, asked, counting, comparing)])
  return breakdownAnswer({ ...asked, ...figures, names, currency: scope.venue.currency, now: scope.now })
}

/** All that an answer is made of but its names: they come last, and whatever can be done before is. */
const figuresIn = async (
  scope: VenueScope,
  asked: AskedBreakdown,
  planned: readonly PlannedPeriod[],
  counting: Promise<Rows>,
  comparing: Promise<Compared | undefined>,
) => {
  const all = { span: asked.range, locationIds: idsOf(asked) }
  const [rows, compared, readings, series, freshness, base, tree] = await Promise.all([
    counting,
    comparing,
    totalsIn(scope, asked, all, asked.unit),
    seriesIn(scope, asked, planned, counting),
    freshnessOf(scope, asked.places, asked.clocks),
    baseIn(scope, asked, all),
    asked.tree,
  ])
  const periods = asked.unit === 'hour' ? withRepeatedHours(planned, bucketsIn(readings)) : planned
  const totals = tallyFor(asked, periods)
  const column = columnOf(asked.unit, scope.venue.weekStart)
  for (const reading of readings) totals.add(reading, column)
  putRest(asked, totals, rows)
  const comparedTally = compared && tallyCompared(asked, compared, periods)
  if (compared && comparedTally) putRest(asked, comparedTally, compared.rows)
  const places = asked.places.filter(({ active, locationId }) => active || asked.namesPlaces || totals.has(locationId))
  const rowKeys = ranked({ kind: asked.kind, rows, places }, keysOf(rows, compared))
  return {
    places,
    periods,
    totals,
    rows,
    rowKeys,
    series: seriesOf(scope, { ...asked, tree }, series, rowKeys.length, periods),
    compared: compared && comparedTally && { kind: asked.compare, references: asked.references, tally: comparedTally, rows: compared.rows },
    base,
    freshness,
  }
}

/** Whether the totals are those of the dimension, not of all sales. */
const isOwn = ({ keys, kind }: AskedBreakdown): boolean => keys !== undefined || !kind.ofSales

/** Sums by location and period: of all sales as the Sales Summary has them, or of what was asked for alone. */
const totalsIn = async (scope: VenueScope, asked: AskedBreakdown, part: Part, by: BucketBy): Promise<Reading[]> => {
  const slice = sliceOf(asked, part)
  if (isOwn(asked)) {
    const { kind, keys } = asked
    const wanted = { kind: keys ? kind : kindOfTotals(kind), keys, shape: { buckets: by } }
    const fromReceipts = asked.hours !== undefined || by === 'hour' || part.untilMinute !== undefined
    const readings = fromReceipts
      ? await receiptSums(scope, slice, part.span, [wanted])
      : await keptSums(scope, slice, [{ ...wanted, pieces: piecesOf(part.span, coarsestFor(by, asked.weekdays !== undefined)) }])
    return readings.map((reading) => ({ ...reading, sums: sumsOf(asked.kind) }))
  }
  return salesIn(scope, asked, part, by)
}

/** All sales by location and period, as the Sales Summary reads them. */
export const salesIn = (scope: VenueScope, asked: AskedTrade, part: Part, by: BucketBy): Promise<Reading[]> => {
  const slice = sliceOf(asked, part)
  if (part.untilMinute !== undefined) return sales.salesFromReceipts(scope, slice, part.span, by)
  if (asked.hours || by === 'hour') return sales.salesInHours(scope, slice, piecesOf(part.span, by === 'hour' ? 'year' : coarsestFor(by, false)), by)
  return sales.salesInBuckets(scope, slice, piecesOf(part.span, coarsestFor(by, asked.weekdays !== undefined)), by)
}

const tallyFor = (asked: AskedBreakdown, periods: readonly PlannedPeriod[]): Tally => {
  const kept = new Set<number>(asked.kind.lies.map(([position]) => position))
  const none = isOwn(asked) ? noSums(SUM_NAMES.filter((name) => !kept.has(SUM[name]))) : noSums()
  return new Tally(
    idsOf(asked),
    periods.map(({ period }) => period),
    none,
  )
}

/** Rows by location and period, where there may be few enough of them. */
const seriesIn = async (scope: VenueScope, asked: AskedBreakdown, planned: readonly PlannedPeriod[], rows: Promise<Rows>): Promise<Reading | undefined> => {
  const { range, unit, kind, keys, hours } = asked
  if (asked.byPlu || !(asked.isOneRow || (asked.byPeriod && mayHaveSeries(range, planned.length, unit)))) return undefined
  // Items are many: how many of them there are is waited for, since of too many the periods are not told.
  if (asked.splitBy === 'plu' && !asked.isOneRow && (await rows).keys().length * planned.length > MOST_ROW_CELLS) return undefined
  const wanted: Wanted = { kind, keys, shape: { series: unit } }
  const part = { span: range, locationIds: idsOf(asked) }
  const pieces: Piece[] = piecesOf(range, coarsestFor(unit, asked.weekdays !== undefined))
  const [reading] =
    hours || unit === 'hour'
      ? await receiptSums(scope, sliceOf(asked, part), range, [wanted])
      : await keptSums(scope, sliceOf(asked, part), [{ ...wanted, pieces }])
  return reading
}

const mayHaveSeries = (range: Span, periods: number, unit: BucketBy): boolean => {
  const days = daysIn(range.from, range.to)
  if (unit === 'hour') return days === 1
  return periods <= MOST_ROW_PERIODS && (unit === 'month' || unit === 'year' || days <= MOST_ROW_DAYS)
}

/** What is asked, and the order of products it is told by. */
type InTree = Omit<AskedBreakdown, 'tree'> & { tree: ClassTree }

const seriesOf = (scope: VenueScope, asked: InTree, reading: Reading | undefined, rows: number, periods: readonly PlannedPeriod[]): RowSeries | undefined => {
  if (!reading || (!asked.isOneRow && rows * periods.length > MOST_ROW_CELLS)) return undefined
  const series: RowSeries = new RowTally(emptyRow([asked.kind]))
  const positions = asked.kind.lies.map(([position]) => position)
  const [rowOf, column] = [rowKeyOf(asked), columnOf(asked.unit, scope.venue.weekStart)]
  series.addSeries(reading, positions, (locationId, key, bucket) => [locationId, cellOf(rowOf(key), column(bucket))])
  return series
}

/** What the venue's totals hold and no row does: what nobody named, or what is no item of these classes any more. */
const putRest = (asked: AskedBreakdown, totals: Tally, rows: Rows): void => {
  const isUse = asked.kind.figure === 'Promotions' || asked.kind.figure === 'Discounts' || asked.kind.figure === 'Surcharges'
  if (!asked.byPlu && !(isUse && asked.keys === undefined)) return
  const { lies } = asked.byPlu ? PLU_KIND : asked.kind
  const positions = Int32Array.from(lies, ([position]) => position).filter((position) => position < SUM_COUNT)
  for (const locationId of idsOf(asked)) {
    const [rest, whole] = [totals.whole(locationId).slice(), rows.totalAt(locationId)]
    for (const position of positions) rest[position] = (rest[position] as number) - (whole[position] as number)
    rows.plus(locationId, 0, rest, 0, { from: positions, to: positions })
  }
}

/** Rows of what a range is compared with, and its totals as they were read, with the column of each bucket. */
interface Compared {
  rows: Rows
  totals: readonly { readings: readonly Reading[]; column: (bucket: number) => string | undefined }[]
}

/** The keys of all rows there are, in the range or in what it is compared with. */
const keysOf = (rows: Rows, compared: Compared | undefined): readonly number[] =>
  compared ? [...new Set([...rows.keys(), ...compared.rows.keys()])] : rows.keys()

/** Rows and totals of the references: the same elapsed part, averaged where there are several. */
const comparedWith = async (scope: VenueScope, asked: AskedBreakdown): Promise<Compared | undefined> => {
  if (asked.references.length === 0) return undefined
  const parts = asked.references.flatMap((reference) => partsOf(asked, reference).map((part) => ({ part, reference })))
  const [rows, totals] = await Promise.all([
    rowsIn(
      scope,
      asked,
      parts.map(({ part }) => part),
    ),
    Promise.all(
      parts.map(async ({ part, reference }) => {
        const by = referenceBuckets(asked.unit, reference)
        const readings = await totalsIn(scope, asked, part, part.untilMinute === undefined || by === 'hour' ? by : 'day')
        return { readings, column: comparedColumnOf(asked.unit, scope.venue.weekStart, asked.range, reference) }
      }),
    ),
  ])
  rows.divideBy(averagedOver(asked.compare, asked.references))
  return { rows, totals }
}

/** The totals of the references, laid against the range's columns. */
const tallyCompared = (asked: AskedBreakdown, { totals }: Compared, periods: readonly PlannedPeriod[]): Tally => {
  const tally = tallyFor(asked, periods)
  tally.leaveOut(repeatedIn(periods))
  for (const { readings, column } of totals) for (const reading of readings) tally.add(reading, column)
  tally.divideBy(averagedOver(asked.compare, asked.references))
  return tally
}

/** All sales, for the shares of what is no part of them or is taken off; nothing where the totals say it already. */
const baseIn = async (scope: VenueScope, asked: AskedBreakdown, all: Part): Promise<Tally | undefined> => {
  if (!isOwn(asked)) return undefined
  const base = new Tally(idsOf(asked), [], noSums())
  const pieces = piecesOf(all.span, coarsestFor('year', asked.weekdays !== undefined))
  const readings = asked.hours
    ? await salesIn(scope, asked, all, 'hour')
    : await keptSums(scope, sliceOf(asked, all), [{ kind: BASE_KIND, keys: undefined, shape: { buckets: 'year' }, pieces }])
  for (const reading of readings) base.add(reading, () => undefined)
  return base
}

/** Names are asked for as soon as it is known whose, while the database is at the rest. */
const rowNames = async (
  scope: VenueScope,
  { dimension, splitBy, kind, tree: asked, byPlu }: AskedBreakdown,
  rows: Promise<Rows>,
  compared: Promise<Compared | undefined>,
): Promise<Map<number, RowName>> => {
  const keys = keysOf(await rows, await compared)
  if (byPlu || splitBy === 'plu') {
    const [items, tree] = await Promise.all([productsOf(scope, keys), asked])
    const names = new Map<number, RowName>()
    for (const { productId, plu, name, classId } of items) names.set(productId, { name, path: tree.stepsOf(classId), plu })
    return names
  }
  const { level } = kind
  if (level) {
    const tree = await asked
    return new Map(keys.map((key) => [key, tree.nameAt(level, key)]))
  }
  if (dimension === 'ordertype') return new Map(keys.map((key) => [key, { name: key === ORDER_TYPE.none ? '' : (ORDER_TYPES[key] ?? ''), path: [] }]))
  if (splitBy === 'type') {
    const types: readonly string[] = TYPES[dimension as keyof typeof TYPES]
    return new Map(keys.map((key) => [key, { name: types[key - 1] ?? '', path: [] }]))
  }
  const names = await namesOf(scope, keys)
  return new Map(keys.map((key) => [key, { name: names.get(key) ?? '', path: [] }]))
}
