import { type Login, letIntoVenue, lockLogin, venueNames, venuesHeld } from '#platform/people.ts'
import type { VenueScope } from '#platform/venue-scope.ts'
import { atOtherVenue } from '#platform/venue-work.ts'
import { failure } from '#shared/failure.ts'
import { revokeAccess } from './change-access.sql.ts'
import { NOTHING } from './employees.rules.ts'
import { type EmployeeRow, employeesWithIds } from './employees.sql.ts'
import { storeHoldings, takeAccess } from './held-access.sql.ts'
import { oneEmployee, readerOf } from './show-employees.sql.ts'
import { tellOfAccess } from './tell-of-access.sql.ts'

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
 * Where somebody may come in, as far as the reader gives access there or has it open, and where the reader could let them in.
 * @throws NotFound
 */
export const venuesOfEmployee = async (scope: VenueScope, employeeId: number) => {
  const row = await oneEmployee(scope, employeeId)
  const given = await venuesGiven(scope)
  const names = await venueNames(scope.sql, [...given.keys(), scope.venueId])
  const open = await openTo(scope, row, given)
  return {
    Venues: names.flatMap(({ venueId, name }): VenueOpen[] => {
      const there = open.get(venueId)
      return there === undefined ? [] : [{ VenueId: venueId, EmployeeId: there, Name: name }]
    }),
    Assignable: names.filter(({ venueId }) => given.has(venueId)).map(({ venueId, name }) => ({ VenueId: venueId, Name: name })),
  }
}

/** The venues of these that somebody may open, where the reader may see them, with who they are there. */
const openTo = async (scope: VenueScope, row: EmployeeRow, given: Map<number, number>): Promise<Map<number, number>> => {
  const open = new Map<number, number>()
  if (row.user_id === null) return open
  for (const { venueId, employeeId } of await venuesHeld(scope.sql, row.user_id)) {
    if (venueId !== scope.venueId && !given.has(venueId)) continue
    const seen = await atOtherVenue(scope, venueId, given.get(venueId) ?? 0, (there) => employeesWithIds(there, [employeeId]))
    if (seen?.[0]?.active && seen[0].registered) open.set(venueId, employeeId)
  }
  return open
}

/**
 * Makes these the venues somebody may open, among those where whoever asks gives access; others stay as they are. Where they are new they
 * hold nothing yet, where they are not named any more their access is revoked.
 * @throws NotFound, OwnAccess, NoAccess for somebody without a login, VenueNotFound for a venue that is not theirs to give, LastOwner, TooManyLinks
 */
export const assignVenues = async (scope: VenueScope, employeeId: number, wanted: readonly number[]) => {
  const row = await oneEmployee(scope, employeeId)
  if (row.user_id !== null && row.user_id === readerOf(scope)) throw failure('OwnAccess')
  const login = row.user_id === null ? undefined : await lockLogin(scope.sql, row.user_id)
  if (!login || login.isAdmin) throw failure('NoAccess')
  const given = await venuesGiven(scope)
  if (wanted.some((venueId) => !given.has(venueId))) throw failure('VenueNotFound')
  const open = await openTo(scope, row, given)
  const changes = [...given].filter(([venueId]) => wanted.includes(venueId) !== open.has(venueId)).sort(([a], [b]) => a - b)
  for (const [venueId, asker] of changes) {
    const done = await atOtherVenue(scope, venueId, asker, async (there) => {
      const held = open.get(venueId)
      if (held === undefined) await letIn(there, row, login)
      else await revokeAccess(there, held, undefined, 'can_register')
      return true
    })
    if (!done) throw failure('VenueNotFound')
  }
  return { Venues: (await venuesOfEmployee(scope, employeeId)).Venues }
}

/** Somebody who was here before comes back with nothing of what they held; whoever is let in is told. */
const letIn = async (there: VenueScope, row: EmployeeRow, login: Login): Promise<void> => {
  const { userId } = login
  const { sql, venueId } = there
  await takeAccess(there, 'can_register')
  const [before] = await sql<{ employee_id: number }[]>`
    update employee set active = true, registered = true, revoked_at = null where venue_id = ${venueId} and user_id = ${userId} returning employee_id`
  const employeeId = before?.employee_id ?? (await copied(there, row, userId))
  if (before) await storeHoldings(there, employeeId, NOTHING)
  await letIntoVenue(sql, userId, venueId, employeeId)
  await tellOfAccess(there, login, undefined)
  await there.audit({ action: 'employee.added-to-venue', subject: String(employeeId), detail: { UserId: userId } })
}

const copied = async ({ sql, venueId }: VenueScope, row: EmployeeRow, userId: number): Promise<number> => {
  const [made] = await sql<{ employee_id: number }[]>`
    insert into employee (venue_id, user_id, first_name, surname, nickname, user_name, display_name, email, phone, registered)
    values (${venueId}, ${userId}, ${row.first_name}, ${row.surname}, ${row.nickname}, ${row.user_name}, ${row.display_name}, ${row.email}, ${row.phone}, true)
    returning employee_id`
  return made?.employee_id ?? 0
}
