import type { ScopeLocation, VenueScope } from '#platform/venue-scope.ts'
import { type Reference, referencesOf } from './comparison.rules.ts'
import { tradingMoment } from './day.rules.ts'
import { rangeAsked } from './filter.rules.ts'
import type { DayUnit, Span } from './period.rules.ts'
import { checkRange } from './range.rules.ts'
import type { RangedQuery } from './ranged.contract.ts'
import { type Clocked, columnOf, comparedColumnOf, elapsedGroups, type PlannedPeriod, periodsOf, referenceBuckets } from './sales-summary/sales-plan.rules.ts'

/** What a report over days is asked, once the words of the query are understood. */
export interface AskedDays {
  range: Span
  unit: DayUnit
  places: readonly ScopeLocation[]
  clocks: readonly Clocked[]
  weekdays: readonly number[] | undefined
  periods: readonly PlannedPeriod[]
  references: readonly Reference[]
}

/** Where each location's clock stands. */
export const clocksOf = ({ now }: VenueScope, places: readonly ScopeLocation[]): Clocked[] =>
  places.map(({ locationId, timeZone, dayStart }) => ({ locationId, firstHour: Number(dayStart.slice(0, 2)), ...tradingMoment(now, timeZone, dayStart) }))

/**
 * Understands what a report over days is asked.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound, ValidationFailed
 */
export const askedDays = (scope: VenueScope, query: RangedQuery): AskedDays => {
  const range = rangeAsked(query)
  const unit = query.Interval ?? 'day'
  checkRange(range, unit)
  const places = scope.chosenLocations(query.Locations)
  const clocks = clocksOf(scope, places)
  const { weekStart, financialYearStart } = scope.venue
  const today =
    clocks
      .map(({ day }) => day)
      .sort()
      .at(-1) ?? scope.now.toISOString().slice(0, 10)
  const references = referencesOf(query.Compare ?? 'none', range, { today, weekStart, financialYearStart }, { from: query.CompareFrom, to: query.CompareTo })
  return { range, unit, places, clocks, weekdays: query.Weekdays, periods: periodsOf(range, unit, weekStart, clocks), references }
}

/** A span to be read for some locations, perhaps only up to a minute of its one day, and the column each of its days falls in. */
export interface ReadSpan extends Span {
  locationIds: number[]
  untilMinute: number | undefined
  /** The buckets its sums may be asked in and still fall into their columns. */
  by: DayUnit
  columnOf: (day: number) => string | undefined
}

/** The range as one span of all locations. */
export const spanOfRange = ({ venue }: VenueScope, { range, unit, places }: AskedDays): ReadSpan => ({
  ...range,
  locationIds: places.map(({ locationId }) => locationId),
  untilMinute: undefined,
  by: unit,
  columnOf: columnOf(unit, venue.weekStart),
})

/** The part of a reference that is compared, as spans: whole days, and the day that is cut at this minute. */
export const spansOfReference = ({ venue }: VenueScope, { range, unit, clocks }: AskedDays, reference: Reference): ReadSpan[] => {
  const column = comparedColumnOf(unit, venue.weekStart, range, reference)
  const by: DayUnit = referenceBuckets(unit, reference) === 'month' ? 'month' : 'day'
  return elapsedGroups(reference, range, clocks).flatMap(({ locationIds, whole, cutDay, minute }) => [
    ...(whole ? [{ from: whole.from, to: whole.to, locationIds, untilMinute: undefined, by, columnOf: column }] : []),
    ...(cutDay ? [{ from: cutDay, to: cutDay, locationIds, untilMinute: minute, by: 'day' as const, columnOf: column }] : []),
  ])
}
