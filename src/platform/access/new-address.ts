import { recordAudit } from '#platform/audit/audit.ts'
import { enterVenue } from '#platform/database/database.ts'
import type { Transaction } from '#platform/database/pool.ts'
import type { Statements } from '#platform/database/sql.ts'
import { nameKey } from '#shared/name-key.ts'
import { addressTaken, belongsElsewhere, lockLogin, renameLogin, venuesHeld } from './people.ts'
import { hashSecret, newSecret } from './secrets.ts'

/** How many hours a new address can be confirmed; the mail says so. */
export const CONFIRM_HOURS = 24

/** A new address of a login that has not been confirmed yet. */
interface WaitingAddress {
  userId: number
  email: string
  /** The venue that corrected it; null where the person changed it themselves. */
  venueId: number | null
  until: Date
}

interface WaitingRow {
  user_id: number
  email: string
  venue_id: number | null
  expires_at: Date
}

const waitingIn = (row: WaitingRow): WaitingAddress => ({ userId: row.user_id, email: row.email, venueId: row.venue_id, until: row.expires_at })

/** Keeps the address a login is to have once it is confirmed from there. The one that waited before is forgotten. */
export const askNewAddress = async (
  sql: Transaction,
  { userId, email, askedBy, venueId }: { userId: number; email: string; askedBy: number | null; venueId: number | null },
): Promise<void> => {
  await sql`
    insert into email_change (user_id, email, asked_by, venue_id, expires_at)
    values (${userId}, ${email}, ${askedBy}, ${venueId}, now() + ${CONFIRM_HOURS} * interval '1 hour')
    on conflict (user_id) do update set email = excluded.email, asked_by = excluded.asked_by, venue_id = excluded.venue_id, token_hash = null,
      asked_at = now(), expires_at = excluded.expires_at`
}

/** The address of a login that waits to be confirmed. */
export const waitingAddress = async (sql: Statements, userId: number): Promise<WaitingAddress | undefined> => {
  const [row] = await sql<WaitingRow[]>`
    select user_id, email, venue_id, expires_at from email_change where user_id = ${userId} and expires_at > now()`
  return row && waitingIn(row)
}

/** The address a mailed link confirms. */
export const addressByLink = async (sql: Statements, token: string): Promise<WaitingAddress | undefined> => {
  const [row] = await sql<WaitingRow[]>`
    select user_id, email, venue_id, expires_at from email_change where token_hash = ${hashSecret(token)} and expires_at > now()`
  return row && waitingIn(row)
}

/** Makes the link that confirms the address; the one it had is worth nothing from now on. */
export const makeAddressLink = async (sql: Transaction, userId: number): Promise<string> => {
  const token = newSecret()
  await sql`update email_change set token_hash = ${hashSecret(token)} where user_id = ${userId}`
  return token
}

/** A new address is not wanted any more, such as after the password was changed. */
export const forgetNewAddress = async (sql: Transaction, userId: number): Promise<void> => {
  await sql`delete from email_change where user_id = ${userId}`
}

/** Forgets addresses that were not confirmed in time. */
export const forgetOldAddresses = async (house: Statements): Promise<void> => {
  await house`delete from email_change where expires_at < now()`
}

/** Whether another login has this address. */
export const isAddressOfOther = async (sql: Statements, userId: number, email: string): Promise<boolean> =>
  (await sql`select from app_user where email_key = ${nameKey(email)} and user_id <> ${userId}`).length > 0

/**
 * Gives a login the address its link confirms. Venues that showed the old one show the new one; a user name that was the old one follows.
 * What a venue asked for holds only while the login is that venue's alone. The transaction is in the house afterwards.
 * @returns whose address it is now; nothing where the link is not good any more
 * @throws ValidationFailed where another login has the address
 */
export const takeNewAddress = async (sql: Transaction, token: string, ip: string): Promise<{ userId: number; byVenue: boolean } | undefined> => {
  const found = await addressByLink(sql, token)
  if (!found || !(await lockLogin(sql, found.userId))) return undefined
  const waiting = await addressByLink(sql, token)
  if (!waiting) return undefined
  const { userId, email, venueId } = waiting
  const held = await venuesHeld(sql, userId)
  if (venueId !== null && (!held.some((one) => one.venueId === venueId) || (await belongsElsewhere(sql, userId, venueId)))) return undefined
  if (await isAddressOfOther(sql, userId, email)) throw addressTaken()
  const [before] = await sql<{ email: string | null; user_name: string }[]>`select email, user_name from app_user where user_id = ${userId}`
  await sql`update app_user set email = ${email}, email_key = ${nameKey(email)} where user_id = ${userId}`
  await forgetNewAddress(sql, userId)
  const old = before?.email ?? null
  if (old !== null) {
    for (const { venueId: at, employeeId } of held) await showAddressAt(sql, { venueId: at, employeeId, userId, old, email, ip })
    await enterVenue(sql, 0)
    if (nameKey(before?.user_name ?? '') === nameKey(old)) await renameLogin(sql, userId, email)
  }
  return { userId, byVenue: venueId !== null }
}

interface ShownAt {
  venueId: number
  employeeId: number
  userId: number
  old: string
  email: string
  ip: string
}

/** A venue that showed the old address shows the new one, unless somebody else there has it. */
const showAddressAt = async (sql: Transaction, { venueId, employeeId, userId, old, email, ip }: ShownAt): Promise<void> => {
  await enterVenue(sql, venueId)
  const changed = await sql`
    update employee e set email = ${email} where e.venue_id = ${venueId} and e.employee_id = ${employeeId} and e.user_id = ${userId} and lower(e.email) = lower(${old})
      and not exists (select 1 from employee o where o.venue_id = ${venueId} and o.employee_id <> ${employeeId} and lower(o.email) = lower(${email}))`
  if (changed.count === 0) return
  await recordAudit(sql, venueId, { action: 'employee.details-changed', subject: String(employeeId), detail: { Email: [old, email] }, actorUserId: userId, ip })
}
