import * as z from 'zod/mini'
import { WRITTEN } from '#features/reports/kit/filter.rules.ts'
import { Day } from '#shared/fields.ts'
import { PAGED, WITHIN } from './payment-pages.rules.ts'
import { MediaList } from './till-sides.rules.ts'

const PAIR_STATES = ['Matched', 'OnlyTill', 'OnlyProvider'] as const
/** Which tenders and payments are listed. */
export const PairsQuery = z.object({
  ...WITHIN,
  Media: z.optional(MediaList),
  /** Both sides that stand alone by default. */
  State: z.optional(z.enum(PAIR_STATES)),
  ...PAGED,
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

/** A tender and a payment that match, or one of them alone. */
export const MatchPair = z.object({
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

/** A page of them. */
export const PairsAnswer = z.object({
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
