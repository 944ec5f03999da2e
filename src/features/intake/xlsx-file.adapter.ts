import { createInflateRaw } from 'node:zlib'
import { readSheet, type SheetData, SheetNotFoundError } from 'read-excel-file/node'
import { failure } from '#shared/failure.ts'
import { type FileRow, headingsOf, rowUnder, type TableHead } from './file-table.rules.ts'

export interface Workbook extends TableHead {
  rows: FileRow[]
}

const MOST_UNPACKED_BYTES = 150 * 1024 * 1024

/**
 * Reads the first sheet of a workbook, or the named one; dates and numbers become the texts a CSV would have.
 * @throws FileNotReadable
 */
export const readXlsx = async (bytes: Buffer, sheetName?: string): Promise<Workbook> => {
  await refuseBomb(bytes)
  const records = await sheetOf(bytes, sheetName)
  const at = records.findIndex((record) => record.some((cell) => textOf(cell) !== ''))
  const headings = headingsOf((records[at] ?? []).map(textOf))
  if (headings.length === 0) throw failure('FileNotReadable', { why: 'the sheet is empty.' })
  const rows = records.slice(at + 1).flatMap((record, i) => {
    const cells = record.map(textOf)
    if (cells.every((cell) => cell === '')) return []
    const padded = Array.from({ length: Math.max(headings.length, cells.length) }, (_, place) => cells[place] ?? '')
    return [rowUnder(headings, at + i + 2, padded)]
  })
  return { headings, rows, readAs: { Format: 'xlsx', Encoding: null, Delimiter: null, Sheet: sheetName ?? null } }
}

const sheetOf = async (bytes: Buffer, wanted: string | undefined): Promise<SheetData> => {
  try {
    return await readSheet(bytes, wanted ?? 1, { trim: false })
  } catch (error) {
    throw failure('FileNotReadable', { why: error instanceof SheetNotFoundError ? `it has no sheet "${wanted ?? 1}".` : 'it is no XLSX workbook.' })
  }
}

const textOf = (cell: unknown): string => {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : dateText(cell)
  return typeof cell === 'number' ? plainNumber(cell) : String(cell)
}

/** A workbook keeps dates without a zone; the reader gives them as if in UTC. Times alone lie in the year 1899. */
const dateText = (date: Date): string => {
  const iso = date.toISOString()
  if (date.getUTCFullYear() < 1901) return iso.slice(11, 19)
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19).replace('T', ' ')
}

/** 0.1 + 0.2 as the workbook shows it: fifteen digits are what a spreadsheet keeps. */
const plainNumber = (value: number): string => {
  const text = String(Number(value.toPrecision(15)))
  return /e/i.test(text) ? value.toFixed(10).replace(/\.?0+$/, '') : text
}

const ENTRY = 'PK\u0001\u0002'
const DEFLATED = 8

/** Unpacks every part once without keeping it: what the directory says of sizes may be a lie. */
const refuseBomb = async (bytes: Buffer): Promise<void> => {
  let left = MOST_UNPACKED_BYTES
  const seen = new Set<number>()
  for (let at = bytes.indexOf(ENTRY, 0, 'latin1'); at >= 0 && at + 46 <= bytes.length; at = bytes.indexOf(ENTRY, at + 46, 'latin1')) {
    const start = bytes.readUInt32LE(at + 42)
    if (seen.has(start) || bytes.readUInt16LE(at + 10) !== DEFLATED || start + 30 > bytes.length) continue
    seen.add(start)
    const packed = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
    left -= await unpackedBytes(bytes.subarray(packed), left)
    if (left < 0) throw failure('FileNotReadable', { why: `unpacked it is larger than ${MOST_UNPACKED_BYTES / 1024 / 1024} MB.` })
  }
}

/** How long a packed part is, counted no further than `most`; a broken part is left to the reader. */
const unpackedBytes = (packed: Buffer, most: number): Promise<number> =>
  new Promise((resolve) => {
    const inflate = createInflateRaw()
    let length = 0
    inflate.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > most) inflate.destroy()
    })
    inflate.on('error', () => resolve(length))
    inflate.on('close', () => resolve(length))
    inflate.end(packed)
  })
