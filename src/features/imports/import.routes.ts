import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { FileAnswer } from '#platform/web/file-answer.ts'
import { implement } from '#platform/web/implement.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { BUILT_IN_MAPPINGS } from './built-in-mappings.adapter.ts'
import { sampledPreviewOf } from './file-preview.adapter.ts'
import { columnFacts } from './guess/column-facts.rules.ts'
import type { Sampled } from './guess/file-sample.rules.ts'
import { withFormats } from './guess/guessed-mapping.rules.ts'
import { foundIn } from './guess/import-found.rules.ts'
import { guessOf } from './guess/import-guess.rules.ts'
import { imports, WRONG_ROWS_PAGE } from './import.contract.ts'
import { fileNamed, keepFile } from './import-files.sql.ts'
import { asOffered } from './import-mapping.rules.ts'
import { forgetMapping, keepMapping, keptMappings } from './import-mappings.sql.ts'
import { amounts, runAnswer, stayedAnswer } from './import-runs.rules.ts'
import { addRun, allWrongRows, askStop, recentRuns, runById, wrongRows } from './import-runs.sql.ts'
import { importWork, undoWork } from './import-work.contract.ts'
import { askUndo, undoGoing, undoOutlook } from './undo/import-undo.sql.ts'
import { wrongRowsHeading, wrongRowsText } from './wrong-rows.adapter.ts'

export const importImplementation = implement(imports, {
  uploadFile: async ({ venue, query, bytes = Buffer.alloc(0) }) => {
    const { preview, sample } = await sampledPreviewOf(bytes)
    const FileId = await keepFile(venue, 'sales', query.Name, bytes)
    return { FileId, FileName: query.Name, ...preview, ...(await fittingMapping(venue, preview.Columns, sample)) }
  },
  mappings: async ({ venue }) => {
    const kept = await keptMappings(venue)
    const builtIn = [...BUILT_IN_MAPPINGS].map(([Name, Mapping]) => ({ Name, Mapping: asOffered(Mapping), BuiltIn: true }))
    return { Mappings: [...kept.map(({ name, mapping }) => ({ Name: name, Mapping: asOffered(mapping), BuiltIn: false })), ...builtIn] }
  },
  keepMapping: async ({ venue, body: { Name, Mapping } }) => {
    if (BUILT_IN_MAPPINGS.has(Name)) throw fieldFailure('Name', `"${Name}" is the name of a mapping that comes with Daybook. Choose another name.`, 'Taken')
    await keepMapping(venue, Name, Mapping)
  },
  forgetMapping: ({ venue, query }) => forgetMapping(venue, query.Name),
  startRun: async ({ venue, body }) => {
    const { FileId, MappingName = '', Mapping, Check = false, AllOrNothing = false, Corrections = [] } = body
    const fileName = await fileNamed(venue, 'sales', FileId)
    const undoing = Check ? undefined : await undoGoing(venue)
    if (undoing !== undefined) throw failure('UndoGoing', { file: undoing })
    const asked = { fileId: FileId, fileName, mappingName: MappingName, mapping: Mapping, corrections: Corrections, check: Check, allOrNothing: AllOrNothing }
    const runId = await addRun(venue, asked)
    await addJob(venue.sql, importWork, { VenueId: venue.venueId, RunId: runId })
    if (!Check) await noteStart(venue, runId, fileName)
    return runAnswer(await runById(venue, runId))
  },
  runs: async ({ venue }) => ({ Runs: (await recentRuns(venue)).map(runAnswer) }),
  run: async ({ venue, params }) => {
    const run = await runById(venue, params.runId)
    return { ...runAnswer(run), Mapping: run.mapping, Corrections: run.corrections, Columns: run.columns }
  },
  undoOutlook: async ({ venue, params }) => {
    await runById(venue, params.runId)
    const { sales, totals, firstDay, lastDay, locationIds, stay } = await undoOutlook(venue, params.runId)
    const Locations = venue.locations.filter(({ locationId }) => locationIds.includes(locationId)).map(({ name }) => name)
    return { Sales: sales, Totals: amounts(totals), FirstDay: firstDay, LastDay: lastDay, Locations, Stay: stayedAnswer(stay) }
  },
  undoRun: async ({ venue, params: { runId } }) => {
    const run = await runById(venue, runId)
    if (!run.check && (run.status === 'waiting' || run.status === 'running')) throw failure('RunGoing')
    const { sales } = await undoOutlook(venue, runId)
    if (sales > 0 && (await askUndo(venue, runId))) {
      await addJob(venue.sql, undoWork, { VenueId: venue.venueId, RunId: runId })
      await venue.audit({ action: 'sales.import-undo-started', subject: run.fileName, detail: { Run: runId, Sales: sales } })
    }
    return runAnswer(await runById(venue, runId))
  },
  stopRun: async ({ venue, params: { runId } }) => {
    const { fileName } = await runById(venue, runId)
    if (await askStop(venue, runId)) await venue.audit({ action: 'sales.import-stopped', subject: fileName, detail: { Run: runId } })
    return runAnswer(await runById(venue, runId))
  },
  wrongRows: async ({ venue, params, query }) => {
    const { columns } = await runById(venue, params.runId)
    const rows = await wrongRows(venue, params.runId, query.After ?? 0, WRONG_ROWS_PAGE + 1)
    const Rows = rows.slice(0, WRONG_ROWS_PAGE).map(({ line, cells, errors }) => ({ Line: line, Cells: [...cells], Errors: errors }))
    return { Columns: columns, Rows, More: rows.length > WRONG_ROWS_PAGE }
  },
  wrongRowsFile: async ({ venue, params }) => {
    const { columns, fileName, mapping } = await runById(venue, params.runId)
    const delimiter = mapping.Delimiter ?? ','
    const text = wrongRowsHeading(columns, delimiter) + wrongRowsText(await allWrongRows(venue, params.runId), columns, delimiter)
    return new FileAnswer(`${fileName}.errors.csv`, 'text/csv; charset=utf-8', text)
  },
})

/** The mapping whose every column the file has, the venue's own first; else what the columns seem to be. And what they hold. */
const fittingMapping = async (venue: VenueScope, headings: readonly string[], sample: Sampled) => {
  const kept = (await keptMappings(venue)).map(({ name, mapping }) => [name, mapping] as const)
  const fits = [...kept, ...BUILT_IN_MAPPINGS].find(([, mapping]) => Object.values(mapping.Columns).every((heading) => headings.includes(heading)))
  const guess = fits ? undefined : guessOf(headings, sample)
  const facts = guess?.facts ?? columnFacts(headings, sample)
  // A mapping of the product leaves open how days are written; one of the venue stands as it was kept.
  const known = fits && (BUILT_IN_MAPPINGS.has(fits[0]) ? withFormats(asOffered(fits[1]), facts) : asOffered(fits[1]))
  const Mapping = known ?? guess?.mapping ?? { Columns: {} }
  const Found = foundIn(sample, facts, Mapping, guess)
  return { Guess: { MappingName: fits?.[0] ?? null, Mapping }, Found }
}

const noteStart = (venue: VenueScope, runId: string, fileName: string) =>
  venue.audit({ action: 'sales.import-started', subject: fileName, detail: { Run: runId } })
