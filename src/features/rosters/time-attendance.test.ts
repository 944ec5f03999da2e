import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLocationKey } from '#platform/access/location-keys.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { handIn, planShifts } from '#tests/roster-house.ts'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'
import { recountPeople } from './count-attendance.sql.ts'
import type { WireRoster, WireTimesheet } from './rosters.contract.ts'
import type { AttendanceAnswer, AttendanceDays, AttendanceFacts, PayrollAnswer } from './time-attendance.contract.ts'

/** Four minutes past nine of a Sunday evening in Sydney. */
const NOW = new Date('2026-11-22T10:04:00Z')
let app: StartedApp
let room: StaffRoom
let front: number
let back: number
let manager: Visitor
let planner: Visitor
const keys = new Map<number, string>()

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => NOW })
  room = await staffRoom(app, 'The Roster')
  ;[front = 0, back = 0] = room.locationIds
  await app.database.house`update venue set show_time_and_attendance_module = true where venue_id = ${room.venueId}`
  manager = await room.at('manager', ['can_viewtimesheet', 'can_viewroster', 'can_viewsales'])
  planner = await room.at('planner', ['can_viewroster'])
  for (const place of [front, back]) keys.set(place, await createLocationKey(app.database.house, room.venueId, place, 'Till'))
})
afterAll(() => app.close())

interface Sent {
  Accepted: number
  Duplicates: number
  Replaced: number
  Rejected: number
  Results: { PunchId: string | null; Status: string; Errors: { ErrorCode: string; FieldName: string; Message: string }[] }[]
}

const send = async (place: number, Punches: unknown[]) => {
  const answer = await fetch(`${app.url}/api/pos/v1/punches`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${keys.get(place)}` },
    body: JSON.stringify({ Punches }),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Sent
}
let punches = 0
const punch = (Kind: string, At: string, ClerkName: string, more: object = {}) => ({
  PunchId: `P${++punches}`,
  TerminalId: 'T1',
  ClerkId: ClerkName,
  ClerkName,
  Kind,
  At: `${At}:00+11:00`,
  ...more,
})
const shift = (name: string | null, day: string, start: string, end: string, more: object = {}) => ({
  name,
  day,
  start: `${start}:00+11:00`,
  end: `${end}:00+11:00`,
  ...more,
})

const ask = async <T>(path: string, query: Record<string, string | number>, by = manager): Promise<T> => {
  const { status, body } = await by.call<T>('GET', `${path}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`)
  expect({ path, status, body: status === 200 ? '' : body }).toEqual({ path, status: 200, body: '' })
  return body as T
}
const report = (FromDate: string, ToDate = FromDate, more: Record<string, string | number> = {}, by = manager) =>
  ask<AttendanceAnswer>('/reports/time-attendance', { FromDate, ToDate, ...more }, by)
const rowsIn = (answer: AttendanceAnswer) =>
  answer.Rows.map(({ Name, Location, Roster, Claimed, Actual, Hours }) => [Name, Location, Roster, Claimed, Actual, Hours])
const kindsIn = (answer: AttendanceAnswer) => answer.Exceptions.map(({ Kind, Name }) => `${Kind} ${Name}`).sort()
const sheetsOf = async (day: string, more: Record<string, string | number> = {}) =>
  (await ask<{ Timesheets: WireTimesheet[] }>('/Timesheets', { FromDate: day, ToDate: day, ...more })).Timesheets

describe('punches of tills', () => {
  it('are taken once, in whatever order they come, and a night belongs to the day it starts on', async () => {
    const night = [
      punch('In', '2026-11-02T15:54', 'Leo'),
      punch('BreakStart', '2026-11-02T20:10', 'Leo'),
      punch('BreakEnd', '2026-11-02T20:40', 'Leo'),
      punch('Out', '2026-11-03T01:10', 'Leo'),
    ]
    expect((await send(front, [night[3], night[1]])).Accepted).toBe(2)
    expect(await send(front, [...night, night[0]])).toMatchObject({ Accepted: 2, Duplicates: 3, Rejected: 0 })
    const expected = {
      Date: '2026-11-02',
      Start: '2026-11-02T15:54:00+11:00',
      End: '2026-11-03T01:10:00+11:00',
      BreakMinutes: 30,
      Actual: 8.77,
      Claimed: null,
      Hours: 8.77,
      Source: 'Till',
      State: 'Submitted',
    }
    expect(await sheetsOf('2026-11-02')).toMatchObject([expected])
    const [{ TimesheetId } = { TimesheetId: '' }] = await sheetsOf('2026-11-02')
    await send(front, [punch('In', '2026-11-03T16:00', 'Leo')])
    expect(await sheetsOf('2026-11-02')).toMatchObject([{ ...expected, TimesheetId }])
    expect(rowsIn(await report('2026-11-02'))).toEqual([['Leo', 'Front Bar', 0, 0, 8.77, 8.77]])
  })

  it('sent late close what was open, and replaced ones move it', async () => {
    const [on, off] = [punch('In', '2026-11-04T09:00', 'Ann'), punch('Out', '2026-11-04T12:00', 'Ann')]
    await send(front, [on])
    expect(await sheetsOf('2026-11-04')).toMatchObject([{ State: 'Open', End: null, Actual: null, Hours: 0 }])
    await send(front, [off])
    expect(await sheetsOf('2026-11-04')).toMatchObject([{ State: 'Submitted', Hours: 3 }])
    expect(await send(front, [{ ...off, At: '2026-11-04T13:00:00+11:00' }])).toMatchObject({ Rejected: 1, Results: [{ Status: 'conflict' }] })
    expect(await send(front, [{ ...off, At: '2026-11-04T13:00:00+11:00', Revision: 2 }])).toMatchObject({ Replaced: 1 })
    expect(await send(front, [off])).toMatchObject({ Duplicates: 1, Results: [{ Status: 'stale' }] })
    expect(await sheetsOf('2026-11-04')).toMatchObject([{ Hours: 4 }])
    await send(front, [{ ...on, ClerkId: 'Bob', ClerkName: 'Bob', Revision: 2 }])
    expect((await report('2026-11-04')).Rows.map(({ Name, Hours }) => [Name, Hours])).toEqual([
      ['Ann', 0],
      ['Bob', 0],
    ])
    expect(kindsIn(await report('2026-11-04'))).toEqual(['NoPunchIn Ann', 'NoPunchOut Bob'])
  })

  it('are refused one by one with a clear sentence', async () => {
    const answer = await send(front, [
      punch('In', '2026-11-05T09:00', 'Eve', { LocationId: back }),
      punch('In', '2026-12-05T09:00', 'Eve'),
      punch('In', '2024-11-05T09:00', 'Eve'),
      punch('Lunch', '2026-11-05T09:00', 'Eve'),
      { ...punch('In', '2026-11-05T09:00', 'Eve'), ClerkId: ' ' },
      punch('In', '2026-11-05T09:00', 'Eve'),
    ])
    expect(answer.Results.map(({ Status, Errors }) => [Status, Errors[0]?.FieldName])).toEqual([
      ['rejected', 'LocationId'],
      ['rejected', 'At'],
      ['rejected', 'At'],
      ['rejected', 'Kind'],
      ['rejected', 'ClerkId'],
      ['accepted', undefined],
    ])
  })

  it('say the same however the clocks change: eight hours on the wall are nine when they go back', async () => {
    await send(front, [
      { ...punch('In', '2026-04-04T22:00', 'Night'), At: '2026-04-04T22:00:00+11:00' },
      { ...punch('Out', '2026-04-05T06:00', 'Night'), At: '2026-04-05T06:00:00+10:00' },
    ])
    expect(await sheetsOf('2026-04-04')).toMatchObject([{ Start: '2026-04-04T22:00:00+11:00', End: '2026-04-05T06:00:00+10:00', Hours: 9 }])
  })
})

describe('T & A', () => {
  const [MON, FRI] = ['2026-11-09', '2026-11-13']
  beforeAll(async () => {
    await planShifts(app.database, room.venueId, front, NOW, [
      shift('Mo', MON, `${MON}T16:00`, '2026-11-10T00:00'),
      shift('Sam', MON, `${MON}T11:00`, `${MON}T17:00`, { breakMinutes: 0 }),
      shift('Lea', MON, `${MON}T09:00`, `${MON}T12:00`, { breakMinutes: 0 }),
      shift('Kim', FRI, `${FRI}T16:00`, `${FRI}T20:00`, { breakMinutes: 0, published: false }),
      shift(null, '2026-11-28', '2026-11-28T16:00', '2026-11-28T20:00', { breakMinutes: 0 }),
    ])
    await handIn(app.database, room.venueId, front, NOW, [
      { name: 'Mo', day: MON, start: `${MON}T15:45:00+11:00`, end: '2026-11-10T01:15:00+11:00', claimed: 540, approved: 525, approvedBy: 'Mia', cost: 29_313 },
      { name: 'Lea', day: MON, start: `${MON}T09:00:00+11:00`, end: `${MON}T17:00:00+11:00`, claimed: 480, isLeave: true },
      { name: 'Una', day: FRI, start: `${FRI}T09:00:00+11:00`, end: `${FRI}T12:00:00+11:00`, claimed: 180, cost: 9000 },
    ])
    await storeTrade(app.database, room.venueId, front, [plainSale(`${MON}T18:00:00+11:00`, 110_000)], NOW)
  })

  it('shows roster, claimed, actual and hours by person and weekday, leave beside them and no-shows named', async () => {
    const answer = await report(MON, '2026-11-15')
    expect(rowsIn(answer)).toEqual([
      ['Lea', 'Front Bar', 3, 0, 0, 0],
      ['Mo', 'Front Bar', 7.5, 9, 0, 8.75],
      ['Sam', 'Front Bar', 6, 0, 0, 0],
      ['Una', 'Front Bar', 0, 3, 0, 3],
    ])
    expect(answer.Rows.find(({ Name }) => Name === 'Mo')).toMatchObject({ ClaimedOnRoster: 1.5, ActualOnRoster: null, HoursOnRoster: 1.25, Cost: 293.13 })
    expect(kindsIn(answer)).toEqual(['LongerThanPlan Mo', 'NoShow Sam', 'Unplanned Una'])
    expect(answer.Counts).toMatchObject({ NoShow: 1, LongerThanPlan: 1, Unplanned: 1, Late: 0 })
    expect(answer.Exceptions.find(({ Kind }) => Kind === 'NoShow')).toMatchObject({
      Day: MON,
      From: `${MON}T11:00:00+11:00`,
      To: `${MON}T17:00:00+11:00`,
      Roster: 6,
      Hours: 0,
    })
    expect(answer.Totals).toMatchObject({ Roster: 16.5, Hours: 11.75, HoursOnRoster: -4.75, Cost: 383.13, Leave: 8, NotApproved: 1, NotMatched: 11.75 })
  })

  it('holds wages against sales without tax, of which each hour earns a part', async () => {
    const { Columns, Totals } = await report(MON, '2026-11-15')
    expect(Columns.map(({ Weekday, Date: day }) => [Weekday, day])[0]).toEqual([1, MON])
    expect(Columns[0]).toMatchObject({ Sales: 1000, Cost: 293.13, WagePercent: 29.3, SalesPerHour: 114.29 })
    expect(Totals).toMatchObject({ Sales: 1000, WagePercent: 38.3, SalesPerHour: 85.11 })
  })

  it('counts drafts only where they are asked for', async () => {
    expect((await report(FRI)).Totals.Roster).toBe(0)
    expect((await report(FRI, FRI, { Drafts: 'true' })).Totals.Roster).toBe(4)
  })

  it('keeps open shifts in a row of their own and out of the total, to be planned', async () => {
    const answer = await report('2026-11-28')
    expect(answer.Rows).toMatchObject([{ Person: 'OpenShift', Roster: 4, Hours: 0 }])
    expect([answer.Totals.Roster, kindsIn(answer)]).toEqual([0, ['ToPlan ']])
  })

  it('opens every figure: the days behind it add up to it, and each opens its shifts, timesheets and punches', async () => {
    await send(front, [
      punch('In', '2026-11-10T15:54', 'Pat'),
      punch('Out', '2026-11-10T19:54', 'Pat'),
      punch('In', '2026-11-11T16:00', 'Pat'),
      punch('Out', '2026-11-11T18:30', 'Pat'),
    ])
    const answer = await report(MON, '2026-11-15')
    const days = await ask<AttendanceDays>('/reports/time-attendance/days', { FromDate: MON, ToDate: '2026-11-15' })
    for (const figure of ['Roster', 'Claimed', 'Actual', 'Hours', 'Cost'] as const) {
      expect([figure, days.Totals[figure]]).toEqual([figure, answer.Totals[figure]])
      const sum = days.Days.reduce((all, day) => all + (day[figure] ?? 0), 0)
      expect(sum).toBeCloseTo(answer.Totals[figure] ?? 0, 5)
    }
    for (const { Who, LocationId, Day, Roster, Claimed, Actual, Hours, Cost } of days.Days) {
      const facts = await ask<AttendanceFacts>('/reports/time-attendance/shifts', { LocationId: LocationId ?? 0, Who, Day })
      expect(facts).toMatchObject({ Roster, Claimed, Actual, Hours, Cost })
      expect(facts.Works.reduce((sum, work) => sum + work.Hours, 0)).toBeCloseTo(Hours ?? 0, 5)
      expect(facts.Shifts.filter(({ Published }) => Published).reduce((sum, one) => sum + one.Hours, 0)).toBeCloseTo(Roster, 5)
    }
    const pat = days.Days.find(({ Name, Day }) => Name === 'Pat' && Day === '2026-11-10')
    const { Punches } = await ask<AttendanceFacts>('/reports/time-attendance/shifts', { LocationId: front, Who: pat?.Who ?? 0, Day: '2026-11-10' })
    expect(Punches.map(({ Kind, At, Till }) => [Kind, At, Till])).toEqual([
      ['In', '2026-11-10T15:54:00+11:00', 'T1'],
      ['Out', '2026-11-10T19:54:00+11:00', 'T1'],
    ])
  })

  it('adds the same timesheets up as /Timesheets lists', async () => {
    const range = { FromDate: MON, ToDate: '2026-11-15' }
    const { Timesheets } = await ask<{ Timesheets: WireTimesheet[] }>('/Timesheets', range)
    expect(Timesheets.reduce((sum, { Hours }) => sum + Hours, 0)).toBeCloseTo((await report(MON, '2026-11-15')).Totals.Hours ?? 0, 5)
  })

  it('takes hours claimed in a file and clocked at the till as one, once it is said who that is', async () => {
    const day = '2026-11-16'
    await planShifts(app.database, room.venueId, front, NOW, [shift('Jo file', day, `${day}T16:00`, '2026-11-17T00:00')])
    await handIn(app.database, room.venueId, front, NOW, [
      { name: 'Jo file', day, start: `${day}T15:45:00+11:00`, end: '2026-11-17T01:15:00+11:00', claimed: 540 },
    ])
    await send(front, [punch('In', `${day}T16:14`, 'Jo till'), punch('Out', '2026-11-17T01:00', 'Jo till')])
    expect(rowsIn(await report(day)).map(([name, , , , , hours]) => [name, hours])).toEqual([
      ['Jo file', 9],
      ['Jo till', 8.77],
    ])
    const { employeeId } = await room.hire('jo')
    const people = await ask<{ People: { PersonId: number; Name: string; EmployeeId: number | null; Suggested: number | null }[] }>('/attendance/people', {})
    const head = await room.at('head', ['can_viewtimesheet', 'can_editsettings'])
    for (const { PersonId } of people.People.filter(({ Name }) => Name.startsWith('Jo '))) {
      const { status } = await head.call('POST', `/attendance/people/${PersonId}`, { body: { EmployeeId: employeeId } })
      expect(status).toBe(200)
    }
    const answer = await report(day)
    expect(answer.Rows.map(({ Name, Person, Roster, Claimed, Actual, Hours }) => [Name, Person, Roster, Claimed, Actual, Hours])).toEqual([
      [expect.any(String), 'Employee', 7.5, 9, 8.77, 8.77],
    ])
    expect(kindsIn(answer).map((kind) => kind.split(' ')[0])).toEqual(['Late', 'LongerThanPlan'])
    expect(await sheetsOf(day, { EmployeeId: employeeId })).toMatchObject([
      { Claimed: 9, Actual: 8.77, Hours: 8.77, Source: 'File', RosterId: expect.any(String) },
    ])
  })

  it('marks who is clocked in at two locations at once, and counts hours where they were worked', async () => {
    await send(front, [punch('In', '2026-11-18T15:00', 'Theo'), punch('Out', '2026-11-18T23:34', 'Theo')])
    await send(back, [punch('In', '2026-11-18T22:50', 'Theo'), punch('Out', '2026-11-18T23:34', 'Theo')])
    const answer = await report('2026-11-18')
    expect(rowsIn(answer).map(([name, place, , , , hours]) => [name, place, hours])).toEqual([
      ['Theo', 'Front Bar', 8.57],
      ['Theo', 'Back Bar', 0.73],
    ])
    expect(answer.Exceptions.map(({ Kind, Location, AlsoAt }) => [Kind, Location, AlsoAt])).toEqual([
      ['Overlapping', 'Front Bar', 'Back Bar'],
      ['Overlapping', 'Back Bar', 'Front Bar'],
    ])
  })

  it('names who is still clocked in, and keeps them out of the hours and the payroll', async () => {
    await send(front, [punch('In', '2026-11-22T13:59', 'Oskar'), punch('In', '2026-11-22T09:00', 'Nia'), punch('Out', '2026-11-22T12:00', 'Nia')])
    const answer = await report('2026-11-22')
    expect([kindsIn(answer), answer.Totals.Hours]).toEqual([['StillIn Oskar'], 3])
    const payroll = await ask<PayrollAnswer>('/reports/payroll', { FromDate: '2026-11-22', ToDate: '2026-11-22' })
    expect(payroll).toMatchObject({ Rows: [{ Name: 'Nia', Hours: 3, Approved: false }], Totals: { Hours: 3 }, LeftOut: 1 })
  })

  it('spreads a salary over the days, and prices hours by the rate of their day', async () => {
    const head = await room.at('payer', ['can_viewtimesheet', 'can_editsettings'])
    await send(front, [
      punch('In', '2026-11-19T09:00', 'Sal'),
      punch('Out', '2026-11-19T12:00', 'Sal'),
      punch('In', '2026-11-19T09:00', 'Hal'),
      punch('Out', '2026-11-19T12:00', 'Hal'),
    ])
    const { People } = await ask<{ People: { PersonId: number; Name: string }[] }>('/attendance/people', {})
    const idOf = (name: string) => People.find(({ Name }) => Name === name)?.PersonId
    const none = await report('2026-11-19')
    expect(none.Totals).toMatchObject({ Cost: 0, Unpriced: 6 })
    const salary = { HomeLocationId: front, Rates: [{ FromDay: '2026-11-16', Per: 'Week', Amount: 1500.01 }] }
    expect((await head.call('POST', `/attendance/people/${idOf('Sal')}`, { body: { Rates: salary.Rates } })).status).toBe(400)
    expect((await head.call('POST', `/attendance/people/${idOf('Sal')}`, { body: salary })).status).toBe(200)
    await head.call('POST', `/attendance/people/${idOf('Hal')}`, {
      body: {
        Rates: [
          { FromDay: '2026-01-01', Per: 'Hour', Amount: 30 },
          { FromDay: '2026-11-20', Per: 'Hour', Amount: 40 },
        ],
      },
    })
    const week = await report('2026-11-16', '2026-11-22', { Locations: front })
    const costs = new Map(week.Rows.map(({ Name, Cost, Salaried }) => [Name, [Cost, Salaried]]))
    expect([costs.get('Sal'), costs.get('Hal')]).toEqual([
      [1500.01, true],
      [90, false],
    ])
    const days = await ask<AttendanceDays>('/reports/time-attendance/days', { FromDate: '2026-11-16', ToDate: '2026-11-22', Locations: front })
    expect(days.Totals.Cost).toBe(week.Totals.Cost)
    const gone = await head.call('GET', '/reports/time-attendance?FromDate=2026-11-16&ToDate=2026-11-22&format=csv')
    expect(gone.status).toBe(200)
  })

  it('shows somebody without can_viewtimesheet the roster, and neither hours nor wages nor sales', async () => {
    const answer = await report(MON, '2026-11-15', {}, planner)
    expect(answer).toMatchObject({
      SeesTimesheets: false,
      Totals: { Roster: 16.5, Claimed: null, Hours: null, Cost: null, Sales: null, Unpriced: null },
      Exceptions: [],
    })
    expect(answer.Rows.map(({ Name }) => Name)).toEqual(['Lea', 'Mo', 'Sam'])
    const { Rosters } = await ask<{ Rosters: WireRoster[] }>('/Rosters', { FromDate: MON, ToDate: MON }, planner)
    expect(Rosters.map(({ EmployeeName, Hours, Cost, Published }) => [EmployeeName, Hours, Cost, Published])).toEqual([
      ['Lea', 3, null, true],
      ['Sam', 6, null, true],
      ['Mo', 7.5, null, true],
    ])
    expect((await planner.call('GET', `/reports/payroll?FromDate=${MON}&ToDate=${MON}`)).status).toBe(403)
  })

  it('tells of the granted locations alone', async () => {
    const here = await room.at('here', ['can_viewtimesheet'], [back])
    expect(rowsIn(await report('2026-11-18', '2026-11-18', {}, here)).map(([name, place]) => [name, place])).toEqual([['Theo', 'Back Bar']])
    expect((await here.call('GET', `/Timesheets?FromDate=${MON}&ToDate=${MON}&LocationId=${front}`)).status).toBe(404)
  })

  it('shows sales, and what would let them be computed, only with can_viewsales', async () => {
    const payroll = await room.at('payroll', ['can_viewtimesheet'])
    const { Columns, Totals } = await report(MON, '2026-11-15', {}, payroll)
    for (const one of [...Columns, Totals]) expect(one).toMatchObject({ Sales: null, WagePercent: null, SalesPerHour: null })
    expect(Totals.Cost).toBeGreaterThan(0)
  })

  it('is the same wages in Weekly Summary, for those who may see timesheets', async () => {
    const owner = await room.at('weekly', ['can_viewsales', 'can_viewtimesheet'])
    const seller = await room.at('weekly-seller', ['can_viewsales'])
    const path = `/reports/weekly-summary?FromDate=${MON}&ToDate=2026-11-15`
    const wages = async (by: Visitor) => {
      const { body } = await by.call<{ Blocks: { Block: string; Rows: { Key: string; Total: number | null; Days: (number | null)[] }[] }[] }>('GET', path)
      return body.Blocks.find(({ Block }) => Block === 'wages')?.Rows ?? []
    }
    const { Totals, Columns } = await report(MON, '2026-11-15')
    expect((await wages(owner)).map(({ Key, Total, Days }) => [Key, Total, Days[0]])).toEqual([
      ['Wages', Totals.Cost, Columns[0]?.Cost],
      ['WagePercent', Totals.WagePercent, Columns[0]?.WagePercent],
      ['HoursPaid', Totals.Hours, Columns[0]?.Hours],
      ['HoursRostered', Totals.Roster, Columns[0]?.Roster],
    ])
    expect(await wages(seller)).toEqual([])
  })

  it('keeps what is counted as it comes equal to what all facts come to, by day and by month', async () => {
    const random = (n: number) => Math.floor(Math.random() * n)
    const kinds = ['In', 'Out', 'BreakStart', 'BreakEnd'] as const
    const sent = Array.from({ length: 60 }, (_, i) => ({
      ...punch(
        kinds[random(4)] ?? 'In',
        `2026-10-${String(28 + random(4)).padStart(2, '0')}T${String(random(24)).padStart(2, '0')}:${String(random(60)).padStart(2, '0')}`,
        `Any ${random(3)}`,
      ),
      PunchId: `R${random(40)}`,
      Revision: 1 + i,
    }))
    for (const one of sent) await send(random(2) ? front : back, [one])
    const stored = () =>
      app.database.readVenue(room.venueId, async (sql) => [
        await sql`select location_id, day, who, rostered, drafted, claimed, actual, payable, on_leave, cost, unpriced, late, beyond, marks, due_at from attendance_day order by 1, 2, 3`,
        await sql`select location_id, month, who, weekday, rostered, drafted, claimed, actual, payable, on_leave, cost, unpriced, not_approved, shown from attendance_month order by 1, 2, 3, 4`,
      ])
    const before = await stored()
    const who = [...new Set((before[0] as unknown as { who: number }[]).map((row) => row.who))].filter((one) => one !== 0)
    expect(who.length).toBeGreaterThan(10)
    await workInVenue(app.database, room.venueId, NOW, (scope) => recountPeople(scope, who))
    expect(await stored()).toEqual(before)
    const [year, days] = [
      await report('2026-01-01', '2026-12-31'),
      await ask<AttendanceDays>('/reports/time-attendance/days', { FromDate: '2026-01-01', ToDate: '2026-12-31' }),
    ]
    expect(year.Totals).toMatchObject(days.Totals)
    const months = await Promise.all([report('2026-01-01', '2026-11-12'), report('2026-11-13', '2026-12-31')])
    expect(months.reduce((sum, { Totals }) => sum + (Totals.Hours ?? 0), 0)).toBeCloseTo(year.Totals.Hours ?? 0, 1)
  })

  it('says where the nearest hours are when a range has none', async () => {
    const answer = await report('2027-03-01', '2027-03-07')
    expect([answer.Rows, answer.Nearest]).toEqual([[], '2026-11-28'])
  })

  it('refuses a range that ends before it begins, one that is too long, and a venue that has it switched off', async () => {
    const code = async (path: string) => (await manager.call<{ ResponseStatus: { ErrorCode: string } }>('GET', path)).body.ResponseStatus?.ErrorCode
    expect(await code('/Timesheets?FromDate=2026-11-02&ToDate=2026-11-01')).toBe('RangeBackwards')
    expect(await code('/Timesheets?FromDate=2020-11-02&ToDate=2026-11-01')).toBe('RangeTooLong')
    expect(await code('/reports/time-attendance?FromDate=2020-11-02&ToDate=2026-11-01')).toBe('RangeTooLong')
    await app.database.house`update venue set show_time_and_attendance_module = false where venue_id = ${room.venueId}`
    try {
      await expect.poll(() => code('/reports/time-attendance?FromDate=2026-11-02&ToDate=2026-11-02'), { timeout: 10_000 }).toBe('SwitchedOff')
    } finally {
      await app.database.house`update venue set show_time_and_attendance_module = true where venue_id = ${room.venueId}`
    }
  })
})
