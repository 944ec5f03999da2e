import { stringify } from 'csv-stringify/sync'
import writeXlsxFile, { type Cell, type SheetData } from 'write-excel-file/node'
import type { Column, Table } from '#shared/endpoint.ts'

/** CSV as spreadsheets like it: UTF-8 with BOM, CRLF, plain numbers, texts that begin like a formula made harmless. */
export const tableAsCsv = (table: Table): string => {
  const rows = [...table.rows, ...(table.totals ? [table.totals] : []), ...(table.beneath ?? [])]
  return stringify(
    rows.map((row) => table.columns.map(({ key, kind }) => csvCell(row[key], kind))),
    { header: true, columns: table.columns.map(({ title }) => safeText(title)), bom: true, record_delimiter: 'windows' },
  )
}

/** XLSX with typed cells, a frozen header, totals, and a second sheet that names venue, range and filters. */
export const tableAsXlsx = async (table: Table): Promise<Buffer> => {
  const header = table.columns.map(({ title }): Cell => ({ value: title, type: String, fontWeight: 'bold' }))
  const body = table.rows.map((row) => table.columns.map((column) => xlsxCell(row[column.key], column, false)))
  const totals = table.totals ? [table.columns.map((column) => xlsxCell(table.totals?.[column.key], column, true))] : []
  const beneath = (table.beneath ?? []).map((row) => table.columns.map((column) => xlsxCell(row[column.key], column, false)))
  const about: SheetData = table.notes.map((note): Cell[] => [{ value: note, type: String }])
  const written = await writeXlsxFile([
    {
      data: [header, ...body, ...totals, ...beneath],
      sheet: table.title.slice(0, 31),
      stickyRowsCount: 1,
      columns: table.columns.map(({ kind }) => ({ width: kind === 'text' ? 26 : 14 })),
    },
    { data: about, sheet: 'About', columns: [{ width: 90 }] },
  ]).toBuffer()
  return written
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

/** A percentage is 12.5 for 12.5 % everywhere, so its sign is written and not calculated. */
const FORMATS: Partial<Record<Column['kind'], string>> = { money: '#,##0.00', count: '#,##0', quantity: '#,##0.####', percent: '0.0"%"' }

const xlsxCell = (value: string | number | null | undefined, { kind }: Column, bold: boolean): Cell => {
  if (value === null || value === undefined) return null
  const weight = bold ? ({ fontWeight: 'bold' } as const) : {}
  if (typeof value === 'string') return { value, type: String, ...weight }
  const format = FORMATS[kind]
  return { value, type: Number, ...(format ? { format } : {}), ...weight }
}
