import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { VenueScope } from '#platform/access/venue-scope.ts'
import { connectAsOwner, type Database, openDatabase } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import { retried } from '#platform/database/retry.ts'
import { type FreshDatabase, freshDatabase } from '#tests/fresh-database.ts'
import { forgetSales } from '#tests/stored-sums.ts'
import { keepPlaces, mapPlace, onlinePlaces } from './online-places.sql.ts'
import type { OrderSale } from './order-sales.rules.ts'
import { type ArrivedOrder, takeOrders, takeWaiting } from './take-orders.sql.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const SHOP = 'harbour.myshopify.com'
let fresh: FreshDatabase
let database: Database
let owner: Sql

beforeAll(async () => {
  fresh = await freshDatabase({ sample: true })
  database = openDatabase(fresh.url, 4)
  owner = connectAsOwner(fresh.url)
})
afterAll(async () => {
  await database.close()
  await owner.end()
  await fresh.drop()
})
beforeEach(async () => {
  await forgetSales(owner)
  await owner`delete from online_order`
  await owner`delete from online_place`
})

const inVenue = <T>(work: (venue: VenueScope) => Promise<T>): Promise<T> =>
  retried(() => database.inVenue(1, async (sql) => work(await VenueScope.forJob(sql, 1, NOW))))

const take = (...orders: ArrivedOrder[]) => inVenue((venue) => takeOrders(venue, 'Shopify', orders))

const map = (locationId: number | null, placeId = 'store') =>
  inVenue(async (venue) => {
    await keepPlaces(venue, 'Shopify', [{ accountId: SHOP, placeId, name: 'Online store', locationId: null }])
    await mapPlace(venue, 'Shopify', { accountId: SHOP, placeId, locationId })
  })

const sale = (SaleId: string, amount: number, more: Partial<OrderSale> = {}): OrderSale => ({
  SaleId,
  ClosedAt: '2026-11-18T10:00:00+11:00',
  OrderType: 'Online',
  Lines: [{ ProductId: 'tee', Name: 'Tee', Quantity: '1', Gross: amount, Net: amount }],
  Tenders: [{ Method: 'Online', Amount: amount }],
  Totals: { Total: amount },
  ...more,
})

const refund = (SaleId: string, OriginalSaleId: string, amount: number): OrderSale => ({
  ...sale(SaleId, amount),
  Type: 'Refund',
  OriginalSaleId,
  ClosedAt: '2026-11-19T10:00:00+11:00',
  Lines: [{ ProductId: 'tee', Name: 'Tee', Quantity: '-1', Gross: -amount, Net: -amount }],
  Tenders: [{ Method: 'Online', Amount: -amount }],
  Totals: { Total: -amount },
})

const order = (orderId: string, version: number, sales: OrderSale[], more: Partial<ArrivedOrder> = {}): ArrivedOrder => ({
  accountId: SHOP,
  orderId,
  placeId: 'store',
  placeName: 'Online store',
  name: `#${orderId}`,
  placedAt: new Date('2026-11-18T00:00:00Z'),
  changedAt: new Date(Date.parse('2026-11-18T00:00:00Z') + version * 1000),
  currency: 'AUD',
  total: 0,
  sales,
  ...more,
})

/** What stands in the reports, by location and day, in minor units. */
const totals = async (): Promise<Record<string, number>> => {
  const rows = await owner<{ place: string; total: number }[]>`
    select location_id || ' ' || business_date as place, sum(total)::int as total from sale where venue_id = 1 group by 1 having sum(total) <> 0 order by 1`
  return Object.fromEntries(rows.map(({ place, total }) => [place, total]))
}

const states = async () =>
  Object.fromEntries(
    (await owner<{ order_id: string; state: string }[]>`select order_id, state from online_order order by 1`).map((row) => [row.order_id, row.state]),
  )

it('keeps an order whose place nobody mapped, and takes it in once somebody did', async () => {
  expect(await take(order('1', 1, [sale('1', 4000)]))).toBe(1)
  expect(await states()).toEqual({ 1: 'waiting' })
  expect(await totals()).toEqual({})
  const unmapped = { accountId: SHOP, placeId: 'store', name: 'Online store', locationId: null }
  expect(await inVenue((venue) => onlinePlaces(venue, 'Shopify'))).toEqual([unmapped])
  await map(1)
  expect(await inVenue((venue) => takeWaiting(venue, 'Shopify', '', 100))).toEqual({ tried: 1, last: '1' })
  expect(await states()).toEqual({ 1: 'taken' })
  expect(await totals()).toEqual({ '1 2026-11-18': 4000 })
})

it('takes an edit as a revision, a refund on its own day and a cancellation as voids', async () => {
  await map(1)
  await take(order('1', 1, [sale('1', 4000)]))
  await take(order('1', 2, [sale('1', 5000)]))
  expect(await totals()).toEqual({ '1 2026-11-18': 5000 })
  await take(order('1', 3, [sale('1', 5000), refund('1-r1', '1', 1200)]))
  expect(await totals()).toEqual({ '1 2026-11-18': 5000, '1 2026-11-19': -1200 })
  await take(order('1', 4, []))
  expect(await totals()).toEqual({})
  await take(order('1', 5, [sale('1', 700)]))
  expect(await totals()).toEqual({ '1 2026-11-18': 700 })
})

it('moves what changed to where its place is mapped by now, and leaves nothing behind', async () => {
  await map(1)
  await take(order('1', 1, [sale('1', 4000)]))
  await map(2)
  await take(order('1', 2, [sale('1', 4000)]))
  expect(await totals()).toEqual({ '2 2026-11-18': 4000 })
  await map(1)
  await take(order('1', 3, [sale('1', 4000)]))
  expect(await totals()).toEqual({ '1 2026-11-18': 4000 })
})

it('takes a cancelled order back though nobody says any more where its place belongs', async () => {
  await map(1)
  await take(order('1', 1, [sale('1', 4000)]))
  await map(null)
  await take(order('1', 2, []), order('2', 1, []))
  expect(await totals()).toEqual({})
  expect(await states()).toEqual({ 1: 'taken', 2: 'taken' })
})

it('refuses an order as a whole: in another currency, or with a refund that intake does not take', async () => {
  await map(1)
  await take(order('1', 1, [sale('1', 4000)], { currency: 'NZD' }))
  await take(order('2', 1, [sale('2', 4000), { ...refund('2-r1', '2', 500), Totals: { Total: -400 } }]))
  expect(await states()).toEqual({ 1: 'refused', 2: 'refused' })
  expect(await totals()).toEqual({})
  const [row] = await owner<{ code: string; told: OrderSale[] }[]>`select reasons -> 0 ->> 'ErrorCode' as code, told from online_order where order_id = '1'`
  expect(row?.code).toBe('OtherCurrency')
  expect(row?.told).toHaveLength(1)
})

it('does not try again what does not add up, and keeps it listed until its provider tells something else', async () => {
  await map(1)
  const reasons = [{ FieldName: 'Total', ErrorCode: 'Mismatch', Message: 'The lines do not come to the total.' }]
  await take(order('1', 1, [], { reasons }), order('2', 1, [sale('2', 4000)], { reasons }))
  expect(await inVenue((venue) => takeWaiting(venue, 'Shopify', '', 100))).toEqual({ tried: 0, last: '' })
  expect(await states()).toEqual({ 1: 'refused', 2: 'refused' })
  await take(order('1', 2, [sale('1', 4000)]))
  expect(await states()).toEqual({ 1: 'taken', 2: 'refused' })
  expect(await totals()).toEqual({ '1 2026-11-18': 4000 })
})

it('never counts a test', async () => {
  await map(1)
  expect(await take(order('1', 1, [sale('1', 4000)], { isTest: true }))).toBe(0)
  expect(await totals()).toEqual({})
})

it('ends in the latest telling of each order, whatever order and repetition they come in', async () => {
  await map(1)
  let run = 0
  const telling = fc.record({ order: fc.integer({ min: 1, max: 3 }), version: fc.integer({ min: 1, max: 5 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(telling, { maxLength: 4 }), { maxLength: 6 }), async (batches) => {
      run += 1
      const id = (n: number) => `${run}-${n}`
      // What a version says follows from its number, so that the same one says the same.
      const at = (n: number, version: number) =>
        order(id(n), version, version === 4 ? [] : [sale(id(n), 1000 * n + version), ...(version > 2 ? [refund(`${id(n)}-r`, id(n), 100)] : [])])
      const before = (await totals())['1 2026-11-18'] ?? 0
      for (const batch of batches) await take(...batch.map((one) => at(one.order, one.version)))
      const latest = new Map<number, number>()
      for (const one of batches.flat()) latest.set(one.order, Math.max(latest.get(one.order) ?? 0, one.version))
      const expected = [...latest].reduce((sum, [n, version]) => sum + (version === 4 ? 0 : 1000 * n + version), 0)
      expect(((await totals())['1 2026-11-18'] ?? 0) - before).toBe(expected)
    }),
    { numRuns: 25 },
  )
})
