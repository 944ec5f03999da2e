import { WRONG_ROWS_PAGE } from '#features/imports/import.contract.ts'
import { fileNamed } from '#features/imports/import-files.sql.ts'
import { allWrongRows, wrongRows } from '#features/imports/import-runs.sql.ts'
import { uploadOf } from '#features/imports/small-file.job.ts'
import { wrongRowsHeading, wrongRowsText } from '#features/imports/wrong-rows.adapter.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { FileAnswer } from '#platform/web/file-answer.ts'
import { implement, staged } from '#platform/web/implement.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { cardImports } from './card-import.contract.ts'
import { cardImportWork } from './card-import-work.contract.ts'
import { type CardMapping, guessedCardMapping } from './card-mapping.rules.ts'
import { cardRunAnswer } from './card-runs.rules.ts'
import { addCardRun, cardRunById, recentCardRuns } from './card-runs.sql.ts'

export const cardImportImplementation = implement(cardImports, {
  uploadFile: staged(uploadOf('cards', (columns) => guessedCardMapping(columns))),
  startRun: async ({ venue, body: { FileId, Mapping, LocationId, Check = false, Corrections = [] } }) => {
    const locationId = placeOf(venue, Mapping, LocationId)
    const fileName = await fileNamed(venue, 'cards', FileId)
    const runId = await addCardRun(venue, { fileId: FileId, fileName, mapping: Mapping, corrections: Corrections, check: Check, locationId })
    await addJob(venue.sql, cardImportWork, { VenueId: venue.venueId, RunId: runId })
    if (!Check) await venue.audit({ action: 'cards.import-started', subject: fileName, detail: { Run: runId } })
    return cardRunAnswer(await cardRunById(venue, runId))
  },
  runs: async ({ venue }) => ({ Runs: (await recentCardRuns(venue)).map(cardRunAnswer) }),
  run: async ({ venue, params }) => {
    const run = await cardRunById(venue, params.runId)
    return { ...cardRunAnswer(run), Mapping: run.mapping, Corrections: run.corrections, Columns: run.columns }
  },
  wrongRows: async ({ venue, params, query }) => {
    const { columns } = await cardRunById(venue, params.runId)
    const rows = await wrongRows(venue, params.runId, query.After ?? 0, WRONG_ROWS_PAGE + 1)
    const Rows = rows.slice(0, WRONG_ROWS_PAGE).map(({ line, cells, errors }) => ({ Line: line, Cells: [...cells], Errors: errors }))
    return { Columns: columns, Rows, More: rows.length > WRONG_ROWS_PAGE }
  },
  wrongRowsFile: async ({ venue, params }) => {
    const { columns, fileName, mapping } = await cardRunById(venue, params.runId)
    const delimiter = mapping.Delimiter ?? ','
    const text = wrongRowsHeading(columns, delimiter) + wrongRowsText(await allWrongRows(venue, params.runId), columns, delimiter)
    return new FileAnswer(`${fileName}.errors.csv`, 'text/csv; charset=utf-8', text)
  },

  finders: { wrongRows: ({ venue, params }) => cardRunById(venue, params.runId) },
})

/**
 * Where a run is done: the location named, else the only one; where nothing is posted, any of the holder's.
 * @throws LocationNotFound, ValidationFailed where several could be meant
 */
const placeOf = (venue: VenueScope, { Columns }: CardMapping, named: number | undefined): number => {
  const places = venue.chosenLocations(named === undefined ? undefined : [named])
  const [first] = places
  if (!first) throw failure('LocationNotFound')
  if (Columns.Points !== undefined && places.length > 1) throw fieldFailure('LocationId', 'Choose the location for opening points.', 'NoLocation')
  return first.locationId
}
