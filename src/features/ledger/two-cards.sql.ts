import { joinMembers } from '#features/sums/member-numbers.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { cardKey } from '#shared/card-number.ts'
import { failure } from '#shared/failure.ts'
import { type HandMade, handMade, postByHand } from './by-hand.sql.ts'
import { refuseReplaced, refuseUnusable, STATUS } from './card-status.rules.ts'
import { addCard, carryMembership, type LockedCard, lockCards, markReplaced, wasUsed, writeHolder } from './cards.sql.ts'
import { FIGURE, MOVEMENT, type Movement } from './ledger.rules.ts'

/**
 * Moves points from one active card to another, both at once.
 * @throws SameCard, CardNotFound, CardBlocked, CardReplaced, TotalBelowZero
 */
export const transfer = async (scope: VenueScope, from: string, to: string, points: number, made: HandMade) => {
  const [source, target] = await lockedPair(scope, from, to)
  refuseUnusable(source)
  refuseUnusable(target)
  const movement: Movement = {
    ...handMade(scope, made),
    kind: MOVEMENT.transfer,
    cardId: source.cardId,
    otherCardId: target.cardId,
    changes: [
      { cardId: source.cardId, by: -points },
      { cardId: target.cardId, by: points },
    ],
    against: [],
    figures: [
      { figure: FIGURE.transfersOut, points },
      { figure: FIGURE.transfersIn, points },
    ],
  }
  const balances = await postByHand(scope, [movement], [source, target])
  return {
    movementId: movement.movementId,
    from: { ...source, ...balances.get(source.cardId) },
    to: { ...target, ...balances.get(target.cardId) },
  }
}

/**
 * Lets a new or unused card take the place of another: balance, what is owed and the holder move over, and the old card stops for good.
 * A replacement that has a holder keeps its own. The old card may be blocked; its replacement is active.
 * @throws SameCard, CardNotFound, CardBlocked, CardReplaced, CardInUse
 */
export const replace = async (scope: VenueScope, oldNumber: string, newNumber: string, made: HandMade) => {
  const day = handMade(scope, made).businessDate
  const [known] = await isCard(scope, oldNumber)
  if (!known) throw failure('CardNotFound')
  await addCard(scope, newNumber, day)
  const [old, fresh] = await lockedPair(scope, oldNumber, newNumber)
  refuseReplaced(old)
  refuseUnusable(fresh)
  if (fresh.points !== 0 || fresh.owed !== 0 || (await wasUsed(scope, fresh.cardId))) throw failure('CardInUse', { card: fresh.number })
  const net = old.points - old.owed
  const movement: Movement = {
    ...handMade(scope, made),
    kind: MOVEMENT.replacement,
    cardId: old.cardId,
    otherCardId: fresh.cardId,
    changes: [
      { cardId: old.cardId, by: -net },
      { cardId: fresh.cardId, by: net },
    ],
    against: [],
    figures: [
      { figure: FIGURE.replacedOut, points: Math.abs(net) },
      { figure: FIGURE.replacedIn, points: Math.abs(net) },
    ],
  }
  await postByHand(scope, [movement], [old, fresh])
  await markReplaced(scope, old.cardId, fresh.cardId)
  const hasOwn = fresh.name !== '' || fresh.email !== null || fresh.phone !== null
  await writeHolder(scope, fresh.cardId, hasOwn ? fresh : old, STATUS.active)
  await carryMembership(scope, fresh.cardId, old.joined, old.lastUsed)
  await joinMembers(scope, old.number, fresh.number)
  return { movementId: movement.movementId, points: net }
}

/** Whether there is such a card, without holding it: cards are locked together, in one order. */
const isCard = async ({ sql, venueId }: VenueScope, number: string) =>
  sql<{ key: string }[]>`select number_key as key from loyalty_card where venue_id = ${venueId} and number_key = ${cardKey(number)}`

const lockedPair = async (scope: VenueScope, one: string, other: string): Promise<[LockedCard, LockedCard]> => {
  const keys = [cardKey(one), cardKey(other)]
  if (keys[0] === keys[1]) throw failure('SameCard')
  const cards = await lockCards(scope, keys)
  const [first, second] = keys.map((key) => cards.find(({ numberKey }) => numberKey === key))
  if (!first || !second) throw failure('CardNotFound')
  return [first, second]
}
