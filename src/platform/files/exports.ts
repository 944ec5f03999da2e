import type { Opened } from '#platform/access/admitted.ts'
import { roomOf } from '#platform/access/rooms.ts'
import { hashSecret, newSecret } from '#platform/access/secrets.ts'
import { actorOf, isLive, type Session, sessionWithUser, type WhoRow, whoColumns, whoIn } from '#platform/access/sessions.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import type { Transaction } from '#platform/database/pool.ts'
import { answerOf } from '#platform/database/stored-or-made.ts'
import { type AskAgain, type Format, formatNamed, tableFile } from '#platform/web/answer-table.ts'
import { companionCookie, isSecure } from '#platform/web/caller.ts'
import type { FileAnswer } from '#platform/web/file-answer.ts'
import type { Caller, Implementation, Service } from '#platform/web/implement.ts'
import { checked } from '#platform/web/mount.ts'
import { parse } from '#platform/web/read-input.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { failure } from '#shared/failure.ts'

const TICKET_SECONDS = 60

/** A report to be had as a file: its path below /api and the query it is asked with. */
export interface Export {
  path: string
  query: Record<string, string>
  format: Format
}

/** The report behind a path. @throws NotFound where there is none by that path */
export const reportAt = (implementations: readonly Implementation[], path: string): Implementation => {
  const found = implementations.find(({ operation }) => operation.table !== undefined && operation.path === path)
  if (!found) throw failure('NotFound')
  return found
}

/** Refuses a query the report would refuse, while there is still a screen to say so on. */
export const checkQuery = ({ operation }: Implementation, { query, format }: Export): unknown =>
  operation.query ? parse(operation.query, { ...query, format }, undefined, operation.strictQuery) : undefined

/** Writes a download link that works once, for a minute, in the browser that asked. */
export const issueTicket = async (sql: Transaction, session: Session, { path, query, format }: Export): Promise<{ ticket: string; expiresAt: Date }> => {
  const ticket = newSecret()
  const kept = { venueId: session.venueId, query, format }
  const [row] = await sql<{ expires_at: Date }[]>`
    insert into export_ticket (ticket_hash, session_id, companion_hash, path, query, expires_at)
    values (${hashSecret(ticket)}, ${session.sessionId}, ${session.companionHash}, ${path}, ${sql.json(kept)}, now() + ${TICKET_SECONDS} * interval '1 second')
    returning expires_at`
  return { ticket, expiresAt: row?.expires_at ?? new Date() }
}

/**
 * The file a ticket stands for, under the access its owner has now; asked for once, and written down.
 * @throws LinkNotValid for a ticket unknown, used, expired, of another browser, or of a session that ended or changed venue
 */
export const fileForTicket = async (service: Service, caller: Caller, implementations: readonly Implementation[], ticket: string): Promise<FileAnswer> => {
  const { session, asked } = await redeem(service, caller, ticket)
  const implementation = reportAt(implementations, asked.path)
  const { operation } = implementation
  const inRoom = <T>(work: (opened: Opened, ask: AskAgain) => Promise<T>): Promise<T> =>
    roomOf(service, operation, session, caller).inTransaction((opened) => {
      const given = { params: undefined, body: undefined, caller, service, bytes: undefined, contentType: '', ...opened }
      return work(opened, async (query) => checked(operation, service, await answerOf(implementation, { ...given, query })))
    })
  const file = await inRoom(async (opened, ask) => {
    if (!opened.venue) throw failure('NotSignedIn')
    const query = checkQuery(implementation, asked)
    return tableFile(operation, await ask(query), query, opened.venue, asked.format, (changed) => inRoom((_opened, again) => again(changed)))
  })
  await writeDown(service, caller, session, operation, asked)
  return file
}

interface TicketRow extends WhoRow {
  path: string
  kept: { venueId: number; query: Record<string, string>; format: string }
}

const redeem = async (service: Service, caller: Caller, ticket: string): Promise<{ session: Session; asked: Export }> => {
  const companion = caller.cookie(companionCookie(isSecure(service)))
  const companionHash = companion === undefined ? null : hashSecret(companion)
  const { house } = service.database
  const [row] = await house<TicketRow[]>`
    with used as (
      delete from export_ticket
      where ticket_hash = ${hashSecret(ticket)} and expires_at > now() and (companion_hash is null or companion_hash = ${companionHash}::bytea)
      returning session_id, path, query
    )
    select used.path, used.query as kept, ${whoColumns(house)}, s.companion_hash from used join (${sessionWithUser(house)}) on s.session_id = used.session_id
    where ${isLive(house)}`
  if (!row || row.venue_id !== row.kept.venueId) throw failure('LinkNotValid')
  return {
    session: { ...whoIn(row), byAuth: false, accompanied: true, requestsThisMinute: 0 },
    asked: { path: row.path, query: row.kept.query, format: formatNamed(row.kept.format) },
  }
}

const writeDown = (service: Service, caller: Caller, session: Session, operation: AnyOperation, { query, format }: Export): Promise<void> => {
  const venueId = session.venueId ?? 0
  return service.database.inVenue(venueId, (sql) =>
    recordAudit(sql, venueId, {
      action: 'report.exported',
      subject: operation.path,
      detail: { ...(operation.trail?.(query) ?? query), Format: format },
      ...actorOf(session),
      ip: caller.ip,
    }),
  )
}
