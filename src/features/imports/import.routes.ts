import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { FileAnswer } from '#platform/web/file-answer.ts'
import { implement } from '#platform/web/implement.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { BUILT_IN_MAPPINGS } from './built-in-mappings.adapter.ts'
import { imports, WRONG_ROWS_PAGE } from './import.contract.ts'
import { fileNamed } from './import-files.sql.ts'
import { asOffered } from './import-mapping.rules.ts'
import { forgetMapping, keepMapping, keptMappings } from './import-mappings.sql.ts'
import { amounts, runAnswer, stayedAnswer } from './import-runs.rules.ts'
import { addRun, allWrongRows, askStop, endDeadRuns, recentRuns, runById, wrongRows } from './import-runs.sql.ts'
import { importWork, undoWork } from './import-work.contract.ts'
import { askUndo, placesToUndo, undoGoing, undoOutlook } from './undo/import-undo.sql.ts'
import { wrongRowsHeading, wrongRowsText } from './wrong-rows.adapter.ts'

export const importImplementation = implement(imports, {
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
    const { sales, totals, firstDay, lastDay, locationIds, again, stay } = await undoOutlook(venue, params.runId)
    const Locations = venue.locations.filter(({ locationId }) => locationIds.includes(locationId)).map(({ name }) => name)
    return { Sales: sales, Totals: amounts(totals), FirstDay: firstDay, LastDay: lastDay, Locations, CountAgain: again, Stay: stayedAnswer(stay) }
  },
  undoRun: async ({ venue, params: { runId } }) => {
    await endDeadRuns(venue)
    const run = await runById(venue, runId)
    if (!run.check && (run.status === 'waiting' || run.status === 'running')) throw failure('RunGoing')
    if ((await placesToUndo(venue, runId)).length > 0 && (await askUndo(venue, runId))) {
      await addJob(venue.sql, undoWork, { VenueId: venue.venueId, RunId: runId })
      await venue.audit({ action: 'sales.import-undo-started', subject: run.fileName, detail: { Run: runId } })
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

  finders: { wrongRows: ({ venue, params }) => runById(venue, params.runId) },
})

const noteStart = (venue: VenueScope, runId: string, fileName: string) =>
  venue.audit({ action: 'sales.import-started', subject: fileName, detail: { Run: runId } })
