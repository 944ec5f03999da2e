import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { PointsAnswer } from './loyalty-reports.contract.ts'
import { POINTS_FIGURES } from './points-figures.rules.ts'

/** Fridays in Sydney, a week apart: points move on the first at six in the evening, and the second is compared with it. */
const [THEN, NOW] = ['2026-11-13', '2026-11-20']
const at = (day: string, time: string) => new Date(`${day}T${time}:00+11:00`)
let clock = at(THEN, '18:00')

let app: StartedApp
let room: StaffRoom
let manager: Visitor
let front: number

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => clock })
  room = await staffRoom(app, 'The Week Before')
  front = room.locationIds[0] ?? 0
  manager = await room.at('comparer', ['can_viewloyalty', 'can_editloyalty'])
  await trade()
})
afterAll(() => app.close())

const post = async <T>(path: string, body: object): Promise<T> => {
  const answer = await manager.call<T>('POST', `/loyalty/${path}`, { body })
  expect([path, answer.status]).toEqual([path, 200])
  return answer.body
}
const sell = async (LoyaltyCard: string, Accrued: number, Redeemed = 0, changes: object = {}) => {
  const sale = plainSale(clock.toISOString(), 2000, { LoyaltyCard, Points: { Accrued, Redeemed }, ...changes })
  await storeTrade(app.database, room.venueId, front, [sale], clock)
  return sale.SaleId
}
/** One of each kind of movement. */
const trade = async () => {
  const [a, b] = ['C1', 'C2']
  await sell(a, 100)
  const voided = await sell(a, 30, 50)
  await storeTrade(
    app.database,
    room.venueId,
    front,
    [{ SaleId: 'Void', TerminalId: 'T1', Type: 'Void', OriginalSaleId: voided, ClosedAt: clock.toISOString() }],
    clock,
  )
  await sell(b, 0, 40)
  const moved = await post<{ MovementId: string }>(`${a}/transfer/${b}`, { Points: 60, LocationId: front })
  await post(`movements/${moved.MovementId}/reverse`, { Points: 15, Comments: 'Too many' })
  await post(`${a}/points`, { Points: -5, LocationId: front, Comments: 'Wrong' })
  await post(`${a}/replace/C3`, { LocationId: front })
  await sell('C3', 0, 20, {
    Lines: [{ Plu: 'V20', Kind: 'NonSale', Voucher: 20, Quantity: '1', Gross: 2000, Net: 2000 }],
    Tenders: [{ Method: 'Points', Amount: 2000 }],
  })
}

const report = async (query: string) => (await manager.call<PointsAnswer>('GET', `/points?${query}`)).body
const compared = async (Compare = 'same-days-last-week') => (await report(`FromDate=${NOW}&ToDate=${NOW}&Compare=${Compare}`)).Compare
const figuresOf = (row: object | undefined) => Object.fromEntries(POINTS_FIGURES.map((figure) => [figure, (row as Record<string, unknown>)?.[figure]]))

it('while the day is under way, only what had happened by this time of the day counts', async () => {
  clock = at(NOW, '17:59')
  const before = await compared()
  expect(before).toMatchObject({ Kind: 'same-days-last-week', Ranges: [{ FromDate: THEN, ToDate: THEN }], SameElapsedPart: true })
  expect(before?.Totals).toMatchObject({ Accrued: 0, Redeemed: 0, Adjustments: 0, SalesReportPoints: 0, Voucher20: 0 })
})

it('once that time has come, each figure is that of the day itself, whatever kind of movement it came of', async () => {
  clock = at(NOW, '18:01')
  const day = await report(`FromDate=${THEN}&ToDate=${THEN}`)
  // Every figure the roll-forward has but expiries is there.
  for (const figure of ['Accrued', 'AccruedReversed', 'Redeemed', 'RedeemedReversed', 'Adjustments', 'TransfersIn', 'ReplacedIn', 'Voucher20'] as const)
    expect([figure, day.Totals[figure]]).not.toEqual([figure, 0])
  const then = await compared()
  expect(figuresOf(then?.Totals)).toEqual(figuresOf(day.Totals))
  expect(figuresOf(then?.Locations.find(({ LocationId }) => LocationId === front))).toEqual(
    figuresOf(day.Locations.find(({ LocationId }) => LocationId === front)),
  )
})

it('days that are over are compared whole, an average is divided, and a comparison that does not fit is refused by name', async () => {
  clock = at('2026-11-24', '12:00')
  const [whole, day] = [await compared(), await report(`FromDate=${THEN}&ToDate=${THEN}`)]
  expect(whole?.SameElapsedPart).toBe(false)
  expect(figuresOf(whole?.Totals)).toEqual(figuresOf(day.Totals))
  expect((await compared('four-week-average'))?.Totals.Accrued).toBe(Math.round((day.Totals.Accrued ?? 0) / 4))
  expect(await compared('none')).toBeNull()
  const long = await manager.call('GET', `/points?FromDate=2026-11-01&ToDate=2026-11-20&Compare=four-week-average`)
  expect([long.status, long.body.ResponseStatus?.Errors[0]?.FieldName]).toEqual([400, 'Compare'])
})
