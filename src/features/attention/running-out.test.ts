import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ReordersAnswer } from '#features/stock/reorders/reorders.contract.ts'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { everyDay } from '#shared/day.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { AttentionAnswer } from './attention.contract.ts'

/** A Monday morning in Sydney, 09:00, after four weeks of trade. */
const NOW = new Date('2026-11-22T22:00:00Z')
const WEEKS = everyDay('2026-10-26', '2026-11-22')

let app: StartedApp
let owner: Visitor

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
  const bought = { Unit: 'bottle', Supplier: 'Wharf Brewing', PackSize: 6, LeadDays: 3 }
  await put({
    Products: [
      ...['enough', 'short', 'soonest', 'belowzero'].map((Plu) => ({ ...bought, Plu, Name: `The ${Plu}` })),
      { ...bought, Plu: 'keg', Name: 'The keg', Unit: 'keg', PackSize: 1, VolumeMl: 50_000 },
      { Plu: 'nobody', Name: 'Nobody delivers it', Unit: 'bottle' },
    ],
    From: '2026-10-01',
  })
  await put({ Products: [{ Plu: 'pint', Name: 'Pint', Parts: [{ Plu: 'keg', VolumeMl: 500 }] }], From: '2026-10-01' })
  const days = WEEKS.flatMap((day) => [
    ...['enough', 'short', 'soonest', 'belowzero', 'nobody'].map((plu) => sold(plu, day, 2)),
    sold('pint', day, 50),
    wasted('enough', day, 15),
  ])
  await storeTrade(app.database, 1, 1, days, NOW)
  await closeDaysOfVenue(app.database, 1, NOW)
  const line = (Plu: string, Quantity: number) => ({ Plu, Quantity })
  const Lines = [line('enough', 40), line('short', 7), line('soonest', 5), line('belowzero', 1), line('nobody', 3), line('keg', 1.7)]
  // On Saturday night, so that what was sold on Sunday comes off.
  await ok('POST', '/stock/counts', { LocationId: 1, Number: 'late', CountedAt: '2026-11-21T12:40:00Z', Lines })
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
    Totals: { Total: 1100, Tax: 100 },
  })

const wasted = (plu: string, day: string, units: number) =>
  plainSale(`${day}T09:00:00Z`, 1100, {
    Lines: [
      { LineId: '1', Kind: 'Sale', Plu: 'pint', Name: 'Pint', Quantity: '0', Gross: 1100, DiscountTotal: 0, Net: 1100, Tax: 100 },
      { LineId: '2', Kind: 'Sale', Plu: plu, Name: plu, Quantity: String(units), Gross: 0, DiscountTotal: 0, Net: 0, Wastage: true },
    ],
    Totals: { Total: 1100, Tax: 100 },
  })

/** What runs out at the first location. */
const runningOut = async () => {
  const { Items } = await ok<AttentionAnswer>('GET', '/attention')
  return Items.flatMap((item) => (item.Kind === 'StockOut' && item.LocationId === 1 ? [item] : []))
}

it('what lasts for fewer days than its delivery takes is listed, soonest first, by the glass too and without wastage, as PLU Reorders sees it', async () => {
  const [item, ...others] = await runningOut()
  expect(others).toEqual([])
  const bottle = { Unit: 'bottle', LeadDays: 3 }
  expect(item).toMatchObject({
    Products: 3,
    First: [
      { ...bottle, Plu: 'soonest', Name: 'The soonest', OnHand: 3, RunsOutOn: '2026-11-24' },
      { Plu: 'keg', Unit: 'keg', OnHand: 1.2, RunsOutOn: '2026-11-25' },
      { ...bottle, Plu: 'short', OnHand: 5, RunsOutOn: '2026-11-25' },
    ],
  })
  const { Suggestions } = await ok<ReordersAnswer>('GET', '/reports/plu-reorders?Locations=1')
  for (const { Plu, OnHand, RunsOutOn } of item?.First ?? [])
    expect(
      Suggestions.find((one) => one.Plu === Plu),
      Plu,
    ).toMatchObject({ OnHand, RunsOutOn })
})

it('stock that came takes a product off', async () => {
  await ok('POST', '/stock/counts', { LocationId: 1, Number: 'restocked', CountedAt: '2026-11-22T21:30:00Z', Lines: [{ Plu: 'soonest', Quantity: 30 }] })
  const own = (await runningOut()).flatMap(({ First }) => First.map(({ Plu }) => Plu))
  expect(own).not.toContain('soonest')
})
