import { isFigure } from '#shared/cell-text.ts'
import { csvLine, formulaSafe } from '#shared/csv-line.ts'
import type { Column, Table } from '#shared/endpoint.ts'
import { UNKNOWN } from '#shared/fields.ts'
import { type Written, xlsxFile } from './xlsx-file.ts'

type Row = Table['rows'][number]

/** A report's table, and the ones that follow it where it comes in pages. */
export interface Pages {
  first: Table
  /** The rows after those of the first, a page at a time. */
  more?: AsyncIterable<readonly Row[]>
}

/** CSV as spreadsheets like it: UTF-8 with BOM, CRLF, plain numbers, texts that begin like a formula made harmless. */
export async function* tableAsCsv(pages: Pages): AsyncGenerator<Buffer> {
  const { table, rows, ends } = written(pages)
  const { columns } = table
  const line = (row: Row) => csvLine(columns.map(({ key, kind }) => csvCell(row[key], kind)))
  const lines = (some: readonly Row[]) => Buffer.from(some.map(line).join(''))
  yield Buffer.from(`\ufeff${csvLine(columns.map(({ title }) => formulaSafe(title)))}`)
  for await (const page of rows) for (let at = 0; at < page.length; at += ROWS_AT_ONCE) yield lines(page.slice(at, at + ROWS_AT_ONCE))
  yield lines(ends())
}

/** The same as a workbook. */
export const tableAsXlsx = (pages: Pages): AsyncGenerator<Buffer> => xlsxFile(written(pages))

const ROWS_AT_ONCE = 500

/** The rows as they come; where there are several pages, the sum is of what was told, whatever was sold meanwhile. */
const written = ({ first, more }: Pages): Written => {
  const ofRows = new RowSums(first.columns)
  async function* rows(): AsyncGenerator<readonly Row[]> {
    ofRows.add(first.rows)
    yield first.rows
    if (!more) return
    for await (const page of more) {
      ofRows.add(page)
      yield page
    }
  }
  const totals = () => (more && first.totalsOf ? first.totalsOf(ofRows.count, ofRows.sums()) : first.totals)
  const ends = () => [totals(), ...(first.beneath ?? [])].filter((row): row is Row => row !== undefined)
  return { table: first, rows: rows(), ends }
}

/** What the figures of rows come to, column by column; in ten-thousandths, so that nothing is lost on the way. */
class RowSums {
  count = 0
  readonly #keys: readonly string[]
  readonly #sums: Float64Array

  constructor(columns: readonly Column[]) {
    this.#keys = columns.filter(({ kind }) => kind === 'money' || kind === 'quantity' || kind === 'count').map(({ key }) => key)
    this.#sums = new Float64Array(this.#keys.length)
  }

  add(rows: readonly Row[]): void {
    this.count += rows.length
    for (let i = 0; i < this.#keys.length; i += 1) {
      const key = this.#keys[i] as string
      let sum = this.#sums[i] as number
      for (const row of rows) {
        const value = row[key]
        if (typeof value === 'number') sum += Math.round(value * 10_000)
      }
      this.#sums[i] = sum
    }
  }

  sums(): Row {
    return Object.fromEntries(this.#keys.map((key, i) => [key, (this.#sums[i] as number) / 10_000]))
  }
}

const csvCell = (value: string | number | null | undefined, kind: Column['kind']): string => {
  if (value === null) return isFigure(kind) ? UNKNOWN : ''
  if (value === undefined) return ''
  if (typeof value === 'number') return kind === 'percent' ? String(value) : plainNumber(value)
  // Figures are numbers: a text that looks like one, such as a phone number, is quoted, and −12.50 stays a number.
  return kind === 'date' ? value : formulaSafe(value)
}

/**
 * A number without exponent or binary dust. Of a fraction the two sides are written apart: the texts of whole numbers recur, while V8 keeps the
 * text of every fraction for the next who asks, a hundred megabytes in a file of a million rows.
 */
const plainNumber = (value: number): string => {
  const parts = Math.round(Math.abs(value) * PARTS)
  if (Number.isInteger(value) || parts > Number.MAX_SAFE_INTEGER) return String(value)
  const fraction = FRACTIONS[parts % PARTS]
  return `${value < 0 && parts > 0 ? '-' : ''}${Math.floor(parts / PARTS)}${fraction && `.${fraction}`}`
}

/** Ten-thousandths, and how each of them is written. */
const PARTS = 10_000
const FRACTIONS = Array.from({ length: PARTS }, (_, i) =>
  String(PARTS + i)
    .slice(1)
    .replace(/0+$/, ''),
)
