import { endActing } from '#platform/access/acting.ts'
import { antiForgeryToken } from '#platform/access/secrets.ts'
import { actorOf } from '#platform/access/sessions.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { ANTI_FORGERY_COOKIE } from '#platform/web/caller.ts'
import { type Caller, implement, type Service } from '#platform/web/implement.ts'
import { failure } from '#shared/failure.ts'
import { actAs } from './acting.sql.ts'
import { acting } from './employees.contract.ts'
import { oneEmployee } from './show-employees.sql.ts'

/** The anti-forgery token belongs to a session, and so changes with it; the companion cookie stays. */
const renewAntiForgery = (service: Service, caller: Caller, sessionId: string, maxAgeSeconds: number) =>
  caller.setCookie(ANTI_FORGERY_COOKIE, antiForgeryToken(service.signingKey, sessionId), { maxAgeSeconds, httpOnly: false })

export const actingImplementation = implement(acting, {
  impersonate: async ({ venue, params, body, session, caller, service }) => {
    const { begun, opened } = await actAs(venue, params.employeeId, session, body.Reason, caller)
    if (session.companionHash) renewAntiForgery(service, caller, begun.sessionId, begun.secondsLeft)
    return opened
  },

  stopImpersonation: async ({ acting, caller, service }) => {
    const session = await acting()
    const { impersonator } = session
    if (!impersonator) throw failure('NotActing')
    const venueId = session.venueId ?? 0
    const own = await service.database.inVenue(venueId, async (sql) => {
      await recordAudit(sql, venueId, { action: 'impersonation.stopped', subject: String(session.employeeId ?? ''), ...actorOf(session), ip: caller.ip })
      return endActing(sql, session)
    })
    if (session.companionHash) renewAntiForgery(service, caller, impersonator.sessionId, own.secondsLeft)
    return {
      Token: own.token,
      VenueId: own.venueId,
      EmployeeId: own.employeeId,
      UserId: impersonator.userId,
      UserName: impersonator.userName,
      DisplayName: impersonator.displayName,
    }
  },

  finders: { impersonate: ({ venue, params }) => oneEmployee(venue, params.employeeId) },
})
