import type { Statements } from '#platform/database/sql.ts'
import type { SequencePosition } from './backup-file.ts'

/**
 * Tables that a backup leaves out, and why. Every other table is in it, whole: who may sign in and how (hashes of passwords
 * and of tills' keys), answers to idempotency keys, the audit trail and the facts. Jobs that wait in the queue are left out
 * too: a mail is not sent twice because its venue was restored.
 */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  migration: 'is in the first line of the backup',
  session: 'whoever was signed in signs in again',
  link_token: 'a link that was mailed is asked for again',
  export_ticket: 'is good for a minute',
  email_change: 'a new address is asked for again',
  board_pairing: 'a code is good for ten minutes',
  limit_counter: 'counts the last minutes only',
  server_secret: 'belongs to the installation: a backup that goes astray signs nothing',
}

export interface BackupTable {
  name: string
  columns: string[]
  /** Row-level security shows it venue by venue, unless the reader is above that. */
  byVenue: boolean
  /** What it takes on the disk, to tell how far we are. */
  bytes: number
}

/** The tables a backup holds, as the database has them now. */
export const tablesToBackUp = async (sql: Statements): Promise<BackupTable[]> => {
  const tables = await sql<(BackupTable & { unlogged: boolean })[]>`
    select c.relname::text as name, c.relrowsecurity as "byVenue", pg_table_size(c.oid) as bytes,
      array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
    group by c.oid order by c.relname`
  return tables.filter(({ name }) => !(name in LEFT_OUT))
}

/** Where every sequence stands, those of identity columns among them. They never go back, so read after the rows they are not behind them. */
export const sequencePositions = async (sql: Statements): Promise<SequencePosition[]> => sql<SequencePosition[]>`
  select sequencename::text as name, last_value::text as last from pg_sequences where schemaname = 'public' order by sequencename`

/** Whether this connection sees every row whatever the policies say. */
export const isAboveRowSecurity = async (sql: Statements): Promise<boolean> => {
  const [row] = await sql<{ above: boolean }[]>`select rolsuper or rolbypassrls as above from pg_roles where rolname = current_user`
  return row?.above ?? false
}

/** The rows of a table as COPY's text; of one venue where it is shown venue by venue. */
export const copyTable = ({ name, columns }: Pick<BackupTable, 'name' | 'columns'>, venueId?: number): string => {
  const where = venueId === undefined ? '' : ` where venue_id = ${Math.trunc(venueId)}`
  return `copy (select ${columns.map(quoted).join(', ')} from public.${quoted(name)}${where}) to stdout`
}

/** A name as SQL writes it, whatever is in it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** COPY's text depends on these; the same on both sides, and no clock cuts long work short. */
export const COPY_SETTINGS = `
  set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC'; set local extra_float_digits = 1;
  set local bytea_output = 'hex'; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '60s'`
