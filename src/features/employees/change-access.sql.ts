import { takeInvitationBack } from '#platform/access/invitations.ts'
import { belongsElsewhere, lockLogin, nameTaken, shutOut, standingsOf } from '#platform/access/people.ts'
import { unlockAccount } from '#platform/access/sign-in-limits.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { isReservedRoleName, nameKey } from '#shared/name-key.ts'
import type { Tag } from '#shared/permissions.ts'
import { beyondText } from './beyond-text.rules.ts'
import { beyond, type Difference, differenceOf, type Holdings, isEmpty, isOneAddress, NOTHING, type Role, userNameComplaint } from './employees.rules.ts'
import type { EmployeeRow } from './employees.sql.ts'
import { keepAnOwner, type Locked, lockAccess, statusAfter, storeHoldings } from './held-access.sql.ts'
import { inviteEmployee, refuseAddressHere } from './invite-employee.sql.ts'
import { oneEmployee } from './show-employees.sql.ts'
import { countLink, mailLink, tellOfAccess, tellOfEnd } from './tell-of-access.sql.ts'

/** What somebody is to hold, as it was sent. */
export interface Wanted {
  Permissions: readonly { Tag: Tag }[]
  Roles?: readonly string[] | undefined
  Locations?: readonly number[] | undefined
  AllLocations?: boolean | undefined
  Version?: number | undefined
}

/**
 * Changes what somebody may do; what was not sent stays as it is, and so do locations that do not exist for whoever asks.
 * @throws NotFound, OwnAccess, Conflict, LocationNotFound, BeyondOwnAccess, LastOwner, ValidationFailed for a role there is not
 */
export const changePermissions = async (scope: VenueScope, employeeId: number, wanted: Wanted) => {
  const locked = await lockAccess(scope, employeeId, 'can_register', wanted.Version)
  const { row, holdings } = locked
  const to = wantedHoldings(locked, holdings, wanted)
  const change = differenceOf(holdings, to)
  refuseBeyond(scope, locked, holdings, to)
  if (change.removedRoles.length > 0) await keepAnOwner(scope, { ...locked, holdings: { ...holdings, roles: change.removedRoles } })
  const version = isEmpty(change) ? row.access_version : await storeHoldings(scope, employeeId, to)
  if (!isEmpty(change)) await scope.audit({ action: 'employee.permissions-changed', subject: String(employeeId), detail: inWords(change) })
  return { EmployeeId: employeeId, Version: version, Status: await statusNow(scope, row) }
}

const statusNow = async (scope: VenueScope, row: EmployeeRow) => {
  const login = row.user_id === null ? undefined : (await standingsOf(scope.sql, scope.venueId, [row.user_id])).get(row.user_id)
  return statusAfter(scope, row, login?.hasPassword ?? false, login?.locked ?? false)
}

/** What somebody would hold. From `base` stays what was not sent, and what lies beyond what its giver can see. */
const wantedHoldings = ({ roles, giver }: Locked, base: Holdings, { Permissions, Roles, Locations, AllLocations }: Wanted): Holdings => {
  const unseen = giver.allLocations ? [] : base.locations.filter((id) => !giver.locations.includes(id))
  if (Locations?.some((id) => !giver.locations.includes(id))) throw failure('LocationNotFound')
  return {
    tags: [...new Set(Permissions.map(({ Tag }) => Tag))].sort(),
    roles: Roles === undefined ? base.roles : Roles.map((name, at) => roleNamed(roles, name, at)),
    locations: Locations === undefined ? base.locations : [...new Set([...Locations, ...unseen])],
    allLocations: AllLocations ?? base.allLocations,
  }
}

/** By its very name: one that only looks like it is no role of the venue, and one that looks like Admin never is. */
const roleNamed = (roles: readonly Role[], wanted: string, at: number): Role => {
  const found = isReservedRoleName(wanted) ? undefined : roles.find(({ name }) => name === wanted)
  if (!found) throw fieldFailure(`Roles.${at}`, 'This venue has no such role.', 'Unknown')
  return found
}

const refuseBeyond = ({ venue }: VenueScope, { giver }: Locked, from: Holdings, to: Holdings): void => {
  const found = beyond(from, to, giver)
  if (found.length > 0) throw failure('BeyondOwnAccess', { what: beyondText(found, venue.loyaltyName) })
}

const inWords = ({ addedTags, removedTags, addedRoles, removedRoles, addedLocations, removedLocations, allLocations }: Difference) => ({
  AddedTags: addedTags,
  RemovedTags: removedTags,
  AddedRoles: addedRoles.map(({ name }) => name),
  RemovedRoles: removedRoles.map(({ name }) => name),
  AddedLocations: addedLocations,
  RemovedLocations: removedLocations,
  ...(allLocations === undefined ? {} : { AllLocations: allLocations }),
})

/** Access to be given. */
export interface NewAccessAsked extends Wanted {
  Email?: string | undefined
}

/**
 * Gives somebody access, or gives it again: whoever has none now begins from nothing, so that all of it is given by whoever asks, and gets an
 * invitation: until they accept it, what they are to hold has no effect. Whether their address has a login already makes no difference here.
 * @param passwordPage where the link leads, checked before
 * @throws as changePermissions; ValidationFailed without an address, with one that is not theirs, or where name or address are somebody else's; TooManyLinks
 */
export const giveAccess = async (scope: VenueScope, employeeId: number, asked: NewAccessAsked, passwordPage: string | undefined) => {
  const { sql, venueId } = scope
  const locked = await lockAccess(scope, employeeId, 'can_register', asked.Version)
  const { row, holdings } = locked
  if (asked.Email !== undefined) refuseAddress(row, asked.Email)
  const hasAccess = row.active && row.user_id !== null
  const base = hasAccess ? holdings : NOTHING
  const to = wantedHoldings(locked, base, { ...asked, AllLocations: asked.AllLocations ?? false })
  const change = differenceOf(base, to)
  refuseBeyond(scope, locked, base, to)
  if (change.removedRoles.length > 0) await keepAnOwner(scope, { ...locked, holdings: { ...holdings, roles: change.removedRoles } })
  const before = hasAccess ? await ownLogin(scope, row) : undefined
  const version = await storeHoldings(scope, employeeId, to)
  if (!before) {
    const invitedAt = await inviteEmployee(scope, row, asked.Email, passwordPage)
    await scope.audit({ action: 'employee.invited', subject: String(employeeId), detail: inWords(change) })
    const after = { ...row, active: true, registered: false, user_id: null, invited_at: invitedAt }
    return { EmployeeId: employeeId, Version: version, Status: await statusNow(scope, after) }
  }
  if (!before.hasPassword) await sql`update employee set invited_at = now() where venue_id = ${venueId} and employee_id = ${employeeId}`
  await scope.audit({ action: 'employee.access-changed', subject: String(employeeId), detail: { UserId: before.userId, ...inWords(change) } })
  await tellOfAccess(scope, employeeId, before, passwordPage)
  return { EmployeeId: employeeId, Version: version, Status: await statusNow(scope, { ...row, invited_at: before.hasPassword ? row.invited_at : scope.now }) }
}

/** An address that is sent is one, and theirs where they have one already: a link that seemed to go elsewhere would be worse than none. */
const refuseAddress = ({ email }: EmployeeRow, sent: string): void => {
  if (!isOneAddress(sent)) throw fieldFailure('Email', 'Enter one e-mail address to send the link to.')
  if (email !== null && nameKey(email) !== nameKey(sent)) throw fieldFailure('Email', 'This person already has another e-mail address. The link goes there.')
}

/** The login of somebody who has access. Admin's is nobody's to give access to. */
const ownLogin = async ({ sql }: VenueScope, { user_id: userId }: EmployeeRow) => {
  const login = userId === null ? undefined : await lockLogin(sql, userId)
  if (!login || login.isAdmin) throw failure('NotPermitted')
  return login
}

/**
 * Takes somebody's access away; their sessions at the venue end in this very transaction, and a mail tells them, unless they never had any.
 * Done twice, it is done once.
 * @param needs can_register where a list of venues is set and this one is not among them
 * @throws NotFound, OwnAccess, Conflict, LastOwner, BeyondOwnAccess
 */
export const revokeAccess = async (scope: VenueScope, employeeId: number, version: number | undefined, needs: Tag = 'can_revoke') => {
  const { sql, venueId } = scope
  const locked = await lockAccess(scope, employeeId, needs, version)
  const { row, holdings, giver } = locked
  await keepAnOwner(scope, locked)
  if (!row.active) return { EmployeeId: employeeId, Version: row.access_version, SessionsEnded: 0 }
  // Revoking is a permission of its own and takes everything; whoever revokes without it takes no more than they could give.
  if (!giver.tags.includes('can_revoke')) refuseBeyond(scope, locked, holdings, NOTHING)
  const [after] = await sql<{ access_version: number }[]>`
    update employee set active = false, revoked_at = now(), access_version = access_version + 1
    where venue_id = ${venueId} and employee_id = ${employeeId} returning access_version`
  await takeInvitationBack(sql, venueId, employeeId)
  const SessionsEnded = row.user_id === null ? 0 : await shutOut(sql, row.user_id, venueId, employeeId)
  if (row.user_id !== null && row.registered) await tellOfEnd(scope, row.user_id)
  await scope.audit({ action: 'employee.revoked', subject: String(employeeId), detail: { UserId: row.user_id, SessionsEnded } })
  return { EmployeeId: employeeId, Version: after?.access_version ?? 0, SessionsEnded }
}

/**
 * Sends somebody a link to set a password: a new one, or the first where they have not chosen one yet. Whoever has not accepted the venue's
 * invitation gets that again. It goes to the address of their login, or the one the venue invited.
 * @throws NotFound; NoAccess for somebody who could not come in with it; TooManyLinks
 */
export const sendLink = async (scope: VenueScope, employeeId: number, page: string | undefined): Promise<void> => {
  const { sql, venueId } = scope
  const seen = await oneEmployee(scope, employeeId)
  // They may accept this very moment.
  const row = isWaiting(seen) ? (await lockAccess(scope, employeeId, 'can_viewemp')).row : seen
  if (isWaiting(row)) {
    await inviteEmployee(scope, row, undefined, page)
    return scope.audit({ action: 'employee.password-link', subject: String(employeeId), detail: { Purpose: 'invite' } })
  }
  const { user_id: userId, active } = row
  const login = userId === null || !active ? undefined : await lockLogin(sql, userId)
  if (!login) throw failure('NoAccess')
  const Purpose = login.hasPassword ? 'reset' : 'invite'
  if (Purpose === 'invite') await sql`update employee set invited_at = now() where venue_id = ${venueId} and employee_id = ${employeeId}`
  await countLink(scope, employeeId)
  await mailLink(scope, login.userId, Purpose, page)
  await scope.audit({ action: 'employee.password-link', subject: String(employeeId), detail: { Purpose } })
}

/** Whether somebody was invited and has neither accepted nor declined, also where the time for it is over. */
const isWaiting = ({ active, registered, invited_at: invitedAt }: EmployeeRow): boolean => active && !registered && invitedAt !== null

/**
 * Lets somebody in again who tried too many passwords, from any browser. Whose login opens other venues too, only Admin.
 * @throws NotFound; NoAccess for somebody who does not belong here; UnlockByAdmin
 */
export const unlockEmployee = async (scope: VenueScope, employeeId: number): Promise<void> => {
  const { user_id: userId, active } = await oneEmployee(scope, employeeId)
  if (userId === null || !active) throw failure('NoAccess')
  if (scope.holder.kind !== 'admin' && (await belongsElsewhere(scope.sql, userId, scope.venueId))) throw failure('UnlockByAdmin')
  await unlockAccount(scope.sql, userId)
  await scope.audit({ action: 'employee.unlocked', subject: String(employeeId) })
}

/** A person to be entered. */
export interface NewPerson {
  FirstName: string
  Surname?: string | undefined
  Nickname?: string | undefined
  UserName?: string | undefined
  DisplayName?: string | undefined
  Email?: string | undefined
  Phone?: string | undefined
}

/**
 * Enters a new person at the venue, without any access.
 * @throws ValidationFailed for a name nobody could read, a user name or an address that is not one or somebody's here already
 */
export const enterPerson = async (scope: VenueScope, asked: NewPerson) => {
  const { sql, venueId } = scope
  const { FirstName, Surname = '', Nickname = '', Phone } = asked
  const Email = asked.Email === '' ? undefined : asked.Email
  const UserName = asked.UserName === '' ? undefined : asked.UserName
  if (nameKey(FirstName) === '') throw fieldFailure('FirstName', 'Enter a first name with at least one visible character.')
  if (Email !== undefined && !isOneAddress(Email)) throw fieldFailure('Email', 'Enter one e-mail address.')
  const complaint = UserName === undefined ? undefined : userNameComplaint(UserName, Email)
  if (complaint !== undefined) throw fieldFailure('UserName', complaint)
  await sql`select from role where venue_id = ${venueId} order by role_id for update`
  await refuseTaken(scope, UserName, Email)
  const displayName = asked.DisplayName && nameKey(asked.DisplayName) !== '' ? asked.DisplayName : [FirstName, Surname].filter(Boolean).join(' ')
  const [made] = await sql<{ employee_id: number; access_version: number }[]>`
    insert into employee (venue_id, first_name, surname, nickname, user_name, display_name, email, phone)
    values (${venueId}, ${FirstName}, ${Surname}, ${Nickname}, ${UserName ?? null}, ${displayName}, ${Email ?? null}, ${Phone ? Phone : null})
    returning employee_id, access_version`
  const EmployeeId = made?.employee_id ?? 0
  await scope.audit({ action: 'employee.entered', subject: String(EmployeeId) })
  return { EmployeeId, Version: made?.access_version ?? 1 }
}

/** Names and addresses are compared as readers would, and only with those of this venue: it is not told who has a login elsewhere. */
const refuseTaken = async (scope: VenueScope, userName: string | undefined, email: string | undefined): Promise<void> => {
  const { sql, venueId } = scope
  const rows = await sql<{ user_name: string | null }[]>`select user_name from employee where venue_id = ${venueId} and user_name is not null`
  const isTaken = (wanted: string) => isReservedRoleName(wanted) || rows.some(({ user_name }) => nameKey(user_name ?? '') === nameKey(wanted))
  if (userName !== undefined && isTaken(userName)) throw nameTaken()
  if (email !== undefined) await refuseAddressHere(scope, email)
}
