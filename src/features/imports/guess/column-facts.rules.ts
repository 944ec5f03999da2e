import { decimalIn, timeIn } from '#features/imports/import-cells.rules.ts'
import { isMark } from './cell-marks.rules.ts'
import { bothReading, type DatedCell, type DateReading, dateReading } from './date-order.rules.ts'
import type { ColumnValues, Sampled } from './file-sample.rules.ts'

export type ColumnKind = 'empty' | 'date' | 'dateTime' | 'time' | 'count' | 'money' | 'text'

/** What a column is by its cells. */
export interface ColumnFacts {
  heading: string
  at: number
  kind: ColumnKind
  /** How its dates are read, where it is one. */
  dates: DateReading | undefined
  /** Cells of the sample that say something. */
  cells: readonly DatedCell[]
  values: ColumnValues
  /** Three of its cells, from all over the file. */
  samples: string[]
}

const NONE: ColumnValues = { filled: 0, distinct: 0, rowsPerValue: 0, values: [] }
const LIKE_A_DATE = /^(\d{1,4}[./\-年]\d{1,2}[./\-月]\d{1,4}|(19|20)\d{6}$)/
const LIKE_A_TIME = /^\d{1,2}(:|時)\d{2}/
const LONGEST_SAMPLE = 40

/** What each column of a file seems to be by its cells. */
export const columnFacts = (headings: readonly string[], { rows, columns }: Sampled): ColumnFacts[] =>
  headings.map((heading, at) => {
    const cells = rows.map(({ line, cells: all }) => ({ line, cell: (all[at] ?? '').trim() })).filter(({ cell }) => !isMark(cell))
    const [kind, dates] = kindOf(cells)
    return { heading, at, kind, dates, cells, values: columns[at] ?? NONE, samples: samplesOf(cells) }
  })

const kindOf = (cells: readonly DatedCell[]): [ColumnKind, DateReading?] => {
  if (cells.length === 0) return ['empty']
  const share = (is: (cell: string) => boolean) => cells.filter(({ cell }) => is(cell)).length / cells.length
  if (share((cell) => LIKE_A_DATE.test(cell)) >= 0.6) {
    const both = bothReading(cells)
    if (both) return ['dateTime', both]
    const dates = dateReading(cells)
    if (dates) return ['date', dates]
  }
  if (
    share(
      (cell) =>
        LIKE_A_TIME.test(cell) && (timeIn(cell, 'h:mm A') ?? timeIn(cell, 'h:mm:ss A') ?? timeIn(cell, 'HH:mm:ss') ?? timeIn(cell, 'H時mm分')) !== undefined,
    ) >= 0.8
  )
    return ['time']
  if (share((cell) => /^-?\d{1,9}$/.test(cell)) >= 0.95) return ['count']
  if (share((cell) => (decimalIn(cell, '.') ?? decimalIn(cell, ',')) !== undefined) >= 0.6) return ['money']
  return ['text']
}

const samplesOf = (cells: readonly DatedCell[]): string[] => {
  const different = [...new Set(cells.map(({ cell }) => cell))]
  const places = different.length <= 3 ? [0, 1, 2] : [0, Math.floor(different.length / 2), different.length - 1]
  return places.flatMap((place) => different[place] ?? []).map((cell) => (cell.length > LONGEST_SAMPLE ? `${cell.slice(0, LONGEST_SAMPLE - 1)}…` : cell))
}
