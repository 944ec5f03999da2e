import * as z from 'zod/mini'
import { Day, sentText } from '#shared/fields.ts'

/** A sale as a till sends it: money in integer minor units, quantities as decimal texts. A field it does not have is refused. */

const MOST = 100_000_000_000

const Minor = z.int('must be a whole number of minor units').check(z.minimum(-MOST), z.maximum(MOST))
const Count = z.int().check(z.minimum(0), z.maximum(100_000))
const Points = z.int().check(z.minimum(-1_000_000_000), z.maximum(1_000_000_000))
const Voucher = z.int().check(z.minimum(1), z.maximum(100_000))
const Name = sentText(200)
const Code = sentText(64)

/** A moment with its offset, as 2026-11-20T21:04:00+11:00. */
const Moment = z.string().check(
  z.maxLength(40),
  z.regex(/^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(:\d\d(\.\d{1,9})?)?([Zz]|[+-]\d\d:\d\d)$/, 'must be a moment with its offset, like 2026-11-20T21:04:00+11:00'),
  z.refine((moment) => moment >= '1900' && moment < '3000', 'must be between 1900 and 2999'),
)

/** A quantity as a decimal text with at most four places, negative on refunds. */
const Quantity = z.string().check(z.regex(/^-?\d{1,9}(\.\d{1,4})?$/, 'must be a decimal text with at most four places, like "1.5"'))

const optional = z.optional

export const SaleLine = z.strictObject({
  LineId: optional(Code),
  Kind: optional(z.enum(['Sale', 'NonSale', 'Instruction'])),
  ProductId: optional(Code),
  Plu: optional(Code),
  Barcode: optional(Code),
  Name: optional(Name),
  Group: optional(Name),
  Department: optional(Name),
  ProductGroup: optional(Name),
  Category: optional(Name),
  ListPrice: optional(Minor),
  CoverUnits: optional(z.number().check(z.minimum(0), z.maximum(1000))),
  Quantity,
  UnitPrice: optional(Minor),
  Gross: Minor,
  DiscountTotal: optional(Minor),
  Net: Minor,
  Tax: optional(Minor),
  /** Without GST; left out, the product's cost at this moment counts. */
  Cost: optional(Minor),
  Modifiers: optional(z.array(Name).check(z.maxLength(50))),
  Wastage: optional(z.boolean()),
  /** Why it was written off, in the till's words, such as Spill or Expired; left out or empty, nobody told. */
  WastageReason: optional(Code),
  Voided: optional(z.boolean()),
  ParentLineId: optional(Code),
  /** Of a Kind NonSale: the voucher it sells, by its value in whole units of the currency, such as 20, 25, 50 or 100. */
  Voucher: optional(Voucher),
})

const named = { Id: optional(Code), Name: optional(Name), Amount: Minor }

/** Of one sale: an invoice of a wholesaler has more than a thousand. */
export const MOST_LINES = 5000

export const Sale = z.strictObject({
  SaleId: sentText(64, 1),
  Revision: optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
  Type: optional(z.enum(['Sale', 'Refund', 'Void', 'NoSale'])),
  /** What a void takes back (needed) or a refund refers to. */
  OriginalSaleId: optional(sentText(64, 1)),
  LocationId: optional(z.int()),
  TerminalId: optional(Code),
  /** The till's running number; gaps show in the sync status. */
  Sequence: optional(z.int().check(z.minimum(0), z.maximum(2_147_483_647))),
  ClerkId: optional(Code),
  ClerkName: optional(Name),
  OpenedAt: optional(Moment),
  ClosedAt: Moment,
  BusinessDate: optional(Day),
  OrderType: optional(z.enum(['DineIn', 'Takeaway', 'Delivery', 'Bar', 'Online'])),
  Table: optional(Code),
  /** Guests. Left out, or 0 without a table, a sale counts as one; 0 at a table is a further bill of it, whose guests another one told. */
  Covers: optional(Count),
  ReservationId: optional(Code),
  LoyaltyCard: optional(Code),
  Currency: optional(z.string().check(z.regex(/^[A-Z]{3}$/, 'must be a currency such as AUD'))),
  TaxIncluded: optional(z.boolean()),
  Training: optional(z.boolean()),
  Lines: optional(z.array(SaleLine).check(z.maxLength(MOST_LINES))),
  Taxes: optional(z.array(z.strictObject({ TaxId: optional(Code), Name: optional(Name), Rate: optional(z.number()), Amount: Minor })).check(z.maxLength(100))),
  Discounts: optional(
    z
      .array(z.strictObject({ ...named, LineId: optional(Code), Kind: optional(z.enum(['Percent', 'Amount', 'Comp', 'Staff', 'Member'])) }))
      .check(z.maxLength(MOST_LINES)),
  ),
  Promotions: optional(z.array(z.strictObject({ ...named, LineId: optional(Code) })).check(z.maxLength(MOST_LINES))),
  Surcharges: optional(z.array(z.strictObject({ ...named, Kind: optional(z.enum(['Card', 'Holiday', 'Weekend', 'Service'])) })).check(z.maxLength(100))),
  Tips: optional(z.array(z.strictObject({ Amount: Minor, ClerkId: optional(Code) })).check(z.maxLength(100))),
  Tenders: optional(
    z
      .array(
        z.strictObject({
          /** Cash, Card, GiftCard, StoreCredit, Voucher, Points, Account, Online, Other; one met for the first time is kept, listed for the manager and counted as Other. */
          Method: sentText(64, 1),
          Amount: Minor,
          Tip: optional(Minor),
          Surcharge: optional(Minor),
          Change: optional(Minor),
          CashOut: optional(Minor),
          Reference: optional(Name),
          CardType: optional(Code),
          /** Of Method Voucher: the voucher that is redeemed, by its value. */
          Voucher: optional(Voucher),
          Last4: optional(z.string().check(z.regex(/^\d{4}$/, 'must be four digits'))),
        }),
      )
      .check(z.maxLength(100)),
  ),
  Points: optional(z.strictObject({ Accrued: optional(Points), Redeemed: optional(Points) })),
  /** Cash rounding. */
  Rounding: optional(Minor),
  Totals: optional(
    z.strictObject({
      Gross: optional(Minor),
      Discount: optional(Minor),
      Surcharge: optional(Minor),
      Tax: optional(Minor),
      Tip: optional(Minor),
      Net: optional(Minor),
      Total: Minor,
    }),
  ),
})
export type WireSale = z.output<typeof Sale>
export type WireLine = z.output<typeof SaleLine>
