import { addressesOf, languageOf } from '#platform/access/people.ts'
import { readAsEmployee, workInVenue } from '#platform/access/venue-work.ts'
import { implementJob } from '#platform/jobs/jobs.ts'
import { venueMailOf } from '#platform/mail/venue-mail.ts'
import { LINK_TAGS } from './link.contract.ts'
import { linkTroubleLetter } from './link-mail.rules.ts'
import { linkInTrouble } from './link-mail.sql.ts'
import { linkTroubleMail } from './link-work.contract.ts'

/**
 * Mails one person that a link stopped working or does not take a domain. Whether that still is so, and whether they may still link it there, is asked now. A process
 * that dies between sending and noting it sends the same mail again, under the same number.
 */
export const linkTroubleMailJob = implementJob('soon', linkTroubleMail, async ({ VenueId, LinkId, EmployeeId, UserId, Since, Domain }, { service, mailer }) => {
  const { database, settings } = service
  const now = service.now()
  const { link, to, language, senderName, venue } = await workInVenue(database, VenueId, now, async (scope) => ({
    link: await linkInTrouble(scope, LinkId, Domain),
    to: (await addressesOf(scope.sql, [UserId])).get(UserId),
    language: (await languageOf(scope.sql, UserId)) ?? scope.venue.language,
    venue: { name: scope.venue.name, locations: scope.locations },
    ...(await venueMailOf(scope.sql, VenueId)),
  }))
  if (!link || !to) return
  const { provider, locationId, trouble } = link
  const may = await readAsEmployee(database, VenueId, { userId: UserId, employeeId: EmployeeId }, now, async ({ tags, allLocations, locations }) => {
    if (!tags.includes(LINK_TAGS[provider])) return false
    return locationId === null ? allLocations : locations.some((one) => one.locationId === locationId)
  })
  if (!may) return
  const place = venue.locations.find((one) => one.locationId === locationId)
  const letter = linkTroubleLetter(to.name, language, {
    provider,
    trouble,
    domain: Domain ?? '',
    since: new Date(Since),
    locationName: place?.name,
    venueName: venue.name,
    timeZone: (place ?? venue.locations[0])?.timeZone ?? 'UTC',
    publicUrl: settings.publicUrl,
  })
  const messageId = `<link-trouble-${VenueId}-${LinkId}-${EmployeeId}-${Date.parse(Since)}@${new URL(settings.publicUrl).hostname}>`
  await mailer.send({ to, senderName, ...letter, messageId })
})
