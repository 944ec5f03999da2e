import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLocationKey } from '#platform/access/location-keys.ts'
import { filesOf } from '#tests/report-files.ts'
import { handIn, planShifts } from '#tests/roster-house.ts'
import { outcome, type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { AttendancePerson } from './attendance-people.contract.ts'
import type { AttendanceAnswer, AttendanceDays, PayrollAnswer } from './time-attendance.contract.ts'

const NOW = new Date('2026-11-22T10:04:00Z')
const [MON, TUE, SUN] = ['2026-11-09', '2026-11-10', '2026-11-15']
let app: StartedApp
let room: StaffRoom
let front: number
let back: number
let owner: Visitor
let backOnly: Visitor

const worked = (name: string, day: string, more: object = {}) => ({
  name,
  day,
  start: `${day}T09:00:00+11:00`,
  end: `${day}T17:00:00+11:00`,
  claimed: 480,
  ...more,
})

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => NOW })
  room = await staffRoom(app, 'The Roster')
  ;[front = 0, back = 0] = room.locationIds
  await app.database.house`update venue set show_time_and_attendance_module = true where venue_id = ${room.venueId}`
  owner = await room.at('owner', ['can_viewtimesheet', 'can_editsettings', 'can_viewsales'])
  backOnly = await room.at('back-only', ['can_viewtimesheet', 'can_editsettings'], [back])
  await handIn(app.database, room.venueId, front, NOW, [worked('Mo', MON), worked('Mo', TUE), worked('Una', MON, { cost: 20_000 }), worked('Fay', TUE)])
  await handIn(app.database, room.venueId, back, NOW, [worked('Ines', TUE), worked('Bo', MON)])
  await planShifts(app.database, room.venueId, front, NOW, [
    { name: null, day: '2026-11-14', start: '2026-11-14T16:00:00+11:00', end: '2026-11-14T20:00:00+11:00' },
    { name: 'Una', day: '2026-11-13', start: '2026-11-13T16:00:00+11:00', end: '2026-11-13T20:00:00+11:00' },
  ])
  await storeTrade(app.database, room.venueId, front, [plainSale(`${MON}T18:00:00+11:00`, 110_000)], NOW)
})
afterAll(() => app.close())

const people = async (by = owner) => (await by.call<{ People: AttendancePerson[] }>('GET', '/attendance/people')).body.People
const person = async (name: string, by = owner) => (await people(by)).find(({ Name }) => Name === name)
const say = async (name: string, body: object, by = owner) =>
  by.call<AttendancePerson>('POST', `/attendance/people/${(await person(name))?.PersonId}`, { body })
const WEEK = `FromDate=${MON}&ToDate=${SUN}`
const get = async <T>(path: string, by = owner): Promise<T> => {
  const { status, body } = await by.call<T>('GET', path)
  expect([path, status]).toEqual([path, 200])
  return body as T
}
const report = (more = '', by = owner) => get<AttendanceAnswer>(`/reports/time-attendance?${WEEK}${more}`, by)
const costOf = async (name: string, day: string) =>
  (await get<AttendanceAnswer>(`/reports/time-attendance?FromDate=${day}&ToDate=${day}`)).Rows.find(({ Name }) => Name === name)?.Cost

describe('the rates of a person', () => {
  it('hold from their day on; a new one leaves the days before it as they were', async () => {
    const first = { FromDay: '2026-01-01', Per: 'Hour', Amount: 30 }
    expect((await say('Mo', { Rates: [first], HomeLocationId: front })).body).toMatchObject({ HomeLocationId: front, Rates: [first] })
    expect([await costOf('Mo', MON), await costOf('Mo', TUE)]).toEqual([240, 240])
    await say('Mo', { Rates: [first, { FromDay: TUE, Per: 'Hour', Amount: 32.5 }] })
    expect([await costOf('Mo', MON), await costOf('Mo', TUE)]).toEqual([240, 260])
  })

  it('are those of everybody who is the same, whichever source their hours come from', async () => {
    const key = await createLocationKey(app.database.house, room.venueId, front, 'Till')
    const punch = (Kind: string, at: string) => ({
      PunchId: `M-${Kind}`,
      TerminalId: 'T1',
      ClerkId: '9',
      ClerkName: 'Mo Till',
      Kind,
      At: `2026-11-12T${at}:00+11:00`,
    })
    await fetch(`${app.url}/api/pos/v1/punches`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ Punches: [punch('In', '09:00'), punch('Out', '11:00')] }),
    })
    expect(await costOf('Mo Till', '2026-11-12')).toBe(0)
    await say('Mo Till', { SameAs: (await person('Mo'))?.PersonId })
    expect((await person('Mo Till'))?.Who).toBe((await person('Mo'))?.Who)
    expect(await costOf('Mo', '2026-11-12')).toBe(65)
  })

  it('are written down by their days and not by what somebody earns, and so is where they belong', async () => {
    const told = await room.audit('attendance.rates-changed')
    expect(told.map(({ subject, detail }) => [subject, detail])).toEqual([
      ['Mo', { HomeLocation: ['', 'Front Bar'], RatesAdded: '2026-01-01' }],
      ['Mo', { RatesAdded: TUE }],
    ])
    expect((await room.audit('attendance.person-matched')).map(({ subject, detail }) => [subject, detail])).toEqual([
      ['Mo Till', { Employees: null, SameAs: 'Mo' }],
    ])
  })

  it('are for whoever may see timesheets, changed by whoever may edit settings, at the locations granted', async () => {
    expect((await people(backOnly)).map(({ Name }) => Name).sort()).toEqual(['Bo', 'Ines'])
    const rates = { Rates: [{ FromDay: MON, Per: 'Hour', Amount: 1 }] }
    expect(outcome(await say('Mo', rates, backOnly))).toEqual([404, 'NotFound'])
    expect(outcome(await say('Una', rates, backOnly))).toEqual([404, 'NotFound'])
    expect(outcome(await say('Ines', { HomeLocationId: front }, backOnly))).toEqual([404, 'LocationNotFound'])
    expect(outcome(await say('Ines', { SameAs: (await person('Mo'))?.PersonId }, backOnly))).toEqual([400, 'ValidationFailed'])
    expect((await say('Ines', rates, backOnly)).status).toBe(200)
    const viewer = await room.at('viewer', ['can_viewtimesheet'])
    expect((await say('Ines', rates, viewer)).status).toBe(403)
    const editor = await room.at('editor', ['can_editsettings', 'can_viewroster'])
    expect([(await editor.call('GET', '/attendance/people')).status, (await say('Ines', rates, editor)).status]).toEqual([403, 403])
  })

  it('names to those at some locations only the employees they may see', async () => {
    await room.hire('front-hand', [], [front])
    const names = async (by: Visitor) => (await get<{ Employees: { EmployeeId: number; Name: string }[] }>('/attendance/people', by)).Employees.length
    expect((await names(owner)) - (await names(backOnly))).toBe(1)
  })
})

describe('the filter of employees', () => {
  const whoOf = async (name: string) => (await report()).People.find(({ Name }) => Name === name)?.Who

  it('leaves those chosen in the report, its days, its file and the payroll, and offers everybody all the same', async () => {
    const everybody = await report()
    expect(everybody.People.map(({ Name }) => Name)).toEqual(['Bo', 'Fay', 'Ines', 'Mo', 'Una'])
    const chosen = `&Employees=${await whoOf('Una')},${await whoOf('Bo')}`
    const answer = await report(chosen)
    expect(answer.Rows.map(({ Name }) => Name)).toEqual(['Una', 'Bo'])
    expect(answer.People).toEqual(everybody.People)
    expect(answer.Totals).toMatchObject({ Hours: 16, Cost: 200, Sales: 1000, WagePercent: 20, SalesPerHour: null, TargetPercent: null })
    expect(new Set(answer.Exceptions.map(({ Name }) => Name))).toEqual(new Set(['Una']))
    expect(Object.values(answer.Counts).reduce((sum, n) => sum + n, 0)).toBe(answer.Exceptions.length)
    const days = await get<AttendanceDays>(`/reports/time-attendance/days?${WEEK}${chosen}`)
    expect([days.Totals.Hours, days.Totals.Cost]).toEqual([16, 200])
    const payroll = await get<PayrollAnswer>(`/reports/payroll?${WEEK}${chosen}`)
    expect([payroll.Rows.map(({ Name }) => Name), payroll.Totals]).toEqual([['Bo', 'Una'], { Hours: 16, Cost: 200 }])
    for (const path of ['/reports/time-attendance', '/reports/payroll']) {
      const { csv } = await filesOf(app.url, owner, path, { FromDate: MON, ToDate: SUN, Employees: String(await whoOf('Bo')) })
      expect([path, csv.flat().includes('Bo'), csv.flat().includes('Una')]).toEqual([path, true, false])
    }
  })

  it('shows nobody whom the locations granted do not have', async () => {
    expect((await report(`&Employees=${await whoOf('Una')}`, backOnly)).Rows).toEqual([])
    expect((await report('', backOnly)).People.map(({ Name }) => Name)).toEqual(['Bo', 'Ines'])
    const planner = await room.at('planner', ['can_viewroster'])
    expect((await report('', planner)).People.map(({ Name }) => Name)).toEqual(['Una'])
  })

  it('refuses what names nobody', async () => {
    for (const wrong of ['x', '1,,2', '0', '99999999999'])
      expect(outcome(await owner.call('GET', `/reports/time-attendance?${WEEK}&Employees=${wrong}`))).toEqual([400, 'ValidationFailed'])
  })
})
