import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { MailServer } from '#tests/mail-server.ts'
import { adminAt, type Colleague, type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import type { Visitor } from '#tests/visitor.ts'

let app: StartedApp
let room: StaffRoom
let owner: Visitor & { colleague: Colleague }
const mail = new MailServer()

beforeAll(async () => {
  app = await startApp({ sample: false, environment: { SMTP_URL: await mail.start() } })
  room = await staffRoom(app, 'The Twin House')
  owner = await room.at('olive', [], 'all', ['Owner'])
})
afterAll(async () => {
  await app.close()
  await mail.stop()
})
beforeEach(async () => {
  await app.database.house`delete from limit_counter`
})

/** Names and numbers that differ between two people to whom the same is done. */
const alike = (value: unknown, [one, other]: readonly [Colleague, Colleague]): unknown => {
  const text = JSON.stringify(value ?? null)
    .replaceAll(/"(EmployeeId|UserId)":\d+/g, '"$1":0')
    .replaceAll(other.userName, one.userName)
  return JSON.parse(text.replaceAll(/"RequestId":"[^"]*"/g, '"RequestId":""').replaceAll(/\d{4}-\d\d-\d\dT[^"]*/g, 'then'))
}

const heldBy = ({ employeeId }: Colleague) =>
  app.database.inVenue(
    room.venueId,
    (sql) => sql`
      select e.active, e.registered, e.tags, e.all_locations, e.access_version, e.user_id is not null as login, e.invited_at is not null as invited,
        array(select location_id from employee_location l where l.venue_id = ${room.venueId} and l.employee_id = ${employeeId} order by 1) as locations,
        array(select role_id from employee_role r where r.venue_id = ${room.venueId} and r.employee_id = ${employeeId} order by 1) as roles
      from employee e where e.venue_id = ${room.venueId} and e.employee_id = ${employeeId}`,
  )

const toldOf = ({ employeeId }: Colleague) =>
  app.database.inVenue(
    room.venueId,
    (sql) => sql`
      select action, detail, actor_user_id from audit_event where venue_id = ${room.venueId} and subject = ${String(employeeId)} order by event_id`,
  )

type Step = [act: string, body: (front: number, back: number) => object]
const STEPS: Step[] = [
  ['permissions', (front) => ({ Permissions: [{ Tag: 'can_viewemp' }], Roles: ['Staff'], Locations: [front] })],
  ['permissions', () => ({ Permissions: [], IsAdmin: true })],
  ['permissions', () => ({ Permissions: [{ Tag: 'can_do_everything' }] })],
  ['permissions', () => ({ Permissions: [], Roles: ['Admin'] })],
  ['permissions', () => ({ EmployeeId: 2_147_483_646, Permissions: [] })],
  ['permissions', () => ({ Permissions: [], Version: 999 })],
  ['register', (front, back) => ({ Locations: [front, back], Permissions: [{ Tag: 'can_viewsales' }], Roles: [] })],
  ['register', () => ({ Locations: [2_147_483_647], Permissions: [] })],
  ['register', () => ({ Locations: [], Permissions: [], PasswordURL: 'https://evil.example/' })],
  ['register', () => ({ Permissions: [] })],
  ['requestpassword', () => ({})],
  ['requestpassword', () => ({ PasswordUrl: 'https://evil.example/' })],
  ['unlock', () => ({})],
  ['unlock', () => ({ Locked: false })],
  ['revoke', () => ({ Version: 999 })],
  ['revoke', () => ({})],
  ['revoke', () => ({})],
  ['requestpassword', () => ({})],
  ['register', (front) => ({ Locations: [front], Permissions: [] })],
]

it.each(['an Owner', 'Admin'])('each call about somebody and its twin with the venue in its path do the same, for %s', async (who) => {
  const asking = who === 'Admin' ? await adminAt(app, room.venueId) : owner
  const suffix = who === 'Admin' ? 'x' : 'y'
  const pair = [await room.hire(`left.${suffix}`, [], room.locationIds), await room.hire(`rite.${suffix}`, [], room.locationIds)] as const
  const [plain, twin] = pair
  const [front = 0, back = 0] = room.locationIds
  const refused: string[] = []
  for (const [act, bodyOf] of STEPS) {
    const body = bodyOf(front, back)
    const one = await asking.call('POST', `/employees/${plain.employeeId}/${act}`, { body })
    const other = await asking.call('POST', `/venue/${room.venueId}/employees/${twin.employeeId}/${act}`, { body })
    const step = `${act} ${JSON.stringify(body)}`
    expect([step, other.status, alike(other.body, pair)]).toEqual([step, one.status, alike(one.body, pair)])
    expect([step, await heldBy(twin)]).toEqual([step, await heldBy(plain)])
    if (one.status >= 400) refused.push(`${act} ${one.status}`)
    const access = await asking.call('GET', `/venue/${room.venueId}/employees/${twin.employeeId}/permissions`)
    expect(alike(access.body, pair)).toEqual(alike((await asking.call('GET', `/employees/${plain.employeeId}/permissions`)).body, pair))
  }
  expect(refused.length, refused.join(', ')).toBe(12)
  expect(alike(await toldOf(twin), pair)).toEqual(alike(await toldOf(plain), pair))
  const listed = await asking.call('GET', `/venue/${room.venueId}/employees?Search=${suffix}`)
  expect(listed.body).toEqual((await asking.call('GET', `/employees?Search=${suffix}`)).body)
})

it('a person entered by either call is the same person', async () => {
  const enter = async (path: string, UserName: string) => {
    const made = await owner.call<{ EmployeeId: number }>('POST', path, {
      body: { FirstName: 'Twin', Surname: 'Born', UserName, Email: `${UserName}@people.example` },
    })
    const { body } = await owner.call<{ Employees: object[] }>('GET', `/venue/${room.venueId}/employees/${made.body.EmployeeId}`)
    return JSON.stringify(body.Employees[0])
      .replaceAll(UserName, 'name')
      .replace(/"EmployeeId":\d+/, '')
  }
  expect(await enter(`/venue/${room.venueId}/register`, 'twin.two')).toBe(await enter('/register', 'twin.one'))
  for (const body of [
    { FirstName: '\u200b' },
    { FirstName: 'A', Email: 'a@b.example,c@d.example' },
    { FirstName: 'A', UserName: 'olive' },
    { FirstName: 'A', Active: true },
  ]) {
    const [one, other] = [await owner.call('POST', '/register', { body }), await owner.call('POST', `/venue/${room.venueId}/register`, { body })]
    expect([other.status, other.body.ResponseStatus]).toEqual([one.status, one.body.ResponseStatus])
    expect(one.status).toBe(400)
  }
})
