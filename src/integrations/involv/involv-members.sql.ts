import { STATUS } from '#features/ledger/card-status.rules.ts'
import { lockMembersOf } from '#features/ledger/cards.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { Overtaken } from '#platform/database/retry.ts'
import { texts } from '#platform/database/sql-arrays.ts'
import { type ConflictKind, conflictsOf, type Pair, type Profile, profileText } from './involv-conflict.rules.ts'

/** As what accounts of Involv stand in the tables that loyalty providers share. */
export const PROVIDER = 'Involv'

interface MemberRow {
  memberId: string
  cardId: string | null
  base: number
  keptGap: number
  apart: boolean
  gone: boolean
  cardNumber: string
  name: string
  email: string | null
  phone: string | null
  tier: string | null
  points: number
  keptProfile: string | null
  keptNumber: string | null
  conflicts: ConflictKind[]
  matchedAt: Date
  readAt: Date
  firstNumber: string | null
  standing: (Profile & { number: string; net: number }) | null
  others: number
  imported: number
  told: number
  pending: number
}

/** A member beside its card, with what both sides still owe each other. */
export interface KnownMember extends MemberRow {
  /** Points that moved here on their own and were not told yet. */
  untold: number
  /** Points there once everything was told. */
  theirs: number
  pair: Pair
}

const known = (row: MemberRow): KnownMember => {
  const { standing, firstNumber, points, pending, keptGap } = row
  const net = standing?.net ?? 0
  const untold = standing ? net - row.base - row.imported - row.told : 0
  const theirs = points + pending + untold
  const { name, email, phone, tier } = row
  const card = standing && firstNumber !== null ? { ...standing, firstNumber } : undefined
  const pair: Pair = {
    number: row.cardNumber,
    profile: { name, email, phone, tier },
    isLost: row.gone,
    card,
    others: row.others,
    gap: card ? theirs - net - keptGap : 0,
    keptProfile: row.keptProfile,
    keptNumber: row.keptNumber,
  }
  return { ...row, untold, theirs, pair }
}

/** Members of an account that were met before, by what the provider calls them. */
export const knownMembers = async (venue: VenueScope, accountId: string, ids: readonly string[]): Promise<Map<string, KnownMember>> => {
  const rows = await membersWhere(venue, accountId, venue.sql`m.member_id = any(${texts(ids)}::text[])`)
  return new Map(rows.map((row) => [row.memberId, row]))
}

const LISTED = 200

/** Members whose card and side there do not agree; one more than are listed where there are more. */
export const membersInConflict = async (venue: VenueScope, accountId: string): Promise<{ members: KnownMember[]; more: boolean }> => {
  const rows = await membersWhere(venue, accountId, venue.sql`m.conflicts <> '{}' and not m.apart order by m.member_id limit ${LISTED + 1}`)
  return { members: rows.slice(0, LISTED), more: rows.length > LISTED }
}

const membersWhere = async ({ sql, venueId }: VenueScope, accountId: string, which: ReturnType<VenueScope['sql']>): Promise<KnownMember[]> => {
  const rows = await sql<MemberRow[]>`
    select m.member_id as "memberId", m.card_id::text as "cardId", m.base, m.gap as "keptGap", m.apart, m.gone, m.card_number as "cardNumber", m.name, m.email, m.phone,
      m.tier, m.points, m.kept_profile as "keptProfile", m.kept_number as "keptNumber", m.conflicts, m.matched_at as "matchedAt", m.read_at as "readAt",
      k.number as "firstNumber", case when c.card_id is not null then
        jsonb_build_object('number', c.number, 'name', c.name, 'email', c.email, 'phone', c.phone, 'tier', c.tier, 'net', c.points - c.owed) end as standing,
      (select count(*)::int from linked_member o
        where o.venue_id = ${venueId} and o.card_id = any(array(select ok.card_id from loyalty_card ok where ok.venue_id = ${venueId} and ok.member_id = k.member_id))
          and o.provider = ${PROVIDER} and o.account_id = ${accountId} and o.member_id <> m.member_id and not o.apart and not o.gone) as others,
      coalesce((select sum(t.points)::bigint from member_transaction t where t.venue_id = ${venueId} and t.provider = ${PROVIDER} and t.account_id = ${accountId}
        and t.member_id = m.member_id and t.movement_id is not null), 0) as imported,
      coalesce((select sum(t.points)::bigint from member_telling t where t.venue_id = ${venueId} and t.provider = ${PROVIDER} and t.account_id = ${accountId}
        and t.member_id = m.member_id and t.refused_at is null), 0) as told,
      coalesce((select sum(t.points)::bigint from member_telling t where t.venue_id = ${venueId} and t.provider = ${PROVIDER} and t.account_id = ${accountId}
        and t.member_id = m.member_id and t.refused_at is null and t.told_at is null), 0) as pending
    from linked_member m left join loyalty_card k on k.venue_id = ${venueId} and k.card_id = m.card_id
      left join loyalty_card c on c.venue_id = ${venueId} and c.card_id = k.member_id
    where m.venue_id = ${venueId} and m.provider = ${PROVIDER} and m.account_id = ${accountId} and ${which}`
  return rows.map(known)
}

/** How an account's members stand: how many go together with a card, and how many were put apart. */
export const memberCounts = async ({ sql, venueId }: VenueScope, accountIds: readonly string[]): Promise<{ together: number; apart: number }> => {
  const [row] = await sql<{ together: number; apart: number }[]>`
    select count(*) filter (where not apart and not gone and card_id is not null)::int as together, count(*) filter (where apart)::int as apart
    from linked_member where venue_id = ${venueId} and provider = ${PROVIDER} and account_id = any(${texts(accountIds)}::text[])`
  return row ?? { together: 0, apart: 0 }
}

/** A member that is known, or a card without one, and its key in the order of both. */
export interface Side {
  key: string
  memberId: string | null
  number: string
}

/** Known members of an account, then cards without a member there. @param madeSince only cards made since; null: all of them */
export const sidesAfter = async (
  { sql, venueId }: VenueScope,
  accountId: string,
  after: string,
  { madeSince, atMost }: { madeSince: Date | null; atMost: number },
): Promise<Side[]> => sql<Side[]>`
  select key, "memberId", number from (
    select 'a' || m.member_id as key, m.member_id as "memberId", m.card_number as number from linked_member m
    where m.venue_id = ${venueId} and m.provider = ${PROVIDER} and m.account_id = ${accountId} and not m.apart
    union all
    select 'b' || lpad(c.card_id::text, 20, '0'), null, c.number from loyalty_card c
    where c.venue_id = ${venueId} and c.status <> ${STATUS.replaced} and (${madeSince}::timestamptz is null or c.created_at >= ${madeSince}::timestamptz)
      and not exists (select from linked_member m
        where m.venue_id = ${venueId} and m.provider = ${PROVIDER} and m.account_id = ${accountId} and m.card_id = c.card_id)
  ) s where key collate "C" > ${after} order by key collate "C" limit ${atMost}`

/**
 * Locks a member and then the card it goes together with, so that nothing of either moves until the transaction ends. Always in this order.
 * @returns the member, and the card that stands for it now where there is one
 */
export const lockMember = async (venue: VenueScope, accountId: string, memberId: string) => {
  const { sql, venueId } = venue
  const [row] = await sql<{ cardId: string | null }[]>`
    select card_id::text as "cardId" from linked_member
    where venue_id = ${venueId} and provider = ${PROVIDER} and account_id = ${accountId} and member_id = ${memberId} for update`
  if (!row) return undefined
  const card = row.cardId === null ? undefined : (await lockMembersOf(venue, [row.cardId])).get(row.cardId)
  const member = (await knownMembers(venue, accountId, [memberId])).get(memberId)
  if (card && card.number !== member?.standing?.number) throw new Overtaken('A card was replaced meanwhile.')
  return member && { member, card }
}

/** Members of an account whose card is that of this one, itself among them. */
export const membersOfSameCard = async ({ sql, venueId }: VenueScope, accountId: string, memberId: string): Promise<string[]> => {
  const rows = await sql<{ memberId: string }[]>`
    select o.member_id as "memberId" from linked_member o
    where o.venue_id = ${venueId} and o.provider = ${PROVIDER} and o.account_id = ${accountId} and o.card_id = any(array(
      select ok.card_id from loyalty_card ok where ok.venue_id = ${venueId} and ok.member_id = (
        select k.member_id from loyalty_card k where k.venue_id = ${venueId} and k.card_id = (
          select m.card_id from linked_member m
          where m.venue_id = ${venueId} and m.provider = ${PROVIDER} and m.account_id = ${accountId} and m.member_id = ${memberId}))))`
  return [...new Set([memberId, ...rows.map((row) => row.memberId)])]
}

/** What is known of a member by now, over what was known before. */
export const noteMember = async (
  { sql, venueId }: VenueScope,
  accountId: string,
  memberId: string,
  { cardNumber, profile, points }: { cardNumber: string; profile: Profile; points: number },
): Promise<void> => {
  const { name, email, phone, tier } = profile
  await sql`
    update linked_member set card_number = ${cardNumber}, name = ${name}, email = ${email}, phone = ${phone}, tier = ${tier}, points = ${points}, gone = false
    where venue_id = ${venueId} and provider = ${PROVIDER} and account_id = ${accountId} and member_id = ${memberId} returning 1`
}

/** A member that is not there any more. */
export const noteGone = async (venue: VenueScope, accountId: string, memberId: string): Promise<void> => {
  const { sql, venueId } = venue
  await sql`
    update linked_member set gone = true where venue_id = ${venueId} and provider = ${PROVIDER} and account_id = ${accountId} and member_id = ${memberId} returning 1`
  await recheck(venue, accountId, [memberId])
}

/**
 * Looks anew where members and cards do not agree.
 * @param isSure the points there were read while nothing moved: a difference is one, and no telling or transaction on its way
 */
export const recheck = async (venue: VenueScope, accountId: string, memberIds: readonly string[], isSure = false): Promise<void> => {
  const { sql, venueId } = venue
  for (const member of (await knownMembers(venue, accountId, memberIds)).values()) {
    const found = member.apart ? [] : conflictsOf(member.pair)
    const conflicts = found.filter((kind) => kind !== 'Balance' || isSure || member.conflicts.includes('Balance'))
    if (conflicts.join() === member.conflicts.join()) continue
    await sql`
      update linked_member set conflicts = ${texts(conflicts)}::text[]
      where venue_id = ${venueId} and provider = ${PROVIDER} and account_id = ${accountId} and member_id = ${member.memberId} returning 1`
  }
}

/** What somebody said of a member; what is not named stays. */
export interface MemberChoice {
  /** Added to the points that both sides were to have from the beginning. */
  baseBy?: number
  gapBy?: number
  apart?: boolean
  keptProfile?: Profile
  keptNumber?: string
  cardId?: string
}

export const noteChoice = async ({ sql, venueId }: VenueScope, accountId: string, memberId: string, choice: MemberChoice): Promise<void> => {
  const { baseBy = 0, gapBy = 0, apart = false, keptProfile, keptNumber, cardId } = choice
  await sql`
    update linked_member set base = base + ${baseBy}::bigint, gap = gap + ${gapBy}::bigint, apart = apart or ${apart},
      kept_profile = coalesce(${keptProfile ? profileText(keptProfile) : null}, kept_profile), kept_number = coalesce(${keptNumber ?? null}, kept_number),
      card_id = coalesce(${cardId ?? null}::bigint, card_id)
    where venue_id = ${venueId} and provider = ${PROVIDER} and account_id = ${accountId} and member_id = ${memberId} returning 1`
}
