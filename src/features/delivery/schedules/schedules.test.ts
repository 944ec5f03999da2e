import type { Email } from 'postal-mime'
import readXlsxFile from 'read-excel-file/node'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { operations } from '#app/operations.ts'
import { maySeeReport } from '#features/reports/kit/report-access.rules.ts'
import type { SalesAnswer } from '#features/reports/sales-summary/sales-summary.contract.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { TAGS } from '#shared/permissions.ts'
import { jobsDone } from '#tests/database-fingerprint.ts'
import { exampleInput } from '#tests/example-input.ts'
import { MailServer } from '#tests/mail-server.ts'
import { employ, makePerson, PASSWORD, type Person } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import { type Preview, type Schedule, type ScheduleRun, scheduledMail } from './schedules.contract.ts'
import { beginDue } from './schedules-due.job.ts'

/** Friday evening in Sydney, and the next morning after the day closed. */
const EVENING = new Date('2026-11-20T10:04:00Z')
const MORNING = new Date('2026-11-20T18:20:00Z')

const mailServer = new MailServer()
let clock = EVENING
let app: StartedApp
let owner: Visitor
let boss: Person & { employeeId: number }
let barkeeper: Person & { employeeId: number }

beforeAll(async () => {
  app = await startApp({ now: () => clock, environment: { SMTP_URL: await mailServer.start(), PUBLIC_URL: 'https://daybook.example' } })
  for (const { locationId, sales } of sampleTrade(['2026-11-19', '2026-11-20'], MORNING)) await storeTrade(app.database, 1, locationId, sales, MORNING)
  boss = await hire('boss', 'all')
  barkeeper = await hire('barkeeper', [2])
  owner = await signedIn(app.url, 'boss', PASSWORD)
}, 120_000)
afterEach(async () => {
  clock = EVENING
  mailServer.refusing = false
  mailServer.mails.length = 0
  await app.database.inVenue(1, (sql) => sql`delete from report_schedule where venue_id = 1`)
})
afterAll(async () => {
  await app.close()
  await mailServer.stop()
})

const hire = async (name: string, locations: 'all' | readonly number[], tags: Parameters<typeof employ>[3] = ['can_viewsales', 'can_viewplu']) => {
  const person = await makePerson(app.database, name)
  return { ...person, employeeId: await employ(app.database, person, 1, tags, locations) }
}

const VIEW = { Path: '/reports/sales', Search: 'range=yesterday&cmp=none', Report: { Path: '/sales/interval', Query: { Date: '2026-11-19', View: 'detail' } } }
const wanted = (changes: object = {}) => ({
  Name: 'Yesterday',
  ...VIEW,
  Every: 'day',
  OnDay: 0,
  Language: 'en',
  Attachment: 'none',
  SkipEmpty: false,
  Recipients: [boss.employeeId, barkeeper.employeeId],
  ...changes,
})
const make = async (changes: object = {}): Promise<Schedule> => {
  const answer = await owner.call<Schedule>('POST', '/reports/schedules', { body: wanted(changes) })
  expect(answer).toMatchObject({ status: 200 })
  return answer.body as Schedule
}
const listed = async (id: string): Promise<Schedule> => {
  const { body } = await owner.call<{ Schedules: Schedule[] }>('GET', '/reports/schedules')
  return body.Schedules.find(({ ScheduleId }) => ScheduleId === id) as Schedule
}
const runsOf = async (id: string) => (await owner.call<{ Runs: ScheduleRun[] }>('GET', `/reports/schedules/${id}/runs`)).body.Runs
const settled = (id: string) =>
  vi.waitFor(
    async () => {
      const runs = await runsOf(id)
      expect(runs.flatMap(({ Mails }) => Mails.map(({ State }) => State))).not.toContain('waiting')
      return runs
    },
    { timeout: 25_000, interval: 200 },
  )
const net = (who: Visitor, day: string) => who.call<SalesAnswer>('GET', `/sales/interval?Date=${day}`).then(({ body }) => body.Totals.Net as number)
const money = (major: number) => new Intl.NumberFormat('en-AU', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(major)
const headerOf = (mail: Email, key: string) => mail.headers.find((header) => header.key === key)?.value

describe('by the clock', () => {
  it('after the day closed each recipient is mailed the figures of their own locations, once', async () => {
    const { ScheduleId, NextDay, NextAt } = await make()
    expect([NextDay, NextAt]).toEqual(['2026-11-20', '2026-11-20T18:15:00.000Z'])
    expect(await beginDue(app.database, 1, EVENING)).toBe(0)
    clock = MORNING
    // Two processes at once begin it once.
    expect((await Promise.all([beginDue(app.database, 1, MORNING), beginDue(app.database, 1, MORNING)])).sort()).toEqual([0, 1])
    const [mine, theirs] = [await mailServer.next(boss.email), await mailServer.next(barkeeper.email)]
    const all = await net(owner, '2026-11-20')
    const bar = await net(await signedIn(app.url, 'barkeeper', PASSWORD), '2026-11-20')
    expect(all).toBeGreaterThan(bar)
    for (const form of [mine.html, mine.text]) expect(form).toContain(money(all))
    for (const form of [theirs.html, theirs.text]) {
      expect(form).toContain(money(bar))
      expect(form).not.toContain(money(all))
    }
    expect(mine.subject).toBe('Yesterday: Fri 20 Nov 2026 · Harbour & Vine (sample)')
    expect(mine.text).toContain('https://daybook.example/reports/sales?range=2026-11-20&cmp=none')
    const [run] = await settled(ScheduleId)
    expect(run).toMatchObject({ Kind: 'due', Day: '2026-11-20', Mails: [{ State: 'sent' }, { State: 'sent' }] })
    expect(await beginDue(app.database, 1, MORNING)).toBe(0)
    expect(await listed(ScheduleId)).toMatchObject({ NextDay: '2026-11-21', LastRun: { Day: '2026-11-20' } })
    expect(mailServer.mails).toEqual([])
  })

  it('a mail server that refuses loses nothing, and is handed each mail once', async () => {
    const { ScheduleId } = await make({ Recipients: [boss.employeeId] })
    mailServer.refusing = true
    const before = mailServer.attempts
    clock = MORNING
    await beginDue(app.database, 1, MORNING)
    await vi.waitFor(() => expect(mailServer.attempts - before).toBeGreaterThan(1), { timeout: 20_000, interval: 100 })
    const [waiting] = await runsOf(ScheduleId)
    expect(waiting?.Mails).toMatchObject([{ State: 'waiting' }])
    mailServer.refusing = false
    const mail = await mailServer.next(boss.email)
    const [run] = await settled(ScheduleId)
    expect(run?.Mails).toMatchObject([{ State: 'sent', Why: '' }])
    expect(run?.Mails[0]?.Tries).toBeGreaterThan(2)
    expect(mail.messageId).toBe(`<report-${run?.RunId}-${boss.employeeId}@daybook.example>`)
    expect(mailServer.mails).toEqual([])
  }, 60_000)

  it('work that comes twice, as after a lost answer, sends once', async () => {
    const { ScheduleId } = await make({ Recipients: [boss.employeeId] })
    clock = MORNING
    await beginDue(app.database, 1, MORNING)
    await mailServer.next(boss.email)
    const [run] = await settled(ScheduleId)
    const told = { VenueId: 1, RunId: run?.RunId ?? '', EmployeeId: boss.employeeId }
    await app.database.inVenue(1, (sql) => addJob(sql, scheduledMail, told, { key: 'once more' }))
    const house = connectAsOwner(app.databaseUrl)
    await jobsDone(house)
    await house.end()
    expect(mailServer.mails).toEqual([])
    expect((await runsOf(ScheduleId))[0]?.Mails).toMatchObject([{ State: 'sent', Tries: 1 }])
  })

  it('whoever lost access gets nothing, and the schedule says so', async () => {
    const [untagged, moved, gone] = [await hire('untagged', 'all'), await hire('moved', [1, 2]), await hire('gone', 'all')]
    const Recipients = [untagged.employeeId, moved.employeeId, gone.employeeId]
    const { ScheduleId } = await make({ Recipients, Search: 'range=yesterday&loc=1,2&cmp=none' })
    expect((await listed(ScheduleId)).Recipients.map(({ State }) => State)).toEqual(['ready', 'ready', 'ready'])
    await app.database.inVenue(1, async (sql) => {
      await sql`update employee set tags = '{can_viewplu}' where venue_id = 1 and employee_id = ${untagged.employeeId}`
      await sql`delete from employee_location where venue_id = 1 and employee_id = ${moved.employeeId} and location_id = 1`
      await sql`update employee set active = false where venue_id = 1 and employee_id = ${gone.employeeId}`
    })
    expect((await listed(ScheduleId)).Recipients.map(({ State }) => State)).toEqual(['no-access', 'no-access', 'no-access'])
    clock = MORNING
    await beginDue(app.database, 1, MORNING)
    const [run] = await settled(ScheduleId)
    expect(run?.Mails.map(({ Name, State, Why }) => [Name, State, Why])).toEqual([
      ['gone', 'no-access', 'left'],
      ['moved', 'no-access', 'no-location'],
      ['untagged', 'no-access', 'no-tag'],
    ])
    expect(mailServer.mails).toEqual([])
  })

  it('stops when its owner leaves, and says so', async () => {
    const leaver = await hire('leaver', 'all', ['can_viewsales'])
    const answer = await (await signedIn(app.url, 'leaver', PASSWORD)).call<Schedule>('POST', '/reports/schedules', { body: wanted() })
    await app.database.inVenue(1, (sql) => sql`update employee set active = false where venue_id = 1 and employee_id = ${leaver.employeeId}`)
    clock = MORNING
    expect(await beginDue(app.database, 1, MORNING)).toBe(0)
    const head = await signedIn(app.url, 'owner', 'harbour-and-vine')
    const { body } = await head.call<{ Schedules: Schedule[] }>('GET', '/reports/schedules')
    expect(body.Schedules).toMatchObject([
      { ScheduleId: answer.body.ScheduleId, StoppedAt: MORNING.toISOString(), NextDay: null, Mine: false, Owner: 'leaver' },
    ])
  })

  it('nothing is sent where nothing was sold, if so wished; what falls into a pause is not made up for', async () => {
    const quiet = await make({ Search: 'range=2020-01-01&cmp=none', SkipEmpty: true, Recipients: [boss.employeeId] })
    const paused = await make({ Paused: true })
    clock = MORNING
    expect(await beginDue(app.database, 1, MORNING)).toBe(1)
    expect((await settled(quiet.ScheduleId))[0]?.Mails).toMatchObject([{ State: 'empty' }])
    expect(await runsOf(paused.ScheduleId)).toEqual([])
    expect(mailServer.mails).toEqual([])
  })
})

describe('by hand', () => {
  it('a test goes to oneself alone, with the file of the screen', async () => {
    const { ScheduleId } = await make({ Attachment: 'xlsx' })
    expect(await owner.call('POST', `/reports/schedules/${ScheduleId}/test`)).toMatchObject({ status: 200, body: { Kind: 'test', Day: '2026-11-19' } })
    const mail = await mailServer.next(boss.email)
    expect(mail.subject).toMatch(/^Test: /)
    const [file] = mail.attachments
    expect(file).toMatchObject({ filename: 'Harbour & Vine (sample) – Sales Summary – 19 Nov 2026.xlsx' })
    const sheet = await readXlsxFile(Buffer.from(file?.content as ArrayBuffer))
    const cells = (Array.isArray(sheet[0]) ? sheet : (sheet as unknown as { data: unknown[][] }[])[0]?.data) as unknown[][]
    expect(cells.flat()).toContain(await net(owner, '2026-11-19'))
    await settled(ScheduleId)
    expect(mailServer.mails).toEqual([])
  })

  it('wastage by reason is mailed as its screen has it, with what no reason was told for', async () => {
    const manager = await hire('wastrel', 'all', ['can_viewsales', 'can_viewplu', 'can_viewbreakdown'])
    const reader = await signedIn(app.url, 'wastrel', PASSWORD)
    const wasted = (WastageReason: string | undefined, Cost: number) =>
      plainSale('2026-11-19T12:00:00+11:00', 0, {
        Type: 'NoSale',
        Lines: [{ Plu: 'P1', Name: 'House pour', Quantity: '1', Gross: 900, DiscountTotal: 900, Net: 0, Cost, Wastage: true, WastageReason }],
        Tenders: [],
        Totals: { Total: 0 },
      })
    await storeTrade(app.database, 1, 1, [wasted('Spill', 310), wasted(undefined, 120)], EVENING)
    const day = { FromDate: '2026-11-19', ToDate: '2026-11-19' }
    const body = wanted({
      Name: 'Wastage',
      Path: '/reports/breakdown',
      Search: 'range=yesterday&cmp=none&dim=wastage&step=reason',
      Report: { Path: '/sales/wastage', Query: { ...day, By: 'reason' } },
      Attachment: 'csv',
      Recipients: [manager.employeeId],
    })
    const { body: made } = await reader.call<Schedule>('POST', '/reports/schedules', { body })
    expect(await reader.call('POST', `/reports/schedules/${made.ScheduleId}/test`)).toMatchObject({ status: 200 })
    const csv = Buffer.from((await mailServer.next(manager.email)).attachments[0]?.content as ArrayBuffer).toString()
    expect(csv).toMatch(/^\uFEFFReason,/)
    expect(csv).toMatch(/^Spill,3\.1,/m)
    expect(csv).toMatch(/^Unassigned,1\.2,/m)
  })

  it('a past day is sent again, as it is by now; one that is not over is refused', async () => {
    const { ScheduleId } = await make({ Attachment: 'csv', Recipients: [boss.employeeId], Search: 'range=yesterday&cmp=none&loc=1' })
    const again = (day: string) => owner.call<ScheduleRun>('POST', `/reports/schedules/${ScheduleId}/again`, { body: { Date: day } })
    expect(await again('2026-11-20')).toMatchObject({ status: 400 })
    expect(await again('2026-11-19')).toMatchObject({ status: 200, body: { Kind: 'again', AskedBy: 'boss' } })
    const first = await mailServer.next(boss.email)
    await storeTrade(app.database, 1, 1, [plainSale('2026-11-19T12:00:00+11:00', 777)], EVENING)
    expect(await again('2026-11-19')).toMatchObject({ status: 200 })
    const second = await mailServer.next(boss.email)
    expect(second.text).not.toBe(first.text)
    const csv = Buffer.from(second.attachments[0]?.content as ArrayBuffer).toString()
    const { body } = await owner.call<SalesAnswer>('GET', '/sales/interval?Date=2026-11-19&Locations=1')
    expect(csv.split('\r\n').at(-2)?.split(',')).toContain(String(body.Totals.Net))
    expect((await settled(ScheduleId)).map(({ Kind }) => Kind)).toEqual(['again', 'again'])
  })

  it('a schedule is sent again ten times within a day, and then no more, however many ask at once', async () => {
    const { ScheduleId } = await make({ Recipients: [boss.employeeId], Paused: true })
    const again = () => owner.call<ScheduleRun>('POST', `/reports/schedules/${ScheduleId}/again`, { body: { Date: '2026-11-19' } })
    const answers = await Promise.all(Array.from({ length: 12 }, again))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    const refused = answers.find(({ status }) => status === 400)
    expect(refused?.body).toMatchObject({
      ResponseStatus: { Errors: [{ FieldName: 'Date', Message: expect.stringMatching(/^This report was already sent again 10 times/) }] },
    })
    expect(await runsOf(ScheduleId)).toHaveLength(10)
    for (let mails = 0; mails < 10; mails += 1) await mailServer.next(boss.email)
  })

  it('a time of sending is chosen: the mail waits for it, and the next one too', async () => {
    const { ScheduleId, SendAt, SentAt, NextAt } = await make({ Recipients: [boss.employeeId], SendAt: '09:00' })
    expect([SendAt, SentAt, NextAt]).toEqual(['09:00', '09:00', '2026-11-20T22:00:00.000Z'])
    expect(await beginDue(app.database, 1, new Date('2026-11-20T21:59:00Z'))).toBe(0)
    expect(await beginDue(app.database, 1, new Date('2026-11-20T22:01:00Z'))).toBe(1)
    await mailServer.next(boss.email)
    expect(await listed(ScheduleId)).toMatchObject({ NextAt: '2026-11-21T22:00:00.000Z' })
    const refused = await owner.call('POST', '/reports/schedules', { body: wanted({ SendAt: '9am' }) })
    expect(refused.status).toBe(400)
    await owner.call('DELETE', `/reports/schedules/${ScheduleId}`)
  })

  it('a preview is the mail as one would be sent it', async () => {
    const { Recipients: _, ...body } = wanted({ Language: 'jp' }) as Record<string, unknown>
    const { status, body: preview } = await owner.call<Preview>('POST', '/reports/schedules/preview', { body })
    expect(status).toBe(200)
    expect(preview).toMatchObject({ Range: '2026年11月19日(木)', Empty: false, More: 67 })
    expect(preview.Totals.flat()).toContain(money(await net(owner, '2026-11-19')))
    expect(preview.Text).toContain('Daybook でレポートを開く')
  })

  it('people who may be mailed are those who may see the report', async () => {
    await hire('pot-washer', 'all', [])
    const { body } = await owner.call<{ People: { Name: string; HasAddress: boolean; Me: boolean }[] }>('GET', '/reports/schedules/people?Report=/sales/day')
    const names = body.People.map(({ Name }) => Name)
    expect(names).toContain('barkeeper')
    expect(names).not.toContain('pot-washer')
    const third = await owner.call<typeof body>('GET', '/reports/schedules/people?Report=/sales/day&Search=loc%3D3')
    expect(third.body.People.map(({ Name }) => Name)).not.toContain('barkeeper')
  })

  it('those whom reports of the venue usually go to are told, and mails come from whom the venue says', async () => {
    const chef = await signedIn(app.url, 'owner', 'harbour-and-vine')
    const settle = (Settings: object) => chef.call('POST', '/venue/1/config/settings', { body: { Settings } })
    const usual = async () => {
      const { body } = await owner.call<{ People: { EmployeeId: number; Usual: boolean }[] }>('GET', '/reports/schedules/people?Report=/sales/day')
      return body.People.filter(({ Usual }) => Usual).map(({ EmployeeId }) => EmployeeId)
    }
    const senderOf = async (schedule: Schedule) => {
      expect(await owner.call('POST', `/reports/schedules/${schedule.ScheduleId}/test`, { body: {} })).toMatchObject({ status: 200 })
      const { from } = await mailServer.next(boss.email)
      await settled(schedule.ScheduleId)
      return [from?.name, from?.address]
    }
    const schedule = await make({ Recipients: [boss.employeeId] })
    expect(await usual()).toEqual([])
    expect(await senderOf(schedule)).toEqual(['Daybook', 'daybook@localhost'])
    expect((await settle({ MailSenderName: 'Harbour "Office"', ReportRecipients: [barkeeper.email.toUpperCase(), 'accountant@else.example'] })).status).toBe(
      200,
    )
    expect(await usual()).toEqual([barkeeper.employeeId])
    expect(await senderOf(schedule)).toEqual(['Harbour "Office"', 'daybook@localhost'])
    await settle({ MailSenderName: '', ReportRecipients: [] })
  })

  it('people of other places may not be mailed by whoever does not see them', async () => {
    await hire('front-desk', [1])
    const desk = await signedIn(app.url, 'front-desk', PASSWORD)
    const { body } = await desk.call<{ People: { Name: string }[] }>('GET', '/reports/schedules/people?Report=/sales/day')
    expect(body.People.map(({ Name }) => Name)).toContain('front-desk')
    expect(body.People.map(({ Name }) => Name)).not.toContain('barkeeper')
    const asked = { ...wanted({ Recipients: [barkeeper.employeeId] }), Search: 'loc=1' }
    const answer = await desk.call('POST', '/reports/schedules', { body: asked })
    expect([answer.status, answer.body.ResponseStatus?.Errors[0]?.FieldName]).toEqual([400, 'Recipients'])
  })
})

describe('every report there is can be mailed', () => {
  const reports = operations.filter(({ operation }) => maySeeReport(operation, TAGS))
  it.each(reports.map(({ operation }) => [operation.path, operation] as const))('%s', async (path, operation) => {
    const { query } = await exampleInput(app, operation)
    const Query = Object.fromEntries(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]))
    const { Recipients: _, ...body } = wanted({ Search: 'range=lastweek', Report: { Path: path, Query } }) as Record<string, unknown>
    const head = await signedIn(app.url, 'owner', 'harbour-and-vine')
    const answer = await head.call<Preview>('POST', '/reports/schedules/preview', { body })
    expect(answer).toMatchObject({ status: 200 })
    expect(answer.body.Columns.length).toBeGreaterThan(0)
  })
})

describe('leaving a list', () => {
  const oneClick = (url: string) =>
    fetch(url.replace('https://daybook.example', app.url), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })

  it('takes one click, for good; only oneself comes back', async () => {
    const { ScheduleId } = await make()
    clock = MORNING
    await beginDue(app.database, 1, MORNING)
    const mail = await mailServer.next(barkeeper.email)
    expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const url = /<(.*)>/.exec(headerOf(mail, 'list-unsubscribe') ?? '')?.[1] ?? ''
    const token = url.split('/').at(-1) ?? ''
    expect(mail.text).toContain(`https://daybook.example/reports/unsubscribe#${token}`)
    await settled(ScheduleId)
    expect(
      await app.database.inVenue(1, (sql) => sql`select from schedule_mail where venue_id = 1 and position(${token} in to_jsonb(schedule_mail)::text) > 0`),
    ).toEqual([])
    const left = await oneClick(url)
    expect([left.status, await left.json()]).toEqual([200, { Name: 'Yesterday', Venue: 'Harbour & Vine (sample)' }])
    expect((await oneClick(url)).status).toBe(200)
    const state = async () => (await listed(ScheduleId)).Recipients.find(({ EmployeeId }) => EmployeeId === barkeeper.employeeId)?.State
    expect(await state()).toBe('unsubscribed')
    expect(await owner.call('PUT', `/reports/schedules/${ScheduleId}`, { body: wanted({ Recipients: [boss.employeeId] }) })).toMatchObject({ status: 200 })
    expect(await owner.call('PUT', `/reports/schedules/${ScheduleId}`, { body: wanted() })).toMatchObject({ status: 200 })
    expect(await state()).toBe('unsubscribed')
    mailServer.mails.length = 0
    await owner.call('POST', `/reports/schedules/${ScheduleId}/again`, { body: { Date: '2026-11-19' } })
    await mailServer.next(boss.email)
    await settled(ScheduleId)
    expect(mailServer.mails).toEqual([])
  })

  it('takes the right link', async () => {
    for (const token of ['1-nonsensenonsensenonsense', '99999-nonsensenonsensenonsense', '9999999999-nonsensenonsensenonsense'])
      expect((await oneClick(`${app.url}/api/reports/unsubscribe/${token}`)).status).toBe(404)
  })
})

describe('what is refused', () => {
  it.each([
    ['a report that is not there', { Report: { Path: '/nothing', Query: {} } }, 404],
    ['a report without its tag', { Report: { Path: '/audit', Query: {} } }, 403],
    ["a supplier's report", { Report: { Path: '/patronapi2/v1/plu-sales', Query: {} } }, 404],
    ['a query the report refuses', { Report: { Path: '/sales/day', Query: { FromDate: 'soon', ToDate: 'later' } } }, 400],
    ['a location that is not there', { Search: 'loc=99' }, 404],
    ['locations that are no numbers', { Search: 'loc=bar' }, 400],
    ['nobody to send it to', { Recipients: [] }, 400],
    ['somebody of nowhere', { Recipients: [2_000_000] }, 400],
    ['a typed address', { Recipients: ['someone@else.example'] }, 400],
    ['a thirtieth', { Every: 'month', OnDay: 30 }, 400],
  ])('%s', async (_what, changes, status) => {
    expect((await owner.call('POST', '/reports/schedules', { body: wanted(changes) })).status).toBe(status)
  })

  it("somebody else's schedule", async () => {
    const { ScheduleId } = await make()
    const other = await signedIn(app.url, 'barkeeper', PASSWORD)
    expect((await other.call('GET', `/reports/schedules/${ScheduleId}/runs`)).status).toBe(404)
    expect((await other.call('DELETE', `/reports/schedules/${ScheduleId}`)).status).toBe(404)
    expect((await other.call<{ Schedules: Schedule[] }>('GET', '/reports/schedules')).body.Schedules).toEqual([])
    expect((await owner.call('DELETE', `/reports/schedules/${ScheduleId}`)).status).toBe(204)
  })
})
