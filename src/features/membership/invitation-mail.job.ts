import { INVITATION_DAYS, invitationById, makeInvitationLink, PASSWORD_HOURS } from '#platform/access/invitations.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { implementJob } from '#platform/jobs/jobs.ts'
import { venueMailOf } from '#platform/mail/venue-mail.ts'
import { nameOnBooks } from './invitations.sql.ts'
import { invitationMail } from './mails.contract.ts'
import { invitationLetter, newcomerLetter } from './mails.rules.ts'
import { addresseeOf } from './password-links.sql.ts'

/**
 * Sends an invitation: to somebody with a password as a question, to anybody else with the choice of one. Nobody who is Admin, or belongs
 * to the venue already, is written to.
 */
export const invitationMailJob = implementJob('soon', invitationMail, async ({ InvitationId, PasswordUrl }, { service, mailer }) => {
  const { house, inVenue } = service.database
  const invitation = await invitationById(house, InvitationId)
  const address = invitation?.login?.email ?? invitation?.email
  if (!invitation || !address) return
  const { venueId, venueName, login } = invitation
  const token = await inVenue(0, async (sql) => {
    await recordAudit(sql, 0, { action: 'invitation.mailed', subject: venueName, detail: { UserId: login?.userId ?? null }, actorUserId: null })
    return makeInvitationLink(sql, InvitationId)
  })
  const page = (login?.hasPassword ? undefined : PasswordUrl) ?? `${service.settings.publicUrl}/membership/password`
  const inviting = { venue: venueName, by: invitation.invitedBy || venueName, link: `${page}#${token}` }
  const { displayName = await inVenue(venueId, (sql) => nameOnBooks(sql, invitation)), userName = '' } = login ?? {}
  const known = login && (await addresseeOf(house, { userId: login.userId, key: '' }))
  const reader = { displayName, userName, language: known?.language ?? invitation.venueLanguage }
  const letter = login?.hasPassword ? invitationLetter(reader, inviting, INVITATION_DAYS) : newcomerLetter(reader, inviting, PASSWORD_HOURS)
  const { senderName } = await inVenue(venueId, (sql) => venueMailOf(sql, venueId))
  await mailer.send({ to: { name: displayName, address }, senderName, ...letter })
})
