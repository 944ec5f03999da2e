import { implementJob } from '#platform/jobs/jobs.ts'
import { venueMailOf } from '#platform/mail/venue-mail.ts'
import type { Language } from '#shared/messages.ts'
import { momentInWords } from '#shared/said-dates.ts'
import { accessMail } from './mails.contract.ts'
import { actedLetter, givenLetter, revokedLetter } from './mails.rules.ts'
import { addresseeOf, addresseeOnceAt, venueName } from './password-links.sql.ts'

/** Tells a person what happened to their access; somebody without an address cannot be told. */
export const accessMailJob = implementJob('soon', accessMail, async (payload, { service, mailer }) => {
  const { house } = service.database
  const addressee = await (payload.Kind === 'revoked'
    ? addresseeOnceAt(house, payload.UserId, payload.VenueId)
    : addresseeOf(house, { userId: payload.UserId, key: '' }))
  if (!addressee) return
  const reader = { ...addressee, language: payload.Language ?? addressee.language }
  const venue = await venueName(house, payload.VenueId)
  const letter = () => {
    if (payload.Kind === 'given') return givenLetter(reader, venue, `${service.settings.publicUrl}/membership/auth`)
    if (payload.Kind === 'revoked') return revokedLetter(reader, venue)
    return actedLetter(reader, venue, payload.By ?? '', `${inWords(payload.Until, reader.language)} (UTC)`)
  }
  const { senderName } = await service.database.inVenue(payload.VenueId, (sql) => venueMailOf(sql, payload.VenueId))
  await mailer.send({ to: { name: addressee.displayName, address: addressee.email }, senderName, ...letter() })
})

const inWords = (until: string | undefined, language: Language): string => momentInWords(until ?? new Date(0), language, 'UTC')
