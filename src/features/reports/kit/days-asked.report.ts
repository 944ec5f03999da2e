import type { Reading } from '#features/sums/reading/readings.rules.ts'
import { salesFromReceipts, salesInBuckets, salesInHours } from '#features/sums/reading/sales-sums.sql.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { addDays, dayNumber, dayOf, daysIn, everyDay, isoWeekday, monthEnd, monthStart } from '#shared/day.ts'
import { clocksOf } from './clocks.rules.ts'
import type { Counterpart } from './counterparts.rules.ts'
import { hoursAsked } from './filter.rules.ts'
import { type DayUnit, piecesOf, type Span } from './period.rules.ts'
import { placesAsked } from './places-asked.sql.ts'
import { checkRange } from './range.rules.ts'
import type { Clocked } from './sales-plan.rules.ts'
import { noneIn, Tally } from './tally.rules.ts'

/** Days of trade a report is about, once the words of its query are understood. */
export interface DaysAsked {
  range: Span
  places: readonly ScopeLocation[]
  clocks: readonly Clocked[]
  weekdays: readonly number[] | undefined
  hours: readonly number[] | undefined
}

interface DaysQuery {
  FromDate: string
  ToDate: string
  Locations?: readonly number[] | undefined
  Weekdays?: readonly number[] | undefined
  Daypart?: string | undefined
}

/** @throws RangeBackwards, RangeTooLong, LocationNotFound, ValidationFailed for a daypart the venue has not */
export const daysAsked = async (scope: VenueScope, query: DaysQuery, unit: DayUnit = 'day'): Promise<DaysAsked> => {
  const range = { from: query.FromDate, to: query.ToDate }
  checkRange(range, unit)
  const places = await placesAsked(scope, query.Locations, range)
  return { range, places, clocks: clocksOf(scope, places), weekdays: query.Weekdays, hours: hoursAsked(query.Daypart, scope.venue.dayparts) }
}

/** Reads the days asked for and the week before them together: nearly all of that week is among them. */
export const readDays = (scope: VenueScope, asked: DaysAsked): Promise<Reading[]> =>
  sumsByDay(scope, asked, { from: addDays(asked.range.from, -7), to: asked.range.to }, idsOf(asked), asked.weekdays)

/**
 * Everything sold on the days asked for, a column for each.
 * @param read the days, where they are read for something else too
 */
export const soldByDay = async (scope: VenueScope, asked: DaysAsked, read = readDays(scope, asked)): Promise<Tally> => {
  const tally = emptyTally(asked)
  const [first, last] = [dayNumber(asked.range.from), dayNumber(asked.range.to)]
  for (const reading of await read) tally.add(reading, (day) => (day < first || day > last ? null : dayOf(day)))
  return tally
}

/**
 * What was sold on other days, each in the column of the day that is compared with it: whole where that day is over, up to this minute
 * where it is open, and not at all where it is to come.
 * @param read days that were read already, all that are compared among them
 */
export const soldOnCounterparts = async (
  scope: VenueScope,
  asked: DaysAsked,
  counterpartOf: (locationId: number) => Counterpart,
  read?: Promise<Reading[]>,
): Promise<Tally> => {
  const tally = emptyTally(asked)
  const days = everyDay(asked.range.from, asked.range.to).filter((day) => !asked.weekdays || asked.weekdays.includes(isoWeekday(day)))
  const groups = groupsOf(asked, counterpartOf)
  const reads = groups.map(async ({ counterpart, today, minute, locationIds }) => {
    const columns = new Map(days.filter((day) => day < today).map((day) => [dayNumber(counterpart(day)), day]))
    const numbers = [...columns.keys()]
    const ownRead = () => (numbers.length === 0 ? [] : sumsByDay(scope, asked, spanOf(numbers), locationIds, undefined))
    // What was read is of all places, and so of no group of some of them.
    const whole = read && groups.length === 1 ? read : ownRead()
    const cut = days.includes(today) ? counterpart(today) : undefined
    const slice = { locationIds, hours: asked.hours, untilMinute: minute }
    const part = cut === undefined ? [] : await salesFromReceipts(scope, slice, { from: cut, to: cut }, 'day')
    return { whole: await whole, part, columns, today }
  })
  for (const { whole, part, columns, today } of await Promise.all(reads)) {
    for (const reading of whole) tally.add(reading, (bucket) => columns.get(bucket) ?? null)
    for (const reading of part) tally.add(reading, () => today)
  }
  return tally
}

const spanOf = (numbers: readonly number[]): Span => {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const number of numbers) {
    first = Math.min(first, number)
    last = Math.max(last, number)
  }
  return { from: dayOf(first), to: dayOf(last) }
}

/** Locations that share a clock and a calendar are asked together. */
const groupsOf = ({ clocks }: DaysAsked, counterpartOf: (locationId: number) => Counterpart) => {
  const groups: { counterpart: Counterpart; today: string; minute: number; locationIds: number[] }[] = []
  for (const { locationId, day, minute } of clocks) {
    const counterpart = counterpartOf(locationId)
    const group = groups.find((one) => one.counterpart === counterpart && one.today === day && one.minute === minute)
    if (group) group.locationIds.push(locationId)
    else groups.push({ counterpart, today: day, minute, locationIds: [locationId] })
  }
  return groups
}

/** Sums of days, all those of the span among them. */
const sumsByDay = (
  scope: VenueScope,
  { hours, clocks }: DaysAsked,
  span: Span,
  locationIds: readonly number[],
  weekdays: readonly number[] | undefined,
): Promise<Reading[]> => {
  if (hours) return salesInHours(scope, { locationIds, weekdays, hours }, piecesOf(span, 'day'), 'day')
  return salesInBuckets(scope, { locationIds, weekdays }, piecesOf(weekdays ? span : toWholeMonths(span, clocks), 'day'), 'day')
}

/** From so many days of a month on, all of it as it was packed when it was over is read sooner than these. */
const MANY_DAYS = 5

/** The span with all of the months at its ends that were over on every clock, where it has more than a few days of them. */
const toWholeMonths = ({ from, to }: Span, clocks: readonly Clocked[]): Span => {
  const isPacked = (month: Span) => clocks.every(({ day }) => month.to < day) && overlap(month, { from, to }) >= MANY_DAYS
  const [first, last] = [monthOf(from), monthOf(to)]
  return { from: isPacked(first) ? first.from : from, to: isPacked(last) ? last.to : to }
}

const monthOf = (day: string): Span => ({ from: monthStart(day), to: monthEnd(day) })
const overlap = (one: Span, other: Span): number => daysIn(one.from > other.from ? one.from : other.from, one.to < other.to ? one.to : other.to)

const idsOf = ({ places }: DaysAsked): number[] => places.map(({ locationId }) => locationId)

const emptyTally = (asked: DaysAsked): Tally => new Tally(idsOf(asked), everyDay(asked.range.from, asked.range.to), noneIn(asked.hours ? 'hours' : 'rollup'))
