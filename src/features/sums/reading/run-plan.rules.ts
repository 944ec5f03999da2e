import { coarsestFor, type Piece, piecesOf, type Span } from '#features/reports/kit/period.rules.ts'
import { EVER, type Subject } from '#features/sums/running-totals.rules.ts'
import { endsWithin } from '#features/sums/totals-months.rules.ts'
import { addDays, dayNumber, daysIn, monthEnd, monthStart } from '#shared/day.ts'

/** The first and the last day a location traded, and the last day at whose end it has running totals; null where it has none. */
export interface Traded {
  locationId: number
  first: string
  last: string
  kept: string | null
}
type Days = Omit<Traded, 'locationId'>

/** A row of running totals, with the sign it counts by. */
export interface RunPart {
  day: string
  kind: number
  sign: 1 | -1
}

/** Days that running totals lack, or that they have too many: those are taken off. */
export interface DaysBeside extends Span {
  less: boolean
}

/** At which days running totals are kept, and of which weekdays. */
type Ends = Pick<Subject, 'kinds' | 'within'>

/** How what a location sold in a range is made: of running totals, and of rows of the rollup. */
export interface RunPlan {
  runs: RunPart[]
  days: DaysBeside[]
}

/**
 * How a range is made of a location's running totals: the one nearest to its end, less the one nearest to the day before it. The days between these and the range
 * are read from the rollup. Nothing where nothing was traded in it: then there is nothing to read.
 */
export const runPlan = (ends: Ends, traded: Days, range: Span, weekdays: readonly number[] | undefined): RunPlan | undefined => {
  const { first, last } = traded
  const from = range.from < first ? first : range.from
  // Nothing was traded after the last day, so that the row of its month is what its days come to.
  const to = range.to >= last ? monthEnd(last) : range.to
  if (from > range.to || from > last) return undefined
  const allDays = { runs: [], days: [{ from, to, less: false }] }
  const kinds = weekdays ?? (ends.kinds.includes(EVER) ? [EVER] : ends.kinds)
  const before = addDays(from, -1)
  const begin = from > first ? nearestEnd(ends, before, traded, weekdays) : undefined
  const end = nearestEnd(ends, to, traded, weekdays)
  const days = [...(begin ? between(begin, before, false) : []), ...(end ? between(end, to, true) : [])]
  if (!end || (from > first && !begin) || (begin && begin >= end) || many(days) >= daysIn(from, to)) return allDays
  const runs = kinds.flatMap((kind): RunPart[] => [{ day: end, kind, sign: 1 }, ...(begin ? [{ day: begin, kind, sign: -1 as const }] : [])])
  return { runs, days }
}

/** The day nearest to another at whose end running totals are kept: a sale takes away those of its day and of all days after it. Weekdays are kept at the ends of months alone. */
const nearestEnd = (of: Ends, day: string, { first, kept }: Days, weekdays: readonly number[] | undefined): string | undefined => {
  const ends = [addDays(monthStart(day), -1), ...(weekdays ? [monthEnd(day)] : endsWithin(of, day))].filter(
    (end) => end >= first && kept !== null && end <= kept,
  )
  const far = (end: string) => Math.abs(dayNumber(end) - dayNumber(day))
  return ends.reduce<string | undefined>((nearest, end) => (nearest !== undefined && far(nearest) <= far(end) ? nearest : end), undefined)
}

/** The days from the one after a running total to another day, or from the one after that day to the running total: where totals are too few or too many. */
const between = (end: string, day: string, isAtEnd: boolean): DaysBeside[] => {
  if (end === day) return []
  return [end < day ? { from: addDays(end, 1), to: day, less: !isAtEnd } : { from: addDays(day, 1), to: end, less: isAtEnd }]
}

const many = (spans: readonly Span[]): number => spans.reduce((sum, { from, to }) => sum + daysIn(from, to), 0)

/** What a location's range is made of: texts of sums, and the days that are to be read from the rollup. */
export interface RangeTotals {
  locationId: number
  totals: { sums: string; sign: 1 | -1 }[]
  days: DaysBeside[]
}

/** Days that several locations need, asked for together. */
export const spansTogether = (ranges: readonly Pick<RangeTotals, 'locationId' | 'days'>[]): { span: DaysBeside; locationIds: number[] }[] => {
  const groups = new Map<string, { span: DaysBeside; locationIds: number[] }>()
  for (const { locationId, days } of ranges) {
    for (const span of days) {
      const name = `${span.from} ${span.to} ${span.less}`
      const group = groups.get(name) ?? { span, locationIds: [] }
      group.locationIds.push(locationId)
      groups.set(name, group)
    }
  }
  return [...groups.values()]
}

/** The rows of the rollup that days beside running totals are made of. */
export const piecesOfDays = ({ less, ...span }: DaysBeside, coarsest: Piece['grain']): Piece[] =>
  piecesOf(span, coarsest).map((piece) => ({ ...piece, less: piece.less !== less }))

/**
 * The same without taking days off a month: its first and its last month are made of their own days. For where such a day is not added up, and would be made of
 * the receipts of a day nobody asked for, hundreds of thousands on a busy one.
 */
export const piecesWithin = ({ less, from, to }: DaysBeside): Piece[] => {
  const ownDays = (first: string, last: string): Piece => ({ grain: 'day', less, from: first, to: last })
  if (monthStart(from) === monthStart(to)) return [ownDays(from, to)]
  const between = { less, from: addDays(monthEnd(from), 1), to: addDays(monthStart(to), -1) }
  return [ownDays(from, monthEnd(from)), ...piecesOfDays(between, 'year'), ownDays(monthStart(to), to)]
}

/** What is no running total, as pieces of the rollup for the locations that need them. */
export const piecesBeside = (ranges: readonly RangeTotals[], weekdays: readonly number[] | undefined): { locationIds: number[]; pieces: Piece[] }[] =>
  spansTogether(ranges).map(({ span, locationIds }) => ({ locationIds, pieces: piecesOfDays(span, coarsestFor('none', weekdays !== undefined)) }))
