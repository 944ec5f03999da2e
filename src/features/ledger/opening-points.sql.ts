import type { Doer } from '#platform/access/doer.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import { type HandMade, handMade } from './by-hand.sql.ts'
import { ACCOUNT, type CardBalance, FIGURE, MOVEMENT, type Movement, posted } from './ledger.rules.ts'
import { writeMovements } from './write-movements.sql.ts'

/** Whether points ever moved on a card, and the points it was opened with. */
export interface CardPast {
  used: boolean
  opening: number | null
}

/** What moved on cards so far, by their ids; of cards that are locked it stays true. */
export const pastOf = async ({ sql, venueId }: VenueScope, cardIds: readonly string[]): Promise<Map<string, CardPast>> => {
  const rows = await sql<(CardPast & { cardId: string })[]>`
    select c.card_id::text as "cardId",
      exists (select from loyalty_movement m where m.venue_id = ${venueId} and m.card_id = c.card_id)
        or exists (select from loyalty_movement m where m.venue_id = ${venueId} and m.other_card_id = c.card_id) as used,
      (select m.points from loyalty_movement m where m.venue_id = ${venueId} and m.card_id = c.card_id and m.kind = ${MOVEMENT.opening} limit 1) as opening
    from loyalty_card c where c.venue_id = ${venueId} and c.card_id = any(${numbers(cardIds)}::bigint[])`
  return new Map(rows.map(({ cardId, ...past }) => [cardId, past]))
}

/** Gives cards the points they bring along from another programme; they are locked, and no points ever moved on them. */
export const openCards = async (
  scope: VenueScope,
  openings: readonly { cardId: string; points: number }[],
  made: Omit<HandMade, 'movementId'>,
  maker: Doer,
): Promise<void> => {
  const balances = new Map<string, CardBalance>(openings.map(({ cardId }) => [cardId, { points: 0, owed: 0 }]))
  const movements = openings.map(
    ({ cardId, points }): Movement => ({
      ...handMade(scope, made),
      kind: MOVEMENT.opening,
      cardId,
      changes: [{ cardId, by: points }],
      against: [{ account: ACCOUNT.adjusted, delta: -points }],
      figures: [{ figure: FIGURE.adjustments, points }],
    }),
  )
  await writeMovements(scope, posted(movements, balances), balances, maker)
}
