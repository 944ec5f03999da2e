import { dateIn, dateTimeIn } from '#features/imports/import-cells.rules.ts'
import { orderOf } from '#features/imports/import-draft.rules.ts'

const DATE_FORMATS = [
  'YYYY-MM-DD',
  'YYYY/M/D',
  'YYYY.M.D',
  'YYYYMMDD',
  'YYYY年M月D日',
  'D/M/YYYY',
  'M/D/YYYY',
  'D.M.YYYY',
  'D-M-YYYY',
  'M-D-YYYY',
  'D/M/YY',
  'M/D/YY',
  'D.M.YY',
  'D-M-YY',
  'M-D-YY',
]
export const TIME_FORMATS = ['HH:mm:ss', 'HH:mm', 'h:mm:ss A', 'h:mm A', 'H時mm分']
const BOTH_FORMATS = DATE_FORMATS.flatMap((date) => TIME_FORMATS.map((time) => `${date} ${time}`))

/** A moment with its offset: 2026-03-15 10:14:00 -0400, or with Z or UTC. */
export const WITH_OFFSET = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)? ?(Z|UTC|[+-]\d\d:?\d\d)$/

/** The moment of a cell with its offset. */
export const offsetMoment = (cell: string): number =>
  Date.parse(
    cell
      .replace(' ', 'T')
      .replace(/ ?UTC$/, 'Z')
      .replace(/ /g, ''),
  )

/** A cell of a column of dates and the line it stands in. */
export interface DatedCell {
  line: number
  cell: string
}

/** How a column of dates is read, and why so. */
export interface DateReading {
  format: string
  /** one: only this format reads them all; order: so they are in sequence; usual: both orders are possible; most: no format reads all. */
  why: 'one' | 'order' | 'usual' | 'most'
  /** The first cell that the other order of day and month cannot read. */
  proof: DatedCell | null
  /** Another format that reads what this one cannot. */
  other: { format: string; rows: number; example: DatedCell } | null
  /** Where the other format has day and month the other way round: cells that both read, as different days. */
  either: { rows: number; example: DatedCell } | null
  /** A cell of the format that is used, beside one of the other. */
  example: DatedCell | null
  /** Cells this format reads. */
  rows: number
}

export type Reads = (cell: string, format: string) => number | undefined

export const readsBoth: Reads = (cell, format) => (WITH_OFFSET.test(cell) ? offsetMoment(cell) : dateTimeIn(cell, format))

/** How dates without a time are best read; undefined where they are none. */
export const dateReading = (cells: readonly DatedCell[]): DateReading | undefined => readingBy(DATE_FORMATS, cells, dateIn)

/** How dates with a time are best read; undefined where they are none. */
export const bothReading = (cells: readonly DatedCell[]): DateReading | undefined => readingBy(BOTH_FORMATS, cells, readsBoth)

const readingBy = (formats: readonly string[], cells: readonly DatedCell[], reads: Reads): DateReading | undefined => {
  const count = (format: string, of: readonly DatedCell[]) => of.reduce((n, { cell }) => n + (reads(cell, format) === undefined ? 0 : 1), 0)
  const counted = formats.map((format) => ({ format, rows: count(format, cells) }))
  const most = Math.max(0, ...counted.map(({ rows }) => rows))
  if (most === 0 || most * 2 < cells.length) return undefined
  const best = counted.filter(({ rows }) => rows === most)
  const first = best[0]?.format ?? ''
  // Where the year leads nothing else is possible; such dates are read under any format.
  const rival = orderOf(first) === undefined ? undefined : best.find(({ format }) => orderOf(format) !== orderOf(first))?.format
  const inOrder = rival === undefined ? first : sequenced(first, rival, cells, reads)
  const format = inOrder ?? first
  const rest = cells.filter(({ cell }) => reads(cell, format) === undefined)
  const other = otherOf(formats, rest, count, reads)
  const swapped = swappedOf(format)
  const proof = (swapped && cells.find(({ cell }) => reads(cell, format) !== undefined && reads(cell, swapped) === undefined)) || null
  const why = rest.length > 0 ? 'most' : rival === undefined ? 'one' : inOrder === undefined ? 'usual' : 'order'
  const example = (other && (proof ?? cells.find(({ cell }) => reads(cell, format) !== undefined))) || null
  return { format, why, proof, other, either: other && eitherOf(format, other.format, cells, reads), example, rows: most }
}

const eitherOf = (format: string, other: string, cells: readonly DatedCell[], reads: Reads): DateReading['either'] => {
  if (orderOf(format) === undefined || orderOf(other) === undefined || orderOf(format) === orderOf(other)) return null
  const both = cells.filter(({ cell }) => isEither(cell, format, reads))
  return both[0] ? { rows: both.length, example: both[0] } : null
}

/** Whether a cell is one day as its format says and another with day and month changed over. */
export const isEither = (cell: string, format: string, reads: Reads): boolean => {
  const swapped = swappedOf(format)
  const [at, otherwise] = swapped ? [reads(cell, format), reads(cell, swapped)] : []
  return at !== undefined && otherwise !== undefined && at !== otherwise
}

/** Another format that reads most of what is left over. */
const otherOf = (
  formats: readonly string[],
  rest: readonly DatedCell[],
  count: (format: string, of: readonly DatedCell[]) => number,
  reads: Reads,
): DateReading['other'] => {
  const [best] = formats.map((format) => ({ format, rows: count(format, rest) })).sort((a, b) => b.rows - a.rows)
  const example = best && rest.find(({ cell }) => reads(cell, best.format) !== undefined)
  return best && example ? { ...best, example } : null
}

/** Of two formats that read every cell, the one in which the dates of the file follow each other; undefined where neither does more. */
const sequenced = (first: string, rival: string, cells: readonly DatedCell[], reads: Reads): string | undefined => {
  const [a, b] = [wayOf(cells, first, reads), wayOf(cells, rival, reads)]
  if (a < b * 0.8) return first
  return b < a * 0.8 ? rival : undefined
}

/** How far one goes from date to date through the file. */
const wayOf = (cells: readonly DatedCell[], format: string, reads: Reads): number => {
  let way = 0
  let before: number | undefined
  for (const { cell } of cells) {
    const at = reads(cell, format)
    if (at === undefined) continue
    if (before !== undefined) way += Math.abs(at - before)
    before = at
  }
  return way
}

/** The same format with day and month changed over; undefined where the year leads. */
export const swappedOf = (format: string): string | undefined =>
  orderOf(format) === undefined ? undefined : format.replace(/D+|M+/g, (token) => (token.startsWith('D') ? 'M' : 'D').repeat(token.length))

/** The first and the last day of dates that were read, and how many lie in each month. */
export const spanOf = (format: string, isBoth: boolean, cells: readonly DatedCell[]) => {
  const days = cells
    .map(({ cell }) => (isBoth ? wallDay(cell, format) : dayText(dateIn(cell, format))))
    .filter((day) => day !== undefined)
    .sort()
  const months = new Map<string, number>()
  for (const day of days) months.set(day.slice(0, 7), (months.get(day.slice(0, 7)) ?? 0) + 1)
  return { firstDay: days[0] ?? null, lastDay: days.at(-1) ?? null, months: [...months].map(([month, rows]) => ({ month, rows })) }
}

const wallDay = (cell: string, format: string) => (WITH_OFFSET.test(cell) ? cell.slice(0, 10) : dayText(dateTimeIn(cell, format)))

const dayText = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString().slice(0, 10))
