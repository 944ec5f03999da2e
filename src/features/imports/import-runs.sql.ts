import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { Failure, type FieldError, failure } from '#shared/failure.ts'
import type { Reached } from './import-file.job.ts'
import { grantedLocations } from './import-files.sql.ts'
import type { ImportMapping } from './import-mapping.rules.ts'
import { broughtBy } from './import-outcome.sql.ts'
import type { KnownUndo } from './import-runs.rules.ts'
import { type ImportCounts, NOTHING_COUNTED, type WrongRow } from './import-tally.rules.ts'

export type RunStatus = 'waiting' | 'running' | 'done' | 'refused' | 'stopped' | 'failed'

/** Cells that take the place of those a file has at a line. */
export interface Correction {
  Line: number
  Cells: string[]
}

/** What a run is asked to do. */
export interface RunAsked {
  /** null for a file of the command line. */
  fileId: string | null
  fileName: string
  mappingName: string
  mapping: ImportMapping
  corrections: Correction[]
  check: boolean
  allOrNothing: boolean
}

/** Why a run could not go on. */
export interface RunFailure {
  ErrorCode: string
  Message: string
  Errors: FieldError[]
}

export interface StoredRun extends RunAsked, ImportCounts {
  runId: string
  status: RunStatus
  progress: number
  columns: string[]
  /** Of the rows read, how many were looked at or stored by now. */
  rowsDone: number
  failure: RunFailure | null
  /** The locations of whoever started it; null means all, new ones too. */
  granted: number[] | null
  undo: (KnownUndo & { by: number | null; actedBy: number | null }) | null
  startedBy: number | null
  startedByName: string | null
  startedAt: Date
  finishedAt: Date | null
}

/** Notes a run that is about to begin, with the locations it may touch: those of whoever starts it, as they are now. */
export const addRun = async (scope: VenueScope, asked: RunAsked): Promise<string> => {
  const { sql, venueId, holder, now } = scope
  const runId = newFactId()
  await sql`
    insert into import_run (venue_id, run_id, file_id, file_name, mapping_name, mapping, corrections, check_only, all_or_nothing, status,
      granted_locations, started_by, started_at)
    values (${venueId}, ${runId}, ${asked.fileId}, ${asked.fileName}, ${asked.mappingName}, ${sql.json(asked.mapping as never)},
      ${sql.json(asked.corrections as never)}, ${asked.check}, ${asked.allOrNothing}, 'waiting', ${grantedLocations(scope)},
      ${holder.kind === 'person' ? holder.userId : null}, ${now})`
  return runId
}

/**
 * A run with everything that is known of it. Whoever may see only some locations sees only the runs they started.
 * @throws NotFound
 */
export const runById = async (scope: VenueScope, runId: string): Promise<StoredRun> => {
  const [run] = await runsWhere(scope, { runId })
  if (!run) throw failure('NotFound')
  return run
}

/** The latest runs that stored something or tried to, newest first. */
export const recentRuns = (scope: VenueScope): Promise<StoredRun[]> => runsWhere(scope, {})

const MOST_LISTED = 100

const runsWhere = async (scope: VenueScope, { runId }: { runId?: string }): Promise<StoredRun[]> => {
  const { sql, venueId, holder } = scope
  const onlyOwn = holder.kind === 'person' && grantedLocations(scope) !== null
  return sql<StoredRun[]>`
    select r.run_id::text as "runId", r.file_id::text as "fileId", r.file_name as "fileName", r.mapping_name as "mappingName", r.mapping, r.corrections,
      r.check_only as "check", r.all_or_nothing as "allOrNothing", case when ${isDead(sql)} then 'stopped' else r.status end as status, r.progress, r.rows_read as "rowsRead", r.rows_done as "rowsDone", r.accepted, r.lines, r.locations, r.duplicates,
      r.rows_rejected as "rowsRejected", r.totals, r.first_day as "firstDay", r.last_day as "lastDay", r.months, r.new_locations as "newLocations", r.columns,
      r.missing_locations as "missingLocations", r.shared_numbers as "sharedNumbers", r.shared_totals as "sharedTotals",
      r.failure, r.granted_locations as granted, r.started_by as "startedBy", r.started_at as "startedAt", r.finished_at as "finishedAt",
      (select e.display_name from employee e where e.venue_id = ${venueId} and e.user_id = r.started_by limit 1) as "startedByName",
      case when r.undo_status is not null then jsonb_build_object('status', r.undo_status, 'progress', r.undo_progress, 'by', r.undone_by,
        'actedBy', r.undo_acted_by, 'at', r.undone_at, 'sales', r.undone_sales, 'totals', r.undone_totals, 'stayed', r.undo_stayed, 'byName',
        (select e.display_name from employee e where e.venue_id = ${venueId} and e.user_id = r.undone_by limit 1)) end as undo
    from import_run r
    where r.venue_id = ${venueId} and r.kind = 'sales'
      and ${runId === undefined ? sql`not r.check_only` : sql`r.run_id = ${runId}`}
      and ${onlyOwn ? sql`r.started_by = ${holder.userId}` : sql`true`}
    order by r.started_at desc, r.run_id desc limit ${MOST_LISTED}`
}

/**
 * Whether the run `r` of the command line has not been heard of for minutes: its process is gone. A run of the screen is begun again by itself.
 */
const isDead = (sql: VenueScope['sql']) => sql`
  (r.file_id is null and r.kind = 'sales' and r.status in ('waiting', 'running') and coalesce(r.alive_at, r.started_at) < now() - interval '2 minutes')`

/** Ends runs of the command line whose process is gone, as stopped: what they stored stays, and can be undone or gone on with. */
export const endDeadRuns = async (scope: VenueScope): Promise<void> => {
  const { sql, venueId } = scope
  const dead = await sql<{ runId: string }[]>`select r.run_id::text as "runId" from import_run r where r.venue_id = ${venueId} and ${isDead(sql)}`
  for (const { runId } of dead) await endRun(scope, runId, 'stopped', [], await storedBy(scope, runId))
}

/** What a run that did not come to its end came to: what it stored by then. */
const storedBy = async (scope: VenueScope, runId: string): Promise<ImportCounts> => ({ ...NOTHING_COUNTED, ...(await broughtBy(scope, runId)) })

/**
 * Begins a run, or begins it again after its process died: what an earlier attempt kept of wrong rows goes.
 * @returns how far an earlier attempt came, 0 to 1
 */
export const beginRun = async ({ sql, venueId }: VenueScope, runId: string): Promise<number> => {
  await sql`delete from import_wrong_row where venue_id = ${venueId} and run_id = ${runId}`
  const [begun] = await sql<{ progress: number }[]>`
    update import_run set status = 'running', failure = null, alive_at = now() where venue_id = ${venueId} and run_id = ${runId} returning progress`
  return begun?.progress ?? 0
}

/**
 * Records how far a run is; its progress never decreases. Answers whether it has to stop: somebody wants that, or found it dead and ended it.
 * @param soFar what a file of sales came to by then
 */
export const noteProgress = async ({ sql, venueId }: VenueScope, runId: string, part: number, soFar?: Omit<Reached, 'part'>): Promise<boolean> => {
  const counted = soFar
    ? sql`, rows_read = ${soFar.rowsRead}, rows_done = ${soFar.rowsDone}, accepted = ${soFar.counts.accepted}, duplicates = ${soFar.counts.duplicates},
      totals = ${sql.json(soFar.counts.totals)}`
    : sql``
  const [run] = await sql<{ stop: boolean }[]>`
    update import_run set progress = greatest(progress, ${part}::real), alive_at = now() ${counted} where venue_id = ${venueId} and run_id = ${runId} and status = 'running' returning stop_asked as stop`
  return run?.stop ?? true
}

/** Asks a run to stop; one that has not begun is stopped at once. Answers false where it has ended, or was asked before. */
export const askStop = async ({ sql, venueId, now }: VenueScope, runId: string): Promise<boolean> => {
  // On several servers an update cannot say "case status when".
  const asked = await sql`
    update import_run set stop_asked = true, status = case when status = 'waiting' then 'stopped' else status end,
      finished_at = case when status = 'waiting' then ${now}::timestamptz end
    where venue_id = ${venueId} and run_id = ${runId} and status in ('waiting', 'running') and not stop_asked returning 1`
  return asked.length > 0
}

/** Writes down that a run made a location, in the transaction that makes it: however the run ends, one can tell what it made. */
export const noteNewLocation = async ({ sql, venueId }: VenueScope, runId: string, name: string): Promise<void> => {
  await sql`
    update import_run set new_locations = array(select distinct unnest(new_locations || ${[name]}::text[]) order by 1)
    where venue_id = ${venueId} and run_id = ${runId}`
}

/** Writes down how a run ended. */
export const endRun = async (
  { sql, venueId, now }: VenueScope,
  runId: string,
  status: 'done' | 'refused' | 'stopped',
  columns: readonly string[],
  outcome: ImportCounts,
): Promise<void> => {
  await sql`
    update import_run set status = ${status}, progress = 1, columns = ${[...columns]}, rows_done = ${outcome.rowsRead}, ${outcomeOf(sql, outcome)}, finished_at = ${now}
    where venue_id = ${venueId} and run_id = ${runId}`
}

const outcomeOf = (sql: VenueScope['sql'], outcome: ImportCounts) => sql`
      rows_read = ${outcome.rowsRead}, accepted = ${outcome.accepted}, lines = ${outcome.lines}, locations = ${outcome.locations}, duplicates = ${outcome.duplicates}, rows_rejected = ${outcome.rowsRejected}, rejected = ${outcome.rowsRejected}, totals = ${sql.json(outcome.totals)},
      first_day = ${outcome.firstDay}, last_day = ${outcome.lastDay}, months = ${sql.json(outcome.months)}, new_locations = array(select distinct unnest(new_locations || ${outcome.newLocations}::text[]) order by 1),
      missing_locations = ${outcome.missingLocations}, shared_numbers = ${outcome.sharedNumbers},
      shared_totals = ${sql.json(outcome.sharedTotals)}`

/** Writes down that and why a run could not go on: a refusal in its own words, anything else without detail. */
export const failRun = async ({ sql, venueId, now }: VenueScope, runId: string, error: unknown): Promise<void> => {
  const { code, message, fields } = error instanceof Failure ? error : failure('InternalError', { requestId: runId })
  const why: RunFailure = { ErrorCode: code, Message: message, Errors: fields }
  await sql`
    update import_run set status = 'failed', failure = ${sql.json(why as never)}, finished_at = ${now} where venue_id = ${venueId} and run_id = ${runId}`
}

/** The same of a run of sales, with what it stored by then. */
export const failSalesRun = async (scope: VenueScope, runId: string, error: unknown): Promise<void> => {
  const { sql, venueId } = scope
  await sql`update import_run set ${outcomeOf(sql, await storedBy(scope, runId))} where venue_id = ${venueId} and run_id = ${runId}`
  await failRun(scope, runId, error)
}

/** Keeps rows to be corrected. */
export const addWrongRows = async ({ sql, venueId }: VenueScope, runId: string, rows: readonly WrongRow[]): Promise<void> => {
  if (rows.length === 0) return
  await sql`
    insert into import_wrong_row (venue_id, run_id, line, cells, errors)
    select ${venueId}, ${runId}, r.line, r.cells, r.errors from jsonb_to_recordset(${sql.json(rows.map(storable) as never)}) as r(line int, cells jsonb, errors jsonb)
    on conflict (venue_id, run_id, line) do nothing`
}

/** What the database cannot hold is shown by a mark: such a row is wrong for that very reason. */
const storable = ({ line, cells, errors }: WrongRow): WrongRow => ({
  line,
  cells: cells.map(visible),
  errors: errors.map(({ ErrorCode, Column, Message }) => ({ ErrorCode, Column: visible(Column), Message: visible(Message) })),
})

const visible = (text: string): string => text.toWellFormed().replaceAll('\0', '␀')

/** The rows of a run that are wrong, by line. */
export const wrongRows = async ({ sql, venueId }: VenueScope, runId: string, after: number, most: number): Promise<WrongRow[]> =>
  sql<WrongRow[]>`
    select line, cells, errors from import_wrong_row
    where venue_id = ${venueId} and run_id = ${runId} and line > ${after} order by line limit ${most}`

/** All rows of a run that are wrong, by line. */
export const allWrongRows = ({ sql, venueId }: VenueScope, runId: string): Promise<WrongRow[]> =>
  sql<WrongRow[]>`select line, cells, errors from import_wrong_row where venue_id = ${venueId} and run_id = ${runId} order by line`
