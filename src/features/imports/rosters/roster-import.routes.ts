import { previewOf } from '#features/imports/file-preview.adapter.ts'
import { keepFile } from '#features/imports/import-files.sql.ts'
import { implement, staged } from '#platform/web/implement.ts'
import { importRosterRows, openRosterFile, readRosterFile } from './roster-file.job.ts'
import { rosterImports } from './roster-import.contract.ts'
import { guessedRosterMapping } from './roster-mapping.rules.ts'

export const rosterImportImplementation = implement(rosterImports, {
  // Reading takes seconds, and holds no transaction meanwhile.
  uploadRosterFile: staged({
    prepare: async () => undefined,
    ask: (_, { bytes = Buffer.alloc(0) }) => previewOf(bytes),
    finish: async ({ venue, query, bytes = Buffer.alloc(0) }, _, preview) => {
      const FileId = await keepFile(venue, 'rosters', query.Name, bytes)
      const Mapping = guessedRosterMapping(
        preview.Columns,
        preview.Rows.map(({ Cells }) => Cells),
      )
      return { FileId, FileName: query.Name, ...preview, Guess: { Mapping } }
    },
  }),
  importRosters: staged({
    prepare: ({ venue, body }) => openRosterFile(venue, body),
    ask: (reading) => readRosterFile(reading),
    finish: ({ venue, body }, { name }, read) => importRosterRows(venue, body, name, read),
  }),
})
