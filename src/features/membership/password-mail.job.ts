import { invitationsTo } from '#platform/access/invitations.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import type { Database } from '#platform/database/database.ts'
import { addJob, implementJob } from '#platform/jobs/jobs.ts'
import { venueMailOf } from '#platform/mail/venue-mail.ts'
import { countIn } from '#platform/web/limits.ts'
import { nameKey } from '#shared/name-key.ts'
import { invitationMail, passwordMail } from './mails.contract.ts'
import { inviteLetter, resetLetter } from './mails.rules.ts'
import { addresseeOf, LINK_SECONDS, makeLink, venueName } from './password-links.sql.ts'

const MAILS_PER_HOUR = 3

/**
 * Finds the person, makes the link and sends it; nobody by that name, nothing happens. The link is made here and not where
 * it is asked for, so that neither the time of the answer nor the queue gives anything away; a retry makes a new one. What people ask
 * for themselves is limited here and in silence; what a venue sends was counted when it was asked for, and refused in words.
 */
export const passwordMailJob = implementJob('soon', passwordMail, async (asked, { service, mailer, attempt }) => {
  const { house } = service.database
  const addressee = await addresseeOf(house, { userId: typeof asked.UserId === 'number' ? asked.UserId : null, key: nameKey(String(asked.UserId)) })
  const isOwnWish = asked.Purpose === 'reset' && asked.VenueId === undefined
  if (!addressee) return isOwnWish ? inviteAgain(service.database, nameKey(String(asked.UserId))) : undefined
  if (isOwnWish && attempt === 1 && (await countIn(house, 'password-mail', String(addressee.userId), 3600)) > MAILS_PER_HOUR) return
  const token = await service.database.inVenue(0, async (sql) => {
    await recordAudit(sql, 0, { action: 'password.link-made', actorUserId: addressee.userId, detail: { Purpose: asked.Purpose } })
    return makeLink(sql, addressee.userId, asked.Purpose)
  })
  const link = `${asked.PasswordUrl ?? `${service.settings.publicUrl}/membership/password`}#${token}`
  const reader = { ...addressee, language: asked.Language ?? addressee.language }
  const letter =
    asked.Purpose === 'reset'
      ? resetLetter(reader, link, LINK_SECONDS.reset / 60)
      : inviteLetter(reader, asked.VenueId ? await venueName(house, asked.VenueId) : undefined, link, LINK_SECONDS.invite / 3600)
  const { VenueId } = asked
  // What people ask for themselves comes from the house.
  const sender = VenueId === undefined ? undefined : await service.database.inVenue(VenueId, (sql) => venueMailOf(sql, VenueId))
  await mailer.send({ to: { name: addressee.displayName, address: addressee.email }, senderName: sender?.senderName, ...letter })
})

/** Somebody who was invited and belongs nowhere yet has no password to set: they get their invitations again. */
const inviteAgain = async ({ house, inVenue }: Database, emailKey: string): Promise<void> => {
  const invitations = await invitationsTo(house, emailKey)
  if (invitations.length === 0 || (await countIn(house, 'password-mail', emailKey, 3600)) > MAILS_PER_HOUR) return
  await inVenue(0, async (sql) => {
    for (const { invitationId } of invitations) await addJob(sql, invitationMail, { InvitationId: invitationId })
  })
}
