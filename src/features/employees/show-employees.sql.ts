import { accessTraces, type LoginStanding, standingsOf } from '#platform/access/people.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import type { Access, Employee, EmployeeStatus } from './employee.contract.ts'
import { EMPLOYEES_AT_ONCE, EMPLOYEES_PAGE, type ListedEmployees } from './employees.contract.ts'
import { effectiveTags, isFitFor, isGiven, mayHandOut, type Purpose, type Role, statusOf, wordsOf } from './employees.rules.ts'
import { type After, type EmployeeRow, employeesWithIds, type Lean, matching, rolesOf } from './employees.sql.ts'

/** What a list is asked for. */
interface ListAsked {
  Search?: string | undefined
  Status?: EmployeeStatus | undefined
  LocationId?: number | undefined
  Role?: string | undefined
  For?: Purpose | undefined
  Page?: string | undefined
}

/**
 * The people of a venue, as far as they exist for the reader.
 * @throws LocationNotFound for a location that is not the reader's
 */
export const listEmployees = async (scope: VenueScope, asked: ListAsked): Promise<ListedEmployees> => {
  if (asked.LocationId !== undefined) scope.chosenLocations([asked.LocationId])
  const after = asked.Page === undefined || asked.Page === 'first' ? undefined : afterIn(asked.Page)
  const roles = await rolesOf(scope)
  const roleId = asked.Role === undefined ? undefined : (roles.find(({ name }) => name === asked.Role)?.roleId ?? 0)
  const self = readerOf(scope)
  const matched = await matching(scope, { words: wordsOf(asked.Search), locationId: asked.LocationId, roleId }, after)
  const found = matched.filter((row) =>
    isFitFor(asked.For, { active: row.active, registered: isGiven({ ...row, invitedAt: row.invited_at }) }, row.user_id !== null && row.user_id === self),
  )
  const kept = asked.Status === undefined ? found : await withStatus(scope, found, asked.Status)
  const most = asked.Page === undefined ? EMPLOYEES_AT_ONCE : EMPLOYEES_PAGE
  const rest = kept.filter(({ before }) => !before)
  const ids = rest.slice(0, most).map(({ employee_id }) => employee_id)
  const rows = await inFull(scope, ids)
  const last = rows.at(-1)
  return {
    Venue: { VenueId: scope.venueId, Name: scope.venue.name },
    Employees: await shown(scope, rows, roles),
    Total: kept.length,
    NextPage: rest.length > most && last ? pageAfter(last) : null,
  }
}

const withStatus = async <L extends Lean>(scope: VenueScope, found: readonly L[], status: EmployeeStatus): Promise<L[]> => {
  const logins = await standingsOf(
    scope.sql,
    scope.venueId,
    found.flatMap(({ user_id }) => user_id ?? []),
  )
  return found.filter((row) => statusOf(standingOf(row, logins), scope.now) === status)
}

const standingOf = (row: Lean, logins: Map<number, LoginStanding>) => {
  const login = row.user_id === null ? undefined : logins.get(row.user_id)
  return { active: row.active, registered: row.registered, invitedAt: row.invited_at, locked: login?.locked ?? false, hasPassword: login?.hasPassword ?? false }
}

const inFull = async (scope: VenueScope, ids: readonly number[]): Promise<EmployeeRow[]> => {
  const rows = new Map((await employeesWithIds(scope, ids)).map((row) => [row.employee_id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

const pageAfter = ({ surname, first_name, employee_id }: EmployeeRow): string =>
  Buffer.from(JSON.stringify([surname, first_name, employee_id])).toString('base64url')

const afterIn = (page: string): After => {
  try {
    const read: unknown = JSON.parse(Buffer.from(page, 'base64url').toString('utf8'))
    const [surname, firstName, employeeId] = Array.isArray(read) ? (read as unknown[]) : []
    if (typeof surname === 'string' && typeof firstName === 'string' && Number.isInteger(employeeId) && isStorable(surname + firstName))
      return { surname, firstName, employeeId: Math.min(Number(employeeId), 2_147_483_647) }
  } catch {
    // Whatever it is, it is not a page of ours.
  }
  throw fieldFailure('Page', 'Page must be "first" or the NextPage of an earlier answer.')
}

const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed()

const shown = async (scope: VenueScope, rows: readonly EmployeeRow[], roles: readonly Role[]): Promise<Employee[]> => {
  const logins = await standingsOf(
    scope.sql,
    scope.venueId,
    rows.flatMap(({ user_id }) => user_id ?? []),
  )
  const roleNames = new Map(roles.map(({ roleId, name }) => [roleId, name]))
  const places = new Map(scope.locations.map(({ locationId, name }) => [locationId, { LocationId: locationId, Name: name }]))
  const everywhere = [...places.values()]
  const self = readerOf(scope)
  return rows.map((row) => {
    const login = row.user_id === null ? undefined : logins.get(row.user_id)
    return {
      EmployeeId: row.employee_id,
      ...(row.user_id === null ? {} : { UserId: row.user_id }),
      FirstName: row.first_name,
      Surname: row.surname,
      Nickname: row.nickname,
      UserName: login?.userName ?? row.user_name ?? '',
      DisplayName: row.display_name,
      Email: row.email ?? '',
      ...(row.phone === null ? {} : { Phone: row.phone }),
      Active: row.active,
      Registered: isGiven({ ...row, invitedAt: row.invited_at }),
      Locked: login?.locked ?? false,
      Status: statusOf(standingOf(row, logins), scope.now),
      Permissions: row.tags.map((Tag) => ({ Tag })),
      Roles: row.role_ids.flatMap((id) => roleNames.get(id) ?? []),
      Locations: row.all_locations ? everywhere : row.location_ids.flatMap((id) => places.get(id) ?? []),
      AllLocations: row.all_locations,
      WorksElsewhere: !row.all_locations && row.location_ids.some((id) => !places.has(id)),
      ...(login?.lastOpened ? { LastSignIn: login.lastOpened.toISOString() } : {}),
      Self: row.user_id !== null && row.user_id === self,
      Version: row.access_version,
    }
  })
}

/** The user who reads; somebody who acts as somebody else reads as both. */
export const readerOf = ({ holder }: VenueScope): number | undefined => (holder.kind === 'person' || holder.kind === 'admin' ? holder.userId : undefined)

/** @throws NotFound for somebody who does not exist for the reader */
export const oneEmployee = async (scope: VenueScope, employeeId: number): Promise<EmployeeRow> => {
  const [row] = await employeesWithIds(scope, [employeeId])
  if (!row) throw failure('NotFound')
  return row
}

/** One person with what their access screen shows beside. */
export const employeeInFull = async (scope: VenueScope, employeeId: number) => {
  const row = await oneEmployee(scope, employeeId)
  const [employee] = await shown(scope, [row], await rolesOf(scope))
  if (!employee) throw failure('NotFound')
  if (!row.active) return { Employees: [employee] }
  if (!row.registered && row.invited_at) return { Employees: [{ ...employee, OpenSessions: 0, LinkSentAt: row.invited_at.toISOString() }] }
  if (row.user_id === null) return { Employees: [employee] }
  const { openSessions, linkSentAt } = await accessTraces(scope.sql, scope.venueId, employeeId, row.user_id)
  return { Employees: [{ ...employee, OpenSessions: openSessions, ...(linkSentAt ? { LinkSentAt: linkSentAt.toISOString() } : {}) }] }
}

/** What somebody holds, and what the reader could give them. */
export const accessOf = async (scope: VenueScope, employeeId: number): Promise<Access> => {
  const row = await oneEmployee(scope, employeeId)
  const roles = await rolesOf(scope)
  const held = roles.filter(({ roleId }) => row.role_ids.includes(roleId))
  const named = (tags: readonly Role['tags'][number][]) => tags.map((Tag) => ({ Tag }))
  const places = scope.locations.map(({ locationId, name }) => ({ LocationId: locationId, Name: name }))
  return {
    EmployeeId: employeeId,
    Permissions: named(row.tags),
    Roles: held.map(({ name }) => name),
    Locations: row.all_locations ? places : places.filter(({ LocationId }) => row.location_ids.includes(LocationId)),
    AllLocations: row.all_locations,
    Effective: named(effectiveTags({ tags: row.tags, roles: held })),
    Version: row.access_version,
    Grantable: {
      Permissions: named(scope.tags),
      Roles: roles.filter((role) => mayHandOut(role, scope)).map(({ name }) => name),
      Locations: places,
      AllLocations: scope.allLocations,
    },
    VenueRoles: roles.map(({ name, tags }) => ({ Name: name, Permissions: named(tags) })),
  }
}
