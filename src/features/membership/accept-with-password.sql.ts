import { acceptHeld, holdInvitation, invitationByLink, type OpenInvitation } from '#platform/access/invitations.ts'
import { refuseWeakPassword } from '#platform/access/password-policy.ts'
import { hashPassword } from '#platform/access/passwords.ts'
import { freeUserName, isNameTaken, makeLogin, renameLogin } from '#platform/access/people.ts'
import { hashSecret } from '#platform/access/secrets.ts'
import { endSessionsOf } from '#platform/access/sessions.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import type { Transaction } from '#platform/database/pool.ts'
import type { Caller, PublicScope, Service } from '#platform/web/implement.ts'
import { failure } from '#shared/failure.ts'
import { nameOnBooks } from './invitations.sql.ts'
import { refuseUserName, replacePassword, wordsAbout } from './new-password.sql.ts'

interface Chosen {
  /** Left out, they have the name that was offered. */
  userName: string | undefined
  password: string
}

/**
 * Accepts an invitation by its mailed link, choosing user name and password: the login is made now, or gets its first password. Nobody is
 * signed in by it.
 * @throws LinkNotValid; HasPassword where the address has a login with one by now; as setPasswordByLink
 */
export const acceptWithPassword = async (
  service: Service,
  once: PublicScope['once'],
  caller: Caller,
  pathId: string,
  token: string,
  invitation: OpenInvitation,
  { userName, password }: Chosen,
): Promise<void> => {
  const { house, inVenue } = service.database
  const principal = `link:${hashSecret(token).toString('hex')}`
  const { login, venueId, venueName, employeeId } = invitation
  const isTheirs = pathId === token || pathId === String(employeeId)
  if (!isTheirs || !(invitation.passwordOpen || login?.hasPassword)) return once(principal, () => Promise.reject(failure('LinkNotValid')))
  if (login?.hasPassword) throw failure('HasPassword')
  const email = login?.email ?? invitation.email ?? ''
  if (userName !== undefined) refuseUserName(userName, email)
  const name = await inVenue(venueId, (sql) => nameOnBooks(sql, invitation))
  const known = login ? await wordsAbout(house, login.userId) : [name, email]
  refuseWeakPassword(password, [...known, venueName, userName ?? ''], false)
  const hash = await hashPassword(password)
  await once(principal, async (sql) => {
    const held = await holdInvitation(sql, () => invitationByLink(sql, token))
    if (!held?.passwordOpen) throw failure('LinkNotValid')
    if (held.login?.hasPassword) throw failure('HasPassword')
    const wanted = userName ?? held.login?.userName ?? (await offeredUserName(sql, held))
    const mine = held.login ?? (await makeLogin(sql, { userName: wanted, displayName: name, email }))
    if (mine.userName !== wanted) await renameLogin(sql, mine.userId, wanted)
    await replacePassword(sql, mine.userId, hash)
    await acceptHeld(sql, held, { ...mine, userName: wanted }, { ip: caller.ip })
    await endSessionsOf(sql, mine.userId, 'password changed')
    await sql`delete from known_device where user_id = ${mine.userId}`
    await recordAudit(sql, 0, { action: 'password.changed', actorUserId: mine.userId, detail: { By: 'invite' }, ip: caller.ip })
  })
}

/** The user name to begin with: as the venue entered it, or of their names; another one where somebody has it. Asked in the venue. */
export const offeredUserName = async (sql: Transaction, { venueId, employeeId }: OpenInvitation): Promise<string> => {
  const [row] = await sql<{ user_name: string | null; first_name: string; surname: string }[]>`
    select user_name, first_name, surname from employee where venue_id = ${venueId} and employee_id = ${employeeId}`
  const wish = row?.user_name ?? `${row?.first_name ?? ''}.${row?.surname ?? ''}`.replace(/\.$/, '')
  return row?.user_name && !(await isNameTaken(sql, row.user_name)) ? row.user_name : freeUserName(sql, wish)
}
