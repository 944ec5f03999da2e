import { setImmediate } from 'node:timers/promises'
import { clocksOf, referencesAsked } from '#features/reports/kit/clocks.rules.ts'
import { averagedOver, type Comparison, type Reference } from '#features/reports/kit/comparison.rules.ts'
import { hoursAsked, rangeAsked } from '#features/reports/kit/filter.rules.ts'
import { coarsestFor, piecesOf, type Span, type Unit } from '#features/reports/kit/period.rules.ts'
import { placesAsked } from '#features/reports/kit/places-asked.sql.ts'
import { checkItemTimes, checkRange, unitOf } from '#features/reports/kit/range.rules.ts'
import { type Held, type HourSums, hoursIn, type MediaSums, salesAnswer } from '#features/reports/kit/sales-answer.rules.ts'
import {
  type Clocked,
  columnOf,
  comparedColumnOf,
  elapsedGroups,
  LONGEST_FROM_RECEIPTS_DAYS,
  type PlannedPeriod,
  periodsOf,
  referenceBuckets,
  repeatedIn,
  type Source,
  sourceOf,
  withRepeatedHours,
} from '#features/reports/kit/sales-plan.rules.ts'
import { noneIn, Tally } from '#features/reports/kit/tally.rules.ts'
import { freshnessAndLateDays } from '#features/sums/reading/freshness.sql.ts'
import { hoursAndMedia } from '#features/sums/reading/hours-and-media.sql.ts'
import { itemSales, itemSalesFromReceipts, itemsNamed, itemTradeByHour } from '#features/sums/reading/item-sales.sql.ts'
import { bucketsIn, type Reading } from '#features/sums/reading/readings.rules.ts'
import * as sales from '#features/sums/reading/sales-sums.sql.ts'
import { type BucketBy, keepPlans } from '#features/sums/reading/slice.sql.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { daysIn, isoWeekday } from '#shared/day.ts'
import type { SalesAnswer, SalesQuery } from './sales-summary.contract.ts'
import { targetsIn } from './sales-targets.report.ts'

/** What is asked, once the words of the query are understood. */
interface Understood {
  range: Span
  unit: Unit
  places: readonly ScopeLocation[]
  clocks: readonly Clocked[]
  weekdays: readonly number[] | undefined
  hours: readonly number[] | undefined
  references: readonly Reference[]
  source: Source
}

/** The same with what is asked for; undefined for everything. */
interface Asked extends Understood {
  plus: readonly string[] | undefined
  /** The products they name, where rows of the rollup are found by them. */
  productIds: readonly number[]
}

/**
 * The Sales Summary: figures by location and period with totals, comparison, media, times of day and freshness.
 * @throws RangeBackwards, RangeTooLong, ItemTimesTooLong, LocationNotFound, ValidationFailed
 */
export const salesReport = async (scope: VenueScope, query: SalesQuery, unitAsked: Unit): Promise<SalesAnswer> => {
  const asked = await understood(scope, query, unitAsked)
  if (!query.Items || isFoundByItem(asked)) keepPlans(scope)
  // Freshness is looked up while the server waits for what the items asked for are.
  const [{ columns, ...figures }, { freshness, late }] = await Promise.all([figuresIn(scope, asked, query), freshnessAndLateDays(scope, asked)])
  return salesAnswer({
    ...asked,
    places: asked.places.filter(({ active, locationId }) => active || query.Locations !== undefined || columns.tally.has(locationId)),
    ...columns,
    ...figures,
    freshness,
    late: late.filter(({ day }) => asked.weekdays?.includes(isoWeekday(day)) ?? true),
    dayparts: scope.venue.dayparts,
    currency: scope.venue.currency,
    now: scope.now,
  })
}

/**
 * Rows of the rollup of chosen products are found by the product or by the day, whichever is rarer; their lines and their packed days always by the product, whose
 * index has the day as well.
 */
const isFoundByItem = ({ source, references, unit, weekdays }: Understood): boolean =>
  source === 'item-receipts' || (source === 'items' && references.length === 0 && coarsestFor(unit, weekdays !== undefined) === 'day')

const understood = async (scope: VenueScope, query: SalesQuery, unitAsked: Unit): Promise<Understood> => {
  const range = rangeAsked(query)
  const unit = unitOf(range, unitAsked)
  checkRange(range, unit)
  const places = await placesAsked(scope, query.Locations, range)
  const clocks = clocksOf(scope, places)
  const hours = hoursAsked(query.Daypart, scope.venue.dayparts)
  const references = query.Compare === 'target' ? [] : referencesAsked(scope, query, range, clocks, places)
  const spans = [range, ...references]
  if (query.Items && (hours || unit === 'hour')) checkItemTimes(spans)
  const source = sourceOf(spans, unit, { hours: hours !== undefined, items: query.Items !== undefined })
  return { range, unit, places, clocks, weekdays: query.Weekdays, hours, references, source }
}

const figuresIn = async (scope: VenueScope, understood: Understood, query: SalesQuery) => {
  const naming = query.Items && itemsNamed(scope, query.Items)
  const productIds = understood.source === 'items' ? ((await naming)?.productIds ?? []) : []
  const asked: Asked = { ...understood, plus: query.Items, productIds }
  const sums = sumsIn(scope, asked, asked.range, asked.unit)
  const tallying = tallied(scope, asked, columnsFor(scope, asked), sums)
  const [columns, compared, beside, items] = await Promise.all([
    tallying,
    comparedWith(scope, asked, query.Compare ?? 'none', tallying),
    besideIn(scope, asked, sums),
    naming,
  ])
  return { columns, compared, ...beside, unknownItems: items?.unknown ?? [] }
}

const idsOf = ({ places }: Asked): number[] => places.map(({ locationId }) => locationId)

/** Sums of a span from whatever source holds them most cheaply, as they come. */
const sumsIn = (scope: VenueScope, asked: Asked, span: Span, by: BucketBy, locationIds = idsOf(asked)): Promise<Reading[]>[] => {
  const slice = { locationIds, weekdays: asked.weekdays, hours: asked.hours }
  const { source, plus = [], productIds } = asked
  if (source === 'item-receipts') return [itemSalesFromReceipts(scope, slice, plus, span, by)]
  if (source === 'hours') return [sales.salesInHours(scope, slice, piecesOf(span, by === 'hour' ? 'year' : coarsestFor(by, false)), by)]
  if (by === 'hour') throw new Error('Hours are kept apart from days.')
  const pieces = piecesOf(span, coarsestFor(by, asked.weekdays !== undefined))
  return source === 'items' ? [itemSales(scope, slice, productIds, pieces, by)] : [sales.salesInBuckets(scope, slice, pieces, by)]
}

/** The references' sums laid against the range's columns: the same elapsed part, averaged where there are several. */
const comparedWith = async (scope: VenueScope, asked: Asked, kind: Comparison, columns: Promise<Columns>): Promise<Held | undefined> => {
  if (kind === 'none') return undefined
  if (kind === 'target') return targetsIn(scope, { ...asked, isWhole: asked.plus === undefined && asked.hours === undefined }, columns)
  const { references } = asked
  const questions = references.flatMap((reference) => {
    const column = comparedColumnOf(asked.unit, scope.venue.weekStart, asked.range, reference)
    const by = referenceBuckets(asked.unit, reference)
    return elapsedGroups(reference, asked).flatMap(({ locationIds, whole, cutDay, minute, weekdays }) =>
      [
        ...(whole ? sumsIn(scope, { ...asked, weekdays }, whole, by, locationIds) : []),
        ...(cutDay ? [sumsOfPartOfDay(scope, { ...asked, weekdays }, cutDay, minute, by === 'hour' ? 'hour' : 'day', locationIds)] : []),
      ].map(async (readings) => ({ readings: await readings, column })),
    )
  })
  const [{ periods }, answers] = await Promise.all([columns, Promise.all(questions)])
  const tally = tallyFor(asked, periods)
  tally.leaveOut(repeatedIn(periods))
  for (const { readings, column } of answers) for (const reading of readings) tally.add(reading, column)
  tally.divideBy(averagedOver(kind, references))
  return { kind, references, tally }
}

/** The report's columns, and room for what is read of them. */
interface Columns {
  periods: readonly PlannedPeriod[]
  tally: Tally
}

/** By day a thousand columns, laid out after the questions were sent, while the database works on them. */
const columnsFor = async ({ venue }: VenueScope, asked: Asked): Promise<Columns> => {
  await setImmediate()
  return laidOut(asked, periodsOf(asked.range, asked.unit, venue.weekStart, asked.clocks))
}

const laidOut = (asked: Asked, periods: readonly PlannedPeriod[]): Columns => ({ periods, tally: tallyFor(asked, periods) })

/** What is read, laid into the report's columns as it comes, while the database works on the other questions. */
const tallied = async ({ venue }: VenueScope, asked: Asked, planned: Promise<Columns>, sums: readonly Promise<Reading[]>[]): Promise<Columns> => {
  const columns = asked.unit === 'hour' ? withRepeated(asked, await planned, (await Promise.all(sums)).flat()) : planned
  const column = columnOf(asked.unit, venue.weekStart)
  await Promise.all(
    sums.map(async (coming) => {
      const [{ tally }, readings] = await Promise.all([columns, coming])
      for (const reading of readings) tally.add(reading, column)
    }),
  )
  return columns
}

/** An hour that came twice is known by its sales alone. */
const withRepeated = (asked: Asked, { periods }: Columns, readings: readonly Reading[]): Columns =>
  laidOut(asked, withRepeatedHours(periods, bucketsIn(readings)))

const tallyFor = (asked: Asked, periods: readonly PlannedPeriod[]): Tally =>
  new Tally(
    idsOf(asked),
    periods.map(({ period }) => period),
    noneIn(asked.source),
  )

const sumsOfPartOfDay = (scope: VenueScope, asked: Asked, day: string, untilMinute: number, by: 'hour' | 'day', locationIds: number[]) => {
  const slice = { locationIds, weekdays: asked.weekdays, hours: asked.hours, untilMinute }
  const span = { from: day, to: day }
  return asked.plus ? itemSalesFromReceipts(scope, slice, asked.plus, span, by) : sales.salesFromReceipts(scope, slice, span, by)
}

/**
 * How it was paid, and the hours of the trading day whatever daypart is chosen; null where they are not kept by what is asked: a tender
 * belongs to no item, and the hours of an item or the tenders of a daypart are in the receipts alone.
 */
const besideIn = async (
  scope: VenueScope,
  asked: Asked,
  sums: readonly Promise<Reading[]>[],
): Promise<{ media: MediaSums[] | null; hours: HourSums[] | null }> => {
  const { range, unit, weekdays, hours, plus } = asked
  const slice = { locationIds: idsOf(asked), weekdays }
  const isLong = daysIn(range.from, range.to) > LONGEST_FROM_RECEIPTS_DAYS
  // By the hour of the whole day, what was read is that already.
  if (plus && unit === 'hour' && !hours) return { media: null, hours: hoursIn((await Promise.all(sums)).flat()) }
  if (plus) return { media: null, hours: isLong ? null : await itemTradeByHour(scope, slice, plus, range) }
  if (!hours) return hoursAndMedia(scope, slice, range)
  const [beside, media] = await Promise.all([
    hoursAndMedia(scope, slice, range),
    isLong ? null : sales.mediaTakenFromReceipts(scope, { ...slice, hours }, range),
  ])
  return { media, hours: beside.hours }
}
