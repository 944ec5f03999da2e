import type { Sql, Transaction } from '#platform/database/pool.ts'
import type { Statements } from '#platform/database/sql.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import { failure } from '#shared/failure.ts'
import { hasChecksum, randomWithChecksum } from './key-checksum.ts'
import { hashSecret } from './secrets.ts'

const BEGINS = 'daybook_'
const SHOWN_LENGTH = BEGINS.length + 4
/** Tokens that work, of one person at one venue. */
const MOST_TOKENS = 20

/** What a personal token opens: its person's venue, for some reports at some locations. Null: whatever they may see. */
export interface PersonalToken {
  tokenId: number
  name: string
  userId: number
  userName: string
  displayName: string
  venueId: number
  employeeId: number
  reports: readonly string[] | null
  locations: readonly number[] | null
  expiresAt: Date
}

/** The personal token of an Authorization header; nothing where it holds none, or something else. */
export const tokenIn = (authorization: string | undefined): string | undefined => {
  const [scheme, value = ''] = (authorization ?? '').split(' ', 2)
  return scheme?.toLowerCase() === 'bearer' && value.startsWith(BEGINS) ? value : undefined
}

interface FoundRow extends PersonalToken {
  n: number
}

/**
 * The personal token of a request, with the request counted, in one round trip. What its person may see is asked when it is used.
 * @throws TokenNotValid, the same for one that is unknown, expired or revoked; TooManyRequests
 */
export const findToken = async (house: Sql, token: string, ip: string, perMinute: number): Promise<PersonalToken> => {
  if (!hasChecksum(token.slice(BEGINS.length))) throw failure('TokenNotValid')
  const [row] = await house<FoundRow[]>`
    with found as (
      select t.*, u.user_name, u.display_name from personal_token t join app_user u on u.user_id = t.user_id
      where t.token_hash = ${hashSecret(token)} and t.revoked_at is null and t.expires_at > now()
        and (t.client is null or t.access_until > now())
    ), counted as (
      insert into limit_counter (name, subject, window_start, n) select 'token', token_id::text, date_trunc('minute', now()), 1 from found
      on conflict (name, subject, window_start) do update set n = limit_counter.n + 1
      returning n
    ), touched as (
      update personal_token t set last_used_at = now(), last_used_ip = ${ip} from found
      where t.token_id = found.token_id and (t.last_used_at is null or t.last_used_at < now() - interval '1 minute' or t.last_used_ip is distinct from ${ip})
    )
    select found.token_id as "tokenId", found.name, found.user_id as "userId", found.user_name as "userName", found.display_name as "displayName",
      found.venue_id as "venueId", found.employee_id as "employeeId", found.reports, found.locations, found.expires_at as "expiresAt", counted.n
    from found, counted`
  if (!row) throw failure('TokenNotValid')
  if (row.n > perMinute) throw failure('TooManyRequests', {}, [], 60 - new Date().getSeconds())
  return row
}

/** A token to be made. */
export interface NewToken extends Pick<PersonalToken, 'name' | 'userId' | 'venueId' | 'employeeId' | 'reports' | 'locations'> {
  days: number
}

/** A token as its person sees it; of the token itself only how it begins. */
export interface TokenShown extends Pick<PersonalToken, 'tokenId' | 'name' | 'reports' | 'locations' | 'expiresAt'> {
  prefix: string
  madeAt: Date
  lastUsedAt: Date | null
  lastUsedIp: string | null
  expired: boolean
  /** The assistant that fetched it; null: made by hand. */
  client: string | null
}

/** A new token, and how it begins. */
export const newTokenText = (): { token: string; prefix: string } => {
  const token = `${BEGINS}${randomWithChecksum()}`
  return { token, prefix: token.slice(0, SHOWN_LENGTH) }
}

/**
 * Makes a token. It is answered once; only its hash stays.
 * @throws TooManyTokens
 */
export const makeToken = async (sql: Transaction, made: NewToken): Promise<{ token: string; tokenId: number }> => {
  const { userId, venueId, employeeId, name, reports, locations, days } = made
  await sql`select from app_user where user_id = ${userId} for update`
  const held = await tokensOf(sql, userId, venueId)
  if (held.filter(({ expired }) => !expired).length >= MOST_TOKENS) throw failure('TooManyTokens', { limit: MOST_TOKENS })
  const { token, prefix } = newTokenText()
  const [row] = await sql<{ token_id: number }[]>`
    insert into personal_token (token_hash, prefix, user_id, venue_id, employee_id, name, reports, locations, expires_at)
    values (${hashSecret(token)}, ${prefix}, ${userId}, ${venueId}, ${employeeId}, ${name}, ${reports && [...reports]},
      ${locations && numbers(locations)}::int[], now() + ${days} * interval '1 day')
    returning token_id`
  return { token, tokenId: row?.token_id ?? 0 }
}

/** The tokens of a person at a venue that were not revoked, newest first; those that expired are told for 30 days. */
export const tokensOf = (sql: Statements, userId: number, venueId: number): Promise<TokenShown[]> => sql<TokenShown[]>`
  select token_id as "tokenId", prefix, name, reports, locations, created_at as "madeAt", expires_at as "expiresAt",
    last_used_at as "lastUsedAt", last_used_ip as "lastUsedIp",
    expires_at <= now() as expired, client
  from personal_token where user_id = ${userId} and venue_id = ${venueId} and revoked_at is null and expires_at > now() - interval '30 days'
    and (client is null or fetched_at is not null)
  order by token_id desc limit 500`

/** Which tokens end: one of them, or all that a person has at a venue. */
interface Ended {
  userId: number
  venueId: number
  tokenId?: number
}

/** Ends tokens at once. @returns the names of those that had not ended before */
export const revokeTokens = async (sql: Transaction, { userId, venueId, tokenId }: Ended, reason: string): Promise<string[]> => {
  const ended = await sql<{ name: string }[]>`
    update personal_token set revoked_at = now(), revoked_reason = ${reason}
    where user_id = ${userId} and venue_id = ${venueId} and revoked_at is null and (${tokenId ?? null}::int is null or token_id = ${tokenId ?? null})
    returning name`
  return ended.map(({ name }) => name)
}

/** Forgets tokens that have been over for a year, and those an assistant never fetched. */
export const forgetTokens = async (house: Sql): Promise<void> => {
  await house`
    delete from personal_token where least(expires_at, coalesce(revoked_at, expires_at)) < now() - interval '1 year'
      or (client is not null and fetched_at is null and code_until < now() - interval '1 day')`
}
