import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, existsSync, readdirSync, rmSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { isAlive } from '#platform/database/living-process.mjs'
import { RowSum } from './row-sum.ts'

/**
 * A backup is one gzip file of lines, each a word and a JSON value, and of rows as PostgreSQL's COPY writes them:
 *
 *     daybook-backup {"format":1,…}
 *     table {"name":"venue","columns":["venue_id","name",…]}
 *     rows 65012                                  followed by that many bytes, whole rows
 *     end {"rows":3,"sum":"…"}
 *     sequences [{"name":"location_id_seq","last":"3"},…]
 *     complete {"sha256":"…"}                     over every byte before this line
 *
 * Without its last line it is worth nothing, so one that was cut short is never taken for whole.
 */
export const BACKUP_FORMAT = 1

export interface BackupHeader {
  format: number
  /** The version of Daybook that wrote it. */
  daybook: string
  takenAt: string
  /** What the database's structure was made by, in order. */
  migrations: { name: string; sha: string }[]
  tables: string[]
}

/** Where a sequence stood: its last number, or null where it had given none. */
export interface SequencePosition {
  name: string
  last: string | null
}

/** A backup being written; it takes its name only when it is complete and on the disk. */
export interface BackupWriter {
  header(header: BackupHeader): Promise<void>
  table(name: string, columns: readonly string[], blocks: AsyncIterable<Buffer>): Promise<RowSum>
  sequences(positions: readonly SequencePosition[]): Promise<void>
  /** @returns the size of the file */
  finish(): Promise<number>
  abandon(): Promise<void>
}

/** Begins a backup beside where it will lie. Only we may read it: it holds people's data. */
export const writeBackup = (path: string): BackupWriter => {
  sweepAbandoned(path)
  const unfinished = `${path}.unfinished-${process.pid}`
  const gzip = createGzip({ level: 3 })
  const file = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
  const written = pipeline(gzip, file)
  written.catch(() => undefined)
  const sha = createHash('sha256')
  const put = async (bytes: Buffer) => {
    if (!gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), written])
  }
  const write = (bytes: Buffer) => {
    sha.update(bytes)
    return put(bytes)
  }
  const line = (word: string, value: unknown) => write(Buffer.from(`${word} ${JSON.stringify(value)}\n`))
  return {
    header: (header) => line('daybook-backup', header),
    table: async (name, columns, blocks) => {
      await line('table', { name, columns })
      const sum = new RowSum()
      for await (const block of blocks) {
        sum.add(block)
        await line('rows', block.length)
        await write(block)
      }
      await line('end', { rows: sum.rows, sum: sum.text })
      return sum
    },
    sequences: (positions) => line('sequences', positions),
    finish: async () => {
      await put(Buffer.from(`complete ${JSON.stringify({ sha256: sha.digest('hex') })}\n`))
      gzip.end()
      await written
      await rename(unfinished, path)
      await syncFolder(dirname(path))
      return file.bytesWritten
    },
    abandon: async () => {
      gzip.destroy()
      await written.catch(() => undefined)
      await rm(unfinished, { force: true })
    },
  }
}

/** What a killed backup left beside its file. */
const sweepAbandoned = (path: string): void => {
  const folder = dirname(path)
  const beginning = `${basename(path)}.unfinished-`
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const pid = name.startsWith(beginning) ? Number(name.slice(beginning.length)) : 0
    if (pid > 0 && (pid === process.pid || !isAlive(pid))) rmSync(join(folder, name), { force: true })
  }
}

/** A new name survives a power cut only once its folder is on the disk. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
