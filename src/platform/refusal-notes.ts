import type { AnyOperation } from '#shared/endpoint.ts'
import type { Failure } from '#shared/failure.ts'
import { recordAudit } from './audit.ts'
import type { Caller, Service } from './implement.ts'
import { actorOf, type Session } from './sessions.ts'

type Known = Pick<Session, 'sessionId' | 'userId' | 'venueId' | 'impersonator'>

/** Leaves an audit row where somebody known was refused what they asked for, or it is not theirs to see. */
export const noteFor =
  (service: Service, who: Known, operation: AnyOperation, caller: Caller) =>
  async (refused: Failure): Promise<void> => {
    if (refused.status === 403 || refused.status === 404) await auditRefusal(service, who, caller, 'access.refused', operation, refused.code)
  }

/**
 * Writes a refusal down. In a transaction of its own and never inside another: waiting for a second connection while holding one would end
 * in nobody having any.
 */
export const auditRefusal = (service: Service, session: Known, caller: Caller, action: string, operation: AnyOperation, code: string) =>
  service.database.inVenue(session.venueId ?? 0, (sql) =>
    recordAudit(sql, session.venueId ?? 0, {
      action,
      subject: `${operation.method} ${operation.path}`,
      detail: { Code: code },
      ...actorOf(session),
      ip: caller.ip,
    }),
  )
