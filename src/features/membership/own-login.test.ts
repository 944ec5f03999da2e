import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { linkIn, MailServer } from '#tests/mail-server.ts'
import { employ, PASSWORD } from '#tests/people.ts'
import { outcome, type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { signedIn, Visitor } from '#tests/visitor.ts'

let app: StartedApp
let room: StaffRoom
let other: StaffRoom
const mail = new MailServer()

beforeAll(async () => {
  app = await startApp({ sample: false, environment: { SMTP_URL: await mail.start() } })
  room = await staffRoom(app, 'The Anchor')
  other = await staffRoom(app, 'The Bell')
})
afterAll(async () => {
  await app.close()
  await mail.stop()
})
beforeEach(async () => {
  await app.database.house`delete from limit_counter`
})

let made = 0
const someone = async () => {
  const person = await room.hire(`own${++made}`)
  await employ(app.database, person, other.venueId)
  const who = new Visitor(app.url)
  await who.signIn(person.userName, PASSWORD)
  await who.open(room.venueId, person.employeeId)
  return { ...person, who }
}
const prove = (who: Visitor, Password = PASSWORD) => who.call('POST', '/auth/password', { body: { Password } })
const change = (who: Visitor, body: object) => who.call('POST', `/users/${who.userId}/login`, { body })
const login = async (who: Visitor) => (await who.call<{ Email: string; Waiting: { Email: string } | null }>('GET', `/users/${who.userId}/login`)).body
const confirm = (token: string) => new Visitor(app.url).call('POST', `/addresses/${token}/confirm`)
const shownAt = async ({ venueId }: StaffRoom, userId: number) =>
  app.database.inVenue(venueId, (sql) => sql<{ email: string | null }[]>`select email from employee where venue_id = ${venueId} and user_id = ${userId}`)

it('one’s own name and address change with the password alone, not with an open session', async () => {
  const { who } = await someone()
  expect(outcome(await change(who, { DisplayName: 'Rider' })), 'a moment after signing in').toEqual([403, 'PasswordNeeded'])
  await prove(who, 'not the password')
  expect(outcome(await change(who, { Email: 'rider@people.example' }))).toEqual([403, 'PasswordNeeded'])
  await prove(who)
  expect((await change(who, { DisplayName: 'Olivia Marsh' })).body).toMatchObject({ DisplayName: 'Olivia Marsh', Waiting: null })
  await app.database
    .house`update session set password_checked_at = now() - interval '3 minutes', created_at = now() - interval '1 hour' where user_id = ${who.userId}`
  expect(outcome(await change(who, { DisplayName: 'Rider' })), 'and not minutes later').toEqual([403, 'PasswordNeeded'])
})

it('a new address holds once its link is opened; the old one is told, and venues that showed it follow', async () => {
  const { who, email, userId } = await someone()
  const moved = `home${made}@people.example`
  await prove(who)
  expect((await change(who, { Email: moved })).body).toMatchObject({ Email: email, Waiting: { Email: moved } })
  const { token, url } = linkIn(await mail.next(moved))
  expect(url).toContain('/membership/address#')
  expect((await mail.next(email)).text).toContain(moved)
  expect((await new Visitor(app.url).call('GET', `/addresses/${token}`)).body).toMatchObject({ Email: moved })
  expect((await login(who)).Email, 'looking confirms nothing').toBe(email)
  expect((await confirm(token)).status).toBe(204)
  expect(await login(who)).toMatchObject({ Email: moved, Waiting: null })
  expect(await shownAt(room, userId)).toEqual([{ email: moved }])
  expect(await shownAt(other, userId), 'it showed no address').toEqual([{ email: null }])
  expect(outcome(await confirm(token))).toEqual([404, 'LinkNotValid'])
})

it('asking again makes the first link worthless, and so does a day', async () => {
  const { who } = await someone()
  const [first, second] = [`one${made}@people.example`, `two${made}@people.example`]
  await prove(who)
  await change(who, { Email: first })
  const { token } = linkIn(await mail.next(first))
  await change(who, { Email: second })
  const { token: newest } = linkIn(await mail.next(second))
  expect(outcome(await confirm(token))).toEqual([404, 'LinkNotValid'])
  await app.database.house`update email_change set expires_at = now() - interval '1 second' where user_id = ${who.userId}`
  expect(outcome(await confirm(newest))).toEqual([404, 'LinkNotValid'])
})

it('an address of another login is not taken, and whoever asks is not told of it', async () => {
  const { who } = await someone()
  const taken = await other.hire(`taken${++made}`)
  await prove(who)
  expect((await change(who, { Email: taken.email })).body).toMatchObject({ Waiting: { Email: taken.email } })
  const told = await mail.next(taken.email)
  expect(told.text).not.toContain('/membership/address#')
  for (const wrong of ['two@a.example,b@b.example', 'nobody', 'a b@c.example'])
    expect(outcome(await change(who, { Email: wrong })), wrong).toEqual([400, 'ValidationFailed'])
})

it('nobody sees or changes anybody else’s, or their own while somebody acts as them', async () => {
  const { who } = await someone()
  const stranger = await someone()
  await prove(who)
  expect(outcome(await who.call('GET', `/users/${stranger.userId}/login`))).toEqual([404, 'NotFound'])
  expect(outcome(await who.call('POST', `/users/${stranger.userId}/login`, { body: { DisplayName: 'Eve' } }))).toEqual([404, 'NotFound'])
  const owner = await room.at(`olga${made}`, [], 'all', ['Owner'])
  const acting = await owner.call<{ Token: string }>('POST', `/venue/${room.venueId}/employees/${stranger.employeeId}/impersonate`, { body: {} })
  owner.authorization = `Bearer ${acting.body.Token}`
  expect(outcome(await owner.call('GET', `/users/${stranger.userId}/login`))).toEqual([403, 'NotWhileImpersonating'])
  expect(outcome(await owner.call('POST', `/users/${stranger.userId}/login`, { body: { DisplayName: 'Eve' } }))).toEqual([403, 'NotWhileImpersonating'])
})

it('a user name that was the old address follows the new one', async () => {
  const person = await room.hire(`mail${++made}@people.example`)
  const who = await signedIn(app.url, person.userName, PASSWORD)
  await app.database.house`update app_user set email = user_name, email_key = user_name_key where user_id = ${person.userId}`
  const moved = `newmail${made}@people.example`
  await prove(who)
  await change(who, { Email: moved })
  await confirm(linkIn(await mail.next(moved)).token)
  expect((await who.call<{ UserName: string }>('GET', `/users/${who.userId}`)).body.UserName).toBe(moved)
})
