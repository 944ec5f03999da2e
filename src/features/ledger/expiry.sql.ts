import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addMonths, monthStart } from '#shared/day.ts'
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

const todayOf = ({ now, locations: [first] }: VenueScope): string | undefined => first && tradingTime(now.getTime(), calendarOf(first)).businessDate

/** The day before which a card's last use lets its points expire; nothing where the venue lets none expire. */
export const expiryDay = async (scope: VenueScope): Promise<{ months: number; before: string } | undefined> => {
  const { expireMonths } = await loyaltySettings(scope)
  const today = todayOf(scope)
  return expireMonths === 0 || today === undefined ? undefined : { months: expireMonths, before: addMonths(today, -expireMonths) }
}

/** Cards with points that were last used before a day; a card never used counts from when it was made. Written so that the index by use serves. */
const isUnused = ({ sql, venueId }: VenueScope, before: string) =>
  sql`venue_id = ${venueId} and points > 0 and (last_used < ${before}::date or last_used is null and joined < ${before}::date)`

/** Cards and points that would expire now, counted; nothing moves. */
export const expiring = async (scope: VenueScope): Promise<Expiring | undefined> => {
  const day = await expiryDay(scope)
  return day && { ...day, ...(await unusedSince(scope, day.before)) }
}

const unusedSince = async (scope: VenueScope, before: string): Promise<{ cards: number; points: number }> => {
  const [row] = await scope.sql<{ cards: number; points: number }[]>`
    select count(*)::int as cards, coalesce(sum(points), 0)::bigint as points from loyalty_card where ${isUnused(scope, before)}`
  return { cards: row?.cards ?? 0, points: row?.points ?? 0 }
}

/** The same by the month of the last use, the longest ago first. */
export const unusedByMonth = (scope: VenueScope, before: string) => scope.sql<{ Month: string; Cards: number; Points: number }[]>`
  select to_char(coalesce(last_used, joined), 'YYYY-MM') as "Month", count(*)::int as "Cards", sum(points)::bigint as "Points" from loyalty_card
  where ${isUnused(scope, before)} group by 1 order by 1`

/** What may expire on the first day of next month, if none of the cards is used until then. */
export const expiringNext = async (scope: VenueScope, months: number) => {
  const day = addMonths(monthStart(todayOf(scope) ?? scope.now.toISOString().slice(0, 10)), 1)
  return { day, ...(await unusedSince(scope, addMonths(day, -months))) }
}

/** The last times points expired: when, who confirmed it, and how much it was. */
export const expiredBefore = ({ sql, venueId }: VenueScope) => sql<{ At: string; By: string | null; Cards: number; Points: number }[]>`
  select to_json(x.at)#>>'{}' as "At", e.display_name as "By", x.cards as "Cards", x.points as "Points" from (
    select at, actor_user_id, count(*)::int as cards, -sum(points)::bigint as points from loyalty_movement
    where venue_id = ${venueId} and kind = ${MOVEMENT.expiry} group by at, actor_user_id order by at desc, actor_user_id limit 12) as x
  left join employee e on e.venue_id = ${venueId} and e.user_id = x.actor_user_id
  order by x.at desc, x.actor_user_id`

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
