import { implementJob } from '#platform/jobs/jobs.ts'
import { LOCALES } from '#shared/messages.ts'
import { secondFactorMail } from './mails.contract.ts'
import { secondFactorLetter } from './mails.rules.ts'
import { addresseeOf } from './password-links.sql.ts'

/** Tells a person about their second factor; somebody without an address cannot be told. */
export const secondFactorMailJob = implementJob('soon', secondFactorMail, async (payload, { service, mailer }) => {
  const addressee = await addresseeOf(service.database.house, { userId: payload.UserId, key: '' })
  if (!addressee) return
  const at = new Intl.DateTimeFormat(LOCALES[addressee.language], { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(payload.At))
  const letter = secondFactorLetter(addressee, payload.What, `${at} (UTC)`, `${service.settings.publicUrl}/membership/forgotpassword`)
  await mailer.send({ to: { name: addressee.displayName, address: addressee.email }, ...letter })
})
