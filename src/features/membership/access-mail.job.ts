import { implementJob } from '#platform/jobs.ts'
import { LOCALES } from '#shared/messages.ts'
import { accessMail } from './mails.contract.ts'
import { actedLetter, givenLetter } from './mails.rules.ts'
import { addresseeOf, venueName } from './password-links.sql.ts'

/** Tells a person what happened to their access; somebody without an address cannot be told. */
export const accessMailJob = implementJob(accessMail, async (told, { service, mailer }) => {
  const { house } = service.database
  const addressee = await addresseeOf(house, { userId: told.UserId, key: '' })
  if (!addressee) return
  const reader = { ...addressee, language: told.Language ?? addressee.language }
  const venue = await venueName(house, told.VenueId)
  const until = new Intl.DateTimeFormat(LOCALES[reader.language], { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(told.Until ?? 0))
  const letter =
    told.Kind === 'given'
      ? givenLetter(reader, venue, `${service.settings.publicUrl}/membership/auth`)
      : actedLetter(reader, venue, told.By ?? '', `${until} (UTC)`)
  await mailer.send({ to: { name: addressee.displayName, address: addressee.email }, ...letter })
})
