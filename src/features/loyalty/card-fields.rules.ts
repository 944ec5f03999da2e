import * as z from 'zod/mini'
import { cardKey } from '#shared/card-number.ts'
import { isCleanText, longText, shortText } from '#shared/fields.ts'

/** What fields of cards and points may be; screens, server and documentation read the same. */

export const LONGEST_CARD = 64
export const MOST_POINTS = 1_000_000_000

/** A card's number as it is typed or swiped: compared without spaces, in any case, leading zeros kept. */
export const CardNumber = z.string().check(
  z.maxLength(LONGEST_CARD),
  z.refine(isCleanText, 'contains characters that cannot be stored'),
  z.refine((number) => cardKey(number) !== '', 'is needed'),
)

/** Whose a card is; empty where it is not known. */
export const HolderName = shortText(100)
export const HolderEmail = z.email('must be an e-mail address').check(z.maxLength(254))
export const HolderPhone = shortText(40)

/** A movement's id, or a card's: below 2^63, as text. */
export const MovementId = z.string().check(z.regex(/^[1-9]\d{0,17}$/, 'must be a whole number'))

/** How many points move; at least one, and whole. */
export const PointsMoved = z.int('must be a whole number').check(z.minimum(1), z.maximum(MOST_POINTS))

/** Points added, or taken below zero; 0 changes nothing and is refused. */
export const PointsAdjusted = z.int('must be a whole number').check(
  z.minimum(-MOST_POINTS),
  z.maximum(MOST_POINTS),
  z.refine((points) => points !== 0, 'must not be 0'),
)

export const Comments = longText(500)

export const CARD_STATUSES = ['Active', 'Blocked', 'Replaced'] as const
export type CardStatus = (typeof CARD_STATUSES)[number]

export const MOVEMENT_KINDS = ['Sale', 'Adjustment', 'Transfer', 'Replacement', 'Expiry', 'Reversal', 'Opening'] as const

export const ADJUSTMENT_STATES = ['Pending', 'Approved', 'Refused'] as const
export type AdjustmentState = (typeof ADJUSTMENT_STATES)[number]
