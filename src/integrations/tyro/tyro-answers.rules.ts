import * as z from 'zod/mini'
import { ProviderId, ProviderText } from '#integrations/provider-text.rules.ts'
import { Day, Moment } from '#shared/fields.ts'

/** Tyro pays in Australian dollars. */
export const TYRO_CURRENCY = 'AUD'

/** A merchant id: what payments and settlements are read by. Any other id is one of a location of Tyro Connect, which has neither. */
export const isMerchantId = (tyroId: string): boolean => /^\d{1,20}$/.test(tyroId)

const MOST_CENTS = 1_000_000_000_000
const Cents = z.int().check(z.minimum(-MOST_CENTS), z.maximum(MOST_CENTS))
const CentsOrNone = z.pipe(
  z.optional(z.nullable(Cents)),
  z.transform((cents: number | null | undefined): number => cents ?? 0),
)
/** A number of cents with fractions, kept as it was written. */
const Fee = z.pipe(
  z.optional(z.nullable(z.number().check(z.minimum(-MOST_CENTS), z.maximum(MOST_CENTS)))),
  z.transform((cents: number | null | undefined): string => String(cents ?? 0)),
)
const Named = z.optional(z.nullable(ProviderText))
const Word = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/))
const AsText = z.pipe(z.union([Word, z.int()]), z.transform(String))
/** A time on the terminal's own clock, which names no zone. */
const LocalTime = z.string().check(z.refine((time) => Moment.safeParse(`${time}Z`).success))

export const Merchant = z.object({ mid: AsText, displayName: Named, isAuthorised: z.boolean() })
export const TyroLocation = z.object({ locationId: AsText })

const Transaction = z.object({
  transactionId: ProviderId,
  transactionLocalDateTime: LocalTime,
  transactionStatus: Word,
  tid: AsText,
  card: z.optional(z.nullable(z.object({ type: Named, cardLastFour: Named }))),
  isRefund: z.boolean(),
  isReversal: z.optional(z.nullable(z.boolean())),
  amountDetails: z.object({
    saleAmount: Cents,
    refundAmount: CentsOrNone,
    tipAmount: CentsOrNone,
    cashOutAmount: CentsOrNone,
    surchargeAmount: CentsOrNone,
    donationAmount: CentsOrNone,
  }),
  totalAmount: Cents,
  settlementAmount: CentsOrNone,
  merchantAcquiringFee: Fee,
})
export type Transaction = z.output<typeof Transaction>

export const TransactionPage = z.object({
  terminalBusinessDay: Day,
  transactions: z.array(Transaction),
  pagination: z.object({
    total: z.int().check(z.minimum(0)),
    page: z.optional(z.nullable(z.int())),
    limit: z.optional(z.nullable(z.int().check(z.minimum(1)))),
  }),
})

const Detail = z.object({
  type: Word,
  settlementAmount: z.optional(z.nullable(Cents)),
  settlementStatus: z.optional(z.nullable(Word)),
  lodgementReference: Named,
  lastUpdatedAt: z.optional(z.nullable(Moment)),
})
const Run = z.object({
  clearingPaymentId: Named,
  grossAmount: z.optional(z.nullable(Cents)),
  settlementDetails: z.array(Detail),
})
export type Run = z.output<typeof Run>
export const SettlementDay = z.object({ settlementDate: Day, settlements: z.array(Run) })

/** Which merchant a thing of Tyro belongs to, where it says so. */
export const OfMerchant = z.object({ mid: z.optional(z.nullable(AsText)) })
