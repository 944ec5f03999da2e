import { userNameComplaint } from '#features/employees/employees.rules.ts'
import { forgetNewAddress } from '#platform/access/new-address.ts'
import { unlockAccount } from '#platform/access/sign-in-limits.ts'
import type { Sql, Transaction } from '#platform/database/pool.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { fieldFailure } from '#shared/failure.ts'
import { passwordChangedMail } from './mails.contract.ts'
import { voidLinks } from './password-links.sql.ts'

/** @throws ValidationFailed */
export const refuseUserName = (userName: string, email: string | null): void => {
  const complaint = userNameComplaint(userName, email ?? undefined)
  if (complaint !== undefined) throw fieldFailure('UserName', complaint)
}

/** Sets a password: links there were are void, a new address that waits is forgotten since somebody else may have asked for it, a lock is lifted, and a mail tells the person. */
export const replacePassword = async (sql: Transaction, userId: number, hash: string): Promise<void> => {
  await sql`update app_user set password_hash = ${hash}, password_changed_at = now() where user_id = ${userId}`
  await voidLinks(sql, userId)
  await forgetNewAddress(sql, userId)
  await unlockAccount(sql, userId)
  await addJob(sql, passwordChangedMail, { UserId: userId, At: new Date().toISOString() })
}

/** Names a guesser would try first: the person's, their address's, their venues'. */
export const wordsAbout = async (house: Sql, userId: number): Promise<string[]> => {
  const [user] = await house<{ user_name: string; display_name: string; email: string | null; venues: string[] }[]>`
    select u.user_name, u.display_name, u.email,
      (select coalesce(array_agg(v.name), '{}') from user_venue uv join venue v on v.venue_id = uv.venue_id where uv.user_id = u.user_id) as venues
    from app_user u where u.user_id = ${userId}`
  return user ? [user.user_name, user.display_name, user.email ?? '', ...user.venues] : []
}
