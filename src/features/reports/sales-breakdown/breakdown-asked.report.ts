import type { AskedBreakdown } from '#features/reports/kit/asked-breakdown.rules.ts'
import { type AskedTrade, checkTimes } from '#features/reports/kit/asked-trade.rules.ts'
import { type Dimension, kindOfRows, LEVELS, type Level, type SplitBy, TOLD_BY, type TYPES } from '#features/reports/kit/breakdown-kinds.rules.ts'
import { ClassTree, type Within } from '#features/reports/kit/class-tree.rules.ts'
import { clocksOf, referencesAsked, todayOf } from '#features/reports/kit/clocks.rules.ts'
import { hoursAsked, rangeAsked } from '#features/reports/kit/filter.rules.ts'
import { placesAsked } from '#features/reports/kit/places-asked.sql.ts'
import { checkRange, naturalUnit, unitOf } from '#features/reports/kit/range.rules.ts'
import { classesOf, reasonsOf, typesOf } from '#features/sums/reading/breakdown-rows.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addDays } from '#shared/day.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import type { BreakdownQuery } from './sales-breakdown.contract.ts'

const MARGIN_DAYS = 28

/**
 * Refuses where the venue has the breakdown switched off, as its menu does.
 * @throws SwitchedOff
 */
export const checkSwitchedOn = ({ venue }: VenueScope): void => {
  if (!venue.showBreakdownPage) throw failure('SwitchedOff')
}

/**
 * Range, places and comparison; without dates the last 28 days where the report has that.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound, ValidationFailed
 */
export const tradeAsked = async (scope: VenueScope, query: BreakdownQuery, lastDays: boolean): Promise<AskedTrade> => {
  const today = todayOf(scope, clocksOf(scope, scope.chosenLocations(query.Locations)))
  const isOpenEnded = lastDays && query.FromDate === undefined && query.ToDate === undefined
  const range = isOpenEnded ? { from: addDays(today, 1 - MARGIN_DAYS), to: today } : rangeAsked(query)
  const unit = unitOf(range, query.Interval ?? naturalUnit(range))
  checkRange(range, unit)
  const places = await placesAsked(scope, query.Locations, range)
  const clocks = clocksOf(scope, places)
  const references = referencesAsked(scope, query, range, clocks, places)
  const hours = hoursAsked(query.Daypart, scope.venue.dayparts)
  return { range, unit, places, clocks, weekdays: query.Weekdays, hours, compare: query.Compare ?? 'none', references }
}

/**
 * What is asked of a breakdown by one dimension.
 * @throws what `tradeAsked` throws, SwitchedOff, BreakdownTimesTooLong
 */
export const breakdownAsked = async (scope: VenueScope, dimension: Dimension, query: BreakdownQuery): Promise<AskedBreakdown> => {
  checkSwitchedOn(scope)
  const trade = await tradeAsked(scope, query, dimension === 'gpmargins')
  const splitBy = splitOf(dimension, query)
  checkTimes(trade)
  const own = kindOfRows(dimension, splitBy)
  const level = (dimension === 'gpmargins' && LEVELS.find((one) => one === query.By)) || own.level
  const types = await typesSplitBy(scope, dimension, splitBy)
  const byPlu = query.By === 'plu' && splitBy === undefined
  const within = withinOf(query, level)
  if (splitBy && Object.keys(within).length > 0) throw fieldFailure('By', 'Rows by item, employee or reason cover all wastage, not one group or department.')
  if (byPlu && Object.keys(within).length === 0) throw fieldFailure('By', 'Items can only be listed within a group, department, product group or category.')
  const tree = level || splitBy === 'plu' ? classesOf(scope).then((classes) => new ClassTree(classes)) : Promise.resolve(new ClassTree([]))
  const ofClasses = Object.keys(within).length === 0 ? undefined : (await tree).within(within)
  const keys = level ? ofClasses : keysOf(query.Key, types)
  return {
    ...trade,
    dimension,
    splitBy,
    types,
    kind: level ? { ...own, level } : own,
    tree,
    keys,
    isOneRow: query.Key !== undefined && !byPlu,
    byPeriod: query.Interval !== undefined,
    byLocation: query.View === 'locations',
    byPlu,
    namesPlaces: query.Locations !== undefined,
  }
}

const typesSplitBy = async (scope: VenueScope, dimension: Dimension, splitBy: SplitBy | undefined): Promise<ReadonlyMap<number, number> | undefined> => {
  if (splitBy === 'reason') return reasonsOf(scope)
  return splitBy === 'type' ? typesOf(scope, dimension as keyof typeof TYPES) : undefined
}

const splitOf = (dimension: Dimension, { By }: BreakdownQuery): SplitBy | undefined => TOLD_BY[dimension as keyof typeof TOLD_BY]?.find((one) => one === By)

/** The keys of the rollup behind the row that is asked for. */
const keysOf = (row: number | undefined, types: ReadonlyMap<number, number> | undefined): number[] | undefined => {
  if (row === undefined) return undefined
  return types ? [...types].flatMap(([key, type]) => (type === row ? [key] : [])) : [row]
}

const withinOf = (query: BreakdownQuery, level: Level | undefined): Within => {
  const steps: Within = { group: query.Group, department: query.Department, productgroup: query.ProductGroup, category: query.Category }
  const within: Within = {}
  for (const step of LEVELS) if (steps[step] !== undefined) within[step] = steps[step]
  if (query.Key === undefined || !level) return within
  if (within[level] !== undefined && within[level] !== query.Key) throw fieldFailure('Key', 'Key and the filter for the same level name different rows.')
  return { ...within, [level]: query.Key }
}
