import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { failure } from '#shared/failure.ts'
import { calendarOf, tradingTime } from '#shared/trading-day.ts'
import { refuseUnusable } from './card-status.rules.ts'
import { type LockedCard, lockMembersOf } from './cards.sql.ts'
import { ACCOUNT, type CardBalance, FIGURE, MOVEMENT, type Movement, posted } from './ledger.rules.ts'
import { writeMovements } from './write-movements.sql.ts'

/** Where a movement by hand is made, and why. */
export interface HandMade {
  locationId: number
  comments: string
  /** The movement's id, where it has one before it is posted. */
  movementId?: string
}

/**
 * The trading day under way at a location.
 * @throws LocationNotFound
 */
export const todayAt = (scope: VenueScope, locationId: number): string => {
  const [location] = scope.chosenLocations([locationId])
  if (!location) throw failure('LocationNotFound')
  return tradingTime(scope.now.getTime(), calendarOf(location)).businessDate
}

/** A movement by hand, without what it changes. */
export const handMade = (scope: VenueScope, { locationId, comments, movementId = newFactId() }: HandMade) => ({
  movementId,
  otherCardId: null,
  locationId,
  businessDate: todayAt(scope, locationId),
  at: scope.now.getTime(),
  saleId: null,
  computed: false,
  worth: null,
  reverses: null,
  comments,
  usedOn: null,
})

/**
 * Posts movements made by hand on cards that are locked.
 * @returns how the cards stand after them
 * @throws TotalBelowZero where one would take more than a card has
 */
export const postByHand = async (
  scope: VenueScope,
  movements: readonly Movement[],
  cards: readonly (CardBalance & { cardId: string })[],
): Promise<Map<string, CardBalance>> => {
  const balances = new Map(cards.map(({ cardId, points, owed }) => [cardId, { points, owed }]))
  for (const { changes, kind } of movements) if (kind !== MOVEMENT.replacement) refuseBelowZero(changes, balances)
  await writeMovements(scope, posted(movements, balances), balances)
  return balances
}

const refuseBelowZero = (changes: Movement['changes'], balances: ReadonlyMap<string, CardBalance>): void => {
  const sums = new Map<string, number>()
  for (const { cardId, by } of changes) sums.set(cardId, (sums.get(cardId) ?? 0) + by)
  for (const [cardId, by] of sums) if (by < 0 && (balances.get(cardId)?.points ?? 0) + by < 0) throw failure('TotalBelowZero')
}

/**
 * Adds or takes points of a card that is locked.
 * @throws CardBlocked, CardReplaced, TotalBelowZero
 */
export const adjustCard = async (scope: VenueScope, card: LockedCard, points: number, made: HandMade) => {
  refuseUnusable(card)
  const { cardId } = card
  const movement: Movement = {
    ...handMade(scope, made),
    kind: MOVEMENT.adjustment,
    cardId,
    changes: [{ cardId, by: points }],
    against: [{ account: ACCOUNT.adjusted, delta: -points }],
    figures: [{ figure: FIGURE.adjustments, points }],
  }
  const balances = await postByHand(scope, [movement], [card])
  return { movementId: movement.movementId, balance: balances.get(cardId) ?? card }
}

/** A movement as it is taken back. */
export interface FirstMovement {
  movementId: string
  kind: number
  cardId: string
  otherCardId: string | null
  points: number
  locationId: number
  /** The movement it takes back itself. */
  reverses: string | null
}

/** Returns a movement by its id. @throws MovementNotFound where there is none at the holder's locations */
export const movementNamed = async ({ sql, venueId, locations }: VenueScope, id: string): Promise<FirstMovement> => {
  const [found] = await sql<FirstMovement[]>`
    select movement_id::text as "movementId", kind, card_id::text as "cardId", other_card_id::text as "otherCardId", points, location_id as "locationId",
      reverses::text
    from loyalty_movement where venue_id = ${venueId} and movement_id = ${id}::bigint`
  if (!found || !locations.some(({ locationId }) => locationId === found.locationId)) throw failure('MovementNotFound')
  return found
}

const REVERSIBLE: readonly number[] = [MOVEMENT.sale, MOVEMENT.adjustment, MOVEMENT.transfer, MOVEMENT.expiry, MOVEMENT.opening]

/**
 * Takes a movement back by a further one, whole or in part; never more than is left of it. Points of a card that was replaced go to, or come
 * from, the card that stands for the member now.
 * @throws MovementNotFound, NotReversible, TotalBelowZero
 */
export const reverse = async (scope: VenueScope, id: string, asked: number | undefined, comments: string) => {
  const first = await movementNamed(scope, id)
  const members = await lockMembersOf(scope, [first.cardId, ...(first.otherCardId === null ? [] : [first.otherCardId])])
  const isReversible = REVERSIBLE.includes(first.kind) && first.reverses === null
  const left = isReversible ? Math.abs(first.points + (await reversedSoFar(scope, id))) : 0
  const points = asked ?? left
  if (left === 0 || points > left) throw failure('NotReversible', { left, points: Math.abs(first.points) })
  const card = members.get(first.cardId)
  const other = members.get(first.otherCardId ?? '')
  if (!card) throw failure('MovementNotFound')
  const by = first.points > 0 ? -points : points
  const movement: Movement = {
    ...handMade(scope, { locationId: first.locationId, comments }),
    kind: MOVEMENT.reversal,
    cardId: card.cardId,
    otherCardId: other?.cardId ?? null,
    reverses: id,
    changes: [{ cardId: card.cardId, by }, ...(other ? [{ cardId: other.cardId, by: -by }] : [])],
    ...otherSide(first.kind, by),
  }
  const cards = [...new Map([card, ...(other ? [other] : [])].map((one) => [one.cardId, one])).values()]
  const balances = await postByHand(scope, [movement], cards)
  return {
    movementId: movement.movementId,
    points: by,
    cards: cards.map(({ cardId, number }) => ({ number, ...(balances.get(cardId) ?? { points: 0, owed: 0 }) })),
  }
}

const reversedSoFar = async ({ sql, venueId }: VenueScope, id: string): Promise<number> => {
  const [row] = await sql<{ points: number }[]>`
    select coalesce(sum(points), 0)::bigint as points from loyalty_movement where venue_id = ${venueId} and reverses = ${id}::bigint`
  return row?.points ?? 0
}

/** Cards hold fewer points then than the sales say. */
const UNLIKE = [{ figure: FIGURE.unlike, points: 1 }]

/** The venue's side of taking a movement back that changes its card by so much. */
const otherSide = (kind: number, by: number): Pick<Movement, 'against' | 'figures'> => {
  const size = Math.abs(by)
  if (kind === MOVEMENT.transfer)
    return {
      against: [],
      figures: [
        { figure: FIGURE.transfersOut, points: size },
        { figure: FIGURE.transfersIn, points: size },
      ],
    }
  if (kind === MOVEMENT.sale)
    return by < 0
      ? { against: [{ account: ACCOUNT.issued, delta: -by }], figures: [...UNLIKE, { figure: FIGURE.accruedReversed, points: size }] }
      : { against: [{ account: ACCOUNT.redeemed, delta: -by }], figures: [{ figure: FIGURE.redeemedReversed, points: size }] }
  return {
    against: [{ account: kind === MOVEMENT.expiry ? ACCOUNT.expired : ACCOUNT.adjusted, delta: -by }],
    figures: [{ figure: FIGURE.adjustments, points: by }],
  }
}
