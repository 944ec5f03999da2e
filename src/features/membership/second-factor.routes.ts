import { actorOf, endSessionsOf, type Session } from '#platform/access/sessions.ts'
import { allowanceOf, forgetFailures, provePassword } from '#platform/access/sign-in-limits.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { implement, type Service } from '#platform/web/implement.ts'
import { failure } from '#shared/failure.ts'
import { ownUserId } from './own-user.rules.ts'
import { secondFactor } from './second-factor.contract.ts'
import { beginFactor, confirmFactor, factorOf, hasFactor, removeFactor, tellOfFactor } from './second-factor.sql.ts'
import { isRightCode, mayTryCode } from './second-factor-code.sql.ts'
import { factorNeeded, resettableUser } from './second-factor-need.sql.ts'

/** How long a proof of the password is good for the second factor: as long as an Auth. */
const PROVED_MS = 10 * 60_000

export const secondFactorImplementation = implement(secondFactor, {
  prove: async ({ body, service, caller, signedIn }) => {
    const session = await signedIn()
    if (session.impersonator) {
      const refused = { action: 'access.refused', subject: 'POST /auth/password', detail: { Code: 'NotWhileImpersonating' }, ip: caller.ip }
      const venueId = session.venueId ?? 0
      await service.database.inVenue(venueId, (sql) => recordAudit(sql, venueId, { ...refused, ...actorOf(session) }))
      throw failure('NotWhileImpersonating')
    }
    return { Proved: await provedAgain(service, session, body.Password) }
  },

  factor: async ({ params, house, session, service }) => {
    ownUserId(params.userId, session)
    const { since, recoveryCodesLeft } = await factorOf(house.sql, session.userId)
    const Needed = service.settings.secondFactorRequired && (await factorNeeded(house.sql, session))
    return { On: since !== null, Since: since?.toISOString() ?? null, RecoveryCodesLeft: recoveryCodesLeft, Needed }
  },

  begin: async ({ params, house, session, service }) => {
    ownUserId(params.userId, session)
    refuseUnproved(session)
    const { secret, url, picture } = await beginFactor(house.sql, service.signingKey, session.userId, session.userName)
    return { Secret: secret, Url: url, Picture: picture }
  },

  confirm: async ({ params, body, house, session, caller, service }) => {
    ownUserId(params.userId, session)
    refuseUnproved(session)
    const { sql } = house
    const isReplaced = await hasFactor(sql, session.userId)
    const mayReplace = !isReplaced || (await isRightCode(sql, service, session, body.CurrentCode ?? ''))
    const codes =
      mayReplace &&
      (await mayTryCode(sql, session)) &&
      (await confirmFactor(sql, service.signingKey, session.userId, body.Code.replace(/\s/g, ''), service.now()))
    if (!codes) return { On: isReplaced, RecoveryCodes: [] }
    await endSessionsOf(sql, session.userId, 'second factor turned on', session.sessionId)
    await tellOfFactor(sql, session.userId, { what: 'on', ...actorOf(session), ip: caller.ip })
    return { On: true, RecoveryCodes: codes }
  },

  remove: async ({ params, body, house, session, caller, service }) => {
    ownUserId(params.userId, session)
    refuseUnproved(session)
    const { sql } = house
    if (!(await hasFactor(sql, session.userId))) return { On: false }
    if (service.settings.secondFactorRequired && (await factorNeeded(sql, session))) throw failure('SecondFactorKept')
    if (!(await isRightCode(sql, service, session, body.Code))) return { On: true }
    await removeFactor(sql, session.userId)
    await tellOfFactor(sql, session.userId, { what: 'off', ...actorOf(session), ip: caller.ip })
    return { On: false }
  },

  reset: async ({ params, venue, session, caller }) => {
    const found = await resettableUser(venue, params.employeeId)
    if (!found || !(await removeFactor(venue.sql, found.userId))) return
    await endSessionsOf(venue.sql, found.userId, 'second factor reset')
    await tellOfFactor(venue.sql, found.userId, { what: 'reset', venueId: venue.venueId, subject: found.name, ...actorOf(session), ip: caller.ip })
  },

  finders: {
    confirm: ({ params, session }) => ownUserId(params.userId, session),
    remove: ({ params, session }) => ownUserId(params.userId, session),
  },
})

const refuseUnproved = ({ passwordCheckedAt }: Session) => {
  if (!passwordCheckedAt || passwordCheckedAt.getTime() < Date.now() - PROVED_MS) throw failure('PasswordNeeded')
}

const provedAgain = async (service: Service, session: Session, password: string): Promise<boolean> => {
  const allowance = allowanceOf(`change ${session.userId}`)
  const [user] = await service.database.house<{ password_hash: string | null }[]>`select password_hash from app_user where user_id = ${session.userId}`
  const { proved } = await provePassword(service.database, allowance, user?.password_hash, password)
  if (!proved) return false
  await service.database.inVenue(0, async (sql) => {
    await forgetFailures(sql, allowance)
    await sql`update session set password_checked_at = now() where session_id = ${session.sessionId} and revoked_at is null`
  })
  return true
}
