import * as z from 'zod/mini'
import { FILE_AS_READ, LARGEST_FILE_BYTES, WrongRow } from '#features/imports/import.contract.ts'
import { contract, operation } from '#shared/endpoint.ts'
import { Day, FactId, FileName, IdNumber } from '#shared/fields.ts'
import { InvoiceMapping } from './invoice-mapping.rules.ts'

const access = ['can_editstock'] as const

/** More rows take a file of their own: all of it is stored in one go. */
export const MOST_INVOICE_ROWS = 10_000

const Outcome = z.object({
  Check: z.boolean(),
  RowsRead: z.int(),
  /** Rows of invoices that are stored. */
  New: z.int(),
  /** Rows of invoices that are there already and say the same. */
  Unchanged: z.int(),
  RowsRejected: z.int(),
  NewInvoices: z.int(),
  /** New ones first; the first thousand. Money in major units. */
  Invoices: z.array(
    z.object({
      Supplier: z.string(),
      Invoice: z.string(),
      Location: z.string(),
      ReceivedOn: Day,
      Lines: z.int(),
      Currency: z.string(),
      /** Without tax and freight. */
      Cost: z.number(),
      Freight: z.number(),
      Tax: z.number(),
      Status: z.enum(['New', 'Unchanged']),
    }),
  ),
  /** The first thousand that are wrong, or of whose invoice another row is. */
  WrongRows: z.array(WrongRow),
})
export type InvoiceFileOutcome = z.output<typeof Outcome>

/** Supplier invoices from files: handed over, mapped, checked, imported. */
export const invoiceFiles = contract({
  uploadInvoiceFile: operation({
    method: 'POST',
    path: '/stock/invoices/files',
    summary:
      'Upload a CSV or XLSX file of supplier invoices of up to 20 MB, which can be gzipped, and see its contents. It is kept for a week. Nothing is stored yet.',
    access,
    rawBody: true,
    bodyLimit: LARGEST_FILE_BYTES,
    query: z.object({ Name: FileName }),
    response: z.object({ ...FILE_AS_READ, Guess: z.object({ Mapping: InvoiceMapping }) }),
    example: {
      as: 'owner',
      query: { Name: 'invoices.csv' },
      body: 'Supplier,Invoice,Received on,PLU,Units,Cost\nWharf Brewing,WB-20418,2026-11-20,1001,48,168.00\n',
    },
  }),
  importInvoices: operation({
    method: 'POST',
    path: '/stock/invoices/runs',
    summary: `Check a file of supplier invoices, or store them. The file can have at most ${MOST_INVOICE_ROWS.toLocaleString('en')} rows, in any order. One wrong row leaves out its whole invoice. An invoice that is already stored with the same lines stays as it is. With other lines it is refused.`,
    access,
    strict: true,
    body: z.object({
      FileId: FactId,
      Mapping: InvoiceMapping,
      /** Where invoices were received whose rows name no location. */
      LocationId: z.optional(IdNumber),
      /** Only look: nothing is stored. */
      Check: z.optional(z.boolean()),
    }),
    response: Outcome,
    example: {
      as: 'owner',
      body: {
        FileId: '{invoice-file}',
        Mapping: { Columns: { Supplier: 'Supplier', Invoice: 'Invoice', ReceivedOn: 'Received on', Plu: 'PLU', Quantity: 'Units', Cost: 'Cost' } },
        LocationId: 1,
        Check: true,
      },
    },
  }),
})
