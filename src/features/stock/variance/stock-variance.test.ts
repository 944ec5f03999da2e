import { afterAll, beforeAll, expect, it } from 'vitest'
import { storeCount } from '#features/stock/intake/store-count.sql.ts'
import { storeMovements } from '#features/stock/intake/store-movements.sql.ts'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { VenueScope } from '#platform/access/venue-scope.ts'
import { everyDay } from '#shared/day.ts'
import { keg, nameProducts, schooner, storeCellarFacts } from '#tests/cellar-house.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { StockVarianceAnswer } from './variance.contract.ts'

/** A Monday morning in Sydney, 09:00. */
const NOW = new Date('2026-11-22T22:00:00Z')
let app: StartedApp
let owner: Visitor

const inVenue = <T>(work: (scope: VenueScope) => PromiseLike<T>): Promise<T> =>
  app.database.inVenue(1, async (sql) => work(await VenueScope.forJob(sql, 1, NOW)))

/** At 20:00 in Sydney. */
const sold = (plu: string, day: string, units: number, at = '09:00:00') =>
  plainSale(`${day}T${at}Z`, 1000, {
    Lines: [{ LineId: '1', Kind: 'Sale', Plu: plu, Name: plu, Quantity: String(units), Gross: 1000, DiscountTotal: 0, Net: 1000, Tax: 91 }],
  })

const wasted = (plu: string, day: string, units: number) =>
  plainSale(`${day}T09:00:00Z`, 1000, {
    Lines: [
      { LineId: '1', Kind: 'Sale', Plu: 'burger', Name: 'burger', Quantity: '1', Gross: 1000, DiscountTotal: 0, Net: 1000, Tax: 91 },
      { LineId: '2', Kind: 'Sale', Plu: plu, Name: plu, Quantity: String(units), Gross: 0, DiscountTotal: 0, Net: 0, Wastage: true },
    ],
  })

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
  await inVenue((scope) => nameProducts(scope, ['keg', 'schooner', 'pint', 'gin', 'tonic']))
  const days = everyDay('2026-11-09', '2026-11-15')
  const trade = [...days.map((day) => sold('schooner', day, 40)), ...days.map((day) => sold('gin', day, 1))]
  // Before the first count of its day, and after the last: neither is between the two.
  await storeTrade(
    app.database,
    1,
    1,
    [
      ...trade,
      sold('gin', '2026-11-08', 5, '08:00:00'),
      sold('gin', '2026-11-15', 3, '12:30:00'),
      sold('pint', '2026-11-10', 10),
      wasted('schooner', '2026-11-10', 20),
    ],
    NOW,
  )
  await closeDaysOfVenue(app.database, 1, NOW)
  const count = (plu: string, day: string, at: string, qty: number) => ({ kind: 'count', plu, at: `${day}T${at}Z`, qty }) as const
  await inVenue((scope) =>
    storeCellarFacts(
      scope,
      1,
      [
        count('keg', '2026-11-08', '12:00:00', 40_000),
        count('gin', '2026-11-08', '12:00:00', 100_000),
        count('keg', '2026-11-15', '12:00:00', 30_000),
        count('tonic', '2026-11-15', '12:00:00', 240_000),
      ],
      [keg(), schooner('schooner', 425), schooner('pint', 570)],
    ),
  )
  const ids = await inVenue(
    ({ sql }) => sql<{ plu: string; id: number }[]>`select plu, product_id as id from product where venue_id = 1 and plu = any('{keg,gin}')`,
  )
  const idOf = new Map(ids.map(({ plu, id }) => [plu, id]))
  const move = (plu: string, kind: 2 | 4, day: string, qty: number) => ({
    kind,
    locationId: 1,
    productId: idOf.get(plu) ?? 0,
    day,
    at: null,
    qty,
    reason: '',
    toldId: null,
    otherLocationId: null,
  })
  const average = async () => new Map<number, { qty: number | null; averageCost: number | null }>()
  await inVenue((scope) => storeMovements(scope, { source: 'screen' }, [move('gin', 2, '2026-11-12', -10_000), move('keg', 4, '2026-11-12', 10_000)], average))
  const last = { locationId: 1, section: '', countedAt: new Date('2026-11-15T12:00:00Z'), day: '2026-11-15', source: 'screen', toldId: null, note: '' }
  const bottles = [{ productId: idOf.get('gin') ?? 0, qty: 20_000 }]
  const costs = async () => new Map([[idOf.get('gin') ?? 0, { qty: 20_000, averageCost: 40_000_000 }]])
  await inVenue((scope) => storeCount(scope, { ...last, committedBy: null, lines: bottles } as never, costs))
}, 120_000)
afterAll(() => app.close())

const ask = async (query = '', by = owner, from = '2026-11-09', to = '2026-11-15'): Promise<StockVarianceAnswer> => {
  const answer = await by.call<StockVarianceAnswer>('GET', `/reports/stock-variance?FromDate=${from}&ToDate=${to}&Locations=1${query}`)
  expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(200)
  return answer.body as StockVarianceAnswer
}

it('domain 3.25: variance is actual use less theoretical use less recorded waste, in units and at average cost', async () => {
  const { Rows, Totals, Locations } = await ask()
  // Gin: 10 counted, 7 sold, 1 written off, so 2 should be there and 2 are. Counted 2.
  expect(Rows.find(({ Plu }) => Plu === 'gin')).toMatchObject({
    Opening: 10,
    Closing: 2,
    WrittenOff: 1,
    ActualUse: 8,
    TheoreticalUse: 7,
    Variance: 0,
    VarianceCost: 0,
  })
  // Kegs: 4 and one adjusted; 280 schooners of 0.425 l and 10 pints of 0.57 l took 2.5192 of 49.5 l, and 20 schooners wasted at the till 0.1717.
  const [used, wasted] = [(280 * 0.425 + 10 * 0.57) / 49.5, (20 * 0.425) / 49.5]
  const row = Rows.find(({ Plu }) => Plu === 'keg')
  expect(row).toMatchObject({ Opening: 4, Adjusted: 1, Closing: 3, ActualUse: 2, VarianceCost: null })
  expect(row?.TheoreticalUse).toBeCloseTo(used, 3)
  expect(row?.WrittenOff).toBeCloseTo(wasted, 3)
  expect(row?.Variance).toBeCloseTo(3 - (5 - used - wasted), 3)
  expect(Totals).toMatchObject({ Products: 2, VarianceCost: 0, WithoutCost: 1 })
  expect(Locations[0]).toMatchObject({ CountedOnce: 1 })
})

it('says what took of one product, which adds up to its theoretical use', async () => {
  const { Rows, Sold } = await ask('&Plu=keg')
  expect(Sold.map(({ Plu, Quantity }) => [Plu, Quantity])).toEqual([
    ['schooner', 280],
    ['pint', 10],
  ])
  expect(Sold.reduce((sum, { Used }) => sum + Used, 0)).toBeCloseTo(Rows[0]?.TheoreticalUse ?? 0, 3)
  expect(Rows).toHaveLength(1)
})

it('a sale that comes in late is counted, and what is missing comes first in money', async () => {
  // A bottle was taken at the till and told late: one more should have been used, so one is too many.
  await storeTrade(app.database, 1, 1, [sold('gin', '2026-11-11', 1, '10:00:00')], NOW)
  const before = await ask()
  expect(before.Rows.find(({ Plu }) => Plu === 'gin')).toMatchObject({ TheoreticalUse: 8, Variance: 1, VarianceCost: 40, VariancePercent: 12.5 })
  expect(before.Totals).toMatchObject({ Found: 40, Missing: 0, VarianceCost: 40 })
})

it('the last count before the days begins them, and days without a count compare nothing', async () => {
  expect((await ask('', owner, '2026-11-15', '2026-11-15')).Rows.map(({ Plu, CountedFrom }) => [Plu, CountedFrom.slice(0, 10)])).toEqual(
    expect.arrayContaining([['gin', '2026-11-08']]),
  )
  expect((await ask('', owner, '2026-11-10', '2026-11-14')).Totals.Products).toBe(0)
  // Both counts within: the first of them begins.
  expect((await ask('', owner, '2026-11-01', '2026-11-15')).Rows).toHaveLength(2)
})

it('a person sees the products of their own locations alone', async () => {
  const barred = await owner.call('GET', '/reports/stock-variance?FromDate=2026-11-09&ToDate=2026-11-15&Locations=99')
  expect(barred.status).toBe(404)
  expect((await ask('&Search=GIN')).Rows.map(({ Plu }) => Plu)).toEqual(['gin'])
})
