import { addressMail } from '#features/membership/mails.contract.ts'
import { askNewAddress } from '#platform/access/new-address.ts'
import { belongsElsewhere, lockLogin, showLoginAs } from '#platform/access/people.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { nameKey } from '#shared/name-key.ts'
import { beyondText } from './beyond-text.rules.ts'
import { type ChangedDetails, correctionsIn, type Details, type SentDetails } from './correct-person.rules.ts'
import type { AddressOutcome } from './employee.contract.ts'
import { beyond, isOneAddress, NOTHING } from './employees.rules.ts'
import type { EmployeeRow } from './employees.sql.ts'
import { shortAt } from './grants.rules.ts'
import { type Locked, lockPerson } from './held-access.sql.ts'
import { inviteEmployee, refuseAddressHere } from './invite-employee.sql.ts'
import { readerOf } from './show-employees.sql.ts'
import { countLink } from './tell-of-access.sql.ts'

/**
 * Corrects the names and the address of somebody who works at the venue; what is not sent stays. An address opens a login, so it is corrected
 * only by somebody who holds all that the person does, and a login takes it once it is confirmed from there. A login that other venues share
 * stays as it is: only its person changes it.
 * @param page where the link of an invitation that is sent again leads, checked before
 * @throws NotFound, NotPermitted for Admin, OwnAccess for one's own address, BeyondOwnAccess, EmailBeyondAccess, ValidationFailed, TooManyLinks
 */
export const correctPerson = async (scope: VenueScope, employeeId: number, sent: SentDetails, page: string | undefined) => {
  const locked = await lockPerson(scope, employeeId, 'can_register')
  const { row, giver } = locked
  const short = shortAt({ locations: row.location_ids, allLocations: row.all_locations }, giver)
  if (short) throw failure('BeyondOwnAccess', { what: beyondText([{ kind: 'places', name: '', short }], scope.venue.loyaltyName) })
  const { after, changed } = correctionsIn(detailsOf(row), sent)
  if (nameKey(after.FirstName) === '') throw fieldFailure('FirstName', 'Enter a first name with at least one visible character.')
  const login = row.user_id === null ? undefined : await lockLogin(scope.sql, row.user_id)
  if (login?.isAdmin) throw failure('NotPermitted')
  if (Object.keys(changed).length === 0) return { EmployeeId: employeeId, Address: null }
  if (changed.Email) await refuseAddress(scope, locked, after.Email)
  await store(scope, employeeId, after)
  const isTheirsAlone = login !== undefined && !(await belongsElsewhere(scope.sql, login.userId, scope.venueId))
  if (changed.DisplayName && isTheirsAlone) await showLoginAs(scope.sql, login.userId, after.DisplayName)
  const Address = changed.Email ? await followAddress(scope, locked, after.Email, isTheirsAlone, page) : null
  await scope.audit({ action: 'employee.details-changed', subject: String(employeeId), detail: inWords(changed) })
  return { EmployeeId: employeeId, Address }
}

const detailsOf = (row: EmployeeRow): Details => ({
  FirstName: row.first_name,
  Surname: row.surname,
  Nickname: row.nickname,
  DisplayName: row.display_name,
  Email: row.email ?? '',
  Phone: row.phone ?? '',
})

/** As the trail calls them: a storefront has a display name as well. */
const inWords = ({ DisplayName, ...rest }: ChangedDetails) => ({ ...rest, ...(DisplayName ? { ShownAs: DisplayName } : {}) })

const store = async ({ sql, venueId }: VenueScope, employeeId: number, after: Details): Promise<void> => {
  const { FirstName, Surname, Nickname, DisplayName, Email, Phone } = after
  await sql`
    update employee set first_name = ${FirstName}, surname = ${Surname}, nickname = ${Nickname}, display_name = ${DisplayName},
      email = ${Email || null}, phone = ${Phone || null}
    where venue_id = ${venueId} and employee_id = ${employeeId}`
}

/** Invited and not yet answered: what they are to hold goes to whoever opens the mail. */
const isInvited = ({ active, registered, invited_at: invitedAt }: EmployeeRow): boolean => active && !registered && invitedAt !== null

const refuseAddress = async (scope: VenueScope, { row, giver, holdings }: Locked, email: string): Promise<void> => {
  if (row.user_id !== null && row.user_id === readerOf(scope)) throw failure('OwnAccess')
  const hasAccess = row.active && (row.registered || isInvited(row))
  if (!isOneAddress(email) && (email !== '' || hasAccess)) throw fieldFailure('Email', 'Enter one e-mail address.')
  if (hasAccess && beyond(holdings, NOTHING, giver).length > 0) throw failure('EmailBeyondAccess')
  if (email !== '') await refuseAddressHere(scope, email, row.employee_id)
}

/** What becomes of the login, or of the invitation, once the venue shows another address. */
const followAddress = async (scope: VenueScope, { row }: Locked, email: string, isTheirsAlone: boolean, page: string | undefined): Promise<AddressOutcome> => {
  if (isInvited(row)) {
    await inviteEmployee(scope, { ...row, email }, undefined, page)
    return 'Invited'
  }
  if (row.user_id === null || !row.active) return 'Changed'
  if (!isTheirsAlone) return 'Shown'
  await countLink(scope, row.employee_id)
  await askNewAddress(scope.sql, { userId: row.user_id, email, askedBy: readerOf(scope) ?? null, venueId: scope.venueId })
  await addJob(scope.sql, addressMail, { UserId: row.user_id })
  return 'Confirm'
}
