import { previewOf } from '#features/imports/file-preview.adapter.ts'
import { keepFile } from '#features/imports/import-files.sql.ts'
import { implement } from '#platform/web/implement.ts'
import { importRateFile } from './rate-file.job.ts'
import { rateImports } from './rate-import.contract.ts'
import { guessedRateMapping } from './rate-mapping.rules.ts'

export const rateImportImplementation = implement(rateImports, {
  uploadRateFile: async ({ venue, query, bytes = Buffer.alloc(0) }) => {
    const preview = await previewOf(bytes)
    const FileId = await keepFile(venue, 'rates', query.Name, bytes)
    const Mapping = guessedRateMapping(
      preview.Columns,
      preview.Rows.map(({ Cells }) => Cells),
    )
    return { FileId, FileName: query.Name, ...preview, Guess: { Mapping } }
  },
  importRates: ({ venue, body }) => importRateFile(venue, body),
})
