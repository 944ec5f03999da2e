import { createReadStream, statSync } from 'node:fs'
import { setPriority } from 'node:os'
import { type Readable, Transform } from 'node:stream'
import { Failure } from '#shared/failure.ts'
import type { Answered, Asked, FileSource } from './file-reading.rules.ts'
import type { FileRow } from './file-table.rules.ts'
import { FileSample, type Sampled } from './guess/file-sample.rules.ts'
import { bytesAtHand, type FileTable, openTable } from './table-file.adapter.ts'

// A program of its own: it reads one file for the process that started it, and has nothing but that file.

const LEAST_URGENT = 10
/** What breaks before as many rows are read cannot be looked at. */
const FIRST_ROWS = 20

const read = { bytes: 0, size: 1 }
let table: FileTable | undefined
let rows: AsyncIterator<readonly FileRow[]> | undefined

const answerTo = async (asked: Asked): Promise<Answered> => {
  if ('open' in asked) {
    read.size = 'path' in asked.open ? statSync(asked.open.path).size : asked.open.bytes.length
    table = await openTable(() => counted(streamOf(asked.open)), asked.settings, asked.bounds)
    return { head: { headings: table.headings, readAs: table.readAs } }
  }
  if (!table) throw new Error('No file is open.')
  if ('sample' in asked) return { sampled: await sampleOf(table, asked.sample.withinMs) }
  if (asked.rows === 'first') {
    await rows?.return?.()
    read.bytes = 0
    rows = table.rows()[Symbol.asyncIterator]()
  }
  const next = await rows?.next()
  return !next || next.done ? { ended: true } : { rows: next.value, part: Math.min(1, read.bytes / Math.max(1, read.size)) }
}

/** A file that breaks further down is shown up to there: the check says where it breaks. */
const sampleOf = async ({ headings, rows: all }: FileTable, withinMs: number): Promise<Sampled> => {
  const endsAt = performance.now() + withinMs
  const sample = new FileSample(headings.length)
  let read = 0
  try {
    for await (const piece of all()) {
      sample.take(piece)
      read += piece.length
      if (performance.now() > endsAt) return sample.taken(false)
    }
  } catch (error) {
    if (read < FIRST_ROWS) throw error
    return sample.taken(false)
  }
  return sample.taken(true)
}

const streamOf = (source: FileSource): Readable => ('path' in source ? createReadStream(source.path) : bytesAtHand(source.bytes)())

const counted = (source: Readable): Readable => {
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      read.bytes += chunk.length
      done(null, chunk)
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
