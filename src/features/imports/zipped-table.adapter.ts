import { Readable } from 'node:stream'
import { type Entry, fromBufferPromise, fromFdPromise, type ZipFile } from 'yauzl'
import { failure } from '#shared/failure.ts'
import { shown } from './row-reader.rules.ts'
import type { Opens } from './text-file.adapter.ts'

const MOST_ENTRIES = 5000
const TABLE = /\.(csv|tsv|txt)$/i

/**
 * The one table in a ZIP: a till's export, or a file somebody compressed.
 * @param source its bytes, or the file that is open
 * @returns undefined where the ZIP is a workbook, or none that can be read
 * @throws FileNotReadable where it holds several tables, or none
 */
export const tableInZip = async (source: Buffer | number): Promise<Opens | undefined> => {
  const lazily = { lazyEntries: true, autoClose: false }
  const zip = await (typeof source === 'number' ? fromFdPromise(source, lazily) : fromBufferPromise(source, lazily)).catch(() => undefined)
  if (!zip) return undefined
  const names: Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName === '[Content_Types].xml' || names.length > MOST_ENTRIES) return undefined
      names.push(entry)
    }
  } catch {
    return undefined
  }
  const tables = names.filter(({ fileName }) => TABLE.test(fileName) && !/(^|\/)(__MACOSX\/|\.)/.test(fileName))
  const [table] = tables
  if (tables.length === 1 && table?.isEncrypted()) throw failure('FileNotReadable', { why: 'the ZIP file is protected by a password. Save it without one.' })
  if (tables.length === 1 && table) return () => Readable.from(bytesOf(zip, table), { objectMode: false })
  if (tables.length > 1) throw failure('FileNotReadable', { why: `the ZIP file holds ${tables.length} tables. Upload them one at a time.` })
  if (names.some(({ fileName }) => fileName.startsWith('xl/'))) return undefined
  throw failure('FileNotReadable', { why: 'the ZIP file holds neither an XLSX workbook nor a CSV file.' })
}

async function* bytesOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  try {
    const stream = await zip.openReadStreamPromise(entry)
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) yield chunk
    } finally {
      stream.destroy()
    }
  } catch {
    throw failure('FileNotReadable', { why: `it is a damaged ZIP file: ${shown(entry.fileName)} cannot be read.` })
  }
}
