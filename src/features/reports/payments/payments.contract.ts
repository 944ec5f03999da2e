import * as z from 'zod/mini'
import { WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { FRESHNESS } from '#features/reports/kit/freshness.rules.ts'
import { contract, report } from '#shared/endpoint.ts'
import { Day, LocationList } from '#shared/fields.ts'
import { paymentsTable } from './payments-table.rules.ts'

/** What card payments come to, in major units. */
const FIGURES = {
  /** Payments that succeeded. */
  Payments: z.int(),
  Volume: z.number(),
  /** Paid back on these days, whenever it was paid; below zero. */
  Refunds: z.number(),
  /** Taken back by disputes, and given back where they were won. */
  Disputed: z.number(),
  /** By the payment info of now: the percentage of each payment, rounded, and what is fixed. */
  OurFee: z.number(),
  /** What was in fact taken for it, as the provider has it. */
  OurFeeTaken: z.number(),
  ProviderFee: z.number(),
  /** Volume, refunds, disputes and fees as they changed the balance at the provider. */
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
  /** Payouts that arrive or arrived in the range, the newest first. */
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
  /** Disputes that wait for an answer, whatever the range. */
  OpenDisputes: z.int(),
  /** Whether anything is linked, or was. */
  Linked: z.boolean(),
  /** One entry per currency. */
  Totals: z.array(z.object({ Currency: z.string(), ...FIGURES })),
  AsAt: z.string(),
})
export type PaymentsAnswer = z.infer<typeof PaymentsAnswer>

/** Card payments as the provider has them. */
export const payments = contract({
  payments: report({
    path: '/reports/payments',
    summary:
      "Card payments by location and trading day as the linked provider has them: volume, refunds, disputes, the house's fee by the payment info beside the provider's own, net and failures, with payouts.",
    access: ['can_viewpayments'],
    query: z.object({ FromDate: Day, ToDate: Day, Locations: z.optional(LocationList), ...WRITTEN }),
    response: PaymentsAnswer,
    table: paymentsTable,
    example: { as: 'owner', query: { FromDate: '2026-11-09', ToDate: '2026-11-15' } },
  }),
})
