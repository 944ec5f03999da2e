import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { linkIn, MailServer } from '#tests/mail-server.ts'
import { employ } from '#tests/people.ts'
import { outcome, type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { Visitor } from '#tests/visitor.ts'

let app: StartedApp
let room: StaffRoom
let owner: Visitor
const mail = new MailServer()

beforeAll(async () => {
  app = await startApp({ sample: false, environment: { SMTP_URL: await mail.start() } })
  room = await staffRoom(app, 'The Copper Lantern')
  owner = await room.at('olive', [], 'all', ['Owner'])
})
afterAll(async () => {
  await app.close()
  await mail.stop()
})
beforeEach(async () => {
  await app.database.house`delete from limit_counter`
})

const revoke = (employeeId: number) => owner.call('POST', `/employees/${employeeId}/revoke`, { body: {} })
const entered = async (FirstName: string) => {
  const { body } = await owner.call<{ EmployeeId: number }>('POST', '/register', { body: { FirstName, Email: `${FirstName}@people.example` } })
  return body.EmployeeId
}
const register = (employeeId: number) => owner.call('POST', `/employees/${employeeId}/register`, { body: { Locations: room.locationIds, Permissions: [] } })
const sendLink = (employeeId: number) => owner.call('POST', `/employees/${employeeId}/requestpassword`, { body: {} })

describe('the end of access', () => {
  it('is told to whoever had it, once', async () => {
    const { employeeId, email } = await room.hire('ruth')
    expect((await revoke(employeeId)).status).toBe(200)
    const told = await mail.next(email)
    expect(told.subject).toBe('Your access to The Copper Lantern at Daybook has ended')
    expect(told.text).toContain('The Copper Lantern no longer gives you access to Daybook with your user name ruth.')
    expect((await revoke(employeeId)).status).toBe(200)
    await register(employeeId)
    expect((await mail.next(email)).subject).toBe('The Copper Lantern invites you to Daybook')
  })

  it('is told in the language of the venue', async () => {
    const { employeeId, email } = await room.hire('yui')
    const speak = (language: string) => app.database.inVenue(0, (sql) => sql`update venue set language = ${language} where venue_id = ${room.venueId}`)
    await speak('jp')
    await revoke(employeeId)
    const told = await mail.next(email)
    expect(told.subject).toBe('Daybook の The Copper Lantern へのアクセスが終了しました')
    expect(told.text).toContain('yui Tester 様')
    await speak('en')
  })

  it('is told, as an invitation is, under the name the venue sends mails by', async () => {
    const settle = (MailSenderName: string) => owner.call('POST', `/venue/${room.venueId}/config/settings`, { body: { Settings: { MailSenderName } } })
    expect((await settle('The Lantern, office')).status).toBe(200)
    const { employeeId, email } = await room.hire('sent')
    await revoke(employeeId)
    expect((await mail.next(email)).from).toMatchObject({ name: 'The Lantern, office', address: 'daybook@localhost' })
    await register(await entered('asked'))
    expect((await mail.next('asked@people.example')).from).toMatchObject({ name: 'The Lantern, office', address: 'daybook@localhost' })
    await settle('')
  })

  it('is not told to somebody who was never let in', async () => {
    const employeeId = await entered('never')
    expect((await revoke(employeeId)).status).toBe(200)
    await register(employeeId)
    expect((await mail.next('never@people.example')).subject).toBe('The Copper Lantern invites you to Daybook')
  })

  it('takes the invitation and the link that is on its way, and is written down', async () => {
    const employeeId = await entered('tilda')
    await register(employeeId)
    const { token } = linkIn(await mail.next('tilda@people.example'))
    const stranger = new Visitor(app.url)
    expect((await stranger.call('GET', `/employees/${token}/name`)).body).toMatchObject({ Name: 'tilda', Purpose: 'invite' })
    expect((await revoke(employeeId)).status).toBe(200)
    expect(outcome(await stranger.call('GET', `/employees/${token}/name`))).toEqual([404, 'LinkNotValid'])
    const body = { EmployeeToken: token, UserName: 'tilda', Password: 'a-long-enough-password-7' }
    expect(outcome(await stranger.call('POST', `/employees/${token}/password`, { body }))).toEqual([404, 'LinkNotValid'])
    expect(await app.database.house`select from app_user where email = 'tilda@people.example'`).toHaveLength(0)
    const [last] = (await room.audit('employee.revoked')).slice(-1)
    expect(last).toMatchObject({ subject: String(employeeId), detail: { SessionsEnded: 0 }, actor_user_id: owner.userId })
  })

  it('at a venue somebody was added to is told there, as the beginning was', async () => {
    const other = await staffRoom(app, 'The Annexe')
    const both = await room.at('boris', ['can_register', 'can_viewemp'])
    await employ(app.database, both.colleague, other.venueId, ['can_register'])
    const { employeeId, email } = await room.hire('moved')
    const assign = (Venues: number[]) => both.call('POST', `/venues/${room.venueId}/employees/${employeeId}/assign`, { body: { Venues } })
    expect((await assign([room.venueId, other.venueId])).status).toBe(200)
    const invitation = await mail.next(email)
    expect(invitation.subject).toBe('The Annexe invites you to Daybook')
    expect((await new Visitor(app.url).call('POST', `/invitations/${linkIn(invitation).token}/accept`)).status).toBe(204)
    expect((await assign([room.venueId])).status).toBe(200)
    expect((await mail.next(email)).subject).toBe('Your access to The Annexe at Daybook has ended')
  })
})

describe('links sent again', () => {
  it('are three in an hour, invitations included; then a sentence says when', async () => {
    const employeeId = await entered('ines')
    expect((await register(employeeId)).status).toBe(200)
    for (let n = 0; n < 2; n += 1) expect((await sendLink(employeeId)).status).toBe(204)
    for (const again of [sendLink, register]) {
      const refused = await again(employeeId)
      expect(outcome(refused)).toEqual([429, 'TooManyLinks'])
      expect(refused.body.ResponseStatus?.Message).toMatch(/^This person was sent 3 links in the last hour. You can send the next one in \d+ minutes?\.$/)
      const seconds = Number(refused.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(3600)
    }
    for (let n = 0; n < 3; n += 1) expect((await mail.next('ines@people.example')).subject).toBe('The Copper Lantern invites you to Daybook')
    expect((await room.audit('employee.password-link')).filter(({ subject }) => subject === String(employeeId))).toHaveLength(2)
  })

  it('of one person take nothing from another, nor from what people ask for themselves', async () => {
    const one = await room.hire('one')
    const two = await room.hire('two')
    for (let n = 0; n < 3; n += 1) expect((await sendLink(one.employeeId)).status).toBe(204)
    expect(outcome(await sendLink(one.employeeId))).toEqual([429, 'TooManyLinks'])
    expect((await sendLink(two.employeeId)).status).toBe(204)
    expect((await owner.call('POST', '/users/requestpassword', { body: { UserId: one.userId } })).status).toBe(204)
    for (let n = 0; n < 4; n += 1) expect((await mail.next(one.email)).subject).toBe('Set a new password for Daybook')
  })
})
