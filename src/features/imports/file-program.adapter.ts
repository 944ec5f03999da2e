import { createReadStream, fstatSync, read } from 'node:fs'
import { setPriority } from 'node:os'
import { type Readable, Transform } from 'node:stream'
import { Failure } from '#shared/failure.ts'
import { type Answered, type Asked, OPEN_FILE } from './file-reading.rules.ts'
import type { FileRow } from './file-table.rules.ts'
import { FileSample, type Sampled } from './guess/file-sample.rules.ts'
import { type FileTable, openTable } from './table-file.adapter.ts'

// A program of its own: it reads one file for the process that started it, and has nothing but that file.

const LEAST_URGENT = 10
/** What breaks before as many rows are read cannot be looked at. */
const FIRST_ROWS = 20

const done = { bytes: 0, size: 1 }
let table: FileTable | undefined
let rows: AsyncIterator<readonly FileRow[]> | undefined

const answerTo = async (asked: Asked): Promise<Answered> => {
  if ('bounds' in asked) {
    done.size = fstatSync(OPEN_FILE).size
    table = await openTable(() => counted(fromItsBeginning()), asked.settings, asked.bounds, OPEN_FILE)
    return { head: { headings: table.headings, readAs: table.readAs } }
  }
  if (!table) throw new Error('No file is open.')
  if ('sample' in asked) return { sampled: await sampleOf(table, asked.sample.withinMs) }
  if (asked.rows === 'first') {
    await rows?.return?.()
    done.bytes = 0
    rows = table.rows()[Symbol.asyncIterator]()
  }
  const next = await rows?.next()
  return !next || next.done ? { ended: true } : { rows: next.value, part: Math.min(1, done.bytes / Math.max(1, done.size)) }
}

/** A file that breaks further down is shown up to there: the check says where it breaks. */
const sampleOf = async ({ headings, rows: all }: FileTable, withinMs: number): Promise<Sampled> => {
  const endsAt = performance.now() + withinMs
  const sample = new FileSample(headings.length)
  let taken = 0
  try {
    for await (const piece of all()) {
      sample.take(piece)
      taken += piece.length
      if (performance.now() > endsAt) return sample.taken(false)
    }
  } catch (error) {
    if (taken < FIRST_ROWS) throw error
    return sample.taken(false)
  }
  return sample.taken(true)
}

const CHUNK_BYTES = 256 * 1024
/** The file stays open: it is read again from its beginning. */
const STAYING_OPEN = { read, close: (_file: number, done: (error: null) => void) => done(null) }
const fromItsBeginning = (): Readable => createReadStream('', { fd: OPEN_FILE, start: 0, fs: STAYING_OPEN, highWaterMark: CHUNK_BYTES })

const counted = (source: Readable): Readable => {
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      done.bytes += chunk.length
      pass(null, chunk)
    },
  })
  source.on('error', (error) => counting.destroy(error))
  counting.on('close', () => source.destroy())
  return source.pipe(counting)
}

const saying = (error: unknown): Answered => {
  if (error instanceof Failure && error.code === 'FileNotReadable') return { refused: error.message }
  return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

// Whoever asked is gone, or will end this process.
process.on('disconnect', () => process.exit())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
// Whoever waits for an answer of the server goes first.
setPriority(LEAST_URGENT)
process.on('message', (asked: Asked) => {
  answerTo(asked)
    .catch(saying)
    .then((answer) => process.send?.(answer))
})
