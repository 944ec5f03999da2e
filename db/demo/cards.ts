import { handMade, postByHand } from '#features/ledger/by-hand.sql.ts'
import { STATUS } from '#features/ledger/card-status.rules.ts'
import { ACCOUNT, FIGURE, MOVEMENT } from '#features/ledger/ledger.rules.ts'
import { namePartsOf, reversed } from '#features/ledger/name-parts.rules.ts'
import { firstDayTraded } from '#features/sums/reading/days-traded.sql.ts'
import { VenueScope } from '#platform/access/venue-scope.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import type { Database } from '#platform/database/database.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { booleans, numbers, texts } from '#platform/database/sql-arrays.ts'
import { dayNumber, dayOf } from '#shared/day.ts'
import { nameKey } from '#shared/name-key.ts'
import { FIRST_JOINED_BEFORE, FIRST_NUMBER, type Member, type World, worldOf } from './members.ts'

type Made = Member & { cardId: string }

const MORNING_UTC_HOURS = 1

/**
 * The sample's members, whose cards are made where there are none yet.
 * @param start the first day of a history that begins now; the history of cards that are there begins when it did
 * @returns nothing where the sample traded before it had members: its cards stay as they are
 */
export const membersOfSample = (database: Database, venueId: number, seed: number, start: string, now: Date): Promise<World | undefined> =>
  workInVenue(database, venueId, now, async (scope) => {
    const { sql } = scope
    const [first] = await sql<{ joined: string; isKnown: boolean }[]>`
      select joined, name <> '' as "isKnown" from loyalty_card where venue_id = ${venueId} and number_key = ${FIRST_NUMBER}`
    if (first) return first.isKnown ? worldOf(seed, dayOf(dayNumber(first.joined) + FIRST_JOINED_BEFORE)) : undefined
    if ((await firstDayTraded(scope)) !== undefined) return undefined
    const world = worldOf(seed, start)
    const cards = world.members.filter(({ kind }) => kind !== 'unknown').map((member) => ({ ...member, cardId: newFactId() }))
    await writeCards(scope, cards)
    await carryOver(await VenueScope.forJob(sql, venueId, morningOf(world.start)), cards)
    return world
  })

/** Some hours into a trading day in Sydney, before anything opens that day or soon after. */
export const morningOf = (day: number): Date => new Date(day * 86_400_000 - MORNING_UTC_HOURS * 3_600_000)

const writeCards = async ({ sql, venueId }: VenueScope, cards: readonly Made[]): Promise<void> => {
  const column = (value: (card: Made) => string | null) => texts(cards.map(value))
  const phoneDigits = ({ phone }: Made) => phone?.replaceAll(' ', '') ?? null
  await sql`
    insert into loyalty_card (venue_id, card_id, number, number_key, number_reversed, name, name_key, email, email_key, phone, phone_reversed, tier, status, member_id, joined,
      is_stub)
    select ${venueId}, u.card_id, u.number, u.number, u.number_reversed, u.name, u.name_key, u.email, lower(u.email), u.phone, u.phone_reversed, u.tier,
      case when u.blocked then ${STATUS.blocked}::smallint else ${STATUS.active}::smallint end, u.card_id, u.joined, false
    from unnest(${numbers(cards.map(({ cardId }) => cardId))}::bigint[], ${column(({ number }) => number)}::text[],
      ${column(({ number }) => reversed(number))}::text[], ${column(({ name }) => name)}::text[], ${column(({ name }) => nameKey(name))}::text[],
      ${column(({ email }) => email)}::text[], ${column(({ phone }) => phone)}::text[],
      ${column((card) => (card.phone === null ? null : reversed(phoneDigits(card) ?? '')))}::text[], ${column(({ tier }) => tier)}::text[],
      ${booleans(cards.map(({ blocked }) => blocked))}::boolean[], ${column(({ joined }) => dayOf(joined))}::date[])
      as u(card_id, number, number_reversed, name, name_key, email, phone, phone_reversed, tier, blocked, joined)
    returning 1`
  const parts = cards.flatMap(({ cardId, name }) => namePartsOf(name).map((part) => ({ cardId, part })))
  await sql`
    insert into loyalty_name_part (venue_id, part, card_id)
    select ${venueId}, u.part, u.card_id from unnest(${texts(parts.map(({ part }) => part))}::text[], ${numbers(parts.map(({ cardId }) => cardId))}::bigint[]) as u(part, card_id)
    returning 1`
}

/** The points members had on paper cards before the venue began with Daybook. */
const carryOver = async (scope: VenueScope, cards: readonly Made[]): Promise<void> => {
  const carried = cards.filter(({ opening }) => opening > 0)
  const movements = carried.map(({ cardId, opening, place }) => ({
    ...handMade(scope, { locationId: scope.locations[place]?.locationId ?? 0, comments: 'Points of the paper card' }),
    kind: MOVEMENT.adjustment,
    cardId,
    changes: [{ cardId, by: opening }],
    against: [{ account: ACCOUNT.adjusted, delta: -opening }],
    figures: [{ figure: FIGURE.adjustments, points: opening }],
  }))
  await postByHand(
    scope,
    movements,
    carried.map(({ cardId }) => ({ cardId, points: 0, owed: 0 })),
  )
}
