import { previewOf } from '#features/imports/file-preview.adapter.ts'
import { keepFile } from '#features/imports/import-files.sql.ts'
import { implement, staged } from '#platform/web/implement.ts'
import { importRateRows, openRateFile, readRateFile } from './rate-file.job.ts'
import { rateImports } from './rate-import.contract.ts'
import { guessedRateMapping } from './rate-mapping.rules.ts'

export const rateImportImplementation = implement(rateImports, {
  // Reading takes seconds, and holds no transaction meanwhile.
  uploadRateFile: staged({
    prepare: async () => undefined,
    ask: (_, { bytes = Buffer.alloc(0) }) => previewOf(bytes),
    finish: async ({ venue, query, bytes = Buffer.alloc(0) }, _, preview) => {
      const FileId = await keepFile(venue, 'rates', query.Name, bytes)
      const Mapping = guessedRateMapping(
        preview.Columns,
        preview.Rows.map(({ Cells }) => Cells),
      )
      return { FileId, FileName: query.Name, ...preview, Guess: { Mapping } }
    },
  }),
  importRates: staged({
    prepare: ({ venue, body }) => openRateFile(venue, body),
    ask: (reading) => readRateFile(reading),
    finish: ({ venue, body }, { name }, read) => importRateRows(venue, body, name, read),
  }),
})
