import { todayAt } from '#features/ledger/by-hand.sql.ts'
import { STATUS } from '#features/ledger/card-status.rules.ts'
import { addCard, lockCard, writeHolder } from '#features/ledger/cards.sql.ts'
import { refuseOwnCard } from '#features/ledger/own-person.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { Query } from '#platform/database/sql.ts'
import { cardKey, maskedNumber } from '#shared/card-number.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { CARD_STATUSES } from './card-fields.rules.ts'
import { type CardRow, detailsOf } from './card-row.rules.ts'
import type { Details, SentDetails } from './loyalty.contract.ts'

/** What a question about cards `c` reads of each. */
export const cardColumns = ({ sql, venueId }: VenueScope): Query<readonly unknown[]> => sql`
  c.card_id::text, c.number, c.name, c.email, c.phone, c.tier, c.status, c.points, c.owed, c.joined, c.last_used, c.is_stub, c.member_id::text,
  (select r.number from loyalty_card r where r.venue_id = ${venueId} and r.card_id = c.replaced_by) as replaced_by_number`

/**
 * One card by its number.
 * @throws CardNotFound
 */
export const cardNamed = async (scope: VenueScope, number: string): Promise<CardRow> => {
  const { sql, venueId } = scope
  const [row] = await sql<CardRow[]>`select ${cardColumns(scope)} from loyalty_card c where c.venue_id = ${venueId} and c.number_key = ${cardKey(number)}`
  if (!row) throw failure('CardNotFound')
  return row
}

/** How a card stands. */
export const balanceOf = async (scope: VenueScope, number: string) => {
  const { number: CardNumber, points, owed } = await cardNamed(scope, number)
  return { CardNumber, Points: points, Owed: owed }
}

/**
 * Changes whose a card is, and whether it may be used; a number not known yet becomes a card. What was not sent stays.
 * @throws PathBodyDisagree, ValidationFailed, OwnCard where it is blocked, CardReplaced, LocationNotFound where nobody has a location to do it at
 */
export const setDetails = async (scope: VenueScope, number: string, sent: SentDetails): Promise<Details> => {
  if (sent.CardNumber !== undefined && cardKey(sent.CardNumber) !== cardKey(number)) throw failure('PathBodyDisagree', { field: 'CardNumber' })
  const [place] = scope.locations
  if (!place) throw failure('LocationNotFound')
  await addCard(scope, number, todayAt(scope, place.locationId))
  const card = await lockCard(scope, number)
  if (card.status === STATUS.blocked) await refuseOwnCard(scope, [card.cardId])
  const status = sent.Status === undefined ? card.status : CARD_STATUSES.indexOf(sent.Status) + 1
  if (status !== card.status && status === STATUS.replaced) throw fieldFailure('Details.Status', 'Status cannot be set to Replaced. Replace the card instead.')
  if (card.status === STATUS.replaced && status !== card.status) throw failure('CardReplaced', { card: card.number })
  const text = (value: string | null | undefined, kept: string | null) =>
    value === undefined ? kept : value === null || value.trim() === '' ? null : value.trim()
  const holder = {
    name: (sent.Name ?? card.name).trim(),
    email: text(sent.Email, card.email),
    phone: text(sent.Phone, card.phone),
    tier: text(sent.Tier, card.tier),
  }
  await writeHolder(scope, card.cardId, holder, status)
  const changed = Object.entries({ ...holder, status }).filter(([field, value]) => value !== card[field as keyof typeof card])
  if (changed.length > 0)
    await scope.audit({
      action: status === card.status ? 'card.changed' : status === STATUS.blocked ? 'card.blocked' : 'card.unblocked',
      subject: maskedNumber(card.number),
      detail: { Fields: changed.map(([field]) => field[0]?.toUpperCase() + field.slice(1)) },
    })
  return detailsOf(await cardNamed(scope, number))
}

/** Cards first seen at a till that nobody has completed, the newest first; one more than asked for where there are more. */
export const incompleteCards = async (scope: VenueScope, after: string | undefined, limit: number) => {
  const { sql, venueId } = scope
  const [rows, [count]] = await Promise.all([
    sql<CardRow[]>`
      select ${cardColumns(scope)} from loyalty_card c where c.venue_id = ${venueId} and c.is_stub and c.card_id < ${after ?? '9223372036854775807'}::bigint
      order by c.card_id desc limit ${limit + 1}`,
    sql<{ total: number }[]>`select count(*)::int as total from loyalty_card c where c.venue_id = ${venueId} and c.is_stub`,
  ])
  const shown = rows.slice(0, limit)
  return { Details: shown.map(detailsOf), Total: count?.total ?? 0, Next: rows.length > limit ? (shown.at(-1)?.card_id ?? null) : null }
}

/** The largest balances among cards last used before a day. */
export const largestUnused = async (scope: VenueScope, before: string): Promise<Details[]> => {
  const { sql, venueId } = scope
  const rows = await sql<CardRow[]>`
    select ${cardColumns(scope)} from loyalty_card c
    where c.venue_id = ${venueId} and c.points > 0 and coalesce(c.last_used, c.joined) < ${before}::date order by c.points desc, c.card_id limit 20`
  return rows.map(detailsOf)
}
