import * as z from 'zod/mini'
import { WHERE } from '#features/reports/kit/arrivals.rules.ts'
import { WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { Day, shortText } from '#shared/fields.ts'
import { LISTED, PAYMENT_STATES } from './payment-list.rules.ts'
import { PAGED, WITHIN } from './payment-pages.rules.ts'

const Currency = z.string().check(z.regex(/^[A-Z]{3}$/, 'must be a currency such as AUD'))

/** Which payments are listed: those behind a figure. */
export const PaymentListQuery = z.object({
  ...WITHIN,
  /** The figure whose payments these are: Payments are all there are, whatever became of them. Of counts the rows add up to their amounts. */
  Figure: z.enum(LISTED),
  /** Only this one: money of several is not added up. */
  Currency: z.optional(Currency),
  /** Only payments that were told of no location. */
  NoLocation: z.optional(z.literal('1')),
  /** Only what has arrived, is on its way, or is not paid out yet. */
  Where: z.optional(z.enum(WHERE)),
  /** Only what this payout pays out. */
  PayoutId: z.optional(shortText(100, 1)),
  /** Everything the payout pays out, whatever the range. */
  WholePayout: z.optional(z.literal('1')),
  /** Only payments of which this is so; movements that belong to no payment are left out then. */
  State: z.optional(z.enum(PAYMENT_STATES)),
  ...PAGED,
  ...WRITTEN,
})
export type PaymentListQuery = z.output<typeof PaymentListQuery>

const ListedPayment = z.object({
  /** The movement of money at the provider, or the payment or dispute where no money moved. */
  Id: z.string(),
  PaymentId: z.nullable(z.string()),
  /** charge, refund, dispute, fee, failed, or another kind of movement. */
  Kind: z.string(),
  /** On the location's clock. */
  At: z.string(),
  Day,
  LocationId: z.nullable(z.int()),
  Location: z.nullable(z.string()),
  Currency: z.string(),
  Amount: z.number(),
  OurFeeTaken: z.number(),
  ProviderFee: z.number(),
  Net: z.number(),
  /** What it adds to the figure. */
  Value: z.number(),
  /** Of the payment, as the provider has it. */
  Status: z.nullable(z.string()),
  /** What became of the payment; null where what moved belongs to none. */
  State: z.nullable(z.enum(PAYMENT_STATES)),
  Failure: z.nullable(z.string()),
  /** The brand and the last four of the card. */
  Card: z.nullable(z.string()),
  PayoutId: z.nullable(z.string()),
  PayoutStatus: z.nullable(z.string()),
  ArrivesOn: z.nullable(Day),
  AnswerBy: z.nullable(z.string()),
})
export type ListedPayment = z.infer<typeof ListedPayment>

/** A page of them. */
export const PaymentList = z.object({
  FromDate: Day,
  ToDate: Day,
  Figure: z.enum(LISTED),
  State: z.nullable(z.enum(PAYMENT_STATES)),
  /** null where payments of several currencies are listed: then nothing is added up. */
  Currency: z.nullable(z.string()),
  /** How many there are, on this page and all others, and what they add up to; null on later pages of a file. */
  Count: z.int(),
  Total: z.nullable(z.number()),
  Payments: z.array(ListedPayment),
  /** Send as After for the next page; null on the last one. */
  Next: z.nullable(z.string()),
  AsAt: z.string(),
})
export type PaymentList = z.infer<typeof PaymentList>
