import { afterAll, beforeAll, expect, it } from 'vitest'
import { BURGER, DeliverectHouse } from '#tests/deliverect-house.ts'
import { filesOf } from '#tests/report-files.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { CostsAnswer } from './sales-breakdown.contract.ts'

const DAY = 86_400
let at: DeliverectHouse
let now: number

const dayOf = (seconds: number) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Sydney' }).format(new Date((seconds - 5 * 3600) * 1000))
const weeks = () => ({ FromDate: dayOf(now - 20 * DAY), ToDate: dayOf(now - 5 * DAY) })

/** Two locations that sell through channels; nobody said what these take yet. */
beforeAll(async () => {
  at = await DeliverectHouse.open('What Channels Cost')
  now = at.fake.standIn.seconds
  await at.link(at.front)
  // Channels tell no cost of what they sell; without any there would be no contribution.
  const rungUp = plainSale(new Date((now - 11 * DAY) * 1000).toISOString(), 2200)
  await storeTrade(at.house.app.database, at.house.room.venueId, at.front, [rungUp], new Date(now * 1000))
  await at.link(at.back, at.fake.location('Garden', { accountId: at.bar.accountId, locationId: 'garden', channels: [12, 61] }))
})
afterAll(() => at.close())

const costs = async (query: Record<string, string | number> = {}): Promise<CostsAnswer> => {
  const asked = new URLSearchParams({ ...weeks(), Interval: 'day', ...query } as Record<string, string>)
  const { status, body } = await at.owner.call<CostsAnswer>('GET', `/sales/costs?${asked}`)
  expect({ status, body: status === 200 ? '' : body }).toEqual({ status: 200, body: '' })
  return body
}
const order = async (channel: number, back: number, more: object = {}) => {
  const place = at.fake.locations.get(channel === 7 || channel === 2 ? at.bar.locationId : 'garden') ?? at.bar
  const made = at.fake.order(place, { items: [BURGER], channel, at: now - back * DAY, ...more })
  await at.fake.send(made)
  await at.takeArrivals()
  return made
}
const say = (locationId: number, Channel: number, Percent: number) =>
  at.owner.call('POST', at.path(locationId, '/commissions'), { body: { Commissions: [{ Channel, Percent }] } })
/** What is kept with the orders, in major units. */
const stored = async () => {
  const { venueId } = at.house.room
  const [row] = await at.house.app.database.inVenue(
    venueId,
    (sql) => sql<{ sum: number }[]>`select coalesce(sum(commission), 0)::float8 / 100 as sum from deliverect_order where venue_id = ${venueId}`,
  )
  return row?.sum
}

it('delivery commission is not known before an order came, nor while nobody said what its channel takes', async () => {
  const before = await costs()
  expect([before.Totals.DeliveryCommission, before.Totals.DeliveryCommissionPercent, before.DeliveryChannels]).toEqual([null, null, []])
  expect(before.NotKept).toContain('DeliveryCommission')
  await order(7, 10)
  const { Totals, NotKept, DeliveryChannels } = await costs()
  expect([Totals.DeliveryCommission, NotKept.includes('DeliveryCommission')]).toEqual([null, true])
  expect(Totals.Contribution).not.toBeNull()
  expect(DeliveryChannels).toMatchObject([
    { LocationId: at.front, Channel: 7, Name: 'Uber Eats', Orders: 1, UnpricedOrders: 1, Amount: 18.5, Commission: null },
  ])
})

it('delivery commission is the sum kept with the orders, by day, location and channel, taken off what is left and off no sale', async () => {
  await order(2, 10, { discount: { restaurant: 350, channel: 0 } })
  await order(7, 12, { deliveryCost: 500, tip: 100 })
  await order(12, 12)
  await order(61, 6)
  const cancelled = await order(7, 9)
  at.fake.cancel(cancelled)
  await at.fake.send(cancelled)
  await order(7, 9, { testOrder: true })
  await order(7, 9, { wrongBy: 3 })
  const before = await costs()
  for (const [place, channel, percent] of [
    [at.front, 7, 30],
    [at.front, 2, 25],
    [at.back, 12, 12.5],
  ] as const)
    await say(place, channel, percent)
  const told = await costs()
  // 30 % of 18.50 twice, 25 % of 15.00, 12.5 % of 18.50.
  const whole = 5.55 + 5.55 + 3.75 + 2.31
  expect(told.Totals.DeliveryCommission).toBeCloseTo(whole, 6)
  expect(told.Totals.DeliveryCommission).toBeCloseTo((await stored()) ?? 0, 6)
  expect(told.NotKept).not.toContain('DeliveryCommission')
  for (const same of ['NetExTax', 'PrimeCost', 'CostOfGoods', 'SurchargesReceived'] as const) expect(told.Totals[same]).toBe(before.Totals[same])
  expect(told.Totals.Contribution).toBeCloseTo((before.Totals.Contribution ?? 0) - whole, 6)
  expect(told.Locations.map(({ DeliveryCommission }) => DeliveryCommission)).toEqual([14.85, 2.31])
  const byDay = Object.fromEntries(told.Periods.map(({ FromDate }, i) => [FromDate, told.Totals.ByPeriod.DeliveryCommission[i]]))
  expect(byDay).toMatchObject({ [dayOf(now - 10 * DAY)]: 9.3, [dayOf(now - 12 * DAY)]: 7.86, [dayOf(now - 9 * DAY)]: 0 })
  expect(told.DeliveryChannels).toMatchObject([
    { LocationId: at.front, Channel: 2, Name: 'Deliveroo', Orders: 1, UnpricedOrders: 0, Amount: 15, Commission: 3.75 },
    { LocationId: at.front, Channel: 7, Name: 'Uber Eats', Orders: 2, UnpricedOrders: 0, Amount: 43, Commission: 11.1 },
    { LocationId: at.back, Channel: 12, Name: 'DoorDash', Orders: 1, Amount: 18.5, Commission: 2.31 },
    { LocationId: at.back, Channel: 61, Name: 'Channel 61', Orders: 1, UnpricedOrders: 1, Commission: null },
  ])
  expect((await costs({ Locations: at.back })).Totals.DeliveryCommission).toBe(2.31)
  expect((await costs({ Interval: 'month' })).Totals.DeliveryCommission).toBeCloseTo(whole, 6)
  const { csv } = await filesOf(at.house.app.url, at.owner, '/sales/costs', weeks())
  expect(csv.find(([name]) => name === 'Delivery commission')?.[1]).toBe(whole.toFixed(2))
})

it('delivery commission is compared by whole days and known neither by the hour nor for a part of the day', async () => {
  const [from, other] = [dayOf(now - 10 * DAY), dayOf(now - 12 * DAY)]
  const compared = await costs({ FromDate: dayOf(now - 11 * DAY), ToDate: from, Compare: 'custom', CompareFrom: dayOf(now - 13 * DAY), CompareTo: other })
  expect([compared.Totals.DeliveryCommission, compared.Compare?.Totals.DeliveryCommission]).toEqual([9.3, 7.86])
  const { Totals } = await costs({ FromDate: from, ToDate: from, Interval: 'hour' })
  expect(Totals.DeliveryCommission).toBe(9.3)
  expect(Totals.ByPeriod.DeliveryCommission.every((one) => one === null)).toBe(true)
  expect(Totals.ByPeriod.Contribution.every((one) => one === null)).toBe(true)
})

it('days without an order cost no commission, and what they are compared with keeps its own', async () => {
  const then = { FromDate: dayOf(now - 10 * DAY), ToDate: dayOf(now - 9 * DAY) }
  const quiet = { FromDate: dayOf(now - 8 * DAY), ToDate: dayOf(now - 7 * DAY) }
  const { Totals, NotKept, Compare } = await costs({ ...quiet, Compare: 'custom', CompareFrom: then.FromDate, CompareTo: then.ToDate })
  expect([Totals.DeliveryCommission, NotKept.includes('DeliveryCommission')]).toEqual([0, false])
  expect([Compare?.Totals.DeliveryCommission, Compare?.Totals.Contribution]).toEqual([9.3, (await costs(then)).Totals.Contribution])
})

it('delivery commission is told of the locations that the reader holds alone', async () => {
  const barkeeper = await at.house.room.at('front-only', ['can_viewsales', 'can_viewbreakdown'], [at.front])
  const { body } = await barkeeper.call<CostsAnswer>('GET', `/sales/costs?${new URLSearchParams({ ...weeks(), Interval: 'day' })}`)
  expect(body.Totals.DeliveryCommission).toBe(14.85)
  expect(body.DeliveryChannels.map(({ LocationId }) => LocationId)).toEqual([at.front, at.front])
})

it('delivery commission of an order after midnight is a cost of the trading day before', async () => {
  const midnight = new Date(`${dayOf(now - 14 * DAY)}T13:00:00Z`).getTime() / 1000
  await order(7, (now - midnight - 3 * 3600) / DAY)
  const { Periods, Totals } = await costs({ FromDate: dayOf(now - 15 * DAY), ToDate: dayOf(now - 13 * DAY) })
  expect([Periods.length, Totals.ByPeriod.DeliveryCommission, Totals.DeliveryCommission]).toEqual([3, [0, 5.55, 0], 5.55])
})
