import { isLikeFormula } from '#shared/csv-line.ts'

/** What is wrong with a row: a code to translate by, the heading of the column at fault ('' for the whole row), and a sentence. */
export interface RowError {
  ErrorCode: string
  Column: string
  Message: string
}

/** A row of a file: its line as a person counts, and its cells under the headings. */
export interface FileRow {
  line: number
  cells: readonly string[]
  /** It could not be read as a row of this table. */
  broken?: RowError
}

/** How a file was read, for the person who looks at it. */
export interface ReadAs {
  Format: 'csv' | 'xlsx'
  Encoding: string | null
  Delimiter: string | null
  Sheet: string | null
}

export interface TableHead {
  readAs: ReadAs
  /** Each once: a heading that is there twice is numbered, one that is empty is named by its place. */
  headings: string[]
}

/** Nobody's table of sales is wider, and a row of a million cells takes a hundred times the memory of its bytes. */
export const MOST_COLUMNS = 1000
/** Of a row, all its cells together. */
export const LONGEST_ROW = 1_000_000

/** Why a row cannot be read; undefined where its width is within bounds. */
export const tooWide = (line: number, columns: number): string | undefined =>
  columns <= MOST_COLUMNS
    ? undefined
    : `line ${line} has ${columns} columns, but a table can have at most ${MOST_COLUMNS}. Delete everything beside the table and save the file again.`

/** How much of a file is read at most. What comes over the web is written by anybody. */
export interface ReadingBounds {
  /** Once unpacked. */
  bytes: number
  rows: number
}

export const UNBOUNDED: ReadingBounds = { bytes: Number.POSITIVE_INFINITY, rows: Number.POSITIVE_INFINITY }

/** What a mapping may insist on where a file cannot tell for itself. */
export interface ReadingSettings {
  encoding?: Encoding | undefined
  delimiter?: string | undefined
  sheet?: string | undefined
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'cp932' | 'windows-1252'

/** Headings as one can tell them apart. */
export const headingsOf = (cells: readonly string[]): string[] => {
  const seen = new Map<string, number>()
  return cells.map((cell, i) => {
    const heading = cell.trim() || `Column ${i + 1}`
    const times = (seen.get(heading) ?? 0) + 1
    seen.set(heading, times)
    return times === 1 ? heading : `${heading} (${times})`
  })
}

/** A row under headings; one with another number of cells is told apart, except where what is missing or too much is empty. */
export const rowUnder = (headings: readonly string[], line: number, cells: readonly string[]): FileRow => {
  if (cells.length === headings.length) return { line, cells }
  const ended = cells.slice(0, Math.max(headings.length, cells.findLastIndex((cell) => cell !== '') + 1))
  if (ended.length === headings.length) return { line, cells: ended }
  const Message = `The row has ${cells.length} cells, but the header row has ${headings.length}.`
  return { line, cells, broken: { ErrorCode: 'RowWidth', Column: '', Message } }
}

/** The headings of the columns a file of wrong rows has beside its own. */
export const LINE_HEADING = 'Import line'
export const REASON_HEADING = 'Import reason'

/** Whether it is a file of wrong rows, given back corrected: its last two columns are ours and say nothing about a sale. */
export const isCorrectedFile = (headings: readonly string[]): boolean => headings.at(-2) === LINE_HEADING && headings.at(-1) === REASON_HEADING

const PLAIN_NUMBER = /^[-+]?[\d.,\s]+$/

/** A cell of a file of wrong rows: what a spreadsheet would take for a formula gets a quote in front, numbers stay as they are. */
export const harmlessCell = (cell: string): string => ((isLikeFormula(cell) && !PLAIN_NUMBER.test(cell)) || isQuotedFormula(cell) ? `'${cell}` : cell)

/** The cell as it was before `harmlessCell`. */
export const originalCell = (cell: string): string => (isQuotedFormula(cell) ? cell.slice(1) : cell)

const isQuotedFormula = (cell: string): boolean => cell.startsWith("'") && isLikeFormula(cell.replace(/^'+/, ''))
