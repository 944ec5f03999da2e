import { accessNotice } from '#platform/access/grants.ts'
import { isSeenEmployee } from '#platform/access/seen-employees.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { nameKey } from '#shared/name-key.ts'
import type { Tag } from '#shared/permissions.ts'
import { beyondText } from './beyond-text.rules.ts'
import type { Beyond, Holdings, Role } from './employees.rules.ts'
import { rolesOf } from './employees.sql.ts'
import { takeAccess } from './held-access.sql.ts'
import { ROLES_MOST, type RoleShown } from './roles.contract.ts'
import { beyondMove, beyondRole, changedTags, isNameOfBuiltIn, lockOf } from './roles.rules.ts'

interface SentTags {
  Permissions?: readonly { Tag: Tag }[] | undefined
}

/** The roles of the venue, with how many people have each and whether the reader can change it. */
export const rolesShown = async (scope: VenueScope): Promise<{ Roles: RoleShown[]; Grantable: { Tag: Tag }[] }> => {
  const { sql, venueId } = scope
  const roles = await rolesOf(scope)
  const counted = await sql<{ role_id: number; n: number }[]>`
    select er.role_id, count(*)::int as n from employee_role er join employee e on e.venue_id = er.venue_id and e.employee_id = er.employee_id
    where er.venue_id = ${venueId} and e.venue_id = ${venueId} and e.active and ${isSeenEmployee(scope)} group by er.role_id`
  const own = await ownRoles(scope)
  return {
    Roles: roles.map((role) => ({
      RoleId: role.roleId,
      Name: role.name,
      Permissions: named(role.tags),
      People: counted.find(({ role_id }) => role_id === role.roleId)?.n ?? 0,
      Locked: lockOf(role, scope, own.includes(role.roleId)) ?? null,
      Version: role.version,
    })),
    Grantable: named(scope.tags),
  }
}

const named = (tags: readonly Tag[]) => tags.map((Tag) => ({ Tag }))

/** The roles of whoever asks; where somebody acts as somebody else, of the person they act as. */
const ownRoles = async ({ sql, venueId, holder }: VenueScope): Promise<number[]> => {
  if (holder.kind !== 'person') return []
  const rows = await sql<{ role_id: number }[]>`select role_id from employee_role where venue_id = ${venueId} and employee_id = ${holder.employeeId}`
  return rows.map(({ role_id }) => role_id)
}

/**
 * Makes a role of the venue's own.
 * @throws BeyondOwnAccess, TooManyRoles, ValidationFailed for a name that is taken or looks like one of the roles every venue has
 */
export const makeRole = async (scope: VenueScope, { Name, Permissions }: { Name: string } & Required<SentTags>) => {
  const { sql, venueId } = scope
  const giver = await takeAccess(scope, 'can_register')
  const tags = tagsIn(Permissions)
  refuseBeyond(scope, beyondRole(tags, [], giver))
  const roles = await rolesOf(scope)
  refuseName(roles, Name)
  if (roles.length >= ROLES_MOST) throw failure('TooManyRoles', { limit: ROLES_MOST })
  const name = Name.trim()
  const [made] = await sql<{ role_id: number; version: number }[]>`
    insert into role (venue_id, name, name_key, tags) values (${venueId}, ${name}, ${nameKey(name)}, ${tags}) returning role_id, version`
  await scope.audit({ action: 'role.made', subject: name, detail: { AddedTags: tags } })
  return { RoleId: made?.role_id ?? 0, Version: made?.version ?? 1 }
}

/**
 * Renames a role, or changes what it lets people do; whoever has it holds the new permissions with their next request.
 * @throws NotFound, BuiltInRole, OwnAccess, Conflict, BeyondOwnAccess, ValidationFailed as makeRole
 */
export const changeRole = async (scope: VenueScope, roleId: number, sent: { Name?: string | undefined; Version?: number | undefined } & SentTags) => {
  const { sql, venueId } = scope
  const { giver, role, roles } = await lockRole(scope, roleId, sent.Version)
  const name = sent.Name?.trim() ?? role.name
  const tags = sent.Permissions === undefined ? [...role.tags] : tagsIn(sent.Permissions)
  const changed = changedTags(role.tags, tags)
  if (name === role.name && changed.length === 0) return { RoleId: roleId, Version: role.version }
  if (name !== role.name)
    refuseName(
      roles.filter((other) => other.roleId !== roleId),
      name,
    )
  const people = await peopleWith(scope, role, roles)
  refuseBeyond(scope, beyondRole(changed, changed.length > 0 ? people.map(({ holdings }) => holdings) : [], giver))
  const [after] = await sql<{ version: number }[]>`
    update role set name = ${name}, name_key = ${nameKey(name)}, tags = ${tags}, version = version + 1
    where venue_id = ${venueId} and role_id = ${roleId} returning version`
  if (changed.length > 0) await touch(scope, people)
  await scope.audit({
    action: 'role.changed',
    subject: name,
    detail: {
      ...(name === role.name ? {} : { NameBefore: role.name }),
      AddedTags: tags.filter((tag) => !role.tags.includes(tag)),
      RemovedTags: role.tags.filter((tag) => !tags.includes(tag)),
      People: changed.length > 0 ? people.map(({ employeeId }) => employeeId) : [],
    },
  })
  return { RoleId: roleId, Version: after?.version ?? 0 }
}

/**
 * Deletes a role. Whoever has it gets the other role in its place, where one is named; whoever has no access any more just loses it.
 * @throws as changeRole; RoleHeld where people have it and no other role is named
 */
export const deleteRole = async (scope: VenueScope, roleId: number, sent: { MoveTo?: number | undefined; Version?: number | undefined }) => {
  const { sql, venueId } = scope
  const { giver, role, roles } = await lockRole(scope, roleId, sent.Version)
  const to = roles.find((other) => other.roleId === sent.MoveTo && other.roleId !== roleId)
  if (sent.MoveTo !== undefined && !to) throw fieldFailure('MoveTo', 'This venue has no such role.', 'Unknown')
  const people = await peopleWith(scope, role, roles)
  const holdings = people.map((one) => one.holdings)
  refuseBeyond(scope, beyondMove(role, to, holdings, giver))
  if (people.length > 0 && !to) throw failure('RoleHeld', { count: people.length })
  if (to) {
    const ids = numbers(people.map(({ employeeId }) => employeeId))
    await sql`
      insert into employee_role (venue_id, employee_id, role_id)
      select ${venueId}, employee_id, ${to.roleId} from unnest(${ids}::int[]) as employee_id on conflict do nothing returning 1`
  }
  await sql`delete from employee_role where venue_id = ${venueId} and role_id = ${roleId}`
  await sql`delete from role where venue_id = ${venueId} and role_id = ${roleId}`
  await touch(scope, people)
  const People = people.map(({ employeeId }) => employeeId)
  await scope.audit({ action: 'role.deleted', subject: role.name, detail: { RemovedTags: [...role.tags], ...(to ? { MovedToRoles: [to.name] } : {}), People } })
  return { Moved: people.length }
}

/** A role of the venue, and all of its roles. @throws NotFound */
export const roleNamed = async (scope: VenueScope, roleId: number): Promise<{ role: Role; roles: Role[] }> => {
  const roles = await rolesOf(scope)
  const role = roles.find((one) => one.roleId === roleId)
  if (!role) throw failure('NotFound')
  return { role, roles }
}

/** A role about to change, with nobody else changing any access of the venue meanwhile. */
const lockRole = async (scope: VenueScope, roleId: number, version: number | undefined) => {
  const giver = await takeAccess(scope, 'can_register')
  const { role, roles } = await roleNamed(scope, roleId)
  const lock = lockOf(role, giver, (await ownRoles(scope)).includes(roleId))
  if (lock === 'BuiltIn') throw failure('BuiltInRole')
  if (lock === 'Own') throw failure('OwnAccess')
  if (lock === 'Beyond') refuseBeyond(scope, [{ kind: 'role', name: role.name, short: 'tag' }])
  if (version !== undefined && version !== role.version) throw failure('Conflict')
  return { giver, role, roles }
}

interface Holder {
  employeeId: number
  holdings: Holdings
}

/** Everybody with access, or invited, who has a role, also at locations that the reader cannot see; locked against changes of what they hold. */
const peopleWith = async ({ sql, venueId }: VenueScope, { roleId }: Role, roles: readonly Role[]): Promise<Holder[]> => {
  const rows = await sql<{ employee_id: number; tags: Tag[]; all_locations: boolean; role_ids: number[]; location_ids: number[] }[]>`
    select e.employee_id, e.tags, e.all_locations,
      array(select er.role_id from employee_role er where er.venue_id = ${venueId} and er.employee_id = e.employee_id) as role_ids,
      array(select el.location_id from employee_location el where el.venue_id = ${venueId} and el.employee_id = e.employee_id) as location_ids
    from employee e where e.venue_id = ${venueId} and e.active
      and exists (select 1 from employee_role h where h.venue_id = ${venueId} and h.employee_id = e.employee_id and h.role_id = ${roleId})
    order by e.employee_id`
  return rows.map((row) => ({
    employeeId: row.employee_id,
    holdings: {
      tags: row.tags,
      roles: roles.filter((role) => row.role_ids.includes(role.roleId)),
      locations: row.location_ids,
      allLocations: row.all_locations,
    },
  }))
}

/** What these people hold is another version now: whoever read it before reads it again, and screens that listen are told. */
const touch = async ({ sql, venueId }: VenueScope, people: readonly Holder[]): Promise<void> => {
  const ids = numbers(people.map(({ employeeId }) => employeeId))
  await sql`update employee set access_version = access_version + 1 where venue_id = ${venueId} and employee_id = any(${ids}::int[])`
  sql.tell(accessNotice(venueId))
}

const tagsIn = (sent: readonly { Tag: Tag }[]): Tag[] => [...new Set(sent.map(({ Tag }) => Tag))].sort()

const refuseBeyond = ({ venue }: VenueScope, found: readonly Beyond[]): void => {
  if (found.length > 0) throw failure('BeyondOwnAccess', { what: beyondText([...found], venue.loyaltyName) })
}

const refuseName = (roles: readonly Role[], name: string): void => {
  if (isNameOfBuiltIn(name)) throw fieldFailure('Name', 'Every venue has a role with this name. Choose another name.', 'Taken')
  if (roles.some((role) => role.nameKey === nameKey(name))) throw fieldFailure('Name', 'There is a role with this name already. Choose another name.', 'Taken')
}
