import { previewOf } from '#features/imports/file-preview.adapter.ts'
import { keepFile } from '#features/imports/import-files.sql.ts'
import { implement } from '#platform/web/implement.ts'
import { importProductFile } from './product-file.job.ts'
import { productFiles } from './product-files.contract.ts'
import { guessedProductMapping } from './product-mapping.rules.ts'

export const productFilesImplementation = implement(productFiles, {
  uploadProductFile: async ({ venue, query, bytes = Buffer.alloc(0) }) => {
    const preview = await previewOf(bytes)
    const FileId = await keepFile(venue, 'products', query.Name, bytes)
    return { FileId, FileName: query.Name, ...preview, Guess: { Mapping: guessedProductMapping(preview.Columns) } }
  },
  importProducts: ({ venue, body }) => importProductFile(venue, body),
})
