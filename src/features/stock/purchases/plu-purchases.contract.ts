import * as z from 'zod/mini'
import { RANGE, WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { contract, operation, report } from '#shared/endpoint.ts'
import { Day, Id, LocationList, sentText, shortText } from '#shared/fields.ts'
import { purchasesTable } from './purchases-table.rules.ts'

const WholeNumber = z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'must be a whole number')), z.transform(Number))

/** Most invoices in one answer. */
export const MOST_INVOICES = 1000

/** What was bought of a product from a supplier. Quantities in stock units, money in major units; credits are taken off. */
const Row = z.object({
  Plu: z.string(),
  Name: z.string(),
  SupplierId: z.int(),
  /** The unit it is counted in. '' means each. */
  Unit: z.string(),
  Lines: z.int(),
  Quantity: z.number(),
  /** Null if the pack size is not known. */
  Packs: z.nullable(z.number()),
  PackSize: z.nullable(z.number()),
  Cost: z.number(),
  Freight: z.number(),
  Tax: z.number(),
  /** Cost + Freight. */
  Total: z.number(),
  /** Total + Tax. */
  TotalWithTax: z.number(),
  /** Total ÷ Quantity over the range. Null if the quantity is zero. */
  UnitCost: z.nullable(z.number()),
  /** What a unit cost, without freight, when it was delivered last up to the end of the range, and the time before. */
  LastCost: z.nullable(z.number()),
  PreviousCost: z.nullable(z.number()),
  /** The change in percent. Null if there is nothing to compare with. */
  Change: z.nullable(z.number()),
  LastReceived: Day,
  /** What sales in the range took from stock, in its units. */
  Used: z.number(),
})
export type PurchaseRow = z.infer<typeof Row>

const Amounts = { Lines: z.int(), Cost: z.number(), Freight: z.number(), Tax: z.number(), Total: z.number(), TotalWithTax: z.number() } as const

const PurchasesAnswer = z.object({
  FromDate: Day,
  ToDate: Day,
  Currency: z.string(),
  /** How many rows there are, of which Rows may be the first, and those that cost more at their last delivery than at the one before. */
  Count: z.int(),
  Dearer: z.int(),
  Rows: z.array(Row),
  /** Of all of them. */
  Totals: z.object(Amounts),
  Suppliers: z.array(z.object({ SupplierId: z.int(), Name: z.string() })),
  /** What this is about. Of locations in several currencies only those in the venue's own, or in the first, since neither money nor duty adds up across them. */
  Locations: z.array(z.object({ LocationId: z.int(), Name: z.string() })),
  AsAt: z.string(),
})
export type PurchasesAnswer = z.infer<typeof PurchasesAnswer>

const PurchasesQuery = z.object({
  ...RANGE,
  Locations: z.optional(LocationList),
  Supplier: z.optional(WholeNumber),
  /** Only products whose PLU or name contains this text. */
  Search: z.optional(shortText(100, 1)),
  /** Only so many rows, the highest cost first; all of them where it is left out. */
  Take: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,5}$/, 'must be a whole number')), z.transform(Number)).check(z.minimum(1))),
  ...WRITTEN,
})
export type PurchasesQuery = z.output<typeof PurchasesQuery>

const Invoice = z.object({
  SupplierId: z.int(),
  Supplier: z.string(),
  Invoice: z.string(),
  LocationId: z.int(),
  ReceivedOn: Day,
  Currency: z.string(),
  Source: z.enum(['supplier', 'till', 'file', 'screen']),
  ...Amounts,
})

const InvoicesAnswer = z.object({
  Invoices: z.array(Invoice),
  /** One entry per currency. */
  Totals: z.array(z.object({ Currency: z.string(), Invoices: z.int(), ...Amounts })),
  /** Whether there are more than listed. */
  IsCut: z.boolean(),
})
export type InvoicesAnswer = z.infer<typeof InvoicesAnswer>

const InvoiceAnswer = z.object({
  SupplierId: z.int(),
  Supplier: z.string(),
  Invoice: z.string(),
  Currency: z.string(),
  Lines: z.array(
    z.object({
      Line: z.string(),
      Plu: z.string(),
      Name: z.string(),
      Unit: z.string(),
      LocationId: z.int(),
      ReceivedOn: Day,
      Quantity: z.number(),
      Packs: z.nullable(z.number()),
      UnitCost: z.nullable(z.number()),
      Cost: z.number(),
      Freight: z.number(),
      Tax: z.number(),
      Total: z.number(),
      TotalWithTax: z.number(),
    }),
  ),
  Totals: z.object(Amounts),
})
export type InvoiceAnswer = z.infer<typeof InvoiceAnswer>

/** What was bought, and the invoices behind it. */
export const purchaseCalls = contract({
  pluPurchases: report({
    path: '/reports/plu-purchases',
    summary: 'What was bought of each product from each supplier in a range: quantity, cost, freight, tax, last cost and its change. Credits are subtracted.',
    access: ['can_viewstock'],
    query: PurchasesQuery,
    response: PurchasesAnswer,
    table: purchasesTable,
    example: { as: 'owner', query: { FromDate: '2026-11-01', ToDate: '2026-11-20' } },
  }),
  supplierInvoices: operation({
    method: 'GET',
    path: '/stock/invoices',
    summary: `At most ${MOST_INVOICES} supplier invoices received in a range, newest first. You can ask for one supplier or one product. With a product, only its lines count in the totals.`,
    access: ['can_viewstock'],
    query: z.object({ ...RANGE, Locations: z.optional(LocationList), Supplier: z.optional(WholeNumber), Plu: z.optional(sentText(64, 1)) }),
    response: InvoicesAnswer,
    example: { as: 'owner', query: { FromDate: '2026-11-01', ToDate: '2026-11-20' } },
  }),
  supplierInvoice: operation({
    method: 'GET',
    path: '/stock/invoices/lines',
    summary: 'The lines of one supplier invoice at the locations granted to you.',
    access: ['can_viewstock'],
    query: z.object({ Supplier: Id, Invoice: sentText(64, 1) }),
    response: InvoiceAnswer,
    example: { as: 'owner', query: { Supplier: 1, Invoice: '{supplier-invoice}' } },
  }),
})
