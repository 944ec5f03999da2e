import * as z from 'zod/mini'
import { WHERE } from '#features/reports/kit/arrivals.rules.ts'
import { FRESHNESS } from '#features/reports/kit/freshness.rules.ts'
import { Day } from '#shared/fields.ts'

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

/** Card payments of a range by day and location, with payouts and where the money is. */
export const PaymentsAnswer = z.object({
  FromDate: Day,
  ToDate: Day,
  Locations: z.array(z.object(FRESHNESS)),
  /** Linked locations and the first trading day whose payments were fetched whole; days before it may be incomplete. */
  CompleteFrom: z.array(z.object({ LocationId: z.int(), Location: z.string(), Day })),
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

/** Returns the locations of an answer whose range begins before their payments are complete. */
export const incompleteIn = ({ FromDate, CompleteFrom }: PaymentsAnswer): PaymentsAnswer['CompleteFrom'] => CompleteFrom.filter(({ Day }) => Day > FromDate)
