import { hashSecret, newSecret } from '#platform/access/secrets.ts'
import type { Sql, Transaction } from '#platform/database/pool.ts'
import type { Language } from '#shared/messages.ts'

export type Purpose = 'reset' | 'invite'

export const LINK_SECONDS: Record<Purpose, number> = { reset: 30 * 60, invite: 72 * 60 * 60 }

/** Whose password a link sets. */
export interface LinkOwner {
  userId: number
  userName: string
  displayName: string
  email: string | null
  isSample: boolean
  purpose: Purpose
}

/** Whose link this is, while it is good; looking does not use it up. */
export const linkOwner = async (house: Sql, token: string): Promise<LinkOwner | undefined> => {
  const [row] = await house<{ user_id: number; user_name: string; display_name: string; email: string | null; is_sample: boolean; purpose: Purpose }[]>`
    select u.user_id, u.user_name, u.display_name, u.email, u.is_sample, l.purpose
    from link_token l join app_user u on u.user_id = l.user_id
    where l.token_hash = ${hashSecret(token)} and l.used_at is null and l.voided_at is null and l.expires_at > now()`
  return row && { userId: row.user_id, userName: row.user_name, displayName: row.display_name, email: row.email, isSample: row.is_sample, purpose: row.purpose }
}

/** Makes a link for a person; the ones they had are worth nothing from now on. */
export const makeLink = async (sql: Transaction, userId: number, purpose: Purpose): Promise<string> => {
  const token = newSecret()
  await sql`select from app_user where user_id = ${userId} for update`
  await voidLinks(sql, userId)
  await sql`
    insert into link_token (token_hash, purpose, user_id, expires_at)
    values (${hashSecret(token)}, ${purpose}, ${userId}, now() + ${LINK_SECONDS[purpose]} * interval '1 second')`
  return token
}

/** Uses a link up: of any number that try at once, one is answered with whose it was. */
export const useLink = async (sql: Transaction, token: string): Promise<number | undefined> => {
  const [row] = await sql<{ user_id: number }[]>`
    update link_token set used_at = now()
    where token_hash = ${hashSecret(token)} and used_at is null and voided_at is null and expires_at > now()
    returning user_id`
  return row?.user_id
}

/** Whatever links a person has are worth nothing from now on. */
export const voidLinks = async (sql: Transaction, userId: number): Promise<void> => {
  await sql`update link_token set voided_at = now() where user_id = ${userId} and used_at is null and voided_at is null`
}

/** Someone a mail about their password may go to. */
export interface Addressee {
  userId: number
  userName: string
  displayName: string
  email: string
  /** The one they chose, else that of the venue they opened last. */
  language: Language
}

/**
 * Who is meant by a number, a user name or an e-mail address, if they have an address and still belong somewhere.
 * @param key the name as names are compared
 */
export const addresseeOf = async (house: Sql, typed: { userId: number | null; key: string }): Promise<Addressee | undefined> => {
  const [row] = await house<{ user_id: number; user_name: string; display_name: string; email: string; language: Language | null }[]>`
    select u.user_id, u.user_name, u.display_name, u.email,
      coalesce((select p.language from user_preference p where p.user_id = u.user_id),
        (select v.language from user_venue uv join venue v on v.venue_id = uv.venue_id
          where uv.user_id = u.user_id order by uv.last_opened_at desc nulls last, uv.venue_id limit 1)) as language
    from app_user u
    where (u.user_id = ${typed.userId} or u.user_name_key = ${typed.key} or u.email_key = ${typed.key}) and u.email is not null
      and (u.is_admin or exists (select from user_venue uv where uv.user_id = u.user_id))
    order by u.user_id = ${typed.userId} desc nulls last, u.user_name_key = ${typed.key} desc limit 1`
  return row && { userId: row.user_id, userName: row.user_name, displayName: row.display_name, email: row.email, language: row.language ?? 'en' }
}

/** Somebody a venue let in, whether or not any venue still does; in the venue's language. */
export const addresseeOnceAt = async (house: Sql, userId: number, venueId: number): Promise<Addressee | undefined> => {
  const [row] = await house<{ user_name: string; display_name: string; email: string; language: Language }[]>`
    select u.user_name, u.display_name, u.email, v.language from app_user u, venue v
    where u.user_id = ${userId} and u.email is not null and v.venue_id = ${venueId}`
  return row && { userId, userName: row.user_name, displayName: row.display_name, email: row.email, language: row.language }
}

/** What the invitation calls the venue. */
export const venueName = async (house: Sql, venueId: number): Promise<string | undefined> => {
  const [row] = await house<{ name: string }[]>`select name from venue where venue_id = ${venueId}`
  return row?.name
}

/** Forgets links a month after they ended, and browsers a year after they were last used. */
export const forgetOldLinks = async (house: Sql): Promise<void> => {
  await house`delete from link_token where expires_at < now() - interval '30 days'`
  await house`delete from known_device where last_used_at < now() - interval '366 days'`
}
