import { isOneAddress } from '#features/employees/employees.rules.ts'
import { addressByLink, askNewAddress, takeNewAddress, waitingAddress } from '#platform/access/new-address.ts'
import { lockLogin, showLoginAs } from '#platform/access/people.ts'
import type { Session } from '#platform/access/sessions.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import type { Transaction } from '#platform/database/pool.ts'
import type { Statements } from '#platform/database/sql.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { countIn } from '#platform/web/limits.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { nameKey } from '#shared/name-key.ts'
import { addressMail } from './mails.contract.ts'
import type { OwnLogin } from './own-login.contract.ts'
import { voidLinks } from './password-links.sql.ts'

/** How long a proof of the password is good for a change of name or address: long enough for the form that asks for it. */
const PROVED_SECONDS = 120
const HOUR = 3600
const CHANGES_PER_HOUR = 5

/** What a person is called at Daybook, and where their mails go. */
export const loginShown = async (sql: Statements, userId: number): Promise<OwnLogin> => {
  const [row] = await sql<{ user_name: string; display_name: string; email: string | null }[]>`
    select user_name, display_name, email from app_user where user_id = ${userId}`
  if (!row) throw failure('NotFound')
  const waiting = await waitingAddress(sql, userId)
  return {
    UserName: row.user_name,
    DisplayName: row.display_name,
    Email: row.email,
    Waiting: waiting ? { Email: waiting.email, Until: waiting.until.toISOString() } : null,
  }
}

/**
 * Changes one's own name at once, and asks for a new address to be confirmed.
 * @throws PasswordNeeded; ValidationFailed for a name nobody could read or an address that is not one; TooManyRequests
 */
export const changeOwnLogin = async (
  sql: Transaction,
  session: Session,
  sent: { DisplayName?: string | undefined; Email?: string | undefined },
  ip: string,
) => {
  const { userId, sessionId } = session
  await refuseUnproved(sql, sessionId)
  await lockLogin(sql, userId)
  const before = await loginShown(sql, userId)
  const name = sent.DisplayName?.trim() ?? before.DisplayName
  if (nameKey(name) === '') throw fieldFailure('DisplayName', 'Enter a name with at least one visible character.')
  if (name !== before.DisplayName) {
    await showLoginAs(sql, userId, name)
    await recordAudit(sql, 0, { action: 'login.changed', actorUserId: userId, sessionId, detail: { ShownAs: [before.DisplayName, name] }, ip })
  }
  const email = sent.Email?.trim() ?? before.Email
  if (email !== null && email !== before.Email) await askAddress(sql, session, email, ip)
  return loginShown(sql, userId)
}

/**
 * The sign-in itself is no proof: an open session could be somebody else's by now.
 * @throws PasswordNeeded
 */
export const refuseUnproved = async (sql: Transaction, sessionId: string): Promise<void> => {
  const proved = await sql`
    select from session where session_id = ${sessionId} and password_checked_at > created_at and password_checked_at > now() - ${PROVED_SECONDS} * interval '1 second'`
  if (proved.length === 0) throw failure('PasswordNeeded')
}

const askAddress = async (sql: Transaction, { userId, sessionId }: Session, email: string, ip: string): Promise<void> => {
  if (!isOneAddress(email)) throw fieldFailure('Email', 'Enter one e-mail address.')
  if ((await countIn(sql, 'address-asked', String(userId), HOUR)) > CHANGES_PER_HOUR) throw failure('TooManyRequests', {}, [], HOUR)
  await askNewAddress(sql, { userId, email, askedBy: userId, venueId: null })
  await addJob(sql, addressMail, { UserId: userId })
  await recordAudit(sql, 0, { action: 'address.asked', actorUserId: userId, sessionId, detail: { Email: email }, ip })
}

/**
 * Whose address a mailed link confirms.
 * @throws LinkNotValid
 */
export const addressLinkShown = async (house: Statements, token: string) => {
  const waiting = await addressByLink(house, token)
  if (!waiting) throw failure('LinkNotValid')
  const { DisplayName, UserName } = await loginShown(house, waiting.userId)
  return { Name: DisplayName, UserName, Email: waiting.email }
}

/**
 * Gives a login the address that a mailed link confirms. Links to set a password that went to the old one are worth nothing.
 * @throws LinkNotValid; ValidationFailed where another login has the address
 */
export const confirmAddress = async (sql: Transaction, token: string, ip: string): Promise<void> => {
  const taken = await takeNewAddress(sql, token, ip)
  if (!taken) throw failure('LinkNotValid')
  await voidLinks(sql, taken.userId)
  await recordAudit(sql, 0, { action: 'address.confirmed', actorUserId: taken.userId, ip })
}
