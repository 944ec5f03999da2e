import * as z from 'zod/mini'
import { TYPES } from '#features/reports/kit/breakdown-kinds.rules.ts'
import { ItemList, PLACES_AND_TIMES, WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { MEALS } from '#features/sums/guest-pack.rules.ts'
import { contract, operation, report } from '#shared/endpoint.ts'
import { Day } from '#shared/fields.ts'
import { BOOKED, INVOICE_FIGURES, KINDS, LARGEST_PAGE } from './invoices.rules.ts'
import { invoicesTable } from './invoices-table.rules.ts'

/** A 63-bit id of a fact; a text on the wire, since JSON numbers lose it. */
const FactId = z.string().check(
  z.regex(/^[1-9]\d{0,18}$/, 'must be a whole number'),
  z.refine((id) => !/^\d{19,}$/.test(id) || BigInt(id) <= 9_223_372_036_854_775_807n, 'must be a whole number'),
)

const Count = z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'must be a whole number')), z.transform(Number))

export const ORDER_TYPES = ['none', 'dine-in', 'takeaway', 'delivery', 'bar', 'online'] as const

/** The money of one receipt, in major units. */
const AMOUNTS = {
  Quantity: z.number(),
  Gross: z.number(),
  Promotions: z.number(),
  Discounts: z.number(),
  Refunds: z.number(),
  Net: z.number(),
  Surcharges: z.number(),
  Amount: z.number(),
  Tax: z.number(),
  NonSales: z.number(),
  Tips: z.number(),
  Rounding: z.number(),
  Takings: z.number(),
} as const

/** Who, where and when; shared by the list and the receipt itself. */
const HEAD = {
  SaleId: z.string(),
  LocationId: z.int(),
  Location: z.string(),
  Currency: z.string(),
  Receipt: z.string(),
  Terminal: z.string(),
  /** taken-back: the entry that undoes a voided or replaced receipt on its own day. */
  Kind: z.enum(KINDS),
  BusinessDate: Day,
  /** On the location's clock. */
  ClosedAt: z.string(),
  Staff: z.nullable(z.string()),
  OrderType: z.enum(ORDER_TYPES),
  Customers: z.int(),
  /** Masked but for the last four. */
  Card: z.nullable(z.string()),
} as const

export const Invoice = z.object({
  ...HEAD,
  ...AMOUNTS,
  /** What this receipt contributes to the figure asked for. */
  Value: z.number(),
})
export type Invoice = z.infer<typeof Invoice>

export const InvoiceList = z.object({
  Figure: z.enum(INVOICE_FIGURES),
  /** null where receipts of several currencies are listed: then nothing is added up. */
  Currency: z.nullable(z.string()),
  /** How many receipts there are, on this page and all others, and what they add up to. */
  Count: z.int(),
  Total: z.nullable(z.number()),
  Sums: z.nullable(z.object({ Sales: z.int(), Customers: z.int(), ...AMOUNTS })),
  Invoices: z.array(Invoice),
  /** PLUs among Items that this venue does not have at the reader's locations: no receipt there has them. */
  UnknownItems: z.array(z.string()),
  /** Send as After for the next page; null on the last one. */
  Next: z.nullable(z.string()),
  AsAt: z.string(),
})
export type InvoiceList = z.infer<typeof InvoiceList>

const InvoiceQuery = z.object({
  Date: z.optional(Day),
  FromDate: z.optional(Day),
  ToDate: z.optional(Day),
  ...PLACES_AND_TIMES,
  /** Wall-clock hour, both times round when the clocks go back; + 100 for the second time only. */
  Hour: z.optional(Count.check(z.refine((hour) => hour % 100 < 24 && hour < 124, 'must be an hour from 0 to 23'))),
  /** MediaKey of the Sales Summary: then Total is what was paid with it. */
  Media: z.optional(Count),
  /** A till: its Key in the Sales Breakdown, or what follows the colon of its Key in the Media Summary. Over several locations, all tills of its number. */
  Terminal: z.optional(Count),
  Items: z.optional(ItemList),
  /** Keys of a Sales Breakdown's rows: then Total is what that part of the receipts came to. */
  Group: z.optional(Count),
  Department: z.optional(Count),
  ProductGroup: z.optional(Count),
  Category: z.optional(Count),
  Employee: z.optional(Count),
  OrderType: z.optional(Count.check(z.maximum(ORDER_TYPES.length - 1))),
  Promotion: z.optional(Count),
  Discount: z.optional(Count),
  Surcharge: z.optional(Count),
  /** Of all discounts, or surcharges, of a type. */
  DiscountType: z.optional(Count.check(z.maximum(TYPES.discount.length))),
  SurchargeType: z.optional(Count.check(z.maximum(TYPES.surcharge.length))),
  /** Only what was wasted: Quantity, its Cost, and Gross, what it would have sold for. */
  Wastage: z.optional(z.literal('1')),
  /** Only what was wasted for this reason, by its Key in wastage by reason; 0: none was told. */
  WastageReason: z.optional(Count),
  /**
   * Only those that covers are counted from, by the method of each location: all of them where items stand for covers; where patrons are counted,
   * those of tables opened for a number of people, further bills of such tables included. Figure Covers takes only these anyway.
   */
  Covers: z.optional(z.literal('1')),
  /** Only what was rung up in the hours of a meal, as covers of lunch and dinner go by: the daypart named lunch or dinner, else 11 to 15 and 17 to 21. */
  Meal: z.optional(z.enum(MEALS)),
  /** Only those of tables: of those that had booked, or of those that walked in. */
  Booked: z.optional(z.enum(BOOKED)),
  /** `true` also lists sales that the undo of an import took back, and their reversals. They add up to nothing. */
  Undone: z.optional(z.enum(['true', 'false'])),
  /** The figure whose receipts these are; those that contribute nothing to it are left out. Net sales by default. */
  Figure: z.optional(z.enum(INVOICE_FIGURES)),
  After: z.optional(z.string().check(z.regex(/^[\w-]{1,200}$/, 'must be the Next of the page before'))),
  Limit: z.optional(Count.check(z.minimum(1), z.maximum(LARGEST_PAGE))),
  ...WRITTEN,
})
export type InvoiceQuery = Partial<z.output<typeof InvoiceQuery>>

const Line = z.object({
  LineNo: z.int(),
  Kind: z.enum(['sale', 'non-sale', 'instruction']),
  Plu: z.string(),
  Name: z.string(),
  Quantity: z.number(),
  UnitPrice: z.number(),
  Gross: z.number(),
  Promotions: z.number(),
  Discounts: z.number(),
  Refunds: z.number(),
  Surcharges: z.number(),
  Amount: z.number(),
  Tax: z.number(),
  /** What the line stands for where covers are counted by items: quantity × cover units; 0 of what does not count. */
  Covers: z.number(),
  Wastage: z.boolean(),
  /** Why it was wasted, as the till told it. */
  WastageReason: z.nullable(z.string()),
  Voided: z.boolean(),
  ParentLineNo: z.nullable(z.int()),
})

const Tender = z.object({
  Media: z.string(),
  Tendered: z.number(),
  Change: z.number(),
  CashOut: z.number(),
  Tip: z.number(),
  Surcharge: z.number(),
  /** Tendered − change − cash-out: what it adds to the takings. */
  Net: z.number(),
  CardType: z.nullable(z.string()),
  Last4: z.nullable(z.string()),
  Reference: z.nullable(z.string()),
})

export const RELATIONS = ['takes-back', 'taken-back-by', 'refund-of', 'refunded-by', 'void-of', 'voided-by', 'earlier-revision', 'later-revision'] as const

export const Receipt = z.object({
  ...HEAD,
  ...AMOUNTS,
  Revision: z.int(),
  OpenedAt: z.nullable(z.string()),
  ReceivedAt: z.string(),
  /** The till's own date where it differs from the business date. */
  SentBusinessDate: z.nullable(Day),
  Table: z.nullable(z.string()),
  /** Points and where they come from are told to whoever may see loyalty; to anybody else they are null. */
  PointsAccrued: z.nullable(z.int()),
  PointsRedeemed: z.nullable(z.int()),
  /** Till: the till sent the points. Computed: they were worked out from the sale. null: there are none. */
  PointsSource: z.nullable(z.enum(['Till', 'Computed'])),
  Source: z.string(),
  Lines: z.array(Line),
  Adjustments: z.array(
    z.object({ Kind: z.enum(['promotion', 'discount', 'surcharge', 'tip']), Name: z.string(), LineNo: z.nullable(z.int()), Amount: z.number() }),
  ),
  Tenders: z.array(Tender),
  /** Refunds, voids and revisions that belong to it. */
  Corrections: z.array(
    z.object({
      Relation: z.enum(RELATIONS),
      SaleId: z.string(),
      Receipt: z.string(),
      Revision: z.int(),
      Kind: z.enum(KINDS),
      BusinessDate: Day,
      ClosedAt: z.string(),
      Takings: z.number(),
    }),
  ),
})
export type Receipt = z.infer<typeof Receipt>

const access = ['can_viewsales'] as const

/** The receipts behind every figure. */
export const invoices = contract({
  list: report({
    path: '/sales/invoices',
    summary:
      'The receipts behind a figure, with the same filters as the figure. Count and Total cover the whole set, not just the page. Sales taken back by the undo of an import are listed only with Undone=true.',
    access,
    query: InvoiceQuery,
    response: InvoiceList,
    table: invoicesTable,
    next: ({ Next }) => (Next === null ? undefined : { After: Next }),
    example: { as: 'owner', query: { FromDate: '2026-11-14', ToDate: '2026-11-14', Locations: '1' } },
  }),
  receipt: operation({
    method: 'GET',
    path: '/sales/invoices/:id',
    summary: 'One receipt: lines, tenders, staff, card and corrections. With can_viewloyalty also its points and where they come from.',
    access,
    params: z.object({ id: FactId }),
    response: Receipt,
    example: { as: 'manager', params: { id: '{sale}' } },
  }),
})
