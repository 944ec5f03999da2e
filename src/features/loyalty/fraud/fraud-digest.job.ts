import { reportLetter } from '#features/delivery/schedules/schedule-letter.rules.ts'
import { addressesOf, languageOf } from '#platform/access/people.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { readAsEmployee, workInVenue } from '#platform/access/venue-work.ts'
import type { Database } from '#platform/database/database.ts'
import { addJob, implementJob } from '#platform/jobs/jobs.ts'
import { venueMailOf } from '#platform/mail/venue-mail.ts'
import { casesAt } from './fraud-case.report.ts'
import { fraudDigestMail } from './fraud-digest.contract.ts'
import { digestOf } from './fraud-digest.rules.ts'
import { digestsDue, dueDigest, noteTold, stopDigest } from './fraud-digest.sql.ts'

/**
 * Asks for a mail to everybody who wants the digest of a venue, after its nightly check.
 * @returns how many
 */
export const askForDigests = (database: Database, venueId: number, now: Date): Promise<number> =>
  workInVenue(database, venueId, now, async (venue) => {
    const due = await digestsDue(venue)
    for (const EmployeeId of due)
      await addJob(venue.sql, fraudDigestMail, { VenueId: venueId, EmployeeId }, { key: `${fraudDigestMail.name}-${venueId}-${EmployeeId}` })
    return due.length
  })

/** What is new to somebody and what else is open, at the locations they have now; nothing where they may not see loyalty any more. */
const newsFor = async (venue: VenueScope, toldUntil: Date) => {
  if (!venue.tags.includes('can_viewloyalty')) return undefined
  const [{ Cases: unseen }, { Cases: reviewing }] = [await casesAt(venue, 'New'), await casesAt(venue, 'Reviewing')]
  const open = [...unseen, ...reviewing]
  const fresh = open.filter(({ OpenedAt }) => new Date(OpenedAt) > toldUntil)
  const { name, language, loyaltyName } = venue.venue
  return { fresh, older: open.length - fresh.length, venueName: name, language, loyaltyName }
}

/**
 * Mails one person what is new to them. What they may see is asked now; whoever lost access or can_viewloyalty is sent nothing more. A process
 * that dies between sending and noting it sends the same mail again, under the same number.
 */
export const fraudDigestJob = implementJob('soon', fraudDigestMail, async ({ VenueId, EmployeeId }, { service, mailer }) => {
  const { database } = service
  const now = service.now()
  const inVenue = <T>(work: (venue: VenueScope) => Promise<T>) => workInVenue(database, VenueId, now, work)
  const asked = await inVenue((venue) => dueDigest(venue, EmployeeId))
  if (!asked) return
  const news = await readAsEmployee(database, VenueId, { userId: asked.userId, employeeId: EmployeeId }, now, (venue) => newsFor(venue, asked.toldUntil))
  if (!news) return inVenue((venue) => stopDigest(venue, EmployeeId))
  if (news.fresh.length === 0) return
  const { to, language, senderName } = await inVenue(async ({ sql }) => ({
    to: (await addressesOf(sql, [asked.userId])).get(asked.userId),
    language: (await languageOf(sql, asked.userId)) ?? news.language,
    ...(await venueMailOf(sql, VenueId)),
  }))
  if (!to) return
  const { publicUrl } = service.settings
  const letter = reportLetter(digestOf({ ...news, language, publicUrl }))
  const day = now.toISOString().slice(0, 10)
  await mailer.send({ to, senderName, ...letter, messageId: `<fraud-digest-${VenueId}-${EmployeeId}-${day}@${new URL(publicUrl).hostname}>` })
  const newest = news.fresh
    .map(({ OpenedAt }) => OpenedAt)
    .sort()
    .at(-1)
  await inVenue((venue) => noteTold(venue, EmployeeId, new Date(newest ?? now)))
})
