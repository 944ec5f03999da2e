import * as z from 'zod/mini'
import { FILE_AS_READ, LARGEST_FILE_BYTES, WrongRow } from '#features/imports/import.contract.ts'
import { contract, operation } from '#shared/endpoint.ts'
import { Day, FactId, FileName, IdNumber } from '#shared/fields.ts'
import { PRODUCT_FIELDS, ProductMapping } from './product-mapping.rules.ts'

const access = ['can_editstock'] as const

/** More rows take a file of their own: all of it is stored in one go. */
export const MOST_PRODUCT_ROWS = 10_000

const Outcome = z.object({
  Check: z.boolean(),
  RowsRead: z.int(),
  /** Products that are added. */
  New: z.int(),
  /** Products of which a cell changes. */
  Changed: z.int(),
  Unchanged: z.int(),
  RowsRejected: z.int(),
  /** Every cell that changes, in the order of the file; the first thousand. What was nothing is ''. */
  Changes: z.array(z.object({ Line: z.int(), Plu: z.string(), Name: z.string(), Field: z.enum(PRODUCT_FIELDS), Before: z.string(), After: z.string() })),
  /** The first thousand that are wrong. */
  WrongRows: z.array(WrongRow),
})
export type ProductFileOutcome = z.output<typeof Outcome>

/** Products from files: handed over, mapped, checked, imported. */
export const productFiles = contract({
  uploadProductFile: operation({
    method: 'POST',
    path: '/stock/products/files',
    summary:
      'Upload a CSV or XLSX file of products of up to 20 MB, such as an exported one, and see its contents. It can be gzipped and is kept for a week. Nothing is changed yet.',
    access,
    rawBody: true,
    bodyLimit: LARGEST_FILE_BYTES,
    query: z.object({ Name: FileName }),
    response: z.object({ ...FILE_AS_READ, Guess: z.object({ Mapping: ProductMapping }) }),
    example: { as: 'owner', query: { Name: 'products.csv' }, body: 'PLU,Product,ABV %\n1001,Wharf Lager,4.6\n' },
  }),
  importProducts: operation({
    method: 'POST',
    path: '/stock/products/runs',
    summary: `Check a file of products, or import its right rows, at most ${MOST_PRODUCT_ROWS.toLocaleString('en')}. An empty cell changes nothing, and importing the same values again changes nothing. A PLU that the venue does not have is added if its row has a name.`,
    access,
    strict: true,
    body: z.object({
      FileId: FactId,
      Mapping: ProductMapping,
      /** The day from which the changes apply. The default is today. */
      From: z.optional(Day),
      /** Whose min and max the file tells; all granted locations where left out. */
      LocationId: z.optional(IdNumber),
      /** Only look: nothing is stored. */
      Check: z.optional(z.boolean()),
    }),
    response: Outcome,
    example: { as: 'owner', body: { FileId: '{product-file}', Mapping: { Columns: { Plu: 'PLU', Abv: 'ABV %' } }, Check: true } },
  }),
})
