import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import * as z from 'zod/mini'
import { BACKUP_FORMAT, type BackupHeader, type SequencePosition } from './backup-file.ts'
import { ByteReader } from './byte-reader.ts'
import { RowSum } from './row-sum.ts'

/** The file is no backup of ours, or not whole; the message says so in a sentence. */
export class BackupRefused extends Error {}

/** A backup as it is read, piece by piece. */
export type BackupPart =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'table'; name: string; columns: string[] }
  | { kind: 'rows'; block: Buffer }
  /** The rows of the table were all there and add up. */
  | { kind: 'end'; rows: number; sum: string }
  | { kind: 'sequences'; positions: SequencePosition[] }
  /** Everything was there, and not a byte differs. */
  | { kind: 'complete' }

const Header = z.object({
  format: z.int(),
  daybook: z.string(),
  takenAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha: z.string() })),
  tables: z.array(z.string()),
})
const Table = z.object({ name: z.string(), columns: z.array(z.string()) })
const End = z.object({ rows: z.int(), sum: z.string() })
const Sequences = z.array(z.object({ name: z.string(), last: z.nullable(z.string()) }))
const Complete = z.object({ sha256: z.string() })

const LONGEST_LINE = 1 << 20
const LONGEST_BLOCK = 1 << 30

/**
 * Reads a backup and checks it on the way: nothing is missing, every table's rows add up, and the whole is what was written.
 * @param onRead takes the part of the file that was read so far, 0 to 1
 * @throws BackupRefused
 */
export async function* readBackup(path: string, onRead: (part: number) => void = () => {}): AsyncGenerator<BackupPart> {
  const { size } = await stat(path)
  const file = createReadStream(path, { highWaterMark: 1 << 18 })
  // Its failures come out of the loop below.
  const plain = pipeline(file, createGunzip({ chunkSize: 1 << 18 }), () => {})
  try {
    for await (const part of partsOf(new ByteReader(plain))) {
      yield part
      onRead(size === 0 ? 1 : file.bytesRead / size)
    }
  } catch (error) {
    throw error instanceof Error && 'code' in error && String(error.code).startsWith('Z_') ? new BackupRefused(unreadable(path, error.message)) : error
  } finally {
    plain.destroy()
    file.destroy()
  }
}

const unreadable = (path: string, why: string): string => `${path} is not a backup of Daybook, or it is damaged or cut short (${why}).`

async function* partsOf(reader: ByteReader): AsyncGenerator<BackupPart> {
  const sha = createHash('sha256')
  let table: { name: string; sum: RowSum } | undefined
  for (let first = true; ; first = false) {
    const { word, value, line } = await nextLine(reader, first)
    if (word === 'complete') {
      if (table || parsed(Complete, value).sha256 !== sha.digest('hex') || !(await reader.isAtEnd())) throw damaged('its bytes do not add up')
      yield { kind: 'complete' }
      return
    }
    sha.update(line).update('\n')
    if (word === 'daybook-backup') yield { kind: 'header', header: headerOf(value) }
    else if (word === 'table' && !table) {
      const { name, columns } = parsed(Table, value)
      table = { name, sum: new RowSum() }
      yield { kind: 'table', name, columns }
    } else if (word === 'rows' && table) {
      const block = await blockOf(reader, value)
      sha.update(block)
      table.sum.add(block)
      yield { kind: 'rows', block }
    } else if (word === 'end' && table) {
      const { rows, sum } = parsed(End, value)
      if (rows !== table.sum.rows || sum !== table.sum.text) throw damaged(`the rows of ${table.name} do not add up`)
      table = undefined
      yield { kind: 'end', rows, sum }
    } else if (word === 'sequences' && !table) yield { kind: 'sequences', positions: parsed(Sequences, value) }
    else throw damaged('its parts are out of order')
  }
}

const damaged = (why: string) => new BackupRefused(`The backup is damaged: ${why}.`)

/** The first line, and only that, says what the file is. */
const nextLine = async (reader: ByteReader, first: boolean): Promise<{ word: string; value: unknown; line: Buffer }> => {
  const line = await reader.line(LONGEST_LINE)
  if (line === undefined && !first) throw new BackupRefused('The backup is cut short: its end is missing.')
  const space = line?.indexOf(' ') ?? -1
  const word = line?.subarray(0, Math.max(space, 0)).toString() ?? ''
  if (line === undefined || (first && word !== 'daybook-backup')) throw new BackupRefused('This is not a backup of Daybook.')
  if (!first && word === 'daybook-backup') throw damaged('it begins twice')
  try {
    return { word, line, value: JSON.parse(line.subarray(space + 1).toString()) }
  } catch {
    throw damaged('a line cannot be read')
  }
}

const blockOf = async (reader: ByteReader, length: unknown): Promise<Buffer> => {
  if (typeof length !== 'number' || !Number.isInteger(length) || length < 1 || length > LONGEST_BLOCK) throw damaged('a length cannot be')
  const block = await reader.bytes(length)
  if (block === undefined) throw new BackupRefused('The backup is cut short.')
  if (block.at(-1) !== 10) throw damaged('a row is cut in two')
  return block
}

const headerOf = (value: unknown): BackupHeader => {
  const header = parsed(Header, value)
  if (header.format !== BACKUP_FORMAT) throw new BackupRefused(`The backup was written by Daybook ${header.daybook} in a format that this version cannot read.`)
  return header
}

const parsed = <S extends z.ZodMiniType>(shape: S, value: unknown): z.output<S> => {
  const read = shape.safeParse(value)
  if (!read.success) throw damaged('a line is not as it was written')
  return read.data as z.output<S>
}
