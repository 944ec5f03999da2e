import type { VenueScope } from '#platform/access/venue-scope.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import type { Database } from '#platform/database/database.ts'
import { patiently } from '#platform/database/retry.ts'
import { implementForVenues, implementJob } from '#platform/jobs/jobs.ts'
import { Failure } from '#shared/failure.ts'
import { SALES_BOUNDS } from './file-reader.adapter.ts'
import { Stopped } from './file-rows.job.ts'
import { type ImportedFile, type ImportOptions, type ImportResult, importFile, type Reached } from './import-file.job.ts'
import { forgetOldFiles, keptFile } from './import-files.sql.ts'
import { broughtBy } from './import-outcome.sql.ts'
import { addWrongRows, beginRun, endDeadRuns, endRun, failSalesRun, noteProgress, runById } from './import-runs.sql.ts'
import { type ImportCounts, NOTHING_COUNTED } from './import-tally.rules.ts'
import { importWork } from './import-work.contract.ts'

/** A check shows what there is to correct; more than this points to the mapping. */
const MOST_CHECKED_ROWS = 1000
const PROGRESS_MS = 500
const MOST_ATTEMPTS = 3

/** Does a run from its beginning to its end and writes down how it ended. */
export const performRun = async (database: Database, venueId: number, file: ImportedFile, options: ImportOptions): Promise<ImportResult> => {
  const { runId, check, now } = options
  const inVenue = <T>(work: (venue: VenueScope) => Promise<T>) => patiently(() => workInVenue(database, venueId, now(), work))
  const earlier = await inVenue(async (venue) => ({ part: await beginRun(venue, runId), brought: check ? NOTHING_COUNTED : await broughtBy(venue, runId) }))
  const result = await whileHeardOf(inVenue, options, earlier, (heard) => importFile(database, venueId, file, heard))
  const counts = await inVenue(async (venue) => {
    const { status, headings } = result
    const counted = check ? result.counts : withBrought(result.counts, await broughtBy(venue, runId))
    await endRun(venue, runId, status, headings, counted)
    if (check) return counted
    const { startedBy, fileName } = await runById(venue, runId)
    const detail = { Run: runId, Status: status, Accepted: counted.accepted, Duplicates: counted.duplicates, RowsRejected: counted.rowsRejected }
    await recordAudit(venue.sql, venueId, { action: 'sales.imported', subject: fileName, detail, actorUserId: startedBy })
    return counted
  })
  return { ...result, counts }
}

/** What earlier attempts of a run, whose process died, came to. */
interface Earlier {
  /** 0 to 1. */
  part: number
  brought: Pick<ImportCounts, 'accepted' | 'totals'>
}

/** What an earlier attempt of the same run stored is met again as duplicates. */
const withEarlier = (counts: Readonly<ImportCounts>, { accepted, totals }: Earlier['brought']): ImportCounts => ({
  ...counts,
  accepted: counts.accepted + accepted,
  duplicates: Math.max(0, counts.duplicates - accepted),
  totals: Object.fromEntries(
    [...new Set([...Object.keys(totals), ...Object.keys(counts.totals)])].map((currency) => [
      currency,
      (totals[currency] ?? 0) + (counts.totals[currency] ?? 0),
    ]),
  ),
})

/** Writes down while the work goes on how far it is, and that somebody is at it; and stops it where somebody asked for that. */
const whileHeardOf = async <T>(
  inVenue: (work: (venue: VenueScope) => Promise<boolean>) => Promise<boolean>,
  options: ImportOptions,
  earlier: Earlier,
  work: (options: ImportOptions) => Promise<T>,
): Promise<T> => {
  const stop = new AbortController()
  let reached: Reached | undefined
  let isNoting = false
  const note = async () => {
    if (isNoting) return
    isNoting = true
    await inVenue((venue) => noteProgress(venue, options.runId, reached?.part ?? 0, reached))
      .then((isToStop) => isToStop && stop.abort(new Stopped()))
      .catch(() => undefined)
    isNoting = false
  }
  const timer = setInterval(note, PROGRESS_MS)
  const onProgress = (now: Reached) => {
    if (now.part < (reached?.part ?? earlier.part)) return
    reached = { ...now, counts: withEarlier(now.counts, earlier.brought) }
    options.onProgress?.(reached)
  }
  try {
    return await work({ ...options, onProgress, signal: options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal })
  } finally {
    clearInterval(timer)
  }
}

/** What an earlier attempt of the same run stored is no duplicate: it was this run that brought it. */
const withBrought = (counts: ImportCounts, brought: Awaited<ReturnType<typeof broughtBy>>): ImportCounts => ({
  ...counts,
  ...brought,
  duplicates: Math.max(0, counts.accepted + counts.duplicates - brought.accepted),
})

/** Checks or brings in a file of the browser. It may be begun again at any point: what is stored is recognised. */
export const importJob = implementJob('long', importWork, async ({ VenueId, RunId }, { service: { database, now }, attempt }) => {
  const inVenue = <T>(work: (venue: VenueScope) => Promise<T>) => patiently(() => workInVenue(database, VenueId, now(), work))
  const run = await inVenue((venue) => runById(venue, RunId))
  if (run.status !== 'waiting' && run.status !== 'running') return
  try {
    const file = await inVenue((venue) => keptFile(venue, 'sales', run.fileId ?? '0'))
    let kept = 0
    await performRun(
      database,
      VenueId,
      { source: { file }, bounds: SALES_BOUNDS },
      {
        mapping: run.mapping,
        check: run.check,
        allOrNothing: run.allOrNothing,
        corrections: new Map(run.corrections.map(({ Line, Cells }) => [Line, Cells])),
        granted: run.granted,
        runId: RunId,
        begunAt: run.startedAt,
        now,
        onWrongRows: async (rows) => {
          const keeping = run.check ? rows.slice(0, Math.max(0, MOST_CHECKED_ROWS - kept)) : rows
          kept += keeping.length
          if (keeping.length > 0) await inVenue((venue) => addWrongRows(venue, RunId, keeping))
        },
      },
    )
  } catch (error) {
    if (!(error instanceof Failure) && attempt < MOST_ATTEMPTS) throw error
    await inVenue((venue) => failSalesRun(venue, RunId, error))
  }
})

/** Every night: files and rows nobody needs any more, and runs whose process is gone. */
export const importCleanUpJob = implementForVenues('long', 'intake.import-clean-up', '50 17 * * *', (service, venueId) =>
  workInVenue(service.database, venueId, service.now(), async (venue) => {
    await forgetOldFiles(venue)
    await endDeadRuns(venue)
  }),
)
