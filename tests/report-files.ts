import readXlsxFile from 'read-excel-file/node'
import { expect } from 'vitest'
import { UNKNOWN } from '#shared/fields.ts'
import type { Visitor } from './visitor.ts'

/** The rows of a report as its CSV and its XLSX have them; each cell as text, an empty one and one that is not known ''. */
export const filesOf = async (url: string, who: Visitor, path: string, query: Record<string, string>): Promise<{ csv: string[][]; xlsx: string[][] }> => {
  const csv = await fileOf(url, who, `${path}?${new URLSearchParams({ ...query, format: 'csv' })}`)
  const sheets = await readXlsxFile(await fileOf(url, who, `${path}?${new URLSearchParams({ ...query, format: 'xlsx' })}`))
  const rows = (Array.isArray(sheets[0]) ? sheets : (sheets as unknown as { data: unknown[][] }[])[0]?.data) as unknown[][]
  const isKnown = (cell: string) => (cell === UNKNOWN ? '' : cell)
  return { csv: csvRows(csv.toString()).map((row) => row.map(isKnown)), xlsx: rows.map((row) => row.map((cell) => isKnown(cellText(cell)))) }
}

/** Dates and times of day lie in a sheet as such. */
const cellText = (cell: unknown): string => (cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? ''))

const fileOf = async (url: string, who: Visitor, path: string): Promise<Buffer> => {
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${url}/api${path}`, { headers: { cookie, ...(who.authorization ? { authorization: who.authorization } : {}) } })
  expect(response.status, path).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

const csvRows = (text: string): string[][] =>
  text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
    .map((row) => [...`${row},`.matchAll(/("(?:[^"]|"")*"|[^,"]*),/g)].map(([, cell = '']) => unquoted(cell)))

const unquoted = (cell: string): string => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
