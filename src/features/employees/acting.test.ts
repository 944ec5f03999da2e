import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MailServer } from '#tests/mail-server.ts'
import { employ } from '#tests/people.ts'
import { adminAt, outcome, type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import type { Visitor } from '#tests/visitor.ts'

let app: StartedApp
let room: StaffRoom
const mail = new MailServer()

beforeAll(async () => {
  app = await startApp({ sample: false, environment: { SMTP_URL: await mail.start() } })
  room = await staffRoom(app, 'The Copper Lantern')
})
afterAll(async () => {
  await app.close()
  await mail.stop()
})
beforeEach(async () => {
  await app.database.house`delete from limit_counter`
})

const REASON = 'A guest says the till shows too little'
let hired = 0
const name = (word: string) => `${word}${++hired}`
const boss = (tags: Parameters<StaffRoom['at']>[1] = ['can_impersonate', 'can_viewsales', 'can_viewemp'], locations: 'all' | readonly number[] = 'all') =>
  room.at(name('boss'), tags, locations)
const start = (who: Visitor, employeeId: number, body: object = { Reason: REASON }) =>
  who.call<{ Token: string; Until: string; UserId: number }>('POST', `/venue/${room.venueId}/employees/${employeeId}/impersonate`, { body })

/** The Token takes the place of the one before, as the app does it. */
const actAs = async (who: Visitor, employeeId: number) => {
  const answer = await start(who, employeeId)
  expect(answer.status).toBe(200)
  const own = who.authorization
  who.authorization = `Bearer ${answer.body.Token}`
  return { own, ...answer.body }
}
const stop = async (who: Visitor) => {
  const answer = await who.call<{ Token: string }>('POST', '/impersonation/stop', { body: {} })
  if (answer.status === 200) who.authorization = `Bearer ${answer.body.Token}`
  return answer
}

describe('acting as somebody else', () => {
  it('gives what both hold, tells the browser and the person, leaves a trail, and leads back', async () => {
    const [front = 0, back = 0] = room.locationIds
    const target = await room.hire(name('target'), ['can_viewsales', 'can_viewloyalty'], [front, back])
    const who = await boss(['can_impersonate', 'can_viewsales', 'can_viewemp'], [front])
    const { UserId } = await actAs(who, target.employeeId)
    const me = (await who.call<{ Permissions: { Tag: string }[]; Config: { Locations: { LocationId: number }[] } }>('GET', `/users/${UserId}`)).body
    expect(me).toMatchObject({ UserName: target.userName, Impersonator: { UserName: who.colleague.userName } })
    expect(me.Permissions).toEqual([{ Tag: 'can_viewsales' }])
    expect(me.Config.Locations.map(({ LocationId }) => LocationId)).toEqual([front])
    expect((await who.call('GET', '/auth/session')).body).toMatchObject({ UserId, Impersonator: { UserName: who.colleague.userName } })
    expect((await mail.next(target.email)).subject).toBe('Someone is acting as you at Daybook')
    const [started] = (await room.audit('impersonation.started')).slice(-1)
    expect(started).toMatchObject({ actor_user_id: who.userId, detail: { UserId: target.userId, Reason: REASON } })

    const back2 = await stop(who)
    expect(back2.body).toMatchObject({ UserId: who.userId, UserName: who.colleague.userName, VenueId: room.venueId, EmployeeId: who.colleague.employeeId })
    expect((await who.call('GET', '/employees')).status).toBe(200)
    expect((await who.call('POST', '/employees/2147483647/revoke', { body: {} })).status, 'a write, under the anti-forgery token of one’s own').toBe(403)
    const [stopped] = (await room.audit('impersonation.stopped')).slice(-1)
    expect(stopped).toMatchObject({ actor_user_id: who.userId, on_behalf_of_user_id: target.userId })
  })

  it('allows at each location only what both of them may there', async () => {
    const [front = 0, back = 0] = room.locationIds
    const may = async (who: Visitor, path: string) => (await who.call('GET', path)).status
    const sales = (location: number) => `/sales/day?FromDate=2026-11-01&ToDate=2026-11-01&Locations=${location}`
    const plu = (location: number) => `/reports/plu-sales?FromDate=2026-11-01&ToDate=2026-11-01&Locations=${location}`
    // One may see sales at the Front Bar; the other sales and items at both: together, sales at the Front Bar.
    const both = await room.hire(name('target'), ['can_viewsales', 'can_viewplu'], [front, back])
    const one = await boss(['can_impersonate', 'can_viewsales'], [front])
    await actAs(one, both.employeeId)
    expect(await Promise.all([sales(front), sales(back), plu(front), plu(back)].map((path) => may(one, path)))).toEqual([200, 404, 403, 403])
    // The other way round it comes to the same.
    const little = await room.hire(name('target'), ['can_viewsales'], [front])
    const much = await boss(['can_impersonate', 'can_viewsales', 'can_viewplu'], 'all')
    await actAs(much, little.employeeId)
    expect(await Promise.all([sales(front), sales(back), plu(front), plu(back)].map((path) => may(much, path)))).toEqual([200, 404, 403, 403])
    // Where they share no permission and no location that the other has, nothing is left of either.
    const there = await room.hire(name('target'), ['can_viewplu'], [front, back])
    const here = await boss(['can_impersonate', 'can_viewsales'], [front])
    await actAs(here, there.employeeId)
    expect(await Promise.all([sales(front), sales(back), plu(front), plu(back)].map((path) => may(here, path)))).toEqual([403, 403, 403, 403])
  })

  it('shows nobody whom only the other sees, and no venue but the one it was begun in', async () => {
    const [front = 0, back = 0] = room.locationIds
    const elsewhere = await staffRoom(app, name('Elsewhere '))
    const target = await room.hire(name('target'), ['can_viewemp', 'can_register'])
    await employ(app.database, target, elsewhere.venueId, ['can_viewemp', 'can_register'])
    const away = await room.hire(name('away'), [], [back])
    const here = await room.hire(name('here'), [], [front])
    const who = await boss(['can_impersonate', 'can_viewemp', 'can_register'], [front])
    await actAs(who, target.employeeId)
    const { body } = await who.call<{ Employees: { EmployeeId: number }[] }>('GET', '/employees')
    const seen = body.Employees.map(({ EmployeeId }) => EmployeeId)
    expect(seen).toContain(here.employeeId)
    expect(seen).not.toContain(away.employeeId)
    const venues = await who.call<{ Assignable: { VenueId: number }[] }>('GET', `/venues/${room.venueId}/employees/${here.employeeId}/venues`)
    expect(venues.body.Assignable.map(({ VenueId }) => VenueId)).toEqual([room.venueId])
    // Nor for Admin, who needs no place of their own there.
    const admin = await adminAt(app, room.venueId)
    await actAs(admin, target.employeeId)
    const acted = await admin.call<typeof venues.body>('GET', `/venues/${room.venueId}/employees/${here.employeeId}/venues`)
    expect(acted.body.Assignable.map(({ VenueId }) => VenueId)).toEqual([room.venueId])
  })

  it('is refused for oneself, for Admin, for people without access, of other venues, and within itself', async () => {
    const who = await boss()
    expect(outcome(await start(who, who.colleague.employeeId))).toEqual([403, 'CannotActAs'])
    const gone = await room.hire(name('gone'))
    await app.database.inVenue(
      room.venueId,
      (sql) => sql`update employee set active = false where venue_id = ${room.venueId} and employee_id = ${gone.employeeId}`,
    )
    expect(outcome(await start(who, gone.employeeId))).toEqual([409, 'NoAccess'])
    const admin = await room.hire(name('ada'))
    await app.database.house`update app_user set is_admin = true where user_id = ${admin.userId}`
    expect(outcome(await start(who, admin.employeeId))).toEqual([403, 'CannotActAs'])
    const other = await staffRoom(app, 'Elsewhere')
    const stranger = await other.hire(name('stranger'))
    expect(outcome(await start(who, stranger.employeeId))).toEqual([404, 'NotFound'])
    expect(outcome(await start(who, 1, { Reason: 'too short' }))).toEqual([400, 'ValidationFailed'])
    expect(outcome(await stop(who))).toEqual([409, 'NotActing'])
    const [first, second] = [await room.hire(name('first'), ['can_impersonate', 'can_register', 'can_viewemp']), await room.hire(name('second'))]
    await actAs(who, first.employeeId)
    expect(outcome(await start(who, second.employeeId))).toEqual([403, 'NotWhileImpersonating'])
  })

  it('bars passwords, access and choosing venues, also for Admin', async () => {
    const target = await room.hire(name('target'), ['can_register', 'can_revoke', 'can_viewemp'])
    const somebody = await room.hire(name('somebody'))
    const admin = await adminAt(app, room.venueId)
    const { UserId } = await actAs(admin, target.employeeId)
    const path = `/employees/${somebody.employeeId}`
    const calls: [string, object][] = [
      [`${path}/permissions`, { Permissions: [] }],
      [`${path}/register`, { Permissions: [], Locations: [] }],
      [`${path}/revoke`, {}],
      [`${path}/requestpassword`, {}],
      [`${path}/unlock`, {}],
      ['/register', { FirstName: 'X' }],
      [`/venues/${room.venueId}${path}/assign`, { Venues: [] }],
      [`/employees/${target.employeeId}/changepassword`, { Password: 'seven brass bells at closing' }],
      [`/users/${UserId}/venues/${room.venueId}/select`, { EmployeeId: target.employeeId }],
    ]
    for (const [call, body] of calls) expect(outcome(await admin.call('POST', call, { body })), call).toEqual([403, 'NotWhileImpersonating'])
    expect((await admin.call('GET', '/employees')).status).toBe(200)
    expect((await stop(admin)).body).toMatchObject({ EmployeeId: 0 })
  })

  it('ends after half an hour, and the way back stays open', async () => {
    const target = await room.hire(name('target'))
    const who = await boss()
    const { Until, own } = await actAs(who, target.employeeId)
    const minutes = (new Date(Until).getTime() - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(29)
    expect(minutes).toBeLessThanOrEqual(30.1)
    // Thirty-one minutes later, for both sessions.
    await app.database.house`
      update session set idle_until = idle_until - interval '31 minutes', absolute_until = absolute_until - interval '31 minutes'
      where user_id in (${target.userId}, ${who.userId})`
    expect(outcome(await who.call('GET', '/auth/session'))).toEqual([401, 'SessionEnded'])
    expect((await stop(who)).status).toBe(200)
    expect((await who.call('GET', '/employees')).status).toBe(200)
    const before = new (Object.getPrototypeOf(who).constructor)(app.url) as Visitor
    for (const [key, value] of who.cookies) before.cookies.set(key, value)
    before.authorization = own
    expect((await before.call('GET', '/auth/session')).status, 'the Token before is worth nothing').toBe(401)
  })

  it('cannot be stopped from another browser or another page', async () => {
    const target = await room.hire(name('target'))
    const who = await boss()
    await actAs(who, target.employeeId)
    const thief = new (Object.getPrototypeOf(who).constructor)(app.url) as Visitor
    thief.authorization = who.authorization
    expect(outcome(await stop(thief))).toEqual([401, 'NotSignedIn'])
    expect(outcome(await who.call('POST', '/impersonation/stop', { body: {}, headers: { 'sec-fetch-site': 'cross-site' } }))).toEqual([403, 'AntiForgery'])
    expect(outcome(await who.call('POST', '/impersonation/stop', { body: {}, headers: { 'x-xsrf-token': 'made.up' } }))).toEqual([403, 'AntiForgery'])
    expect((await stop(who)).status).toBe(200)
  })

  it('ends with the session it was begun in, with either one’s access, and with signing out', async () => {
    const target = await room.hire(name('target'), ['can_viewsales'])
    const owner = await room.at(name('owner'), [], 'all', ['Owner'])
    const first = await boss()
    await actAs(first, target.employeeId)
    await owner.call('POST', `/employees/${first.colleague.employeeId}/revoke`, { body: {} })
    expect(outcome(await first.call('GET', '/auth/session'))).toEqual([401, 'SessionEnded'])
    expect(outcome(await stop(first))).toEqual([401, 'SessionEnded'])

    const second = await boss()
    await actAs(second, target.employeeId)
    await owner.call('POST', `/employees/${second.colleague.employeeId}/permissions`, { body: { Permissions: [{ Tag: 'can_viewsales' }] } })
    expect((await second.call('GET', '/sales/day?FromDate=2026-11-01&ToDate=2026-11-01')).status, 'not allowed to act any more').toBe(401)

    const third = await boss()
    const { own } = await actAs(third, target.employeeId)
    const cookies = new Map(third.cookies)
    expect((await third.call('POST', '/auth/logout')).status).toBe(204)
    for (const [key, value] of cookies) third.cookies.set(key, value)
    expect(outcome(await third.call('GET', '/auth/session'))).toEqual([401, 'SessionEnded'])
    third.authorization = own
    expect(outcome(await third.call('GET', '/auth/session'))).toEqual([401, 'SessionEnded'])

    const fourth = await boss()
    await actAs(fourth, target.employeeId)
    await owner.call('POST', `/employees/${target.employeeId}/revoke`, { body: {} })
    expect(outcome(await fourth.call('GET', '/auth/session'))).toEqual([401, 'SessionEnded'])
    expect((await stop(fourth)).status, 'one’s own session goes on').toBe(200)
  })
})
