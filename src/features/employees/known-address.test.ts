import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MailServer } from '#tests/mail-server.ts'
import { employ, makePerson } from '#tests/people.ts'
import { adminAt, outcome, type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import type { Answered, Visitor } from '#tests/visitor.ts'

let app: StartedApp
let room: StaffRoom
let elsewhere: StaffRoom
let owner: Awaited<ReturnType<StaffRoom['at']>>
const mail = new MailServer()

beforeAll(async () => {
  app = await startApp({ sample: false, environment: { SMTP_URL: await mail.start() } })
  room = await staffRoom(app, 'The Curious House')
  elsewhere = await staffRoom(app, 'The Other House')
  owner = await room.at('olive', [], 'all', ['Owner'])
})
afterAll(async () => {
  await app.close()
  await mail.stop()
})
beforeEach(async () => {
  await app.database.house`delete from limit_counter`
})

/** What differs between any two people to whom the same is done: their numbers, their names as typed, and moments. */
const alike = (value: unknown, name: string, employeeId: number): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null)
      .replaceAll(name, 'name')
      .replaceAll(new RegExp(`"EmployeeId":${employeeId}\\b`, 'g'), '"EmployeeId":0')
      .replaceAll(/in \d+ min/g, 'in minutes')
      .replaceAll(/"RequestId":"[^"]*"/g, '"RequestId":""')
      .replaceAll(/\d{4}-\d\d-\d\dT[^"]*/g, 'then'),
  )

/** Everything a venue can ask or do about somebody it invited, in one order. */
const conversation = async (asking: Visitor, name: string, email: string, other: number) => {
  const said: [string, Answered][] = []
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await asking.call(method, path, body ? { body } : {})
    said.push([`${method} ${path.replace(/employees\/\d+/, 'employees/0').replace(name, 'name')}`, answer])
    return answer
  }
  const made = await ask('POST', `/venue/${room.venueId}/register`, { FirstName: name, Surname: 'Asked', UserName: name, Email: email })
  const id = Number(made.body.EmployeeId)
  const at = `/venue/${room.venueId}/employees/${id}`
  const access = { Locations: room.locationIds, Permissions: [{ Tag: 'can_viewsales' }], Roles: ['Staff'] }
  await ask('POST', `${at}/register`, access)
  const look = async () => {
    await ask('GET', at)
    await ask('GET', `${at}/permissions`)
    await ask('GET', `/venues/${room.venueId}/employees/${id}/venues`)
    await ask('GET', `/venue/${room.venueId}/employees?Search=${encodeURIComponent(name)}`)
    for (const narrowed of ['Status=Invited', 'Status=Active', 'Status=Locked', 'For=register', 'For=revoke', 'For=requestpassword'])
      await ask('GET', `/venue/${room.venueId}/employees?Search=${encodeURIComponent(name)}&${narrowed}`)
  }
  await look()
  await ask('POST', `${at}/unlock`, {})
  await ask('POST', `/employees/${id}/resetsecondfactor`)
  await ask('POST', `${at}/impersonate`, { Reason: 'to see who this is' })
  await ask('POST', `/venues/${room.venueId}/employees/${id}/assign`, { Venues: [room.venueId, other] })
  await ask('POST', `${at}/permissions`, { Permissions: [], Roles: ['Staff'] })
  for (let n = 0; n < 3; n += 1) await ask('POST', `${at}/requestpassword`, {})
  await look()
  await ask('POST', `${at}/register`, access)
  // An hour later.
  await app.database.house`delete from limit_counter`
  await ask('POST', `${at}/register`, access)
  // A second person under the same address, and one under the same user name, are refused or not as anybody else's would be.
  await ask('POST', `/venue/${room.venueId}/register`, { FirstName: 'Second', Email: email })
  await ask('POST', `/venue/${room.venueId}/register`, { FirstName: 'Second', UserName: name })
  await ask('POST', `${at}/revoke`, {})
  await look()
  await ask('POST', `${at}/register`, access)
  await look()
  await ask('POST', `${at}/revoke`, {})
  const trail = await app.database.inVenue(
    room.venueId,
    (sql) => sql`select action, detail, actor_user_id, ip from audit_event where venue_id = ${room.venueId} and subject = ${String(id)} order by event_id`,
  )
  return { id, said: said.map(([call, { status, body }]) => [call, status, body]), trail }
}

/** People the venue does not know, each with a login of their own. */
const KNOWN: [what: string, make: (name: string, email: string) => Promise<unknown>][] = [
  ['works at another venue', async (name, email) => employ(app.database, await makePerson(app.database, name, { email }), elsewhere.venueId)],
  [
    'is locked there',
    async (name, email) => {
      const person = await makePerson(app.database, name, { email })
      await employ(app.database, person, elsewhere.venueId, ['can_viewsales'])
      await app.database.house`update app_user set locked_until = now() + interval '5 minutes' where user_id = ${person.userId}`
    },
  ],
  [
    'was invited there and has chosen no password yet',
    async (name, email) => {
      const person = await makePerson(app.database, name, { email })
      await app.database.house`update app_user set password_hash = null where user_id = ${person.userId}`
      await employ(app.database, person, elsewhere.venueId)
    },
  ],
  ['left it', (name, email) => makePerson(app.database, name, { email })],
  ['is Admin', (name, email) => makePerson(app.database, name, { email, isAdmin: true })],
  [
    'was sent all the links of this hour there',
    async (name, email) => {
      const person = await makePerson(app.database, name, { email })
      const employeeId = await employ(app.database, person, elsewhere.venueId)
      const there = await elsewhere.at(`sender-of-${name}`, ['can_viewemp'])
      for (let n = 0; n < 3; n += 1) expect((await there.call('POST', `/employees/${employeeId}/requestpassword`, { body: {} })).status).toBe(204)
    },
  ],
]

describe.each([
  ['an Owner', async () => owner as Visitor],
  ['Admin', () => adminAt(app, room.venueId)],
])('a venue asked by %s learns nothing of a login', (_who, come) => {
  it.each(KNOWN)('of somebody who %s: each answer, field by field, is as for an address nobody has', async (_what, make) => {
    const asking = await come()
    const unlike = String(process.hrtime.bigint())
    const [known, unknown] = [`kim${unlike}`, `uma${unlike}`]
    await make(known, `${known}@people.example`)
    const one = await conversation(asking, known, `${known}@people.example`, elsewhere.venueId)
    const other = await conversation(asking, unknown, `${unknown}@people.example`, elsewhere.venueId)
    expect(one.said.length).toBe(other.said.length)
    for (const [at, said] of one.said.entries()) expect(alike(said, known, one.id)).toEqual(alike(other.said[at], unknown, other.id))
    expect(alike(one.trail, known, one.id)).toEqual(alike(other.trail, unknown, other.id))
    expect(one.trail.length).toBeGreaterThan(8)
  })
})

it('what is answered of somebody invited is what the venue typed, and no more', async () => {
  const known = await elsewhere.hire('kaz')
  const made = await owner.call<{ EmployeeId: number }>('POST', '/register', { body: { FirstName: 'Kazuo', UserName: 'kazuo', Email: known.email } })
  const { EmployeeId } = made.body
  const given = await owner.call('POST', `/employees/${EmployeeId}/register`, { body: { Locations: room.locationIds, Permissions: [] } })
  expect(given.body).toEqual({ EmployeeId, Version: 2, Status: 'Invited' })
  const { body } = await owner.call<{ Employees: object[] }>('GET', `/venue/${room.venueId}/employees/${EmployeeId}`)
  expect(body.Employees[0]).toEqual({
    EmployeeId,
    FirstName: 'Kazuo',
    Surname: '',
    Nickname: '',
    UserName: 'kazuo',
    DisplayName: 'Kazuo',
    Email: known.email,
    Active: true,
    Registered: true,
    Locked: false,
    Status: 'Invited',
    Permissions: [],
    Roles: [],
    Locations: room.locationIds.map((LocationId, at) => ({ LocationId, Name: ['Front Bar', 'Back Bar'][at] })),
    AllLocations: false,
    Self: false,
    Version: 2,
    OpenSessions: 0,
    LinkSentAt: expect.any(String),
    WorksElsewhere: false,
  })
  expect(outcome(await owner.call('POST', `/venue/${room.venueId}/employees/${EmployeeId}/impersonate`, { body: {} }))).toEqual([409, 'NoAccess'])
})

it('whoever has left a venue is shown to it as they were, and nothing of what they do since', async () => {
  const former = await room.hire('former')
  await employ(app.database, former, elsewhere.venueId)
  expect((await owner.call('POST', `/employees/${former.employeeId}/revoke`, { body: {} })).status).toBe(200)
  await app.database.house`update app_user set locked_until = now() + interval '5 minutes', user_name = 'another.name', user_name_key = 'another.name'
    where user_id = ${former.userId}`
  const { body } = await owner.call<{ Employees: object[] }>('GET', `/venue/${room.venueId}/employees/${former.employeeId}`)
  expect(body.Employees[0]).toMatchObject({ UserName: 'former', Locked: false, Status: 'Revoked' })
  expect(body.Employees[0]).not.toHaveProperty('LinkSentAt')
  expect(outcome(await owner.call('POST', `/employees/${former.employeeId}/unlock`, { body: {} }))).toEqual([409, 'NoAccess'])
  // Invited again, they are invited as who they were; the answer does not tell whether they belong elsewhere.
  const again = await owner.call('POST', `/employees/${former.employeeId}/register`, { body: { Locations: [], Permissions: [] } })
  expect(again.body).toMatchObject({ Status: 'Invited' })
  const invited = await owner.call<{ Employees: object[] }>('GET', `/venue/${room.venueId}/employees/${former.employeeId}`)
  expect(invited.body.Employees[0]).toMatchObject({ UserName: 'former', Locked: false, Status: 'Invited' })
  expect(invited.body.Employees[0]).not.toHaveProperty('UserId')
})
