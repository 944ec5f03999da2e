import { CONFIRM_HOURS, isAddressOfOther, makeAddressLink, waitingAddress } from '#platform/access/new-address.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { implementJob } from '#platform/jobs/jobs.ts'
import { addressMail } from './mails.contract.ts'
import { addressLetter, addressNotice, addressTakenLetter } from './mails.rules.ts'
import { loginShown } from './own-login.sql.ts'
import { addresseeOf, venueName } from './password-links.sql.ts'

/**
 * Mails the link that confirms a new address, and tells the old one. Where another login has the new address, its owner is told instead and
 * nothing changes: whoever asked for it is not told whose it is.
 */
export const addressMailJob = implementJob('soon', addressMail, async ({ UserId, Language }, { service, mailer }) => {
  const { house, inVenue } = service.database
  const waiting = await waitingAddress(house, UserId)
  if (!waiting) return
  const old = await addresseeOf(house, { userId: UserId, key: '' })
  const { DisplayName: displayName, UserName: userName } = await loginShown(house, UserId)
  const reader = { displayName, userName, language: Language ?? old?.language ?? 'en' }
  const venue = waiting.venueId === null ? undefined : await venueName(house, waiting.venueId)
  const to = { name: displayName, address: waiting.email }
  if (await isAddressOfOther(house, UserId, waiting.email)) {
    await mailer.send({ to: { name: waiting.email, address: waiting.email }, ...addressTakenLetter(reader) })
  } else {
    const token = await inVenue(0, async (sql) => {
      await recordAudit(sql, 0, { action: 'address.mailed', actorUserId: UserId })
      return makeAddressLink(sql, UserId)
    })
    await mailer.send({ to, ...addressLetter(reader, `${service.settings.publicUrl}/membership/address#${token}`, CONFIRM_HOURS) })
  }
  if (!old) return
  const notice = addressNotice(reader, { email: waiting.email, venue, page: `${service.settings.publicUrl}/membership/forgotpassword` })
  await mailer.send({ to: { name: old.displayName, address: old.email }, ...notice })
})
