import type { Sql, Transaction } from '#platform/database/pool.ts'
import type { Statements } from '#platform/database/sql.ts'
import { failure } from '#shared/failure.ts'
import { hashSecret, newName, newSecret } from './secrets.ts'

/** A live session, as every request finds it. */
export interface Session {
  sessionId: string
  userId: number
  userName: string
  displayName: string
  isAdmin: boolean
  /** null until a venue is chosen. */
  venueId: number | null
  employeeId: number | null
  /** Who truly acts, where somebody acts as this person; they hold what both of them do. */
  impersonator: Impersonator | null
  companionHash: Buffer | null
  passwordCheckedAt: Date | null
  idleUntil: Date
  absoluteUntil: Date
  /** Whether it came by the short-lived Auth rather than a Token. */
  byAuth: boolean
  /** Whether the companion cookie came with it, where the session is bound to one. If not, nobody is signed in. */
  accompanied: boolean
  /** What a wall screen is called; people have none. */
  boardName?: string
  /** Where a wall screen may show anything of; people are not held to such a list. */
  locations?: readonly number[]
  /** How many requests of this kind the session made in this minute, this one included; 0 where it was counted elsewhere. */
  requestsThisMinute: number
}

/** Somebody who acts as somebody else: Admin, or an employee of the same venue. */
export interface Impersonator {
  sessionId: string
  userId: number
  userName: string
  displayName: string
  /** 0 for Admin. */
  employeeId: number
  isAdmin: boolean
}

/** Who an audit row is about: who acted, and in whose name if not their own. */
export const actorOf = ({ userId, sessionId, impersonator }: Pick<Session, 'userId' | 'sessionId' | 'impersonator'>) => ({
  actorUserId: impersonator?.userId ?? userId,
  onBehalfOf: impersonator ? userId : null,
  sessionId,
})

/** The one venue there is for whoever acts as somebody else; for people themselves, null: any of theirs. */
export const onlyVenueOf = ({ impersonator, venueId }: Pick<Session, 'impersonator' | 'venueId'>): number | null => (impersonator ? (venueId ?? 0) : null)

/** Who truly acts, as the browser is told. */
export const impersonatorShown = ({ impersonator }: Pick<Session, 'impersonator'>) =>
  impersonator && { UserName: impersonator.userName, DisplayName: impersonator.displayName }

/** A row of `session s` and `app_user u` as a session is read from it: `whoColumns`, and the companion's hash. */
export interface WhoRow {
  session_id: string
  user_id: number
  user_name: string
  display_name: string
  is_admin: boolean
  venue_id: number | null
  employee_id: number | null
  impersonator: Impersonator | null
  companion_hash: Buffer | null
  password_checked_at: Date | null
  idle_until: Date
  absolute_until: Date
}

interface SessionRow extends WhoRow {
  live: boolean
  accompanied: boolean
  n: number | null
}

const BROWSER_IDLE_SECONDS = 30 * 60
const BROWSER_ABSOLUTE_SECONDS = 12 * 60 * 60
const UNBOUND_SECONDS = 2 * 60 * 60
const AUTH_SECONDS = 10 * 60
const SESSIONS_PER_USER = 5

/**
 * Finds the session of an Authorization header and counts the request, in one round trip. The database's clock decides.
 * A Token without its companion cookie neither counts nor keeps the session alive. The first use of a Token ends the Auth
 * it was had for: until then a lost answer can be asked for again.
 * @param unreported requests of this kind that were let in before and are counted only now
 * @throws NotSignedIn where nothing is sent or known, SessionEnded where it has lapsed or been revoked
 */
export const findSession = async (
  house: Sql,
  authorization: string | undefined,
  companion: string | undefined,
  kind: string,
  unreported = 0,
): Promise<Session> => {
  const credential = credentialOf(authorization)
  const companionHash = companion === undefined ? null : hashSecret(companion)
  if (!credential) throw failure('NotSignedIn')
  const [row] = await house<SessionRow[]>`
    with found as (
      select ${whoColumns(house)}, s.companion_hash, s.idle_seconds, s.last_seen_at, s.auth_hash,
        (s.companion_hash is null or s.companion_hash = ${companionHash}::bytea) is true as accompanied,
        ${isLive(house)} and (${credential.byAuth} = false or s.auth_until > now()) as live
      from ${sessionWithUser(house)}
      where ${credential.byAuth ? house`s.auth_hash = ${credential.hash} and s.session_id = ${credential.sessionId}` : house`s.token_hash = ${credential.hash}`}
    ), counted as (
      insert into limit_counter (name, subject, window_start, n)
      select ${kind}, session_id, date_trunc('minute', now()), ${unreported + 1}::int from found where live and accompanied
      on conflict (name, subject, window_start) do update set n = limit_counter.n + excluded.n
      returning n
    ), touched as (
      update session s set last_seen_at = now(), idle_until = least(s.absolute_until, now() + s.idle_seconds * interval '1 second'),
        auth_hash = case when ${credential.byAuth} then s.auth_hash end, auth_until = case when ${credential.byAuth} then s.auth_until end
      from found where s.session_id = found.session_id and found.live and found.accompanied
        and (found.last_seen_at < now() - interval '30 seconds' or (${credential.byAuth} = false and found.auth_hash is not null))
    )
    select found.*, counted.n from found left join counted on true`
  if (!row) throw failure('NotSignedIn')
  if (!row.live) throw failure('SessionEnded')
  return { ...whoIn(row), byAuth: credential.byAuth, accompanied: row.accompanied, requestsThisMinute: row.n ?? 0 }
}

/**
 * The session of a Token that was counted elsewhere, read in the transaction of its request: nothing unless it is live this very moment
 * and its companion cookie came with it. The report role reads no hash; a function of the owner's tells it whose these two are.
 */
export const readSession = async (sql: Statements, tokenHash: Buffer, companion: string | undefined): Promise<Session | undefined> => {
  const companionHash = companion === undefined ? null : hashSecret(companion)
  const [row] = await sql<(Omit<WhoRow, 'companion_hash'> & { is_bound: boolean })[]>`
    select ${whoColumns(sql)}, t.is_bound
    from session_of_token(${tokenHash}::bytea, ${companionHash}::bytea) t join (${sessionWithUser(sql)}) on s.session_id = t.session_id
    where ${isLive(sql)}`
  return row && { ...whoIn({ ...row, companion_hash: row.is_bound ? companionHash : null }), byAuth: false, accompanied: true, requestsThisMinute: 0 }
}

/** What a session is read from; who acts in it comes from the session that began it. */
export const sessionWithUser = (sql: Statements) => sql`session s join app_user u on u.user_id = s.user_id
  left join session i on i.session_id = s.impersonator_session_id left join app_user iu on iu.user_id = i.user_id`

export const whoColumns = (sql: Statements) => sql`s.session_id, s.user_id, u.user_name, u.display_name, u.is_admin, s.venue_id, s.employee_id,
  s.password_checked_at, s.idle_until, s.absolute_until,
  case when s.impersonator_session_id is not null then jsonb_build_object('sessionId', s.impersonator_session_id, 'userId', i.user_id, 'userName', iu.user_name,
    'displayName', iu.display_name, 'employeeId', i.employee_id, 'isAdmin', iu.is_admin) end as impersonator`

/** Whether a session holds this very moment; acting as somebody ends with the session it was begun in. */
export const isLive = (sql: Statements) => sql`(s.revoked_at is null and s.idle_until > now() and s.absolute_until > now()
  and (s.impersonator_session_id is null or (i.revoked_at is null and i.absolute_until > now())))`

export const whoIn = (row: WhoRow) => ({
  sessionId: row.session_id,
  userId: row.user_id,
  userName: row.user_name,
  displayName: row.display_name,
  isAdmin: row.is_admin,
  venueId: row.venue_id,
  employeeId: row.employee_id,
  impersonator: row.impersonator,
  companionHash: row.companion_hash,
  passwordCheckedAt: row.password_checked_at,
  idleUntil: row.idle_until,
  absoluteUntil: row.absolute_until,
})

/** The hash a Token is kept under; nothing for an Auth, or where nothing is sent. */
export const tokenHashOf = (authorization: string | undefined): Buffer | undefined => {
  const credential = credentialOf(authorization)
  return credential?.byAuth === false ? credential.hash : undefined
}

export interface NewSession {
  sessionId: string
  /** base64(loginId:secret): good for ten minutes and only to choose a venue. */
  auth: string
  /** The HttpOnly cookie's value; absent outside a browser. */
  companion: string | undefined
  absoluteSeconds: number
  /** Those it ended, since a person keeps five at most: by which browser they were begun, and when they were last used. */
  ended: { userAgent: string; lastSeen: Date }[]
}

/** Begins a session after the password was proved. A person keeps at most five, wall screens apart; the oldest ends. */
export const beginSession = async (house: Transaction, userId: number, client: { isBrowser: boolean; ip: string; userAgent: string }): Promise<NewSession> => {
  const sessionId = newName()
  const secret = newSecret()
  const companion = client.isBrowser ? newSecret() : undefined
  const idleSeconds = client.isBrowser ? BROWSER_IDLE_SECONDS : UNBOUND_SECONDS
  const absoluteSeconds = client.isBrowser ? BROWSER_ABSOLUTE_SECONDS : UNBOUND_SECONDS
  await house`select from app_user where user_id = ${userId} for update`
  await house`
    insert into session (session_id, user_id, auth_hash, auth_until, companion_hash, idle_seconds, idle_until, absolute_until, ip, user_agent, password_checked_at)
    values (${sessionId}, ${userId}, ${hashSecret(secret)}, now() + ${AUTH_SECONDS} * interval '1 second',
      ${companion ? hashSecret(companion) : null}, ${idleSeconds}, now() + ${idleSeconds} * interval '1 second',
      now() + ${absoluteSeconds} * interval '1 second', ${client.ip}, ${client.userAgent.slice(0, 300)}, now())`
  const ended = await house<{ userAgent: string; lastSeen: Date }[]>`
    update session set revoked_at = now(), revoked_reason = 'too many sessions'
    where session_id in (
      select session_id from session where user_id = ${userId} and impersonator_session_id is null and board_name is null and revoked_at is null and idle_until > now() and absolute_until > now()
      order by created_at desc, session_id offset ${SESSIONS_PER_USER})
    returning coalesce(user_agent, '') as "userAgent", last_seen_at as "lastSeen"`
  return { sessionId, auth: Buffer.from(`${sessionId}:${secret}`).toString('base64'), companion, absoluteSeconds, ended: [...ended] }
}

/**
 * Opens a venue in a session: a fresh Token, and the ones before it are worth nothing.
 * @throws SessionEnded where the session was ended meanwhile
 */
export const openVenue = async (house: Transaction, sessionId: string, venueId: number, employeeId: number): Promise<string> => {
  const token = newSecret()
  const opened = await house`
    update session set token_hash = ${hashSecret(token)}, venue_id = ${venueId}, employee_id = ${employeeId}
    where session_id = ${sessionId} and revoked_at is null`
  if (opened.count === 0) throw failure('SessionEnded')
  return token
}

/** A venue may want sessions shorter than the product does; never longer. */
export const shortenSession = async (house: Transaction, sessionId: string, idleMinutes: number, hours: number): Promise<void> => {
  await house`
    update session set idle_seconds = least(idle_seconds, ${idleMinutes * 60}), idle_until = least(idle_until, now() + ${idleMinutes} * interval '1 minute'),
      absolute_until = least(absolute_until, created_at + ${hours} * interval '1 hour')
    where session_id = ${sessionId}`
}

/** After the password was changed in a session: the cookie it is bound to changes, so that a copy of both halves is worth nothing. */
export const renewCompanion = async (house: Transaction, sessionId: string): Promise<string> => {
  const companion = newSecret()
  await house`update session set companion_hash = ${hashSecret(companion)}, password_checked_at = now() where session_id = ${sessionId}`
  return companion
}

/** A browser that signs in anew ends the session it had. */
export const endSessionOfCompanion = async (house: Transaction, companion: string): Promise<void> => {
  await house`
    update session set revoked_at = now(), revoked_reason = 'signed in anew'
    where companion_hash = ${hashSecret(companion)} and revoked_at is null`
}

/** Ends one session at once. @returns whether it had not ended before */
export const endSession = async (house: Transaction, sessionId: string, reason: string): Promise<boolean> => {
  const ended = await house`update session set revoked_at = now(), revoked_reason = ${reason} where session_id = ${sessionId} and revoked_at is null`
  return ended.count > 0
}

/** Ends every session of a person, except perhaps the one that asks. */
export const endSessionsOf = async (house: Transaction, userId: number, reason: string, except?: string): Promise<void> => {
  await house`
    update session set revoked_at = now(), revoked_reason = ${reason}
    where user_id = ${userId} and revoked_at is null and session_id is distinct from ${except ?? null}`
}

const credentialOf = (authorization: string | undefined): { byAuth: boolean; hash: Buffer; sessionId: string } | undefined => {
  const [scheme, value] = (authorization ?? '').split(' ', 2)
  if (!value || value.length > 1000) return undefined
  if (scheme?.toLowerCase() === 'bearer') return { byAuth: false, hash: hashSecret(value), sessionId: '' }
  if (scheme?.toLowerCase() !== 'basic') return undefined
  const [sessionId, secret] = Buffer.from(value, 'base64').toString('utf8').split(':', 2)
  return sessionId && secret ? { byAuth: true, hash: hashSecret(secret), sessionId } : undefined
}
