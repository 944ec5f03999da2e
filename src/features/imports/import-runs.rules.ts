import { toMajor } from '#shared/money.ts'
import type { ImportRun } from './import.contract.ts'
import type { ImportCounts } from './import-tally.rules.ts'

interface KnownRun extends ImportCounts {
  runId: string
  fileId: string | null
  fileName: string
  mappingName: string
  check: boolean
  allOrNothing: boolean
  status: ImportRun['Status']
  progress: number
  rowsDone: number
  failure: ImportRun['Failure']
  undo: KnownUndo | null
  startedByName: string | null
  startedAt: Date
  finishedAt: Date | null
}

/** How often a file is read: to its end before anything is made of it, then judged or stored, or both one after the other. */
export const passesOf = ({ check, allOrNothing }: { check?: boolean; allOrNothing?: boolean }): number => (allOrNothing && !check ? 3 : 2)

/** What a run is doing: it stores in the last pass over the file, and checks in those before. null once it has ended. */
const phaseOf = (run: Pick<KnownRun, 'check' | 'allOrNothing' | 'status' | 'progress'>): ImportRun['Phase'] => {
  if (run.status !== 'waiting' && run.status !== 'running') return null
  const passes = passesOf(run)
  return run.check || run.progress < (passes - 1) / passes ? 'Check' : 'Store'
}

/** How undoing a run went. */
export interface KnownUndo {
  status: NonNullable<ImportRun['Undo']>['Status']
  progress: number
  byName: string | null
  /** When it ended. */
  at: string | null
  sales: number
  /** In minor units by currency. */
  totals: Record<string, number>
  /** How many, by the reason. */
  stayed: Partial<Record<Staying['Reason'], number>>
}

export type Staying = NonNullable<ImportRun['Undo']>['Stayed'][number]

/** A run as the wire tells it, money in major units. */
export const runAnswer = (run: KnownRun): ImportRun => ({
  RunId: run.runId,
  FileId: run.fileId,
  FileName: run.fileName,
  MappingName: run.mappingName,
  Check: run.check,
  AllOrNothing: run.allOrNothing,
  Status: run.status,
  Progress: run.progress,
  Phase: phaseOf(run),
  RowsRead: run.rowsRead,
  RowsDone: run.rowsDone,
  Accepted: run.accepted,
  Lines: run.lines,
  Locations: run.locations,
  Duplicates: run.duplicates,
  RowsRejected: run.rowsRejected,
  Totals: amounts(run.totals),
  FirstDay: run.firstDay,
  LastDay: run.lastDay,
  Months: Object.entries(run.months)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([Month, { sales, totals }]) => ({ Month, Sales: sales, Totals: amounts(totals) })),
  NewLocations: run.newLocations,
  MissingLocations: run.missingLocations,
  SharedNumbers: run.sharedNumbers,
  SharedTotals: amounts(run.sharedTotals),
  Failure: run.failure,
  Undo: run.undo && undoAnswer(run.undo),
  StartedBy: run.startedByName,
  StartedAt: run.startedAt.toISOString(),
  FinishedAt: run.finishedAt?.toISOString() ?? null,
})

const undoAnswer = ({ status, progress, byName, at, sales, totals, stayed }: KnownUndo): ImportRun['Undo'] => ({
  Status: status,
  Progress: progress,
  By: byName,
  At: at && new Date(at).toISOString(),
  Sales: sales,
  Totals: amounts(totals),
  Stayed: stayedAnswer(stayed),
})

/** Sales that stay by the reason, as the wire tells them. */
export const stayedAnswer = (stayed: KnownUndo['stayed']): Staying[] =>
  Object.entries(stayed).map(([Reason, Sales]) => ({ Reason: Reason as Staying['Reason'], Sales }))

/** Amounts in minor units by currency, as the wire tells them. */
export const amounts = (totals: Record<string, number>) => Object.entries(totals).map(([Currency, minor]) => ({ Currency, Total: toMajor(minor, Currency) }))
