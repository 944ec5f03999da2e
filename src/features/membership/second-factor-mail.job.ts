import { implementJob } from '#platform/jobs/jobs.ts'
import { momentInWords } from '#shared/said-dates.ts'
import { secondFactorMail } from './mails.contract.ts'
import { secondFactorLetter } from './mails.rules.ts'
import { addresseeOf } from './password-links.sql.ts'

/** Tells a person about their second factor; somebody without an address cannot be told. */
export const secondFactorMailJob = implementJob('soon', secondFactorMail, async (payload, { service, mailer }) => {
  const addressee = await addresseeOf(service.database.house, { userId: payload.UserId, key: '' })
  if (!addressee) return
  const at = momentInWords(payload.At, addressee.language, 'UTC')
  const letter = secondFactorLetter(addressee, payload.What, `${at} (UTC)`, `${service.settings.publicUrl}/membership/forgotpassword`)
  await mailer.send({ to: { name: addressee.displayName, address: addressee.email }, ...letter })
})
