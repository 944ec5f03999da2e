import { dayOf, daysIn, type TradingMoment } from '#shared/day.ts'
import { counterpart, type ElapsedPart, elapsedPart, type Reference, weekdaysIn } from './comparison.rules.ts'
import { bucketStart, bucketsOf, hourName, periodName, type Span, tradingHours, type Unit } from './period.rules.ts'

/** A column of the answer before any figure is known. */
export interface PlannedPeriod {
  period: string
  from: string
  to: string
  partial: boolean
  state: 'closed' | 'open' | 'to-come'
  /** The second time round an hour when the clocks go back: nothing is compared with it. */
  isRepeated?: true
}

/** A location as far as its clock matters. */
export interface Clocked extends TradingMoment {
  locationId: number
  /** The hour its trading day begins in. */
  firstHour: number
}

/** The report's columns in order: buckets of days, or the hours of the trading day. */
export const periodsOf = (range: Span, unit: Unit, weekStart: number, clocks: readonly Clocked[]): PlannedPeriod[] => {
  if (unit === 'hour') return hourPeriods(range, clocks)
  const days = daysOf(clocks)
  return bucketsOf(range, unit, weekStart).map(({ period, from, to, partial }) => ({ period, from, to, partial, state: stateOf(from, to, days) }))
}

/** The columns as every answer tells them. */
export const periodsAnswer = (periods: readonly PlannedPeriod[]) =>
  periods.map(({ period, from, to, partial, state }) => ({ Period: period, FromDate: from, ToDate: to, Partial: partial, State: state }))

/** The trading days the locations are in, of which there are one or two. */
const daysOf = (clocks: readonly Clocked[]): string[] => [...new Set(clocks.map(({ day }) => day))]

const stateOf = (from: string, to: string, days: readonly string[]): PlannedPeriod['state'] => {
  if (days.some((day) => from <= day && day <= to)) return 'open'
  return days.length > 0 && days.every((day) => day < from) ? 'to-come' : 'closed'
}

const hourPeriods = (range: Span, clocks: readonly Clocked[]): PlannedPeriod[] => {
  const first = firstHourOf(clocks)
  const positions = clocks
    .filter(({ day }) => range.from <= day && day <= range.to)
    .map(({ minute, firstHour }) => (Math.floor(minute / 60) + firstHour - first + 24) % 24)
  const stateAt = (i: number): PlannedPeriod['state'] => {
    if (positions.length === 0) return stateOf(range.from, range.to, daysOf(clocks))
    if (positions.includes(i)) return 'open'
    return range.from === range.to && i > Math.max(...positions) ? 'to-come' : 'closed'
  }
  return tradingHours(first).map((hour, i) => ({ period: hourName(hour), ...range, partial: false, state: stateAt(i) }))
}

/** The hour the first of the locations begins its day in. */
export const firstHourOf = (clocks: readonly Clocked[]): number => (clocks.length === 0 ? 5 : Math.min(...clocks.map(({ firstHour }) => firstHour)))

/** Tells which column a bucket of the database belongs to. */
export const columnOf =
  (unit: Unit, weekStart: number) =>
  (bucket: number): string =>
    unit === 'hour' ? hourName(bucket) : periodName(bucketStart(dayOf(bucket), unit, weekStart), unit)

/** The column a bucket of a reference is compared with; hours of the night the clocks went back fold into one. */
export const comparedColumnOf =
  (unit: Unit, weekStart: number, range: Span, reference: Reference) =>
  (bucket: number): string | undefined => {
    if (unit === 'hour') return hourName(bucket % 100)
    const day = counterpart(dayOf(bucket), reference)
    if (day < range.from || day > range.to) return undefined
    return periodName(bucketStart(day, unit, weekStart), unit)
  }

/** Locations that share a clock, and so the part of a reference that has elapsed. */
export interface ElapsedGroup extends ElapsedPart {
  locationIds: number[]
  minute: number
  /** Of the reference. */
  weekdays: readonly number[] | undefined
}

/** The days a reference is held against. */
interface RangeAsked {
  range: Span
  clocks: readonly Clocked[]
  /** ISO weekdays; undefined for all. */
  weekdays: readonly number[] | undefined
}

/** Which part of a reference counts, by location; locations in one zone and cut-off are asked together. */
export const elapsedGroups = (reference: Reference, { range, clocks, weekdays }: RangeAsked): ElapsedGroup[] => {
  const groups = new Map<string, ElapsedGroup>()
  for (const { locationId, day, minute } of clocks) {
    const isOpen = range.from <= day && day <= range.to
    const name = isOpen ? `${day} ${minute}` : range.to < day ? 'over' : 'to come'
    const group = groups.get(name)
    if (group) group.locationIds.push(locationId)
    else groups.set(name, { locationIds: [locationId], minute, weekdays: weekdaysIn(reference, weekdays), ...elapsedPart(reference, range, day) })
  }
  return [...groups.values()]
}

/**
 * Beyond so many days, what the rollup does not keep of an item or a tender by the hour is not read from single receipts any more: a busy
 * venue has a hundred thousand of them in a month.
 */
export const LONGEST_FROM_RECEIPTS_DAYS = 31

/** Where a question's sums come from: the rollup, its hours, or the receipts themselves. */
export type Source = 'rollup' | 'hours' | 'items' | 'item-receipts'

/**
 * Picks the cheapest source that holds everything asked for.
 * @param spans the range and what it is compared with, which are read from one kind of source, so that both keep the same figures
 */
export const sourceOf = (spans: readonly Span[], unit: Unit, filter: { hours: boolean; items: boolean }): Source => {
  const isShort = spans.every(({ from, to }) => daysIn(from, to) <= LONGEST_FROM_RECEIPTS_DAYS)
  if (filter.items) return unit === 'hour' || filter.hours || isShort ? 'item-receipts' : 'items'
  return unit === 'hour' || filter.hours ? 'hours' : 'rollup'
}

/** The buckets a reference is asked in, fine enough to be laid against the range's own. */
export const referenceBuckets = (unit: Unit, reference: Reference): 'hour' | 'day' | 'month' => {
  if (unit === 'hour') return 'hour'
  return 'months' in reference.back && (unit === 'month' || unit === 'year') && reference.from.endsWith('-01') ? 'month' : 'day'
}

/** The hours with the second time round after the first, where a night with the clocks going back was traded through. */
export const withRepeatedHours = (periods: readonly PlannedPeriod[], buckets: ReadonlySet<number>): PlannedPeriod[] => {
  const repeated = new Set([...buckets].filter((bucket) => bucket >= 100).map(hourName))
  return periods.flatMap((period) =>
    repeated.has(`${period.period} (2)`) ? [period, { ...period, period: `${period.period} (2)`, isRepeated: true }] : [period],
  )
}

/** The columns that are an hour's second time round, with which nothing is compared. */
export const repeatedIn = (periods: readonly PlannedPeriod[]): string[] => periods.flatMap(({ period, isRepeated }) => (isRepeated ? [period] : []))
