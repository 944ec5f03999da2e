import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BestAnswer } from '#features/reports/plu-sales/best-sellers.contract.ts'
import type { SalesAnswer } from '#features/reports/sales-summary/sales-summary.contract.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { BreakdownAnswer, CostsAnswer } from './sales-breakdown.contract.ts'

/** Monday to Sunday, the week after the one that has costs. */
const NOW = new Date('2026-11-22T22:00:00Z')
const DAYS = 'FromDate=2026-11-16&ToDate=2026-11-20'
let app: StartedApp
let owner: Visitor
beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
  await storeTrade(app.database, 1, 1, [sold('Nobody knows', 11_000), sold('Nobody knows', 5500)], NOW)
}, 120_000)
afterAll(() => app.close())

/** A sale of one line, without a cost unless it is given. */
const sold = (name: string, cents: number, Cost?: number) => {
  const sale = plainSale('2026-11-18T09:00:00Z', cents)
  return { ...sale, Lines: sale.Lines?.map((line) => ({ ...line, Plu: name, Name: name, Cost })) }
}

const ask = async <T>(path: string): Promise<T> => {
  const answer = await owner.call<T>('GET', path)
  expect(answer.status, JSON.stringify(answer.body).slice(0, 400)).toBe(200)
  return answer.body as T
}

it('cost, gross profit and contribution are not told where no cost was ever given, and never 0', async () => {
  const { Totals, NoCostSales } = await ask<CostsAnswer>(`/sales/costs?${DAYS}`)
  expect(Totals).toMatchObject({
    NetExTax: 150,
    CostOfGoods: null,
    CostOfGoodsPercent: null,
    PrimeCost: null,
    Contribution: null,
    ContributionPercent: null,
  })
  expect(NoCostSales).toBe(150)
  const summary = await ask<SalesAnswer>(`/sales/interval?${DAYS}`)
  expect(summary.Totals).toMatchObject({ NetExTax: 150, Cost: null, GrossProfit: null, GrossProfitPercent: null })
  const { Rows } = (await ask<BestAnswer>(`/sales/bestsellers?${DAYS}`)).Totals
  expect(Rows).toMatchObject([{ Key: 'Nobody knows', Net: 165, GrossProfit: null, GrossProfitPercent: null }])
  const margins = await ask<BreakdownAnswer>(`/sales/gpmargins?${DAYS}`)
  expect(margins.Totals).toMatchObject({ GrossProfit: null, CostedSales: 0, CostedProfit: null, MarginPercent: null, NoCostSales: 150 })
  expect(margins.Totals.Rows).toMatchObject([{ CostedProfit: null, NoCostSales: 150 }])
  expect(margins.Proof).toBeNull()
})

it('what has a cost is told with how much of the sales has none', async () => {
  await storeTrade(app.database, 1, 1, [sold('Known', 2200, 700)], NOW)
  const { Totals, NoCostSales } = await ask<CostsAnswer>(`/sales/costs?${DAYS}`)
  expect(Totals).toMatchObject({ NetExTax: 170, CostOfGoods: 7, Contribution: 163 })
  expect(NoCostSales).toBe(150)
  const { Rows } = (await ask<BestAnswer>(`/sales/bestsellers?${DAYS}`)).Totals
  expect(Rows.map(({ Key, GrossProfit }) => [Key, GrossProfit])).toEqual([
    ['Nobody knows', null],
    ['Known', 13],
  ])
  const bare = await ask<CostsAnswer>(`/sales/costs?${DAYS}&Weekdays=3&Interval=day`)
  expect(bare.NoCostSales).toBe(150)
})

it('where nothing was sold there is no cost that is missing', async () => {
  const { Totals, NoCostSales } = await ask<CostsAnswer>('/sales/costs?FromDate=2026-11-02&ToDate=2026-11-06')
  expect(Totals).toMatchObject({ NetExTax: 0, CostOfGoods: 0 })
  expect(NoCostSales).toBe(0)
})
