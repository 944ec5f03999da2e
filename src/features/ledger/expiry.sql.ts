import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addMonths } from '#shared/day.ts'
import { failure } from '#shared/failure.ts'
import { calendarOf, tradingTime } from '#shared/trading-day.ts'
import { handMade, postByHand } from './by-hand.sql.ts'
import { ACCOUNT, FIGURE, MOVEMENT, type Movement } from './ledger.rules.ts'
import { loyaltySettings } from './points-settings.sql.ts'

/** What would expire: cards last used before a day, with points; a card never used counts from when it was made. */
export interface Expiring {
  months: number
  before: string
  cards: number
  points: number
}

/** The day before which a card's last use lets its points expire; nothing where the venue lets none expire. */
export const expiryDay = async (scope: VenueScope): Promise<{ months: number; before: string } | undefined> => {
  const { expireMonths } = await loyaltySettings(scope)
  const [first] = scope.locations
  if (expireMonths === 0 || !first) return undefined
  return { months: expireMonths, before: addMonths(tradingTime(scope.now.getTime(), calendarOf(first)).businessDate, -expireMonths) }
}

/** Cards and points that would expire now, counted; nothing moves. */
export const expiring = async (scope: VenueScope): Promise<Expiring | undefined> => {
  const day = await expiryDay(scope)
  if (!day) return undefined
  const { sql, venueId } = scope
  const [row] = await sql<{ cards: number; points: number }[]>`
    select count(*)::int as cards, coalesce(sum(points), 0)::bigint as points from loyalty_card
    where venue_id = ${venueId} and points > 0 and coalesce(last_used, joined) < ${day.before}::date`
  return { ...day, cards: row?.cards ?? 0, points: row?.points ?? 0 }
}

interface ExpiringCard {
  cardId: string
  points: number
  owed: number
  locationId: number | null
}

/**
 * Lets points expire exactly as the preview showed them, each card's at the location where its points moved last.
 * @throws Conflict where anything changed meanwhile
 */
export const expire = async (scope: VenueScope, seen: { before: string; cards: number; points: number }): Promise<void> => {
  const day = await expiryDay(scope)
  if (!day || day.before !== seen.before) throw failure('Conflict')
  const { sql, venueId } = scope
  const cards = await sql<ExpiringCard[]>`
    select c.card_id::text as "cardId", c.points, c.owed, (
      select m.location_id from loyalty_movement m where m.venue_id = ${venueId} and m.card_id = c.card_id order by m.movement_id desc limit 1) as "locationId"
    from loyalty_card c where c.venue_id = ${venueId} and c.points > 0 and coalesce(c.last_used, c.joined) < ${day.before}::date
    order by c.card_id for update of c`
  if (cards.length !== seen.cards || cards.reduce((sum, { points }) => sum + points, 0) !== seen.points) throw failure('Conflict')
  const [first] = scope.locations
  const movements = cards.map(({ cardId, points, locationId }): Movement => {
    const at = scope.locations.find((location) => location.locationId === locationId) ?? first
    return {
      ...handMade(scope, { locationId: at?.locationId ?? 0, comments: '' }),
      kind: MOVEMENT.expiry,
      cardId,
      changes: [{ cardId, by: -points }],
      against: [{ account: ACCOUNT.expired, delta: points }],
      figures: [{ figure: FIGURE.expired, points }],
    }
  })
  await postByHand(scope, movements, cards)
}
