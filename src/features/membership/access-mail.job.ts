import { implementJob } from '#platform/jobs/jobs.ts'
import { venueMailOf } from '#platform/mail/venue-mail.ts'
import { type Language, LOCALES } from '#shared/messages.ts'
import { accessMail } from './mails.contract.ts'
import { actedLetter, givenLetter, revokedLetter } from './mails.rules.ts'
import { addresseeOf, addresseeOnceAt, venueName } from './password-links.sql.ts'

/** Tells a person what happened to their access; somebody without an address cannot be told. */
export const accessMailJob = implementJob('soon', accessMail, async (told, { service, mailer }) => {
  const { house } = service.database
  const addressee = await (told.Kind === 'revoked' ? addresseeOnceAt(house, told.UserId, told.VenueId) : addresseeOf(house, { userId: told.UserId, key: '' }))
  if (!addressee) return
  const reader = { ...addressee, language: told.Language ?? addressee.language }
  const venue = await venueName(house, told.VenueId)
  const letter = () => {
    if (told.Kind === 'given') return givenLetter(reader, venue, `${service.settings.publicUrl}/membership/auth`)
    if (told.Kind === 'revoked') return revokedLetter(reader, venue)
    return actedLetter(reader, venue, told.By ?? '', `${inWords(told.Until, reader.language)} (UTC)`)
  }
  const { senderName } = await service.database.inVenue(told.VenueId, (sql) => venueMailOf(sql, told.VenueId))
  await mailer.send({ to: { name: addressee.displayName, address: addressee.email }, senderName, ...letter() })
})

const inWords = (until: string | undefined, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(until ?? 0))
