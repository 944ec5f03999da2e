import { afterAll, beforeAll, it } from 'vitest'
import { atPeriod } from '#features/reports/kit/by-period.rules.ts'
import { bucketsOf, type DayUnit } from '#features/reports/kit/period.rules.ts'
import { invoices } from '#features/reports/receipts/invoices.contract.ts'
import { periodsOf } from '#tests/by-period.ts'
import { type Cells, FIGURES_NOW, type FigureHouse, FROM, figureHouse, RANGE, TO } from '#tests/figure-house.ts'
import { type Answer, eachPeriod, hundredths, type Proof, proveFigures, type Report } from '#tests/figure-proofs.ts'
import { chosen, figuresFrom, itemFiguresFrom, mediaFrom, type OracleSale } from '#tests/sales-oracle.ts'
import { startApp } from '#tests/start-app.ts'
import { salesSummary } from './sales-summary.contract.ts'

/** Every figure of the Sales Summary by its five units, of chosen items by theirs, and of the receipts behind. */
let house: FigureHouse
beforeAll(async () => {
  house = await figureHouse(await startApp({ sample: false, now: () => FIGURES_NOW }))
}, 120_000)
afterAll(() => house.close())

const SALES = { day: salesSummary.salesByDay, week: salesSummary.salesByWeek, month: salesSummary.salesByMonth, year: salesSummary.salesByYear } as const
const CHOSEN = { day: salesSummary.itemsByDay, week: salesSummary.itemsByWeek, month: salesSummary.itemsByMonth, year: salesSummary.itemsByYear } as const
/** A day with trade in the small hours, as all of them. */
const DAY = '2026-11-14'
const ITEMS = ['1001', '2001']
const SIX_WEEKS_AGO = '2026-10-05'

type Figures = (sales: readonly OracleSale[]) => Cells
const ofItems: Figures = (sales) => itemFiguresFrom(sales, ITEMS)
/** From the receipts order types and cards are told of items as well. */
const ofItemsAtTimes: Figures = (sales) => {
  const count = (some: (sale: OracleSale) => boolean) => itemFiguresFrom(sales.filter(some), ITEMS).Sales
  const member = itemFiguresFrom(
    sales.filter(({ card }) => card),
    ITEMS,
  )
  return {
    ...ofItems(sales),
    ShiftCount: count(({ orderType }) => orderType !== 2 && orderType !== 3),
    TakeawayCount: count(({ orderType }) => orderType === 2),
    DeliveryCount: count(({ orderType }) => orderType === 3),
    LoyaltyCount: member.Sales,
    LoyaltySales: member.Amount,
  }
}
const asks = (figures: Figures): Record<string, string> => (figures === whole ? {} : { Items: ITEMS.join(',') })
/** Worked out of the others, as the screen explains them. */
const averages = ({ Sales, Net, Amount, NetExTax, Cost, Customers }: Record<string, number>, sales: readonly OracleSale[]): Cells => {
  const sold = NetExTax ?? 0
  const paid = sales.some(({ n }) => n !== 0)
  return {
    ...(paid && (Sales ?? 0) > 0 ? { AverageSale: hundredths((Amount ?? 0) / (Sales ?? 1)) } : {}),
    ...((Customers ?? 0) > 0 ? { AverageSpend: hundredths((Net ?? 0) / (Customers ?? 1)) } : {}),
    ...(sold > 0 ? { GrossProfitPercent: Math.round(((sold - (Cost ?? 0)) / sold) * 1000) / 10 } : {}),
  }
}
const whole: Figures = (sales) => {
  const figures = figuresFrom(sales)
  return { ...figures, ...averages(figures, sales) }
}

const byPeriod = (unit: DayUnit, figures: Figures, from = FROM): Report => ({
  operation: (figures === ofItems ? CHOSEN : SALES)[unit],
  query: { ...RANGE, FromDate: from, View: 'detail', ...asks(figures) },
  rows: eachPeriod,
  totals: ({ Totals }) => Totals,
  proofs: ({ Locations, Totals, Media }) => [
    ['all', Totals, figures(chosen(house.sales, { from, to: TO }))],
    ...(figures === ofItems ? [] : [mediaProof(Media, { from, to: TO })]),
    ...Locations.flatMap(({ LocationId, ByPeriod, ...figuresOf }: Answer) => [
      [`${LocationId}`, figuresOf, figures(chosen(house.sales, { from, to: TO, locations: [LocationId] }))],
      ...bucketsOf({ from, to: TO }, unit, 1).map(
        (bucket, i): Proof => [
          `${LocationId} ${bucket.from}`,
          atPeriod<Cells>(ByPeriod, i),
          figures(chosen(house.sales, { ...bucket, locations: [LocationId] })),
        ],
      ),
    ]),
  ],
})

const mediaProof = (Media: Answer, { from, to }: { from: string; to: string }): Proof => [
  'media',
  Object.fromEntries(Media.map(({ MediaKey, Amount }: Answer) => [MediaKey, Amount])),
  Object.fromEntries([...mediaFrom(chosen(house.sales, { from, to }))].map(([key, net]) => [key, net / 100])),
]

const byHour = (figures: Figures): Report => ({
  operation: figures === whole ? salesSummary.salesByHour : salesSummary.itemsByHour,
  query: { Date: DAY, View: 'detail', ...asks(figures) },
  rows: eachPeriod,
  totals: ({ Totals }) => Totals,
  proofs: ({ Periods, Locations, Totals, Hours }) => {
    const day = chosen(house.sales, { from: DAY, to: DAY })
    const at = (sales: readonly OracleSale[], name: string) => sales.filter(({ localHour }) => localHour % 100 === Number(name.slice(0, 2)))
    const told = ({ Period, ...cell }: Answer, sales: readonly OracleSale[]): Proof => {
      const made = figures(at(sales, Period))
      return [`${Period}`, cell, Object.fromEntries(Object.entries(made).filter(([name]) => cell[name] !== null))]
    }
    return [
      ['all', Totals, figures(day)],
      ...periodsOf<Cells>({ Periods }, Totals).map((cell: Answer) => told(cell, day)),
      ...Locations.flatMap(({ LocationId, ...place }: Answer) =>
        periodsOf<Cells>({ Periods }, place).map((cell: Answer) => told(cell, chosen(house.sales, { from: DAY, to: DAY, locations: [LocationId] }))),
      ),
      ...Hours.map(
        ({ Hour, Sales, Net, Amount }: Answer): Proof => [`strip ${Hour}`, { Sales, Net, Amount }, only(figures(at(day, Hour)), ['Sales', 'Net', 'Amount'])],
      ),
    ]
  },
})

const only = (figures: Cells, names: readonly string[]): Cells => Object.fromEntries(names.map((name) => [name, figures[name]]))

const receipts = (): Report => ({
  operation: invoices.list,
  query: { ...RANGE, Figure: 'Net', Limit: '500' },
  rows: ({ Invoices }) => Invoices.map(({ Kind: _, OrderType: __, ...row }: Answer) => ({ ...row, Date: row.BusinessDate, Time: row.ClosedAt.slice(11, 16) })),
  worded: ['Kind', 'OrderType'],
  totals: ({ Sums, Total }) => ({ ...Sums, Value: Total }),
  proofs: ({ Invoices, Sums, Count, Total }) => {
    const told = new Map<string, Answer>(Invoices.map((one: Answer) => [one.SaleId, one]))
    const week = chosen(house.sales, { from: FROM, to: TO })
    const own = week.filter(({ saleId }) => told.has(saleId))
    // What is listed with nothing of its own moves no figure; what is not listed comes to nothing.
    const rest = week.filter(({ saleId }) => !told.has(saleId))
    return [
      ['listed', { Count, Total }, { Count: own.length, Total: figuresFrom(own).Net }],
      ['not listed', { Net: 0, Sales: 0 }, only(figuresFrom(rest), ['Net', 'Sales'])],
      ['sums', Sums, figuresFrom(own)],
      ...own.map((sale): Proof => [sale.saleId, { ...told.get(sale.saleId), Sales: 0 }, { ...figuresFrom([sale]), Sales: 0 }]),
      ...own.map((sale): Proof => [`value ${sale.saleId}`, told.get(sale.saleId), { Value: figuresFrom([sale]).Net }]),
    ]
  },
})

const UNITS: readonly DayUnit[] = ['day', 'week', 'month', 'year']
const REPORTS: Record<string, () => Report> = {
  ...Object.fromEntries(UNITS.map((unit) => [`Sales Summary by ${unit}`, () => byPeriod(unit, whole)])),
  'Sales Summary by hour': () => byHour(whole),
  ...Object.fromEntries(UNITS.map((unit) => [`chosen items by ${unit}`, () => byPeriod(unit, ofItems)])),
  // Beyond a month they are read from what is added up.
  'Sales Summary by day over six weeks': () => byPeriod('day', whole, SIX_WEEKS_AGO),
  'chosen items by day over six weeks': () => byPeriod('day', ofItems, SIX_WEEKS_AGO),
  'chosen items by hour': () => byHour(ofItemsAtTimes),
  receipts,
}

it.each(Object.keys(REPORTS))('%s: the answer, CSV, XLSX and the lines say the same', async (name) => {
  await proveFigures(house, (REPORTS[name] as () => Report)())
})
