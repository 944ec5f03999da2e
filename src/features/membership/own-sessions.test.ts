import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { makePerson, PASSWORD } from '#tests/people.ts'
import { outcome, type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { Visitor } from '#tests/visitor.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
let app: StartedApp
let room: StaffRoom

beforeAll(async () => {
  app = await startApp({ sample: false })
  room = await staffRoom(app, 'The Anchor')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.house`delete from limit_counter`
})

interface Listed {
  Sessions: { SessionId: string; Device: { Browser: string | null; System: string | null }; VenueName: string | null; Current: boolean }[]
}
const enter = async (userName: string, agent: string) => {
  const who = new Visitor(app.url)
  const { body } = await who.call<{ UserId: number; Auth: string; SessionId: string; SignedOut: { Device: object; LastUsedAt: string }[] }>(
    'POST',
    '/auth/credentials',
    {
      body: { UserName: userName, Password: PASSWORD },
      headers: { 'user-agent': agent },
    },
  )
  who.userId = body.UserId
  who.authorization = `Basic ${body.Auth}`
  return Object.assign(who, { signedOut: body.SignedOut, sessionId: body.SessionId })
}
const list = async (who: Visitor) => (await who.call<Listed>('GET', `/users/${who.userId}/sessions`)).body.Sessions

it('a person sees where they are signed in, this device first, and nothing that opens a session', async () => {
  const person = await room.hire('ann')
  const phone = await enter('ann', IPHONE)
  const desk = await enter('ann', CHROME)
  await desk.open(room.venueId, person.employeeId)
  const sessions = await list(desk)
  expect(sessions).toMatchObject([
    { SessionId: desk.sessionId, Device: { Browser: 'Chrome', System: 'Windows' }, VenueName: 'The Anchor', Current: true },
    { SessionId: phone.sessionId, Device: { Browser: 'Safari', System: 'iPhone' }, VenueName: null, Current: false },
  ])
  const text = JSON.stringify(sessions)
  expect(text).not.toContain(desk.authorization?.split(' ')[1])
  expect(Object.keys(sessions[0] ?? {}).sort()).toEqual(['Address', 'Current', 'Device', 'LastUsedAt', 'SessionId', 'SignedInAt', 'VenueName'])
})

it('one of them is ended at once from elsewhere, and the trail says which', async () => {
  await room.hire('bea')
  const phone = await enter('bea', IPHONE)
  const desk = await enter('bea', CHROME)
  expect((await desk.call('DELETE', `/users/${desk.userId}/sessions/${phone.sessionId}`)).status).toBe(204)
  expect(outcome(await phone.call('GET', `/users/${phone.userId}`))).toEqual([401, 'SessionEnded'])
  expect((await list(desk)).map(({ Current }) => Current)).toEqual([true])
  expect(outcome(await desk.call('DELETE', `/users/${desk.userId}/sessions/${phone.sessionId}`))).toEqual([404, 'NotFound'])
  const rows = await app.database.inVenue(
    0,
    (sql) => sql<{ detail: object; actor_user_id: number }[]>`select detail, actor_user_id from audit_event where venue_id = 0 and action = 'session.ended'`,
  )
  expect(rows.at(-1)).toEqual({ detail: { Device: ['Safari', 'iPhone'] }, actor_user_id: desk.userId })
})

it('nobody sees or ends the sessions of anybody else, and nobody their own while acting as somebody', async () => {
  await room.hire('cat')
  const cat = await enter('cat', CHROME)
  const { userId } = await makePerson(app.database, 'dan')
  const dan = await enter('dan', CHROME)
  expect(outcome(await cat.call('GET', `/users/${userId}/sessions`))).toEqual([404, 'NotFound'])
  expect(outcome(await cat.call('DELETE', `/users/${userId}/sessions/${dan.sessionId}`))).toEqual([404, 'NotFound'])
  expect(outcome(await cat.call('DELETE', `/users/${cat.userId}/sessions/${dan.sessionId}`))).toEqual([404, 'NotFound'])
  expect((await dan.call('GET', `/users/${userId}/sessions`)).status).toBe(200)
  const owner = await room.at('olga', [], 'all', ['Owner'])
  const [{ employee_id: employeeId } = { employee_id: 0 }] = await app.database.inVenue(
    room.venueId,
    (sql) => sql<{ employee_id: number }[]>`select employee_id from employee where venue_id = ${room.venueId} and user_id = ${cat.userId}`,
  )
  const acting = await owner.call<{ Token: string }>('POST', `/venue/${room.venueId}/employees/${employeeId}/impersonate`, {
    body: { Reason: 'Looking at what they see' },
  })
  owner.authorization = `Bearer ${acting.body.Token}`
  expect(outcome(await owner.call('GET', `/users/${cat.userId}/sessions`))).toEqual([403, 'NotWhileImpersonating'])
  expect(await list(cat)).toHaveLength(1)
})

it('the sixth sign-in says which device it signed out', async () => {
  await room.hire('eve')
  const first = await enter('eve', IPHONE)
  for (let n = 0; n < 4; n += 1) expect((await enter('eve', CHROME)).signedOut).toEqual([])
  const sixth = await enter('eve', CHROME)
  expect(sixth.signedOut).toMatchObject([{ Device: { Browser: 'Safari', System: 'iPhone' } }])
  expect(Date.parse(sixth.signedOut[0]?.LastUsedAt ?? '')).toBeGreaterThan(0)
  expect(outcome(await first.call('GET', `/users/${first.userId}`))).toEqual([401, 'SessionEnded'])
  expect(await list(sixth)).toHaveLength(5)
})
