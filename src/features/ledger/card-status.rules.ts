import { failure } from '#shared/failure.ts'

/** Statuses of a card as they are stored. */
export const STATUS = { active: 1, blocked: 2, replaced: 3 } as const

/**
 * Points move by hand on active cards alone.
 * @throws CardBlocked, CardReplaced
 */
export const refuseUnusable = ({ status, number }: { status: number; number: string }): void => {
  if (status === STATUS.blocked) throw failure('CardBlocked', { card: number })
  if (status === STATUS.replaced) throw failure('CardReplaced', { card: number })
}
