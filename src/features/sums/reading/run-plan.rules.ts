import { coarsestFor, type Piece, piecesOf, type Span } from '#features/reports/kit/period.rules.ts'
import { RUN_KIND } from '#features/sums/running-totals.rules.ts'
import { addDays, monthEnd, monthStart } from '#shared/day.ts'

/** The first and the last day a location traded. */
export interface Traded {
  locationId: number
  first: string
  last: string
}

/** A row of running totals, with the sign it counts by. */
export interface RunPart {
  day: string
  kind: number
  sign: 1 | -1
}

/** One way to make what a location sold in a range: of running totals, of the rows of a month that is still open, and of single days. */
export interface RunPlan {
  runs: RunPart[]
  /** A month all of whose rows count: nothing was traded after the range. */
  month?: string
  days: Span[]
}

/**
 * The ways to make a range of a location's running totals, cheapest first; the first whose rows are all there is right. None where nothing
 * was traded in it: then there is nothing to read.
 */
export const runPlans = ({ first, last }: Pick<Traded, 'first' | 'last'>, range: Span, weekdays: readonly number[] | undefined): RunPlan[] => {
  const [from, to] = [range.from < first ? first : range.from, range.to > last ? last : range.to]
  if (from > to) return []
  if (weekdays) return weekdayPlans({ from, to }, first, weekdays)
  const before = from > first ? addDays(from, -1) : undefined
  if (before && monthStart(before) === monthStart(to)) {
    const less: RunPart = { day: before, kind: RUN_KIND.month, sign: -1 }
    return [{ runs: [{ day: to, kind: RUN_KIND.month, sign: 1 }, less], days: [] }, ...(to === last ? [{ runs: [less], month: monthStart(to), days: [] }] : [])]
  }
  const befores = before ? upTo(before, first, -1) : [[]]
  const plans = upTo(to, first, 1).flatMap((runs) => befores.map((less): RunPlan => ({ runs: [...runs, ...less], days: [] })))
  if (to < last) return plans
  const ends = endBefore(to, first, 1)
  return [...plans, ...befores.map((less): RunPlan => ({ runs: [...ends, ...less], month: monthStart(to), days: [] }))]
}

/** Everything from the first trade through a day: at the end of a month in one row, otherwise in two. */
const upTo = (day: string, first: string, sign: 1 | -1): RunPart[][] => {
  const two = [{ day, kind: RUN_KIND.month, sign }, ...endBefore(day, first, sign)]
  return day === monthEnd(day) ? [[{ day, kind: RUN_KIND.ever, sign }], two] : [two]
}

const endBefore = (day: string, first: string, sign: 1 | -1): RunPart[] => {
  const end = addDays(monthStart(day), -1)
  return end < first ? [] : [{ day: end, kind: RUN_KIND.ever, sign }]
}

/** Weekdays are kept at the ends of months; the days outside whole months are read one by one. */
const weekdayPlans = ({ from, to }: Span, first: string, weekdays: readonly number[]): RunPlan[] => {
  const before = from > first ? addDays(from, -1) : undefined
  const begin = before && monthEnd(before)
  const end = to === monthEnd(to) ? to : addDays(monthStart(to), -1)
  if (end < from || (begin !== undefined && end <= begin)) return []
  const runs = weekdays.flatMap((kind): RunPart[] => [{ day: end, kind, sign: 1 }, ...(begin ? [{ day: begin, kind, sign: -1 as const }] : [])])
  const days = [...(begin && begin >= from ? [{ from, to: begin }] : []), ...(end < to ? [{ from: addDays(end, 1), to }] : [])]
  return [{ runs, days }]
}

/** What a location's range is made of: texts of sums, and what is to be read elsewhere. */
export interface RangeTotals {
  locationId: number
  totals: { sums: string; sign: 1 | -1 }[]
  /** An open month all of whose rows count. */
  month: string | undefined
  days: Span[]
}

/** Spans that several locations need, asked for together. */
export const spansTogether = (ranges: readonly Pick<RangeTotals, 'locationId' | 'days'>[]): { span: Span; locationIds: number[] }[] => {
  const groups = new Map<string, { span: Span; locationIds: number[] }>()
  for (const { locationId, days } of ranges) {
    for (const span of days) {
      const name = `${span.from} ${span.to}`
      const group = groups.get(name) ?? { span, locationIds: [] }
      group.locationIds.push(locationId)
      groups.set(name, group)
    }
  }
  return [...groups.values()]
}

/** What is no running total, as pieces of the rollup for the locations that need them: open months, and single days. */
export const piecesBeside = (ranges: readonly RangeTotals[], weekdays: readonly number[] | undefined): { locationIds: number[]; pieces: Piece[] }[] => {
  const months = ranges.flatMap(({ locationId, month }) =>
    month ? [{ locationIds: [locationId], pieces: [{ grain: 'month', from: month, to: month, less: false } satisfies Piece] }] : [],
  )
  const days = spansTogether(ranges).map(({ span, locationIds }) => ({ locationIds, pieces: piecesOf(span, coarsestFor('none', weekdays !== undefined)) }))
  return [...months, ...days]
}
