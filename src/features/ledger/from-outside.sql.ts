import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { calendarOf, tradingTime } from '#shared/trading-day.ts'
import { ACCOUNT, type CardBalance, FIGURE, MOVEMENT, type Movement, posted } from './ledger.rules.ts'
import { writeMovements } from './write-movements.sql.ts'

/** Points that moved at a loyalty provider. */
export interface OutsideMove {
  points: number
  locationId: number
  at: Date
  /** Somebody was there with the card, and no one merely corrected it. */
  isUse: boolean
  comments: string
}

/**
 * Posts what moved at a provider, as adjustments on the trading days they happened on. It happened, and is never refused: what goes beyond the
 * balance is owed, as with a sale.
 * @param card locked; how it stands is brought up to date
 * @returns the movements, in the order of the moves
 */
export const postFromOutside = async (scope: VenueScope, card: { cardId: string } & CardBalance, moves: readonly OutsideMove[]): Promise<string[]> => {
  const { cardId, points, owed } = card
  const balances = new Map<string, CardBalance>([[cardId, { points, owed }]])
  const movements = moves.map((move): Movement => {
    const businessDate = dayOf(scope, move)
    return {
      movementId: newFactId(),
      kind: MOVEMENT.adjustment,
      cardId,
      otherCardId: null,
      locationId: move.locationId,
      businessDate,
      at: move.at.getTime(),
      saleId: null,
      computed: false,
      worth: null,
      reverses: null,
      comments: move.comments,
      changes: [{ cardId, by: move.points }],
      against: [{ account: ACCOUNT.adjusted, delta: -move.points }],
      figures: [{ figure: FIGURE.adjustments, points: move.points }],
      usedOn: move.isUse ? businessDate : null,
    }
  })
  await writeMovements(scope, posted(movements, balances), balances)
  return movements.map(({ movementId }) => movementId)
}

const dayOf = (scope: VenueScope, { locationId, at }: OutsideMove): string => {
  const [location] = scope.chosenLocations([locationId])
  if (!location) throw new Error(`Location ${locationId} is none of the venue.`)
  return tradingTime(at.getTime(), calendarOf(location)).businessDate
}
