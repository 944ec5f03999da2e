import { failure } from '#shared/failure.ts'

/** Statuses of a card as they are stored. */
export const STATUS = { active: 1, blocked: 2, replaced: 3 } as const

/**
 * Points move by hand on active cards alone.
 * @throws CardBlocked, CardReplaced
 */
export const refuseUnusable = (card: { status: number; number: string }): void => {
  if (card.status === STATUS.blocked) throw failure('CardBlocked', { card: card.number })
  refuseReplaced(card)
}

/**
 * A blocked card may be replaced, since a card that was lost or stolen is blocked first; a replaced one may not be replaced again.
 * @throws CardReplaced
 */
export const refuseReplaced = ({ status, number }: { status: number; number: string }): void => {
  if (status === STATUS.replaced) throw failure('CardReplaced', { card: number })
}
