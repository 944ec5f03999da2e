import { previewOf } from '#features/imports/file-preview.adapter.ts'
import { keepFile } from '#features/imports/import-files.sql.ts'
import { implement } from '#platform/web/implement.ts'
import { importRosterFile } from './roster-file.job.ts'
import { rosterImports } from './roster-import.contract.ts'
import { guessedRosterMapping } from './roster-mapping.rules.ts'

export const rosterImportImplementation = implement(rosterImports, {
  uploadRosterFile: async ({ venue, query, bytes = Buffer.alloc(0) }) => {
    const preview = await previewOf(bytes)
    const FileId = await keepFile(venue, 'rosters', query.Name, bytes)
    const Mapping = guessedRosterMapping(
      preview.Columns,
      preview.Rows.map(({ Cells }) => Cells),
    )
    return { FileId, FileName: query.Name, ...preview, Guess: { Mapping } }
  },
  importRosters: ({ venue, body }) => importRosterFile(venue, body),
})
