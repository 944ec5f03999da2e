import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { Overtaken } from '#platform/database/retry.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { cardKey } from '#shared/card-number.ts'
import { printable } from '#shared/fields.ts'
import { reversed } from './name-parts.rules.ts'

/** A card that stands for a member, held until the transaction ends. */
export interface LockedMember {
  cardId: string
  /** Whether the number is that of a card it took the place of. */
  isReplaced: boolean
  points: number
  owed: number
}

/** A card first seen at a till: its number as it was told, and the trading day. */
export interface SeenCard {
  number: string
  day: string
}

const REPLACED = 3

/** Of card numbers those that are no card yet, by their key. */
export const unknownCards = async ({ sql, venueId }: VenueScope, keys: readonly string[]): Promise<string[]> => {
  if (keys.length === 0) return []
  const rows = await sql<{ key: string }[]>`
    select w.key from unnest(${texts(keys)}::text[]) as w(key)
    where not exists (select from loyalty_card c where c.venue_id = ${venueId} and c.number_key = w.key)`
  return rows.map(({ key }) => key)
}

/**
 * Makes cards of numbers first seen at a till; somebody says later whose they are. In the order of their keys, and before any card is locked,
 * so that no two writers wait for each other.
 */
export const addStubs = async ({ sql, venueId }: VenueScope, seen: readonly SeenCard[]): Promise<void> => {
  const byKey = new Map(seen.map((card) => [cardKey(card.number), card]))
  const keys = [...byKey.keys()].sort()
  if (keys.length === 0) return
  const numbersSeen = keys.map((key) => printable(byKey.get(key)?.number ?? key))
  const ids = numbers(keys.map(() => newFactId()))
  await sql`
    insert into loyalty_card (venue_id, card_id, number, number_key, number_reversed, member_id, joined, is_stub)
    select ${venueId}, u.card_id, u.number, u.key, u.reversed, u.card_id, u.day, true
    from unnest(${ids}::bigint[], ${texts(numbersSeen)}::text[], ${texts(keys)}::text[], ${texts(keys.map(reversed))}::text[],
      ${texts(keys.map((key) => byKey.get(key)?.day ?? ''))}::date[]) as u(card_id, number, key, reversed, day)
    on conflict (venue_id, number_key) do nothing returning 1`
}

/**
 * Locks the cards that stand for the members of these numbers now, in the order of their ids, so that no two writers wait for each other: a
 * sale on a replaced card is its replacement's.
 * @returns by the key of each number
 * @throws Overtaken where a card was replaced while it was waited for
 */
export const lockMembers = async ({ sql, venueId }: VenueScope, keys: readonly string[]): Promise<Map<string, LockedMember>> => {
  if (keys.length === 0) return new Map()
  const rows = await sql<(LockedMember & { key: string; status: number })[]>`
    select k.number_key as key, m.card_id::text as "cardId", m.card_id <> k.card_id as "isReplaced", m.points, m.owed, m.status
    from unnest(${texts(keys)}::text[]) as w(key) join loyalty_card k on k.venue_id = ${venueId} and k.number_key = w.key
      join loyalty_card m on m.venue_id = ${venueId} and m.card_id = k.member_id
    order by m.card_id for update of m`
  if (rows.some(({ status }) => status === REPLACED)) throw new Overtaken('A card was replaced meanwhile.')
  return new Map(rows.map(({ key, status: _, ...member }) => [key, member]))
}
