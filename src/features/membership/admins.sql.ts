import { recordAudit } from '#platform/audit/audit.ts'
import type { Sql, Transaction } from '#platform/database/pool.ts'
import { nameKey } from '#shared/name-key.ts'

export interface NewAdmin {
  userName: string
  email: string | null
  passwordHash: string
}

/** Why nobody new can have this name and address: the sentence, or undefined where both are free. */
export const whyTaken = async (house: Sql | Transaction, userName: string, email: string | null): Promise<string | undefined> => {
  const rows = await (house as Sql)<{ same_name: boolean; user_name: string }[]>`
    select user_name_key = ${nameKey(userName)} as same_name, user_name from app_user
    where user_name_key = ${nameKey(userName)} or email_key = ${email === null ? null : nameKey(email)} order by 1 desc`
  if (rows[0] === undefined) return undefined
  return rows[0].same_name ? `There is already a person named ${rows[0].user_name}.` : `${email} belongs to ${rows[0].user_name} already.`
}

/** Makes a person who is Admin: an employee of no venue, who sets up all of them. */
export const createAdmin = async (sql: Transaction, { userName, email, passwordHash }: NewAdmin): Promise<number> => {
  const [made] = await sql<{ user_id: number }[]>`
    insert into app_user (user_name, user_name_key, display_name, email, email_key, password_hash, password_changed_at, is_admin)
    values (${userName}, ${nameKey(userName)}, ${userName}, ${email}, ${email === null ? null : nameKey(email)}, ${passwordHash}, now(), true)
    on conflict do nothing returning user_id`
  if (!made) throw new Error((await whyTaken(sql, userName, email)) ?? 'This name was taken a moment ago.')
  await recordAudit(sql, 0, { action: 'admin.made', subject: userName, detail: { By: 'command line' }, actorUserId: null })
  return made.user_id
}
