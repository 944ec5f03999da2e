import type { CardImportRun } from './card-import.contract.ts'
import type { CardMapping } from './card-mapping.rules.ts'
import type { CardCounts } from './card-outcome.rules.ts'

interface KnownRun {
  runId: string
  fileId: string
  fileName: string
  check: boolean
  mapping: CardMapping
  locationId: number
  status: CardImportRun['Status']
  progress: number
  rowsRead: number
  rowsRejected: number
  counts: CardCounts
  failure: CardImportRun['Failure']
  startedByName: string | null
  startedAt: Date
  finishedAt: Date | null
}

/** A run as the wire tells it. */
export const cardRunAnswer = (run: KnownRun): CardImportRun => ({
  RunId: run.runId,
  FileId: run.fileId,
  FileName: run.fileName,
  Check: run.check,
  Status: run.status,
  Progress: run.progress,
  RowsRead: run.rowsRead,
  New: run.counts.new,
  Changed: run.counts.changed,
  Unchanged: run.counts.unchanged,
  RowsRejected: run.rowsRejected,
  OpeningCards: run.counts.openingCards,
  OpeningPoints: run.counts.openingPoints,
  LocationId: run.mapping.Columns.Points === undefined ? null : run.locationId,
  Failure: run.failure,
  StartedBy: run.startedByName,
  StartedAt: run.startedAt.toISOString(),
  FinishedAt: run.finishedAt?.toISOString() ?? null,
})

/** Whoever asked for a run, as movements and the trail name them. */
export const makerOf = ({ startedBy, actedBy }: { startedBy: number | null; actedBy: number | null }): { userId: number | null; onBehalfOf: number | null } =>
  actedBy === null ? { userId: startedBy, onBehalfOf: null } : { userId: actedBy, onBehalfOf: startedBy }
