import { accessMail, passwordMail } from '#features/membership/mails.contract.ts'
import { addJob } from '#platform/jobs.ts'
import { countIn } from '#platform/limits.ts'
import type { Login } from '#platform/people.ts'
import type { VenueScope } from '#platform/venue-scope.ts'
import { failure } from '#shared/failure.ts'

/** Links one person is sent in an hour because somebody at their venues asked for it, invitations included. */
const LINKS_PER_HOUR = 3
const HOUR = 3600

/**
 * Tells somebody that the venue lets them in: without a password by an invitation, else by a mail that says so.
 * @param page where the link leads, checked before
 * @throws TooManyLinks
 */
export const tellOfAccess = async (scope: VenueScope, login: Login, page: string | undefined): Promise<void> => {
  if (!login.hasPassword) return mailLink(scope, login.userId, 'invite', page)
  await addJob(scope.sql, accessMail, { UserId: login.userId, VenueId: scope.venueId, Kind: 'given' })
}

/** Tells somebody that the venue lets them in no more. */
export const tellOfEnd = async ({ sql, venueId }: VenueScope, userId: number): Promise<void> => {
  await addJob(sql, accessMail, { UserId: userId, VenueId: venueId, Kind: 'revoked' })
}

/**
 * Sends somebody a link, as often as a person may be sent one; what was refused or taken back does not count.
 * @param page where the link leads, checked before
 * @throws TooManyLinks with the seconds until the next one may go
 */
export const mailLink = async ({ sql, venueId }: VenueScope, userId: number, Purpose: 'invite' | 'reset', page: string | undefined): Promise<void> => {
  if ((await countIn(sql, 'link-sent', String(userId), HOUR)) > LINKS_PER_HOUR) {
    const [now] = await sql<{ left: number }[]>`select ceil(${HOUR} - mod(extract(epoch from now()), ${HOUR}))::int as left`
    const seconds = now?.left ?? HOUR
    throw failure('TooManyLinks', { most: LINKS_PER_HOUR, minutes: Math.ceil(seconds / 60) }, [], seconds)
  }
  await addJob(sql, passwordMail, { UserId: userId, Purpose, VenueId: venueId, ...(page === undefined ? {} : { PasswordUrl: page }) })
}
