import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SalesAnswer } from '#features/reports/sales-summary/sales-summary.contract.ts'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { everyDay } from '#shared/day.ts'
import { chosen, figuresFrom, mediaFrom, type OracleSale, readSales } from '#tests/sales-oracle.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'

const NOW = new Date('2026-11-20T10:04:00Z')
/** Three months with both nights the clocks change, one of them in a month of its own, and today. */
const DAYS = [...everyDay('2026-04-01', '2026-04-06'), ...everyDay('2026-10-01', '2026-10-31'), ...everyDay('2026-11-02', '2026-11-20')]

interface Cut {
  from: string
  to: string
  weekdays?: number[]
  locations?: number[]
}

/** Within a month, from one to another, whole months, with odd ends, everything, before the first trade, and to today. */
const CUTS: readonly Cut[] = [
  { from: '2026-10-04', to: '2026-10-04' },
  { from: '2026-10-05', to: '2026-10-20', locations: [2] },
  { from: '2026-04-04', to: '2026-04-05' },
  { from: '2026-04-03', to: '2026-10-17' },
  { from: '2026-10-01', to: '2026-10-31' },
  { from: '2026-03-01', to: '2026-11-20' },
  { from: '2026-11-02', to: '2026-11-20', locations: [1, 3] },
  { from: '2026-11-20', to: '2026-11-20' },
  { from: '2026-04-05', to: '2026-11-18', weekdays: [6, 7] },
  { from: '2026-10-14', to: '2026-11-19', weekdays: [2] },
]

let app: StartedApp
let owner: Visitor

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  for (const { locationId, sales } of sampleTrade(DAYS, NOW)) await storeTrade(app.database, 1, locationId, sales, NOW)
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
}, 120_000)
afterAll(() => app.close())

const cents = (amount: number | null | undefined): number => Math.round((amount ?? 0) * 100)

const expectOne = async (sales: readonly OracleSale[], cut: Cut, when: string): Promise<void> => {
  const some = chosen(sales as OracleSale[], cut)
  const query = {
    FromDate: cut.from,
    ToDate: cut.to,
    ...(cut.weekdays ? { Weekdays: cut.weekdays.join(',') } : {}),
    ...(cut.locations ? { Locations: cut.locations.join(',') } : {}),
  }
  const { status, body } = await owner.call<SalesAnswer>('GET', `/sales/month?${new URLSearchParams(query)}`)
  expect(status).toBe(200)
  const { Hours, Media } = body as SalesAnswer
  const name = `${when}: ${cut.from} to ${cut.to}`
  const paid = [...mediaFrom(some)].filter(([, net]) => net !== 0)
  expect(new Map(Media?.filter(({ Amount }) => Amount !== 0).map(({ MediaKey, Amount }) => [MediaKey, cents(Amount)])), name).toEqual(new Map(paid))
  expect(
    Media?.every((one) => one.Name !== ''),
    name,
  ).toBe(true)
  for (let hour = 0; hour < 24; hour += 1) {
    const told = (Hours ?? []).filter(({ Hour }) => Number(Hour.slice(0, 2)) === hour)
    const sum = (of: 'Sales' | 'Net' | 'Customers') => told.reduce((all, one) => all + cents(one[of]), 0)
    const right = figuresFrom(chosen(some, { from: cut.from, to: cut.to, hours: [hour] }))
    expect([sum('Sales'), sum('Net'), sum('Customers')], `${name}, ${hour}:00`).toEqual([cents(right.Sales), cents(right.Net), cents(right.Customers)])
  }
}

const expectAll = async (when: string): Promise<void> => {
  const sales = await readSales(app.databaseUrl, 1)
  for (const cut of CUTS) await expectOne(sales, cut, when)
}

describe('hours of the day and media', () => {
  it('are right before days are closed, after that, and after a late sale', async () => {
    await expectAll('not closed')
    await closeDaysOfVenue(app.database, 1, NOW)
    await expectAll('closed')
    await storeTrade(app.database, 1, 1, [plainSale('2026-10-04T12:00:00+11:00', 1100)], NOW)
    await expectAll('after a late sale')
  })
})
