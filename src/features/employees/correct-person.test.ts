import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { linkIn, MailServer } from '#tests/mail-server.ts'
import { employ, PASSWORD } from '#tests/people.ts'
import { adminAt, outcome, type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { signedIn, Visitor } from '#tests/visitor.ts'

let app: StartedApp
let room: StaffRoom
type Hired = Awaited<ReturnType<StaffRoom['at']>>
let owner: Hired
let front: Hired
const mail = new MailServer()

beforeAll(async () => {
  app = await startApp({ sample: false, environment: { SMTP_URL: await mail.start() } })
  room = await staffRoom(app, 'The Copper Lantern')
  owner = await room.at('olive', [], 'all', ['Owner'])
  front = await room.at('fay', ['can_viewemp', 'can_register'], room.locationIds.slice(0, 1))
})
afterAll(async () => {
  await app.close()
  await mail.stop()
})
beforeEach(async () => {
  await app.database.house`delete from limit_counter`
})

let made = 0
const hire = (tags: Parameters<StaffRoom['hire']>[1] = [], locations: 'all' | readonly number[] = room.locationIds.slice(0, 1)) =>
  room.hire(`person${++made}`, tags, locations)
const correct = (who: Visitor, employeeId: number, body: object) =>
  who.call<{ Address: string | null }>('POST', `/venue/${room.venueId}/employees/${employeeId}/details`, { body })
const shown = async (employeeId: number) =>
  (await owner.call<{ Employees: Record<string, unknown>[] }>('GET', `/venue/${room.venueId}/employees/${employeeId}`)).body.Employees[0]
const login = async (userId: number) =>
  (await app.database.house<{ display_name: string; email: string }[]>`select display_name, email from app_user where user_id = ${userId}`)[0]
const confirm = async (address: string) => {
  const { token } = linkIn(await mail.next(address))
  return new Visitor(app.url).call('POST', `/addresses/${token}/confirm`)
}

it('names are corrected for the venue and the login, and the trail says what they were', async () => {
  const { employeeId, userId, userName } = await hire()
  const answer = await correct(front, employeeId, { FirstName: 'Noor', Surname: 'Haddad', Nickname: 'Nou', DisplayName: 'Noor H.' })
  expect(answer).toMatchObject({ status: 200, body: { Address: null } })
  expect(await shown(employeeId)).toMatchObject({ FirstName: 'Noor', Surname: 'Haddad', Nickname: 'Nou', DisplayName: 'Noor H.', UserName: userName })
  expect(await login(userId)).toMatchObject({ display_name: 'Noor H.' })
  const [row] = (await room.audit('employee.details-changed')).slice(-1)
  expect(row).toMatchObject({
    subject: String(employeeId),
    actor_user_id: front.userId,
    detail: { FirstName: [userName, 'Noor'], Surname: ['Tester', 'Haddad'], Nickname: ['', 'Nou'], ShownAs: [userName, 'Noor H.'] },
  })
  expect(outcome(await correct(front, employeeId, { FirstName: '\u200b' }))).toEqual([400, 'ValidationFailed'])
})

it('somebody who works elsewhere too, or is not seen, is out of reach; so is whoever one may not give access', async () => {
  const both = await hire([], room.locationIds)
  const back = await hire([], room.locationIds.slice(1))
  const viewer = await room.at('vera', ['can_viewemp'])
  expect(outcome(await correct(front, both.employeeId, { FirstName: 'Eve' }))).toEqual([403, 'BeyondOwnAccess'])
  expect(outcome(await correct(front, back.employeeId, { FirstName: 'Eve' }))).toEqual([404, 'NotFound'])
  expect(outcome(await correct(viewer, both.employeeId, { FirstName: 'Eve' }))).toEqual([403, 'NotPermitted'])
  expect(outcome(await correct(front, front.colleague.employeeId, { Email: 'fay.new@people.example' }))).toEqual([403, 'OwnAccess'])
  expect((await correct(front, front.colleague.employeeId, { Nickname: 'Fay' })).status).toBe(200)
})

it('nobody corrects the address of somebody who holds more than they do, since the address opens their access', async () => {
  const boss = await hire(['can_viewaudit'])
  expect(outcome(await correct(front, boss.employeeId, { Email: 'mine@people.example' }))).toEqual([403, 'EmailBeyondAccess'])
  const invited = (await owner.call<{ EmployeeId: number }>('POST', '/register', { body: { FirstName: 'Ivy', Email: 'ivy@people.example' } })).body.EmployeeId
  await owner.call('POST', `/employees/${invited}/register`, { body: { Locations: room.locationIds.slice(0, 1), Permissions: [{ Tag: 'can_viewaudit' }] } })
  expect(outcome(await correct(front, invited, { Email: 'mine@people.example' }))).toEqual([403, 'EmailBeyondAccess'])
  expect(await shown(invited)).toMatchObject({ Email: 'ivy@people.example' })
})

it('a login takes the new address once it is confirmed from there; the old one is told, and its password links are worth nothing', async () => {
  const person = await hire(['can_viewemp'])
  const moved = `moved${made}@people.example`
  await owner.call('POST', `/employees/${person.employeeId}/requestpassword`, { body: {} })
  const { token: reset } = linkIn(await mail.next(person.email))
  expect((await correct(front, person.employeeId, { Email: moved })).body).toMatchObject({ Address: 'Confirm' })
  expect(await shown(person.employeeId)).toMatchObject({ Email: moved })
  expect(await login(person.userId)).toMatchObject({ email: person.email })
  const notice = await mail.next(person.email)
  expect(notice.text).toContain(moved)
  expect(notice.text).toContain('The Copper Lantern')
  expect((await confirm(moved)).status).toBe(204)
  expect(await login(person.userId)).toMatchObject({ email: moved })
  expect(outcome(await new Visitor(app.url).call('GET', `/employees/${reset}/name`))).toEqual([404, 'LinkNotValid'])
})

it('a new password stops a change of address that waits', async () => {
  const person = await hire()
  await correct(owner, person.employeeId, { Email: `wrong${made}@people.example` })
  const { token } = linkIn(await mail.next(`wrong${made}@people.example`))
  await mail.next(person.email)
  const self = await signedIn(app.url, person.userName, PASSWORD)
  const changed = await self.call('POST', `/employees/${person.employeeId}/changepassword`, {
    body: { CurrentPassword: PASSWORD, Password: 'seven brass bells at closing' },
  })
  expect(changed.status).toBe(204)
  expect(outcome(await new Visitor(app.url).call('POST', `/addresses/${token}/confirm`))).toEqual([404, 'LinkNotValid'])
})

it('an address of somebody elsewhere is neither refused nor taken; one of this venue is refused', async () => {
  const other = await staffRoom(app, 'The Other House')
  const stranger = await other.hire(`stranger${++made}`)
  const person = await hire()
  expect((await correct(owner, person.employeeId, { Email: stranger.email })).body).toMatchObject({ Address: 'Confirm' })
  expect((await mail.next(stranger.email)).text).not.toContain('/membership/address#')
  expect(await login(person.userId)).toMatchObject({ email: person.email })
  const third = await hire()
  expect(outcome(await correct(owner, third.employeeId, { Email: person.email }))).toEqual([400, 'ValidationFailed'])
})

it('who belongs to other venues keeps their login’s name and address, whatever one venue shows', async () => {
  const other = await staffRoom(app, 'The Second House')
  const person = await hire()
  await employ(app.database, person, other.venueId)
  const before = await login(person.userId)
  const answer = await correct(owner, person.employeeId, { Email: `shown${made}@people.example`, DisplayName: 'Shown here' })
  expect(answer.body).toMatchObject({ Address: 'Shown' })
  expect(await shown(person.employeeId)).toMatchObject({ Email: `shown${made}@people.example`, DisplayName: 'Shown here' })
  expect(await login(person.userId)).toEqual(before)
})

it('what a venue asked for is worth nothing once the person belongs to another venue', async () => {
  const other = await staffRoom(app, 'The Third House')
  const person = await hire()
  const moved = `late${made}@people.example`
  await correct(owner, person.employeeId, { Email: moved })
  const { token } = linkIn(await mail.next(moved))
  await employ(app.database, person, other.venueId)
  expect(outcome(await new Visitor(app.url).call('POST', `/addresses/${token}/confirm`))).toEqual([404, 'LinkNotValid'])
  expect(await login(person.userId)).toMatchObject({ email: person.email })
})

it('an invitation goes to the new address, and the link in the old mail is worth nothing', async () => {
  const [wrong, right] = [`wrnog${++made}@people.example`, `right${made}@people.example`]
  const id = (await owner.call<{ EmployeeId: number }>('POST', '/register', { body: { FirstName: 'Ian', Email: wrong } })).body.EmployeeId
  await owner.call('POST', `/employees/${id}/register`, { body: { Locations: room.locationIds, Permissions: [] } })
  const { token: old } = linkIn(await mail.next(wrong))
  expect((await correct(owner, id, { Email: right })).body).toMatchObject({ Address: 'Invited' })
  const { token } = linkIn(await mail.next(right))
  const anyone = new Visitor(app.url)
  expect(outcome(await anyone.call('GET', `/employees/${old}/name`))).toEqual([404, 'LinkNotValid'])
  expect((await anyone.call('GET', `/employees/${token}/name`)).status).toBe(200)
})

it('Admin corrects anybody, and nobody corrects an Admin', async () => {
  const admin = await adminAt(app, room.venueId)
  const person = await hire(['can_viewaudit'], 'all')
  expect((await correct(admin, person.employeeId, { FirstName: 'Ada' })).status).toBe(200)
  await app.database.house`update app_user set is_admin = true where user_id = ${person.userId}`
  expect(outcome(await correct(owner, person.employeeId, { FirstName: 'Eve' }))).toEqual([403, 'NotPermitted'])
})
