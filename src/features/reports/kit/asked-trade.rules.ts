import { daysIn } from '#shared/day.ts'
import { failure } from '#shared/failure.ts'
import { LONGEST_TIMES_DAYS } from './breakdown-kinds.rules.ts'
import type { Comparison, Reference } from './comparison.rules.ts'
import type { Span, Unit } from './period.rules.ts'
import type { AnsweredLocation } from './sales-answer.rules.ts'
import { type Clocked, elapsedGroups } from './sales-plan.rules.ts'

/** When and where, once the words of a query are understood. */
export interface AskedTrade {
  range: Span
  unit: Unit
  places: readonly (AnsweredLocation & { active: boolean })[]
  clocks: readonly Clocked[]
  weekdays: readonly number[] | undefined
  hours: readonly number[] | undefined
  compare: Comparison
  references: Reference[]
}

/** A part of the trade: a span, some places, perhaps only so far into the day. */
export interface Part {
  span: Span
  locationIds: readonly number[]
  untilMinute?: number
  /** Those of a reference, where they are others than of the range. */
  weekdays?: readonly number[] | undefined
}

/** The locations asked about. */
export const idsOf = ({ places }: Pick<AskedTrade, 'places'>): number[] => places.map(({ locationId }) => locationId)

/** The part of the trade the database is asked about. */
export const sliceOf = ({ weekdays, hours }: AskedTrade, part: Part) => ({
  locationIds: part.locationIds,
  weekdays: part.weekdays ?? weekdays,
  hours,
  untilMinute: part.untilMinute,
})

/** The parts of a reference that have elapsed in the range, by the clock of each location. */
export const partsOf = (asked: AskedTrade, reference: Reference): Part[] =>
  elapsedGroups(reference, asked).flatMap(({ locationIds, whole, cutDay, minute, weekdays }): Part[] => [
    ...(whole ? [{ span: whole, locationIds, weekdays }] : []),
    ...(cutDay ? [{ span: { from: cutDay, to: cutDay }, locationIds, weekdays, untilMinute: minute }] : []),
  ])

/**
 * At a time of day rows are read from receipts, and so is what they are compared with.
 * @throws BreakdownTimesTooLong
 */
export const checkTimes = ({ range, hours, references }: Pick<AskedTrade, 'range' | 'hours' | 'references'>): void => {
  if (!hours) return
  if ([range, ...references].every(({ from, to }) => daysIn(from, to) <= LONGEST_TIMES_DAYS)) return
  throw failure('BreakdownTimesTooLong', { days: LONGEST_TIMES_DAYS })
}
