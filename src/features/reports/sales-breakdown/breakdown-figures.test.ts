import { afterAll, beforeAll, it } from 'vitest'
import { periodsOf } from '#tests/by-period.ts'
import { type Cells, FIGURES_NOW, type FigureHouse, FROM, figureHouse, RANGE, TO } from '#tests/figure-house.ts'
import { type Answer, eachPeriod, type Proof, proveFigures, type Report, rowByRow } from '#tests/figure-proofs.ts'
import { chosen, figuresFrom } from '#tests/sales-oracle.ts'
import { startApp } from '#tests/start-app.ts'
import { salesBreakdown } from './sales-breakdown.contract.ts'

/** Every figure of every dimension of the Sales Breakdown, of GP margins and of costs. */
let house: FigureHouse
beforeAll(async () => {
  house = await figureHouse(await startApp({ sample: false, now: () => FIGURES_NOW }))
}, 120_000)
afterAll(() => house.close())

/** What is null where something was sold and no cost was given for any of it. */
const costed = (sum: string) => `case when sum(l.cost) filter (where l.counts) <> 0 or coalesce(sum(l.gross) filter (where l.counts), 0) = 0 then ${sum} end`
const LINES = `sum(l.qty) filter (where l.counts) / 10000 as "Quantity", sum(l.gross) filter (where l.counts) / 100 as "Gross",
  sum(l.promotion) filter (where l.counts) / 100 as "Promotions", sum(l.discount) filter (where l.counts) / 100 as "Discounts",
  sum(l.refund) filter (where l.counts) / 100 as "Refunds", sum(l.gross - l.promotion - l.discount - l.refund) filter (where l.counts) / 100 as "Net",
  ${costed('sum(l.cost) filter (where l.counts) / 100')} as "Cost"`
const NET = '(case when l.counts then l.gross - l.promotion - l.discount - l.refund else 0 end)'
const NET_EX_TAX = `${NET} - l.tax + l.surcharge_tax`
const WITH_TAX = `${LINES}, sum(l.surcharge) / 100 as "Surcharges", sum(l.tax) / 100 as "Tax", sum(${NET} + l.surcharge) / 100 as "Amount",
  sum(${NET} + l.surcharge - l.tax) / 100 as "AmountExTax", sum(${NET_EX_TAX}) / 100 as "NetExTax",
  ${costed(`sum(${NET_EX_TAX} - case when l.counts then l.cost else 0 end) / 100`)} as "GrossProfit"`
const BARE = 'not l.counts or l.cost = 0'
/** Of what has a cost, and the rest by itself. */
const MARGINS = `${WITH_TAX}, sum(l.n) filter (where l.counts and l.cost = 0) as "NoCostCount",
  sum(${NET_EX_TAX}) filter (where ${BARE}) / 100 as "NoCostSales", sum(${NET_EX_TAX}) filter (where not (${BARE})) / 100 as "CostedSales",
  sum(${NET_EX_TAX} - l.cost) filter (where not (${BARE})) / 100 as "CostedProfit"`
const COUNTED = 'sum(l.n) filter (where l.counts) as "Count"'
const WASTED = 'sum(l.qty) / 10000 as "Quantity", sum(l.gross) / 100 as "Gross", sum(l.cost) / 100 as "Cost"'
const REASON = `coalesce((select r.name from dimension_key r where r.venue_id = l.venue_id and r.key = l.wastage_reason_key), '')`
const STANDS = 'l.counts or l.kind = 2 and not l.voided and (l.surcharge <> 0 or l.tax <> 0)'

const STEPS = {
  group: ['sales_group'],
  department: ['sales_group', 'department'],
  productgroup: ['sales_group', 'department', 'product_group'],
  category: ['category'],
} as const
const path = (columns: readonly string[]) => columns.map((column) => `c.${column}`).join(` || '/' || `)
const named = ({ Path = [], Name, Unassigned }: Answer): string => [...Path, Unassigned ? '' : Name].join('/')

/** A breakdown's rows beside lines under the same names. */
const breakdown = (name: keyof typeof salesBreakdown, key: string, sums = `${WITH_TAX}, ${COUNTED}`, where = STANDS): Report => ({
  operation: salesBreakdown[name],
  query: RANGE,
  rows: ({ Totals }) => Totals.Rows.map(({ Path, Name: _, ...row }: Answer) => row),
  totals: ({ Totals: { Share: _, ...totals } }) => totals,
  worded: ['Path', 'Name', 'Plu', 'Rank', 'RankBefore', 'Share'],
  proofs: async ({ Totals }) => [
    ...rowByRow(
      name,
      Totals.Rows.map((row: Answer) => [named(row), row]),
      await house.bySql(key, sums, where),
    ),
    [`${name}: all`, Totals, (await house.bySql('1', sums, where)).map(({ key: _, ...all }) => all)[0] ?? {}],
    ...shares(Totals),
  ],
})

/** Percent of the total of the figure rows are shared out by, which is the one they are told with. */
const shares = ({ Rows }: Answer): Proof[] => {
  const told = Rows.filter(({ Share }: Answer) => Share !== null)
  const sum = told.reduce((all: number, { Share }: Answer) => all + Share, 0)
  // Each is rounded by itself.
  return told.length === 0 ? [] : [['shares', { Whole: Math.abs(sum - 100) <= 0.05 * told.length + 1e-9 ? 100 : sum }, { Whole: 100 }]]
}

/** People beside what they rang up: by receipts, since one serves customers with a receipt and not with its lines. */
const employees = (): Report => {
  const report = breakdown('employee', `coalesce(d.name, '')`, WITH_TAX)
  return {
    ...report,
    proofs: async (answer) => {
      const clerks = await house.sql<{ id: string; name: string }[]>`
        select s.sale_id::text as id, coalesce(d.name, '') as name from sale s left join dimension_key d on d.venue_id = s.venue_id and d.key = s.clerk_key
        where s.venue_id = ${house.venueId}`
      const clerkOf = new Map(clerks.map(({ id, name }) => [id, name]))
      const week = chosen(house.sales, { from: FROM, to: TO })
      const byClerk = answer.Totals.Rows.map((row: Answer): Proof => {
        const { Sales, Customers } = figuresFrom(week.filter(({ saleId }) => clerkOf.get(saleId) === named(row)))
        return [`served by ${named(row)}`, row, { Sales, Customers }]
      })
      return [...(await report.proofs(answer)), ...byClerk]
    },
  }
}

/** How much it came to, how often it was used, and what one use came to. */
const used = (figure: string) => {
  const count = 'sum(case s.kind when 5 then -1 else 1 end)'
  const average = `case when ${count} > 0 then round(sum(a.amount)::numeric / ${count}) / 100 else 0 end`
  return `sum(a.amount)::float8 / 100 as "${figure}", ${count}::float8 as "Count", (${average})::float8 as "Average"`
}

/** The same put together by the type tills tell; '' is told by nobody. */
const types = (name: 'discount' | 'surcharge', kind: number, figure: 'Discounts' | 'Surcharges'): Report => ({
  ...breakdown(name, 'null'),
  query: { ...RANGE, By: 'type' },
  proofs: async ({ Totals }) => {
    const rows = await house.sql.unsafe<Cells[]>(`
      select coalesce(d.detail ->> 'Kind', '') as key, ${used(figure)}
      from sale_adjustment a join sale s on s.venue_id = a.venue_id and s.sale_id = a.sale_id join dimension_key d on d.venue_id = a.venue_id and d.key = a.key
      where a.venue_id = ${house.venueId} and a.kind = ${kind} and s.kind in (1, 2, 5) and s.business_date between '${FROM}' and '${TO}' group by 1`)
    const told = Totals.Rows.map((row: Answer) => [named(row), row])
    return [...rowByRow(name, told, rows), [name, Totals, { [figure]: house.oracle(FROM, TO)[figure] }], ...shares(Totals)]
  },
})

/** Discounts by who rang them up, beside what the same people sold. */
const given = (): Report => ({
  ...breakdown(
    'discount',
    `coalesce(d.name, '')`,
    `sum(l.gross) filter (where l.counts) / 100 as "Gross", sum(l.discount) filter (where l.counts) / 100 as "Discounts",
      round(1000 * sum(l.discount) filter (where l.counts) / nullif(sum(l.gross) filter (where l.counts), 0)) / 10 as "OfOwnSales"`,
  ),
  query: { ...RANGE, By: 'employee' },
})

/** Rows of what was taken off or put on beside the adjustments; what nobody named is left of the whole. */
const uses = (name: 'promotion' | 'discount' | 'surcharge', kind: number, figure: 'Promotions' | 'Discounts' | 'Surcharges'): Report => ({
  ...breakdown(name, 'null'),
  proofs: async ({ Totals }) => {
    const rows = await house.sql.unsafe<Cells[]>(`
      select a.key, ${used(figure)}
      from sale_adjustment a join sale s on s.venue_id = a.venue_id and s.sale_id = a.sale_id
      join dimension_key d on d.venue_id = a.venue_id and d.key = a.key and d.name <> ''
      where a.venue_id = ${house.venueId} and a.kind = ${kind} and s.kind in (1, 2, 5) and s.business_date between '${FROM}' and '${TO}' group by 1`)
    const told = Totals.Rows.filter(({ Unassigned }: Answer) => !Unassigned).map((row: Answer) => [String(row.Key), row])
    const whole = house.oracle(FROM, TO)[figure]
    const left = whole - rows.reduce((sum, row) => sum + Number(row[figure]), 0)
    const unnamed = Totals.Rows.find(({ Unassigned }: Answer) => Unassigned) ?? { [figure]: 0 }
    return [...rowByRow(name, told, rows), [name, Totals, { [figure]: whole }], [`${name}: nobody's`, unnamed, { [figure]: left }], ...shares(Totals)]
  },
})

/** Order types beside the receipts rung up as such. */
const ORDERED = ['none', 'dine-in', 'takeaway', 'delivery', 'bar', 'online']
const orderTypes = (): Report => {
  const report = breakdown('ordertype', `case s.order_type ${ORDERED.map((name, i) => `when ${i} then '${i === 0 ? '' : name}'`).join(' ')} end`, WITH_TAX)
  return {
    ...report,
    proofs: async (answer) => {
      const week = chosen(house.sales, { from: FROM, to: TO })
      const byType = answer.Totals.Rows.map((row: Answer): Proof => {
        const { Sales, Customers, Amount } = figuresFrom(week.filter(({ orderType }) => orderType === row.Key))
        return [`ordered as ${named(row)}`, row, { Sales, Customers, Amount }]
      })
      return [...(await report.proofs(answer)), ...byType]
    },
  }
}

const COSTS = [
  'NetExTax',
  'CostOfGoods',
  'Wastage',
  'StockAdjustments',
  'Wages',
  'PaymentFees',
  'DeliveryCommission',
  'OtherCosts',
  'SurchargesReceived',
  'PrimeCost',
  'Contribution',
]
const costs = (View: 'summary' | 'detail'): Report => ({
  operation: salesBreakdown.costs,
  query: { ...RANGE, Interval: 'day', View },
  rows: (answer) =>
    View === 'detail'
      ? eachPeriod(answer)
      : COSTS.filter((line) => line in answer.Totals).map((line) => ({ Amount: answer.Totals[line], Percent: answer.Totals[`${line}Percent`] })),
  worded: ['Cost'],
  proofs: async ({ Periods, Totals, Locations }) => {
    const wasted = new Map(
      (await house.bySql(`s.location_id || ' ' || s.business_date`, 'sum(l.cost) / 100 as c', 'l.wastage and not l.voided')).map(({ key, c }) => [
        key,
        Number(c),
      ]),
    )
    const over = (from: string, to: string, ids: number[]): Cells => {
      const { NetExTax, Cost, Surcharges } = house.oracle(from, to, ids)
      const own = [...wasted].filter(
        ([key]) => ids.includes(Number(String(key).split(' ')[0])) && String(key).slice(-10) >= from && String(key).slice(-10) <= to,
      )
      const Wastage = own.reduce((sum, [, cost]) => sum + cost, 0)
      const part = (value: number) => (NetExTax <= 0 ? 0 : (Math.round(Math.abs(value / NetExTax) * 1000) / 10) * Math.sign(value))
      const Contribution = NetExTax - Cost - Wastage
      return {
        ...{ NetExTax, CostOfGoods: Cost, Wastage, SurchargesReceived: Surcharges, PrimeCost: Cost, Contribution },
        ...{ CostOfGoodsPercent: part(Cost), WastagePercent: part(Wastage), SurchargesReceivedPercent: part(Surcharges) },
        ...{ PrimeCostPercent: part(Cost), ContributionPercent: part(Contribution) },
      }
    }
    return [
      ['costs', Totals, over(FROM, TO, [...house.ids])],
      ...Locations.filter(({ LocationId }: Answer) => house.ids.includes(LocationId)).flatMap(({ LocationId, ByPeriod, ...own }: Answer) => [
        [`${LocationId}`, own, over(FROM, TO, [LocationId])],
        ...periodsOf<Cells>({ Periods }, { ByPeriod }).map(
          (cell: Answer): Proof => [`${LocationId} ${cell.Period}`, cell, over(cell.Period, cell.Period, [LocationId])],
        ),
      ]),
    ]
  },
})

const REPORTS: Record<string, () => Report> = {
  ...Object.fromEntries(
    Object.entries(STEPS).map(([level, columns]) => [`breakdown by ${level}`, () => breakdown(level as keyof typeof STEPS, path(columns))]),
  ),
  'breakdown by employee': employees,
  'breakdown by order type': orderTypes,
  'breakdown by promotion': () => uses('promotion', 1, 'Promotions'),
  'breakdown by discount': () => uses('discount', 2, 'Discounts'),
  'discounts by type': () => types('discount', 2, 'Discounts'),
  'discounts by employee': given,
  'surcharges by type': () => types('surcharge', 3, 'Surcharges'),
  'breakdown by surcharge': () => uses('surcharge', 3, 'Surcharges'),
  'breakdown by wastage': () => breakdown('wastage', path(STEPS.productgroup), WASTED, 'l.wastage and not l.voided'),
  'wastage by item': () => ({
    ...breakdown('wastage', `${path(STEPS.productgroup)} || '/' || p.name`, WASTED, 'l.wastage and not l.voided'),
    query: { ...RANGE, By: 'plu' },
  }),
  'wastage by employee': () => ({ ...breakdown('wastage', `coalesce(d.name, '')`, WASTED, 'l.wastage and not l.voided'), query: { ...RANGE, By: 'employee' } }),
  'wastage by reason': () => ({ ...breakdown('wastage', REASON, WASTED, 'l.wastage and not l.voided'), query: { ...RANGE, By: 'reason' } }),
  'GP margins': () => breakdown('gpmargins', path(STEPS.productgroup), MARGINS),
  'costs in all': () => costs('summary'),
  'costs by day': () => costs('detail'),
}

it.each(Object.keys(REPORTS))('%s: the answer, CSV, XLSX and the lines say the same', async (name) => {
  await proveFigures(house, (REPORTS[name] as () => Report)())
})
