import { coarsestFor, type Piece, piecesOf, type Span } from '#features/reports/kit/period.rules.ts'
import { EVER } from '#features/sums/running-totals.rules.ts'
import { endsWithin } from '#features/sums/totals-months.rules.ts'
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

/** How what a location sold in a range is made: of running totals, and of rows of the rollup. */
export interface RunPlan {
  runs: RunPart[]
  days: Span[]
}

/**
 * How a range is made of a location's running totals: the last in it, less the first from the day before it on; the days outside are read from the rollup.
 * Nothing where nothing was traded in it: then there is nothing to read.
 */
export const runPlan = ({ first, last }: Pick<Traded, 'first' | 'last'>, range: Span, weekdays: readonly number[] | undefined): RunPlan | undefined => {
  const from = range.from < first ? first : range.from
  // Nothing was traded after the last day, so that the row of its month is what its days come to.
  const to = range.to >= last ? monthEnd(last) : range.to
  if (from > range.to || range.from > last) return undefined
  // The month that was traded in last may not be over; weekdays are kept at the ends of months alone.
  const endsOf = (day: string) => (weekdays || monthStart(day) === monthStart(last) ? [monthEnd(day)] : endsWithin(day))
  const before = addDays(from, -1)
  const begin = from > first ? endsOf(before).find((day) => day >= before) : undefined
  const end = endsOf(to).findLast((day) => day <= to && day < last) ?? addDays(monthStart(to), -1)
  if (end < from || (begin !== undefined && end <= begin)) return { runs: [], days: [{ from, to }] }
  const runs = (weekdays ?? [EVER]).flatMap((kind): RunPart[] => [{ day: end, kind, sign: 1 }, ...(begin ? [{ day: begin, kind, sign: -1 as const }] : [])])
  const days = [...(begin && begin >= from ? [{ from, to: begin }] : []), ...(end < to ? [{ from: addDays(end, 1), to }] : [])]
  return { runs, days }
}

/** What a location's range is made of: texts of sums, and the days that are to be read from the rollup. */
export interface RangeTotals {
  locationId: number
  totals: { sums: string; sign: 1 | -1 }[]
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

/** What is no running total, as pieces of the rollup for the locations that need them. */
export const piecesBeside = (ranges: readonly RangeTotals[], weekdays: readonly number[] | undefined): { locationIds: number[]; pieces: Piece[] }[] =>
  spansTogether(ranges).map(({ span, locationIds }) => ({ locationIds, pieces: piecesOf(span, coarsestFor('none', weekdays !== undefined)) }))
