import { isLive, type Session } from '#platform/access/sessions.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import type { Transaction } from '#platform/database/pool.ts'
import type { Statements } from '#platform/database/sql.ts'
import { failure } from '#shared/failure.ts'
import { deviceIn } from './device.rules.ts'
import type { Device, OwnSession } from './own-sessions.contract.ts'

interface Row {
  session_id: string
  user_agent: string | null
  ip: string | null
  venue_name: string | null
  created_at: Date
  last_seen_at: Date
}

/** Those a person began themselves: wall screens have a list of their own, and whoever acts as somebody has theirs. */
const ownLive = (sql: Statements, userId: number) =>
  sql`s.user_id = ${userId} and s.impersonator_session_id is null and s.board_name is null and ${isLive(sql)}`

/** Where a person is signed in now; the session that asks comes first, then the one used last. */
export const sessionsOf = async (sql: Statements, { userId, sessionId }: Session): Promise<OwnSession[]> => {
  const rows = await sql<Row[]>`
    select s.session_id, s.user_agent, s.ip, v.name as venue_name, s.created_at, s.last_seen_at
    from session s left join session i on i.session_id = s.impersonator_session_id left join venue v on v.venue_id = s.venue_id
    where ${ownLive(sql, userId)} order by s.session_id = ${sessionId} desc, s.last_seen_at desc, s.session_id`
  return rows.map((row) => ({
    SessionId: row.session_id,
    Device: shownDevice(row.user_agent ?? ''),
    Address: row.ip,
    VenueName: row.venue_name,
    SignedInAt: row.created_at.toISOString(),
    LastUsedAt: row.last_seen_at.toISOString(),
    Current: row.session_id === sessionId,
  }))
}

/** A device as it goes over the wire. */
export const shownDevice = (userAgent: string): Device => {
  const { browser, system } = deviceIn(userAgent)
  return { Browser: browser, System: system }
}

/**
 * Ends one of one's own sessions, at once.
 * @throws NotFound for anybody else's, and for one that is over
 */
export const endOwn = async (sql: Transaction, { userId, sessionId: own }: Session, sessionId: string, ip: string): Promise<void> => {
  const [ended] = await sql<{ user_agent: string | null }[]>`
    update session e set revoked_at = now(), revoked_reason = 'ended by its person'
    where e.session_id = ${sessionId} and e.session_id in (
      select s.session_id from session s left join session i on i.session_id = s.impersonator_session_id where ${ownLive(sql, userId)})
    returning e.user_agent`
  if (!ended) throw failure('NotFound')
  const { browser, system } = deviceIn(ended.user_agent ?? '')
  const Device = [browser, system].filter((word) => word !== null)
  await recordAudit(sql, 0, { action: 'session.ended', actorUserId: userId, sessionId: own, detail: { Device }, ip })
}
