import { implementJob } from '#platform/jobs/jobs.ts'
import { LOCALES } from '#shared/messages.ts'
import { passwordChangedMail } from './mails.contract.ts'
import { changedLetter } from './mails.rules.ts'
import { addresseeOf } from './password-links.sql.ts'

/** Tells a person that their password was changed; somebody without an address cannot be told. */
export const passwordChangedMailJob = implementJob('soon', passwordChangedMail, async (payload, { service, mailer }) => {
  const addressee = await addresseeOf(service.database.house, { userId: payload.UserId, key: '' })
  if (!addressee) return
  const language = payload.Language ?? addressee.language
  const at = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(payload.At))
  const letter = changedLetter({ ...addressee, language }, `${at} (UTC)`, `${service.settings.publicUrl}/membership/forgotpassword`)
  await mailer.send({ to: { name: addressee.displayName, address: addressee.email }, ...letter })
})
