import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { STARTING_ROLES, TAGS } from '#shared/permissions.ts'
import { PASSWORD } from '#tests/people.ts'
import { adminAt, outcome, type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'

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
  front = await room.at('fay', ['can_viewemp', 'can_register', 'can_revoke'], room.locationIds.slice(0, 1))
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.house`delete from limit_counter`
})

const tag = (...tags: string[]) => tags.map((Tag) => ({ Tag }))
const held = async (employeeId: number) =>
  (
    await owner.call<{ Permissions: { Tag: string }[]; Roles: string[]; Locations: { LocationId: number }[]; Version: number }>(
      'GET',
      `/employees/${employeeId}/permissions`,
    )
  ).body
let hired = 0
const hire = (tags: Parameters<StaffRoom['hire']>[1] = [], locations: 'all' | readonly number[] = room.locationIds, roles: readonly string[] = []) =>
  room.hire(`hired${++hired}`, tags, locations, roles)

/** Each call of the two families, as the plain one and at the venue. */
const families = [
  ['plain', (id: number, call: string) => `/employees/${id}/${call}`],
  ['venue', (id: number, call: string) => `/venue/${room.venueId}/employees/${id}/${call}`],
] as const

describe.each(families)('access is given within what one holds oneself: the %s family', (_family, path) => {
  const set = (who: Visitor, id: number, body: object) => who.call('POST', path(id, 'permissions'), { body: { Permissions: [], ...body } })
  const register = (who: Visitor, id: number, body: object) =>
    who.call('POST', path(id, 'register'), { body: { Permissions: [], Locations: room.locationIds.slice(0, 1), ...body } })

  it('tags, roles and locations one does not hold are refused whole', async () => {
    const { employeeId } = await hire()
    const [, back = 0] = room.locationIds
    const before = await held(employeeId)
    for (const give of [set, register]) {
      expect(outcome(await give(manager, employeeId, { Permissions: tag('can_viewsales', 'can_viewaudit') }))).toEqual([403, 'BeyondOwnAccess'])
      expect(outcome(await give(manager, employeeId, { Roles: ['Owner'] }))).toEqual([403, 'BeyondOwnAccess'])
      expect(outcome(await give(front, employeeId, { AllLocations: true }))).toEqual([403, 'BeyondOwnAccess'])
      expect(outcome(await give(front, employeeId, { Locations: [back] }))).toEqual([404, 'LocationNotFound'])
      expect(outcome(await give(manager, employeeId, { Permissions: tag('can_everything') }))).toEqual([400, 'ValidationFailed'])
      expect(outcome(await give(manager, employeeId, { IsAdmin: true }))).toEqual([400, 'ValidationFailed'])
    }
    expect(await held(employeeId)).toEqual(before)
    expect((await room.audit('access.refused')).filter(({ detail }) => detail.Code === 'BeyondOwnAccess').length).toBeGreaterThanOrEqual(6)
    expect((await set(manager, employeeId, { Roles: ['Manager', 'Staff'], Permissions: tag('can_viewsales') })).status).toBe(200)
    expect(await held(employeeId)).toMatchObject({ Roles: ['Manager', 'Staff'], Permissions: tag('can_viewsales') })
  })

  it('what lies beyond one’s own is not taken away either, and places one cannot see stay', async () => {
    const boss = await hire(['can_viewaudit'], 'all', ['Owner'])
    expect(outcome(await set(manager, boss.employeeId, { Permissions: [] }))).toEqual([403, 'BeyondOwnAccess'])
    expect(outcome(await set(manager, boss.employeeId, { Permissions: tag('can_viewaudit'), Roles: [] }))).toEqual([403, 'BeyondOwnAccess'])
    const both = await hire()
    expect((await set(front, both.employeeId, { Locations: [] })).status).toBe(200)
    expect((await held(both.employeeId)).Locations.map(({ LocationId }) => LocationId)).toEqual(room.locationIds.slice(1))
    await owner.call('POST', path(boss.employeeId, 'revoke'), { body: {} })
  })

  it('who comes back gets nothing from before that the giver does not hold', async () => {
    const { employeeId } = await hire(['can_viewaudit', 'can_viewsales'])
    expect((await owner.call('POST', path(employeeId, 'revoke'), { body: {} })).status).toBe(200)
    const again = (tags: string[]) => register(manager, employeeId, { Permissions: tag(...tags), Locations: room.locationIds })
    expect(outcome(await again(['can_viewaudit', 'can_viewsales']))).toEqual([403, 'BeyondOwnAccess'])
    expect((await again(['can_viewsales'])).status).toBe(200)
    expect((await held(employeeId)).Permissions.map(({ Tag }) => Tag)).toEqual(['can_viewsales'])
  })

  it('nobody is Admin by the name of a role, however it is written', async () => {
    const { employeeId } = await hire()
    await app.database.inVenue(
      room.venueId,
      (sql) => sql`
      insert into role (venue_id, name, name_key, tags) values (${room.venueId}, 'Ａｄｍｉｎ', 'admin', '{}') on conflict do nothing`,
    )
    for (const role of ['Admin', 'ADMIN', 'Ａｄｍｉｎ', 'Ad\u200bmin', 'Аdmin', 'Owner ', 'OWNER', 'Ｏwner'])
      expect(outcome(await set(owner, employeeId, { Roles: [role] })), role).toEqual([400, 'ValidationFailed'])
    expect((await held(employeeId)).Roles).toEqual([])
  })

  it('nobody changes their own', async () => {
    for (const who of [owner, manager, front]) {
      const { employeeId } = who.colleague
      expect(outcome(await set(who, employeeId, {}))).toEqual([403, 'OwnAccess'])
      expect(outcome(await register(who, employeeId, {}))).toEqual([403, 'OwnAccess'])
      expect(outcome(await who.call('POST', path(employeeId, 'revoke'), { body: {} }))).toEqual([403, 'OwnAccess'])
    }
  })

  it('a change of what was changed meanwhile is refused', async () => {
    const { employeeId } = await hire()
    const { Version } = await held(employeeId)
    expect((await set(owner, employeeId, { Permissions: tag('can_viewsales'), Version })).status).toBe(200)
    expect(outcome(await set(owner, employeeId, { Version }))).toEqual([409, 'Conflict'])
    expect(outcome(await register(owner, employeeId, { Version }))).toEqual([409, 'Conflict'])
    expect(outcome(await owner.call('POST', path(employeeId, 'revoke'), { body: { Version } }))).toEqual([409, 'Conflict'])
    expect((await held(employeeId)).Permissions).toEqual(tag('can_viewsales'))
  })

  it('people of other places do not exist', async () => {
    const { employeeId } = await hire([], room.locationIds.slice(1))
    const calls = ['permissions', 'register', 'revoke', 'requestpassword', 'unlock']
    for (const call of calls) {
      const body = call === 'permissions' ? { Permissions: [] } : call === 'register' ? { Permissions: [], Locations: [] } : {}
      expect(outcome(await front.call('POST', path(employeeId, call), { body })), call).toEqual([404, 'NotFound'])
    }
    const { body } = await front.call<{ Employees: { EmployeeId: number }[] }>('GET', '/employees')
    expect(body.Employees.map(({ EmployeeId }) => EmployeeId)).not.toContain(employeeId)
  })

  it('the last Owner stays, for Admin too', async () => {
    const house = await staffRoom(app, `House ${_family}`)
    const only = await house.hire(`only-${_family}`, [], 'all', ['Owner'])
    const admin = await adminAt(app, house.venueId)
    const at = (call: string) =>
      _family === 'plain' ? `/employees/${only.employeeId}/${call}` : `/venue/${house.venueId}/employees/${only.employeeId}/${call}`
    expect(outcome(await admin.call('POST', at('revoke'), { body: {} }))).toEqual([409, 'LastOwner'])
    expect(outcome(await admin.call('POST', at('permissions'), { body: { Permissions: [], Roles: ['Manager'] } }))).toEqual([409, 'LastOwner'])
    expect(outcome(await admin.call('POST', at('register'), { body: { Permissions: [], Locations: [], Roles: [] } }))).toEqual([409, 'LastOwner'])
    expect(outcome(await admin.call('POST', `/venues/${house.venueId}/employees/${only.employeeId}/assign`, { body: { Venues: [] } }))).toEqual([
      409,
      'LastOwner',
    ])
    // One whose access was taken is an Owner no more, whatever their row still says.
    const gone = await house.hire(`gone-${_family}`, [], 'all', ['Owner'])
    expect((await admin.call('POST', `/venue/${house.venueId}/employees/${gone.employeeId}/revoke`, { body: {} })).status).toBe(200)
    expect(outcome(await admin.call('POST', at('revoke'), { body: {} }))).toEqual([409, 'LastOwner'])
    await house.hire(`second-${_family}`, [], 'all', ['Owner'])
    expect((await admin.call('POST', at('revoke'), { body: {} })).status).toBe(200)
  })
})

describe('what exists for whoever looks', () => {
  it('is nobody who works somewhere, for whoever works nowhere', async () => {
    const nell = await room.at('nell', ['can_viewemp', 'can_register'], [])
    const { body } = await nell.call<{ Employees: { EmployeeId: number }[] }>('GET', '/employees')
    const seen = body.Employees.map(({ EmployeeId }) => EmployeeId)
    expect(seen).toContain(nell.colleague.employeeId)
    for (const who of [owner, front]) {
      expect(seen).not.toContain(who.colleague.employeeId)
      expect((await nell.call('GET', `/employees/${who.colleague.employeeId}/permissions`)).status).toBe(404)
    }
  })

  it('is offered to be given only as far as it may be', async () => {
    const { employeeId } = await hire()
    const { body } = await front.call<{ Grantable: object }>('GET', `/employees/${employeeId}/permissions`)
    expect(body.Grantable).toEqual({
      Permissions: tag('can_register', 'can_revoke', 'can_viewemp'),
      Roles: [],
      Locations: [{ LocationId: room.locationIds[0], Name: 'Front Bar' }],
      AllLocations: false,
    })
  })

  it('is no Admin by a role of that name, to themselves or where venues are chosen', async () => {
    const house = await staffRoom(app, 'The Look-alike')
    const eve = await house.hire('eve')
    await app.database.inVenue(house.venueId, async (sql) => {
      const [made] = await sql<{ role_id: number }[]>`
        insert into role (venue_id, name, name_key, tags) values (${house.venueId}, 'Ａｄｍｉｎ', 'admin', '{}') returning role_id`
      await sql`insert into employee_role (venue_id, employee_id, role_id) values (${house.venueId}, ${eve.employeeId}, ${made?.role_id ?? 0})`
    })
    const visitor = await signedIn(app.url, 'eve', PASSWORD)
    expect((await visitor.call('GET', `/users/${visitor.userId}`)).body).toMatchObject({ Roles: [], Permissions: [] })
    expect((await visitor.call('GET', `/users/${visitor.userId}/venues`)).body).toMatchObject({ Venues: [{ Roles: [] }] })
    expect((await visitor.call('GET', '/venues')).status).toBe(403)
  })
})

describe('at the same moment', () => {
  it('two Owners who revoke each other do not both succeed', async () => {
    for (let n = 0; n < 5; n += 1) {
      const house = await staffRoom(app, `Race ${n}`)
      const [a, b] = [await house.at(`race-a${n}`, [], 'all', ['Owner']), await house.at(`race-b${n}`, [], 'all', ['Owner'])]
      const answers = await Promise.all([
        a.call('POST', `/employees/${b.colleague.employeeId}/revoke`, { body: {} }),
        b.call('POST', `/venue/${house.venueId}/employees/${a.colleague.employeeId}/permissions`, { body: { Permissions: [], Roles: [] } }),
      ])
      expect(
        answers.filter(({ status }) => status === 200),
        JSON.stringify(answers.map(outcome)),
      ).toHaveLength(1)
      const owners = await app.database.readVenue(
        house.venueId,
        (sql) => sql`
        select 1 from employee e join employee_role er on er.venue_id = e.venue_id and er.employee_id = e.employee_id join role r on r.venue_id = er.venue_id and r.role_id = er.role_id
        where e.venue_id = ${house.venueId} and e.active and r.name_key = 'owner'`,
      )
      expect(owners).toHaveLength(1)
    }
  })

  it('somebody whose permission is being taken cannot hand it on', async () => {
    for (let n = 0; n < 5; n += 1) {
      const giver = await room.at(`giver${n}`, ['can_viewemp', 'can_register', 'can_viewstock'])
      const { employeeId } = await hire()
      const [taken, given] = await Promise.all([
        owner.call('POST', `/employees/${giver.colleague.employeeId}/permissions`, { body: { Permissions: tag('can_viewemp', 'can_register') } }),
        giver.call('POST', `/employees/${employeeId}/permissions`, { body: { Permissions: tag('can_viewstock') } }),
      ])
      expect(taken.status).toBe(200)
      expect([200, 403]).toContain(given.status)
    }
  })
})

it('the starting roles can all be handed out by an Owner', async () => {
  const { employeeId } = await hire()
  const { body } = await owner.call<{ Grantable: { Roles: string[]; Permissions: unknown[] } }>('GET', `/employees/${employeeId}/permissions`)
  expect(body.Grantable.Roles).toEqual(Object.keys(STARTING_ROLES))
  expect(body.Grantable.Permissions).toHaveLength(TAGS.length)
})
