import { addDays, addMonths, daysIn, everyDay, isoWeekday, monthEnd, monthStart, monthsTouched } from '#shared/day.ts'

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
  if (unit === 'day') return everyDay(from, to).map((day) => ({ period: day, from: day, to: day, partial: false }))
  const buckets: Bucket[] = []
  for (let start = bucketStart(from, unit, weekStart); start <= to; start = bucketAfter(start, unit)) {
    const end = addDays(bucketAfter(start, unit), -1)
    buckets.push({ period: periodName(start, unit), from: start < from ? from : start, to: end > to ? to : end, partial: start < from || end > to })
  }
  return buckets
}

const bucketAfter = (start: string, unit: Exclude<DayUnit, 'day'>): string =>
  unit === 'week' ? addDays(start, 7) : addMonths(start, unit === 'month' ? 1 : 12)

/** A span to read at one grain of the rollup. */
export interface Piece extends Span {
  grain: 'day' | 'month' | 'year'
  /** Its rows are taken off: what a coarser piece beside it holds too much. */
  less: boolean
}

/**
 * The fewest rows of the rollup that make up a range: whole years, whole months and the days at its edges. Where most of a month or
 * year is in the range, all of it is read and the rest taken off: the 1st to the 28th is the month less two or three days.
 * @param coarsest the coarsest grain that still tells the report's buckets apart
 */
export const piecesOf = (range: Span, coarsest: Piece['grain']): Piece[] => {
  if (range.from > range.to) return []
  if (coarsest === 'day') return [{ grain: 'day', less: false, ...range }]
  const { whole: months, edges: days } = covered(range, monthOf, daysIn)
  const edges = days.map((edge) => ({ ...edge, grain: 'day' as const }))
  if (!months) return edges
  if (coarsest === 'month') return [{ grain: 'month', less: false, ...months }, ...edges]
  const { whole: years, edges: rest } = covered(months, yearOf, monthsTouched)
  return [...(years ? [{ grain: 'year' as const, less: false, ...years }] : []), ...rest.map((edge) => ({ ...edge, grain: 'month' as const })), ...edges]
}

const monthOf = (day: string): Span => ({ from: monthStart(day), to: monthEnd(day) })
const yearOf = (day: string): Span => ({ from: `${day.slice(0, 4)}-01-01`, to: `${day.slice(0, 4)}-12-31` })

interface Covered {
  /** Whole units one after the other; absent where the range is better made of smaller ones alone. */
  whole: Span | undefined
  edges: (Span & { less: boolean })[]
}

/** Makes a range of whole units and of smaller ones at its edges, to be added or taken off, whichever are fewer. */
const covered = (range: Span, unitOf: (day: string) => Span, count: (from: string, to: string) => number): Covered => {
  const [first, last] = [unitOf(range.from), unitOf(range.to)]
  const before = first.from < range.from ? [{ from: first.from, to: addDays(range.from, -1) }] : []
  const after = range.to < last.to ? [{ from: addDays(range.to, 1), to: last.to }] : []
  const many = (spans: readonly Span[]) => spans.reduce((sum, { from, to }) => sum + count(from, to), 0)
  const lessOf = (spans: readonly Span[]) => spans.map((span) => ({ ...span, less: true }))
  if (first.from === last.from) {
    const rest = [...before, ...after]
    return many([range]) <= many(rest) ? { whole: undefined, edges: [{ ...range, less: false }] } : { whole: first, edges: lessOf(rest) }
  }
  const head = { from: range.from, to: first.to }
  const tail = { from: last.from, to: range.to }
  const addsHead = before.length > 0 && many([head]) <= many(before)
  const addsTail = after.length > 0 && many([tail]) <= many(after)
  const whole = { from: addsHead ? addDays(first.to, 1) : first.from, to: addsTail ? addDays(last.from, -1) : last.to }
  const edges = [...(addsHead ? [{ ...head, less: false }] : lessOf(before)), ...(addsTail ? [{ ...tail, less: false }] : lessOf(after))]
  return { whole: whole.from <= whole.to ? whole : undefined, edges }
}

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
