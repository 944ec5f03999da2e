import type { VenueScope } from '#platform/access/venue-scope.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { implementForVenues, implementJob } from '#platform/jobs/jobs.ts'
import { venueMailOf } from '#platform/mail/venue-mail.ts'
import { instantIn } from '#shared/day.ts'
import { text } from '#shared/messages.ts'
import { outsideMail } from './outside.contract.ts'
import { outsideWords } from './outside.messages.ts'
import { type AskedOutside, forgetOutside, newOutsideLink, outsideAsked } from './outside.sql.ts'
import { outsideLetter } from './outside-letter.rules.ts'
import { reportName } from './report-name.rules.ts'

/** Asks somebody outside whether reports may be mailed to them, unless they answered or nobody wants it any more. A retry makes a new link. */
export const outsideMailJob = implementJob('soon', outsideMail, async ({ VenueId, OutsideId }, { service, mailer }) => {
  const mail = await workInVenue(service.database, VenueId, service.now(), async (venue) => {
    const { senderName, outside } = await venueMailOf(venue.sql, VenueId)
    const asked = outside ? await outsideAsked(venue, { outsideId: OutsideId }) : undefined
    if (!asked || asked.reports.length === 0) return undefined
    const link = `${service.settings.publicUrl}/reports/recipients#${await newOutsideLink(venue, OutsideId)}`
    return { to: { name: '', address: asked.address }, senderName, ...letterTo(venue, asked, link) }
  })
  if (mail) await mailer.send(mail)
})

const letterTo = (venue: VenueScope, { language, askedBy, reports, expires }: AskedOutside, link: string) =>
  outsideLetter(language, {
    venue: venue.venue.name,
    askedBy,
    reports: reports.map((path) => reportName(path, language, venue.venue.loyaltyName) ?? text(outsideWords, language, 'aReport')),
    lastDay: instantIn(expires, venue.locations[0]?.timeZone ?? 'UTC').slice(0, 10),
    link,
  })

/** Every night: addresses that are on no list any more. */
export const outsideCleanUpJob = implementForVenues('long', 'reports.outside-clean-up', '35 18 * * *', (service, venueId) =>
  workInVenue(service.database, venueId, service.now(), forgetOutside),
)
