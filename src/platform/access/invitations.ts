import { recordAudit } from '#platform/audit/audit.ts'
import { enterVenue } from '#platform/database/database.ts'
import type { Transaction } from '#platform/database/pool.ts'
import type { Query, Statements } from '#platform/database/sql.ts'
import { nameKey } from '#shared/name-key.ts'
import { type Login, letIntoVenue } from './people.ts'
import { hashSecret, newSecret } from './secrets.ts'

/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 14
/** How long a password can be chosen with its link. */
export const PASSWORD_HOURS = 72

/** An invitation to be sent. */
export interface NewInvitation {
  venueId: number
  employeeId: number
  /** Whose it is, where that is known; else it is of whoever has the address when it is used. */
  userId: number | null
  email: string | null
  invitedBy: number | null
}

/**
 * Invites an employee of a venue, or invites them again: then the invitation begins anew. Nobody is looked up by the address.
 * @returns its id, for the mail
 */
export const invite = async (sql: Transaction, { venueId, employeeId, userId, email, invitedBy }: NewInvitation): Promise<number> => {
  const [made] = await sql<{ invitation_id: number }[]>`
    insert into invitation as open (venue_id, employee_id, user_id, email, email_key, invited_by, expires_at)
    values (${venueId}, ${employeeId}, ${userId}, ${email}, ${email === null ? null : nameKey(email)}, ${invitedBy}, now() + ${INVITATION_DAYS} * interval '1 day')
    on conflict (venue_id, employee_id) where ended_at is null do update set user_id = excluded.user_id, email = excluded.email,
      email_key = excluded.email_key, invited_by = excluded.invited_by, created_at = now(), expires_at = excluded.expires_at, token_hash = null
    returning invitation_id`
  return made?.invitation_id ?? 0
}

/** The venue wants it no more. Where there is none, nothing happens. */
export const takeInvitationBack = async (sql: Transaction, venueId: number, employeeId: number): Promise<void> => {
  await sql`
    update invitation set ended_at = now(), outcome = 'taken back' where venue_id = ${venueId} and employee_id = ${employeeId} and ended_at is null`
}

/** An invitation that can be accepted now. */
export interface OpenInvitation {
  invitationId: number
  venueId: number
  employeeId: number
  venueName: string
  venueLanguage: 'en' | 'jp'
  /** Who sent it, by the name they are shown by. */
  invitedBy: string
  /** The address the venue wrote to; null where it knew none. */
  email: string | null
  expires: Date
  /** Whether a password can still be chosen with its link. */
  passwordOpen: boolean
  /** The login it would be accepted with, where there is one by now. */
  login: (Login & { email: string | null }) | undefined
}

/** The invitations somebody has now, the latest first. Admin has none, and a venue they belong to already invites nobody. */
export const invitationsOf = (sql: Statements, userId: number): Promise<OpenInvitation[]> => openInvitations(sql, sql`u.user_id = ${userId}`)

/** The venues that have invited a login as such, with the employee it is to be there; not those that wrote to an address. */
export const venuesInviting = async (sql: Statements, userId: number): Promise<{ venueId: number; employeeId: number }[]> =>
  (
    await sql<{ venue_id: number; employee_id: number }[]>`
      select venue_id, employee_id from invitation where user_id = ${userId} and ended_at is null and expires_at > now() order by venue_id`
  ).map((row) => ({ venueId: row.venue_id, employeeId: row.employee_id }))

/** One of somebody's own invitations. */
export const ownInvitation = async (sql: Statements, userId: number, invitationId: number): Promise<OpenInvitation | undefined> =>
  (await openInvitations(sql, sql`u.user_id = ${userId} and i.invitation_id = ${invitationId}`))[0]

/** The invitation of a mailed link. */
export const invitationByLink = async (sql: Statements, token: string): Promise<OpenInvitation | undefined> =>
  (await openInvitations(sql, sql`i.token_hash = ${hashSecret(token)}`))[0]

/** The invitation with this number, for the mail about it. */
export const invitationById = async (sql: Statements, invitationId: number): Promise<OpenInvitation | undefined> =>
  (await openInvitations(sql, sql`i.invitation_id = ${invitationId}`))[0]

/** The invitations sent to an address. */
export const invitationsTo = (sql: Statements, emailKey: string): Promise<OpenInvitation[]> => openInvitations(sql, sql`i.email_key = ${emailKey}`)

interface InvitationRow {
  invitation_id: number
  venue_id: number
  employee_id: number
  venue_name: string
  language: 'en' | 'jp'
  invited_by: string | null
  email: string | null
  expires_at: Date
  password_open: boolean
  user_id: number | null
  user_name: string
  display_name: string
  has_password: boolean
  login_email: string | null
}

const openInvitations = async (sql: Statements, which: Query<readonly unknown[]>): Promise<OpenInvitation[]> => {
  const rows = await sql<InvitationRow[]>`
    select i.invitation_id, i.venue_id, i.employee_id, v.name as venue_name, v.language, b.display_name as invited_by, i.email, i.expires_at,
      coalesce(i.password_until > now(), false) as password_open, u.user_id, u.user_name, u.display_name, u.password_hash is not null as has_password,
      u.email as login_email
    from invitation i join venue v on v.venue_id = i.venue_id
      left join app_user b on b.user_id = i.invited_by
      left join app_user u on u.user_id = i.user_id or (i.user_id is null and u.email_key = i.email_key)
    where ${which} and i.ended_at is null and i.expires_at > now() and u.is_admin is not true
      and not exists (select from user_venue held where held.user_id = u.user_id and held.venue_id = i.venue_id)
    order by i.created_at desc, i.invitation_id desc`
  return rows.map(invitationIn)
}

const invitationIn = (row: InvitationRow): OpenInvitation => ({
  invitationId: row.invitation_id,
  venueId: row.venue_id,
  employeeId: row.employee_id,
  venueName: row.venue_name,
  venueLanguage: row.language,
  invitedBy: row.invited_by ?? '',
  email: row.email,
  expires: row.expires_at,
  passwordOpen: row.password_open,
  login:
    row.user_id === null
      ? undefined
      : {
          userId: row.user_id,
          userName: row.user_name,
          displayName: row.display_name,
          email: row.login_email,
          isAdmin: false,
          hasPassword: row.has_password,
        },
})

/** Makes the link of an invitation; the one it had is worth nothing from now on. */
export const makeInvitationLink = async (sql: Transaction, invitationId: number): Promise<string> => {
  const token = newSecret()
  await sql`
    update invitation set token_hash = ${hashSecret(token)}, password_until = now() + ${PASSWORD_HOURS} * interval '1 hour'
    where invitation_id = ${invitationId} and ended_at is null`
  return token
}

/** Who answers, as the trail has it. */
interface Answering {
  sessionId?: string | null
  ip: string
}

/**
 * Takes hold of an invitation, in its venue, while nobody changes access there.
 * @returns nothing where there is none, or it was used, sent anew or taken back meanwhile
 */
export const holdInvitation = async (sql: Transaction, find: () => Promise<OpenInvitation | undefined>): Promise<OpenInvitation | undefined> => {
  const found = await find()
  if (!found) return undefined
  await enterVenue(sql, found.venueId)
  await sql`select from role where venue_id = ${found.venueId} order by role_id for update`
  await sql`select from invitation where invitation_id = ${found.invitationId} for update`
  return find()
}

/** Lets somebody into the venue of an invitation that is held, with what waited for them. The transaction is in the house afterwards. */
export const acceptHeld = async (sql: Transaction, held: OpenInvitation, login: Login, { sessionId = null, ip }: Answering): Promise<void> => {
  const { venueId, employeeId, invitationId, email } = held
  const { userId, userName } = login
  await enterVenue(sql, venueId)
  await sql`
    update employee set registered = true, user_id = ${userId}, user_name = ${userName}, email = coalesce(email, ${email})
    where venue_id = ${venueId} and employee_id = ${employeeId}`
  await letIntoVenue(sql, userId, venueId, employeeId)
  await sql`update invitation set ended_at = now(), outcome = 'accepted' where invitation_id = ${invitationId}`
  const subject = String(employeeId)
  await recordAudit(sql, venueId, { action: 'invitation.accepted', subject, detail: { UserId: userId }, actorUserId: userId, sessionId, ip })
  await enterVenue(sql, 0)
}

/**
 * Ends an invitation that is held, as its person wishes. The venue's trail does not tell who they are, which it has not been told otherwise.
 * The transaction is in the house afterwards.
 */
export const declineHeld = async (sql: Transaction, held: OpenInvitation, { sessionId = null, ip }: Answering): Promise<void> => {
  const { venueId, venueName, employeeId, invitationId, login } = held
  await sql`update employee set invited_at = null where venue_id = ${venueId} and employee_id = ${employeeId} and not registered`
  await sql`update invitation set ended_at = now(), outcome = 'declined' where invitation_id = ${invitationId}`
  await recordAudit(sql, venueId, { action: 'invitation.declined', subject: String(employeeId), actorUserId: null })
  await enterVenue(sql, 0)
  await recordAudit(sql, 0, { action: 'own-invitation.declined', subject: venueName, actorUserId: login?.userId ?? null, sessionId, ip })
}

/** Forgets invitations a month after they ended or ran out. */
export const forgetOldInvitations = async (house: Statements): Promise<void> => {
  await house`delete from invitation where least(ended_at, expires_at) < now() - interval '30 days'`
}
