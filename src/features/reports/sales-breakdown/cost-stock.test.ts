import { afterAll, beforeAll, expect, it } from 'vitest'
import type { WeeklyAnswer } from '#features/reports/weekly-summary/weekly-summary.contract.ts'
import { storeCount } from '#features/stock/intake/store-count.sql.ts'
import { storeMovements } from '#features/stock/intake/store-movements.sql.ts'
import { VenueScope } from '#platform/access/venue-scope.ts'
import { nameProducts } from '#tests/cellar-house.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { CostsAnswer } from './sales-breakdown.contract.ts'

const NOW = new Date('2026-11-22T22:00:00Z')
let app: StartedApp
let owner: Visitor
beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
  await storeTrade(app.database, 1, 1, [plainSale('2026-11-18T09:00:00Z', 110_000)], NOW)
}, 120_000)
afterAll(() => app.close())

const inVenue = <T>(work: (scope: VenueScope) => PromiseLike<T>): Promise<T> =>
  app.database.inVenue(1, async (sql) => work(await VenueScope.forJob(sql, 1, NOW)))

const costs = async (query = ''): Promise<CostsAnswer> => {
  const answer = await owner.call<CostsAnswer>('GET', `/sales/costs?FromDate=2026-11-16&ToDate=2026-11-22&Interval=day${query}`)
  expect(answer.status, JSON.stringify(answer.body).slice(0, 400)).toBe(200)
  return answer.body as CostsAnswer
}

it('stock adjustments are not known where nothing of them is kept', async () => {
  const { Totals, NotKept } = await costs()
  expect(Totals.StockAdjustments).toBeNull()
  expect(NotKept).toContain('StockAdjustments')
})

it('stock adjustments are what was written off and what a count found missing, at average cost, on their day', async () => {
  const gin = (await inVenue((scope) => nameProducts(scope, ['gin']))).get('gin') ?? 0
  const average = async () => new Map([[gin, { qty: 100_000, averageCost: 43_000_000 }]])
  const move = {
    kind: 2,
    locationId: 1,
    productId: gin,
    day: '2026-11-17',
    at: null,
    qty: -10_000,
    reason: 'Spill',
    toldId: null,
    otherLocationId: null,
  } as const
  await inVenue((scope) => storeMovements(scope, { source: 'screen' }, [move], average))
  const count = {
    locationId: 1,
    section: '',
    countedAt: new Date('2026-11-20T10:00:00Z'),
    day: '2026-11-20',
    source: 'screen',
    toldId: null,
    note: '',
    committedBy: null,
  } as const
  await inVenue((scope) => storeCount(scope, { ...count, lines: [{ productId: gin, qty: 80_000 }] }, average))
  const { Totals, Periods, NotKept } = await costs()
  // One bottle spilled and two missing, at 43.00 each.
  expect(Totals.StockAdjustments).toBe(129)
  expect(NotKept).not.toContain('StockAdjustments')
  expect(Object.fromEntries(Periods.map(({ FromDate }, i) => [FromDate, Totals.ByPeriod.StockAdjustments?.[i]]))).toMatchObject({
    '2026-11-17': 43,
    '2026-11-20': 86,
  })
  expect(Totals.Contribution).toBe(Math.round(((Totals.NetExTax ?? 0) - (Totals.CostOfGoods ?? 0) - 129) * 100) / 100)
  expect((await costs('&Locations=2')).Totals.StockAdjustments).toBeNull()
})

it('Weekly Summary has the stock adjustments that Costs has, by day, beside those of the week before', async () => {
  const week = async (ToDate: string, more = '') => {
    const { body } = await owner.call<WeeklyAnswer>('GET', `/reports/weekly-summary?FromDate=${ToDate}&ToDate=${ToDate}${more}`)
    const rows = (body as WeeklyAnswer).Blocks.find(({ Block }) => Block === 'wastage')?.Rows
    return rows?.find(({ Key }) => Key === 'StockAdjustments')
  }
  expect(await week('2026-11-22')).toMatchObject({ Days: [0, 43, 0, 0, 86, 0, 0], Total: 129, LastWeek: 0, LastYear: 0 })
  expect(await week('2026-11-29')).toMatchObject({ Total: 0, LastWeek: 0 })
  expect(await week('2026-11-22', '&Locations=2')).toBeUndefined()
})
