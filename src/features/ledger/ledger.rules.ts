/** The arithmetic of the points ledger: what a movement does to cards and to the venue's accounts. */

/** Accounts of the ledger; the first two are a card's, the others the venue's. */
export const ACCOUNT = { points: 1, owed: 2, issued: 3, redeemed: 4, adjusted: 5, voucher: 6, expired: 7 } as const
export type Account = (typeof ACCOUNT)[keyof typeof ACCOUNT]

export const MOVEMENT = { sale: 1, adjustment: 2, transfer: 3, replacement: 4, expiry: 5, reversal: 6, opening: 7 } as const
export type MovementKind = (typeof MOVEMENT)[keyof typeof MOVEMENT]

/** Columns of the points report that are kept by day (loyalty_day.figure). */
export const FIGURE = {
  accrued: 1,
  accruedReversed: 2,
  redeemed: 3,
  redeemedReversed: 4,
  adjustments: 5,
  transfersIn: 6,
  transfersOut: 7,
  replacedIn: 8,
  replacedOut: 9,
  expired: 10,
  voucherPoints: 11,
  /** What the sales themselves say was accrued, less what was taken back; those without a card too. */
  salesPoints: 12,
  /** How many documents with a card may make the points of sales and of cards differ on that day; no points. */
  unlike: 13,
  /** Of what the sales say, what those without a card do. */
  withoutCard: 14,
} as const
export type Figure = (typeof FIGURE)[keyof typeof FIGURE]

/** What a figure adds to the points members hold; VoucherPoints are a part of what was redeemed, and the last three are about sales. */
export const SIGN_OF_FIGURE: Record<Figure, 1 | 0 | -1> = { 1: 1, 2: -1, 3: -1, 4: 1, 5: 1, 6: 1, 7: -1, 8: 1, 9: -1, 10: -1, 11: 0, 12: 0, 13: 0, 14: 0 }

/** Something to be added to a day of a location. */
export interface DayFigure {
  locationId: number
  businessDate: string
  figure: Figure
  points: number
}

export interface CardBalance {
  points: number
  owed: number
}

/** A movement before it is known how each card stands. */
export interface Movement {
  movementId: string
  kind: MovementKind
  cardId: string
  otherCardId: string | null
  locationId: number
  businessDate: string
  at: number
  saleId: string | null
  computed: boolean
  worth: number | null
  reverses: string | null
  comments: string
  /** What it changes cards by, what is owed included; its first card comes first. */
  changes: readonly { cardId: string; by: number }[]
  /** The other side, on the venue's accounts; together with the changes it adds up to zero. */
  against: readonly { account: Account; delta: number }[]
  figures: readonly { figure: Figure; points: number }[]
  /** The trading day of a sale, by which its card was used. */
  usedOn: string | null
}

export interface Entry {
  account: Account
  cardId: string | null
  delta: number
}

export interface Posted extends Movement {
  entries: Entry[]
}

/**
 * How a card stands after a change. What comes in pays what is owed before it adds points; what goes out beyond the balance is owed.
 * So a card never has both, and taking a change back restores exactly what was before it.
 */
const changed = ({ points, owed }: CardBalance, by: number): CardBalance => {
  const net = points - owed + by
  return net >= 0 ? { points: net, owed: 0 } : { points: 0, owed: -net }
}

/**
 * Movements with their entries, in the order they are posted.
 * @param balances how the cards stand; brought up to date
 * @throws Error for a movement that does not add up to zero, or of no entries
 */
export const posted = (movements: readonly Movement[], balances: Map<string, CardBalance>): Posted[] =>
  movements.map((movement) => {
    const entries: Entry[] = []
    for (const { cardId, by } of movement.changes) {
      const before = balances.get(cardId)
      if (!before) throw new Error(`Card ${cardId} was not locked.`)
      const after = changed(before, by)
      balances.set(cardId, after)
      entries.push({ account: ACCOUNT.points, cardId, delta: after.points - before.points }, { account: ACCOUNT.owed, cardId, delta: before.owed - after.owed })
    }
    entries.push(...movement.against.map(({ account, delta }) => ({ account, cardId: null, delta })))
    const kept = entries.filter(({ delta }) => delta !== 0)
    if (kept.reduce((sum, { delta }) => sum + delta, 0) !== 0) throw new Error(`Movement ${movement.movementId} does not add up to zero.`)
    return { ...movement, entries: kept }
  })

/** What a movement changed its first card by. */
export const pointsOf = ({ changes }: Movement): number => changes[0]?.by ?? 0
