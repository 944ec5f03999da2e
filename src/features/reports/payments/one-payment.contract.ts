import * as z from 'zod/mini'
import { contract, operation } from '#shared/endpoint.ts'
import { Day, FactId, shortText } from '#shared/fields.ts'
import { PAYMENT_STATES } from './payment-list.rules.ts'
import { MatchedByHand, NearTender, TenderSide } from './till-pairs.rules.ts'
import { MediaList } from './till-sides.rules.ts'

/** How the provider names a payment or a movement of money. */
const ProviderName = z.string().check(z.regex(/^[\w-]{1,255}$/, 'must be a name as the provider gives it'))

/** A tender that a payment may be tied to, in major units. */
const TenderCandidate = z.object({
  SaleId: z.string(),
  /** Which of the receipt's payments. */
  PaymentNo: z.int(),
  Receipt: z.string(),
  TerminalId: z.string(),
  Clerk: z.nullable(z.string()),
  Media: z.string(),
  At: z.string(),
  Amount: z.number(),
  /** The tender less the payment. */
  Difference: z.number(),
})

/** The till's side of a payment or refund. */
const AtTill = z.object({
  /** NotCompared: the location, the day or the currency is not compared with the tills. */
  State: z.enum(['Matched', 'OnlyProvider', 'NotCompared']),
  Tender: z.nullable(TenderSide),
  /** What may explain a payment that stands alone. */
  Near: z.nullable(NearTender),
  /** Tied or explained by somebody. */
  ByHand: z.nullable(MatchedByHand),
  /** What one that stands alone may be tied to, the likeliest first: card tenders without a payment, and other tenders of exactly the amount, within 3 days. */
  Candidates: z.array(TenderCandidate),
})
export type AtTill = z.infer<typeof AtTill>

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

const Compared = z.object({
  /** The card media that are compared, as in the comparison with the tills. */
  Media: z.optional(MediaList),
})
const whoMatches = ['can_viewpayments', 'can_linkpayment'] as const
const OfMovement = z.object({ movementId: ProviderName })

/** One payment with all that belongs to it, and what people say of the till's side of it. */
export const onePayment = contract({
  payment: operation({
    method: 'GET',
    path: '/payments/:paymentId',
    summary:
      "One payment as the provider has it: what was paid, refunded and disputed, the provider's fees and the Daybook fee, the payouts, the account, and the receipt it was matched with or why there is none.",
    access: ['can_viewpayments'],
    params: z.object({ paymentId: ProviderName }),
    query: Compared,
    response: OnePayment,
    example: { as: 'owner', params: { paymentId: '{payment}' } },
  }),
  tie: operation({
    method: 'PUT',
    path: '/payments/movements/:movementId/match',
    summary:
      'Matches a payment or refund by hand with a tender of the same location within 3 days, whatever their difference is. The receipt and the payment do not change.',
    access: whoMatches,
    strict: true,
    params: OfMovement,
    query: Compared,
    body: z.object({ SaleId: FactId, PaymentNo: z.int().check(z.minimum(1), z.maximum(32_767)) }),
    response: AtTill,
    example: { as: 'owner', params: { movementId: '{lone-movement}' }, body: { SaleId: '{lone-sale}', PaymentNo: 1 } },
  }),
  explain: operation({
    method: 'PUT',
    path: '/payments/movements/:movementId/explanation',
    summary: 'Explains why a payment or refund has no tender at the till. It counts as matched from then on.',
    access: whoMatches,
    strict: true,
    params: OfMovement,
    query: Compared,
    body: z.object({ Reason: shortText(500).check(z.refine((text) => text.trim().length >= 3, 'must give a reason of 3 characters or more')) }),
    response: AtTill,
    example: { as: 'owner', params: { movementId: '{lone-movement}' }, body: { Reason: 'Deposit for a function, rung up in the office' } },
  }),
  untie: operation({
    method: 'DELETE',
    path: '/payments/movements/:movementId/match',
    summary: 'Undoes a match or explanation made by hand. The payment or refund is compared automatically again.',
    access: whoMatches,
    params: OfMovement,
    query: Compared,
    response: AtTill,
    example: { as: 'owner', params: { movementId: '{matched-movement}' } },
  }),
})
