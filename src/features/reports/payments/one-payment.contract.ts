import * as z from 'zod/mini'
import { contract, operation } from '#shared/endpoint.ts'
import { Day } from '#shared/fields.ts'
import { PAYMENT_STATES } from './payment-list.rules.ts'
import { MediaList, NearTender, TenderSide } from './payments.contract.ts'

/** How the provider names a payment or a movement of money. */
const ProviderName = z.string().check(z.regex(/^[\w-]{1,255}$/, 'must be a name as the provider gives it'))

/** The till's side of a payment or refund. */
const AtTill = z.object({
  /** NotCompared: the location, the day or the currency is not compared with the tills. */
  State: z.enum(['Matched', 'OnlyProvider', 'NotCompared']),
  Tender: z.nullable(TenderSide),
  /** What may explain a payment that stands alone. */
  Near: z.nullable(NearTender),
})

/** What moved money for the payment, in major units. */
const Movement = z.object({
  MovementId: z.string(),
  /** charge, refund, dispute, or another kind. */
  Kind: z.string(),
  /** On the location's clock. */
  At: z.string(),
  Day,
  Amount: z.number(),
  OurFeeTaken: z.number(),
  ProviderFee: z.number(),
  Net: z.number(),
  PayoutId: z.nullable(z.string()),
  PayoutStatus: z.nullable(z.string()),
  ArrivesOn: z.nullable(Day),
  /** Of payments and refunds only. */
  AtTill: z.nullable(AtTill),
})

const OnePayment = z.object({
  PaymentId: z.string(),
  Provider: z.string(),
  State: z.enum(PAYMENT_STATES),
  At: z.string(),
  Day,
  LocationId: z.nullable(z.int()),
  Location: z.nullable(z.string()),
  Currency: z.string(),
  Amount: z.number(),
  /** Why it failed, in the provider's word. */
  Failure: z.nullable(z.string()),
  Card: z.nullable(z.string()),
  /** The country of the card, as two letters. */
  Country: z.nullable(z.string()),
  /** The account it was taken by; LocationId null where the link is of the whole venue. */
  Account: z.object({ AccountId: z.nullable(z.string()), LocationId: z.nullable(z.int()), Location: z.nullable(z.string()), IsLive: z.boolean() }),
  /** The oldest first. */
  Movements: z.array(Movement),
  /** What all of them come to. */
  Net: z.number(),
  /** The venue's own fee by its rates; null where no money was taken. */
  OurFee: z.nullable(z.object({ PercentageFee: z.number(), FixedFee: z.number(), Amount: z.number() })),
  Disputes: z.array(
    z.object({
      DisputeId: z.string(),
      At: z.string(),
      Amount: z.number(),
      /** In the provider's words. */
      Status: z.string(),
      Reason: z.string(),
      AnswerBy: z.nullable(z.string()),
    }),
  ),
  AsAt: z.string(),
})
export type OnePayment = z.infer<typeof OnePayment>

/** One payment with all that belongs to it. */
export const onePayment = contract({
  payment: operation({
    method: 'GET',
    path: '/payments/:paymentId',
    summary:
      "One payment as the provider has it: what was paid, refunded and disputed, the provider's fees and the venue's own, the payouts, the account it came by, and the till's receipt it was matched with or why there is none.",
    access: ['can_viewpayments'],
    params: z.object({ paymentId: ProviderName }),
    query: z.object({
      /** The card media that are compared, as in the comparison with the tills. */
      Media: z.optional(MediaList),
    }),
    response: OnePayment,
    example: { as: 'owner', params: { paymentId: '{payment}' } },
  }),
})
