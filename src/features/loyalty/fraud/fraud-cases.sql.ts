import { type OwnPerson, ownPerson } from '#features/ledger/own-person.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import type { Query } from '#platform/database/sql.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import { failure } from '#shared/failure.ts'
import { RULES_ABOUT_ALL } from './fraud-rules.rules.ts'
import type { Hit } from './hits.rules.ts'
import type { KeptCase } from './kept-case.rules.ts'

const casesWhere = ({ sql, venueId }: VenueScope, where: Query<readonly unknown[]>, isOwn?: Query<readonly unknown[]>) => sql<KeptCase[]>`
  select k.case_id::text as "caseId", k.card_id::text as "cardId", k.state, k.version, ${isOwn ?? sql`false`} as "isOwn", k.opened_at as "openedAt", e.display_name as by, k.exempt_until as "exemptUntil",
    exists (select from fraud_step s where s.venue_id = ${venueId} and s.case_id = k.case_id and s.blocked) as blocked
  from fraud_case k left join employee e on e.venue_id = ${venueId} and e.user_id = k.decided_by
  where k.venue_id = ${venueId} and ${where} order by k.case_id desc limit 500`

/** Cases with something found at the user's locations, the newest first; without those about the user. */
export const casesSeen = async (venue: VenueScope, state: number | undefined): Promise<readonly KeptCase[]> => {
  const { sql } = venue
  const own = await ownPerson(venue)
  return casesWhere(venue, sql`${isSeen(venue)} and not ${isAboutOwn(venue, own)} and ${state === undefined ? sql`true` : sql`k.state = ${state}`}`)
}

/** Cases of cards in any state, with whether each is about the user. */
export const casesOfCards = (venue: VenueScope, cardIds: readonly string[], own: OwnPerson): Promise<readonly KeptCase[]> =>
  casesWhere(venue, venue.sql`k.card_id = any(${numbers(cardIds)}::bigint[])`, isAboutOwn(venue, own))

/** @throws NotFound where the case is about the user, or nothing of it was found at the user's locations */
export const caseNamed = async (venue: VenueScope, caseId: string): Promise<KeptCase> => {
  const own = await ownPerson(venue)
  const [found] = await casesWhere(venue, venue.sql`${isSeen(venue)} and not ${isAboutOwn(venue, own)} and k.case_id = ${caseId}::bigint`)
  if (!found) throw failure('NotFound')
  return found
}

/** Whether a case `k` is about a person: their card, what they rang up, or what they moved. */
const isAboutOwn = ({ sql, venueId }: VenueScope, { cardIds, clerkKeys, userIds }: OwnPerson) => {
  const clerks = sql`any(${numbers(clerkKeys)}::int[])`
  const users = sql`any(${numbers(userIds)}::int[])`
  return sql`(k.card_id = any(${numbers(cardIds)}::bigint[]) or exists (
    select from fraud_hit o where o.venue_id = ${venueId} and o.case_id = k.case_id and (o.clerk_key = ${clerks} or o.user_id = ${users}
      or o.rule = any(${numbers(RULES_ABOUT_ALL)}::int[]) and (
        exists (select from sale s where s.venue_id = ${venueId} and s.sale_id = any(o.facts) and s.clerk_key = ${clerks})
        or exists (select from loyalty_movement m left join sale s on s.venue_id = ${venueId} and s.sale_id = m.sale_id
          where m.venue_id = ${venueId} and m.movement_id = any(o.facts) and (s.clerk_key = ${clerks} or m.actor_user_id = ${users}))))))`
}

/**
 * Whether a row `a` of the trail concerns a case that the reader may not know: one about them, or one with hits at a location not granted. Rows without a
 * CaseId, which are older, go by the masked number of the card.
 */
export const isOfHiddenCase = (venue: VenueScope, own: OwnPerson): Query<readonly unknown[]> => {
  const { sql, venueId, allLocations, locations } = venue
  const isElsewhere = sql`exists (select from fraud_hit h where h.venue_id = ${venueId} and h.case_id = k.case_id
    and h.location_id <> all(${numbers(locations.map(({ locationId }) => locationId))}::int[]))`
  const hidden = sql`select k.case_id, k.card_id from fraud_case k
    where k.venue_id = ${venueId} and (${isAboutOwn(venue, own)} ${allLocations ? sql`` : sql`or ${isElsewhere}`})`
  return sql`(a.action like 'fraud.%' and case when a.detail ? 'CaseId' then a.detail->>'CaseId' = any(array(select case_id::text from (${hidden}) as h))
    else a.subject = any(array(select '•••• ' || right(trim(c.number), 4) from (${hidden}) as h join loyalty_card c on c.venue_id = ${venueId} and c.card_id = h.card_id)) end)`
}

/** Returns the locations of what was found in a case, those not granted included. */
export const locationsOfCase = async ({ sql, venueId }: VenueScope, caseId: string): Promise<number[]> => {
  const rows = await sql<{ locationId: number }[]>`
    select distinct location_id as "locationId" from fraud_hit where venue_id = ${venueId} and case_id = ${caseId}::bigint order by location_id`
  return rows.map(({ locationId }) => locationId)
}

const isSeen = ({ sql, venueId, locations }: VenueScope) => sql`exists (
  select from fraud_hit h where h.venue_id = ${venueId} and h.case_id = k.case_id and h.location_id = any(${locations.map(({ locationId }) => locationId)}::int[]))`

/** What was found in cases, at the holder's locations. */
export const hitsOfCases = async ({ sql, venueId, locations }: VenueScope, caseIds: readonly string[]): Promise<(Hit & { caseId: string })[]> => {
  if (caseIds.length === 0) return []
  return sql<(Hit & { caseId: string })[]>`
    select case_id::text as "caseId", rule, card_id::text as "cardId", location_id as "locationId", day, n, other, clerk_key as "clerkKey", user_id as "userId", about,
      facts::text[] as facts
    from fraud_hit where venue_id = ${venueId} and case_id = any(${numbers(caseIds)}::bigint[])
      and location_id = any(${locations.map(({ locationId }) => locationId)}::int[])
    order by day, rule, card_id, location_id, clerk_key`
}

/**
 * Puts what was found about a card into its open case, or opens one where there is something no case has yet.
 * @returns the case; nothing where all of it was decided on before
 */
export const keepHits = async (venue: VenueScope, cardId: string, hits: readonly Hit[]): Promise<{ caseId: string; isNew: boolean } | undefined> => {
  const { sql, venueId } = venue
  // One at a time for each card: two would open two cases.
  await sql`select from loyalty_card where venue_id = ${venueId} and card_id = ${cardId}::bigint for update`
  const known = await sql<{ rule: number; day: string; locationId: number; state: number }[]>`
    select h.rule, h.day, h.location_id as "locationId", k.state from fraud_hit h join fraud_case k on k.venue_id = ${venueId} and k.case_id = h.case_id
    where h.venue_id = ${venueId} and h.card_id = ${cardId}::bigint`
  const decided = new Set(known.filter(({ state }) => state > 2).map(nameOf))
  const fresh = hits.filter((hit) => !decided.has(nameOf(hit)))
  if (fresh.length === 0) return undefined
  const opened = await openCaseOf(venue, cardId)
  for (const hit of fresh) await keepHit(venue, opened.caseId, hit)
  return opened
}

const nameOf = ({ rule, day, locationId }: Pick<Hit, 'rule' | 'day' | 'locationId'>) => `${rule} ${day} ${locationId}`

const openCaseOf = async ({ sql, venueId, holder, now }: VenueScope, cardId: string): Promise<{ caseId: string; isNew: boolean }> => {
  const [open] = await sql<{ caseId: string }[]>`
    select case_id::text as "caseId" from fraud_case where venue_id = ${venueId} and card_id = ${cardId}::bigint and state <= 2`
  if (open) return { ...open, isNew: false }
  const caseId = newFactId()
  const userId = holder.kind === 'person' ? holder.userId : null
  await sql`insert into fraud_case (venue_id, case_id, card_id, opened_at) values (${venueId}, ${caseId}::bigint, ${cardId}::bigint, ${now})`
  await sql`insert into fraud_step (venue_id, case_id, step_no, state, user_id, at) values (${venueId}, ${caseId}::bigint, 1, 1, ${userId}, ${now})`
  return { caseId, isNew: true }
}

const keepHit = async ({ sql, venueId }: VenueScope, caseId: string, hit: Hit): Promise<void> => {
  const { cardId, rule, day, locationId, n, other, clerkKey, userId, about, facts } = hit
  await sql`
    insert into fraud_hit (venue_id, card_id, rule, day, location_id, case_id, n, other, clerk_key, user_id, about, facts)
    values (${venueId}, ${cardId}::bigint, ${rule}, ${day}::date, ${locationId}, ${caseId}::bigint, ${n}, ${other}, ${clerkKey}, ${userId}, ${about}, ${numbers(facts)}::bigint[])
    on conflict (venue_id, card_id, rule, day, location_id) do update set n = excluded.n, other = excluded.other, clerk_key = excluded.clerk_key,
      user_id = excluded.user_id, about = excluded.about, facts = excluded.facts`
}

/** A step of a case. */
export interface KeptStep {
  state: number
  note: string
  by: string | null
  at: Date
  blocked: boolean
  reversed: number
  exemptUntil: string | null
}

export const stepsOf = ({ sql, venueId }: VenueScope, caseId: string): Promise<readonly KeptStep[]> => sql<KeptStep[]>`
  select s.state, s.note, e.display_name as by, s.at, s.blocked, s.reversed, s.exempt_until as "exemptUntil"
  from fraud_step s left join employee e on e.venue_id = ${venueId} and e.user_id = s.user_id
  where s.venue_id = ${venueId} and s.case_id = ${caseId}::bigint order by s.step_no`

/** Holds a case until the transaction ends. @throws Conflict where it is another version by now */
export const lockCase = async ({ sql, venueId }: VenueScope, caseId: string, version: number | undefined): Promise<void> => {
  const [row] = await sql<{ version: number }[]>`select version from fraud_case where venue_id = ${venueId} and case_id = ${caseId}::bigint for update`
  if (version !== undefined && row?.version !== version) throw failure('Conflict')
}

/** Moves a case to a state, and writes down who did and why. */
export const moveCase = async (
  venue: VenueScope,
  caseId: string,
  step: Pick<KeptStep, 'state' | 'note' | 'blocked' | 'reversed' | 'exemptUntil'>,
): Promise<void> => {
  const { sql, venueId, holder } = venue
  const person = holder.kind === 'person' ? holder : undefined
  const userId = person?.userId ?? null
  const { state, note, blocked, reversed, exemptUntil } = step
  await sql`
    update fraud_case set state = ${state}, version = version + 1, decided_by = ${userId}, decided_at = ${venue.now}, exempt_until = ${exemptUntil}::date
    where venue_id = ${venueId} and case_id = ${caseId}::bigint`
  await sql`
    insert into fraud_step (venue_id, case_id, step_no, state, note, user_id, on_behalf_of_user_id, at, blocked, reversed, exempt_until)
    select ${venueId}, ${caseId}::bigint, max(step_no) + 1, ${state}::smallint, ${note}, ${person?.impersonator?.userId ?? userId}::int, ${person?.impersonator ? userId : null}::int,
      ${venue.now}::timestamptz, ${blocked}, ${reversed}::bigint, ${exemptUntil}::date
    from fraud_step where venue_id = ${venueId} and case_id = ${caseId}::bigint returning 1`
}
