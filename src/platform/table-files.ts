import { stringify } from 'csv-stringify/sync'
import type { Column, Table } from '#shared/endpoint.ts'
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
  const { table, rows, ends } = told(pages)
  const { columns } = table
  const lines = (some: readonly Row[]) =>
    Buffer.from(
      stringify(
        some.map((row) => columns.map(({ key, kind }) => csvCell(row[key], kind))),
        { record_delimiter: 'windows' },
      ),
    )
  yield Buffer.from(stringify([columns.map(({ title }) => safeText(title))], { bom: true, record_delimiter: 'windows' }))
  for await (const page of rows) for (let at = 0; at < page.length; at += ROWS_AT_ONCE) yield lines(page.slice(at, at + ROWS_AT_ONCE))
  yield lines(ends())
}

/** The same as a workbook. */
export const tableAsXlsx = (pages: Pages): AsyncGenerator<Buffer> => xlsxFile(told(pages))

const ROWS_AT_ONCE = 500

/** The rows as they come; where there are several pages, the sum is of what was told, whatever was sold meanwhile. */
const told = ({ first, more }: Pages): Written => {
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
    for (const row of rows) {
      for (const [i, key] of this.#keys.entries()) {
        const value = row[key]
        if (typeof value === 'number') this.#sums[i] = (this.#sums[i] as number) + Math.round(value * 10_000)
      }
    }
  }

  sums(): Row {
    return Object.fromEntries(this.#keys.map((key, i) => [key, (this.#sums[i] as number) / 10_000]))
  }
}

/** A leading quote keeps `=1+1` a text; real numbers are never touched, so −12.50 stays a number. */
const safeText = (value: string): string => (/^[=+\-@\t\r\n\0＝＋－＠]/.test(value) ? `'${value}` : value)

const csvCell = (value: string | number | null | undefined, kind: Column['kind']): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return kind === 'money' ? plainNumber(value) : String(value)
  return kind === 'date' ? value : safeText(value)
}

/** A number without exponent or binary dust. */
const plainNumber = (value: number): string => (Number.isInteger(value) ? String(value) : String(Number(value.toFixed(4))))
