import { enterVenue } from '#platform/database/database.ts'
import type { Transaction } from '#platform/database/pool.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import { fieldFailure } from '#shared/failure.ts'
import { isReservedRoleName, nameKey } from '#shared/name-key.ts'
import { revokeTokens } from './personal-tokens.ts'

/** What the house knows of a login, as those who look after its venue see it. */
export interface LoginStanding {
  userName: string
  hasPassword: boolean
  locked: boolean
  /** When they last opened the venue asked about. */
  lastOpened: Date | null
}

/** The logins of those who belong to a venue now, by user id; of anybody else a venue learns nothing. */
export const standingsOf = async (sql: Transaction, venueId: number, userIds: readonly number[]): Promise<Map<number, LoginStanding>> => {
  if (userIds.length === 0) return new Map()
  const rows = await sql<{ user_id: number; user_name: string; has_password: boolean; locked: boolean; last_opened_at: Date | null }[]>`
    select u.user_id, u.user_name, u.has_password, coalesce(u.locked_until > now(), false) as locked, v.last_opened_at
    from app_user u join user_venue v on v.user_id = u.user_id and v.venue_id = ${venueId}
    where u.user_id = any(${numbers(userIds)}::int[])`
  return new Map(
    rows.map((row) => [row.user_id, { userName: row.user_name, hasPassword: row.has_password, locked: row.locked, lastOpened: row.last_opened_at }]),
  )
}

/** Sessions of an employee that are open now, and when a link to set a password was last made for them. */
export const accessTraces = async (sql: Transaction, venueId: number, employeeId: number, userId: number) => {
  const [row] = await sql<{ open: number; sent_at: Date | null }[]>`
    select (select count(*)::int from session s where s.venue_id = ${venueId} and s.employee_id = ${employeeId} and s.user_id = ${userId}
        and s.revoked_at is null and s.idle_until > now() and s.absolute_until > now()) as open,
      (select max(l.created_at) from link_token l where l.user_id = ${userId}) as sent_at`
  return { openSessions: row?.open ?? 0, linkSentAt: row?.sent_at ?? null }
}

/** A login. */
export interface Login {
  userId: number
  userName: string
  displayName: string
  isAdmin: boolean
  hasPassword: boolean
}

interface LoginRow {
  user_id: number
  user_name: string
  display_name: string
  is_admin: boolean
  has_password: boolean
}

const loginIn = (row: LoginRow): Login => ({
  userId: row.user_id,
  userName: row.user_name,
  displayName: row.display_name,
  isAdmin: row.is_admin,
  hasPassword: row.has_password,
})

/** The login with this number, locked until the transaction ends. */
export const lockLogin = async (sql: Transaction, userId: number): Promise<Login | undefined> => {
  const [row] = await sql<LoginRow[]>`
    select user_id, user_name, display_name, is_admin, has_password from app_user where user_id = ${userId} for update`
  return row && loginIn(row)
}

/** Whether one of these logins has this address. */
export const isAddressOfAny = async (sql: Transaction, userIds: readonly number[], email: string): Promise<boolean> =>
  (await sql`select from app_user where email_key = ${nameKey(email)} and user_id = any(${numbers(userIds)}::int[])`).length > 0

/** Whether a login is no one venue's to look after: it opens others too, or is Admin's. */
export const belongsElsewhere = async (sql: Transaction, userId: number, venueId: number): Promise<boolean> =>
  (
    await sql`
      select from app_user u where u.user_id = ${userId}
        and (u.is_admin or exists (select from user_venue v where v.user_id = u.user_id and v.venue_id <> ${venueId}))`
  ).length > 0

/** Whether a user name is somebody's already, or would be taken for the reserved one. */
export const isNameTaken = async (sql: Transaction, userName: string, except?: number): Promise<boolean> =>
  isReservedRoleName(userName) ||
  (await sql`select from app_user where user_name_key = ${nameKey(userName)} and user_id is distinct from ${except ?? null}`).length > 0

export const nameTaken = () => fieldFailure('UserName', 'This user name is already taken. Choose another one.', 'Taken')
export const addressTaken = () => fieldFailure('Email', 'Someone here already has this e-mail address.', 'Taken')

/**
 * Makes a login without a password yet.
 * @throws ValidationFailed where the name or the address was taken a moment ago
 */
export const makeLogin = async (
  sql: Transaction,
  { userName, displayName, email }: { userName: string; displayName: string; email: string },
): Promise<Login> => {
  if (await isNameTaken(sql, userName)) throw nameTaken()
  const [made] = await sql<{ user_id: number }[]>`
    insert into app_user (user_name, user_name_key, display_name, email, email_key)
    values (${userName}, ${nameKey(userName)}, ${displayName}, ${email}, ${nameKey(email)})
    on conflict do nothing returning user_id`
  if (!made) throw (await isNameTaken(sql, userName)) ? nameTaken() : addressTaken()
  return { userId: made.user_id, userName, displayName, isAdmin: false, hasPassword: false }
}

/** A user name nobody has, made of what is known of a person. */
export const freeUserName = async (sql: Transaction, wish: string): Promise<string> => {
  const base = nameKey(wish).replace(/[\s@]+/g, '.') || 'person'
  const rows = await sql<{ user_name_key: string }[]>`select user_name_key from app_user where starts_with(user_name_key, ${base})`
  const taken = new Set(rows.map(({ user_name_key }) => user_name_key))
  if (isReservedRoleName(base)) taken.add(base)
  let name = base
  for (let n = 2; taken.has(name); n += 1) name = `${base}${n}`
  return name
}

/** Lets a login open a venue as this employee. */
export const letIntoVenue = async (sql: Transaction, userId: number, venueId: number, employeeId: number): Promise<void> => {
  await sql`
    insert into user_venue (user_id, venue_id, employee_id) values (${userId}, ${venueId}, ${employeeId})
    on conflict (user_id, venue_id) do update set employee_id = excluded.employee_id`
}

/**
 * Ends what somebody has at a venue at once: it is not theirs to open, their sessions there end, and whatever was begun from them.
 * Whoever belongs nowhere any more has no use for their links.
 * @returns how many sessions were open
 */
export const shutOut = async (sql: Transaction, userId: number, venueId: number, employeeId: number): Promise<number> => {
  await sql`delete from user_venue where user_id = ${userId} and venue_id = ${venueId}`
  const ended = await sql<{ open: boolean }[]>`
    update session set revoked_at = now(), revoked_reason = 'access revoked'
    where user_id = ${userId} and venue_id = ${venueId} and employee_id = ${employeeId} and revoked_at is null
    returning idle_until > now() and absolute_until > now() as open`
  await revokeTokens(sql, { userId, venueId }, 'access revoked')
  await sql`
    update link_token set voided_at = now() where user_id = ${userId} and used_at is null and voided_at is null
      and not exists (select from user_venue v where v.user_id = ${userId}) and not exists (select from app_user u where u.user_id = ${userId} and u.is_admin)`
  return ended.filter(({ open }) => open).length
}

/** The venues a login may open, with the employee they are there. */
export const venuesHeld = async (sql: Transaction, userId: number): Promise<{ venueId: number; employeeId: number }[]> =>
  (await sql<{ venue_id: number; employee_id: number }[]>`select venue_id, employee_id from user_venue where user_id = ${userId} order by venue_id`).map(
    (row) => ({
      venueId: row.venue_id,
      employeeId: row.employee_id,
    }),
  )

/** What venues are called; every venue where none are named. */
export const venueNames = async (sql: Transaction, venueIds?: readonly number[]): Promise<{ venueId: number; name: string }[]> =>
  (
    await sql<{ venue_id: number; name: string }[]>`
      select venue_id, name from venue where ${venueIds === undefined} or venue_id = any(${numbers(venueIds ?? [])}::int[]) order by lower(name), venue_id`
  ).map((row) => ({ venueId: row.venue_id, name: row.name }))

/**
 * Gives a login another user name, at the house and wherever they work. The transaction sees no venue afterwards.
 * @throws ValidationFailed where somebody else has it
 */
export const renameLogin = async (sql: Transaction, userId: number, userName: string): Promise<void> => {
  if (await isNameTaken(sql, userName, userId)) throw nameTaken()
  await sql`update app_user set user_name = ${userName}, user_name_key = ${nameKey(userName)} where user_id = ${userId}`
  for (const { venueId, employeeId } of await venuesHeld(sql, userId)) {
    await enterVenue(sql, venueId)
    await sql`update employee set user_name = ${userName} where venue_id = ${venueId} and employee_id = ${employeeId} and user_id = ${userId}`
  }
  await enterVenue(sql, 0)
}

/** Where mails to these logins go, by user id; those without an address are left out. */
export const addressesOf = async (sql: Transaction, userIds: readonly number[]): Promise<Map<number, { name: string; address: string }>> => {
  if (userIds.length === 0) return new Map()
  const rows = await sql<{ user_id: number; display_name: string; email: string }[]>`
    select user_id, display_name, email from app_user where user_id = any(${numbers(userIds)}::int[]) and email is not null`
  return new Map(rows.map((row) => [row.user_id, { name: row.display_name, address: row.email }]))
}

/** The language somebody chose for the app; undefined where they never did. */
export const languageOf = async (sql: Transaction, userId: number): Promise<'en' | 'jp' | undefined> => {
  const [row] = await sql<{ language: 'en' | 'jp' | null }[]>`select language from user_preference where user_id = ${userId}`
  return row?.language ?? undefined
}

/** Gives a login the name it is shown by. */
export const showLoginAs = async (sql: Transaction, userId: number, displayName: string): Promise<void> => {
  await sql`update app_user set display_name = ${displayName} where user_id = ${userId}`
}
