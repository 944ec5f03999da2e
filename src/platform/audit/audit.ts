import { newFactId } from '#platform/database/fact-id.ts'
import type { Transaction } from '#platform/database/pool.ts'

/** One thing somebody did or tried. No secrets; card numbers masked by the caller. */
export interface AuditEvent {
  action: string
  subject?: string
  detail?: Record<string, string | number | boolean | null | readonly (string | number)[]>
  actorUserId: number | null
  onBehalfOf?: number | null
  sessionId?: string | null
  ip?: string | null
}

/** Writes the audit row in the transaction of the effect, so that neither exists without the other. Venue 0 is the house. */
export const recordAudit = async (sql: Transaction, venueId: number, event: AuditEvent): Promise<void> => {
  for (const hear of listeners) hear(venueId)
  await sql`
    insert into audit_event (venue_id, event_id, actor_user_id, on_behalf_of_user_id, session_id, action, subject, detail, ip)
    values (${venueId}, ${newFactId()}, ${event.actorUserId}, ${event.onBehalfOf ?? null}, ${event.sessionId ?? null},
      ${event.action}, ${event.subject ?? ''}, ${sql.json(event.detail ?? {})}, ${event.ip ?? null})`
}

const listeners = new Set<(venueId: number) => void>()

/** Tells of every venue in which this process writes an audit row, before it is committed. Answers how to stop listening. */
export const onAudited = (hear: (venueId: number) => void): (() => void) => {
  listeners.add(hear)
  return () => listeners.delete(hear)
}
