import { runById } from '#features/imports/import-runs.sql.ts'
import { undoWork } from '#features/imports/import-work.contract.ts'
import { type ImportedSales, importedSales, UNDO_BATCH, undoSales } from '#features/intake/undo-sales.sql.ts'
import { statisticsThatKeepUp } from '#features/sums/statistics.job.ts'
import { forgetUndone } from '#features/sums/undone-days.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import type { Database } from '#platform/database/database.ts'
import { isStatementTimeout, patiently } from '#platform/database/retry.ts'
import { implementJob } from '#platform/jobs/jobs.ts'
import { endUndo, failUndo, noteUndo } from './import-undo.sql.ts'

const PROGRESS_MS = 500
const MOST_ATTEMPTS = 3

/** Takes back what a run brought in. It may be begun again at any point: what was taken back is recognised. */
export const undoJob = implementJob('long', undoWork, async ({ VenueId, RunId }, { service: { database, now }, attempt }) => {
  const inVenue = <T>(work: (venue: VenueScope) => Promise<T>) => patiently(() => workInVenue(database, VenueId, now(), work))
  const run = await inVenue((venue) => runById(venue, RunId))
  const { undo, fileName } = run
  if (undo?.status !== 'waiting' && undo?.status !== 'running') return
  try {
    await undoRun(database, VenueId, RunId, now)
    await inVenue(async (venue) => {
      const { sales, stay } = await endUndo(venue, RunId)
      const detail = { Run: run.runId, TakenBack: sales, Stayed: Object.values(stay).reduce((sum, n) => sum + n, 0) }
      const who = undo.actedBy === null ? { actorUserId: undo.by } : { actorUserId: undo.actedBy, onBehalfOf: undo.by }
      await recordAudit(venue.sql, VenueId, { action: 'sales.import-undone', subject: fileName, detail, ...who })
    })
  } catch (error) {
    if (attempt < MOST_ATTEMPTS) throw error
    await inVenue((venue) => failUndo(venue, RunId))
    throw error
  }
})

/** Takes back a run's sales, location by location, a transaction for each batch. */
const undoRun = async (database: Database, venueId: number, runId: string, now: () => Date): Promise<void> => {
  const inVenue = <T>(work: (venue: VenueScope) => Promise<T>) => patiently(() => workInVenue(database, venueId, now(), work))
  const sales = await inVenue((venue) => importedSales(venue, runId))
  const isToDo = ({ state }: ImportedSales) => state === null || state === 'Corrects'
  const count = (some: readonly ImportedSales[]) => some.reduce((sum, { sales: n }) => sum + n, 0)
  const keepUp = statisticsThatKeepUp()
  // What was taken back before the process died counts too: a bar that went back would look as if work was lost.
  let [done, noted] = [count(sales.filter(({ state }) => state === 'undone')), Date.now()]
  const all = Math.max(1, done + count(sales.filter(isToDo)))
  await inVenue((venue) => noteUndo(venue, runId, done / all))
  const takeBackAt = async (locationId: number) => {
    for (let after: string | undefined = '0'; after !== undefined; ) {
      const from: string = after
      const stepOf = (most: number): ReturnType<typeof undoSales> =>
        inVenue((venue) => undoSales(venue, runId, locationId, from, most)).catch((error: unknown) => {
          if (most < 2 || !isStatementTimeout(error)) throw error
          return stepOf(Math.ceil(most / 2))
        })
      const step = await stepOf(UNDO_BATCH)
      after = step.through
      done += step.undone
      await keepUp(inVenue)
      if (Date.now() - noted < PROGRESS_MS) continue
      noted = Date.now()
      await inVenue((venue) => noteUndo(venue, runId, Math.min(1, done / all)))
    }
  }
  for (const locationId of new Set(sales.map((some) => some.locationId))) {
    if (sales.some((some) => some.locationId === locationId && isToDo(some))) await takeBackAt(locationId)
    // Also where all was taken back before the process died: this may not have been done yet.
    await inVenue((venue) => forgetUndone(venue, locationId, runId))
  }
}
