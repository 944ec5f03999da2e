import { keptFile } from '#features/imports/import-files.sql.ts'
import { failRun, noteProgress } from '#features/imports/import-runs.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { patiently } from '#platform/database/retry.ts'
import { implementJob } from '#platform/jobs/jobs.ts'
import { Failure } from '#shared/failure.ts'
import { performCardFile } from './card-file.job.ts'
import { cardImportWork } from './card-import-work.contract.ts'
import { makerOf } from './card-runs.rules.ts'
import { beginCardRun, cardRunById, endCardRun } from './card-runs.sql.ts'

const PROGRESS_MS = 500
const MOST_ATTEMPTS = 3

/** Checks or imports a file of cards. It may be begun again at any point: it goes on after the last rows that were stored. */
export const cardImportJob = implementJob('long', cardImportWork, async ({ VenueId, RunId }, { service: { database, now }, attempt }) => {
  const inVenue = <T>(work: (venue: VenueScope) => Promise<T>) => patiently(() => workInVenue(database, VenueId, now(), work))
  const run = await inVenue((venue) => cardRunById(venue, RunId))
  if (run.status !== 'waiting' && run.status !== 'running') return
  let noted = Date.now()
  const onProgress = (part: number) => {
    if (Date.now() - noted < PROGRESS_MS) return
    noted = Date.now()
    inVenue((venue) => noteProgress(venue, RunId, part)).catch(() => undefined)
  }
  const end = (writeEnd: (venue: VenueScope) => Promise<void>) =>
    inVenue(async (venue) => {
      await writeEnd(venue)
      if (!run.check) await noteEnd(venue, RunId)
    })
  try {
    await inVenue((venue) => beginCardRun(venue, RunId))
    const open = await inVenue((venue) => keptFile(venue, 'cards', run.fileId))
    const headings = await performCardFile(open, run, { inVenue, onProgress })
    await end((venue) => endCardRun(venue, RunId, headings))
  } catch (error) {
    if (!(error instanceof Failure) && attempt < MOST_ATTEMPTS) throw error
    await end((venue) => failRun(venue, RunId, error))
  }
})

/** What the file came to stands in the trail, the points it brought along above all; also where it could not go on to its end. */
const noteEnd = async (venue: VenueScope, runId: string): Promise<void> => {
  const run = await cardRunById(venue, runId)
  const { counts, locationId } = run
  const { userId, onBehalfOf } = makerOf(run)
  const detail = {
    Run: runId,
    Status: run.status,
    CardsNew: counts.new,
    CardsChanged: counts.changed,
    CardsUnchanged: counts.unchanged,
    RowsRejected: run.rowsRejected,
    ...(run.mapping.Columns.Points === undefined
      ? {}
      : {
          OpeningCards: counts.openingCards,
          OpeningPoints: counts.openingPoints,
          Location: venue.locations.find((one) => one.locationId === locationId)?.name ?? '',
        }),
  }
  await recordAudit(venue.sql, venue.venueId, { action: 'cards.imported', subject: run.fileName, detail, actorUserId: userId, onBehalfOf })
}
