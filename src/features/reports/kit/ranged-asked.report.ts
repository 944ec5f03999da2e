import type { VenueScope } from '#platform/access/venue-scope.ts'
import { referencesAsked } from './clocks.rules.ts'
import { averagedOver, type Reference } from './comparison.rules.ts'
import { type DaysAsked, daysAsked } from './days-asked.report.ts'
import { rangeAsked } from './filter.rules.ts'
import type { DayUnit, Span } from './period.rules.ts'
import type { RangedQuery } from './ranged.contract.ts'
import { columnOf, comparedColumnOf, elapsedGroups, type PlannedPeriod, periodsOf, referenceBuckets } from './sales-plan.rules.ts'

/** What a report over days is asked that is cut into periods and compared. */
export interface RangedAsked extends DaysAsked {
  unit: DayUnit
  periods: readonly PlannedPeriod[]
  references: readonly Reference[]
  /** How many ranges the comparison is an average of. */
  averagedOver: number
}

/**
 * Understands what such a report is asked.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound, ValidationFailed
 */
export const rangedAsked = async (scope: VenueScope, query: RangedQuery): Promise<RangedAsked> => {
  const { from, to } = rangeAsked(query)
  const unit = query.Interval ?? 'day'
  const asked = await daysAsked(scope, { ...query, FromDate: from, ToDate: to }, unit)
  const references = referencesAsked(scope, query, asked.range, asked.clocks, asked.places)
  const periods = periodsOf(asked.range, unit, scope.venue.weekStart, asked.clocks)
  return { ...asked, unit, periods, references, averagedOver: averagedOver(query.Compare ?? 'none', references) }
}

/** A span to be read for some locations, perhaps only up to a minute of its one day, and the column each of its days falls in. */
export interface ReadSpan extends Span {
  locationIds: number[]
  untilMinute: number | undefined
  /** ISO weekdays asked for; undefined for all. */
  weekdays: readonly number[] | undefined
  /** The buckets its sums may be asked in and still fall into their columns. */
  by: DayUnit
  columnOf: (day: number) => string | undefined
}

/** The range as one span of all locations. */
export const spanOfRange = ({ venue }: VenueScope, { range, unit, places, weekdays }: RangedAsked): ReadSpan => ({
  ...range,
  locationIds: places.map(({ locationId }) => locationId),
  untilMinute: undefined,
  weekdays,
  by: unit,
  columnOf: columnOf(unit, venue.weekStart),
})

/** The part of a reference that is compared, as spans: whole days, and the day that is cut at this minute. */
export const spansOfReference = ({ venue }: VenueScope, asked: RangedAsked, reference: Reference): ReadSpan[] => {
  const { range, unit } = asked
  const column = comparedColumnOf(unit, venue.weekStart, range, reference)
  const by: DayUnit = referenceBuckets(unit, reference) === 'month' ? 'month' : 'day'
  return elapsedGroups(reference, asked).flatMap(({ locationIds, whole, cutDay, minute, weekdays }) => [
    ...(whole ? [{ from: whole.from, to: whole.to, locationIds, untilMinute: undefined, weekdays, by, columnOf: column }] : []),
    ...(cutDay ? [{ from: cutDay, to: cutDay, locationIds, untilMinute: minute, weekdays, by: 'day' as const, columnOf: column }] : []),
  ])
}
