import { grantedLocations } from '#features/imports/import-files.sql.ts'
import { addWrongRows, type Correction, type RunFailure, type RunStatus } from '#features/imports/import-runs.sql.ts'
import type { WrongRow } from '#features/imports/import-tally.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { failure } from '#shared/failure.ts'
import type { CardMapping } from './card-mapping.rules.ts'
import { type CardCounts, NO_CARDS } from './card-outcome.rules.ts'

/** What a run is asked to do. */
export interface CardRunAsked {
  fileId: string
  fileName: string
  mapping: CardMapping
  corrections: Correction[]
  check: boolean
  /** Where opening points are posted, and whose trading day new members joined on. */
  locationId: number
}

/** How far a run is, with what it came to so far. */
export interface CardProgress {
  /** Everything up to this line of the file is done. */
  throughLine: number
  rowsRead: number
  rowsRejected: number
  counts: CardCounts
}

export interface StoredCardRun extends CardRunAsked, CardProgress {
  runId: string
  status: Exclude<RunStatus, 'refused' | 'stopped'>
  progress: number
  columns: string[]
  failure: RunFailure | null
  startedBy: number | null
  /** Who acted in the name of startedBy, where somebody did. */
  actedBy: number | null
  startedByName: string | null
  startedAt: Date
  finishedAt: Date | null
}

/** Notes a run that is about to begin. */
export const addCardRun = async ({ sql, venueId, holder, now }: VenueScope, asked: CardRunAsked): Promise<string> => {
  const runId = newFactId()
  const person = holder.kind === 'person' ? holder : undefined
  await sql`
    insert into import_run (venue_id, run_id, kind, file_id, file_name, mapping_name, mapping, corrections, check_only, status, location_id, cards, started_by,
      acted_by, started_at)
    values (${venueId}, ${runId}, 'cards', ${asked.fileId}, ${asked.fileName}, '', ${sql.json(asked.mapping as never)}, ${sql.json(asked.corrections as never)},
      ${asked.check}, 'waiting', ${asked.locationId}, ${sql.json(NO_CARDS as never)}, ${person?.userId ?? null}, ${person?.impersonator?.userId ?? null}, ${now})`
  return runId
}

/**
 * A run with everything that is known of it. Whoever may see only some locations sees only the runs they started.
 * @throws NotFound
 */
export const cardRunById = async (scope: VenueScope, runId: string): Promise<StoredCardRun> => {
  const [run] = await runsWhere(scope, { runId })
  if (!run) throw failure('NotFound')
  return run
}

/** The latest runs that stored something or tried to, newest first. */
export const recentCardRuns = (scope: VenueScope): Promise<StoredCardRun[]> => runsWhere(scope, {})

const MOST_LISTED = 100

const runsWhere = async (scope: VenueScope, { runId }: { runId?: string }): Promise<StoredCardRun[]> => {
  const { sql, venueId, holder } = scope
  const onlyOwn = holder.kind === 'person' && grantedLocations(scope) !== null
  return sql<StoredCardRun[]>`
    select r.run_id::text as "runId", r.file_id::text as "fileId", r.file_name as "fileName", r.mapping, r.corrections, r.check_only as "check",
      r.location_id as "locationId", r.status, r.progress, r.through_line as "throughLine", r.rows_read as "rowsRead", r.rows_rejected as "rowsRejected",
      r.cards as counts, r.columns, r.failure, r.started_by as "startedBy", r.acted_by as "actedBy", r.started_at as "startedAt",
      r.finished_at as "finishedAt",
      (select e.display_name from employee e where e.venue_id = ${venueId} and e.user_id = r.started_by limit 1) as "startedByName"
    from import_run r
    where r.venue_id = ${venueId} and r.kind = 'cards'
      and ${runId === undefined ? sql`not r.check_only` : sql`r.run_id = ${runId}`}
      and ${onlyOwn ? sql`r.started_by = ${holder.userId}` : sql`true`}
    order by r.started_at desc, r.run_id desc limit ${MOST_LISTED}`
}

/** Begins a run, or goes on with it after its process died. */
export const beginCardRun = async ({ sql, venueId }: VenueScope, runId: string): Promise<void> => {
  await sql`update import_run set status = 'running', failure = null where venue_id = ${venueId} and run_id = ${runId}`
}

/** Keeps how far a run is, with the rows that are wrong up to there, in the transaction that stores its cards: gone on with, it stores none twice. */
export const keepCardProgress = async (scope: VenueScope, runId: string, reached: CardProgress, wrong: readonly WrongRow[]): Promise<void> => {
  const { sql, venueId } = scope
  await sql`
    update import_run set through_line = ${reached.throughLine}, rows_read = ${reached.rowsRead}, rows_rejected = ${reached.rowsRejected},
      rejected = ${reached.rowsRejected}, accepted = ${reached.counts.new + reached.counts.changed}, cards = ${sql.json(reached.counts as never)}
    where venue_id = ${venueId} and run_id = ${runId}`
  await addWrongRows(scope, runId, wrong)
}

/** Writes down that a run has ended, and how the file was read. */
export const endCardRun = async ({ sql, venueId, now }: VenueScope, runId: string, columns: readonly string[]): Promise<void> => {
  await sql`
    update import_run set status = 'done', progress = 1, columns = ${[...columns]}, finished_at = ${now} where venue_id = ${venueId} and run_id = ${runId}`
}
