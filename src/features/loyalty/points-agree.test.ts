import { afterAll, beforeAll, expect, it } from 'vitest'
import type { VisitsAnswer } from '#features/reports/member-visits/member-visits.contract.ts'
import type { WeeklyAnswer } from '#features/reports/weekly-summary/weekly-summary.contract.ts'
import { everyDay } from '#shared/day.ts'
import { periodsOf } from '#tests/by-period.ts'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { PointsAnswer } from './loyalty-reports.contract.ts'

/** A Friday evening in Sydney, 21:04: the week is open. */
const NOW = new Date('2026-11-20T10:04:00Z')
const WEEK = { FromDate: '2026-11-16', ToDate: '2026-11-22' }
let app: StartedApp
let room: StaffRoom
let manager: Visitor
let [front, back] = [0, 0]

const sell = async (place: number, at: string, LoyaltyCard: string, Accrued: number, Redeemed = 0, changes: object = {}) => {
  const sale = plainSale(`${at}+11:00`, 1000, { LoyaltyCard, Points: { Accrued, Redeemed }, ...changes })
  await storeTrade(app.database, room.venueId, place, [sale], NOW)
  return sale.SaleId
}
const post = async (to: string, body: object) => expect((await manager.call('POST', to, { body })).status).toBe(200)
const get = async <T>(path: string, query: Record<string, string>): Promise<T> => {
  const { status, body } = await manager.call<T>('GET', `${path}?${new URLSearchParams(query)}`)
  expect(status, JSON.stringify(body).slice(0, 300)).toBe(200)
  return body
}

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => NOW })
  room = await staffRoom(app, 'One Ledger')
  ;[front = 0, back = 0] = room.locationIds
  manager = await room.at('counter', ['can_viewloyalty', 'can_editloyalty', 'can_viewsales'])
  // Last week, before and after this time of its Friday; last year's Thursday.
  await sell(front, '2026-11-13T18:00:00', 'A1', 31)
  await sell(front, '2026-11-13T22:30:00', 'A1', 1000)
  await sell(back, '2026-11-10T12:00:00', 'A1', 7, 2)
  await sell(back, '2025-11-20T12:00:00', 'A1', 400)
  // This week: a sale, a refund of part of it, a void, a correction, points by hand, and a sale on a replaced card.
  const sold = await sell(front, '2026-11-16T12:00:00', 'A1', 100)
  await sell(front, '2026-11-18T12:00:00', 'A1', -30, 0, {
    Type: 'Refund',
    OriginalSaleId: sold,
    Lines: [{ Plu: 'P1', Quantity: '-1', Gross: -300, Net: -300 }],
    Tenders: [{ Method: 'Cash', Amount: -300 }],
    Totals: { Total: -300 },
  })
  const voided = await sell(back, '2026-11-17T12:00:00', 'B1', 40, 10)
  await storeTrade(
    app.database,
    room.venueId,
    back,
    [{ SaleId: 'v', TerminalId: 'T1', Type: 'Void', OriginalSaleId: voided, ClosedAt: `2026-11-17T13:00:00+11:00` }],
    NOW,
  )
  const corrected = await sell(back, '2026-11-19T12:00:00', 'B1', 25)
  await sell(back, '2026-11-19T12:00:00', 'B1', 35, 5, { SaleId: corrected, Revision: 2 })
  await post('/loyalty/A1/points', { Points: 500, LocationId: front })
  await post('/loyalty/A1/transfer/B1', { Points: 50, LocationId: back })
  await post('/loyalty/A1/replace/A2', { Comments: 'Lost', LocationId: front })
  await sell(front, '2026-11-20T20:00:00', 'A1', 9)
  await sell(back, '2026-11-20T12:00:00', 'A2', 0, 60)
})
afterAll(() => app.close())

it('Loyalty Points, member visits, which the dashboard shows, and the Weekly Summary tell the same points, at each location and over all, by day and whole', async () => {
  for (const places of [[front, back], [front], [back]]) {
    const query = { ...WEEK, Locations: places.join(',') }
    const points = await get<PointsAnswer>('/points', { ...query, Interval: 'day' })
    const visits = await get<VisitsAnswer>('/sales/membervisits', { ...query, Interval: 'day' })
    const weekly = await get<WeeklyAnswer>('/reports/weekly-summary', query)
    const ofWeek = (key: string) => weekly.Blocks.flatMap(({ Rows }) => Rows).find(({ Key }) => Key === key)
    for (const [own, name] of [
      ['Accrued', 'PointsAccrued'],
      ['Redeemed', 'PointsRedeemed'],
    ] as const) {
      expect([name, visits.Totals[name], ofWeek(name)?.Total]).toEqual([name, points.Totals[own], points.Totals[own]])
      if (places.length === 2) expect(points.Totals[own]).toBeGreaterThan(0)
      const byDay = periodsOf(points, points.Totals as Required<typeof points.Totals>).map((day) => day[own])
      expect(periodsOf(visits, visits.Totals).map((day) => day[name])).toEqual(byDay)
      const come = everyDay(WEEK.FromDate, WEEK.ToDate).map((day) => day <= '2026-11-20')
      expect(ofWeek(name)?.Days).toEqual(byDay.map((value, i) => (come[i] ? value : null)))
      for (const { LocationId, ...row } of points.Locations) {
        const there = visits.Locations.find((one) => one.LocationId === LocationId)
        expect([LocationId, there?.[name]]).toEqual([LocationId, row[own]])
      }
    }
  }
  expect((await get<PointsAnswer>('/points', WEEK)).Totals).toMatchObject({ Accrued: 209, Redeemed: 75 })
})

it('member visits tell points by week and month as by day, and of some weekdays', async () => {
  const range = { FromDate: '2026-11-01', ToDate: '2026-11-22' }
  const told = async (query: Record<string, string>) => {
    const { Totals, Periods } = await get<VisitsAnswer>('/sales/membervisits', { ...range, ...query })
    return [[Totals.PointsAccrued, Totals.PointsRedeemed], ...periodsOf({ Periods }, Totals).map((one) => [one.PointsAccrued, one.PointsRedeemed])]
  }
  expect(await told({ Interval: 'month' })).toEqual([
    [1247, 77],
    [1247, 77],
  ])
  expect(await told({ Interval: 'week' })).toEqual([
    [1247, 77],
    [0, 0],
    [0, 0],
    [1038, 2],
    [209, 75],
  ])
  expect((await told({ Interval: 'month', Weekdays: '2,4' }))[0]).toEqual([107, 17])
})

it('a week that is open holds points against those of last week up to the same minute', async () => {
  const weekly = await get<WeeklyAnswer>('/reports/weekly-summary', WEEK)
  const row = (key: string) => weekly.Blocks.flatMap(({ Rows }) => Rows).find(({ Key }) => Key === key)
  expect([row('PointsAccrued')?.LastWeek, row('PointsAccrued')?.LastYear]).toEqual([38, 400])
  expect([row('PointsRedeemed')?.LastWeek, row('PointsRedeemed')?.LastYear]).toEqual([2, 0])
  const today = { FromDate: '2026-11-20', ToDate: '2026-11-20', Compare: 'same-days-last-week' }
  const visits = await get<VisitsAnswer>('/sales/membervisits', today)
  expect([visits.Totals.PointsAccrued, visits.Totals.PointsRedeemed, visits.Compare?.Totals.PointsAccrued]).toEqual([9, 60, 31])
})

it('member visits tell the points of Loyalty Points over three years, by day, month and year, and those of the range before', async () => {
  const range = { FromDate: '2023-11-21', ToDate: '2026-11-20' }
  for (const Interval of ['day', 'week', 'month', 'year']) {
    const points = await get<PointsAnswer>('/points', { ...range, Interval })
    const visits = await get<VisitsAnswer>('/sales/membervisits', { ...range, Interval })
    for (const [own, name] of [
      ['Accrued', 'PointsAccrued'],
      ['Redeemed', 'PointsRedeemed'],
    ] as const) {
      const byPeriod = periodsOf(points, points.Totals as Required<typeof points.Totals>).map((period) => period[own])
      expect([Interval, visits.Totals[name], periodsOf(visits, visits.Totals).map((period) => period[name])]).toEqual([Interval, points.Totals[own], byPeriod])
    }
  }
  const half = { FromDate: '2026-05-20', ToDate: '2026-11-20', Interval: 'month', Compare: 'same-weeks-last-year' }
  const [points, visits] = [await get<PointsAnswer>('/points', half), await get<VisitsAnswer>('/sales/membervisits', half)]
  expect(points.Compare?.Totals.Accrued).toBeGreaterThan(0)
  expect([visits.Compare?.Totals.PointsAccrued, visits.Compare?.Totals.PointsRedeemed]).toEqual([
    points.Compare?.Totals.Accrued,
    points.Compare?.Totals.Redeemed,
  ])
})

it('member visits of days that are still to come are none, also compared', async () => {
  const { Totals, Compare } = await get<VisitsAnswer>('/sales/membervisits', { FromDate: '2026-12-01', ToDate: '2026-12-31', Compare: 'previous' })
  expect([Totals.Visits, Totals.PointsAccrued, Compare?.Totals.Visits, Compare?.Totals.PointsAccrued]).toEqual([0, 0, 0, 0])
})
