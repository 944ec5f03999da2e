import { hashPassword, isOutdated } from '#platform/access/passwords.ts'
import { antiForgeryToken, hashSecret, newSecret } from '#platform/access/secrets.ts'
import { beginSession, endSessionOfCompanion, type NewSession } from '#platform/access/sessions.ts'
import { type Attempt, allowanceOf, asStranger, forgetFailures, giveBack, limitStrangers, markLocked, provePassword } from '#platform/access/sign-in-limits.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { ANTI_FORGERY_COOKIE, companionCookie, deviceCookie, isSecure } from '#platform/web/caller.ts'
import type { Caller, Service } from '#platform/web/implement.ts'
import { failure } from '#shared/failure.ts'
import { nameKey } from '#shared/name-key.ts'
import { type Account, accountByName, type FoundAccount, rememberDevice, renewPasswordHash } from './membership.sql.ts'
import { shownDevice } from './own-sessions.sql.ts'
import { hasFactor, takeCode } from './second-factor.sql.ts'

const DEVICE_SECONDS = 365 * 24 * 60 * 60

/**
 * Proves a user name and password and begins a session. Unknown, wrong and locked take the same steps, the same time
 * and end in the same words.
 * @param code of the second factor; asked for only once the password was right, and counted as passwords are
 * @throws SignInFailed, SecondFactorNeeded, SecondFactorWrong, TooManyRequests before any hashing, Unavailable when too many passwords are being hashed
 */
export const signIn = async (service: Service, caller: Caller, userName: string, password: string, code?: string) => {
  const userNameKey = nameKey(userName)
  const device = caller.cookie(deviceCookie(isSecure(service)))
  const deviceHash = device ? hashSecret(device) : null
  const find = () => accountByName(service.database.house, userNameKey, deviceHash)
  // Whoever shows no device is a stranger, before anything is looked up.
  const found = deviceHash ? await find() : undefined
  const prove = async () => proveWho(service, caller, { userNameKey, deviceHash, ...(found ?? (await find())) }, password, code)
  return found?.knownDevice ? prove() : asStranger(prove)
}

/** Who wants in, as far as it shows before the password is looked at. */
interface Knocking extends FoundAccount {
  userNameKey: string
  deviceHash: Buffer | null
}

const proveWho = async (service: Service, caller: Caller, who: Knocking, password: string, code: string | undefined) => {
  const { house } = service.database
  const { userNameKey, deviceHash, account, knownDevice } = who
  if (!knownDevice) await limitStrangers(house, caller.ip, service.settings.limits.signInsPerMinute)
  const allowance = allowanceOf(userNameKey, (knownDevice && deviceHash) || undefined)
  const lane = knownDevice ? 'known' : 'stranger'
  const { proved, attempt } = await provePassword(service.database, allowance, account?.passwordHash, password, lane)
  if (!proved || !account) return refuse(service, caller, userNameKey, account, attempt)
  if (await hasFactor(house, account.userId)) {
    if (!code) {
      await giveBack(service.database, allowance, attempt)
      throw failure('SecondFactorNeeded')
    }
    if (!(await proveCode(service, caller, account.userId, code))) return refuse(service, caller, userNameKey, account, attempt, true)
  }

  const renewed = account.passwordHash && isOutdated(account.passwordHash) ? await hashPassword(password).catch(() => undefined) : undefined
  const newDevice = caller.isBrowser ? newSecret() : undefined
  const session = await service.database.inVenue(0, async (sql) => {
    await forgetFailures(sql, allowance)
    if (renewed && account.passwordHash) await renewPasswordHash(sql, account.userId, account.passwordHash, renewed)
    const before = caller.cookie(companionCookie(isSecure(service)))
    if (before) await endSessionOfCompanion(sql, before)
    const begun = await beginSession(sql, account.userId, caller)
    if (newDevice) await rememberDevice(sql, account.userId, deviceHash, hashSecret(newDevice))
    await recordAudit(sql, 0, { action: 'sign-in', actorUserId: account.userId, sessionId: begun.sessionId, ip: caller.ip })
    return begun
  })
  setCookies(service, caller, session, newDevice)
  return {
    UserId: account.userId,
    UserName: account.userName,
    DisplayName: account.displayName,
    SessionId: session.sessionId,
    Auth: session.auth,
    SignedOut: session.ended.map(({ userAgent, lastSeen }) => ({ Device: shownDevice(userAgent), LastUsedAt: lastSeen.toISOString() })),
  }
}

const refuse = async (
  service: Service,
  caller: Caller,
  userNameKey: string,
  account: Account | undefined,
  attempt: Attempt,
  byCode = false,
): Promise<never> => {
  await service.database.inVenue(0, async (sql) => {
    // What was typed is not kept: people type passwords into the wrong field.
    const who = { actorUserId: account?.userId ?? null, ip: caller.ip }
    await recordAudit(sql, 0, { action: 'sign-in.failed', detail: { Judged: attempt.allowed, ...(byCode ? { SecondFactor: true } : {}) }, ...who })
    if (!attempt.lastBeforeLock) return
    await markLocked(sql, userNameKey)
    await recordAudit(sql, 0, { action: 'account.locked', ...who })
  })
  throw failure(byCode ? 'SecondFactorWrong' : 'SignInFailed')
}

const proveCode = (service: Service, caller: Caller, userId: number, code: string): Promise<boolean> =>
  service.database.inVenue(0, async (sql) => {
    const proved = await takeCode(sql, service.signingKey, userId, code, service.now())
    if (proved === 'recovery') await recordAudit(sql, 0, { action: 'second-factor.recovery-used', actorUserId: userId, ip: caller.ip })
    return proved !== undefined
  })

const setCookies = (service: Service, caller: Caller, session: NewSession, device: string | undefined) => {
  if (!session.companion || !device) return
  const secure = isSecure(service)
  caller.setCookie(companionCookie(secure), session.companion, { maxAgeSeconds: session.absoluteSeconds, httpOnly: true })
  caller.setCookie(ANTI_FORGERY_COOKIE, antiForgeryToken(service.signingKey, session.sessionId), { maxAgeSeconds: session.absoluteSeconds, httpOnly: false })
  caller.setCookie(deviceCookie(secure), device, { maxAgeSeconds: DEVICE_SECONDS, httpOnly: true })
}
