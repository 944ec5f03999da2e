import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { everyDay } from '#shared/day.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { ReordersAnswer } from './reorders.contract.ts'

/** A Monday morning in Sydney, 09:00: the window is 26 October to 22 November. */
const NOW = new Date('2026-11-22T22:00:00Z')
const WINDOW = everyDay('2026-10-26', '2026-11-22')

let app: StartedApp
let owner: Visitor
let answer: ReordersAnswer
beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
  const bought = { Unit: 'bottle', Supplier: 'Wharf Brewing', PackSize: 6, LeadDays: 3 }
  const glass = (Plu: string, VolumeMl: number) => ({ Plu, Name: Plu, Parts: [{ Plu: 'keg', VolumeMl }] })
  await put({
    Products: [
      ...['new', 'below zero', 'discontinued', 'no supplier', 'never counted', 'low', 'low on order', 'high'].map((Plu) => ({ ...bought, Plu, Name: Plu })),
      { ...bought, Plu: 'keg', Name: 'keg', Unit: 'keg', PackSize: 1, VolumeMl: 50_000 },
    ],
    From: '2026-10-01',
  })
  await put({ Products: [glass('schooner', 500), glass('pint', 1000)], From: '2026-10-01' })
  await put({ LocationId: 1, Products: ['low', 'low on order', 'high'].map((Plu) => ({ Plu, Least: 10, Most: 40 })) })
  const days = WINDOW.flatMap((day) => [
    sold('discontinued', day, 2),
    sold('no supplier', day, 2),
    sold('below zero', day, 2),
    sold('never counted', day, 2),
    sold('burger nobody described', day, 2),
    sold('low', day, 1),
    sold('low on order', day, 1),
    sold('high', day, 1),
    sold('schooner', day, 20),
    sold('pint', day, 15),
    wasted('pint', day, 10),
  ])
  await storeTrade(app.database, 1, 1, [...days, ...everyDay('2026-11-14', '2026-11-22').map((day) => sold('new', day, 2))], NOW)
  await closeDaysOfVenue(app.database, 1, NOW)
  const line = (Plu: string, Quantity: number) => ({ Plu, Quantity })
  const count = (name: string, CountedAt: string, Lines: object[]) => ok('POST', '/stock/counts', { LocationId: 1, Number: name, CountedAt, Lines })
  await count('first', '2026-11-13T20:00:00Z', [line('new', 100)])
  await count('early', '2026-11-20T12:40:00Z', [line('below zero', 1)])
  const late = [line('discontinued', 1), line('no supplier', 1), line('low', 10), line('low on order', 6), line('high', 11), line('keg', 1.5)]
  await count('late', '2026-11-22T12:40:00Z', late)
  await put({ Products: [{ Plu: 'discontinued', Stocked: false }], From: '2026-11-23' })
  await ok('PUT', '/venue/1/suppliers/1/products', { Plus: ['new', 'below zero', 'discontinued', 'low', 'low on order', 'high', 'keg'] })
  await ok('POST', '/stock/orders', { LocationId: 1, Lines: [{ Plu: 'low on order', Packs: 1 }] })
  answer = await ok<ReordersAnswer>('GET', '/reports/plu-reorders?Locations=1')
}, 120_000)
afterAll(() => app.close())

const ok = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const told = await owner.call<T>(method, path, body === undefined ? {} : { body })
  expect(told.status, JSON.stringify(told.body).slice(0, 800)).toBe(200)
  return told.body as T
}
const put = (body: object) => ok('PUT', '/stock/products', body)

const sold = (plu: string, day: string, units: number) =>
  plainSale(`${day}T09:00:00Z`, 1100, {
    Lines: [{ LineId: '1', Kind: 'Sale', Plu: plu, Name: plu, Quantity: String(units), Gross: 1100, DiscountTotal: 0, Net: 1100, Tax: 100 }],
    Tenders: [{ Method: 'Cash', Amount: 1100 }],
    Totals: { Total: 1100, Tax: 100 },
  })

const wasted = (plu: string, day: string, units: number) =>
  plainSale(`${day}T08:00:00Z`, 1100, {
    Lines: [
      { LineId: '1', Kind: 'Sale', Plu: 'burger nobody described', Name: 'burger', Quantity: '1', Gross: 1100, DiscountTotal: 0, Net: 1100, Tax: 100 },
      { LineId: '2', Kind: 'Sale', Plu: plu, Name: plu, Quantity: String(units), Gross: 0, DiscountTotal: 0, Net: 0, Wastage: true },
    ],
    Tenders: [{ Method: 'Cash', Amount: 1100 }],
    Totals: { Total: 1100, Tax: 100 },
  })

const suggested = (plu: string) => answer.Suggestions.find(({ Plu }) => Plu === plu)
const reason = (plu: string) => answer.NoSuggestion.find(({ Plu }) => Plu === plu)

describe('the edges of what is suggested', () => {
  it('a new item with less than 14 days of history: days before anything was known of it are no days in stock, and it says how many there are', () => {
    expect(suggested('new')).toBeUndefined()
    expect(reason('new')).toMatchObject({ Reason: 'tooNew', InStockDays: 9, OnHand: 82 })
  })

  it('negative stock: nothing is ordered against it, and it says how far below zero it is', () => {
    expect(suggested('below zero')).toBeUndefined()
    expect(reason('below zero')).toMatchObject({ Reason: 'belowZero', OnHand: -3 })
  })

  it('discontinued: what is not kept in stock any more is not ordered, though it sold until yesterday', () => {
    expect([suggested('discontinued'), reason('discontinued')]).toEqual([undefined, undefined])
  })

  it('what nobody supplies any more is named with what is missing', () => {
    expect(suggested('no supplier')).toBeUndefined()
    expect(reason('no supplier')).toMatchObject({ Reason: 'noSupplier' })
  })

  it('what was described and never counted is named, and what nobody counted, bought or described is not', () => {
    expect(suggested('never counted')).toBeUndefined()
    expect(reason('never counted')).toMatchObject({ Reason: 'notCounted', OnHand: null })
    expect([suggested('burger nobody described'), reason('burger nobody described')]).toEqual([undefined, undefined])
  })

  it('what is named stands in the order of its code', () => {
    expect(answer.NoSuggestion.map(({ Plu }) => Plu)).toEqual(['below zero', 'never counted', 'new', 'no supplier'])
  })

  it('shared inventory across PLUs: one suggestion for the keg by what both glasses took, and none for a glass', () => {
    // 20 × 0.5 l and 15 × 1 l a day out of 50 l are half a keg; ten days need 5, less 1.5 that are there. Pints wasted at the till raise nothing.
    expect(suggested('keg')).toMatchObject({ PerDay: 0.5, OnHand: 1.5, Days: 10, Forecast: 5, Short: 3.5, Packs: 4, Unit: 'keg' })
    for (const plu of ['schooner', 'pint']) expect([suggested(plu), reason(plu)]).toEqual([undefined, undefined])
  })
})

describe('between a least and a most', () => {
  it('at the least it is filled up to the most, less what is there', () => {
    expect(suggested('low')).toMatchObject({ ByLevels: true, OnHand: 10, OnOrder: 0, Least: 10, Most: 40, Short: 30, Packs: 5 })
  })

  it('above the least nothing is ordered, and what is on order counts as there', () => {
    expect([suggested('high'), reason('high')]).toEqual([undefined, undefined])
    expect([suggested('low on order'), reason('low on order')]).toEqual([undefined, undefined])
  })
})
