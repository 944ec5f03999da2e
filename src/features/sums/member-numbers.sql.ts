import type { VenueScope } from '#platform/access/venue-scope.ts'
import { unpackBits } from '#platform/database/packed-numbers.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { cardKey } from '#shared/card-number.ts'
import { UnsoundSums } from '#shared/stored-sums.ts'
import { basisName, guestBasis } from './guest-pack.rules.ts'
import { isIn } from './reading/member-bits.rules.ts'

/** Holds the numbers of a venue's members until the transaction ends: one writer at a time. */
export const holdMemberNumbers = async ({ sql, venueId }: VenueScope): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`members ${venueId}`}, 0))`
}

/** The numbers that cards have, by the key of the card; none for those nobody numbered yet. */
export const numbersByKey = async ({ sql, venueId }: VenueScope, keys: readonly string[]): Promise<Map<string, number>> => {
  if (keys.length === 0) return new Map()
  const rows = await sql<{ key: string; no: number }[]>`
    select card_key as key, min(member_no) as no from member_number where venue_id = ${venueId} and card_key = any(${texts(keys)}::text[]) group by card_key`
  return new Map(rows.map(({ key, no }) => [key, no]))
}

/** Gives cards met for the first time their numbers; ways of writing one number share it. */
export const numberCards = async (scope: VenueScope, cards: readonly string[]): Promise<Map<string, number>> => {
  if (cards.length === 0) return new Map()
  await holdMemberNumbers(scope)
  const byKey = await numbersByKey(scope, cards.map(cardKey))
  let last = await lastNumber(scope)
  for (const card of cards) if (!byKey.has(cardKey(card))) byKey.set(cardKey(card), ++last)
  await addNumbers(scope, cards, byKey)
  return new Map(cards.map((card) => [card, byKey.get(cardKey(card)) ?? 0]))
}

/**
 * Makes two cards one member from now on, for everything that was counted before too: what is packed with the number that goes is packed
 * again by the hourly job, and read from the sales until then.
 */
export const joinMembers = async (scope: VenueScope, card: string, other: string): Promise<void> => {
  await holdMemberNumbers(scope)
  const byKey = await numbersByKey(scope, [cardKey(card), cardKey(other)])
  const [own, others] = [byKey.get(cardKey(card)), byKey.get(cardKey(other))]
  const number = own ?? others ?? (await lastNumber(scope)) + 1
  await addNumbers(scope, [card, other], new Map([card, other].map((one) => [cardKey(one), number])))
  if (own === undefined || others === undefined || own === others) return
  await scope.sql`update member_number set member_no = ${own} where venue_id = ${scope.venueId} and member_no = ${others}`
  await dropPacked(scope, others)
}

const lastNumber = async ({ sql, venueId }: VenueScope): Promise<number> => {
  const [row] = await sql<{ last: number }[]>`select coalesce(max(member_no), 0) as last from member_number where venue_id = ${venueId}`
  return row?.last ?? 0
}

const addNumbers = async ({ sql, venueId }: VenueScope, cards: readonly string[], byKey: ReadonlyMap<string, number>): Promise<void> => {
  const keys = cards.map(cardKey)
  await sql`
    insert into member_number (venue_id, card_number, card_key, member_no)
    select ${venueId}, u.* from unnest(${texts(cards)}::text[], ${texts(keys)}::text[], ${numbers(keys.map((key) => byKey.get(key) ?? 0))}::int[]) as u
    on conflict (venue_id, card_number) do nothing returning 1`
}

/** Takes away the packed months in which a number is, and those that cannot be read now. */
const dropPacked = async ({ sql, venueId, venue }: VenueScope, number: number): Promise<void> => {
  const basis = basisName(guestBasis(venue.dayparts))
  const packs = await sql<{ locationId: number; month: string; visitors: string }[]>`
    select location_id as "locationId", month, visitors from packed_guests where venue_id = ${venueId} and basis = ${basis}`
  const wrong = packs.filter(({ visitors }) => came(visitors, number))
  await sql`
    delete from packed_guests p where p.venue_id = ${venueId} and (p.basis <> ${basis} or (p.location_id, p.month) in (
      select u.location_id, u.month from unnest(${numbers(wrong.map(({ locationId }) => locationId))}::int[], ${texts(wrong.map(({ month }) => month))}::date[]) as u(location_id, month)))`
}

const came = (visitors: string, number: number): boolean => {
  try {
    return unpackBits([visitors]).some((bits) => isIn(bits, number))
  } catch (error) {
    if (error instanceof UnsoundSums) return true
    throw error
  }
}
