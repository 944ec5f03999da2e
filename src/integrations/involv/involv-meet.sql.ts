import { todayAt } from '#features/ledger/by-hand.sql.ts'
import { STATUS } from '#features/ledger/card-status.rules.ts'
import { addCards, lockCards, lockMembersOf, writeHolder } from '#features/ledger/cards.sql.ts'
import { postFromOutside } from '#features/ledger/from-outside.sql.ts'
import { openCards } from '#features/ledger/opening-points.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { cardKey } from '#shared/card-number.ts'
import { membersOfSameCard, PROVIDER, recheck } from './involv-members.sql.ts'
import { placeOf, seePast } from './involv-points.sql.ts'
import { type Member, numberOf, profileOf, type Transaction } from './involv-rows.adapter.ts'

/** What became of members that were met for the first time. */
export interface Met {
  cards: number
  points: number
}

/**
 * Brings a member met for the first time together with the card of its number; a number that is no card yet becomes one, with the member's profile
 * and points. From here on what moves on one side moves on the other, and what moved before does not.
 * @param past its transactions, read while nothing moved
 */
export const meetMember = async (venue: VenueScope, accountId: string, member: Member, past: readonly Transaction[], place: number | null): Promise<Met> => {
  const { sql, venueId, now } = venue
  const number = numberOf(member)
  const { card, base, met } = number === '' ? { card: undefined, base: 0, met: NOBODY } : await cardFor(venue, number, member, place)
  const { name, email, phone, tier } = profileOf(member)
  const [isNew] = await sql`
    insert into linked_member (venue_id, provider, account_id, member_id, card_id, base, card_number, name, email, phone, tier, points, matched_at, read_at)
    values (${venueId}, ${PROVIDER}, ${accountId}, ${member.id}, ${card ?? null}::bigint, ${base}, ${number}, ${name}, ${email}, ${phone}, ${tier}, ${member.points_balance},
      ${now}, ${now})
    on conflict (venue_id, provider, account_id, member_id) do nothing returning 1`
  if (!isNew) throw new Error(`Member ${member.id} was met already.`)
  await seePast(venue, accountId, member.id, past)
  await recheck(venue, accountId, await membersOfSameCard(venue, accountId, member.id), true)
  return met
}

const NOBODY: Met = { cards: 0, points: 0 }

/** The card of a number, made where there is none, and how many points stand on it. */
const cardFor = async (venue: VenueScope, number: string, member: Member, place: number | null) => {
  const locationId = placeOf(venue, '', place)
  const isNew = (await addCards(venue, [number], todayAt(venue, locationId))).size > 0
  const [card] = await lockCards(venue, [cardKey(number)])
  if (!card) throw new Error('A card that was just added is there.')
  const profile = profileOf(member)
  const isBlank = card.name === '' && card.email === null && card.phone === null && card.status === STATUS.active
  if (isBlank) await writeHolder(venue, card.cardId, { ...profile, tier: profile.tier ?? card.tier }, card.status)
  const points = member.points_balance
  if (isNew && points !== 0) await open(venue, card, points, locationId)
  const standing = (await lockMembersOf(venue, [card.cardId])).get(card.cardId)
  const base = (standing?.points ?? 0) - (standing?.owed ?? 0)
  return { card: card.cardId, base, met: isNew ? { cards: 1, points } : NOBODY }
}

/** The points a new card brings along; below zero it owes them. */
const open = async (venue: VenueScope, card: { cardId: string; points: number; owed: number }, points: number, locationId: number): Promise<void> => {
  const made = { locationId, comments: PROVIDER }
  if (points > 0) await openCards(venue, [{ cardId: card.cardId, points }], made, { userId: null, onBehalfOf: null })
  else await postFromOutside(venue, card, [{ points, at: venue.now, isUse: false, ...made }])
}
