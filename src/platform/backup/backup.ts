import { copyOut } from '#platform/database/copy.ts'
import { connectAsOwner, setVenue } from '#platform/database/database.ts'
import { appliedMigrations } from '#platform/database/migrate.ts'
import type { Reserved } from '#platform/database/pool.ts'
import { VERSION } from '#platform/version.ts'
import { type BackupHeader, type BackupWriter, writeBackup } from './backup-file.ts'
import { type BackupTable, COPY_SETTINGS, copyTable, isAboveRowSecurity, quoted, sequencePositions, tablesToBackUp } from './backup-tables.ts'
import { wholeRows } from './row-sum.ts'

export interface BackupOptions {
  /** Takes how much of the work is done, 0 to 1. */
  onProgress?: (part: number) => void
  signal?: AbortSignal
}

export interface BackupSummary {
  tables: number
  rows: number
  /** Of the file. */
  bytes: number
}

/**
 * Writes the whole house into one file while it goes on working: every table as it was at one moment. The file takes its
 * name when it is complete; until then, one that was there stays. What is left out: see backup-tables.ts.
 * @throws Error where there is no Daybook in the database, or the file cannot be written
 */
export const takeBackup = async (url: string, file: string, options: BackupOptions = {}): Promise<BackupSummary> => {
  const owner = connectAsOwner(url)
  const connection = await owner.reserve()
  const { pid } = (await connection<{ pid: number }[]>`select pg_backend_pid() as pid`)[0] ?? { pid: 0 }
  try {
    const moment = await beginMoment(connection)
    const writer = writeBackup(file)
    try {
      const summary = await writeAll(connection, writer, moment, options)
      await connection`commit`
      return { ...summary, bytes: await writer.finish() }
    } catch (error) {
      await writer.abandon()
      throw error
    }
  } catch (error) {
    // It may be sending rows that nobody takes any more.
    await terminate(url, pid)
    throw error
  } finally {
    connection.release()
    await owner.end({ timeout: 0 })
  }
}

interface Moment {
  header: BackupHeader
  tables: BackupTable[]
  /** Undefined where the connection sees every row at once. */
  venues: number[] | undefined
}

/** Fixes the moment: nothing written after it is seen, and no migration changes a table under our eyes. */
const beginMoment = async (connection: Reserved): Promise<Moment> => {
  await connection`select pg_advisory_lock_shared(hashtext('daybook migrations'))`
  await connection.unsafe(`begin isolation level repeatable read read only; ${COPY_SETTINGS}`)
  const migrations = await appliedMigrations(connection)
  if (migrations.length === 0) throw new Error('There is no Daybook in this database yet: nothing to back up.')
  const tables = await tablesToBackUp(connection)
  await connection.unsafe(`lock table ${tables.map(({ name }) => `public.${quoted(name)}`).join(', ')} in access share mode`)
  await connection`select pg_advisory_unlock_shared(hashtext('daybook migrations'))`
  const [now] = await connection<{ now: Date }[]>`select now()`
  const header = {
    format: 1,
    daybook: VERSION,
    takenAt: (now?.now ?? new Date()).toISOString(),
    migrations: [...migrations],
    tables: tables.map(({ name }) => name),
  }
  return { header, tables, venues: await venuesToWalk(connection) }
}

/**
 * An owner that is no superuser sees venue rows only from inside a venue. Every venue there is, and 0, which holds what
 * belongs to none: a venue with rows cannot be taken away, since its locations refer to it.
 */
const venuesToWalk = async (connection: Reserved): Promise<number[] | undefined> => {
  if (await isAboveRowSecurity(connection)) {
    // From here on a row that a policy would hide is an error, and not left out in silence.
    await connection`set local row_security = off`
    return undefined
  }
  const venues = await connection<{ venue_id: number }[]>`select venue_id from venue order by venue_id`
  return [0, ...venues.map((row) => row.venue_id)]
}

const writeAll = async (connection: Reserved, writer: BackupWriter, { header, tables, venues }: Moment, { onProgress, signal }: BackupOptions) => {
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 1)
  let before = 0
  let rows = 0
  await writer.header(header)
  for (const table of tables) {
    let copied = 0
    const follow = async function* (blocks: AsyncIterable<Buffer>) {
      for await (const block of blocks) {
        signal?.throwIfAborted()
        copied += block.length
        onProgress?.((before + Math.min(copied, table.bytes)) / total)
        yield block
      }
    }
    const sum = await writer.table(table.name, table.columns, follow(wholeRows(rowsOf(connection, table, venues))))
    rows += sum.rows
    before += table.bytes
  }
  await writer.sequences(await sequencePositions(connection))
  onProgress?.(1)
  return { tables: tables.length, rows }
}

async function* rowsOf(connection: Reserved, table: BackupTable, venues: readonly number[] | undefined): AsyncGenerator<Buffer> {
  if (!table.byVenue || venues === undefined) {
    yield* copyOut(connection, copyTable(table))
    return
  }
  for (const venueId of venues) {
    await connection.unsafe(setVenue(venueId))
    yield* copyOut(connection, copyTable(table, venueId))
  }
}

const terminate = async (url: string, pid: number): Promise<void> => {
  const other = connectAsOwner(url)
  await other`select pg_terminate_backend(${pid}::int)`.catch(() => undefined)
  await other.end({ timeout: 1 })
}
