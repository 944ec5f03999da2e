import * as z from 'zod/mini'
import { ProviderId, ProviderText } from '#integrations/provider-text.rules.ts'

/** What Stripe has, as far as we read it. Amounts in the smallest unit of their currency. */

const Seconds = z.int().check(z.minimum(0), z.maximum(32_503_680_000))
/** Beyond what anybody pays, and small enough to be added up without a loss. */
const MOST = 10 ** 13
const Amount = z.int().check(z.minimum(-MOST), z.maximum(MOST))
const Currency = z.string().check(z.regex(/^[a-z]{3}$/))
const Reference = z.nullable(z.optional(z.union([ProviderId, z.object({ id: ProviderId })])))

export const Charge = z.object({
  object: z.literal('charge'),
  id: ProviderId,
  amount: Amount.check(z.minimum(0)),
  currency: Currency,
  created: Seconds,
  status: z.enum(['succeeded', 'pending', 'failed']),
  captured: z.boolean(),
  disputed: z.optional(z.nullable(z.boolean())),
  failure_code: z.optional(z.nullable(ProviderText)),
  metadata: z.optional(z.nullable(z.record(z.string(), z.string()))),
  payment_method_details: z.optional(
    z.nullable(
      z.object({
        type: z.optional(ProviderText),
        card: z.optional(
          z.nullable(
            z.object({
              brand: z.optional(z.nullable(ProviderText)),
              last4: z.optional(z.nullable(ProviderText)),
              country: z.optional(z.nullable(ProviderText)),
            }),
          ),
        ),
      }),
    ),
  ),
})
export type Charge = z.output<typeof Charge>

export const Dispute = z.object({
  object: z.literal('dispute'),
  id: ProviderId,
  amount: Amount,
  currency: Currency,
  created: Seconds,
  charge: Reference,
  status: ProviderText,
  reason: ProviderText,
  evidence_details: z.optional(z.nullable(z.object({ due_by: z.optional(z.nullable(Seconds)) }))),
})
export type Dispute = z.output<typeof Dispute>

export const Payout = z.object({
  object: z.literal('payout'),
  id: ProviderId,
  amount: Amount,
  currency: Currency,
  created: Seconds,
  arrival_date: Seconds,
  status: ProviderText,
  automatic: z.optional(z.boolean()),
  failure_code: z.optional(z.nullable(ProviderText)),
})
export type Payout = z.output<typeof Payout>

const Other = z.object({ object: z.string(), id: ProviderId, charge: z.optional(Reference) })

export const Entry = z.object({
  id: ProviderId,
  type: ProviderText,
  amount: Amount,
  fee: Amount,
  net: Amount,
  currency: Currency,
  created: Seconds,
  available_on: Seconds,
  fee_details: z.optional(z.array(z.object({ amount: Amount, type: z.string() }))),
  source: z.nullable(z.optional(z.union([ProviderId, Charge, Dispute, Payout, Other]))),
})
export type Entry = z.output<typeof Entry>

/** An entry of a payout, of which only the name is wanted. */
export const PaidOut = z.object({ id: ProviderId })

const KINDS: Readonly<Record<string, string>> = {
  charge: 'charge',
  payment: 'charge',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund',
  payment_failure_refund: 'refund',
  payout: 'payout',
  payout_cancel: 'payout',
  payout_failure: 'payout',
  stripe_fee: 'fee',
  application_fee: 'fee',
  application_fee_refund: 'fee',
  tax_fee: 'fee',
}

const sourceOf = ({ source }: Entry) => (source === null || source === undefined || typeof source === 'string' ? undefined : source)
export const idOf = (reference: unknown): string | null =>
  typeof reference === 'string' ? reference : ((reference as { id?: string } | null | undefined)?.id ?? null)

/** What an entry is about: a payment, a refund, a dispute, a fee, a payout, or something else. */
export const kindOf = (entry: Entry): string => (sourceOf(entry)?.object === 'dispute' ? 'dispute' : (KINDS[entry.type] ?? 'other'))

/** The payment an entry belongs to. */
export const paymentOf = (entry: Entry): string | null => {
  const source = sourceOf(entry)
  if (source?.object === 'charge') return source.id
  return source && 'charge' in source ? idOf(source.charge) : null
}

/** The part of an entry's fee that is the house's. */
export const ourFeeOf = ({ fee_details = [] }: Entry): number =>
  fee_details.reduce((sum, { amount, type }) => sum + (type === 'application_fee' ? amount : 0), 0)

export const chargesAmong = (entries: readonly Entry[]): Charge[] =>
  entries.flatMap((entry) => {
    const source = sourceOf(entry)
    return source?.object === 'charge' && 'status' in source ? [source as Charge] : []
  })

/** The location a payment was told of when it was taken. */
export const locationToldOf = ({ metadata }: Charge): number | null => {
  const told = metadata?.LocationId ?? ''
  return /^[1-9]\d{0,9}$/.test(told) ? Number(told) : null
}
