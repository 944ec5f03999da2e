import { accessMail } from '#features/membership/mails.contract.ts'
import { beginActing } from '#platform/access/acting.ts'
import { lockLogin } from '#platform/access/people.ts'
import type { Session } from '#platform/access/sessions.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { Caller } from '#platform/web/implement.ts'
import { failure } from '#shared/failure.ts'
import { oneEmployee } from './show-employees.sql.ts'

/**
 * Begins to act as somebody of the venue. They are told by mail; the reason stays in the audit.
 * @throws NotFound; NoAccess for somebody who has no access now; CannotActAs for oneself and for Admin
 */
export const actAs = async (scope: VenueScope, employeeId: number, session: Session, reason: string | undefined, caller: Caller) => {
  const { sql, venueId } = scope
  const { user_id: userId, active, registered } = await oneEmployee(scope, employeeId)
  if (userId === session.userId) throw failure('CannotActAs')
  if (userId === null || !active || !registered) throw failure('NoAccess')
  const login = await lockLogin(sql, userId)
  if (!login || login.isAdmin) throw failure('CannotActAs')
  const begun = await beginActing(sql, session, { userId, venueId, employeeId }, caller)
  const until = begun.until.toISOString()
  await scope.audit({
    action: 'impersonation.started',
    subject: String(employeeId),
    detail: { UserId: userId, Reason: reason ?? 'not given', SessionId: begun.sessionId, Until: until },
  })
  await addJob(sql, accessMail, { UserId: userId, VenueId: venueId, Kind: 'impersonated', By: session.displayName, Until: until })
  return {
    begun,
    opened: {
      Token: begun.token,
      VenueId: venueId,
      EmployeeId: employeeId,
      UserId: userId,
      UserName: login.userName,
      DisplayName: login.displayName,
      Until: until,
    },
  }
}
