import { accessMail, passwordMail } from '#features/membership/mails.contract.ts'
import type { Login } from '#platform/access/people.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { countIn } from '#platform/web/limits.ts'
import { failure } from '#shared/failure.ts'

/** Links one person is sent in an hour because somebody at a venue asked for it, invitations included. Another venue's are not counted: that would tell of it. */
const LINKS_PER_HOUR = 3
const HOUR = 3600

/**
 * Tells somebody who belongs to the venue that it gives them access: without a password by a link for one, else by a mail that says so.
 * @param page where the link leads, checked before
 * @throws TooManyLinks
 */
export const tellOfAccess = async (scope: VenueScope, employeeId: number, login: Login, page: string | undefined): Promise<void> => {
  if (!login.hasPassword) {
    await countLink(scope, employeeId)
    return mailLink(scope, login.userId, 'invite', page)
  }
  await addJob(scope.sql, accessMail, { UserId: login.userId, VenueId: scope.venueId, Kind: 'given' })
}

/** Tells somebody that the venue lets them in no more. */
export const tellOfEnd = async ({ sql, venueId }: VenueScope, userId: number): Promise<void> => {
  await addJob(sql, accessMail, { UserId: userId, VenueId: venueId, Kind: 'revoked' })
}

/**
 * Counts a link that is about to be sent to an employee; what was refused or taken back does not count.
 * @throws TooManyLinks with the seconds until the next one may go
 */
export const countLink = async ({ sql, venueId }: VenueScope, employeeId: number): Promise<void> => {
  if ((await countIn(sql, 'link-sent', `${venueId} ${employeeId}`, HOUR)) <= LINKS_PER_HOUR) return
  const [now] = await sql<{ left: number }[]>`select ceil(${HOUR} - mod(extract(epoch from now()), ${HOUR}))::int as left`
  const seconds = now?.left ?? HOUR
  throw failure('TooManyLinks', { most: LINKS_PER_HOUR, minutes: Math.ceil(seconds / 60) }, [], seconds)
}

/** Sends somebody who belongs to the venue a link to set a password; it goes to the address of their login. */
export const mailLink = async ({ sql, venueId }: VenueScope, userId: number, Purpose: 'invite' | 'reset', page: string | undefined): Promise<void> => {
  await addJob(sql, passwordMail, { UserId: userId, Purpose, VenueId: venueId, ...(page === undefined ? {} : { PasswordUrl: page }) })
}
