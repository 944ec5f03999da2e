import { implementJob } from '#platform/jobs/jobs.ts'
import { momentInWords } from '#shared/said-dates.ts'
import { passwordChangedMail } from './mails.contract.ts'
import { changedLetter } from './mails.rules.ts'
import { addresseeOf } from './password-links.sql.ts'

/** Tells a person that their password was changed; somebody without an address cannot be told. */
export const passwordChangedMailJob = implementJob('soon', passwordChangedMail, async (payload, { service, mailer }) => {
  const addressee = await addresseeOf(service.database.house, { userId: payload.UserId, key: '' })
  if (!addressee) return
  const language = payload.Language ?? addressee.language
  const at = momentInWords(payload.At, language, 'UTC')
  const letter = changedLetter({ ...addressee, language }, `${at} (UTC)`, `${service.settings.publicUrl}/membership/forgotpassword`)
  await mailer.send({ to: { name: addressee.displayName, address: addressee.email }, ...letter })
})
