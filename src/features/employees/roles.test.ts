import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { adminAt, outcome, type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import type { Visitor } from '#tests/visitor.ts'

let app: StartedApp
let room: StaffRoom
type Hired = Awaited<ReturnType<StaffRoom['at']>>
let owner: Hired
let manager: Hired
let front: Hired

beforeAll(async () => {
  app = await startApp({ sample: false })
  room = await staffRoom(app, 'The Anchor')
  owner = await room.at('olga', [], 'all', ['Owner'])
  manager = await room.at('mats', [], 'all', ['Manager'])
  front = await room.at('fay', ['can_viewemp', 'can_register', 'can_viewsales'], room.locationIds.slice(0, 1))
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.house`delete from limit_counter`
})

interface Shown {
  RoleId: number
  Name: string
  Permissions: { Tag: string }[]
  People: number
  Locked: string | null
  Version: number
}
const tag = (...tags: string[]) => tags.map((Tag) => ({ Tag }))
const path = () => `/venue/${room.venueId}/roles`
const all = async (who: Visitor) => (await who.call<{ Roles: Shown[] }>('GET', path())).body.Roles
const named = async (who: Visitor, name: string) => {
  const found = (await all(who)).find(({ Name }) => Name === name)
  if (!found) throw new Error(`There is no role ${name}.`)
  return found
}
const make = (who: Visitor, Name: string, ...tags: string[]) => who.call<{ RoleId: number }>('POST', path(), { body: { Name, Permissions: tag(...tags) } })
const change = (who: Visitor, roleId: number, body: object) => who.call<{ Version: number }>('POST', `${path()}/${roleId}`, { body })
const remove = (who: Visitor, roleId: number, body: object = {}) => who.call<{ Moved: number }>('DELETE', `${path()}/${roleId}`, { body })
let made = 0
/** Somebody with a new role, signed in. */
const withRole = async (tags: string[], locations: 'all' | readonly number[] = room.locationIds.slice(0, 1)) => {
  const name = `Barista ${++made}`
  const { body } = await make(owner, name, ...tags)
  return { roleId: body.RoleId, name, person: await room.at(`with${made}`, [], locations, [name]) }
}

it('a role is made, offered, given, renamed and changed, and holds with the next request', async () => {
  expect((await make(owner, 'Cellar hand', 'can_viewemp')).status).toBe(200)
  const role = await named(owner, 'Cellar hand')
  expect(role).toMatchObject({ Permissions: tag('can_viewemp'), People: 0, Locked: null, Version: 1 })
  const person = await room.at('cleo', [], 'all', ['Cellar hand'])
  const offered = await owner.call<{ VenueRoles: { Name: string }[]; Grantable: { Roles: string[] } }>(
    'GET',
    `/employees/${person.colleague.employeeId}/permissions`,
  )
  expect(offered.body.Grantable.Roles).toContain('Cellar hand')
  expect(outcome(await person.call('GET', '/audit'))).toEqual([403, 'NotPermitted'])
  expect((await change(owner, role.RoleId, { Name: 'Cellar crew', Permissions: tag('can_viewemp', 'can_viewaudit'), Version: 1 })).body).toMatchObject({
    Version: 2,
  })
  expect((await person.call('GET', '/audit')).status).toBe(200)
  expect(outcome(await change(owner, role.RoleId, { Name: 'Too late', Version: 1 }))).toEqual([409, 'Conflict'])
  const [row] = (await room.audit('role.changed')).slice(-1)
  expect(row).toMatchObject({
    subject: 'Cellar crew',
    actor_user_id: owner.userId,
    detail: { NameBefore: 'Cellar hand', AddedTags: ['can_viewaudit'], RemovedTags: [], People: [person.colleague.employeeId] },
  })
  expect((await change(owner, role.RoleId, { Permissions: [] })).status).toBe(200)
  expect(outcome(await person.call('GET', '/employees'))).toEqual([403, 'NotPermitted'])
})

it('the four roles every venue has are neither changed nor deleted, and nothing looks like them or like Admin', async () => {
  for (const name of ['Owner', 'Manager', 'Supervisor', 'Staff']) {
    const role = await named(owner, name)
    expect(role.Locked).toBe('BuiltIn')
    expect(outcome(await change(owner, role.RoleId, { Permissions: [] }))).toEqual([403, 'BuiltInRole'])
    expect(outcome(await remove(owner, role.RoleId))).toEqual([403, 'BuiltInRole'])
  }
  for (const name of ['owner', 'ＯＷＮＥＲ', 'オーナー', 'Admin', 'ad\u00admin', '管理者', '', ' ', 'x'.repeat(61)])
    expect(outcome(await make(owner, name, 'can_viewsales')), name).toEqual([400, 'ValidationFailed'])
  await make(owner, 'Night crew')
  expect(outcome(await make(owner, 'night  CREW'))).toEqual([400, 'ValidationFailed'])
})

it('nobody makes or widens a role beyond what they hold, or touches one that already lies beyond', async () => {
  expect(outcome(await make(manager, 'Spy', 'can_viewaudit'))).toEqual([403, 'BeyondOwnAccess'])
  expect((await make(manager, 'Counter', 'can_viewsales')).status).toBe(200)
  const counter = await named(manager, 'Counter')
  expect(outcome(await change(manager, counter.RoleId, { Permissions: tag('can_viewsales', 'can_viewaudit') }))).toEqual([403, 'BeyondOwnAccess'])
  await make(owner, 'Auditor', 'can_viewaudit', 'can_viewsales')
  const auditor = await named(manager, 'Auditor')
  expect(auditor.Locked).toBe('Beyond')
  expect(outcome(await change(manager, auditor.RoleId, { Permissions: tag('can_viewsales') }))).toEqual([403, 'BeyondOwnAccess'])
  expect(outcome(await change(manager, auditor.RoleId, { Name: 'Harmless' }))).toEqual([403, 'BeyondOwnAccess'])
  expect(outcome(await remove(manager, auditor.RoleId))).toEqual([403, 'BeyondOwnAccess'])
  expect(outcome(await make(await room.at('eli', ['can_viewemp']), 'Mine'))).toEqual([403, 'NotPermitted'])
})

it('nobody changes a role they have themselves, since it would be their own access', async () => {
  const { roleId, person } = await withRole(['can_register', 'can_viewsales'])
  expect((await all(person)).find(({ RoleId }) => RoleId === roleId)?.Locked).toBe('Own')
  for (const body of [{ Permissions: tag('can_register') }, { Name: 'Other' }]) expect(outcome(await change(person, roleId, body))).toEqual([403, 'OwnAccess'])
  expect(outcome(await remove(person, roleId))).toEqual([403, 'OwnAccess'])
})

it('what a role gives or takes must be held everywhere its people work, though the editor cannot see them there', async () => {
  const { roleId, person } = await withRole([], room.locationIds)
  expect(outcome(await change(front, roleId, { Permissions: tag('can_viewsales') }))).toEqual([403, 'BeyondOwnAccess'])
  const hidden = await withRole([], room.locationIds.slice(1))
  expect((await named(front, hidden.name)).People).toBe(0)
  expect(outcome(await change(front, hidden.roleId, { Permissions: tag('can_viewsales') }))).toEqual([403, 'BeyondOwnAccess'])
  expect(outcome(await remove(front, hidden.roleId))).toEqual([403, 'BeyondOwnAccess'])
  expect((await change(manager, roleId, { Permissions: tag('can_viewsales') })).status).toBe(200)
  expect((await person.call<{ Permissions: unknown }>('GET', `/users/${person.userId}`)).body.Permissions).toEqual(tag('can_viewsales'))
})

it('a role that people have is deleted only with another one in its place, which is given within what the editor holds', async () => {
  const { roleId, name, person } = await withRole(['can_viewemp'])
  const refused = await remove(manager, roleId)
  expect(outcome(refused)).toEqual([409, 'RoleHeld'])
  expect(refused.body.ResponseStatus?.Message).toContain('1')
  const ownerRole = await named(owner, 'Owner')
  const staff = await named(owner, 'Staff')
  expect(outcome(await remove(manager, roleId, { MoveTo: ownerRole.RoleId }))).toEqual([403, 'BeyondOwnAccess'])
  expect(outcome(await remove(manager, roleId, { MoveTo: roleId }))).toEqual([400, 'ValidationFailed'])
  expect((await remove(manager, roleId, { MoveTo: staff.RoleId })).body).toMatchObject({ Moved: 1 })
  expect((await person.call<{ Roles: string[] }>('GET', `/users/${person.userId}`)).body.Roles).toEqual(['Staff'])
  expect((await all(owner)).map(({ Name }) => Name)).not.toContain(name)
  expect((await room.audit('role.deleted')).at(-1)).toMatchObject({ subject: name, detail: { MovedToRoles: ['Staff'], People: [person.colleague.employeeId] } })
})

it('whoever has no access any more does not keep a role alive', async () => {
  const { roleId, person } = await withRole(['can_viewemp'])
  await owner.call('POST', `/employees/${person.colleague.employeeId}/revoke`, { body: {} })
  expect((await remove(owner, roleId)).body).toMatchObject({ Moved: 0 })
})

it('roles of another venue do not exist here, and Admin changes those of any', async () => {
  const other = await staffRoom(app, 'The Other House')
  const boss = await other.at('boss', [], 'all', ['Owner'])
  const { body } = await boss.call<{ RoleId: number }>('POST', `/venue/${other.venueId}/roles`, { body: { Name: 'Theirs', Permissions: [] } })
  expect(outcome(await change(owner, body.RoleId, { Name: 'Ours' }))).toEqual([404, 'NotFound'])
  expect(outcome(await owner.call('POST', `/venue/${other.venueId}/roles`, { body: { Name: 'Ours', Permissions: [] } }))).toEqual([404, 'VenueNotFound'])
  const admin = await adminAt(app, room.venueId)
  expect((await admin.call('POST', `/venue/${other.venueId}/roles/${body.RoleId}`, { body: { Name: 'By Admin' } })).status).toBe(200)
})
