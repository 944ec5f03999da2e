import { uploadOf } from '#features/imports/small-file.job.ts'
import { implement, staged } from '#platform/web/implement.ts'
import { importRateRows, openRateFile, readRateFile } from './rate-file.job.ts'
import { rateImports } from './rate-import.contract.ts'
import { guessedRateMapping } from './rate-mapping.rules.ts'

export const rateImportImplementation = implement(rateImports, {
  uploadRateFile: staged(uploadOf('rates', guessedRateMapping)),
  importRates: staged({
    prepare: ({ venue, body }) => openRateFile(venue, body),
    ask: (opened, { body }) => readRateFile(opened, body),
    finish: ({ venue, body }, _, table) => importRateRows(venue, body, table),
  }),
})
