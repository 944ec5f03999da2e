import { isSeenEmployee } from '#platform/access/seen-employees.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { failure } from '#shared/failure.ts'
import type { Fact } from './found.rules.ts'

/** Facts at the holder's locations, by time. */
export const factsOf = async ({ sql, venueId, locations }: VenueScope, ids: readonly string[]): Promise<Fact[]> => {
  if (ids.length === 0) return []
  const granted = locations.map(({ locationId }) => locationId)
  return sql<Fact[]>`
    select w.id::text, s.sale_id::text as "saleId", m.movement_id::text as "movementId", m.kind, s.kind as "saleKind", s.receipt,
      coalesce(s.business_date, m.business_date) as day, coalesce(s.closed_at, m.at) as at, coalesce(s.location_id, m.location_id) as "locationId", t.name as till,
      s.clerk_key as "clerkKey", k.name as clerk, m.actor_user_id as "userId", e.display_name as user, s.total, coalesce(m.points, 0) as points,
      coalesce((select sum(r.points)::bigint from loyalty_movement r where r.venue_id = ${venueId} and r.reverses = m.movement_id), 0) as reversed,
      (select string_agg(distinct p.name, ', ' order by p.name) from sale_payment y join dimension_key p on p.venue_id = ${venueId} and p.key = y.media_key
        where y.venue_id = ${venueId} and y.sale_id = s.sale_id) as "paidBy", coalesce(m.comments, '') as comments
    from unnest(${numbers(ids)}::bigint[]) as w(id)
      left join sale s on s.venue_id = ${venueId} and s.sale_id = w.id
      left join loyalty_movement m on m.venue_id = ${venueId} and m.movement_id = w.id
      left join dimension_key t on t.venue_id = ${venueId} and t.key = s.terminal_key
      left join dimension_key k on k.venue_id = ${venueId} and k.key = s.clerk_key
      left join employee e on e.venue_id = ${venueId} and e.user_id = m.actor_user_id
    where coalesce(s.location_id, m.location_id) = any(${granted}::int[])
    order by at, w.id`
}

/** A card as the fraud check names it. */
export interface NamedCard {
  cardId: string
  number: string
  name: string
  status: number
  points: number
}

export const cardsNamed = async ({ sql, venueId }: VenueScope, cardIds: readonly string[]): Promise<Map<string, NamedCard>> => {
  if (cardIds.length === 0) return new Map()
  const rows = await sql<NamedCard[]>`
    select card_id::text as "cardId", number, name, status, points from loyalty_card where venue_id = ${venueId} and card_id = any(${numbers(cardIds)}::bigint[])`
  return new Map(rows.map((row) => [row.cardId, row]))
}

/** The card that stands for the member now. @throws CardNotFound */
export const cardNumbered = async ({ sql, venueId }: VenueScope, numberKey: string): Promise<string> => {
  const [found] = await sql<
    { cardId: string }[]
  >`select member_id::text as "cardId" from loyalty_card where venue_id = ${venueId} and number_key = ${numberKey}`
  if (!found) throw failure('CardNotFound')
  return found.cardId
}

/**
 * Which of these employees the holder may see by name: without can_viewemp none, since a match would say whose e-mail or phone the member's is,
 * and otherwise those they see in the list of employees.
 */
export const namesSeen = async (scope: VenueScope, names: readonly string[]): Promise<Set<string>> => {
  if (names.length === 0 || !scope.tags.includes('can_viewemp')) return new Set()
  const { sql, venueId } = scope
  const rows = await sql<{ name: string }[]>`
    select e.display_name as name from employee e where e.venue_id = ${venueId} and e.display_name = any(${texts(names)}::text[]) and ${isSeenEmployee(scope)}`
  return new Set(rows.map(({ name }) => name))
}
