import { copyIn, copyOut } from '#platform/database/copy.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { applyMigrations, MadeByEarlySet, migrate, pendingAfter } from '#platform/database/migrate.ts'
import type { Reserved } from '#platform/database/pool.ts'
import type { BackupOptions } from './backup.ts'
import type { BackupHeader, SequencePosition } from './backup-file.ts'
import { type BackupPart, BackupRefused, readBackup } from './backup-reading.ts'
import { COPY_SETTINGS, copyTable, quoted, tablesToBackUp } from './backup-tables.ts'
import { emptyHouse } from './restore-target.ts'
import { RowSum, wholeRows } from './row-sum.ts'

export interface RestoreOptions extends BackupOptions {
  /** Put the backup in the place of what is there. */
  replace?: boolean
  /** Takes how much of the check afterwards is done, 0 to 1. */
  onCheck?: (part: number) => void
}

export interface RestoreSummary {
  tables: number
  rows: number
  header: BackupHeader
  /** Migrations newer than the backup, applied to what it held. */
  migrated: string[]
}

interface Restored {
  name: string
  columns: string[]
  rows: number
  sum: string
}

/**
 * Puts a backup into a database: all of it or, whatever goes wrong, nothing. Every row is read back and compared with the
 * backup before it counts. A backup of an older version is restored as it was and migrated after, in the same transaction.
 * @throws BackupRefused where the file is not whole, TargetRefused where the database holds something or is in use
 */
export const restoreBackup = async (url: string, file: string, options: RestoreOptions = {}): Promise<RestoreSummary> => {
  const parts = readBackup(file, options.onProgress)
  const header = await headerOf(parts)
  const newer = newerThan(header)
  const owner = connectAsOwner(url)
  const connection = await owner.reserve()
  try {
    await connection.unsafe(`begin; ${COPY_SETTINGS}`)
    await connection`select pg_advisory_xact_lock(hashtext('daybook migrations'))`
    const target = await emptyHouse(connection, header, options.replace ?? false)
    const restored = await fill(connection, parts, options)
    await compare(connection, restored, options)
    await target.close()
    await applyMigrations(connection, newer)
    options.signal?.throwIfAborted()
    await connection`commit`
    const rows = restored.reduce((sum, table) => sum + table.rows, 0)
    return { tables: restored.length, rows, header, migrated: newer.map(({ name }) => name) }
  } catch (error) {
    await connection`rollback`.catch(() => undefined)
    throw error
  } finally {
    await parts.return(undefined)
    connection.release()
    await owner.end({ timeout: 5 })
  }
}

/** What is no part of a backup and the server expects all the same: the job queue, and figures about the tables for the planner. */
export const readyAfterRestore = async (url: string): Promise<void> => {
  await migrate(url)
  const owner = connectAsOwner(url)
  await owner`analyze`.finally(() => owner.end())
}

const headerOf = async (parts: AsyncGenerator<BackupPart>): Promise<BackupHeader> => {
  const first = await nextOf(parts)
  if (first.kind !== 'header') throw new BackupRefused('This is not a backup of Daybook.')
  return first.header
}

/** The migrations of this version that the backup has not had. */
const newerThan = (header: BackupHeader) => {
  try {
    return pendingAfter(header.migrations)
  } catch (error) {
    if (error instanceof MadeByEarlySet)
      throw new BackupRefused(
        `The backup was written by an early version of Daybook (${header.daybook}), whose database this version does not know. Restore it with that version.`,
      )
    throw new BackupRefused(
      `The backup was written by Daybook ${header.daybook}, and this version does not know its database. Restore it with that version or a newer one.`,
    )
  }
}

const fill = async (connection: Reserved, parts: AsyncGenerator<BackupPart>, { signal }: RestoreOptions): Promise<Restored[]> => {
  const known = await tablesToBackUp(connection)
  const restored: Restored[] = []
  for (let part = await nextOf(parts); part.kind !== 'complete'; part = await nextOf(parts)) {
    if (part.kind === 'table') {
      const columns = known.find(({ name }) => name === part.name)?.columns ?? []
      if (part.columns.length === 0 || part.columns.some((column) => !columns.includes(column)))
        throw new BackupRefused(`The backup is damaged: ${part.name} is not a table of this version.`)
      restored.push({ name: part.name, columns: part.columns, ...(await fillTable(connection, part, parts, signal)) })
    } else if (part.kind === 'sequences') await setSequences(connection, part.positions)
    else throw new BackupRefused('The backup is damaged.')
  }
  return restored
}

const nextOf = async (parts: AsyncGenerator<BackupPart>): Promise<BackupPart> => {
  const next = await parts.next()
  if (next.done) throw new BackupRefused('The backup is cut short.')
  return next.value
}

const fillTable = async (
  connection: Reserved,
  table: { name: string; columns: string[] },
  parts: AsyncGenerator<BackupPart>,
  signal: AbortSignal | undefined,
) => {
  const copy = copyIn(connection, `copy public.${quoted(table.name)} (${table.columns.map(quoted).join(', ')}) from stdin`)
  try {
    let part = await nextOf(parts)
    for (; part.kind === 'rows'; part = await nextOf(parts)) {
      signal?.throwIfAborted()
      await copy.write(part.block)
    }
    if (part.kind !== 'end') throw new BackupRefused('The backup is damaged.')
    const { rows, sum } = part
    const taken = await copy.end()
    if (taken !== rows) throw new Error(`The backup holds ${rows} rows of ${table.name}, and the database took ${taken}.`)
    return { rows, sum }
  } catch (error) {
    await copy.abandon()
    throw error
  }
}

const setSequences = async (connection: Reserved, positions: readonly SequencePosition[]): Promise<void> => {
  for (const { name, last } of positions) {
    await connection`
      select setval(format('public.%I', sequencename)::regclass, coalesce(${last}::bigint, start_value), ${last !== null})
      from pg_sequences where schemaname = 'public' and sequencename = ${name}`
  }
}

/** Reads everything back: what lies in the database now adds up to what the backup says. */
const compare = async (connection: Reserved, restored: readonly Restored[], { onCheck, signal }: RestoreOptions): Promise<void> => {
  const total = restored.reduce((sum, { rows }) => sum + rows, 1)
  let done = 0
  for (const table of restored) {
    const sum = new RowSum()
    for await (const block of wholeRows(copyOut(connection, copyTable(table)))) {
      signal?.throwIfAborted()
      sum.add(block)
      onCheck?.((done + sum.rows) / total)
    }
    if (sum.rows !== table.rows || sum.text !== table.sum) throw new Error(`What the database made of ${table.name} is not what the backup holds.`)
    done += table.rows
  }
  onCheck?.(1)
}
