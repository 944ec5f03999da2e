import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { Failure, failure } from '#shared/failure.ts'
import { type XmlEvents, xmlReader } from './xml-events.adapter.ts'

const MOST_PARTS = 5000
const MOST_UNPACKED_BYTES = 150 * 1024 * 1024
const NO_WORKBOOK = 'it is not an XLSX workbook.'

/** The parts of a workbook, each unpacked and read as it is asked for. */
export interface XlsxParts {
  has(name: string): boolean
  /** Reads a part and answers after each piece of it, so that whoever reads may take what came of it. */
  read(name: string, on: XmlEvents): AsyncGenerator<void>
}

/**
 * Opens the ZIP that a workbook is.
 * @throws FileNotReadable
 */
export const xlsxParts = async (bytes: Buffer): Promise<XlsxParts> => {
  const zip = await opened(bytes)
  if (zip.entryCount > MOST_PARTS) throw tooManyParts()
  const entries = await entriesOf(zip)
  return {
    has: (name) => entries.has(name),
    read: async function* (name, on) {
      const entry = entries.get(name)
      if (!entry) throw failure('FileNotReadable', { why: NO_WORKBOOK })
      try {
        yield* readThrough(zip, entry, on)
      } catch (error) {
        throw error instanceof Failure ? error : failure('FileNotReadable', { why: `it is a damaged workbook: ${name} cannot be read.` })
      }
    },
  }
}

const opened = (bytes: Buffer): Promise<ZipFile> =>
  fromBufferPromise(bytes, { lazyEntries: true }).catch(() => {
    throw failure('FileNotReadable', { why: NO_WORKBOOK })
  })

const entriesOf = async (zip: ZipFile): Promise<Map<string, Entry>> => {
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  } catch {
    throw failure('FileNotReadable', { why: NO_WORKBOOK })
  }
  return entries
}

const tooManyParts = () =>
  failure('FileNotReadable', { why: `it has more than ${MOST_PARTS.toLocaleString('en')} parts, which is too many for a workbook of sales.` })

async function* readThrough(zip: ZipFile, entry: Entry, on: XmlEvents): AsyncGenerator<void> {
  const xml = xmlReader(on)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const stream = await zip.openReadStreamPromise(entry)
  let unpacked = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      unpacked += chunk.length
      // The directory's sizes may be a lie: what counts is what comes.
      if (unpacked > MOST_UNPACKED_BYTES) throw failure('FileNotReadable', { why: `uncompressed, it is larger than ${MOST_UNPACKED_BYTES / 1024 / 1024} MB.` })
      xml.write(decoder.decode(chunk, { stream: true }))
      yield
    }
    xml.write(decoder.decode())
    xml.end()
  } finally {
    stream.destroy()
  }
}
