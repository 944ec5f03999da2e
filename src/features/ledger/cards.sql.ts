import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import type { Query } from '#platform/database/sql.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { cardKey } from '#shared/card-number.ts'
import { failure } from '#shared/failure.ts'
import { printable } from '#shared/fields.ts'
import { nameKey } from '#shared/name-key.ts'
import { STATUS } from './card-status.rules.ts'
import { namePartsOf, reversed } from './name-parts.rules.ts'

/** A card held until the transaction ends. */
export interface LockedCard {
  cardId: string
  number: string
  numberKey: string
  name: string
  email: string | null
  phone: string | null
  tier: string | null
  status: number
  memberId: string
  points: number
  owed: number
  joined: string
  lastUsed: string | null
}

/** Whose a card is. */
export interface CardHolder {
  name: string
  email: string | null
  phone: string | null
  tier: string | null
}

/** Locks cards by the keys of their numbers, in the order of their ids, so that no two writers wait for each other. */
export const lockCards = async (scope: VenueScope, keys: readonly string[]): Promise<LockedCard[]> =>
  scope.sql<LockedCard[]>`${cardsWith(scope, keys)} for update`

/** The same cards as they are now, not held. */
export const knownCards = async (scope: VenueScope, keys: readonly string[]): Promise<LockedCard[]> => scope.sql<LockedCard[]>`${cardsWith(scope, keys)}`

const cardsWith = ({ sql, venueId }: VenueScope, keys: readonly string[]): Query<readonly unknown[]> => sql`
  select c.card_id::text as "cardId", c.number, c.number_key as "numberKey", c.name, c.email, c.phone, c.tier, c.status, c.member_id::text as "memberId", c.points,
    c.owed, c.joined, c.last_used as "lastUsed"
  from loyalty_card c where c.venue_id = ${venueId} and c.number_key = any(${texts(keys)}::text[]) order by c.card_id`

/**
 * One card, locked.
 * @throws CardNotFound
 */
export const lockCard = async (scope: VenueScope, number: string): Promise<LockedCard> => {
  const [card] = await lockCards(scope, [cardKey(number)])
  if (!card) throw failure('CardNotFound')
  return card
}

/** Locks the cards that stand now for the members of these cards, in the order of their ids; by the id asked for. */
export const lockMembersOf = async ({ sql, venueId }: VenueScope, cardIds: readonly string[]) => {
  const rows = await sql<{ asked: string; cardId: string; number: string; points: number; owed: number }[]>`
    select k.card_id::text as asked, m.card_id::text as "cardId", m.number, m.points, m.owed
    from unnest(${numbers(cardIds)}::bigint[]) as w(card_id) join loyalty_card k on k.venue_id = ${venueId} and k.card_id = w.card_id
      join loyalty_card m on m.venue_id = ${venueId} and m.card_id = k.member_id
    order by m.card_id for update of m`
  return new Map(rows.map((row) => [row.asked, row]))
}

/** Makes a card of a number that is none yet, or leaves the one there is. */
export const addCard = async (scope: VenueScope, number: string, joined: string): Promise<void> => {
  await addCards(scope, [number], joined)
}

/**
 * Makes cards of the numbers that are none yet, in the order of their keys and before any card is locked, so that no two writers wait for each
 * other.
 * @returns the keys of those that were made
 */
export const addCards = async ({ sql, venueId }: VenueScope, cardNumbers: readonly string[], joined: string): Promise<Set<string>> => {
  const byKey = new Map(cardNumbers.map((number) => [cardKey(number), printable(number.trim())]))
  const keys = [...byKey.keys()].sort()
  const made = await sql<{ key: string }[]>`
    insert into loyalty_card (venue_id, card_id, number, number_key, number_reversed, member_id, joined)
    select ${venueId}, u.card_id, u.number, u.key, u.reversed, u.card_id, ${joined}::date
    from unnest(${numbers(keys.map(() => newFactId()))}::bigint[], ${texts(keys.map((key) => byKey.get(key) ?? key))}::text[], ${texts(keys)}::text[],
      ${texts(keys.map(reversed))}::text[]) as u(card_id, number, key, reversed)
    on conflict (venue_id, number_key) do nothing returning number_key as key`
  return new Set(made.map(({ key }) => key))
}

/** Writes whose a card is and whether it may be used, and what search finds it by. */
export const writeHolder = (scope: VenueScope, cardId: string, holder: CardHolder, status: number): Promise<void> =>
  writeHolders(scope, [{ ...holder, cardId, status }])

/** The same for many cards at once; they are locked. */
export const writeHolders = async ({ sql, venueId }: VenueScope, cards: readonly (CardHolder & { cardId: string; status: number })[]): Promise<void> => {
  if (cards.length === 0) return
  const ids = numbers(cards.map(({ cardId }) => cardId))
  const column = (of: (card: CardHolder) => string | null) => texts(cards.map(of))
  await sql`
    update loyalty_card c set name = u.name, name_key = u.name_key, email = u.email, email_key = u.email_key, phone = u.phone, phone_reversed = u.phone_reversed,
      tier = u.tier, status = u.status, is_stub = c.is_stub and u.name = '' and u.email is null and u.phone is null
    from unnest(${ids}::bigint[], ${column(({ name }) => name)}::text[], ${column(({ name }) => nameKey(name))}::text[], ${column(({ email }) => email)}::text[],
      ${column(({ email }) => (email === null ? null : nameKey(email)))}::text[], ${column(({ phone }) => phone)}::text[],
      ${column(({ phone }) => phoneFromEnd(phone))}::text[], ${column(({ tier }) => tier)}::text[], ${numbers(cards.map(({ status }) => status))}::smallint[])
      as u(card_id, name, name_key, email, email_key, phone, phone_reversed, tier, status)
    where c.venue_id = ${venueId} and c.card_id = u.card_id`
  await sql`delete from loyalty_name_part where venue_id = ${venueId} and card_id = any(${ids}::bigint[])`
  const parts = cards.flatMap(({ cardId, name }) => namePartsOf(name).map((part) => ({ cardId, part })))
  if (parts.length === 0) return
  await sql`
    insert into loyalty_name_part (venue_id, part, card_id)
    select ${venueId}, u.part, u.card_id from unnest(${texts(parts.map(({ part }) => part))}::text[], ${numbers(parts.map(({ cardId }) => cardId))}::bigint[]) as u(part, card_id)
    returning 1`
}

const phoneFromEnd = (phone: string | null): string | null => {
  const digits = (phone ?? '').normalize('NFKC').replace(/\D/g, '')
  return digits === '' ? null : reversed(digits)
}

/** The old card stops for good: the new one stands for the member, and for whom the old one stood before. */
export const markReplaced = async ({ sql, venueId }: VenueScope, oldId: string, newId: string): Promise<void> => {
  await sql`update loyalty_card set member_id = ${newId}::bigint where venue_id = ${venueId} and member_id = ${oldId}::bigint`
  await sql`update loyalty_card set status = ${STATUS.replaced}, replaced_by = ${newId}::bigint where venue_id = ${venueId} and card_id = ${oldId}::bigint`
}

/** What a replacement takes over of the card before it: since when its holder is a member, and when they came last. */
export const carryMembership = async ({ sql, venueId }: VenueScope, newId: string, joined: string, lastUsed: string | null): Promise<void> => {
  await sql`
    update loyalty_card set joined = least(joined, ${joined}::date), last_used = greatest(last_used, ${lastUsed}::date)
    where venue_id = ${venueId} and card_id = ${newId}::bigint`
}

/** Whether points ever moved on a card. */
export const wasUsed = async ({ sql, venueId }: VenueScope, cardId: string): Promise<boolean> => {
  const [row] = await sql<{ used: boolean }[]>`
    select exists (select from loyalty_movement m where m.venue_id = ${venueId} and m.card_id = ${cardId}::bigint)
      or exists (select from loyalty_movement m where m.venue_id = ${venueId} and m.other_card_id = ${cardId}::bigint) as used`
  return row?.used ?? false
}
