import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Tag } from '#shared/permissions.ts'
import { employ } from '#tests/people.ts'
import { outcome, type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import type { Visitor } from '#tests/visitor.ts'

let app: StartedApp
let room: StaffRoom
type Hired = Awaited<ReturnType<StaffRoom['at']>>
let owner: Hired
/** Gives access at the Front Bar alone. */
let front: Hired
let frontBar: number
let backBar: number

beforeAll(async () => {
  app = await startApp({ sample: false })
  room = await staffRoom(app, 'The Anchor')
  ;[frontBar = 0, backBar = 0] = room.locationIds
  owner = await room.at('olga', [], 'all', ['Owner'])
  front = await room.at('fay', ['can_viewemp', 'can_register', 'can_viewsales', 'can_viewloyalty', 'can_viewroster'], [frontBar])
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.house`delete from limit_counter`
})

const tag = (...tags: Tag[]) => tags.map((Tag) => ({ Tag }))
let hired = 0
const hire = (tags: readonly Tag[] = [], locations: 'all' | readonly number[] = [frontBar, backBar], roles: readonly string[] = []) =>
  room.hire(`placed${++hired}`, tags, locations, roles)
interface Held {
  Permissions: { Tag: Tag }[]
  Roles: string[]
  Locations: { LocationId: number }[]
  AllLocations: boolean
}
const held = async (employeeId: number) => (await owner.call<Held>('GET', `/employees/${employeeId}/permissions`)).body

const families = [
  ['plain', (id: number, call: string) => `/employees/${id}/${call}`],
  ['venue', (id: number, call: string) => `/venue/${room.venueId}/employees/${id}/${call}`],
] as const

const TOO_MUCH = [403, 'BeyondOwnAccess']

describe.each(families)('a permission is given and taken only where the giver holds it: the %s family', (_family, path) => {
  const set = (who: Visitor, id: number, body: object) => who.call('POST', path(id, 'permissions'), { body: { Permissions: [], ...body } })
  const register = (who: Visitor, id: number, body: object) =>
    who.call('POST', path(id, 'register'), { body: { Permissions: [], Locations: [frontBar], ...body } })
  const revoke = (id: number) => owner.call('POST', path(id, 'revoke'), { body: {} })

  it('a permission held at one location is not given to somebody who works at two', async () => {
    const { employeeId } = await hire()
    expect(outcome(await set(front, employeeId, { Permissions: tag('can_viewsales') }))).toEqual(TOO_MUCH)
    expect(outcome(await set(front, employeeId, { Roles: ['Staff'] }))).toEqual(TOO_MUCH)
    expect(outcome(await register(front, employeeId, { Permissions: tag('can_viewsales') }))).toEqual(TOO_MUCH)
    expect((await held(employeeId)).Permissions).toEqual([])
    const here = await hire([], [frontBar])
    expect((await set(front, here.employeeId, { Permissions: tag('can_viewsales'), Roles: ['Staff'] })).status).toBe(200)
  })

  it('nor to somebody who works at all of them, those still to come too', async () => {
    const { employeeId } = await hire([], 'all')
    expect(outcome(await set(front, employeeId, { Permissions: tag('can_viewsales') }))).toEqual(TOO_MUCH)
    // Whoever has each location there is today does not have those still to come.
    const both = await room.at(`both-${_family}`, ['can_register', 'can_viewsales'], [frontBar, backBar])
    expect(outcome(await set(both, employeeId, { Permissions: tag('can_viewsales') }))).toEqual(TOO_MUCH)
    expect((await set(owner, employeeId, { Permissions: tag('can_viewsales') })).status).toBe(200)
    expect(outcome(await set(both, employeeId, { Permissions: [] }))).toEqual(TOO_MUCH)
  })

  it('a location is added only with every permission that the person then has there', async () => {
    const { employeeId } = await hire(['can_viewaudit', 'can_viewsales'], [])
    expect(outcome(await set(front, employeeId, { Permissions: tag('can_viewaudit', 'can_viewsales'), Locations: [frontBar] }))).toEqual(TOO_MUCH)
    const supervisor = await hire([], [], ['Supervisor'])
    expect(outcome(await set(front, supervisor.employeeId, { Locations: [frontBar] }))).toEqual(TOO_MUCH)
    const seller = await hire(['can_viewsales'], [])
    expect((await set(front, seller.employeeId, { Permissions: tag('can_viewsales'), Locations: [frontBar] })).status).toBe(200)
    expect((await held(seller.employeeId)).Locations.map(({ LocationId }) => LocationId)).toEqual([frontBar])
  })

  it('nobody takes away what they could not give, and taking needs no more than what is taken', async () => {
    const both = await hire(['can_viewsales'])
    expect(outcome(await set(front, both.employeeId, { Permissions: [] }))).toEqual(TOO_MUCH)
    expect((await set(front, both.employeeId, { Permissions: tag('can_viewsales'), Locations: [] })).status).toBe(200)
    expect(await held(both.employeeId)).toMatchObject({ Permissions: tag('can_viewsales'), Locations: [{ LocationId: backBar }] })
    const auditor = await hire(['can_viewaudit', 'can_viewsales'], [frontBar])
    expect(outcome(await set(front, auditor.employeeId, { Permissions: tag('can_viewaudit', 'can_viewsales'), Locations: [] }))).toEqual(TOO_MUCH)
    expect((await set(front, auditor.employeeId, { Permissions: tag('can_viewaudit') })).status).toBe(200)
  })

  it('somebody without a location gets only what the giver holds, and holds it nowhere until a location is given with it', async () => {
    const { employeeId } = await hire([], [])
    expect(outcome(await set(front, employeeId, { Permissions: tag('can_editsettings') }))).toEqual(TOO_MUCH)
    expect((await set(front, employeeId, { Permissions: tag('can_viewsales') })).status).toBe(200)
    const back = await room.at(`back-${_family}`, ['can_register'], [backBar])
    expect(outcome(await set(back, employeeId, { Permissions: tag('can_viewsales'), Locations: [backBar] }))).toEqual(TOO_MUCH)
  })

  it('somebody who comes back works where the giver says, and nowhere of what was before', async () => {
    const { employeeId } = await hire(['can_viewaudit'])
    await revoke(employeeId)
    expect((await register(front, employeeId, { Permissions: tag('can_viewsales') })).status).toBe(200)
    expect(await held(employeeId)).toMatchObject({ Permissions: tag('can_viewsales'), Roles: [], Locations: [{ LocationId: frontBar }], AllLocations: false })
  })

  it('the refusal names what is not held, and where', async () => {
    const said = async (answer: ReturnType<typeof set>) => (await answer).body.ResponseStatus?.Message
    const { employeeId } = await hire()
    expect(await said(set(front, employeeId, { Permissions: tag('can_viewsales', 'can_viewaudit') }))).toBe(
      "You can't give or remove permissions that you don't have yourself: View activity; View sales (at locations where you do not work).",
    )
    const all = await hire([], 'all')
    expect(await said(set(front, all.employeeId, { Permissions: tag('can_viewsales') }))).toBe(
      "You can't give or remove permissions that you don't have yourself: View sales (at all locations, including new ones).",
    )
    expect(await said(set(front, employeeId, { AllLocations: true, Roles: ['Supervisor'] }))).toBe(
      "You can't give or remove permissions that you don't have yourself: the role Supervisor; all locations, including new ones.",
    )
  })
})

describe('taking somebody out of a venue by the list of their venues', () => {
  it('takes no more than the giver could give, except by whoever may revoke', async () => {
    const other = await staffRoom(app, 'The Buoy')
    const at = (who: Hired, employeeId: number, Venues: number[]) =>
      who.call('POST', `/venues/${room.venueId}/employees/${employeeId}/assign`, { body: { Venues } })
    const auditor = await hire(['can_viewaudit'], [frontBar])
    await employ(app.database, auditor, other.venueId, [], [])
    const standing = async () => (await owner.call<{ Employees: { Status: string }[] }>('GET', `/venue/${room.venueId}/employees/${auditor.employeeId}`)).body
    expect(outcome(await at(front, auditor.employeeId, []))).toEqual(TOO_MUCH)
    expect(await standing()).toMatchObject({ Employees: [{ Status: 'Active' }] })
    const revoker = await room.at('rita', ['can_viewemp', 'can_register', 'can_revoke'], [frontBar])
    expect((await at(revoker, auditor.employeeId, [])).status).toBe(200)
    expect(await standing()).toMatchObject({ Employees: [{ Status: 'Revoked' }] })
  })
})

it('the list says who works at locations, too, that the reader cannot see', async () => {
  const [both, here] = [await hire(), await hire([], [frontBar])]
  const listed = async (who: Hired) => {
    const { body } = await who.call<{ Employees: { EmployeeId: number; WorksElsewhere: boolean; Locations: { LocationId: number }[] }[] }>('GET', '/employees')
    return [both, here].map(({ employeeId }) => body.Employees.find(({ EmployeeId }) => EmployeeId === employeeId)?.WorksElsewhere)
  }
  expect(await listed(front)).toEqual([true, false])
  expect(await listed(owner)).toEqual([false, false])
})
