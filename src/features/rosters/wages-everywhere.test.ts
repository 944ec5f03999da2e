import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CostsAnswer } from '#features/reports/sales-breakdown/sales-breakdown.contract.ts'
import { filesOf } from '#tests/report-files.ts'
import { handIn } from '#tests/roster-house.ts'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { AttendanceAnswer } from './time-attendance.contract.ts'

/** Four minutes past nine of a Sunday evening in Sydney. */
const NOW = new Date('2026-11-22T10:04:00Z')
const [MON, TUE, SUN] = ['2026-11-09', '2026-11-10', '2026-11-15']
const ALL_TAGS = ['can_viewsales', 'can_viewbreakdown', 'can_viewtimesheet', 'can_viewroster', 'can_viewdashboard'] as const
let app: StartedApp
let room: StaffRoom
let front: number
let back: number
let owner: Visitor

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => NOW })
  room = await staffRoom(app, 'The Roster')
  ;[front = 0, back = 0] = room.locationIds
  await app.database.house`update venue set show_time_and_attendance_module = true where venue_id = ${room.venueId}`
  owner = await room.at('owner', [...ALL_TAGS, 'can_editsettings'])
  const worked = (name: string, day: string, hours: number, cost: number | null) => ({
    name,
    day,
    start: `${day}T09:00:00+11:00`,
    end: `${day}T${String(9 + hours).padStart(2, '0')}:00:00+11:00`,
    claimed: hours * 60,
    cost,
  })
  await handIn(app.database, room.venueId, front, NOW, [
    worked('Mo', MON, 8, 20_000),
    worked('Mo', TUE, 4, 10_033),
    worked('Una', MON, 3, null),
    worked('Mo', '2026-11-02', 5, 12_500),
    worked('Mo', '2026-11-22', 5, 12_500),
  ])
  await handIn(app.database, room.venueId, back, NOW, [worked('Ines', TUE, 6, 15_050)])
  await handIn(app.database, room.venueId, 0, NOW, [{ ...worked('Ed', TUE, 2, 4_000), locationId: null }])
  await storeTrade(app.database, room.venueId, front, [plainSale(`${MON}T18:00:00+11:00`, 110_000), plainSale('2026-11-02T18:00:00+11:00', 55_000)], NOW)
  await storeTrade(app.database, room.venueId, back, [plainSale(`${TUE}T18:00:00+11:00`, 33_000)], NOW)
})
afterAll(() => app.close())

type Query = Record<string, string | number>
const ask = async <T>(path: string, query: Query, by: Visitor): Promise<T> => {
  const { status, body } = await by.call<T>('GET', `${path}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`)
  expect({ path, status, body: status === 200 ? '' : body }).toEqual({ path, status: 200, body: '' })
  return body as T
}
const WEEK = { FromDate: MON, ToDate: SUN }
const costs = (more: Query = {}, by = owner) => ask<CostsAnswer>('/sales/costs', { ...WEEK, Interval: 'day', ...more }, by)
const attendance = (more: Query = {}, by = owner) => ask<AttendanceAnswer>('/reports/time-attendance', { ...WEEK, ...more }, by)
interface Weekly {
  Blocks: { Block: string; Rows: { Key: string; Total: number | null; Days: (number | null)[] }[] }[]
}
const weekly = async (more: Query = {}, by = owner) =>
  (await ask<Weekly>('/reports/weekly-summary', { ...WEEK, ...more }, by)).Blocks.find(({ Block }) => Block === 'wages')?.Rows ?? []

describe('wages', () => {
  it.each([
    ['everywhere', () => ({})],
    ['at one location', () => ({ Locations: front })],
    ['at the other', () => ({ Locations: back })],
  ])('are the same in T & A, Costs and Weekly Summary, %s', async (_, where) => {
    const [{ Totals, Columns }, told, rows] = await Promise.all([attendance(where()), costs(where()), weekly(where())])
    expect(Totals.Cost).toBeGreaterThan(100)
    expect([told.Totals.Wages, told.Totals.WagesPercent]).toEqual([Totals.Cost, Totals.WagePercent])
    expect(told.Totals.ByPeriod.Wages).toEqual(Columns.map(({ Cost }) => Cost))
    expect(rows.find(({ Key }) => Key === 'Wages')).toMatchObject({ Total: Totals.Cost, Days: Columns.map(({ Cost }) => Cost) })
    expect(rows.find(({ Key }) => Key === 'WagePercent')?.Total).toBe(Totals.WagePercent)
    expect(told.UnpricedHours).toBe(Totals.Unpriced)
  })

  it('are part of prime cost and are taken off what is left, at each location and in total, areas without a location among them', async () => {
    const { Totals, Locations, NotKept, UnpricedHours, UnplacedWages } = await costs()
    expect(Totals).toMatchObject({
      NetExTax: 1300,
      Wages: 490.83,
      WagesPercent: 37.8,
      CostOfGoods: 357.5,
      PrimeCost: 848.33,
      Contribution: 451.67,
      ContributionPercent: 34.7,
    })
    expect(Locations.map(({ Wages }) => Wages)).toEqual([300.33, 150.5])
    expect({ UnpricedHours, UnplacedWages }).toEqual({ UnpricedHours: 3, UnplacedWages: 40 })
    expect(NotKept).not.toContain('Wages')
  })

  it('are told by week, month and year as by day, and of chosen weekdays', async () => {
    const range = { FromDate: '2026-10-20', ToDate: '2026-12-31' }
    const whole = (await attendance(range)).Totals.Cost
    for (const Interval of ['day', 'week', 'month', 'year']) {
      const { Totals } = await costs({ ...range, Interval })
      expect([Interval, Totals.Wages, Totals.ByPeriod.Wages?.reduce<number>((sum, one) => sum + Math.round((one ?? 0) * 100), 0)]).toEqual([
        Interval,
        whole,
        Math.round((whole ?? 0) * 100),
      ])
    }
    expect((await costs({ Weekdays: 2 })).Totals.Wages).toBe(290.83)
  })

  it('are compared with whole days; a day that is open has none to compare', async () => {
    const over = await costs({ Compare: 'same-days-last-week' })
    expect(over.Compare?.Totals).toMatchObject({ Wages: 125, CostOfGoods: 137.5, PrimeCost: 262.5 })
    const open = await costs({ FromDate: '2026-11-16', ToDate: '2026-11-22', Compare: 'same-days-last-week' })
    expect([open.Totals.Wages, open.Compare?.Totals.Wages, open.Compare?.Totals.Contribution]).toEqual([125, null, null])
  })

  it('are not known by the hour or for a part of the day, and what would need them says so', async () => {
    const { Totals } = await costs({ ToDate: MON, Interval: 'hour' })
    expect(Totals.Wages).toBe(200)
    expect(Totals.ByPeriod.Wages?.every((one) => one === null)).toBe(true)
    expect(Totals.ByPeriod.Contribution.every((one) => one === null)).toBe(true)
  })

  it('are absent for somebody who may not see timesheets, and where T & A is switched off', async () => {
    const seller = await room.at('seller', ['can_viewsales', 'can_viewbreakdown', 'can_viewroster'])
    const told = await costs({ Compare: 'same-days-last-week' }, seller)
    for (const totals of [told.Totals, told.Totals.ByPeriod, told.Locations[0], told.Compare?.Totals]) {
      expect(totals).not.toHaveProperty('Wages')
      expect(totals).not.toHaveProperty('WagesPercent')
    }
    expect(told).not.toHaveProperty('UnpricedHours')
    expect(told).not.toHaveProperty('UnplacedWages')
    expect([told.Totals.PrimeCost, told.NotKept.includes('Wages')]).toEqual([357.5, true])
    const costRows = async (by: Visitor) => (await filesOf(app.url, by, '/sales/costs', WEEK)).csv
    expect((await costRows(owner)).filter(([name]) => name === 'Wages')).toEqual([['Wages', '490.83', '37.8']])
    expect((await costRows(seller)).flat()).not.toContain('490.83')
    expect((await costRows(seller)).filter(([name]) => name === 'Wages')).toEqual([])
    expect((await seller.call('GET', '/attendance/people')).status).toBe(403)
    await app.database.house`update venue set show_time_and_attendance_module = false where venue_id = ${room.venueId}`
    try {
      await expect.poll(async () => 'Wages' in (await costs()).Totals, { timeout: 10_000 }).toBe(false)
    } finally {
      await app.database.house`update venue set show_time_and_attendance_module = true where venue_id = ${room.venueId}`
    }
  })

  it('are those of the granted locations alone', async () => {
    const here = await room.at('here', ALL_TAGS, [back])
    const { Totals, UnplacedWages } = await costs({}, here)
    expect([Totals.Wages, UnplacedWages]).toEqual([150.5, undefined])
    expect((await here.call('GET', `/sales/costs?${new URLSearchParams({ ...WEEK, Locations: String(front) })}`)).status).toBe(404)
  })
})
