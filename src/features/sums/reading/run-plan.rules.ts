import { coarsestFor, type Piece, piecesOf, type Span } from '#features/reports/kit/period.rules.ts'
import { DAY, EVER, type Subject } from '#features/sums/running-totals.rules.ts'
import { addDays, dayNumber, daysIn, everyDay, isoWeekday, monthEnd, monthStart } from '#shared/day.ts'

/** The first and the last day a location traded, and the last day at whose end it has running totals; null where it has none. */
export interface Traded {
  locationId: number
  first: string
  last: string
  kept: string | null
}
type Days = Omit<Traded, 'locationId'>

/** A row of running totals or of a single day, with the sign it counts by. */
export interface RunPart {
  day: string
  kind: number
  sign: 1 | -1
}

/** Days that running totals lack, or that they have too many: those are taken off. */
export interface DaysBeside extends Span {
  less: boolean
}

/** How what a location sold in a range is made: of running totals, and of days. */
export interface RunPlan {
  runs: RunPart[]
  days: DaysBeside[]
}

/**
 * How a range is made of a location's running totals: the one nearest to its end, less the one nearest to the day before it. The days between these and the range
 * are read one by one. Nothing where nothing was traded in it: then there is nothing to read.
 */
export const runPlan = ({ kinds: kept }: Pick<Subject, 'kinds'>, traded: Days, range: Span, weekdays: readonly number[] | undefined): RunPlan | undefined => {
  const { first, last } = traded
  const from = range.from < first ? first : range.from
  // Nothing was traded after the last day, so that the row of its month is what its days come to.
  const to = range.to >= last ? monthEnd(last) : range.to
  if (from > range.to || from > last) return undefined
  const allDays = { runs: [], days: [{ from, to, less: false }] }
  const kinds = weekdays ?? (kept.includes(EVER) ? [EVER] : kept)
  const before = addDays(from, -1)
  const begin = from > first ? nearestEnd(before, traded) : undefined
  const end = nearestEnd(to, traded)
  const days = [...(begin ? between(begin, before, false) : []), ...(end ? between(end, to, true) : [])]
  if (!end || (from > first && !begin) || (begin && begin >= end) || many(days) >= daysIn(from, to)) return allDays
  const runs = kinds.flatMap((kind): RunPart[] => [{ day: end, kind, sign: 1 }, ...(begin ? [{ day: begin, kind, sign: -1 as const }] : [])])
  return { runs, days }
}

/** The end of a month nearest to a day, among those whose running totals are kept: a sale takes away those of its month and of all months after it. */
const nearestEnd = (day: string, { first, kept }: Days): string | undefined => {
  const ends = [addDays(monthStart(day), -1), monthEnd(day)].filter((end) => end >= first && kept !== null && end <= kept)
  const far = (end: string) => Math.abs(dayNumber(end) - dayNumber(day))
  return ends.reduce<string | undefined>((nearest, end) => (nearest !== undefined && far(nearest) <= far(end) ? nearest : end), undefined)
}

/** The days from the one after a running total to another day, or from the one after that day to the running total: where totals are too few or too many. */
const between = (end: string, day: string, isAtEnd: boolean): DaysBeside[] => {
  if (end === day) return []
  return [end < day ? { from: addDays(end, 1), to: day, less: !isAtEnd } : { from: addDays(day, 1), to: end, less: isAtEnd }]
}

const many = (spans: readonly Span[]): number => spans.reduce((sum, { from, to }) => sum + daysIn(from, to), 0)

/** A span of more days is read sooner from rows of months and years. */
const MOST_DAY_ROWS = 62

/** The rows in which a plan's days may be kept; none of a subject that has no such rows. */
export const rowsOfDays = ({ hasDays }: Pick<Subject, 'hasDays'>, { days }: RunPlan, weekdays: readonly number[] | undefined): RunPart[] =>
  !hasDays || many(days) > MOST_DAY_ROWS
    ? []
    : days.flatMap(({ from, to, less }) => onWeekdays(everyDay(from, to), weekdays).map((day): RunPart => ({ day, kind: DAY, sign: less ? -1 : 1 })))

/** A plan's days without those whose rows are there: today, a day on which something came late since the last hour, or all of them. */
export const daysWithout = ({ days }: RunPlan, weekdays: readonly number[] | undefined, isThere: (day: string) => boolean): DaysBeside[] =>
  days.flatMap(({ from, to, less }) => {
    const spans: DaysBeside[] = []
    let span: DaysBeside | undefined
    for (const day of onWeekdays(everyDay(from, to), weekdays)) {
      if (isThere(day)) span = undefined
      else if (span) span.to = day
      else {
        span = { from: day, to: day, less }
        spans.push(span)
      }
    }
    return spans
  })

const onWeekdays = (days: readonly string[], weekdays: readonly number[] | undefined): readonly string[] =>
  weekdays ? days.filter((day) => weekdays.includes(isoWeekday(day))) : days

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
