import type { Sql, Transaction } from '#platform/database/pool.ts'
import { failure } from '#shared/failure.ts'
import { hashSecret, newName, newSecret } from './secrets.ts'
import { openVenue, type Session, sessionWithUser, type WhoRow, whoColumns, whoIn } from './sessions.ts'

const ACTING_SECONDS = 30 * 60
const ENDED = 'acting ended'

export interface Acting {
  sessionId: string
  token: string
  until: Date
  /** How long the own session may still last: its cookies hold as long. */
  secondsLeft: number
}

/**
 * Begins a session as somebody else, under the companion cookie of one's own. It ends after half an hour, or with one's own session, which
 * waits for its return meanwhile; one begun before ends.
 * @throws SessionEnded where the own one ended meanwhile
 */
export const beginActing = async (
  sql: Transaction,
  own: Pick<Session, 'sessionId' | 'companionHash'>,
  target: { userId: number; venueId: number; employeeId: number },
  client: { ip: string; userAgent: string },
): Promise<Acting> => {
  const [kept] = await sql<{ until: Date; seconds: number }[]>`
    update session set idle_until = least(absolute_until, now() + (${ACTING_SECONDS} + idle_seconds) * interval '1 second')
    where session_id = ${own.sessionId} and revoked_at is null and impersonator_session_id is null and absolute_until > now()
    returning least(absolute_until, now() + ${ACTING_SECONDS} * interval '1 second') as until, floor(extract(epoch from absolute_until - now()))::int as seconds`
  if (!kept) throw failure('SessionEnded')
  await sql`
    update session set revoked_at = now(), revoked_reason = 'acting as somebody else' where impersonator_session_id = ${own.sessionId} and revoked_at is null`
  const sessionId = newName()
  const token = newSecret()
  await sql`
    insert into session (session_id, user_id, token_hash, companion_hash, venue_id, employee_id, impersonator_session_id, idle_seconds, idle_until, absolute_until, ip, user_agent)
    values (${sessionId}, ${target.userId}, ${hashSecret(token)}, ${own.companionHash}, ${target.venueId}, ${target.employeeId}, ${own.sessionId},
      ${ACTING_SECONDS}, ${kept.until}, ${kept.until}, ${client.ip}, ${client.userAgent.slice(0, 300)})`
  return { sessionId, token, until: kept.until, secondsLeft: Math.max(1, kept.seconds) }
}

/**
 * Who acts by this Token, even when the time for it is over, or was ended a moment ago and the answer was lost; nothing where nobody does,
 * or the companion cookie is missing.
 */
export const actingSession = async (house: Sql, tokenHash: Buffer, companion: string | undefined): Promise<Session | undefined> => {
  const companionHash = companion === undefined ? null : hashSecret(companion)
  const [row] = await house<WhoRow[]>`
    select ${whoColumns(house)}, s.companion_hash from ${sessionWithUser(house)}
    where s.token_hash = ${tokenHash} and s.impersonator_session_id is not null
      and (s.revoked_at is null or s.revoked_reason <> ${ENDED} or s.revoked_at > now() - interval '1 minute')
      and (s.companion_hash is null or s.companion_hash = ${companionHash}::bytea)`
  return row && { ...whoIn(row), byAuth: false, accompanied: true, requestsThisMinute: 0 }
}

/** One's own session again, after acting. */
export interface Returned {
  token: string
  venueId: number
  employeeId: number
  secondsLeft: number
}

/**
 * Ends acting and goes on in one's own session, under a fresh Token.
 * @throws SessionEnded where the own session is over
 */
export const endActing = async (sql: Transaction, { impersonator }: Session): Promise<Returned> => {
  if (!impersonator) throw failure('NotActing')
  const [own] = await sql<{ venue_id: number; employee_id: number; seconds: number }[]>`
    update session set last_seen_at = now(), idle_until = least(absolute_until, now() + idle_seconds * interval '1 second')
    where session_id = ${impersonator.sessionId} and revoked_at is null and idle_until > now() and absolute_until > now()
    returning venue_id, employee_id, floor(extract(epoch from absolute_until - now()))::int as seconds`
  if (!own) throw failure('SessionEnded')
  await sql`update session set revoked_at = now(), revoked_reason = ${ENDED} where impersonator_session_id = ${impersonator.sessionId} and revoked_at is null`
  const token = await openVenue(sql, impersonator.sessionId, own.venue_id, own.employee_id)
  return { token, venueId: own.venue_id, employeeId: own.employee_id, secondsLeft: Math.max(1, own.seconds) }
}
