import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { cardKey } from '#shared/card-number.ts'
import { failure } from '#shared/failure.ts'
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
export const lockCards = async ({ sql, venueId }: VenueScope, keys: readonly string[]): Promise<LockedCard[]> => sql<LockedCard[]>`
  select c.card_id::text as "cardId", c.number, c.number_key as "numberKey", c.name, c.email, c.phone, c.tier, c.status, c.member_id::text as "memberId", c.points,
    c.owed, c.joined, c.last_used as "lastUsed"
  from loyalty_card c where c.venue_id = ${venueId} and c.number_key = any(${texts(keys)}::text[]) order by c.card_id for update`

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
export const addCard = async ({ sql, venueId }: VenueScope, number: string, joined: string): Promise<void> => {
  const [id, key] = [newFactId(), cardKey(number)]
  await sql`
    insert into loyalty_card (venue_id, card_id, number, number_key, number_reversed, member_id, joined)
    values (${venueId}, ${id}::bigint, ${number.trim()}, ${key}, ${reversed(key)}, ${id}::bigint, ${joined}::date)
    on conflict (venue_id, number_key) do nothing returning 1`
}

/** Writes whose a card is and whether it may be used, and what search finds it by. */
export const writeHolder = async ({ sql, venueId }: VenueScope, cardId: string, holder: CardHolder, status: number): Promise<void> => {
  const { name, email, phone, tier } = holder
  const digits = (phone ?? '').normalize('NFKC').replace(/\D/g, '')
  const isKnown = name !== '' || email !== null || phone !== null
  await sql`
    update loyalty_card set name = ${name}, name_key = ${nameKey(name)}, email = ${email}, email_key = ${email === null ? null : nameKey(email)}, phone = ${phone},
      phone_reversed = ${digits === '' ? null : reversed(digits)}, tier = ${tier}, status = ${status}, is_stub = is_stub and not ${isKnown}
    where venue_id = ${venueId} and card_id = ${cardId}::bigint`
  await sql`delete from loyalty_name_part where venue_id = ${venueId} and card_id = ${cardId}::bigint`
  const parts = namePartsOf(name)
  if (parts.length === 0) return
  await sql`
    insert into loyalty_name_part (venue_id, part, card_id) select ${venueId}, u.part, ${cardId}::bigint from unnest(${texts(parts)}::text[]) as u(part) returning 1`
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
