import { adjustCard, movementNamed, reverse, todayAt } from '#features/ledger/by-hand.sql.ts'
import { refuseUnusable } from '#features/ledger/card-status.rules.ts'
import { lockCard } from '#features/ledger/cards.sql.ts'
import { expire } from '#features/ledger/expiry.sql.ts'
import { refuseOwnCard } from '#features/ledger/own-person.sql.ts'
import { loyaltySettings } from '#features/ledger/points-settings.sql.ts'
import { replace, transfer } from '#features/ledger/two-cards.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { cardKey, maskedNumber } from '#shared/card-number.ts'
import { failure } from '#shared/failure.ts'
import { askForAdjustment } from './adjustments.sql.ts'
import { detailsOf } from './card-row.rules.ts'
import { cardNamed } from './cards.sql.ts'

/** A location's name, for the trail. */
const nameOf = ({ locations }: VenueScope, id: number): string => locations.find(({ locationId }) => locationId === id)?.name ?? ''

interface Asked {
  Points: number
  LocationId: number
  Comments?: string | undefined
}

/** @throws PathBodyDisagree */
const refuseDisagreement = (named: readonly [field: string, said: string | undefined, path: string][]): void => {
  for (const [field, said, path] of named) if (said !== undefined && cardKey(said) !== cardKey(path)) throw failure('PathBodyDisagree', { field })
}

/**
 * Adds or takes points by hand; above the venue's limit it waits for a second person.
 * @throws LocationNotFound, CardNotFound, CardBlocked, CardReplaced, TotalBelowZero
 */
export const adjustPoints = async (scope: VenueScope, number: string, { Points, LocationId, Comments = '' }: Asked) => {
  todayAt(scope, LocationId)
  const [{ adjustmentLimit }, card] = [await loyaltySettings(scope), await lockCard(scope, number)]
  const subject = maskedNumber(card.number)
  if (Math.abs(Points) > adjustmentLimit) {
    refuseUnusable(card)
    if (card.points + Points < 0) throw failure('TotalBelowZero')
    const MovementId = await askForAdjustment(scope, { cardId: card.cardId, points: Points, locationId: LocationId, comments: Comments })
    await scope.audit({ action: 'points.adjustment-asked', subject, detail: { Points, Location: nameOf(scope, LocationId), Comments } })
    return { CardNumber: card.number, Points: card.points, Owed: card.owed, MovementId, State: 'Pending' as const }
  }
  // The trail first: the day's row, which every movement of the location waits for, is held for the commit alone.
  await scope.audit({ action: 'points.adjusted', subject, detail: { Points, Location: nameOf(scope, LocationId), Comments } })
  const { movementId, balance } = await adjustCard(scope, card, Points, { locationId: LocationId, comments: Comments })
  return { CardNumber: card.number, Points: balance.points, Owed: balance.owed, MovementId: movementId, State: 'Posted' as const }
}

interface AskedTransfer extends Asked {
  FromCard?: string | undefined
  ToCard?: string | undefined
}

/** @throws PathBodyDisagree, LocationNotFound, SameCard, CardNotFound, CardBlocked, CardReplaced, TotalBelowZero */
export const transferPoints = async (scope: VenueScope, from: string, to: string, { FromCard, ToCard, Points, LocationId, Comments = '' }: AskedTransfer) => {
  refuseDisagreement([
    ['FromCard', FromCard, from],
    ['ToCard', ToCard, to],
  ])
  todayAt(scope, LocationId)
  await scope.audit({
    action: 'points.transferred',
    subject: maskedNumber(from),
    detail: { To: maskedNumber(to), Points, Location: nameOf(scope, LocationId), Comments },
  })
  const moved = await transfer(scope, from, to, Points, { locationId: LocationId, comments: Comments })
  const holder = ({ number, name, points, owed }: typeof moved.from) => ({ CardNumber: number, Name: name, Points: points, Owed: owed })
  return { MovementId: moved.movementId, From: holder(moved.from), To: holder(moved.to) }
}

interface AskedReplacement {
  OldCard?: string | undefined
  ReplacementCard?: string | undefined
  Comments?: string | undefined
  LocationId?: number | undefined
}

/** @throws PathBodyDisagree, LocationNotFound, SameCard, CardNotFound, CardBlocked, CardReplaced, CardInUse */
export const replaceCard = async (scope: VenueScope, old: string, fresh: string, { OldCard, ReplacementCard, Comments = '', LocationId }: AskedReplacement) => {
  refuseDisagreement([
    ['OldCard', OldCard, old],
    ['ReplacementCard', ReplacementCard, fresh],
  ])
  const locationId = LocationId ?? scope.locations[0]?.locationId
  if (locationId === undefined) throw failure('LocationNotFound')
  const { movementId, points } = await replace(scope, old, fresh, { locationId, comments: Comments })
  const row = await cardNamed(scope, fresh)
  await scope.audit({ action: 'card.replaced', subject: maskedNumber(old), detail: { To: maskedNumber(row.number), Points: points, Comments } })
  return { MovementId: movementId, Points: points, Details: detailsOf(row) }
}

/** @throws MovementNotFound, OwnCard, NotReversible, TotalBelowZero */
export const reverseMovement = async (scope: VenueScope, id: string, { Points, Comments }: { Points?: number | undefined; Comments: string }) => {
  const { cardId, otherCardId } = await movementNamed(scope, id)
  await refuseOwnCard(scope, [cardId, otherCardId])
  const { movementId, points, cards } = await reverse(scope, id, Points, Comments)
  await scope.audit({ action: 'points.reversed', subject: maskedNumber(cards[0]?.number ?? ''), detail: { Points: points, Movement: id, Comments } })
  return {
    MovementId: movementId,
    Reverses: id,
    Points: points,
    Cards: cards.map(({ number, points: Balance, owed }) => ({ CardNumber: number, Points: Balance, Owed: owed })),
  }
}

/** @throws NotPermitted for whoever has not all locations: cards are the whole venue's; Conflict where the preview no longer holds */
export const expirePoints = async (scope: VenueScope, { Before, Cards, Points }: { Before: string; Cards: number; Points: number }) => {
  if (!scope.allLocations) throw failure('NotPermitted')
  await expire(scope, { before: Before, cards: Cards, points: Points })
  await scope.audit({ action: 'points.expired', subject: scope.venue.name, detail: { Before, Cards, Points } })
  return { Cards, Points }
}
