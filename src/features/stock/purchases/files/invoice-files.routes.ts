import { uploadOf } from '#features/imports/small-file.job.ts'
import { implement, staged } from '#platform/web/implement.ts'
import { importInvoiceRows, openInvoiceFile, readInvoiceFile } from './invoice-file.job.ts'
import { invoiceFiles } from './invoice-files.contract.ts'
import { guessedInvoiceMapping } from './invoice-mapping.rules.ts'

export const invoiceFilesImplementation = implement(invoiceFiles, {
  uploadInvoiceFile: staged(uploadOf('invoices', guessedInvoiceMapping)),
  importInvoices: staged({
    prepare: ({ venue, body }) => openInvoiceFile(venue, body),
    ask: (opened, { body }) => readInvoiceFile(opened, body),
    finish: ({ venue, body }, _, table) => importInvoiceRows(venue, body, table),
  }),
})
