import { Readable, Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { failure } from '#shared/failure.ts'
import { openCsv } from './csv-file.adapter.ts'
import { type FileRow, isCorrectedFile, originalCell, type ReadingBounds, type ReadingSettings, type TableHead, UNBOUNDED } from './file-table.rules.ts'
import type { Opens } from './text-file.adapter.ts'
import { openXlsx } from './xlsx-file.adapter.ts'
import { tableInZip } from './zipped-table.adapter.ts'

/** A file as a table, to be read as often as needed. */
export interface FileTable extends TableHead {
  rows(): AsyncIterable<readonly FileRow[]>
}

const LARGEST_WORKBOOK_BYTES = 50 * 1024 * 1024

/**
 * Opens a CSV, gzipped, zipped or neither, or the sheet of a workbook; which it is shows by its first bytes. A file of wrong rows that
 * comes back corrected reads as the file it came from.
 * @param file where it lies open: a ZIP is read where it is, however large
 * @throws FileNotReadable
 */
export const openTable = async (source: Opens, settings: ReadingSettings = {}, bounds: ReadingBounds = UNBOUNDED, file?: number): Promise<FileTable> => {
  const opens = unpacked(source, await beginning(source), bounds.bytes)
  const head = await beginning(opens)
  if (head.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))) {
    throw failure('FileNotReadable', { why: 'it is a workbook in an old format. Save it as XLSX or CSV.' })
  }
  const table = head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))
    ? await openZip(opens, settings, bounds, opens === source ? file : undefined)
    : await openCsv(opens, settings, bounds)
  return isCorrectedFile(table.headings) ? corrected(table) : table
}

const openZip = async (opens: Opens, settings: ReadingSettings, bounds: ReadingBounds, file: number | undefined): Promise<FileTable> => {
  const whole = () => wholeOf(opens, LARGEST_WORKBOOK_BYTES)
  const source = file ?? (await whole())
  const table = await tableInZip(source)
  if (table) return openCsv(counted(table, bounds.bytes), settings, bounds)
  return openXlsx(typeof source === 'number' ? await whole() : source, settings.sheet, bounds)
}

const corrected = ({ headings, readAs, rows }: FileTable): FileTable => ({
  headings: headings.slice(0, -2),
  readAs,
  rows: async function* () {
    for await (const piece of rows()) yield piece.map((row) => ({ ...row, cells: row.cells.slice(0, -2).map(originalCell) }))
  },
})

const beginning = async (opens: Opens): Promise<Buffer> => {
  const bytes = opens()
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) if (chunk.length > 0) return chunk
    throw failure('FileNotReadable', { why: 'it is empty.' })
  } finally {
    bytes.destroy()
  }
}

const wholeOf = async (opens: Opens, most: number): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of opens() as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > most) throw failure('FileNotReadable', { why: `a workbook can be at most ${most / 1024 / 1024} MB. A CSV file can be any size.` })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const unpacked = (opens: Opens, head: Buffer, most: number): Opens => {
  if (head[0] !== 0x1f || head[1] !== 0x8b) return opens
  return () => {
    const packed = opens()
    const unpacking = createGunzip()
    const counted = unpacking.pipe(noMoreThan(most))
    packed.on('error', (error) => counted.destroy(error))
    unpacking.on('error', () => counted.destroy(failure('FileNotReadable', { why: 'the gzip file is incomplete.' })))
    counted.on('close', () => {
      packed.destroy()
      unpacking.destroy()
    })
    packed.pipe(unpacking)
    return counted
  }
}

/** Not more of a file than so many bytes, whatever its directory says of its size. */
const counted =
  (opens: Opens, most: number): Opens =>
  () => {
    const whole = opens()
    const part = whole.pipe(noMoreThan(most))
    whole.on('error', (error) => part.destroy(error))
    part.on('close', () => whole.destroy())
    return part
  }

const noMoreThan = (most: number): Transform => {
  let length = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      length += chunk.length
      if (length > most) done(failure('FileNotReadable', { why: `uncompressed, it is larger than ${Math.round(most / 1024 / 1024)} MB.` }))
      else done(null, chunk)
    },
  })
}

const CHUNK_BYTES = 256 * 1024

/** Bytes at hand as a file. */
export const bytesAtHand =
  (bytes: Buffer): Opens =>
  () =>
    Readable.from(
      (function* () {
        for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES)
      })(),
    )
