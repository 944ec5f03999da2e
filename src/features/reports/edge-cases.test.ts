import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '#app/operations.ts'
import { SAMPLE_TILL_KEY } from '#db/demo/cast.ts'
import type { WireSale } from '#features/intake/sale.contract.ts'
import { takeSales } from '#features/intake/take-sales.sql.ts'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { METHODS } from '#features/till/till.rules.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { periodsOf } from '#tests/by-period.ts'
import { exampleInput } from '#tests/example-input.ts'
import { intakeEdges } from '#tests/intake-edges.ts'
import { filesOf } from '#tests/report-files.ts'
import { TRIES_ALL } from '#tests/sampled.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import { inParallel, WireClient, wireOf } from '#tests/wire.ts'
import type { BridgeAnswer } from './bridge/bridge.contract.ts'
import type { DailyAnswer } from './daily-sales/daily-sales.contract.ts'
import { bucketsOf } from './kit/period.rules.ts'
import type { PluAnswer } from './plu-sales/plu-sales.contract.ts'
import type { SalesAnswer } from './sales-summary/sales-summary.contract.ts'
import type { WeeklyAnswer } from './weekly-summary/weekly-summary.contract.ts'

/**
 * The list of domain section 3.30, a test each, by its name there. Every one has days of its own at the sample's first location, in Sydney,
 * whose trading day begins at five.
 */

const NOW = new Date('2026-11-20T10:04:00Z')
const OFFSET = '+11:00'

let app: StartedApp
let owner: Visitor

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
}, 60_000)
afterAll(() => app.close())

/** Takes sales in as a till's are, of any age, and answers what became of each. */
const take = (sales: readonly WireSale[], locationId = 1, now = NOW) =>
  workInVenue(app.database, 1, now, async (venue) => {
    const outcomes = await takeSales(venue, { locationId, batchId: null, source: 'test', sales, anyAge: true })
    return outcomes.map(({ status, errors }) => (errors.length > 0 ? errors.map(({ ErrorCode }) => ErrorCode).join() : status))
  })

const accepted = async (sales: readonly WireSale[], locationId = 1, now = NOW) =>
  expect(await take(sales, locationId, now)).toEqual(sales.map(() => 'accepted'))

const at = (day: string, time = '12:00:00') => `${day}T${time}${OFFSET}`

/** A sale of one item in cents, GST included, paid in cash. */
const sale = (day: string, cents: number, changes: Partial<WireSale> = {}) => plainSale(at(day), cents, changes)

const line = (cents: number, changes: object = {}) => ({ Plu: 'P1', Name: 'House pour', Quantity: '1', Gross: cents, Net: cents, ...changes })
const paid = (cents: number, changes: object = {}) => ({ Method: 'Cash', Amount: cents, ...changes })

/** Lines and tenders in the place of the one item; GST is an eleventh of the total unless told. */
const bill = (day: string, total: number, lines: object[], tenders: object[], changes: object = {}) =>
  sale(day, total, { Lines: lines, Tenders: tenders, Totals: { Total: total, Tax: Math.round(total / 11) }, ...changes } as never)

const ask = async (path: string, query: Record<string, string>): Promise<SalesAnswer> => {
  const answer = await owner.call<SalesAnswer>('GET', `${path}?${new URLSearchParams(query)}`)
  expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBe(200)
  return answer.body as SalesAnswer
}

/** What the reports tell of a day that changed late: the Sales Summary, Daily Sales by location and whole, the week's head. */
const marksOf = async (day: string, Locations?: string) => {
  const query = { FromDate: day, ToDate: day, ...(Locations ? { Locations } : {}) }
  const [sales, daily, weekly] = await Promise.all([
    ask('/sales/day', query),
    owner.call<DailyAnswer>('GET', `/reports/daily-sales?${new URLSearchParams(query)}`),
    owner.call<WeeklyAnswer>('GET', `/reports/weekly-summary?${new URLSearchParams(query)}`),
  ])
  return {
    sales: sales.LateDays,
    days: [...daily.body.Locations, daily.body.Totals].map(({ Days }) => Days[0]?.Late),
    week: weekly.body.Days.find(({ Date: one }) => one === day)?.Late,
  }
}

const cents = (value: number | null | undefined) => Math.round((value ?? 0) * 100)
type Money = 'Gross' | 'Promotions' | 'Discounts' | 'Refunds' | 'Net' | 'Surcharges' | 'Amount' | 'Tax' | 'NonSales' | 'Tips' | 'Rounding' | 'Takings'
type Expected = Partial<Record<Money, number>> & { Sales?: number; Customers?: number; Quantity?: number }

/** Whatever the case: takings are what was paid, hours and locations add up to the same. */
const expectSound = (answer: SalesAnswer) => {
  const { Totals, Media, Hours, Locations } = answer
  expect(Media?.reduce((sum, { Amount }) => sum + cents(Amount), 0)).toBe(cents(Totals.Takings))
  expect(Hours?.reduce((sum, { Amount }) => sum + cents(Amount), 0)).toBe(cents(Totals.Amount))
  expect(Hours?.reduce((sum, { Sales }) => sum + Sales, 0)).toBe(Totals.Sales)
  expect(Totals.ByPeriod.Amount.reduce<number>((sum, amount) => sum + cents(amount), 0)).toBe(cents(Totals.Amount))
  expect(Locations.reduce((sum, { Amount }) => sum + cents(Amount), 0)).toBe(cents(Totals.Amount))
  expect(cents(Totals.Gross) - cents(Totals.Promotions) - cents(Totals.Discounts) - cents(Totals.Refunds)).toBe(cents(Totals.Net))
}

/** The figures of a range, money in cents. */
const expectFigures = async (from: string, to: string, expected: Expected): Promise<SalesAnswer> => {
  const answer = await ask('/sales/day', { FromDate: from, ToDate: to, Locations: '1' })
  expectSound(answer)
  const { Totals } = answer
  const found = Object.fromEntries(
    Object.keys(expected).map((name) => {
      const value = Totals[name as keyof Expected] as number
      return [name, name === 'Sales' || name === 'Customers' || name === 'Quantity' ? value : cents(value)]
    }),
  )
  expect(found).toEqual(expected)
  return answer
}

const expectDay = (day: string, expected: Expected) => expectFigures(day, day, expected)

describe('refunds', () => {
  it('refund only day', async () => {
    const day = '2026-01-05'
    await accepted([bill(day, -1100, [line(-1100, { Quantity: '-1' })], [paid(-1100)], { Type: 'Refund' })])
    await expectDay(day, { Sales: 0, Gross: 0, Refunds: 1100, Net: -1100, Amount: -1100, Tax: -100, Takings: -1100, Quantity: -1 })
    const { Totals } = await ask('/sales/day', { FromDate: day, ToDate: day, Locations: '1' })
    expect([Totals.AverageSale, Totals.AverageSpend]).toEqual([null, null])
  })

  it('partial refund', async () => {
    const day = '2026-01-06'
    const sold = bill(day, 3300, [line(1100), line(2200, { Plu: 'P2', Name: 'Burger' })], [paid(3300)])
    await accepted([sold, bill(day, -1100, [line(-1100, { Quantity: '-1' })], [paid(-1100)], { Type: 'Refund', OriginalSaleId: sold.SaleId })])
    await expectDay(day, { Sales: 1, Gross: 3300, Refunds: 1100, Net: 2200, Tax: 200, Takings: 2200, Quantity: 1 })
  })

  it('refund of a previous period', async () => {
    const sold = sale('2026-01-30', 2200)
    await accepted([sold, bill('2026-02-02', -2200, [line(-2200, { Quantity: '-1' })], [paid(-2200)], { Type: 'Refund', OriginalSaleId: sold.SaleId })])
    // It counts on the day it was made, and leaves the day of the sale as it was.
    await expectDay('2026-01-30', { Gross: 2200, Refunds: 0, Net: 2200 })
    await expectDay('2026-02-02', { Gross: 0, Refunds: 2200, Net: -2200 })
    await expectFigures('2026-01-30', '2026-02-02', { Gross: 2200, Refunds: 2200, Net: 0, Tax: 0, Takings: 0 })
  })
})

describe('what was not sold after all', () => {
  it('void after print', async () => {
    const day = '2026-01-07'
    const printed = sale(day, 4400)
    await accepted([printed, sale(day, 1100)])
    await accepted([sale(day, 0, { Type: 'Void', OriginalSaleId: printed.SaleId, Lines: [], Tenders: [], Totals: { Total: 0 } })])
    const { Media } = await expectDay(day, { Sales: 1, Gross: 1100, Refunds: 0, Net: 1100, Takings: 1100 })
    // At a time of day tenders are read from the receipts: one that was taken back is none there either.
    const lunch = await ask('/sales/day', { FromDate: day, ToDate: day, Locations: '1', Daypart: 'Lunch' })
    expect(lunch.Media?.map(({ Count, Amount }) => [Count, Amount])).toEqual([[1, 11]])
    expect(lunch.Media).toEqual(Media)
  })

  it('training mode', async () => {
    const day = '2026-01-08'
    await take([sale(day, 9900, { Training: true })])
    await expectDay(day, { Sales: 0, Gross: 0, Net: 0, Takings: 0, Customers: 0 })
  })

  it('zero-price lines', async () => {
    const day = '2026-01-09'
    await accepted([bill(day, 1100, [line(1100), line(0, { Plu: 'P9', Name: 'Tap water' })], [paid(1100)])])
    await expectDay(day, { Sales: 1, Quantity: 2, Gross: 1100, Net: 1100 })
  })

  it('negative qty', async () => {
    const day = '2026-01-10'
    // Two taken, one handed back on the same receipt.
    await accepted([bill(day, 1100, [line(2200, { Quantity: '2' }), line(-1100, { Quantity: '-1' })], [paid(1100)])])
    await expectDay(day, { Sales: 1, Quantity: 1, Net: 1100, Takings: 1100 })
  })
})

describe('the bill', () => {
  it('open tabs over the cut-off', async () => {
    // Opened on the evening of the 12th, paid at half past five on the 13th: it counts when it is paid.
    await accepted([plainSale(at('2026-01-13', '05:30:00'), 5500, { OpenedAt: at('2026-01-12', '22:00:00') })])
    await accepted([plainSale(at('2026-01-13', '04:59:59'), 1100, { OpenedAt: at('2026-01-12', '22:00:00') })])
    await expectDay('2026-01-12', { Sales: 1, Net: 1100 })
    await expectDay('2026-01-13', { Sales: 1, Net: 5500 })
  })

  it('split tender', async () => {
    const day = '2026-01-14'
    await accepted([bill(day, 3300, [line(3300)], [paid(1000), paid(2300, { Method: 'Card' })])])
    const { Media } = await expectDay(day, { Sales: 1, Net: 3300, Takings: 3300 })
    expect(new Map(Media?.map(({ Name, Amount }) => [Name, cents(Amount)]))).toEqual(
      new Map([
        ['Card', 2300],
        ['Cash', 1000],
      ]),
    )
  })

  it('split bill (covers counted once)', async () => {
    const day = '2026-01-15'
    // A table of four pays two bills; the covers are told with the first.
    await accepted([sale(day, 2200, { Covers: 4, Table: '7' }), sale(day, 3300, { Covers: 0, Table: '7' })])
    await expectDay(day, { Sales: 2, Customers: 4, Net: 5500 })
  })

  it('price override', async () => {
    const day = '2026-01-16'
    await accepted([bill(day, 800, [line(1100, { ListPrice: 1100, UnitPrice: 1100, DiscountTotal: 300, Net: 800 })], [paid(800)])])
    await expectDay(day, { Gross: 1100, Discounts: 300, Net: 800, Takings: 800 })
  })

  it('bill discount 100 %', async () => {
    const day = '2026-01-17'
    const discounted = [line(1100, { DiscountTotal: 1100, Net: 0 }), line(2200, { Plu: 'P2', Name: 'Burger', DiscountTotal: 2200, Net: 0 })]
    await accepted([bill(day, 0, discounted, [], { Discounts: [{ Name: 'On the house', Kind: 'Comp', Amount: 3300 }] })])
    await expectDay(day, { Sales: 1, Gross: 3300, Discounts: 3300, Net: 0, Tax: 0, Takings: 0 })
  })

  it('GST-free mix', async () => {
    const day = '2026-01-18'
    const lines = [line(1100, { Tax: 100 }), line(500, { Plu: 'P3', Name: 'Fresh fruit', Tax: 0 })]
    await accepted([bill(day, 1600, lines, [paid(1600)], { Totals: { Total: 1600, Tax: 100 } })])
    const { Totals } = await expectDay(day, { Amount: 1600, Tax: 100 })
    expect(cents(Totals.AmountExTax)).toBe(1500)
  })

  it('margins are of net sales without GST, before surcharges, in every report (domain 3.21)', async () => {
    const day = '2026-01-31'
    // 88.00 with 8.00 of GST and 22.00 free of it, cost 40.00; a Sunday surcharge of 11.00 with 0.80 of GST.
    const lines = [line(8800, { Tax: 800, Cost: 3000 }), line(2200, { Plu: 'P3', Name: 'Fresh fruit', Tax: 0, Cost: 1000 })]
    const surcharged = { Surcharges: [{ Id: 'SUN', Name: 'Sunday', Amount: 1100, Kind: 'Weekend' }], Totals: { Total: 12_100, Tax: 880 } }
    await accepted([bill(day, 12_100, lines, [paid(12_100)], surcharged)])
    const { Totals } = await expectDay(day, { Net: 11_000, Surcharges: 1100, Amount: 12_100, Tax: 880 })
    expect(Totals).toMatchObject({ AmountExTax: 112.2, SurchargeTax: 0.8, NetExTax: 102, GrossProfit: 62, GrossProfitPercent: 60.8 })
    type Told = { Totals: Record<string, unknown>; Total: number; Blocks: WeeklyAnswer['Blocks'] }
    const told = async (path: string, query: Record<string, string> = {}): Promise<Told> => {
      const range = { FromDate: day, ToDate: day, Locations: '1', ...query }
      const { status, body } = await owner.call<Told>('GET', `${path}?${new URLSearchParams(range)}`)
      expect([path, status]).toEqual([path, 200])
      return body as Told
    }
    const margins = { CostedSales: 102, CostedProfit: 62, MarginPercent: 60.8, MarkupPercent: 155, NoCostSales: 0 }
    expect((await told('/sales/gpmargins')).Totals).toMatchObject({ NetExTax: 102, Surcharges: 11, ...margins })
    for (const path of ['/sales/group', '/sales/employee', '/sales/ordertype'])
      expect((await told(path)).Totals, path).toMatchObject({ GrossProfit: 62, GrossProfitPercent: 60.8 })
    expect((await told('/reports/daily-sales')).Totals).toMatchObject({ GrossProfit: 62, GrossProfitPercent: 60.8 })
    expect((await told('/sales/costs')).Totals).toMatchObject({ NetExTax: 102, SurchargesReceived: 11, CostOfGoodsPercent: 39.2, Contribution: 62 })
    expect((await told('/sales/bestsellers')).Totals.Rows).toMatchObject([
      { Key: 'P1', GrossProfit: 50, GrossProfitPercent: 62.5 },
      { Key: 'P3', GrossProfit: 12, GrossProfitPercent: 54.5 },
    ])
    expect((await told('/reports/plu-sales')).Totals).toMatchObject({ NetExTax: 102, GrossProfit: 62, GrossProfitPercent: 60.8 })
    for (const [Figure, total] of Object.entries({ NetExTax: 102, GrossProfit: 62, SurchargeTax: 0.8 }))
      expect((await told('/sales/invoices', { Figure })).Total, Figure).toBe(total)
    const week = (await told('/reports/weekly-summary')).Blocks.flatMap(({ Rows }) => Rows)
    expect(week.find(({ Key }) => Key === 'GrossProfitPercent')?.Days).toContain(60.8)
  })
})

describe('the money', () => {
  it('cash rounding', async () => {
    const day = '2026-01-19'
    await accepted([bill(day, 1000, [line(1002)], [paid(1000)], { Rounding: -2, Totals: { Total: 1000, Tax: 91 } })])
    await expectDay(day, { Net: 1002, Amount: 1002, Tax: 91, Rounding: -2, Takings: 1000 })
  })

  it('EFTPOS cash-out', async () => {
    const day = '2026-01-20'
    await accepted([bill(day, 2200, [line(2200)], [paid(7200, { Method: 'Card', CashOut: 5000 })])])
    await expectDay(day, { Net: 2200, Takings: 2200 })
  })

  it('tips on card', async () => {
    const day = '2026-01-21'
    await accepted([bill(day, 2500, [line(2200)], [paid(2500, { Method: 'Card', Tip: 300 })], { Totals: { Total: 2500, Tax: 200 } })])
    await expectDay(day, { Net: 2200, Tax: 200, Tips: 300, Takings: 2500 })
  })

  it('voucher sold and redeemed same day', async () => {
    const day = '2026-01-22'
    const voucher = bill(day, 5000, [line(5000, { Kind: 'NonSale', Plu: 'GV', Name: 'Gift voucher', Tax: 0 })], [paid(5000)], {
      Totals: { Total: 5000, Tax: 0 },
    })
    await accepted([voucher, bill(day, 5500, [line(5500)], [paid(5000, { Method: 'Voucher' }), paid(500)])])
    // Selling the voucher is no sale; what it pays for is one, once.
    await expectDay(day, { Net: 5500, NonSales: 5000, Tax: 500, Takings: 10_500 })
  })
})

describe('how it arrives', () => {
  it('late-arriving till data (restate, mark)', async () => {
    const day = '2026-01-23'
    const evening = new Date(at(day, '20:00:00'))
    const [sold, wrong] = [sale(day, 1100), sale(day, 400)]
    await accepted([sold, wrong], 1, evening)
    await accepted([sale(day, 5000)], 2, evening)
    await expectDay(day, { Sales: 2, Net: 1500 })
    expect(await marksOf(day)).toEqual({ sales: [], days: [null, null, null, null], week: null })
    // A till that was offline sends the next morning; months later a sale is voided, and another sent once more.
    const morning = new Date(at('2026-01-24', '09:30:00'))
    await accepted([sale(day, 2200)], 1, morning)
    await take([sold], 1, morning)
    await accepted([sale('2026-11-20', 0, { Type: 'Void', OriginalSaleId: wrong.SaleId, Lines: [], Tenders: [], Totals: { Total: 0 } })])
    await expectDay(day, { Sales: 2, Net: 3300 })
    const late = { Changes: 2, Amount: 18, LastAt: '2026-11-20T21:04:00+11:00' }
    expect(await marksOf(day)).toEqual({ sales: [{ LocationId: 1, Date: day, ...late }], days: [late, null, null, late], week: late })
    expect(await marksOf(day, '2')).toEqual({ sales: [], days: [null, null], week: null })
    for (const View of ['summary', 'detail']) {
      const { csv, xlsx } = await filesOf(app.url, owner, '/reports/daily-sales', { FromDate: day, ToDate: day, Locations: '1', View })
      expect(xlsx).toEqual(csv)
      const column = csv[0]?.indexOf('Late changes') ?? -1
      expect(csv.slice(0, 2).map((row) => row.slice(column, column + 3))).toEqual([
        ['Late changes', 'Late amount', 'Last late change'],
        ['2', '18', '2026-11-20 21:04'],
      ])
    }
    // Day by day, not by the weekday that was not asked for, nor in a range beside it.
    expect((await ask('/sales/week', { FromDate: '2026-01-19', ToDate: '2026-01-25', Weekdays: '1,2' })).LateDays).toEqual([])
    expect((await ask('/sales/week', { FromDate: '2026-01-19', ToDate: '2026-01-25', Weekdays: '5' })).LateDays).toHaveLength(1)
    expect((await ask('/sales/day', { FromDate: '2026-01-24', ToDate: '2026-11-19' })).LateDays).toEqual([])
  })

  it('history that is filled in is no restatement', async () => {
    const day = '2026-01-25'
    await accepted([sale(day, 1100)])
    await accepted([sale(day, 2200)])
    await expectDay(day, { Sales: 2, Net: 3300 })
    expect(await marksOf(day)).toEqual({ sales: [], days: [null, null, null, null], week: null })
  })

  it('duplicate upload (idempotent by till + receipt no.)', async () => {
    const day = '2026-01-24'
    const one = sale(day, 1100)
    await accepted([one])
    expect(await take([one, sale(day, 2200)])).toEqual(['duplicate', 'accepted'])
    await expectDay(day, { Sales: 2, Net: 3300 })
  })

  it('renamed/merged PLU', async () => {
    const day = '2026-01-26'
    const named = (Name: string) => bill(day, 1100, [line(1100, { Plu: 'R1', Name })], [paid(1100)])
    await accepted([named('Pale ale'), named('Pale ale 2026')])
    // It is the same product under either name, and each receipt keeps the name it was sold by.
    const { Totals } = await ask('/sales/selected/day', { FromDate: '2026-01-25', ToDate: day, Items: 'R1', Locations: '1' })
    expect([cents(Totals.Net), Totals.Quantity]).toEqual([2200, 2])
    const names = await app.database.inVenue(1, (sql) => sql`select name from sale_line where venue_id = 1 and business_date = ${day} order by name`)
    expect(names.map(({ name }) => name)).toEqual(['Pale ale', 'Pale ale 2026'])
  })

  it('renamed/merged PLU: of two codes one is left', async () => {
    const of = (Plu: string, cents: number, changes: object = {}) => [line(cents, { Plu, Name: 'Pale ale', ...changes })]
    const under = (Plu: string, day: string, cents: number, changes: object = {}) => bill(day, cents, of(Plu, cents), [paid(cents)], changes)
    const both = [under('OLD', '2026-01-27', 1100), under('KEPT', '2026-01-27', 2200), under('OLD', '2026-01-28', 500)] as const
    await accepted(both)
    // From the 29th on the till has the one code; what was sold under the other is given back under it.
    const back = bill('2026-01-29', -1100, of('KEPT', -1100, { Quantity: '-1' }), [paid(-1100)], { Type: 'Refund', OriginalSaleId: both[0].SaleId })
    await accepted([under('KEPT', '2026-01-29', 4400), back])
    const range = { FromDate: '2026-01-26', ToDate: '2026-01-30', Locations: '1' }
    const items = async (Items: string) => {
      const { Totals, UnknownItems } = await ask('/sales/selected/day', { ...range, Items })
      return [Totals.ByPeriod.Net.map(cents), cents(Totals.Net), UnknownItems]
    }
    const { body } = await owner.call<PluAnswer>('GET', `/reports/plu-sales?${new URLSearchParams({ ...range, Search: 'pale ale' })}`)
    const rows = () => body.Rows.map((row) => [row[0], cents(row[body.Columns.indexOf('Net')] as number)])
    // What was sold stays where it was sold: each code has its own row, and asked for together they are the one product.
    expect(await items('OLD')).toEqual([[0, 1100, 500, 0, 0], 1600, []])
    expect(await items('KEPT')).toEqual([[0, 2200, 0, 3300, 0], 5500, []])
    expect(await items('OLD,KEPT')).toEqual([[0, 3300, 500, 3300, 0], 7100, []])
    expect(rows().filter(([plu]) => plu !== 'R1')).toEqual([
      ['KEPT', 5500],
      ['OLD', 1600],
    ])
    // A till that sends its old receipts again under the code that is left moves them, on their own days, and takes nothing twice.
    expect(await take([{ ...both[0], Lines: of('KEPT', 1100), Revision: 2 } as WireSale])).toEqual(['replaced'])
    expect(await items('OLD')).toEqual([[0, 0, 500, 0, 0], 500, []])
    expect(await items('OLD,KEPT')).toEqual([[0, 3300, 500, 3300, 0], 7100, []])
    await expectFigures('2026-01-27', '2026-01-29', { Net: 7100, Refunds: 1100, Takings: 7100 })
  })
})

describe('who and what is there', () => {
  it('user without a location', async () => {
    const manager = await signedIn(app.url, 'manager', 'harbour-and-vine')
    await app.database.inVenue(1, async (sql) => {
      await sql`update employee set all_locations = false where venue_id = 1 and user_id = ${manager.userId}`
      await sql`
        delete from employee_location l using employee e
        where l.venue_id = 1 and e.venue_id = 1 and e.employee_id = l.employee_id and e.user_id = ${manager.userId}`
    })
    const answer = await manager.call<SalesAnswer>('GET', '/sales/day?FromDate=2026-01-05&ToDate=2026-01-31')
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect([answer.body.Locations, answer.body.Totals.Amount, answer.body.Totals.Sales]).toEqual([[], 0, 0])
    expect((await manager.call('GET', '/sales/day?FromDate=2026-01-05&ToDate=2026-01-31&Locations=1')).status).toBe(404)
  })

  it('empty result (show zeros, not an error)', async () => {
    const answer = await ask('/sales/day', { FromDate: '2023-03-01', ToDate: '2023-03-07' })
    expectSound(answer)
    expect([answer.Totals.Amount, answer.Totals.Sales, answer.Totals.Takings]).toEqual([0, 0, 0])
    expect(answer.Locations.map(({ Amount }) => Amount)).toEqual([0, 0, 0])
    expect(answer.Totals.ByPeriod.Amount).toHaveLength(7)
  })
})

describe('the calendar', () => {
  it.each([
    ['DST start', '2025-10-04', ['2025-10-05T01:30:00+10:00', '2025-10-05T03:30:00+11:00', '2025-10-05T04:59:00+11:00']],
    ['DST end', '2026-04-04', ['2026-04-05T02:30:00+11:00', '2026-04-05T02:30:00+10:00', '2026-04-05T04:59:00+10:00']],
  ])('DST start/end: %s', async (_, day, moments) => {
    await accepted(moments.map((moment, i) => plainSale(moment, 1100 * (i + 1))))
    const answer = await expectDay(day, { Sales: 3, Net: 6600 })
    expect(answer.Hours?.filter(({ Sales }) => Sales > 0).map(({ Hour }) => Hour)).toEqual(
      day === '2025-10-04' ? ['01:00', '03:00', '04:00'] : ['02:00', '02:00 (2)', '04:00'],
    )
  })

  it('DST end, compared: the hour that came twice has no counterpart, and those after it have theirs', async () => {
    const night = ['2025-04-06T02:30:00+11:00', '2025-04-06T02:30:00+10:00', '2025-04-06T04:30:00+10:00']
    const before = ['2025-03-30T02:30:00+11:00', '2025-03-30T03:30:00+11:00', '2025-03-30T04:30:00+11:00']
    await accepted([...night, ...before].map((moment, i) => plainSale(moment, 1100 * (i + 1))))
    const reports = [
      ['/sales/interval', 'Net', 1],
      ['/sales/selected/interval', 'Net', 1],
      ['/sales/group', 'Net', 1],
      ['/sales/costs', 'NetExTax', 1.1],
    ] as const
    for (const [path, figure, tax] of reports) {
      const range = { FromDate: '2025-04-05', ToDate: '2025-04-05', Locations: '1' }
      const items: Record<string, string> = path === '/sales/selected/interval' ? { Items: 'P1' } : {}
      const { Periods, Compare } = await ask(path, { ...range, ...items, Compare: 'same-days-last-week' })
      const totals = Compare?.Totals as unknown as Record<string, number> & { ByPeriod: Record<string, (number | null)[]> }
      const told = (totals.ByPeriod[figure] ?? []).map((value) => (value === null ? null : cents(value * tax)))
      const late = Periods.flatMap(({ Period }, i) => (Period >= '02' && Period < '05' ? [[Period, told[i]]] : []))
      expect(late, path).toEqual([
        ['02:00', 4400],
        ['02:00 (2)', null],
        ['03:00', 5500],
        ['04:00', 6600],
      ])
      expect(cents((totals[figure] ?? 0) * tax), path).toBe(16_500)
    }
  })

  it('29 February', async () => {
    await accepted([sale('2024-02-29', 1100), sale('2024-03-01', 2200)])
    await expectFigures('2024-02-01', '2024-02-29', { Net: 1100 })
    const { Totals } = await ask('/sales/month', { FromDate: '2024-02-01', ToDate: '2024-03-31', Locations: '1' })
    expect(Totals.ByPeriod.Net.map(cents)).toEqual([1100, 2200])
    const compared = await ask('/sales/day', { FromDate: '2025-02-27', ToDate: '2025-03-01', Locations: '1', Compare: 'same-weeks-last-year' })
    expect(compared.Compare?.Ranges).toEqual([{ FromDate: '2024-02-29', ToDate: '2024-03-02' }])
    expect(cents(compared.Compare?.Totals.Net)).toBe(3300)
  })

  it('week 53', async () => {
    // 2020 has 53 weeks by the calendar that begins them on Monday; the 53rd ends on 3 January 2021.
    await accepted([sale('2020-12-28', 1100), sale('2021-01-03', 2200), sale('2021-01-04', 4400)])
    const { Periods, Totals } = await ask('/sales/week', { FromDate: '2020-12-21', ToDate: '2021-01-10', Locations: '1' })
    expect(Periods.map(({ FromDate }) => FromDate)).toEqual(['2020-12-21', '2020-12-28', '2021-01-04'])
    expect(Totals.ByPeriod.Net.map(cents)).toEqual([0, 3300, 4400])
  })

  it('year boundary weeks', async () => {
    await accepted([sale('2022-12-31', 1100), sale('2023-01-01', 2200)])
    const weeks = await ask('/sales/week', { FromDate: '2022-12-26', ToDate: '2023-01-01', Locations: '1' })
    expect(weeks.Totals.ByPeriod.Net.map(cents)).toEqual([3300])
    const years = await ask('/sales/year', { FromDate: '2022-12-26', ToDate: '2023-01-01', Locations: '1' })
    expect(periodsOf(years, years.Totals).map(({ Period, Net }) => [Period, cents(Net)])).toEqual([
      ['2022', 1100],
      ['2023', 2200],
    ])
    expect(bucketsOf({ from: '2022-12-26', to: '2023-01-01' }, 'week', 1)).toHaveLength(1)
  })

  it('location moved zone', async () => {
    // From 1 May 2022 the place stands in Perth, two hours behind: its day begins at five there.
    await calendarFrom('2022-05-01', 'Australia/Perth', '05:00')
    try {
      await accepted([plainSale('2022-04-30T05:30:00+10:00', 1100), plainSale('2022-05-02T04:30:00+08:00', 2200), plainSale('2022-05-02T05:30:00+08:00', 4400)])
      await expectDay('2022-04-30', { Net: 1100 })
      await expectDay('2022-05-01', { Net: 2200 })
      await expectDay('2022-05-02', { Net: 4400 })
    } finally {
      await calendarFrom('2022-06-01', 'Australia/Sydney', '05:00')
    }
  })

  it('range over cut-off change', async () => {
    // From 10 July 2022 the day begins at seven.
    await calendarFrom('2022-07-10', 'Australia/Sydney', '07:00')
    try {
      const at6 = (day: string, net: number) => plainSale(`${day}T06:00:00+10:00`, net)
      await accepted([at6('2022-07-09', 1100), at6('2022-07-11', 2200), at6('2022-07-12', 4400)])
      const { Totals } = await ask('/sales/day', { FromDate: '2022-07-08', ToDate: '2022-07-12', Locations: '1' })
      expect(Totals.ByPeriod.Net.map(cents)).toEqual([0, 1100, 2200, 4400, 0])
      await expectFigures('2022-07-08', '2022-07-12', { Sales: 3, Net: 7700 })
    } finally {
      await calendarFrom('2022-08-01', 'Australia/Sydney', '05:00')
    }
  })
})

describe('whatever intake accepts', () => {
  const DAY = '2026-11-14'
  const WEEK: Record<string, string> = { FromDate: '2026-11-09', ToDate: '2026-11-15' }
  const LARGEST = 100_000_000_000
  let wire: WireClient
  const intakes = operations.filter(({ operation: { path, method } }) => method === 'POST' && /^\/pos\/v1\/(?!orders|heartbeats)/.test(path))
  const reports = operations.filter(({ operation: { method, table } }) => method === 'GET' && table !== undefined)

  /** A tender of each method, listed or not, and amounts as large as intake takes them. */
  const tenders = [...METHODS, 'StoreCredit', 'Amex', 'cash', '=1+1', 'x'.repeat(64)]
  const amounts = [
    ...tenders.map((Method) => bill(DAY, 1100, [line(1100)], [paid(1100, { Method })])),
    ...tenders.map((Method) => bill(DAY, -1100, [line(-1100, { Quantity: '-1' })], [paid(-1100, { Method })], { Type: 'Refund' })),
    bill(DAY, 0, [line(0)], []),
    bill(DAY, LARGEST, [line(LARGEST)], [paid(LARGEST)]),
    bill(DAY, -LARGEST, [line(-LARGEST, { Quantity: '-1' })], [paid(-LARGEST)], { Type: 'Refund' }),
    bill(DAY, LARGEST, [line(LARGEST, { Kind: 'NonSale' })], [paid(LARGEST)]),
    bill(DAY, 1100, [line(1100)], [paid(LARGEST, { Method: 'Amex', CashOut: LARGEST - 1100 })]),
    bill(DAY, LARGEST, [line(0)], [paid(LARGEST, { Method: 'Card', Tip: LARGEST })]),
    bill(DAY, 0, [line(0, { Gross: LARGEST, DiscountTotal: LARGEST })], []),
    bill(DAY, 0, [line(0, { Gross: LARGEST, DiscountTotal: LARGEST, Wastage: true, Cost: LARGEST })], []),
    bill(DAY, 1100, [line(1100, { Quantity: '999999999.9999', Cost: LARGEST })], [paid(1100)], { Covers: 100_000 }),
  ]

  const queries = new Map<AnyOperation, Record<string, unknown>>()
  const FORMATS = ['json', 'csv', 'xlsx'] as const
  const answerOf = async (operation: AnyOperation, format: (typeof FORMATS)[number]) => {
    const query = { ...queries.get(operation), ...(format === 'json' ? {} : { format }) }
    return wire.send(wireOf(operation, { query }, { authorization: readers[turn++ % 2]?.authorization ?? '' }))
  }

  /** Makes the database answer with other plans, over rows stored in another order. */
  const otherPlans = async (without: readonly string[]) => {
    const sql = connectAsOwner(app.databaseUrl)
    const tables = await sql<{ name: string }[]>`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'venue_id'
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`
    for (const { name } of tables) await sql.unsafe(`update ${name} t set venue_id = venue_id where hashtext(t::text) % 2 = 0`)
    const name = new URL(app.databaseUrl).pathname.slice(1)
    await sql.unsafe(`alter database ${name} reset all`)
    for (const plan of without) await sql.unsafe(`alter database ${name} set enable_${plan} = off`)
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and application_name = 'daybook-report'`
    await sql.end()
    // The pool opens its connections again as it meets the lost ones.
    await expect
      .poll(async () => (await Promise.all(reports.slice(0, 10).map(({ operation }) => answerOf(operation, 'json')))).every(({ status }) => status === 200))
      .toBe(true)
  }

  /** Two sessions, because one session may have 16 requests in flight. */
  let readers: Visitor[]
  let turn = 0
  beforeAll(async () => {
    wire = new WireClient(app.url, 20)
    readers = await Promise.all([1, 2].map(() => signedIn(app.url, 'owner', 'harbour-and-vine', { plain: true })))
    await accepted(amounts)
    for (const { operation } of reports) {
      const { query = {} } = await exampleInput(app, operation)
      queries.set(operation, 'FromDate' in query ? { ...query, ...WEEK } : query)
    }
  })
  afterAll(() => wire.close())

  it.each(intakes.map(({ operation }) => [operation.path, operation] as const))(
    '%s takes or refuses each value at the edge of its contract',
    async (_, operation) => {
      const { list, items } = intakeEdges(operation, DAY)
      let taken = 0
      for (let at = 0; at < items.length; at += 100) {
        const sent = { BatchId: `edges ${list} ${at}`, [list]: items.slice(at, at + 100) }
        const answer = await wire.send(wireOf(operation, { body: sent }, { authorization: `Bearer ${SAMPLE_TILL_KEY}` }))
        expect(answer.status, answer.text.slice(0, 500)).toBe(200)
        taken += (answer.json as { Accepted: number }).Accepted
      }
      expect(taken).toBeGreaterThan(items.length / 4)
    },
  )

  describe.each(['on open days', 'on days that are over'])('%s', (when) => {
    beforeAll(async () => {
      if (when !== 'on open days') await closeDaysOfVenue(app.database, 1, NOW)
    })

    it('every tender is among the methods of the bridge, and nothing is unexplained', async () => {
      const { body } = await owner.call<BridgeAnswer>('GET', `/reports/bridge?${new URLSearchParams(WEEK)}`)
      const [bridge] = (body as BridgeAnswer).Totals
      const takings = bridge?.Media.reduce((sum, { Takings }) => sum + cents(Takings), 0)
      expect([takings, bridge?.NotExplained]).toEqual([cents(bridge?.Steps.find(({ Step }) => Step === 'Takings')?.Amount), 0])
    })

    it.each(reports.map(({ operation }) => [operation.path, operation] as const))('%s answers', async (_, operation) => {
      const answers = await Promise.all(FORMATS.map((format) => answerOf(operation, format)))
      expect(answers.map(({ status, text }) => [status, status === 200 ? '' : text.slice(0, 300)])).toEqual(FORMATS.map(() => [200, '']))
    })
  })

  it('equal requests get equal bytes at once, and with other plans over rows stored in another order', async () => {
    const asked = reports.flatMap(({ operation }) => FORMATS.map((format) => ({ operation, format })))
    const answers = await inParallel(asked, 10, ({ operation, format }) => answerOf(operation, format))
    const differing = new Set<string>()
    const askAgain = async (times: number, how: string) => {
      const again = asked.flatMap((one, i) => Array.from({ length: times }, () => ({ ...one, first: answers[i]?.text })))
      await inParallel(again, 20, async ({ operation, format, first }) => {
        const { text } = await answerOf(operation, format)
        if (text !== first) differing.add(`${operation.path} ${format} ${how}`)
      })
    }
    await askAgain(TRIES_ALL ? 20 : 2, 'at once')
    await otherPlans(['hashagg', 'hashjoin', 'nestloop', 'indexscan', 'indexonlyscan', 'bitmapscan'])
    await askAgain(1, 'by plans that sort')
    await otherPlans(['sort', 'mergejoin', 'indexscan', 'indexonlyscan'])
    await askAgain(1, 'by plans that hash')
    expect([...differing]).toEqual([])
  }, 120_000)
})

const calendarFrom = async (day: string, zone: string, dayStart: string) => {
  await app.database.inVenue(
    1,
    (sql) => sql`
    insert into location_calendar (venue_id, location_id, from_day, time_zone, day_start) values (1, 1, ${day}, ${zone}, ${dayStart})
    on conflict (venue_id, location_id, from_day) do update set time_zone = excluded.time_zone, day_start = excluded.day_start`,
  )
}
