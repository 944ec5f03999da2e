import { addDays, addMonths, isoWeekday, monthEnd, monthStart } from './day.rules.ts'

/** The units a report is cut into. */
export const UNITS = ['hour', 'day', 'week', 'month', 'year'] as const
export type Unit = (typeof UNITS)[number]
/** Units made of whole days. */
export type DayUnit = Exclude<Unit, 'hour'>

export interface Span {
  from: string
  to: string
}

/** One column of a report: its name on the wire and the days of it that lie in the range. */
export interface Bucket extends Span {
  period: string
  /** The range cuts it: only some of its days are counted. */
  partial: boolean
}

/** The day a bucket begins on, whether or not that day is in the range. */
export const bucketStart = (day: string, unit: DayUnit, weekStart: number): string => {
  if (unit === 'day') return day
  if (unit === 'week') return addDays(day, -((isoWeekday(day) - weekStart + 7) % 7))
  return unit === 'month' ? monthStart(day) : `${day.slice(0, 4)}-01-01`
}

/** A bucket's name: a day and a week by its first day, 2026-11, 2026. */
export const periodName = (start: string, unit: DayUnit): string => (unit === 'month' ? start.slice(0, 7) : unit === 'year' ? start.slice(0, 4) : start)

/** The range cut into its buckets, in order and without gaps; the first and the last may be partial. */
export const bucketsOf = ({ from, to }: Span, unit: DayUnit, weekStart: number): Bucket[] => {
  const buckets: Bucket[] = []
  for (let start = bucketStart(from, unit, weekStart); start <= to; start = bucketAfter(start, unit)) {
    const end = addDays(bucketAfter(start, unit), -1)
    buckets.push({ period: periodName(start, unit), from: start < from ? from : start, to: end > to ? to : end, partial: start < from || end > to })
  }
  return buckets
}

const bucketAfter = (start: string, unit: DayUnit): string =>
  unit === 'day' ? addDays(start, 1) : unit === 'week' ? addDays(start, 7) : addMonths(start, unit === 'month' ? 1 : 12)

/** A span to read at one grain of the rollup. */
export interface Piece extends Span {
  grain: 'day' | 'month' | 'year'
}

/**
 * The fewest rollup rows that make up a range: whole years, whole months, and the days at its edges, in order.
 * @param coarsest the coarsest grain that still tells the report's buckets apart
 */
export const piecesOf = (range: Span, coarsest: Piece['grain']): Piece[] => {
  if (range.from > range.to) return []
  const months = coarsest === 'day' ? undefined : wholeMonths(range)
  if (!months) return [{ grain: 'day', ...range }]
  const years = coarsest === 'year' ? wholeYears(months) : undefined
  const whole: Piece[] = years ? [...around(months, years, 'month'), { grain: 'year', ...years }] : [{ grain: 'month', ...months }]
  return [...around(range, months, 'day'), ...whole].sort((a, b) => (a.from < b.from ? -1 : 1))
}

const wholeMonths = ({ from, to }: Span): Span | undefined => {
  const first = from.endsWith('-01') ? from : addMonths(monthStart(from), 1)
  const last = to === monthEnd(to) ? to : addDays(monthStart(to), -1)
  return first <= last ? { from: first, to: last } : undefined
}

const wholeYears = ({ from, to }: Span): Span | undefined => {
  const first = from.endsWith('-01-01') ? Number(from.slice(0, 4)) : Number(from.slice(0, 4)) + 1
  const last = to.endsWith('-12-31') ? Number(to.slice(0, 4)) : Number(to.slice(0, 4)) - 1
  return first <= last ? { from: `${first}-01-01`, to: `${last}-12-31` } : undefined
}

const around = (outer: Span, middle: Span, grain: Piece['grain']): Piece[] => [
  ...(outer.from < middle.from ? [{ grain, from: outer.from, to: addDays(middle.from, -1) }] : []),
  ...(middle.to < outer.to ? [{ grain, from: addDays(middle.to, 1), to: outer.to }] : []),
]

/** The coarsest grain that still tells a unit's buckets apart; weekdays need days. */
export const coarsestFor = (unit: Unit | 'none', byWeekday: boolean): Piece['grain'] => {
  if (byWeekday || unit === 'hour' || unit === 'day' || unit === 'week') return 'day'
  return unit === 'month' ? 'month' : 'year'
}

/** Wall-clock hours of a trading day in the order they are traded. */
export const tradingHours = (firstHour: number): number[] => Array.from({ length: 24 }, (_, i) => (firstHour + i) % 24)

/** An hour's name; the second time round in a night when the clocks go back is marked. */
export const hourName = (localHour: number): string => `${String(localHour % 100).padStart(2, '0')}:00${localHour >= 100 ? ' (2)' : ''}`

/** A named part of the trading day; hours count on from midnight of the business date, so 25 is one in the morning. */
export interface Daypart {
  Name: string
  From: number
  To: number
}

/** The wall-clock hours of a daypart. */
export const hoursOf = ({ From, To }: Daypart): number[] => Array.from({ length: Math.max(0, To - From) }, (_, i) => (From + i) % 24)
