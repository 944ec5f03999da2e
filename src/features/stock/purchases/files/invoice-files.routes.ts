import { previewOf } from '#features/imports/file-preview.adapter.ts'
import { keepFile } from '#features/imports/import-files.sql.ts'
import { implement } from '#platform/web/implement.ts'
import { importInvoiceFile } from './invoice-file.job.ts'
import { invoiceFiles } from './invoice-files.contract.ts'
import { guessedInvoiceMapping } from './invoice-mapping.rules.ts'

export const invoiceFilesImplementation = implement(invoiceFiles, {
  uploadInvoiceFile: async ({ venue, query, bytes = Buffer.alloc(0) }) => {
    const preview = await previewOf(bytes)
    const FileId = await keepFile(venue, 'invoices', query.Name, bytes)
    const Mapping = guessedInvoiceMapping(
      preview.Columns,
      preview.Rows.map(({ Cells }) => Cells),
    )
    return { FileId, FileName: query.Name, ...preview, Guess: { Mapping } }
  },
  importInvoices: ({ venue, body }) => importInvoiceFile(venue, body),
})
