import { venuesInviting } from '#platform/access/invitations.ts'
import { lockLogin, venueNames, venuesHeld } from '#platform/access/people.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { atOtherVenue } from '#platform/access/venue-work.ts'
import { failure } from '#shared/failure.ts'
import { revokeAccess } from './change-access.sql.ts'
import { NOTHING } from './employees.rules.ts'
import { type EmployeeRow, employeesWithIds } from './employees.sql.ts'
import { storeHoldings, takeAccess } from './held-access.sql.ts'
import { inviteEmployee, refuseAddressHere } from './invite-employee.sql.ts'
import { oneEmployee, readerOf } from './show-employees.sql.ts'

interface VenueOpen {
  VenueId: number
  EmployeeId: number
  Name: string
}

/** The venues where the holder of a scope gives access: for Admin all, for others where they hold can_register. With the employee they are there. */
const venuesGiven = async (scope: VenueScope): Promise<Map<number, number>> => {
  const { sql, holder } = scope
  if (holder.kind === 'admin') return new Map((await venueNames(sql)).map(({ venueId }) => [venueId, 0]))
  if (holder.kind !== 'person') return new Map()
  const given = new Map<number, number>()
  for (const { venueId, employeeId } of await venuesHeld(sql, holder.userId)) {
    const mayGive = await atOtherVenue(scope, venueId, employeeId, async ({ tags }) => tags.includes('can_register'))
    if (mayGive) given.set(venueId, employeeId)
  }
  return given
}

/**
 * Where somebody may come in or is invited to, as far as the reader gives access there or has it open, and where the reader could invite them.
 * @throws NotFound
 */
export const venuesOfEmployee = async (scope: VenueScope, employeeId: number) => {
  const row = await oneEmployee(scope, employeeId)
  const given = await venuesGiven(scope)
  const names = await venueNames(scope.sql, [...given.keys(), scope.venueId])
  const open = await openTo(scope, row, given)
  const invited = await invitedTo(scope, row, given)
  return {
    Invited: names.filter(({ venueId }) => invited.has(venueId)).map(({ venueId, name }) => ({ VenueId: venueId, Name: name })),
    Venues: names.flatMap(({ venueId, name }): VenueOpen[] => {
      const there = open.get(venueId)
      return there === undefined ? [] : [{ VenueId: venueId, EmployeeId: there, Name: name }]
    }),
    Assignable: names.filter(({ venueId }) => given.has(venueId)).map(({ venueId, name }) => ({ VenueId: venueId, Name: name })),
  }
}

/** The venues of these that somebody may open, where the reader may see them, with who they are there. */
const openTo = async (scope: VenueScope, { user_id: userId }: EmployeeRow, given: Map<number, number>): Promise<Map<number, number>> =>
  userId === null ? new Map() : whereSeen(scope, given, await venuesHeld(scope.sql, userId), ({ active, registered }) => active && registered)

/** Those that have invited them as who they are, and wait for their answer. */
const invitedTo = async (scope: VenueScope, { user_id: userId }: EmployeeRow, given: Map<number, number>): Promise<Map<number, number>> =>
  userId === null ? new Map() : whereSeen(scope, given, await venuesInviting(scope.sql, userId), ({ active, registered }) => active && !registered)

const whereSeen = async (
  scope: VenueScope,
  given: Map<number, number>,
  there: readonly { venueId: number; employeeId: number }[],
  stands: (row: EmployeeRow) => boolean,
): Promise<Map<number, number>> => {
  const seen = new Map<number, number>()
  for (const { venueId, employeeId } of there) {
    if (venueId !== scope.venueId && !given.has(venueId)) continue
    const rows = await atOtherVenue(scope, venueId, given.get(venueId) ?? 0, (other) => employeesWithIds(other, [employeeId]))
    if (rows?.[0] && stands(rows[0])) seen.set(venueId, employeeId)
  }
  return seen
}

/**
 * Makes these the venues somebody may open, among those where whoever asks gives access; others stay as they are. Where they are new they
 * are invited and are to hold nothing yet; where they are not named any more their access is revoked, or the invitation taken back.
 * @returns nothing where the list is the empty one that is shown for a person who may open no venue, as it changes nothing
 * @throws NotFound, OwnAccess, NoAccess for somebody without a login, ValidationFailed where another there has their address, VenueNotFound for a venue that is not theirs to give, LastOwner, TooManyLinks
 */
export const assignVenues = async (
  scope: VenueScope,
  employeeId: number,
  { Venues: named, Invited: kept }: { Venues: number[]; Invited?: number[] | undefined },
) => {
  const row = await oneEmployee(scope, employeeId)
  if (row.user_id !== null && row.user_id === readerOf(scope)) throw failure('OwnAccess')
  const login = row.user_id === null ? undefined : await lockLogin(scope.sql, row.user_id)
  const given = await venuesGiven(scope)
  const [open, invited] = [await openTo(scope, row, given), await invitedTo(scope, row, given)]
  const wanted = [...named, ...(kept ?? []).filter((venueId) => invited.has(venueId))]
  if (open.size === 0 && wanted.length === 0 && (kept === undefined || invited.size === 0)) return undefined
  if (!login || login.isAdmin) throw failure('NoAccess')
  if (wanted.some((venueId) => !given.has(venueId))) throw failure('VenueNotFound')
  const held = new Map([...invited, ...open])
  const changes = [...given].filter(([venueId]) => wanted.includes(venueId) !== held.has(venueId)).sort(([a], [b]) => a - b)
  for (const [venueId, asker] of changes) {
    const done = await atOtherVenue(scope, venueId, asker, async (there) => {
      const employeeThere = held.get(venueId)
      if (employeeThere === undefined) await inviteThere(there, row, login.userId)
      else await revokeAccess(there, employeeThere, undefined, 'can_register')
      return true
    })
    if (!done) throw failure('VenueNotFound')
  }
  const { Venues, Invited } = await venuesOfEmployee(scope, employeeId)
  return named.length === 0 && open.size === 0 && changes.length === 0 ? undefined : { Venues, Invited }
}

/** Invites somebody to another venue. Who was there before is invited as that, and is to hold nothing of what they held. */
const inviteThere = async (there: VenueScope, row: EmployeeRow, userId: number): Promise<void> => {
  const { sql, venueId } = there
  await takeAccess(there, 'can_register')
  const [before] = await sql<{ employee_id: number }[]>`
    select employee_id from employee where venue_id = ${venueId} and user_id = ${userId} order by employee_id desc limit 1 for update`
  if (!before && row.email !== null) await refuseAddressHere(there, row.email)
  const employeeId = before?.employee_id ?? (await copied(there, row, userId))
  if (before) await storeHoldings(there, employeeId, NOTHING)
  const [person] = await employeesWithIds(there, [employeeId])
  if (!person) throw failure('VenueNotFound')
  await inviteEmployee(there, person, undefined, undefined)
  await there.audit({ action: 'employee.added-to-venue', subject: String(employeeId) })
}

/** By name and address alone: what they sign in as, the other venue learns when they accept. */
const copied = async ({ sql, venueId }: VenueScope, row: EmployeeRow, userId: number): Promise<number> => {
  const [made] = await sql<{ employee_id: number }[]>`
    insert into employee (venue_id, user_id, first_name, surname, nickname, display_name, email, phone)
    values (${venueId}, ${userId}, ${row.first_name}, ${row.surname}, ${row.nickname}, ${row.display_name}, ${row.email}, ${row.phone})
    returning employee_id`
  return made?.employee_id ?? 0
}
