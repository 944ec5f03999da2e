import { invitationByLink } from '#platform/access/invitations.ts'
import { refuseWeakPassword } from '#platform/access/password-policy.ts'
import { hashPassword } from '#platform/access/passwords.ts'
import { renameLogin } from '#platform/access/people.ts'
import { hashSecret } from '#platform/access/secrets.ts'
import { endSessionsOf, renewCompanion, type Session } from '#platform/access/sessions.ts'
import { allowanceOf, forgetFailures, provePassword } from '#platform/access/sign-in-limits.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import type { Sql } from '#platform/database/pool.ts'
import { companionCookie, deviceCookie, isSecure } from '#platform/web/caller.ts'
import type { Caller, PublicScope, Service } from '#platform/web/implement.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { nameKey } from '#shared/name-key.ts'
import { acceptWithPassword } from './accept-with-password.sql.ts'
import { refuseUserName, replacePassword, wordsAbout } from './new-password.sql.ts'
import { type LinkOwner, linkOwner, useLink } from './password-links.sql.ts'

/**
 * Sets a password by a mailed link: every session ends, and nobody is signed in by it. A password that is refused leaves
 * the link as it was.
 * @throws LinkNotValid, PasswordTooShort, PasswordTooLong, PasswordTooCommon; HasPassword for an invitation to somebody who has one;
 *   ValidationFailed for a user name somebody else has
 */
export const setPasswordByLink = async (
  service: Service,
  once: PublicScope['once'],
  caller: Caller,
  pathId: string,
  token: string,
  password: string,
  /** With an invitation it is chosen; with a link to reset a password it is said again. */
  userName?: string,
): Promise<void> => {
  const principal = `link:${hashSecret(token).toString('hex')}`
  const owner = await linkOwner(service.database.house, token)
  const invitation = owner ? undefined : await invitationByLink(service.database.house, token)
  if (invitation) return acceptWithPassword(service, once, caller, pathId, token, invitation, { userName, password })
  if (!owner || !(pathId === token || (await isIdOf(service.database.house, owner.userId, pathId)))) {
    // Used up a moment ago by this very request, sent again: that is answered as it was.
    return once(principal, () => Promise.reject(failure('LinkNotValid')))
  }
  if (userName !== undefined) refuseOtherName(userName, owner)
  refuseWeakPassword(password, [...(await wordsAbout(service.database.house, owner.userId)), userName ?? ''], owner.isSample)
  const hash = await hashPassword(password)
  await once(principal, async (sql) => {
    const userId = await useLink(sql, token)
    if (userId === undefined) throw failure('LinkNotValid')
    if (userName !== undefined && owner.purpose === 'invite' && userName !== owner.userName) await renameLogin(sql, userId, userName)
    await replacePassword(sql, userId, hash)
    await endSessionsOf(sql, userId, 'password changed')
    await sql`delete from known_device where user_id = ${userId}`
    await recordAudit(sql, 0, { action: 'password.changed', actorUserId: userId, detail: { By: owner.purpose }, ip: caller.ip })
  })
}

/**
 * Changes the password of whoever is signed in. It always takes the current one: an open session alone is no proof of it.
 * Every other session ends, and this one goes on under a new cookie.
 * @throws PasswordNeeded, NotPermitted while impersonating, NotFound for anybody else's id
 */
export const changeOwnPassword = async (
  service: Service,
  caller: Caller,
  session: Session,
  pathId: string,
  password: string,
  current: string | undefined,
): Promise<void> => {
  if (session.byAuth || session.venueId === null) throw failure('NotSignedIn')
  if (pathId !== String(session.employeeId)) throw failure('NotFound')
  if (session.impersonator) throw failure('NotWhileImpersonating')
  const { house } = service.database
  const [user] = await house<{ password_hash: string | null; is_sample: boolean }[]>`
    select password_hash, is_sample from app_user where user_id = ${session.userId}`
  if (!user) throw failure('SessionEnded')
  if (current === undefined) throw failure('PasswordNeeded')
  await proveCurrent(service, session, user.password_hash, current)
  refuseWeakPassword(password, await wordsAbout(house, session.userId), user.is_sample)
  const hash = await hashPassword(password)
  const companion = await service.database.inVenue(0, async (sql) => {
    await replacePassword(sql, session.userId, hash)
    await endSessionsOf(sql, session.userId, 'password changed', session.sessionId)
    const device = caller.cookie(deviceCookie(isSecure(service)))
    await sql`delete from known_device where user_id = ${session.userId} and device_hash is distinct from ${device ? hashSecret(device) : null}`
    await recordAudit(sql, 0, { action: 'password.changed', actorUserId: session.userId, detail: { By: 'self' }, sessionId: session.sessionId, ip: caller.ip })
    return session.companionHash ? renewCompanion(sql, session.sessionId) : undefined
  })
  const secondsLeft = Math.max(1, Math.floor((session.absoluteUntil.getTime() - Date.now()) / 1000))
  if (companion) caller.setCookie(companionCookie(isSecure(service)), companion, { maxAgeSeconds: secondsLeft, httpOnly: true })
}

/** With a link to reset a password the user name is said again; with an invitation it is chosen. */
const refuseOtherName = (userName: string, { purpose, userName: own, email }: LinkOwner): void => {
  if (purpose === 'invite') refuseUserName(userName, email)
  else if (nameKey(userName) !== nameKey(own)) throw fieldFailure('UserName', 'This link is for another user name.')
}

/** A rider on someone's session has as few guesses as anyone at the door. */
const proveCurrent = async (service: Service, session: Session, stored: string | null, typed: string): Promise<void> => {
  const allowance = allowanceOf(`change ${session.userId}`)
  const { proved } = await provePassword(service.database, allowance, stored, typed)
  if (!proved) throw failure('PasswordNeeded', {}, [{ FieldName: 'CurrentPassword', ErrorCode: 'Wrong', Message: 'This is not your current password.' }])
  await service.database.inVenue(0, (sql) => forgetFailures(sql, allowance))
}

/** The specification's form names the employee; our own page knows the link only. */
const isIdOf = async (house: Sql, userId: number, pathId: string): Promise<boolean> => {
  if (!/^[1-9]\d{0,8}$/.test(pathId)) return false
  return (await house`select from user_venue where user_id = ${userId} and employee_id = ${Number(pathId)}`).length > 0
}
