import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { VenueScope } from '#platform/access/venue-scope.ts'
import { addDays, everyDay } from '#shared/day.ts'
import { type CellarFact, keg, nameProducts, schooner, storeCellarFacts } from '#tests/cellar-house.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { DaysOnHandAnswer, OnHandColumn } from './days-on-hand.contract.ts'
import type { StockLedger } from './stock-ledger.contract.ts'

/** A Monday morning in Sydney, 09:00: the window is 26 October to 22 November. */
const NOW = new Date('2026-11-22T22:00:00Z')
const WINDOW = everyDay('2026-10-26', '2026-11-22')

let app: StartedApp
let owner: Visitor
beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
  await inVenue((scope) => nameProducts(scope, ['keg', 'schooner', 'tonic', 'gin', 'liqueur', 'oranges', 'burger', 'lemons', 'mint']))
  // Closed on Mondays; two bottles of tonic and 40 schooners on every other day, at 20:00.
  const sales = WINDOW.filter((_, i) => i % 7 !== 0).flatMap((day) => [
    sold('tonic', day, 2),
    sold('schooner', day, 40),
    sold('lemons', day, 2),
    wasted('lemons', day, 3),
    wasted('mint', day, 1),
  ])
  await storeTrade(
    app.database,
    1,
    1,
    [
      ...[...sales, sold('oranges', '2026-11-20', 1), sold('burger', '2026-11-20', 1)],
      // Before the window: liqueur was sold, and gin was spilt, which sells none of it.
      ...[sold('liqueur', addDays('2026-11-22', -45), 1), wasted('gin', addDays('2026-11-22', -45), 1)],
    ],
    NOW,
  )
  await closeDaysOfVenue(app.database, 1, NOW)
  const facts: CellarFact[] = [
    { kind: 'count', plu: 'tonic', at: '2026-11-22T12:40:00Z', qty: 960_000 },
    { kind: 'count', plu: 'keg', at: '2026-11-21T22:00:00Z', qty: 24_000 },
    { kind: 'count', plu: 'gin', at: '2026-11-22T12:40:00Z', qty: 42_000 },
    { kind: 'count', plu: 'liqueur', at: '2026-11-22T12:40:00Z', qty: 50_000 },
    { kind: 'count', plu: 'lemons', at: '2026-11-20T12:40:00Z', qty: 600_000 },
    { kind: 'count', plu: 'mint', at: '2026-11-22T12:40:00Z', qty: 300_000 },
  ]
  await inVenue((scope) => storeCellarFacts(scope, 1, facts, [keg(), schooner('schooner', 425), { plu: 'oranges', volume: null, stocked: true, parts: [] }]))
  const writtenOff = { Number: 'lemons', LocationId: 1, Kind: 'Wastage', Plu: 'lemons', Quantity: 4, Day: '2026-11-21', Reason: 'expired' }
  expect((await owner.call('POST', '/stock/movements', { body: writtenOff })).status).toBe(200)
  await inVenue(({ sql }) => sql`update stock_latest set average_cost = 1200000 where venue_id = 1 and counted_qty = 960000`)
}, 120_000)
afterAll(() => app.close())

const inVenue = <T>(work: (scope: VenueScope) => PromiseLike<T>): Promise<T> =>
  app.database.inVenue(1, async (sql) => work(await VenueScope.forJob(sql, 1, NOW)))

const sold = (plu: string, day: string, units: number) =>
  plainSale(`${day}T09:00:00Z`, 1000, {
    Lines: [{ LineId: '1', Kind: 'Sale', Plu: plu, Name: plu, Quantity: String(units), Gross: 1000, DiscountTotal: 0, Net: 1000, Tax: 91 }],
  })

const wasted = (plu: string, day: string, units: number) =>
  plainSale(`${day}T09:30:00Z`, 1000, {
    Lines: [
      { LineId: '1', Kind: 'Sale', Plu: 'burger', Name: 'burger', Quantity: '1', Gross: 1000, DiscountTotal: 0, Net: 1000, Tax: 91 },
      { LineId: '2', Kind: 'Sale', Plu: plu, Name: plu, Quantity: String(units), Gross: 0, DiscountTotal: 0, Net: 0, Wastage: true },
    ],
  })

const ask = async (query = ''): Promise<DaysOnHandAnswer> => {
  const answer = await owner.call<DaysOnHandAnswer>('GET', `/reports/plu-dayonhand?Locations=1${query}`)
  expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(200)
  return answer.body as DaysOnHandAnswer
}

const rowsOf = ({ Columns, Rows }: DaysOnHandAnswer) =>
  Rows.map((row) => Object.fromEntries(Columns.map((column, i) => [column, row[i]])) as Record<OnHandColumn, string | number | null>)

it('says how long each product lasts at what it sells on the days it was there', async () => {
  const answer = await ask()
  expect([answer.FromDate, answer.ToDate, answer.Count]).toEqual(['2026-10-26', '2026-11-22', 6])
  const rows = new Map(rowsOf(answer).map((row) => [row.Plu, row]))
  expect(rows.get('tonic')).toMatchObject({ OnHand: 96, PerDay: 2, DaysLeft: 48, Class: 'to60', Value: 115.2, InStockDays: 24, OpenDays: 24 })
  // 40 schooners of 0.425 l on Sunday, out of a keg of 49.5 l; what a sale takes is rounded to a millionth of a keg.
  expect(rows.get('keg')).toMatchObject({ OnHand: 2.4 - 0.3434, PerDay: 0.3434, Class: 'to7' })
  expect(rows.get('gin')).toMatchObject({ OnHand: 4.2, PerDay: 0, DaysLeft: null, Class: 'dead' })
  expect(rows.get('liqueur')).toMatchObject({ PerDay: 0, DaysLeft: null, Class: 'unsold' })
  expect(rowsOf(answer).map(({ Plu }) => Plu)).toEqual(['keg', 'lemons', 'tonic', 'liqueur', 'gin', 'mint'])
})

describe('wastage at the till', () => {
  it('lowers what is on hand, has a column of its own, and does not raise the rate (domain 3.7)', async () => {
    const rows = new Map(rowsOf(await ask()).map((row) => [row.Plu, row]))
    // 60 counted on Friday night, less 2 sold and 3 wasted on each of two days; 24 days of 3 wasted and 4 written off.
    expect(rows.get('lemons')).toMatchObject({ OnHand: 46, PerDay: 2, Wasted: 76, DaysLeft: 23 })
    expect(rows.get('tonic')).toMatchObject({ Wasted: 0 })
  })

  it('is no sale: stock of which some is wasted every day and nothing sold is dead', async () => {
    const rows = new Map(rowsOf(await ask()).map((row) => [row.Plu, row]))
    expect(rows.get('mint')).toMatchObject({ PerDay: 0, DaysLeft: null, Class: 'dead', Wasted: 24 })
  })

  it('is wastage in the stock ledger, not sold, and the ledger adds up to what is on hand', async () => {
    const { body } = await owner.call<StockLedger>('GET', '/stock/ledger?LocationId=1&Plu=lemons')
    expect(body).toMatchObject({
      Counted: { Quantity: 60 },
      Moved: [{ Kind: 'Wastage', Quantity: -10 }],
      Sold: [{ Plu: 'lemons', Quantity: 4, Used: 4 }],
      Used: 4,
      OnHand: 46,
    })
  })
})

it('adds up what it is worth by class, and says what has no cost and what was never counted', async () => {
  const answer = await ask()
  expect(answer.Value).toBe(115.2)
  expect(answer.WithoutCost).toBe(5)
  expect(answer.Classes.reduce((sum, { Products }) => sum + Products, 0)).toBe(answer.Count)
  expect(answer.Classes.find(({ Class }) => Class === 'to60')).toEqual({ Class: 'to60', Products: 1, Value: 115.2 })
  // Oranges are kept in stock; a burger of which nothing is known is no stock that anybody asks about.
  expect(answer.Locations[0]).toMatchObject({ LocationId: 1, NotCounted: 1, LastCountedAt: '2026-11-22T12:40:00.000Z' })
})

it('shows what lasts fewer days, what is searched for, and one class', async () => {
  expect(rowsOf(await ask('&Below=7')).map(({ Plu }) => Plu)).toEqual(['keg'])
  expect(rowsOf(await ask('&Search=TON')).map(({ Plu }) => Plu)).toEqual(['tonic'])
  expect(rowsOf(await ask('&Class=dead')).map(({ Plu }) => Plu)).toEqual(['gin', 'mint'])
  expect((await ask('&Below=7')).Count).toBe(6)
})

it('stock that only sold by the glass before the window is unsold, and what did not sell there at all is dead', async () => {
  await inVenue((scope) => nameProducts(scope, ['rum', 'nip', 'port']))
  await storeTrade(app.database, 1, 2, [sold('nip', addDays('2026-11-22', -45), 2), sold('tonic', addDays('2026-11-22', -45), 1)], NOW)
  await closeDaysOfVenue(app.database, 1, NOW)
  const facts = ['rum', 'port'].map((plu): CellarFact => ({ kind: 'count', plu, at: '2026-11-22T12:40:00Z', qty: 30_000 }))
  await inVenue((scope) => storeCellarFacts(scope, 2, facts, [keg('rum', 0.7), schooner('nip', 30, 'rum')]))
  const answer = await owner.call<DaysOnHandAnswer>('GET', '/reports/plu-dayonhand?Locations=2')
  const classes = new Map(rowsOf(answer.body as DaysOnHandAnswer).map((row) => [row.Plu, row.Class]))
  expect([classes.get('rum'), classes.get('port')]).toEqual(['unsold', 'dead'])
})

it('comes as a file with the same rows', async () => {
  const file = await owner.call<{ text: string }>('GET', '/reports/plu-dayonhand?Locations=1&format=csv')
  expect(file.body.text).toContain('Dead stock, no sale in 60 days')
})

it('is refused to whoever may not see stock, and for days that are none', async () => {
  expect((await owner.call('GET', '/reports/plu-dayonhand?Days=3')).status).toBe(400)
  expect((await owner.call('GET', '/reports/plu-dayonhand?Locations=99')).status).toBe(404)
})
