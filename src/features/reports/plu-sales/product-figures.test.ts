import { afterAll, beforeAll, it } from 'vitest'
import { type Cells, FIGURES_NOW, type FigureHouse, figureHouse, RANGE } from '#tests/figure-house.ts'
import { type Answer, hundredths, type Proof, proveFigures, type Report, rowByRow } from '#tests/figure-proofs.ts'
import { startApp } from '#tests/start-app.ts'
import { bestSellers } from './best-sellers.contract.ts'
import { pluSales } from './plu-sales.contract.ts'

/** Every figure of PLU Sales and of best sellers. */
let house: FigureHouse
beforeAll(async () => {
  house = await figureHouse(await startApp({ sample: false, now: () => FIGURES_NOW }))
}, 120_000)
afterAll(() => house.close())

const NET = 'l.gross - l.promotion - l.discount - l.refund'
const NET_EX_TAX = `${NET} - l.tax + l.surcharge_tax`
/** What is null where something was sold and no cost was given for any of it. */
const costed = (sum: string) => `case when sum(l.cost) <> 0 or sum(l.gross) = 0 then ${sum} end`
const BEST = `sum(l.qty) / 10000 as "Quantity", sum(${NET}) / 100 as "Net", ${costed(`sum(${NET_EX_TAX} - l.cost) / 100`)} as "GrossProfit"`
const PLU = `${BEST}, sum(l.n) as "Sales", sum(l.gross) / 100 as "Gross", sum(l.promotion) / 100 as "Promotions", sum(l.discount) / 100 as "Discounts",
  sum(l.refund) / 100 as "Refunds", sum(l.surcharge) / 100 as "Surcharges", sum(${NET} + l.surcharge) / 100 as "Amount", sum(l.tax) / 100 as "Tax",
  sum(${NET} + l.surcharge - l.tax) / 100 as "AmountExTax", sum(l.surcharge_tax) / 100 as "SurchargeTax", sum(${NET_EX_TAX}) / 100 as "NetExTax", ${costed('sum(l.cost) / 100')} as "Cost",
  -sum(case when l.refund <> 0 then l.qty else 0 end) / 10000 as "Refunded", sum(case when l.refund <> 0 then 0 else l.qty end) / 10000 as "Sold"`

/** Share and average of a product, worked out of sums. */
const workedOut = (rows: readonly Cells[]): Cells[] => {
  const all = rows.reduce((sum, { Net }) => sum + Number(Net), 0)
  return rows.map((row) => ({
    ...row,
    Share: Math.round((Number(row.Net) / all) * 1000) / 10,
    ...(Number(row.Quantity) > 0 ? { AveragePrice: hundredths(Number(row.Net) / Number(row.Quantity)) } : {}),
  }))
}
/** Rank by net sales, the largest first, equal ones alike. */
const ranked = (rows: readonly Answer[]): Proof[] =>
  rows.filter(({ Rank }) => Rank !== null).map((row) => [`rank of ${row.Plu ?? row.Key}`, row, { Rank: rows.filter(({ Net }) => Net > row.Net).length + 1 }])

const products = (operation: Report['operation'], query: Record<string, string>, rowsOf: (answer: Answer) => Answer[], worded: string[]): Report => ({
  operation,
  query: { ...RANGE, ...query },
  rows: (answer) => rowsOf(answer).map(({ Key, ...row }) => row),
  worded,
  proofs: async (answer) => {
    const sums = operation === pluSales.pluSales ? PLU : BEST
    const { Totals } = answer
    const [all = {}] = await house.bySql('1', sums, 'l.counts')
    return [
      ...rowByRow(
        'PLU',
        rowsOf(answer).map((row) => [row.Plu ?? row.Key, row] as const),
        workedOut(await house.bySql('p.plu', sums, 'l.counts')),
      ),
      ['all', Totals, all],
      ...ranked(rowsOf(answer)),
      ...before(
        rowsOf(answer),
        await house.sql<{ plu: string; net: number; qty: number }[]>`
        select p.plu, sum(l.gross - l.promotion - l.discount - l.refund)::float8 / 100 as net, sum(l.qty)::float8 / 10000 as qty
        from sale s join sale_line l on l.venue_id = s.venue_id and l.sale_id = s.sale_id join product p on p.venue_id = l.venue_id and p.product_id = l.product_id
        where s.venue_id = ${house.venueId} and s.kind in (1, 2, 5) and l.counts and s.business_date between '2026-11-02' and '2026-11-08' group by 1`,
      ),
    ]
  },
})

/** What it was held against: the week before. */
const before = (rows: readonly Answer[], week: readonly { plu: string; net: number; qty: number }[]): Proof[] => {
  const then = new Map(week.map((row) => [row.plu, row]))
  return rows.map((row): Proof => {
    const { net = 0, qty = 0 } = then.get(row.Plu ?? row.Key) ?? {}
    const change = 'Difference' in row ? { Difference: Math.round((row.Net - net) * 100) / 100 } : {}
    return [`${row.Plu ?? row.Key} before`, row, { NetBefore: net, ...change, ...('QuantityBefore' in row ? { QuantityBefore: qty } : {}) }]
  })
}

const pluRows = ({ Rows, Columns }: Answer) => Rows.map((row: unknown[]) => Object.fromEntries(Columns.map((column: string, i: number) => [column, row[i]])))

const REPORTS: Record<string, () => Report> = {
  'PLU Sales': () => products(pluSales.pluSales, { Compare: 'previous' }, pluRows, ['Group', 'Department', 'ProductGroup', 'Category', 'Supplier']),
  'best sellers': () => products(bestSellers.bestSellers, { Top: '1000', Compare: 'previous' }, ({ Totals }) => Totals.Rows, ['Key', 'Within']),
}

it.each(Object.keys(REPORTS))('%s: the answer, CSV, XLSX and the lines say the same', async (name) => {
  await proveFigures(house, (REPORTS[name] as () => Report)())
})
