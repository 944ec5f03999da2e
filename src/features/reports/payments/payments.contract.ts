import * as z from 'zod/mini'
import { WHERE } from '#features/reports/kit/arrivals.rules.ts'
import { RANGE, WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { FRESHNESS } from '#features/reports/kit/freshness.rules.ts'
import { contract, report } from '#shared/endpoint.ts'
import { Day, LocationList, shortText } from '#shared/fields.ts'
import { LARGEST_PAGE, LISTED, PAYMENT_STATES } from './payment-list.rules.ts'
import { paymentListTable } from './payment-list-table.rules.ts'
import { paymentsTable } from './payments-table.rules.ts'
import { pairsTable, tillTable } from './till-match-table.rules.ts'

/** What card payments come to, in major units. */
const FIGURES = {
  /** Payments that succeeded. */
  Payments: z.int(),
  Volume: z.number(),
  /** Paid back on these days, whenever it was paid; below zero. */
  Refunds: z.number(),
  /** Taken back by disputes, and given back where they were won. */
  Disputed: z.number(),
  /** Moved the balance at the provider otherwise. */
  Other: z.number(),
  /** By the rates of the payment's day: the percentage of each payment, rounded, and what is fixed. */
  OurFee: z.number(),
  /** What was in fact taken for it, as the provider has it. */
  OurFeeTaken: z.number(),
  ProviderFee: z.number(),
  /** Both that were taken. */
  Fees: z.number(),
  /** Volume, refunds, disputes and other movements less the fees that were taken, as they changed the balance at the provider. */
  Net: z.number(),
  /** Payments that were refused. */
  Failed: z.int(),
  FailedAmount: z.number(),
} as const

const PaymentsAnswer = z.object({
  FromDate: Day,
  ToDate: Day,
  Locations: z.array(z.object(FRESHNESS)),
  /** By trading day, the newest first, and location; a location of null took payments by the venue's link that were told of none. */
  Days: z.array(z.object({ Day, LocationId: z.nullable(z.int()), Location: z.nullable(z.string()), Currency: z.string(), ...FIGURES })),
  /** The same by location. */
  Places: z.array(z.object({ LocationId: z.nullable(z.int()), Location: z.nullable(z.string()), Currency: z.string(), ...FIGURES })),
  /** Where the net of the range is: in the bank, on its way by a payout, or at the provider. They add up to it. */
  Arrivals: z.array(
    z.object({
      Where: z.enum(WHERE),
      PayoutId: z.nullable(z.string()),
      Status: z.nullable(z.string()),
      ArrivesOn: z.nullable(Day),
      Currency: z.string(),
      Payments: z.int(),
      Net: z.number(),
    }),
  ),
  /** Payouts that arrive or arrived in the range, the newest first; at most 500 of them. */
  Payouts: z.array(
    z.object({
      /** As the provider names it. */
      PayoutId: z.string(),
      ArrivesOn: Day,
      LocationId: z.nullable(z.int()),
      Location: z.nullable(z.string()),
      Currency: z.string(),
      Amount: z.number(),
      Status: z.string(),
      /** Payments it pays out. */
      Payments: z.int(),
    }),
  ),
  /** How many payouts there are in all. */
  PayoutCount: z.int(),
  /** Disputes that wait for an answer, whatever the range, and when the first answer is due. */
  OpenDisputes: z.int(),
  AnswerBy: z.nullable(z.string()),
  /** The rates set now: per cent, and major units for each payment. */
  PercentageFee: z.number(),
  FixedFee: z.number(),
  /** The rates that hold on the days of the range, by which OurFee is worked out, the earliest first; null: from before the range. */
  FeeRates: z.array(z.object({ FromDay: z.nullable(Day), PercentageFee: z.number(), FixedFee: z.number() })),
  /** Whether anything is linked, or was. */
  Linked: z.boolean(),
  /** One entry per currency. */
  Totals: z.array(z.object({ Currency: z.string(), ...FIGURES })),
  AsAt: z.string(),
})
export type PaymentsAnswer = z.infer<typeof PaymentsAnswer>

const Currency = z.string().check(z.regex(/^[A-Z]{3}$/, 'must be a currency such as AUD'))
const Page = z.pipe(z.string().check(z.regex(/^\d{1,3}$/, 'must be a whole number')), z.transform(Number)).check(z.minimum(1), z.maximum(LARGEST_PAGE))
const After = shortText(200, 1)
const WITHIN = { ...RANGE, Locations: z.optional(LocationList) } as const

const PaymentListQuery = z.object({
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
  After: z.optional(After),
  Limit: z.optional(Page),
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

const PaymentList = z.object({
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

/** The till beside the provider, in major units; refunds count below zero on both sides. */
const SIDES = {
  /** Card tenders, with cash handed out against them. */
  Till: z.number(),
  Tenders: z.int(),
  /** Payments and refunds. */
  Provider: z.number(),
  Payments: z.int(),
  /** Provider less till. */
  Difference: z.number(),
  Matched: z.int(),
  OnlyTill: z.int(),
  OnlyTillAmount: z.number(),
  OnlyProvider: z.int(),
  OnlyProviderAmount: z.number(),
  /** How many of those that match somebody tied to a tender or explained, and what these explain of the difference. */
  ByHand: z.int(),
  ByHandDifference: z.number(),
} as const

/** Keys of media, parted by commas. */
export const MediaList = z.pipe(
  z.string().check(z.regex(/^\d{1,9}(,\d{1,9}){0,199}$/, 'must be keys of media, separated by commas')),
  z.transform((text) => text.split(',').map(Number)),
)
const TillQuery = z.object({
  ...WITHIN,
  /** Only these card media of the till, by their MediaKey: where the others are taken by another provider. */
  Media: z.optional(MediaList),
  ...WRITTEN,
})
export type TillQuery = Pick<z.output<typeof TillQuery>, 'FromDate' | 'ToDate' | 'Locations' | 'Media'>

const TillAnswer = z.object({
  FromDate: Day,
  ToDate: Day,
  /** The most days that are compared at once. */
  LongestDays: z.int(),
  /** The trading days that are compared, the oldest first, by location. */
  Days: z.array(z.object({ Day, LocationId: z.int(), Location: z.string(), Currency: z.string(), ...SIDES })),
  Totals: z.array(
    z.object({
      Currency: z.string(),
      ...SIDES,
      /** All card tenders of the range at these locations, whether compared or not. */
      AllCards: z.number(),
    }),
  ),
  /**
   * What is compared of each location. NotLinked: nothing. Reading: payments of earlier days still come in. Stopped: the provider has not answered since
   * StoppedAt.
   */
  Places: z.array(
    z.object({
      LocationId: z.int(),
      Location: z.string(),
      Currency: z.string(),
      State: z.enum(['Compared', 'Reading', 'Stopped', 'NotLinked']),
      From: z.nullable(Day),
      To: z.nullable(Day),
      StoppedAt: z.nullable(z.string()),
      /** Card tenders of days and media that are not compared. */
      NotCompared: z.number(),
    }),
  ),
  /** The media the tills call card, with their tenders in the range. */
  CardMedia: z.array(z.object({ MediaKey: z.int(), Name: z.string(), IsCompared: z.boolean(), Tenders: z.int() })),
  AsAt: z.string(),
})
export type TillAnswer = z.infer<typeof TillAnswer>

const PAIR_STATES = ['Matched', 'OnlyTill', 'OnlyProvider'] as const
const PairsQuery = z.object({
  ...WITHIN,
  Media: z.optional(MediaList),
  /** Both sides that stand alone by default. */
  State: z.optional(z.enum(PAIR_STATES)),
  After: z.optional(After),
  Limit: z.optional(Page),
  ...WRITTEN,
})
export type PairsQuery = Pick<z.output<typeof PairsQuery>, 'FromDate' | 'ToDate' | 'Locations' | 'Media' | 'State' | 'After' | 'Limit'>

/** A tender of a receipt. */
export const TenderSide = z.object({
  SaleId: z.string(),
  Receipt: z.string(),
  TerminalId: z.string(),
  Clerk: z.nullable(z.string()),
  Media: z.string(),
  At: z.string(),
})

/** A payment of the amount that was declined, or a receipt with the amount paid otherwise. */
export const NearTender = z.object({
  Kind: z.enum(['Declined', 'OtherMedia']),
  SaleId: z.nullable(z.string()),
  Receipt: z.nullable(z.string()),
  Media: z.nullable(z.string()),
  At: z.string(),
})

/** What somebody said of a payment or refund that no tender matches by itself. */
export const MatchedByHand = z.object({
  /** Why there is no tender; null where it is tied to one. */
  Reason: z.nullable(z.string()),
  /** Of the tender it is tied to, in major units; null where it is explained. */
  TenderAmount: z.nullable(z.number()),
  By: z.string(),
  At: z.string(),
})

const MatchPair = z.object({
  State: z.enum(PAIR_STATES),
  Day,
  LocationId: z.int(),
  Location: z.string(),
  Currency: z.string(),
  Amount: z.number(),
  /** The receipt with the tender; null where only the provider has it. */
  Tender: z.nullable(TenderSide),
  /** The payment; null where only the till has it. */
  Payment: z.nullable(z.object({ PaymentId: z.string(), Card: z.nullable(z.string()), PayoutId: z.nullable(z.string()), At: z.string() })),
  /** What may explain one that stands alone, within 15 minutes: a payment that was declined, or a receipt with the amount paid otherwise. */
  Near: z.nullable(NearTender),
  /** Tied or explained by somebody; Amount is the payment's then. */
  ByHand: z.nullable(MatchedByHand),
})
export type MatchPair = z.infer<typeof MatchPair>

const PairsAnswer = z.object({
  FromDate: Day,
  ToDate: Day,
  State: z.nullable(z.enum(PAIR_STATES)),
  /** null: the locations have several. */
  Currency: z.nullable(z.string()),
  Pairs: z.array(MatchPair),
  /** How many that stand alone are left off; 1,000 are told. */
  LeftOff: z.int(),
  /** Send as After for the next page of those that match. */
  Next: z.nullable(z.string()),
  AsAt: z.string(),
})
export type PairsAnswer = z.infer<typeof PairsAnswer>

const access = ['can_viewpayments'] as const
const example = { as: 'owner', query: { FromDate: '2026-11-09', ToDate: '2026-11-15' } } as const

/** Card payments as the provider has them. */
export const payments = contract({
  payments: report({
    path: '/reports/payments',
    summary:
      "Card payments by location and trading day as the linked provider has them: volume, refunds, disputes, the house's fee by the payment info beside the provider's own, net and failures, with payouts and where the money is.",
    access,
    query: z.object({ ...WITHIN, ...WRITTEN }),
    response: PaymentsAnswer,
    table: paymentsTable,
    example,
  }),
  paymentList: report({
    path: '/reports/payments/list',
    summary: 'The payments behind a figure of Payments, one by one; Count and Total are over the whole set, whatever the page.',
    access,
    query: PaymentListQuery,
    response: PaymentList,
    table: paymentListTable,
    next: ({ Next }) => (Next === null ? undefined : { After: Next }),
    example: { as: 'owner', query: { ...example.query, Figure: 'Volume' } },
  }),
  tillAgainstPayments: report({
    path: '/reports/payments/till',
    summary:
      'Card tenders of the tills against the payments and refunds at the linked provider, by location and trading day: they match where location, trading day and amount are the same. At most 92 days.',
    access,
    query: TillQuery,
    response: TillAnswer,
    table: tillTable,
    example,
  }),
  tillPairs: report({
    path: '/reports/payments/till/pairs',
    summary: 'The tenders and payments that match or stand alone, one by one, with what may explain the latter. At most 92 days.',
    access,
    query: PairsQuery,
    response: PairsAnswer,
    table: pairsTable,
    next: ({ Next }) => (Next === null ? undefined : { After: Next }),
    example,
  }),
})
