import { invitationMail } from '#features/membership/mails.contract.ts'
import { invite } from '#platform/access/invitations.ts'
import { addressTaken, isAddressOfAny } from '#platform/access/people.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { fieldFailure } from '#shared/failure.ts'
import { nameKey } from '#shared/name-key.ts'
import { isOneAddress } from './employees.rules.ts'
import type { EmployeeRow } from './employees.sql.ts'
import { readerOf } from './show-employees.sql.ts'
import { countLink } from './tell-of-access.sql.ts'

/**
 * Invites somebody of the venue's books, or sends the invitation again. Nobody is looked up by the address here: whether it has a login
 * shows only in the mail. Somebody who belonged to the venue before is invited as who they were.
 * @param sentEmail where none is known yet
 * @param page where the link to choose a password leads, checked before
 * @returns when they were invited
 * @throws ValidationFailed without an address, or with one that somebody of the venue has; TooManyLinks
 */
export const inviteEmployee = async (scope: VenueScope, row: EmployeeRow, sentEmail: string | undefined, page: string | undefined): Promise<Date> => {
  const { sql, venueId } = scope
  const [kept] = await sql<{ user_id: number | null }[]>`select user_id from employee where venue_id = ${venueId} and employee_id = ${row.employee_id}`
  const userId = kept?.user_id ?? null
  const email = row.email ?? (userId === null ? (sentEmail ?? null) : null)
  if (userId === null && (email === null || !isOneAddress(email))) throw fieldFailure('Email', 'Enter one e-mail address to send the link to.', 'Required')
  if (userId === null && email !== null) await refuseAddressHere(scope, email, row.employee_id)
  await countLink(scope, row.employee_id)
  const [now] = await sql<{ invited_at: Date }[]>`
    update employee set active = true, registered = false, revoked_at = null, invited_at = now(), email = ${email}
    where venue_id = ${venueId} and employee_id = ${row.employee_id} returning invited_at`
  const InvitationId = await invite(sql, { venueId, employeeId: row.employee_id, userId, email, invitedBy: readerOf(scope) ?? null })
  await addJob(sql, invitationMail, { InvitationId, ...(page === undefined ? {} : { PasswordUrl: page }) })
  return now?.invited_at ?? scope.now
}

/**
 * Refuses an address that somebody else of this venue has, on its books or in their login. Of other venues' people nothing is told.
 * @throws ValidationFailed
 */
export const refuseAddressHere = async ({ sql, venueId }: VenueScope, email: string, except = 0): Promise<void> => {
  const others = await sql<{ email: string | null; user_id: number | null; registered: boolean }[]>`
    select email, user_id, registered from employee where venue_id = ${venueId} and employee_id <> ${except} and (email is not null or user_id is not null)`
  if (others.some((other) => other.email !== null && nameKey(other.email) === nameKey(email))) throw addressTaken()
  const belonging = others.flatMap(({ user_id, registered }) => (registered && user_id !== null ? [user_id] : []))
  if (await isAddressOfAny(sql, belonging, email)) throw addressTaken()
}
