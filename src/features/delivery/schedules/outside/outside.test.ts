import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Schedule, ScheduleRun } from '#features/delivery/schedules/schedules.contract.ts'
import { beginDue } from '#features/delivery/schedules/schedules-due.job.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { jobsDone } from '#tests/database-fingerprint.ts'
import { linkIn, MailServer } from '#tests/mail-server.ts'
import { outcome, type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTradeAt } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { Asked } from './outside.contract.ts'
import { forgetOutside } from './outside.sql.ts'

const EVENING = new Date('2026-11-20T10:04:00Z')
const MORNING = new Date('2026-11-20T18:20:00Z')
const ACCOUNTANT = 'accountant@ledgers.example'
const DAY_MS = 86_400_000

type Member = Visitor & { colleague: { employeeId: number; email: string } }

const mailServer = new MailServer()
let clock = EVENING
let app: StartedApp
let room: StaffRoom
let chef: Member
let boss: Member

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => clock, environment: { SMTP_URL: await mailServer.start(), PUBLIC_URL: 'https://daybook.example' } })
  room = await staffRoom(app, 'Anna <b>& evil.com')
  chef = await room.at('outside-chef', [], 'all', ['Owner'])
  boss = await room.at('outside-boss', ['can_viewsales'], 'all')
  const [front = 0, back = 0] = room.locationIds
  for (const [place, cents] of [
    [front, 5000],
    [back, 2100],
  ] as const)
    await storeTradeAt(app, room.venueId, place, [plainSale('2026-11-20T12:00:00+11:00', cents)], EVENING)
}, 120_000)
afterEach(async () => {
  clock = EVENING
  mailServer.mails.length = 0
  await app.database.inVenue(room.venueId, async (sql) => {
    await sql`delete from report_schedule where venue_id = ${room.venueId}`
    await sql`delete from outside_recipient where venue_id = ${room.venueId}`
  })
})
afterAll(async () => {
  await app.close()
  await mailServer.stop()
})

const allow = async (OutsideRecipients: boolean) =>
  expect((await chef.call('POST', `/venue/${room.venueId}/config/settings`, { body: { Settings: { OutsideRecipients } } })).status).toBe(200)

const VIEW = { Path: '/reports/sales', Search: 'range=yesterday&cmp=none', Report: { Path: '/sales/interval', Query: { Date: '2026-11-19', View: 'detail' } } }
const wanted = (changes: object = {}) => ({
  ...{ Name: 'Buy pills now', ...VIEW, Every: 'day', OnDay: 0, Language: 'en', Attachment: 'csv', SkipEmpty: false },
  ...{ Recipients: [] as number[], Outside: [ACCOUNTANT], ...changes },
})
const make = async (changes: object = {}, who: Visitor = boss): Promise<Schedule> => {
  const answer = await who.call<Schedule>('POST', '/reports/schedules', { body: wanted(changes) })
  expect(answer.status).toBe(200)
  return answer.body as Schedule
}
const change = (id: string, changes: object, who: Visitor = boss) => who.call<Schedule>('PUT', `/reports/schedules/${id}`, { body: wanted(changes) })
const listed = async (id: string, who: Visitor = boss) =>
  (await who.call<{ Schedules: Schedule[] }>('GET', '/reports/schedules')).body.Schedules.find(({ ScheduleId }) => ScheduleId === id)
const stateOf = async (id: string) => (await listed(id))?.Outside.map(({ State }) => State)
const runsOf = async (id: string, who: Visitor = boss) => (await who.call<{ Runs: ScheduleRun[] }>('GET', `/reports/schedules/${id}/runs`)).body.Runs

/** All that was asked for is done. */
const worked = async () => {
  const house = connectAsOwner(app.databaseUrl)
  await jobsDone(house)
  await house.end()
}
const sendDue = async () => {
  clock = MORNING
  await beginDue(app.database, room.venueId, MORNING)
  await worked()
}
const asAnybody = async <T>(method: string, token: string, body?: object): Promise<{ status: number; body: T }> => {
  const response = await fetch(`${app.url}/api/reports/recipients/${token}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, body: (await response.json()) as T }
}
const answer = (token: string, Answer: 'confirm' | 'decline') => asAnybody<Asked>('POST', token, { Answer })
/** The link that an address was sent. */
const asked = async (address = ACCOUNTANT) => linkIn(await mailServer.next(address)).token

describe('where a venue allows it', () => {
  it('it is off to begin with, and nobody outside is taken', async () => {
    expect(outcome(await boss.call('POST', '/reports/schedules', { body: wanted() }))).toEqual([403, 'OutsideOff'])
    await worked()
    expect(mailServer.mails).toEqual([])
  })

  it('an address is asked once, by a mail without a word that was typed but names, and mailed nothing before it agreed', async () => {
    await allow(true)
    const { ScheduleId } = await make()
    const mail = await mailServer.next(ACCOUNTANT)
    expect(mail.subject).toBe('Anna <b>& evil com would like to send you reports by e-mail')
    expect(mail.text).toContain('outside-boss of Anna <b>& evil com would like to have this report sent to you by e-mail: Sales Summary.')
    for (const form of [mail.html, mail.text, mail.subject]) expect(form).not.toMatch(/pills|evil\.com/)
    expect(mail.html).not.toContain('<b>&')
    expect(await stateOf(ScheduleId)).toEqual(['asked'])
    await sendDue()
    expect(mailServer.mails).toEqual([])
    expect(await runsOf(ScheduleId)).toMatchObject([{ Mails: [] }])
    const { url, token } = linkIn(mail)
    expect(url).toMatch(/^https:\/\/daybook\.example\/reports\/recipients#/)
    const [row] = await app.database.inVenue(room.venueId, (sql) => sql`select o::text as kept from outside_recipient o where venue_id = ${room.venueId}`)
    expect(row?.kept).toContain(ACCOUNTANT)
    expect(row?.kept).not.toContain(token)
    // Looking changes nothing.
    expect(await asAnybody('GET', token)).toMatchObject({
      status: 200,
      body: { Venue: 'Anna <b>& evil.com', Reports: ['/reports/sales'], AskedBy: 'outside-boss', Address: ACCOUNTANT, State: 'asked' },
    })
    expect(await stateOf(ScheduleId)).toEqual(['asked'])
  })

  it('who agreed is sent the figures of the owner of the schedule, in a mail that leads nowhere into Daybook, and leaves by one click', async () => {
    await allow(true)
    const { ScheduleId } = await make()
    expect(await answer(await asked(), 'confirm')).toMatchObject({ status: 200, body: { State: 'confirmed' } })
    expect(await stateOf(ScheduleId)).toEqual(['ready'])
    await sendDue()
    const mail = await mailServer.next(ACCOUNTANT)
    expect(mail.text).toContain('Net sales: $71.00')
    expect(mail.text).toMatch(/All \d+ rows are in the attached file\./)
    expect(mail.text).not.toContain('/reports/sales')
    expect(mail.attachments[0]?.filename).toBe('Anna b & evil.com – Sales Summary – 20 Nov 2026.csv')
    expect(await runsOf(ScheduleId)).toMatchObject([{ Mails: [{ EmployeeId: null, Name: ACCOUNTANT, State: 'sent' }] }])
    const leave = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value.slice(1, -1) ?? ''
    const left = await fetch(leave.replace('https://daybook.example', app.url), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(left.status).toBe(200)
    expect(await stateOf(ScheduleId)).toEqual(['unsubscribed'])
    // Nobody brings them back.
    expect((await change(ScheduleId, { Outside: [], Recipients: [boss.colleague.employeeId] })).status).toBe(200)
    expect((await change(ScheduleId, { Outside: [ACCOUNTANT] })).status).toBe(200)
    expect(await stateOf(ScheduleId)).toEqual(['unsubscribed'])
    expect(await room.audit('schedule.left')).toMatchObject([{ detail: { Outside: [ACCOUNTANT] } }])
    expect(await room.audit('schedule.outside-confirmed')).toMatchObject([{ subject: ACCOUNTANT }])
    expect((await room.audit('schedule.sent')).at(-1)).toMatchObject({ detail: { Outside: [ACCOUNTANT] } })
  })

  it('who declined is sent nothing and is not asked again', async () => {
    await allow(true)
    const { ScheduleId } = await make()
    const token = await asked()
    expect(await answer(token, 'decline')).toMatchObject({ status: 200, body: { State: 'declined' } })
    expect(await stateOf(ScheduleId)).toEqual(['declined'])
    const other = await make({ Name: 'Another' })
    clock = new Date(EVENING.getTime() + 2 * DAY_MS)
    const again = await boss.call('POST', `/reports/schedules/${other.ScheduleId}/ask`, { body: { Address: ACCOUNTANT } })
    expect(again.body.ResponseStatus?.Errors[0]?.FieldName).toBe('Address')
    await worked()
    expect(mailServer.mails).toEqual([])
    clock = EVENING
    // The same link lets them think again.
    expect(await answer(token, 'confirm')).toMatchObject({ body: { State: 'confirmed' } })
    expect(await stateOf(other.ScheduleId)).toEqual(['ready'])
  })

  it('turning it off stops what is on its way, and no link works any more', async () => {
    await allow(true)
    const { ScheduleId } = await make()
    const token = await asked()
    await answer(token, 'confirm')
    mailServer.refusing = true
    clock = MORNING
    await beginDue(app.database, room.venueId, MORNING)
    await vi.waitFor(async () => expect((await runsOf(ScheduleId))?.[0]?.Mails[0]).toMatchObject({ State: 'waiting', Why: expect.stringMatching(/./) }), {
      timeout: 15_000,
    })
    await allow(false)
    mailServer.refusing = false
    await vi.waitFor(async () => expect((await runsOf(ScheduleId))?.[0]?.Mails[0]?.State).toBe('outside-off'), { timeout: 25_000 })
    expect(mailServer.mails).toEqual([])
    expect(await stateOf(ScheduleId)).toEqual(['off'])
    expect((await asAnybody('GET', token)).status).toBe(404)
    expect((await boss.call('POST', `/reports/schedules/${ScheduleId}/again`, { body: { Date: '2026-11-19' } })).body).toMatchObject({ Mails: [] })
  }, 60_000)

  it('stops when the owner of the schedule may not see the report any more', async () => {
    await allow(true)
    const owner = await room.at('outside-losing', ['can_viewsales'], 'all')
    const { ScheduleId } = await make({}, owner)
    await answer(await asked(), 'confirm')
    await app.database.inVenue(
      room.venueId,
      (sql) => sql`update employee set tags = '{}' where venue_id = ${room.venueId} and employee_id = ${owner.colleague.employeeId}`,
    )
    await sendDue()
    expect(mailServer.mails).toEqual([])
    expect(await runsOf(ScheduleId, chef)).toMatchObject([{ Mails: [{ State: 'no-access', Why: 'owner-no-tag' }] }])
  })
})

describe('who may do what', () => {
  it('only the owner of a schedule adds people outside or changes what they are sent; others may take them off', async () => {
    await allow(true)
    const editor = await room.at('outside-editor', ['can_viewsales', 'can_editsettings'], [room.locationIds[0] ?? 0])
    const { ScheduleId } = await make({ Outside: [ACCOUNTANT] })
    const fieldOf = async (changes: object) => (await change(ScheduleId, changes, editor)).body.ResponseStatus?.Errors[0]?.FieldName
    expect(await fieldOf({ Outside: [ACCOUNTANT, 'spy@else.example'] })).toBe('Outside')
    expect(await fieldOf({ Search: 'range=lastweek&cmp=none' })).toBe('Outside')
    expect(await fieldOf({ Outside: undefined, Recipients: [editor.colleague.employeeId], Search: 'range=lastweek&cmp=none' })).toBe('Outside')
    expect((await change(ScheduleId, { Paused: true }, editor)).status).toBe(200)
    expect((await change(ScheduleId, { Outside: [], Recipients: [editor.colleague.employeeId] }, editor)).status).toBe(200)
    expect((await listed(ScheduleId))?.Outside).toEqual([])
  })

  it('somebody of the venue is chosen among its people, never by their address', async () => {
    await allow(true)
    const { body } = await boss.call('POST', '/reports/schedules', { body: wanted({ Outside: [chef.colleague.email.toUpperCase()] }) })
    expect(body.ResponseStatus?.Errors[0]).toMatchObject({ FieldName: 'Outside', Message: expect.stringContaining('somebody of the venue') })
    // Nor is whoever came to work here since.
    const { ScheduleId } = await make({ Outside: ['outside.newcomer@people.example'] })
    await answer(await asked('outside.newcomer@people.example'), 'confirm')
    await room.hire('outside.newcomer', [], 'all')
    await sendDue()
    expect(mailServer.mails.filter(({ to }) => to?.some(({ address }) => address === 'outside.newcomer@people.example'))).toEqual([])
    expect(await runsOf(ScheduleId)).toMatchObject([{ Mails: [{ State: 'outside-off', Why: 'here' }] }])
  })

  it('nobody adds anybody while acting as somebody else', async () => {
    await allow(true)
    const admin = await room.at('outside-actor', ['can_viewsales', 'can_impersonate', 'can_editsettings'], 'all')
    const begun = await admin.call<{ Token: string }>('POST', `/venue/${room.venueId}/employees/${boss.colleague.employeeId}/impersonate`, {
      body: { Reason: 'to see what they see' },
    })
    expect(begun.status).toBe(200)
    admin.authorization = `Bearer ${begun.body.Token}`
    expect(outcome(await admin.call('POST', '/reports/schedules', { body: wanted() }))).toEqual([403, 'NotWhileImpersonating'])
    await worked()
    expect(mailServer.mails.filter(({ to }) => to?.some(({ address }) => address === ACCOUNTANT))).toEqual([])
  })
})

describe('limits', () => {
  it('ten addresses on a schedule, and what is no address is refused', async () => {
    await allow(true)
    const many = Array.from({ length: 11 }, (_, n) => `n${n}@many.example`)
    for (const Outside of [many, ['no address'], ['a@b.example\nBcc: c@d.example']])
      expect((await boss.call('POST', '/reports/schedules', { body: wanted({ Outside }) })).status).toBe(400)
    expect((await boss.call('POST', '/reports/schedules', { body: wanted({ Outside: [] }) })).body.ResponseStatus?.Errors[0]?.FieldName).toBe('Recipients')
  })

  it('thirty confirmation mails a venue and day, however many ask at once', async () => {
    await allow(true)
    const batch = (of: number, size = 10) =>
      boss.call('POST', '/reports/schedules', { body: wanted({ Outside: Array.from({ length: size }, (_, n) => `p${of}-${n}@many.example`) }) })
    for (const of of [1, 2]) expect((await batch(of)).status).toBe(200)
    const answers = await Promise.all([batch(3, 6), batch(4, 6)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    await worked()
    expect(mailServer.mails).toHaveLength(26)
    clock = new Date(EVENING.getTime() + DAY_MS + 1000)
    expect((await batch(5)).status).toBe(200)
    await worked()
  }, 60_000)

  it('the same address is not asked again within a day; a link is over after seven days, and a new one ends the last', async () => {
    await allow(true)
    const { ScheduleId } = await make()
    const first = await asked()
    await make({ Name: 'Another', Outside: [ACCOUNTANT.toUpperCase()] })
    const ask = () => boss.call('POST', `/reports/schedules/${ScheduleId}/ask`, { body: { Address: ACCOUNTANT } })
    expect((await ask()).status).toBe(400)
    await worked()
    expect(mailServer.mails).toEqual([])
    clock = new Date(EVENING.getTime() + 6.9 * DAY_MS)
    expect((await asAnybody('GET', first)).status).toBe(200)
    clock = new Date(EVENING.getTime() + 7.1 * DAY_MS)
    expect((await answer(first, 'confirm')).status).toBe(404)
    expect((await listed(ScheduleId))?.Outside).toMatchObject([{ State: 'expired', MayAskAgain: true }])
    expect((await ask()).status).toBe(204)
    const second = await asked()
    expect((await asAnybody('GET', first)).status).toBe(404)
    expect((await answer(second, 'confirm')).status).toBe(200)
  })

  it('a link is good at no other venue, and a made-up one nowhere', async () => {
    await allow(true)
    await make()
    const token = await asked()
    const elsewhere = await staffRoom(app, 'Elsewhere')
    for (const other of [token.replace(/^\d+/, String(elsewhere.venueId)), `${token.slice(0, -3)}abc`, token.replace(/^\d+/, '2147483999')])
      expect((await asAnybody('GET', other)).status).toBe(404)
  })

  it('addresses on no list are forgotten a month after they were asked; who declined is not', async () => {
    await allow(true)
    const { ScheduleId } = await make({ Outside: [ACCOUNTANT, 'no@thanks.example'] })
    await answer(await asked('no@thanks.example'), 'decline')
    await boss.call('DELETE', `/reports/schedules/${ScheduleId}`)
    const kept = async (at: Date) => {
      await workInVenue(app.database, room.venueId, at, forgetOutside)
      const rows = await app.database.inVenue(
        room.venueId,
        (sql) => sql<{ address: string }[]>`select address from outside_recipient where venue_id = ${room.venueId} order by 1`,
      )
      return rows.map(({ address }) => address)
    }
    expect(await kept(new Date(EVENING.getTime() + 29 * DAY_MS))).toEqual([ACCOUNTANT, 'no@thanks.example'])
    expect(await kept(new Date(EVENING.getTime() + 31 * DAY_MS))).toEqual(['no@thanks.example'])
  })
})
