import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { atPeriod } from '#features/reports/kit/by-period.rules.ts'
import { bucketsOf, type DayUnit, piecesOf } from '#features/reports/kit/period.rules.ts'
import type { SalesAnswer } from '#features/reports/sales-summary/sales-summary.contract.ts'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import { everyDay } from '#shared/day.ts'
import { randomTrade } from '#tests/random-trade.ts'
import { chosen, itemFiguresFrom, type OracleFilter, type OracleSale, readSales } from '#tests/sales-oracle.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import { itemSalesEach, itemsNamed } from './item-sales.sql.ts'

/** A Friday evening in Sydney. The third place trades nowhere. */
const NOW = new Date('2026-11-20T10:04:00Z')
const DAYS = [...everyDay('2026-06-10', '2026-07-20'), ...everyDay('2026-08-03', '2026-10-12'), ...everyDay('2026-10-30', '2026-11-20')]
/** One that sold on two days of a place, one that never did, and one that is not. */
const ITEMS = '1001,2001,P1,NEVER,no-such-plu'
const WHOLE = { FromDate: '2026-06-20', ToDate: '2026-11-20', Items: ITEMS }
type Query = Record<string, string>
const QUESTIONS: [DayUnit, Query][] = [
  ['day', WHOLE],
  ['day', { ...WHOLE, ToDate: '2026-09-12', Locations: '1,2' }],
  ['day', { ...WHOLE, FromDate: '2026-07-01', ToDate: '2026-10-31', Items: 'P1' }],
  ['day', { ...WHOLE, Items: 'NEVER' }],
  ['day', { ...WHOLE, Locations: '3' }],
  ['day', { ...WHOLE, Weekdays: '5,7' }],
  ['day', { ...WHOLE, FromDate: '2026-09-05', ToDate: '2026-10-31', Compare: 'previous' }],
  ['day', { ...WHOLE, FromDate: '2026-10-05', ToDate: '2026-11-18', Compare: 'previous' }],
  ['week', WHOLE],
  ['week', { ...WHOLE, FromDate: '2026-07-08', ToDate: '2026-09-29', Compare: 'previous', Locations: '2,3' }],
  ['month', { ...WHOLE, Weekdays: '3,6' }],
  ['month', WHOLE],
]

let app: StartedApp
let owner: Visitor
let house: Sql
let sales: OracleSale[]

const store = async (locationId: number, trade: Parameters<typeof storeTrade>[3]) => {
  await storeTrade(app.database, 1, locationId, trade, NOW)
  sales = await readSales(app.databaseUrl, 1)
}
const close = () => closeDaysOfVenue(app.database, 1, NOW)
const packedMonths = async () =>
  (await house<{ at: string }[]>`select location_id || ' ' || to_char(month, 'YYYY-MM') as at from packed_month where items_format <> '' order by 1`).map(
    ({ at }) => at,
  )
const ALL_PACKED = [1, 2].flatMap((place) => ['06', '07', '08', '09', '10'].map((month) => `${place} 2026-${month}`))

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  house = connectAsOwner(app.databaseUrl)
  for (const locationId of [1, 2]) {
    const place = { locationId, name: `Place ${locationId}`, timeZone: 'Australia/Sydney', winterHours: 10 }
    await store(locationId, randomTrade(42, place, DAYS, 4))
  }
  await store(
    1,
    ['2026-08-05', '2026-09-30'].map((day) => plainSale(`${day}T14:00:00+10:00`, 1250)),
  )
  await store(
    1,
    ['void', 'corrected'].map((what) => plainSale('2026-08-07T14:00:00+10:00', 220, { SaleId: sold(what) })),
  )
  await house`insert into product (venue_id, plu, name, class_id) select 1, 'NEVER', 'Never', min(class_id) from product_class where venue_id = 1`
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
}, 120_000)
afterAll(async () => {
  await house.end()
  await app.close()
})

const ask = async (unit: DayUnit, query: Query): Promise<SalesAnswer> => {
  const { status, body } = await owner.call<SalesAnswer>('GET', `/sales/selected/${unit}?${new URLSearchParams(query)}`)
  expect(status, JSON.stringify(body).slice(0, 300)).toBe(200)
  return body as SalesAnswer
}

const figures = (of: object | undefined, like: object) =>
  Object.fromEntries(Object.keys(like).map((name) => [name, Math.round(((of as Record<string, number>)[name] as number) * 10_000)]))

const expectFigures = (of: object | undefined, filter: OracleFilter, what: string) => {
  const right = itemFiguresFrom(chosen(sales, filter), filter.items ?? [])
  expect(figures(of, right), what).toEqual(figures(right, right))
}

/** Every figure of an answer against the lines: of all places and each, of the range, its columns and what it is compared with. */
const expectRight = async (unit: DayUnit, query: Query) => {
  const answer = await ask(unit, query)
  const numbers = (list: string | undefined) => list?.split(',').map(Number)
  const range = { from: query.FromDate as string, to: query.ToDate as string }
  const filter = { ...range, locations: numbers(query.Locations), weekdays: numbers(query.Weekdays), items: query.Items?.split(',') }
  for (const one of [answer.Totals, ...answer.Locations]) {
    const at = 'LocationId' in one ? { ...filter, locations: [one.LocationId as number] } : filter
    expectFigures(one, at, JSON.stringify(at))
    for (const [i, { period, from, to }] of bucketsOf(range, unit, 1).entries()) expectFigures(atPeriod(one.ByPeriod, i), { ...at, from, to }, period)
  }
  const [compared] = answer.Compare?.Ranges ?? []
  if (compared) expectFigures(answer.Compare?.Totals, { ...filter, from: compared.FromDate, to: compared.ToDate }, 'compared')
}

const eachByDay = async (from: string, to: string) =>
  workInVenue(app.database, 1, NOW, async (venue) => {
    const { productIds } = await itemsNamed(venue, ITEMS.split(','))
    const days = await itemSalesEach(venue, { locationIds: [1, 2, 3], weekdays: [1, 2, 3, 4, 5] }, productIds, piecesOf({ from, to }, 'day'), true)
    return days.map((one) => JSON.stringify({ ...one, sums: [...one.sums] })).sort()
  })

const STATES: [string, readonly string[], () => Promise<unknown>][] = [
  ['before any month is packed', [], async () => undefined],
  ['with all months packed that are over', ALL_PACKED, close],
  ['after a late sale', ALL_PACKED.filter((at) => at !== '1 2026-08'), () => store(1, [plainSale('2026-08-06T14:00:00+10:00', 770)])],
  ['when its month is packed again', ALL_PACKED, close],
]

describe.each(STATES)('chosen items over months, %s', (_, months, change) => {
  beforeAll(async () => {
    await change()
  })

  it('has the months packed that it is about', async () => expect(await packedMonths()).toEqual(months))

  it.each(QUESTIONS)('by %s are what their lines say, %j', async (unit, query) => expectRight(unit, query))

  it('are the same each by itself, by day', async () => {
    const days = await eachByDay('2026-06-20', '2026-11-18')
    await house`create table kept_mark as select location_id, month, items_format from packed_month where items_format <> ''`
    await house`update packed_month set items_format = ''`
    const fromRows = await eachByDay('2026-06-20', '2026-11-18')
    await house`update packed_month m set items_format = k.items_format from kept_mark k where (m.location_id, m.month) = (k.location_id, k.month)`
    await house`drop table kept_mark`
    expect(days.length).toBeGreaterThan(100)
    expect(days).toEqual(fromRows)
  })
})

describe('what is packed of items', () => {
  beforeEach(async () => {
    await close()
    expect(await packedMonths()).toEqual(ALL_PACKED)
  })
  const august = { FromDate: '2026-07-01', ToDate: '2026-09-30', Items: '1001', Locations: '1' }
  /** What another item sold, in the place of the one asked for. */
  const spoil = async () => {
    const [other] = await house<{ sums: string }[]>`
      select day_sums as sums from packed_item where venue_id = 1 and location_id = 1 and month = '2026-08-01'
        and product_id = (select product_id from product where venue_id = 1 and plu = 'P1')`
    return house`
      update packed_item set day_sums = ${other?.sums ?? ''} where venue_id = 1 and location_id = 1 and month = '2026-08-01'
        and product_id = (select product_id from product where venue_id = 1 and plu = '1001')`
  }

  it('is what is read', async () => {
    const right = (await ask('day', august)).Totals.Net
    expect((await spoil()).count).toBe(1)
    expect((await ask('day', august)).Totals.Net).not.toBe(right)
    await house`update packed_month set items_format = ''`
    expect((await ask('day', august)).Totals.Net).toBe(right)
  })

  it.each([
    ['a late sale', () => store(1, [plainSale('2026-08-31T14:00:00+10:00', 330)])],
    [
      'a void',
      async () =>
        store(1, [plainSale('2026-11-18T14:00:00+11:00', 0, { Type: 'Void', OriginalSaleId: sold('void'), Lines: [], Tenders: [], Totals: { Total: 0 } })]),
    ],
    ['a correction', async () => store(1, [plainSale('2026-08-07T15:00:00+10:00', 440, { SaleId: sold('corrected'), Revision: 2 })])],
  ])('is not read once %s changed its month, and is made again', async (_, change) => {
    await spoil()
    await change()
    expect(await packedMonths()).toEqual(ALL_PACKED.filter((at) => at !== '1 2026-08'))
    await expectRight('day', august)
    await close()
    expect(await packedMonths()).toEqual(ALL_PACKED)
    await expectRight('day', august)
    await expectRight('week', WHOLE)
  })
})

const sold = (what: string): string => `sold to be ${what}`
