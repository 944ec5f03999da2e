import { type OutsideMove, postFromOutside } from '#features/ledger/from-outside.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { newFactId } from '#platform/database/fact-id.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import { lockMember, PROVIDER } from './involv-members.sql.ts'
import type { Transaction } from './involv-rows.adapter.ts'

/** What a provider is to be told, or was. */
export interface Telling {
  tellingId: string
  points: number
}

/** Marks transactions as seen. @returns those that were not before */
const seeTransactions = async (
  { sql, venueId }: VenueScope,
  accountId: string,
  memberId: string,
  seen: readonly { id: string; points: number }[],
): Promise<Set<string>> => {
  const rows = await sql<{ id: string }[]>`
    insert into member_transaction (venue_id, provider, account_id, transaction_id, member_id, points)
    select ${venueId}, ${PROVIDER}, ${accountId}, u.id, ${memberId}, u.points
    from unnest(${texts(seen.map(({ id }) => id))}::text[], ${numbers(seen.map(({ points }) => points))}::bigint[]) as u(id, points)
    on conflict (venue_id, provider, account_id, transaction_id) do nothing returning transaction_id as id`
  return new Set(rows.map(({ id }) => id))
}

/** Transactions that were there before a member and its card began to go together: they move nothing here. */
export const seePast = async (venue: VenueScope, accountId: string, memberId: string, past: readonly Transaction[]): Promise<void> => {
  await seeTransactions(venue, accountId, memberId, past)
}

/**
 * Posts transactions that were not seen before on the member's card, each once whoever reads them how often, and notes until when they were read.
 * @param place where the link is: its location, where it is not the venue's
 * @returns how many there were
 */
export const importTransactions = async (
  venue: VenueScope,
  accountId: string,
  memberId: string,
  read: readonly Transaction[],
  place: number | null,
): Promise<number> => {
  const { sql, venueId, now } = venue
  const locked = await lockMember(venue, accountId, memberId)
  if (!locked?.card || locked.member.apart) return 0
  const unseen = await seeTransactions(venue, accountId, memberId, read)
  const moved = read.filter(({ id, points }, at) => unseen.has(id) && points !== 0 && read.findIndex((one) => one.id === id) === at)
  const movementIds = await postFromOutside(
    venue,
    locked.card,
    moved.map((one) => moveOf(venue, one, place)),
  )
  await sql`
    update member_transaction t set movement_id = u.movement_id
    from unnest(${texts(moved.map(({ id }) => id))}::text[], ${numbers(movementIds)}::bigint[]) as u(id, movement_id)
    where t.venue_id = ${venueId} and t.provider = ${PROVIDER} and t.account_id = ${accountId} and t.transaction_id = u.id returning 1`
  await sql`
    update linked_member set read_at = ${now}, points = points + ${moved.reduce((sum, { points }) => sum + points, 0)}::bigint
    where venue_id = ${venueId} and provider = ${PROVIDER} and account_id = ${accountId} and member_id = ${memberId} returning 1`
  return unseen.size
}

const USES: readonly string[] = ['accrue', 'redeem']
const LONGEST_COMMENT = 200

/** A transaction as it moves points here: at the location it names, where that is one of the venue. */
const moveOf = (venue: VenueScope, { type, points, location, occurred_at }: Transaction, place: number | null): OutsideMove => ({
  points,
  locationId: placeOf(venue, location ?? '', place),
  at: new Date(Math.min(Date.parse(occurred_at), venue.now.getTime())),
  isUse: USES.includes(type),
  comments: ([type, location].filter(Boolean).join(', ') || PROVIDER).slice(0, LONGEST_COMMENT),
})

/** @throws where a venue has no location at all, which none that is linked has */
export const placeOf = ({ locations }: VenueScope, name: string, place: number | null): number => {
  const wanted = name.trim().toLowerCase()
  const named = place === null ? locations.find((one) => one.name.toLowerCase() === wanted) : undefined
  const found = place ?? named?.locationId ?? (locations.find(({ active }) => active) ?? locations[0])?.locationId
  if (found === undefined) throw new Error('A venue that is linked has a location.')
  return found
}

/** Notes that the provider is to be told what moved here on its own since it was told last. @returns whether something did */
export const prepareTelling = async (venue: VenueScope, accountId: string, memberId: string): Promise<boolean> => {
  const locked = await lockMember(venue, accountId, memberId)
  if (!locked?.card || locked.member.apart || locked.member.untold === 0 || locked.member.pending !== 0) return false
  await askTelling(venue, accountId, memberId, locked.member.untold)
  return true
}

/** Notes that the provider is to be told so many points; the member is locked. */
export const askTelling = async ({ sql, venueId, now }: VenueScope, accountId: string, memberId: string, points: number): Promise<void> => {
  await sql`
    insert into member_telling (venue_id, telling_id, provider, account_id, member_id, points, asked_at)
    values (${venueId}, ${newFactId()}::bigint, ${PROVIDER}, ${accountId}, ${memberId}, ${points}, ${now})`
}

/** What a member's provider is still to be told, the oldest first. */
export const waitingTellings = async ({ sql, venueId }: VenueScope, accountId: string, memberId: string): Promise<Telling[]> => sql<Telling[]>`
  select telling_id::text as "tellingId", points from member_telling
  where venue_id = ${venueId} and provider = ${PROVIDER} and account_id = ${accountId} and member_id = ${memberId} and told_at is null and refused_at is null
  order by telling_id`

/** The provider did it: the transaction it became is ours, and is not read as one of theirs. */
export const noteTold = async (
  venue: VenueScope,
  accountId: string,
  memberId: string,
  { tellingId, points }: Telling,
  transactionId: string,
): Promise<void> => {
  const { sql, venueId, now } = venue
  if (!(await lockMember(venue, accountId, memberId))) return
  const [told] = await sql`
    update member_telling set told_at = ${now} where venue_id = ${venueId} and telling_id = ${tellingId}::bigint and told_at is null and refused_at is null returning 1`
  if (!told) return
  await seeTransactions(venue, accountId, memberId, [{ id: transactionId, points }])
  await sql`
    update linked_member set points = points + ${points}::bigint
    where venue_id = ${venueId} and provider = ${PROVIDER} and account_id = ${accountId} and member_id = ${memberId} returning 1`
}

/** The provider does not take it: it is not told again by itself, and the difference it leaves is for somebody to settle. */
export const noteNotTaken = async (venue: VenueScope, accountId: string, memberId: string, { tellingId, points }: Telling): Promise<void> => {
  const { sql, venueId, now } = venue
  if (!(await lockMember(venue, accountId, memberId))) return
  const [refused] = await sql`
    update member_telling set refused_at = ${now} where venue_id = ${venueId} and telling_id = ${tellingId}::bigint and told_at is null and refused_at is null returning 1`
  if (!refused) return
  await sql`
    update linked_member set base = base + ${points}::bigint
    where venue_id = ${venueId} and provider = ${PROVIDER} and account_id = ${accountId} and member_id = ${memberId} returning 1`
}
