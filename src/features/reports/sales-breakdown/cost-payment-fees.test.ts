import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PaymentsAnswer } from '#features/reports/payments/payment-sums.rules.ts'
import { LinkHouse } from '#tests/link-house.ts'
import { filesOf } from '#tests/report-files.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { CostsAnswer } from './sales-breakdown.contract.ts'

const DAY = 86_400
let house: LinkHouse
let owner: Visitor
let front: number
let back: number

const now = Math.floor(Date.now() / 1000)
const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)
const WEEKS = { FromDate: dayOf(now - 20 * DAY), ToDate: dayOf(now - 5 * DAY) }

/** Front Bar and Back Bar sold; the venue's link has payments of both, and one told of no location. */
beforeAll(async () => {
  house = await LinkHouse.open('What Cards Cost')
  owner = await house.room.at('owner-of-costs', ['can_viewsales', 'can_viewbreakdown', 'can_viewpayments', 'can_linkpayment'])
  ;[front = 0, back = 0] = house.room.locationIds
  const at = new Date(now * 1000)
  const noon = (back: number) => `${dayOf(now - back * DAY)}T12:00:00+11:00`
  await storeTrade(house.app.database, house.room.venueId, front, [plainSale(noon(10), 110_000)], at)
  await storeTrade(house.app.database, house.room.venueId, back, [plainSale(noon(12), 33_000)], at)
})
afterAll(() => house.close())

const ask = async <T>(path: string, query: Record<string, string | number> = {}, by = owner): Promise<T> => {
  const { status, body } = await by.call<T>('GET', `${path}?${new URLSearchParams({ ...WEEKS, ...query } as Record<string, string>)}`)
  expect({ path, status, body: status === 200 ? '' : body }).toEqual({ path, status: 200, body: '' })
  return body as T
}
const costs = (query: Record<string, string | number> = {}, by = owner) => ask<CostsAnswer>('/sales/costs', { Interval: 'day', ...query }, by)
const payments = (query: Record<string, string | number> = {}) => ask<PaymentsAnswer>('/reports/payments', query)

it('payment fees are not known before anything is linked', async () => {
  const { Totals, NotKept } = await costs()
  expect([Totals.PaymentFees, Totals.PaymentFeesPercent, NotKept.includes('PaymentFees')]).toEqual([null, null, true])
  expect(Totals.Contribution).not.toBeNull()
})

it('payment fees are those of Payments, by day and location, and are taken off what is left', async () => {
  const before = await costs()
  const { books } = house.stripe.account('acct_Costs')
  const pay = (amount: number, back: number, place?: number) =>
    books.charge({ amount, at: now - back * DAY, ourFee: 50, metadata: place === undefined ? {} : { LocationId: String(place) } })
  pay(55_000, 10, front)
  pay(22_000, 11, front)
  pay(33_000, 12, back)
  pay(4_000, 12)
  await house.link(owner, 'acct_Costs')
  await house.work()

  const paid = await payments()
  const told = await costs()
  const fees = paid.Totals[0]?.Fees ?? 0
  expect(fees).toBeGreaterThan(2)
  expect(told.Totals.PaymentFees).toBe(fees)
  expect(told.NotKept).not.toContain('PaymentFees')
  expect(told.Totals.Contribution).toBeCloseTo((before.Totals.Contribution ?? 0) - fees, 2)
  expect(told.Totals.PrimeCost).toBe(before.Totals.PrimeCost)
  const feesAt = (place: number) => paid.Places.find(({ LocationId }) => LocationId === place)?.Fees
  expect(told.Locations.map(({ PaymentFees }) => PaymentFees)).toEqual([feesAt(front), feesAt(back)])
  const byDay = told.Periods.map(
    ({ FromDate }) => paid.Days.filter(({ Day }) => Day === FromDate).reduce((sum, { Fees }) => sum + Math.round(Fees * 100), 0) / 100,
  )
  expect(told.Totals.ByPeriod.PaymentFees).toEqual(byDay)
  expect((await costs({ Locations: back })).Totals.PaymentFees).toBe((await payments({ Locations: back })).Totals[0]?.Fees)
  expect((await costs({ Interval: 'month' })).Totals.PaymentFees).toBe(fees)
  const { csv } = await filesOf(house.app.url, owner, '/sales/costs', WEEKS)
  expect(csv.find(([name]) => name === 'Payment fees')?.[1]).toBe(fees.toFixed(2))
})

it('payment fees are compared by whole days, and known neither by the hour nor for a part of the day', async () => {
  const other = { FromDate: dayOf(now - 11 * DAY), ToDate: dayOf(now - 10 * DAY) }
  const compared = await costs({ ...other, Compare: 'custom', CompareFrom: dayOf(now - 13 * DAY), CompareTo: dayOf(now - 12 * DAY) })
  const before = await payments({ FromDate: dayOf(now - 13 * DAY), ToDate: dayOf(now - 12 * DAY) })
  expect(compared.Compare?.Totals.PaymentFees).toBe(before.Totals[0]?.Fees)
  const { Totals } = await costs({ ...other, ToDate: other.FromDate, Interval: 'hour' })
  expect(Totals.PaymentFees).toBe((await payments({ ...other, ToDate: other.FromDate })).Totals[0]?.Fees)
  expect(Totals.ByPeriod.PaymentFees?.every((one) => one === null)).toBe(true)
  expect(Totals.ByPeriod.Contribution.every((one) => one === null)).toBe(true)
})

it('payment fees are for those who may see Payments, and of no location for those who hold all', async () => {
  const seller = await house.room.at('sees-no-payments', ['can_viewsales', 'can_viewbreakdown'])
  const told = await costs({}, seller)
  for (const totals of [told.Totals, told.Totals.ByPeriod, told.Locations[0]]) expect(totals).not.toHaveProperty('PaymentFees')
  expect(told.NotKept).toContain('PaymentFees')
  const barkeeper = await house.room.at('front-only', ['can_viewsales', 'can_viewbreakdown', 'can_viewpayments'], [front])
  const own = await costs({}, barkeeper)
  expect(own.Totals.PaymentFees).toBe((await payments({ Locations: front })).Totals[0]?.Fees)
})
