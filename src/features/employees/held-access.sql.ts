import { accessNotice } from '#platform/access/grants.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import { failure } from '#shared/failure.ts'
import { satisfies, type Tag } from '#shared/permissions.ts'
import { type Holdings, type Role, statusOf } from './employees.rules.ts'
import { type EmployeeRow, rolesOf } from './employees.sql.ts'
import type { Giver } from './grants.rules.ts'
import { oneEmployee, readerOf } from './show-employees.sql.ts'

/** Somebody whose access is about to change, with nobody else changing any access of the venue meanwhile. */
export interface Locked {
  row: EmployeeRow
  holdings: Holdings
  /** What whoever changes it holds this very moment. */
  giver: Giver
  roles: Role[]
}

/**
 * Takes the venue's access for this transaction and reads who is meant, and what whoever asks holds now: it may have been taken from them
 * while they waited.
 * @param needs the tag the change asks for
 * @throws NotFound, OwnAccess for oneself, Conflict where it is not as it was read, SessionEnded or NotPermitted where the asker's access changed
 */
export const lockAccess = async (scope: VenueScope, employeeId: number, needs: Tag, version?: number): Promise<Locked> => {
  const locked = await lockPerson(scope, employeeId, needs)
  const { user_id: userId, access_version: now } = locked.row
  if (userId !== null && userId === readerOf(scope)) throw failure('OwnAccess')
  if (version !== undefined && version !== now) throw failure('Conflict')
  return locked
}

/** The same for somebody who is not to gain or lose anything, and may be whoever asks. */
export const lockPerson = async (scope: VenueScope, employeeId: number, needs: Tag): Promise<Locked> => {
  const giver = await takeAccess(scope, needs)
  await scope.sql`select from employee where venue_id = ${scope.venueId} and employee_id = ${employeeId} for update`
  const row = await oneEmployee(scope, employeeId)
  const roles = await rolesOf(scope)
  return { row, roles, giver, holdings: holdingsOf(row, roles) }
}

const holdingsOf = (row: EmployeeRow, roles: readonly Role[]): Holdings => ({
  tags: row.tags,
  roles: roles.filter(({ roleId }) => row.role_ids.includes(roleId)),
  locations: row.location_ids,
  allLocations: row.all_locations,
})

/**
 * One change of access at a venue at a time: whoever asks is read after everybody before them is done.
 * @throws SessionEnded, NotPermitted
 */
export const takeAccess = async (scope: VenueScope, needs: Tag): Promise<Giver> => {
  const { sql, venueId, holder } = scope
  await sql`select from role where venue_id = ${venueId} order by role_id for update`
  if (holder.kind !== 'person') return { tags: scope.tags, locations: scope.locations.map(({ locationId }) => locationId), allLocations: scope.allLocations }
  const [held] = await sql<{ active: boolean; registered: boolean; tags: Tag[]; all_locations: boolean; role_tags: Tag[]; location_ids: number[] }[]>`
    select e.active, e.registered, e.tags, e.all_locations,
      (select coalesce(jsonb_agg(t), '[]') from employee_role er join role r on r.venue_id = er.venue_id and r.role_id = er.role_id, unnest(r.tags) as t
        where er.venue_id = ${venueId} and er.employee_id = e.employee_id) as role_tags,
      (select coalesce(array_agg(el.location_id), '{}') from employee_location el where el.venue_id = ${venueId} and el.employee_id = e.employee_id) as location_ids
    from employee e where e.venue_id = ${venueId} and e.employee_id = ${holder.employeeId} and e.user_id = ${holder.userId} for update`
  if (!held?.active || !held.registered) throw failure('SessionEnded')
  // What both hold: the scope is as it was when the request came, and narrower where somebody acts for somebody else.
  const tags = scope.tags.filter((tag) => held.tags.includes(tag) || held.role_tags.includes(tag))
  if (!satisfies([needs], tags)) throw failure('NotPermitted')
  const locations = scope.locations.map(({ locationId }) => locationId)
  return {
    tags,
    locations: held.all_locations ? locations : locations.filter((id) => held.location_ids.includes(id)),
    allLocations: scope.allLocations && held.all_locations,
  }
}

/**
 * Refuses to leave the venue without an Owner.
 * @throws LastOwner
 */
export const keepAnOwner = async ({ sql, venueId }: VenueScope, { row, holdings }: Locked): Promise<void> => {
  const owner = holdings.roles.find(({ nameKey }) => nameKey === 'owner')
  if (!owner || !row.active || !row.registered) return
  const others = await sql`
    select 1 from employee_role er join employee e on e.venue_id = er.venue_id and e.employee_id = er.employee_id
    where er.venue_id = ${venueId} and er.role_id = ${owner.roleId} and e.venue_id = ${venueId} and e.active and e.registered and e.user_id is not null
      and e.employee_id <> ${row.employee_id} limit 1`
  if (others.length === 0) throw failure('LastOwner')
}

/** Writes what somebody holds from now on, in place of what they held. */
export const storeHoldings = async (scope: VenueScope, employeeId: number, { tags, roles, locations, allLocations }: Holdings): Promise<number> => {
  const { sql, venueId } = scope
  const roleIds = numbers(roles.map(({ roleId }) => roleId))
  const locationIds = numbers(locations)
  const [row] = await sql<{ access_version: number }[]>`
    update employee set tags = ${[...tags]}, all_locations = ${allLocations}, access_version = access_version + 1
    where venue_id = ${venueId} and employee_id = ${employeeId} returning access_version`
  await sql`delete from employee_role where venue_id = ${venueId} and employee_id = ${employeeId} and not role_id = any(${roleIds}::int[])`
  await sql`delete from employee_location where venue_id = ${venueId} and employee_id = ${employeeId} and not location_id = any(${locationIds}::int[])`
  for (const { roleId } of roles)
    await sql`insert into employee_role (venue_id, employee_id, role_id) values (${venueId}, ${employeeId}, ${roleId}) on conflict do nothing`
  for (const locationId of locations)
    await sql`insert into employee_location (venue_id, employee_id, location_id) values (${venueId}, ${employeeId}, ${locationId}) on conflict do nothing`
  sql.tell(accessNotice(venueId))
  return row?.access_version ?? 0
}

/** How far the access of somebody has come after a change. */
export const statusAfter = (scope: VenueScope, row: EmployeeRow, hasPassword: boolean, locked: boolean) =>
  statusOf({ active: row.active, registered: row.registered, invitedAt: row.invited_at, hasPassword, locked }, scope.now)
