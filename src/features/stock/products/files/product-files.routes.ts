import { uploadOf } from '#features/imports/small-file.job.ts'
import { implement, staged } from '#platform/web/implement.ts'
import { importProductRows, openProductFile, readProductFile } from './product-file.job.ts'
import { productFiles } from './product-files.contract.ts'
import { guessedProductMapping } from './product-mapping.rules.ts'

export const productFilesImplementation = implement(productFiles, {
  uploadProductFile: staged(uploadOf('products', (columns) => guessedProductMapping(columns))),
  importProducts: staged({
    prepare: ({ venue, body }) => openProductFile(venue, body),
    ask: (opened, { body }) => readProductFile(opened, body),
    finish: ({ venue, body }, _, table) => importProductRows(venue, body, table),
  }),
})
