import readXlsxFile from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomFor } from '#db/demo/random.ts'
import type { WireSale } from '#features/intake/sale.contract.ts'
import { atPeriod } from '#features/reports/kit/by-period.rules.ts'
import { FIGURE_NAMES } from '#features/reports/kit/figures.rules.ts'
import { bucketsOf, hoursOf } from '#features/reports/kit/period.rules.ts'
import type { InvoiceList, Receipt } from '#features/reports/receipts/invoices.contract.ts'
import type { SalesAnswer } from '#features/reports/sales-summary/sales-summary.contract.ts'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { reconcileVenue } from '#features/sums/reconcile.job.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import { addDays, everyDay } from '#shared/day.ts'
import { periodsOf } from '#tests/by-period.ts'
import { earlierMonthRepeated } from '#tests/spoilt-sums.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import { type BreakdownAnswer, type CostsAnswer, salesBreakdown } from './sales-breakdown.contract.ts'

/** A Friday evening in Sydney, 21:04. */
const NOW = new Date('2026-11-20T10:04:00Z')
const MINUTE = (21 - 5) * 60 + 4
const LUNCH = { Name: 'Lunch', From: 11, To: 15 }
const DAYS = [
  '2025-04-03',
  '2025-04-05',
  '2025-04-18',
  '2025-04-19',
  '2026-04-03',
  '2025-11-14',
  '2025-12-31',
  '2026-10-03',
  ...everyDay('2026-10-28', '2026-11-20'),
]

let app: StartedApp
let owner: Visitor
let sql: Sql

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  for (const { locationId, sales } of sampleTrade(DAYS, NOW)) await storeTrade(app.database, 1, locationId, sales, NOW)
  await storeTrade(app.database, 1, 1, ODD, NOW)
  for (const locationId of [2, 3]) await storeTrade(app.database, 1, locationId, EXTRAS, NOW)
  await closeDaysOfVenue(app.database, 1, NOW)
  sql = connectAsOwner(app.databaseUrl)
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
}, 180_000)
afterAll(async () => {
  await sql.end()
  await app.close()
})

const line = (changes: object) => ({
  ...(plainSale('2026-11-10T12:00:00+11:00', 1100).Lines?.[0] as object),
  ...changes,
})
/** What a till writes off after the day's trade: no sale, a line of wastage. */
const waste = (closedAt: string, changes: object = {}) =>
  plainSale(closedAt, 0, {
    Type: 'NoSale',
    Lines: [line({ Quantity: '2', Gross: 2200, DiscountTotal: 2200, Net: 0, Tax: 0, Cost: 600, Wastage: true, ...changes })] as never,
    Tenders: [],
    Totals: { Total: 0, Tax: 0 },
  })

/** What sample trade has too little of: no cost, no class, nobody who rang it up, a loss, a discount nobody named, a surcharge on a voucher. */
const ODD: WireSale[] = [
  plainSale('2026-11-10T12:00:00+11:00', 1100, { ClerkId: undefined, ClerkName: undefined }),
  plainSale('2026-11-10T12:10:00+11:00', 1100, {
    Lines: [line({ Plu: 'N1', Name: 'No cost', Cost: 0, Group: 'Food', Department: 'Extras', ProductGroup: 'Sauces' })] as never,
  }),
  plainSale('2026-11-10T12:20:00+11:00', 1100, {
    Lines: [line({ Plu: 'L1', Name: 'Loss', Cost: 2500, Group: 'Food', Department: 'Extras', ProductGroup: 'Losses' })] as never,
  }),
  waste('2026-11-12T23:00:00+11:00', { WastageReason: 'Spill' }),
  waste('2026-11-14T13:10:00+11:00', {
    WastageReason: 'Expired',
    Plu: 'L1',
    Name: 'Loss',
    Group: 'Food',
    Department: 'Extras',
    ProductGroup: 'Losses',
    Cost: 2500,
    Quantity: '1',
  }),
  waste('2025-12-31T13:10:00+11:00'),
  waste('2026-11-14T12:00:00+11:00'),
  waste('2026-11-17T12:00:00+11:00', { WastageReason: 'Expired' }),
  {
    ...waste('2026-11-13T14:00:00+11:00'),
    SaleId: 'SEVERAL-REASONS',
    Lines: [
      { WastageReason: 'Spill', Cost: 110 },
      { WastageReason: 'Breakage', Cost: 220 },
      { WastageReason: '', Cost: 330 },
      { WastageReason: 'Spill', Cost: 440, Voided: true },
    ].map((told, i) => line({ LineId: String(i + 1), Gross: 500, DiscountTotal: 500, Net: 0, Tax: 0, Wastage: true, ...told })) as never,
  },
  { ...waste('2026-11-13T15:00:00+11:00', { WastageReason: 'Theft' }), SaleId: 'FOUND-AGAIN' },
  plainSale('2026-11-13T15:10:00+11:00', 0, { Type: 'Void', OriginalSaleId: 'FOUND-AGAIN', Lines: [], Tenders: [], Totals: { Total: 0 } }),
  // Marked as wasted and cleared again before the receipt was closed: nothing was lost, at lunch and in what is compared up to a minute.
  waste('2026-11-13T13:15:00+11:00', { Voided: true, Cost: 700 }),
  waste('2026-11-14T13:15:00+11:00', { Voided: true, Cost: 900 }),
  plainSale('2026-11-11T13:00:00+11:00', 900, {
    Lines: [line({ Gross: 1100, DiscountTotal: 200, Net: 900, Tax: 82 })] as never,
    Totals: { Total: 900, Tax: 82 },
  }),
  // A discount that was given twice at lunch and once taken back with its receipt, and a voucher cleared from one.
  ...['GIVEN', 'KEPT'].map((SaleId) =>
    plainSale('2026-11-14T13:30:00+11:00', 900, {
      SaleId,
      Lines: [line({ Gross: 1100, DiscountTotal: 200, Net: 900, Tax: 82 })] as never,
      Discounts: [{ Id: 'CREW', Name: 'Crew meal', Amount: 200 }],
      Totals: { Total: 900, Tax: 82 },
    }),
  ),
  plainSale('2026-11-14T13:40:00+11:00', 0, { Type: 'Void', OriginalSaleId: 'GIVEN', Lines: [], Tenders: [], Totals: { Total: 0 } }),
  plainSale('2026-11-12T13:00:00+11:00', 1100, {
    Lines: [line({}), line({ LineId: '2', Kind: 'NonSale', Plu: 'GV', Name: 'Gift voucher', Gross: 1000, Net: 1000, Tax: 91, Voided: true })] as never,
  }),
]

/** Product groups that are few elsewhere. */
const EXTRAS: WireSale[] = ['Sauces', 'Losses'].map((ProductGroup) =>
  plainSale('2026-09-25T12:00:00+10:00', 1100, {
    Lines: [line({ Plu: ProductGroup, Name: ProductGroup, Group: 'Food', Department: 'Extras', ProductGroup })] as never,
  }),
)

const ask = async <A = BreakdownAnswer>(path: string, query: Record<string, string>): Promise<A> => {
  const answer = await owner.call('GET', `${path}?${new URLSearchParams(query)}`)
  expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(200)
  return answer.body as A
}

interface Cut {
  from: string
  to: string
  locations?: readonly number[] | undefined
  weekdays?: readonly number[] | undefined
  hours?: readonly number[] | undefined
  untilMinute?: number | undefined
}

const where = ({ from, to, locations, weekdays, hours, untilMinute }: Cut) => sql`
  s.venue_id = 1 and s.kind in (1, 2, 5) and s.business_date between ${from} and ${to}
  ${locations ? sql`and s.location_id = any(${locations as number[]}::int[])` : sql``}
  ${weekdays ? sql`and extract(isodow from s.business_date) = any(${weekdays as number[]}::int[])` : sql``}
  ${hours ? sql`and s.local_hour % 100 = any(${hours as number[]}::int[])` : sql``}
  ${untilMinute === undefined ? sql`` : sql`and s.local_minute <= ${untilMinute}`}`

type Oracle = Map<string, Record<string, number | null>>
const COLUMN = { group: 'sales_group', department: 'department', productgroup: 'product_group', category: 'category' } as const
type Level = keyof typeof COLUMN

/** By class, from the lines: nothing of it is read from the rollup or from what the report asks. */
const byClass = async (level: Level, cut: Cut): Promise<Oracle> => {
  const path =
    level === 'category' ? ['category'] : ['sales_group', 'department', 'product_group'].slice(0, ['group', 'department', 'productgroup'].indexOf(level) + 1)
  const rows = await sql<Record<string, string>[]>`
      select concat_ws('/', ${path.map((name) => sql`c.${sql(name)}`).reduce((all, one) => sql`${all}, ${one}`)}) as name,
        coalesce(sum(l.n) filter (where l.counts), 0)::text as "Count", coalesce(sum(l.qty) filter (where l.counts), 0)::text as qty,
        coalesce(sum(l.gross) filter (where l.counts), 0)::text as "Gross", coalesce(sum(l.promotion) filter (where l.counts), 0)::text as "Promotions",
        coalesce(sum(l.discount) filter (where l.counts), 0)::text as "Discounts", coalesce(sum(l.refund) filter (where l.counts), 0)::text as "Refunds",
        coalesce(sum(l.surcharge), 0)::text as "Surcharges", coalesce(sum(l.tax), 0)::text as "Tax", coalesce(sum(l.surcharge_tax), 0)::text as "SurchargeTax", coalesce(sum(l.cost) filter (where l.counts), 0)::text as "Cost",
        coalesce(sum(l.n) filter (where l.counts and l.cost = 0), 0)::text as bare_n,
        coalesce(sum(l.gross - l.promotion - l.discount - l.refund - l.tax + l.surcharge_tax) filter (where l.counts and l.cost = 0), 0)::text as bare_sold
      from sale s join sale_line l on l.venue_id = s.venue_id and l.sale_id = s.sale_id join product_class c on c.venue_id = l.venue_id and c.class_id = l.class_id
      where ${where(cut)} and (l.counts or l.kind = 2 and not l.voided and (l.surcharge <> 0 or l.tax <> 0)) group by 1`
  return new Map(
    rows.map((row) => {
      const at = (name: string) => Number(row[name])
      const net = at('Gross') - at('Promotions') - at('Discounts') - at('Refunds')
      const sold = net - at('Tax') + at('SurchargeTax')
      const bare = at('bare_sold')
      return [
        row.name ?? '',
        {
          Count: at('Count'),
          Quantity: at('qty') / 10_000,
          Gross: at('Gross') / 100,
          Promotions: at('Promotions') / 100,
          Discounts: at('Discounts') / 100,
          Refunds: at('Refunds') / 100,
          Net: net / 100,
          Surcharges: at('Surcharges') / 100,
          Tax: at('Tax') / 100,
          NetExTax: sold / 100,
          Cost: at('Cost') === 0 && at('Gross') !== 0 ? null : at('Cost') / 100,
          GrossProfit: at('Cost') === 0 && at('Gross') !== 0 ? null : (sold - at('Cost')) / 100,
          NoCostCount: at('bare_n'),
          NoCostSales: bare / 100,
          CostedProfit: at('bare_n') > 0 && sold === bare && at('Cost') === 0 ? null : (sold - bare - at('Cost')) / 100,
        },
      ]
    }),
  )
}

/** Whole receipts, by a name that one of their keys stands for. */
const byKey = async (column: 'clerk_key' | 'terminal_key', cut: Cut): Promise<Oracle> => {
  const rows = await sql<Record<string, string>[]>`
    select coalesce(d.name, '') as name, sum(s.n)::text as "Sales", sum(s.customers)::text as "Customers", sum(l.net)::text as net, sum(l.cost)::text as cost
    from sale s left join dimension_key d on d.venue_id = s.venue_id and d.key = s.${sql(column)}
    cross join lateral (select coalesce(sum(gross - promotion - discount - refund), 0) as net, coalesce(sum(cost), 0) as cost from sale_line l
      where l.venue_id = s.venue_id and l.sale_id = s.sale_id and l.counts) l
    where ${where(cut)} group by 1`
  return new Map(
    rows.map(({ name = '', Sales, Customers, net, cost }) => [
      name,
      { Sales: Number(Sales), Customers: Number(Customers), Net: Number(net) / 100, Cost: Number(cost) / 100 },
    ]),
  )
}

const ORDERED = ['', 'dine-in', 'takeaway', 'delivery', 'bar', 'online']
const byOrderType = async (cut: Cut): Promise<Oracle> => {
  const rows = await sql<Record<string, string>[]>`
    select s.order_type::text as type, sum(s.n)::text as "Sales", sum(s.customers)::text as "Customers", sum(l.net)::text as net, sum(l.cost)::text as cost
    from sale s cross join lateral (select coalesce(sum(gross - promotion - discount - refund), 0) as net, coalesce(sum(cost), 0) as cost from sale_line l
      where l.venue_id = s.venue_id and l.sale_id = s.sale_id and l.counts) l
    where ${where(cut)} group by 1`
  return new Map(
    rows.map(({ type, Sales, Customers, net, cost }) => [
      ORDERED[Number(type)] ?? '?',
      { Sales: Number(Sales), Customers: Number(Customers), Net: Number(net) / 100, Cost: Number(cost) / 100 },
    ]),
  )
}

const USES = { promotion: ['Promotions', 1], discount: ['Discounts', 2], surcharge: ['Surcharges', 3] } as const
const byUse = async (what: keyof typeof USES, cut: Cut): Promise<Oracle> => {
  const [figure, kind] = USES[what]
  const rows = await sql<Record<string, string>[]>`
    select d.name, sum(case s.kind when 5 then -1 else 1 end)::text as n, sum(a.amount)::text as amount
    from sale s join sale_adjustment a on a.venue_id = s.venue_id and a.sale_id = s.sale_id and a.kind = ${kind}
    join dimension_key d on d.venue_id = a.venue_id and d.key = a.key where ${where(cut)} group by 1`
  return new Map(rows.map(({ name = '', n, amount }) => [name, { Count: Number(n), [figure]: Number(amount) / 100 }]))
}

const wasted = async (cut: Cut): Promise<Oracle> => {
  const rows = await sql<Record<string, string>[]>`
    select concat_ws('/', c.sales_group, c.department, c.product_group) as name, sum(l.qty)::text as qty, sum(l.cost)::text as cost, sum(l.gross)::text as gross
    from sale s join sale_line l on l.venue_id = s.venue_id and l.sale_id = s.sale_id and l.wastage and not l.voided
    join product_class c on c.venue_id = l.venue_id and c.class_id = l.class_id where ${where(cut)} group by 1`
  return new Map(
    rows.map(({ name = '', qty, cost, gross }) => [name, { Quantity: Number(qty) / 10_000, Cost: Number(cost) / 100, Gross: Number(gross) / 100 }]),
  )
}

const byReason = async (cut: Cut): Promise<Oracle> => {
  const rows = await sql<Record<string, string>[]>`
    select coalesce(r.name, '') as name, sum(case s.kind when 5 then -1 else 1 end)::text as n, sum(l.qty)::text as qty, sum(l.cost)::text as cost,
      sum(l.gross)::text as gross
    from sale s join sale_line l on l.venue_id = s.venue_id and l.sale_id = s.sale_id and l.wastage and not l.voided
    left join dimension_key r on r.venue_id = l.venue_id and r.key = l.wastage_reason_key where ${where(cut)} group by 1`
  return new Map(
    rows.map(({ name = '', n, qty, cost, gross }) => [
      name,
      { Count: Number(n), Quantity: Number(qty) / 10_000, Cost: Number(cost) / 100, Gross: Number(gross) / 100 },
    ]),
  )
}

type Name = Level | 'employee' | 'ordertype' | 'till' | 'promotion' | 'discount' | 'surcharge' | 'wastage'
const oracle = (name: Name, cut: Cut): Promise<Oracle> => {
  if (name === 'employee') return byKey('clerk_key', cut)
  if (name === 'ordertype') return byOrderType(cut)
  if (name === 'till') return byKey('terminal_key', cut)
  if (name === 'promotion' || name === 'discount' || name === 'surcharge') return byUse(name, cut)
  return name === 'wastage' ? wasted(cut) : byClass(name, cut)
}

type AnyRow = { Name: string; Unassigned: boolean; Path?: string[] }
const nameOf = ({ Name, Unassigned, Path }: AnyRow) => [...(Path ?? []), Unassigned ? '' : Name].join('/')
const rounded = (value: unknown) => (value === null ? null : Math.round(Number(value) * 10_000) / 10_000)

/** Rows that have anything, as the oracle has them. */
const expectRows = (rows: readonly AnyRow[], expected: Oracle, what: string) => {
  const some = (figures: object) => Object.values(figures).some((value) => value !== 0)
  const names = Object.keys([...expected.values()][0] ?? {})
  const actual = rows.map((row) => [nameOf(row), Object.fromEntries(names.map((name) => [name, rounded((row as never)[name])]))] as const)
  const sorted = (all: (readonly [string, object])[]) => all.filter(([, figures]) => some(figures)).sort(([a], [b]) => (a < b ? -1 : 1))
  expect(sorted([...actual]), what).toEqual(sorted([...expected]))
}

/** The margin's own figures are only in GP margins. */
const plain = (rows: Oracle): Oracle => new Map([...rows].map(([name, { NoCostCount: _a, NoCostSales: _b, CostedProfit: _c, ...figures }]) => [name, figures]))

const NAMES: readonly Name[] = [
  'group',
  'productgroup',
  'department',
  'category',
  'employee',
  'ordertype',
  'till',
  'promotion',
  'discount',
  'surcharge',
  'wastage',
]
const WEEK = { FromDate: '2026-11-09', ToDate: '2026-11-15' }
const WEEK_CUT = { from: '2026-11-09', to: '2026-11-15' }

describe('every row against the lines, to the cent', () => {
  it.each(NAMES)('a week by %s: rows, rows at each location, rows by day', async (name) => {
    const answer = await ask(`/sales/${name}`, { ...WEEK, Interval: 'day' })
    expect(answer.Totals.Rows.length).toBeGreaterThan(0)
    expectRows(answer.Totals.Rows, plain(await oracle(name, WEEK_CUT)), name)
    for (const { LocationId, Rows } of answer.Locations) {
      const paths = new Map(answer.Totals.Rows.map(({ Key, Path }) => [Key, Path]))
      const own = plain(await oracle(name, { ...WEEK_CUT, locations: [LocationId] }))
      expectRows(
        (Rows ?? []).map((row) => ({ ...row, Path: paths.get(row.Key) ?? [] })),
        own,
        `${name} at ${LocationId}`,
      )
    }
    for (const [i, day] of everyDay(WEEK_CUT.from, WEEK_CUT.to).entries()) {
      const rows = answer.Totals.Rows.map((row) => ({
        ...(row.ByPeriod && atPeriod(row.ByPeriod, i)),
        Name: row.Name,
        Unassigned: row.Unassigned,
        Path: row.Path,
      }))
      const expected = plain(await oracle(name, { from: day, to: day }))
      const counted = new Map([...expected].map(([key, { Count: _, ...figures }]) => [key, figures]))
      expectRows(rows, counted, `${name} on ${day}`)
    }
  })

  const random = randomFor(11, 'questions about breakdowns')
  const questions = Array.from({ length: 30 }, (_, i) => {
    const from = addDays(random.pick(['2025-11-01', '2025-12-30', '2026-10-01', '2026-10-27']), random.between(0, 15))
    const daypart = random.chance(0.3)
    return {
      name: NAMES[i % NAMES.length] as Name,
      from,
      to: addDays(from, random.between(1, daypart ? 30 : 380)),
      locations: random.chance(0.5) ? undefined : ([[1], [2, 3], [1, 3]][random.between(0, 2)] as number[]),
      weekdays: random.chance(0.3) ? [5, 6, 7].slice(random.between(0, 2)) : undefined,
      daypart,
    }
  })
  it.each(questions)(
    '$name $from to $to, locations $locations, weekdays $weekdays, lunch $daypart',
    async ({ name, from, to, locations, weekdays, daypart }) => {
      const answer = await ask(`/sales/${name}`, {
        FromDate: from,
        ToDate: to,
        Interval: 'month',
        ...(locations ? { Locations: locations.join(',') } : {}),
        ...(weekdays ? { Weekdays: weekdays.join(',') } : {}),
        ...(daypart ? { Daypart: 'Lunch' } : {}),
      })
      expectRows(answer.Totals.Rows, plain(await oracle(name, { from, to, locations, weekdays, hours: daypart ? hoursOf(LUNCH) : undefined })), name)
      if (name !== 'wastage') expect(answer.Proof).toMatchObject({ Holds: true })
    },
  )

  it.each(NAMES)('one day by the hour, by %s', async (name) => {
    const answer = await ask(`/sales/${name}`, { FromDate: '2026-11-14', ToDate: '2026-11-14', Interval: 'hour' })
    expect(answer.Interval).toBe('hour')
    for (const [i, { Period }] of answer.Periods.entries()) {
      const rows = answer.Totals.Rows.map((row) => ({
        ...(row.ByPeriod && atPeriod(row.ByPeriod, i)),
        Name: row.Name,
        Unassigned: row.Unassigned,
        Path: row.Path,
      }))
      const expected = plain(await oracle(name, { from: '2026-11-14', to: '2026-11-14', hours: [Number(Period.slice(0, 2))] }))
      expectRows(rows, new Map([...expected].map(([key, { Count: _, ...figures }]) => [key, figures])), `${name} at ${Period}`)
    }
  })

  const ADDED = ['Sales', 'Customers', 'Quantity', 'Gross', 'Promotions', 'Discounts', 'Refunds', 'Net', 'Surcharges', 'Tax', 'NetExTax', 'Cost'] as const
  const byDay = NAMES.map((name) => [`/sales/${name}`, { ...WEEK, Interval: 'day' }] as const)
  it.each<readonly [string, Record<string, string>]>([
    ...byDay,
    ['/sales/gpmargins', { ...WEEK, Interval: 'day' }],
    ['/sales/discount', { ...WEEK, Interval: 'day', By: 'type' }],
    ['/sales/discount', { ...WEEK, Interval: 'day', By: 'employee' }],
    ['/sales/wastage', { ...WEEK, Interval: 'day', By: 'plu' }],
    ['/sales/group', { ...WEEK, Interval: 'day', Daypart: 'Lunch' }],
    ['/sales/group', { FromDate: '2026-11-14', ToDate: '2026-11-14', Interval: 'hour' }],
    ['/sales/employee', { FromDate: '2025-11-01', ToDate: '2026-11-20', Interval: 'month', Weekdays: '5,6' }],
  ])('%s %o: the periods of a row at each location add up to the row, and over locations to those of the total', async (path, query) => {
    const { Locations, Periods, Totals } = await ask(path, query)
    const inAll = (values: readonly (number | null)[] = []) => rounded(values.reduce<number>((sum, value) => sum + (value ?? 0), 0))
    const names = ADDED.filter((figure) => Totals.Rows.some((row) => (row[figure] ?? null) !== null))
    expect(names.length).toBeGreaterThan(0)
    expect(Locations.flatMap(({ Rows }) => Rows ?? []).length).toBeGreaterThan(0)
    for (const whole of Totals.Rows) {
      const own = Locations.flatMap(({ Rows }) => Rows ?? []).filter(({ Key }) => Key === whole.Key)
      for (const name of names) {
        for (const row of [whole, ...own]) expect(inAll(row.ByPeriod?.[name]), `${row.Name}: ${name}`).toBe(inAll([row[name]]))
        const columns = Periods.map((_, i) => inAll(own.map(({ ByPeriod }) => ByPeriod?.[name][i] ?? null)))
        expect(columns, `${whole.Name}: ${name} by period`).toEqual(Periods.map((_, i) => inAll([whole.ByPeriod?.[name][i] ?? null])))
      }
    }
  })

  it('a discount that was taken back with its receipt was not used, at lunch either', async () => {
    for (const query of [WEEK, { ...WEEK, Daypart: 'Lunch' }]) {
      const row = (await ask('/sales/discount', query)).Totals.Rows.find(({ Name }) => Name === 'Crew meal')
      expect([row?.Count, row?.Discounts]).toEqual([1, 2])
    }
  })

  it('margins: what has no cost is counted apart, a loss is negative, and the total is the sum of both', async () => {
    const answer = await ask('/sales/gpmargins', {})
    expect([answer.FromDate, answer.ToDate]).toEqual(['2026-10-24', '2026-11-20'])
    const cut = { from: answer.FromDate, to: answer.ToDate }
    expectRows(answer.Totals.Rows, await byClass('productgroup', cut), 'margins')
    const loss = answer.Totals.Rows.find(({ Name }) => Name === 'Losses')
    expect(loss).toMatchObject({ CostedSales: 10, CostedProfit: -15, MarginPercent: -150, MarkupPercent: -60 })
    expect(answer.Totals.Rows.find(({ Name }) => Name === 'Sauces')).toMatchObject({
      CostedSales: 0,
      NoCostCount: 1,
      NoCostSales: 10,
      MarginPercent: null,
      MarkupPercent: null,
    })
    const { Totals } = answer
    expect(rounded((Totals.CostedSales ?? 0) + (Totals.NoCostSales ?? 0))).toBe(Totals.NetExTax)
    expect(Totals.MarginPercent).toBe(Math.round(((Totals.CostedProfit ?? 0) / (Totals.CostedSales ?? 1)) * 1000) / 10)
    expectRows((await ask('/sales/gpmargins', { By: 'group' })).Totals.Rows, await byClass('group', cut), 'margins by group')
    const lunch = await ask('/sales/gpmargins', { FromDate: '2026-11-10', ToDate: '2026-11-11', Daypart: 'Lunch' })
    expect(lunch.Totals.Rows.find(({ Name }) => Name === 'Sauces')).toMatchObject({ CostedSales: 0, NoCostCount: 1, NoCostSales: 10 })
  })
})

describe('the same trade from every side', () => {
  it.each(NAMES.filter((name) => name !== 'wastage'))('totals by %s are the Sales Summary, whole and by day, at each location', async (name) => {
    const summary = await ask<SalesAnswer>('/sales/day', WEEK)
    const answer = await ask(`/sales/${name}`, { ...WEEK, Interval: 'day' })
    const figures = ['Net', 'Gross', 'Amount', 'Tax', 'Cost', 'Sales', 'Customers', 'Promotions', 'Discounts', 'Surcharges', 'Takings'] as const
    const of = (some: Partial<Record<(typeof figures)[number], number | null>>) => figures.map((figure) => some[figure])
    expect(of(answer.Totals)).toEqual(of(summary.Totals))
    expect(periodsOf(answer, answer.Totals).map(of)).toEqual(periodsOf(summary, summary.Totals).map(of))
    expect(answer.Locations.map(of)).toEqual(summary.Locations.map(of))
    const sum = answer.Totals.Rows.reduce((all, row) => all + Math.round((row[answer.Figure] ?? 0) * 100), 0)
    expect(sum).toBe(Math.round((summary.Totals[answer.Figure] ?? 0) * 100))
    expect(answer.Proof).toEqual({ Figure: answer.Figure, Rows: summary.Totals[answer.Figure], SalesSummary: summary.Totals[answer.Figure], Holds: true })
    expect(answer.Totals.Rows.reduce((all, { Share }) => all + (Share ?? 0), 0)).toBeCloseTo(100, 0)
  })

  it.each(['promotion', 'discount', 'surcharge', 'wastage'])(
    '%s: each row, and all of them, as percent of the sales it is taken off or put on',
    async (name) => {
      const [{ Totals, Figure }, summary] = [await ask(`/sales/${name}`, WEEK), await ask<SalesAnswer>('/sales/day', WEEK)]
      const { Gross = 0, Net = 0, NetExTax = 0 } = summary.TotalsByCurrency[0] ?? {}
      const base = { promotion: Gross, discount: Gross, surcharge: Net, wastage: NetExTax }[name] ?? 0
      const percent = (amount: unknown) => Math.round((Number(amount) / base) * 1000) / 10
      expect(Totals.Rows.length).toBeGreaterThan(0)
      expect(Totals.Rows.map(({ OfSales }) => OfSales)).toEqual(Totals.Rows.map((row) => percent(row[Figure])))
      expect(Totals.OfSales).toBe(percent(Totals[Figure]))
      expect((await ask('/sales/group', WEEK)).Totals.OfSales).toBeNull()
    },
  )

  it('steps lie within each other: group, department, product group, item, and each has its own receipts', async () => {
    const groups = (await ask('/sales/group', WEEK)).Totals.Rows
    const group = groups[0]
    const departments = (await ask('/sales/department', { ...WEEK, Group: String(group?.Key) })).Totals
    expect(departments.Rows.every(({ Path }) => Path[0] === group?.Name)).toBe(true)
    expect([departments.Net, departments.Sales]).toEqual([group?.Net, null])
    const department = departments.Rows[0]
    const products = (await ask('/sales/productgroup', { ...WEEK, Department: String(department?.Key) })).Totals
    expect(products.Net).toBe(department?.Net)
    const product = products.Rows[0]
    const items = await ask('/sales/productgroup', { ...WEEK, ProductGroup: String(product?.Key), By: 'plu', Compare: 'previous' })
    expect(items.Totals.Net).toBe(product?.Net)
    expect(items.Totals.Rows.length).toBeGreaterThan(1)
    expect(rounded(items.Totals.Rows.reduce((sum, { Net }) => sum + (Net ?? 0), 0))).toBe(product?.Net)
    const receipts = (query: Record<string, string>) => ask<InvoiceList>('/sales/invoices', { ...WEEK, ...query })
    expect((await receipts({ Group: String(group?.Key) })).Total).toBe(group?.Net)
    expect((await receipts({ ProductGroup: String(product?.Key), Figure: 'Gross' })).Total).toBe(product?.Gross)
    const item = items.Totals.Rows[0]
    expect((await receipts({ Items: item?.Plu ?? '' })).Total).toBe(item?.Net)
  })

  it.each([
    ['employee', 'Employee', 'Net'],
    ['ordertype', 'OrderType', 'Net'],
    ['till', 'Terminal', 'Net'],
    ['promotion', 'Promotion', 'Promotions'],
    ['discount', 'Discount', 'Discounts'],
    ['surcharge', 'Surcharge', 'Surcharges'],
  ] as const)('the receipts of one %s add up to its row', async (name, filter, Figure) => {
    for (const row of (await ask(`/sales/${name}`, WEEK)).Totals.Rows.slice(0, 3)) {
      const list = await ask<InvoiceList>('/sales/invoices', { ...WEEK, [filter]: String(row.Key), Figure })
      expect(list.Total).toBe(row[Figure])
      expect(list.Count).toBeGreaterThan(0)
    }
  })

  it('order types are told by the names receipts have, in files by words, and each opens its receipts', async () => {
    const { Totals } = await ask('/sales/ordertype', WEEK)
    expect(Totals.Rows.map(({ Name }) => Name)).toEqual(['dine-in', 'bar', 'takeaway', 'online', 'delivery', 'Unassigned'])
    for (const row of Totals.Rows)
      for (const Figure of ['Net', 'Sales', 'Discounts', 'Cost'] as const) {
        const list = await ask<InvoiceList>('/sales/invoices', { ...WEEK, OrderType: String(row.Key), Figure })
        expect([row.Name, Figure, list.Total]).toEqual([row.Name, Figure, row[Figure]])
        expect(new Set(list.Invoices.map(({ OrderType }) => OrderType))).toEqual(new Set([row.Unassigned ? 'none' : row.Name].filter(() => list.Count > 0)))
      }
    const { body } = await owner.call<{ text: string }>('GET', `/sales/ordertype?${new URLSearchParams({ ...WEEK, format: 'csv' })}`)
    expect(body.text).toContain('\r\nDine-in,')
    expect((await owner.call('GET', '/sales/invoices?Date=2026-11-14&OrderType=6')).status).toBe(400)
  })

  it.each([
    ['discount', 'type', 'DiscountType', 'Discounts'],
    ['discount', 'employee', 'Employee', 'Discounts'],
    ['surcharge', 'type', 'SurchargeType', 'Surcharges'],
  ] as const)('the receipts of every %s by %s add up to its row, in all, at lunch and by the hour', async (name, By, filter, Figure) => {
    for (const query of [WEEK, { ...WEEK, Daypart: 'Lunch' }, { FromDate: '2026-11-14', ToDate: '2026-11-14' }]) {
      const { Totals, Proof } = await ask(`/sales/${name}`, { ...query, By, Compare: 'previous' })
      expect([Totals.Rows.length > 0, Proof?.Holds]).toEqual([true, true])
      for (const row of Totals.Rows) {
        const list = await ask<InvoiceList>('/sales/invoices', { ...query, [filter]: String(row.Key), Figure })
        expect([row.Name, list.Total]).toEqual([row.Name, row[Figure]])
        const one = await ask(`/sales/${name}`, { ...query, By, Key: String(row.Key), Interval: 'day' })
        const some = one.Totals.Rows.filter((told) => told[Figure] !== 0)
        expect(some.map(({ Key, ...told }) => [Key, told[Figure]])).toEqual([[row.Key, row[Figure]]].filter(() => row[Figure] !== 0))
      }
    }
  })

  it('discounts and surcharges of a type are told by its name; a type or step there is none of is refused', async () => {
    const types = (await ask('/sales/discount', { ...WEEK, By: 'type' })).Totals.Rows
    expect(types.find(({ Key }) => Key === 3)).toMatchObject({ Name: 'Comp', Unassigned: false })
    const { body } = await owner.call<{ text: string }>('GET', `/sales/discount?${new URLSearchParams({ ...WEEK, By: 'employee', format: 'csv' })}`)
    expect(body.text).toContain('% of own gross sales')
    for (const path of ['discount?By=reason', 'surcharge?By=employee'])
      expect((await owner.call('GET', `/sales/${path}&FromDate=2026-11-09&ToDate=2026-11-15`)).status, path).toBe(400)
  })

  it('the receipts of every group add up to each of its figures, whatever was cleared from them', async () => {
    for (const row of (await ask('/sales/group', WEEK)).Totals.Rows)
      for (const Figure of ['Net', 'Surcharges', 'Amount', 'Tax', 'Cost', 'Quantity'] as const) {
        const list = await ask<InvoiceList>('/sales/invoices', { ...WEEK, Group: String(row.Key), Figure })
        expect([row.Name, Figure, list.Total]).toEqual([row.Name, Figure, row[Figure]])
      }
  })

  it('the receipts of what was wasted add up to it', async () => {
    const [row] = (await ask('/sales/wastage', WEEK)).Totals.Rows
    const list = await ask<InvoiceList>('/sales/invoices', { ...WEEK, Wastage: '1', ProductGroup: String(row?.Key), Figure: 'Cost' })
    expect([list.Total, list.Count > 0]).toEqual([row?.Cost, true])
  })

  it.each(['plu', 'employee', 'reason'] as const)(
    'wastage by %s adds up to all of it, at each place, by day and up to a minute, and each row opens its receipts',
    async (By) => {
      const query = { ...WEEK, By, Interval: 'day', Compare: 'previous' }
      const { By: _, ...all } = query
      const [whole, told] = [await ask('/sales/wastage', all), await ask('/sales/wastage', query)]
      const sum = (rows: readonly { Cost: number | null }[]) => rounded(rows.reduce((all, { Cost }) => all + (Cost ?? 0), 0))
      expect([told.By, told.Totals.Cost, sum(told.Totals.Rows)]).toEqual([By, whole.Totals.Cost, whole.Totals.Cost])
      expect(told.Locations.map(({ Rows }) => sum(Rows ?? []))).toEqual(whole.Locations.map(({ Cost }) => Cost))
      for (const [i] of told.Periods.entries())
        expect(rounded(told.Totals.Rows.reduce((all, row) => all + (row.ByPeriod?.Cost[i] ?? 0), 0))).toBe(whole.Totals.ByPeriod.Cost[i])
      expect(told.Compare?.Totals.Cost).toBe(whole.Compare?.Totals.Cost)
      expect(sum(told.Compare?.Totals.Rows ?? [])).toBe(whole.Compare?.Totals.Cost)
      const today = { FromDate: '2026-11-16', ToDate: '2026-11-20', Compare: 'same-days-last-week' }
      const [now, nowBy] = [await ask('/sales/wastage', today), await ask('/sales/wastage', { ...today, By })]
      expect([sum(nowBy.Totals.Rows), sum(nowBy.Compare?.Totals.Rows ?? [])]).toEqual([now.Totals.Cost, now.Compare?.Totals.Cost])
      for (const row of told.Totals.Rows) {
        const filters = { plu: { Items: row.Plu ?? '' }, employee: { Employee: String(row.Key) }, reason: { WastageReason: String(row.Key) } }
        const list = await ask<InvoiceList>('/sales/invoices', { ...WEEK, Wastage: '1', ...filters[By], Figure: 'Cost' })
        expect([row.Name, list.Total, list.Count > 0]).toEqual([row.Name, row.Cost, true])
        const one = await ask('/sales/wastage', { ...WEEK, By, Key: String(row.Key) })
        expect([one.Totals.Cost, one.Totals.Rows.length]).toEqual([row.Cost, 1])
      }
    },
  )

  it('wastage by reason is what stands on the lines, one row without a reason, at each place and up to a minute', async () => {
    const answer = await ask('/sales/wastage', { ...WEEK, By: 'reason' })
    expect(answer.Totals.Rows.map(({ Name, Unassigned }) => [Name, Unassigned]).sort()).toEqual([
      ['Breakage', false],
      ['Expired', false],
      ['Spill', false],
      ['Unassigned', true],
    ])
    expectRows(answer.Totals.Rows, await byReason(WEEK_CUT), 'all')
    for (const { LocationId, Rows } of answer.Locations) expectRows(Rows ?? [], await byReason({ ...WEEK_CUT, locations: [LocationId] }), String(LocationId))
    const saturday = { ...WEEK_CUT, weekdays: [6] }
    expectRows((await ask('/sales/wastage', { ...WEEK, By: 'reason', Weekdays: '6' })).Totals.Rows, await byReason(saturday), 'on Saturday')
    const now = await ask('/sales/wastage', { FromDate: '2026-11-16', ToDate: '2026-11-20', Compare: 'same-days-last-week', By: 'reason' })
    const [whole, part] = await Promise.all([
      byReason({ from: '2026-11-09', to: '2026-11-12' }),
      byReason({ from: '2026-11-13', to: '2026-11-13', untilMinute: MINUTE }),
    ])
    const costThen = (name: string) => rounded((whole.get(name)?.Cost ?? 0) + (part.get(name)?.Cost ?? 0))
    expect(now.Totals.Rows.length).toBeGreaterThan(1)
    for (const [i, row] of now.Totals.Rows.entries()) expect(rounded(now.Compare?.Totals.Rows[i]?.Cost), row.Name).toBe(costThen(nameOf(row)))
  })

  it('a receipt says why its lines were wasted, and of one with several reasons each opens its own line', async () => {
    const { Invoices } = await ask<InvoiceList>('/sales/invoices', { ...WEEK, Wastage: '1', Figure: 'Cost' })
    const several = Invoices.find((one) => one.Receipt === 'SEVERAL-REASONS')
    const { Lines } = await ask<Receipt>(`/sales/invoices/${several?.SaleId}`, {})
    expect(Lines.map(({ WastageReason }) => WastageReason)).toEqual(['Spill', 'Breakage', null, 'Spill'])
    const rows = (await ask('/sales/wastage', { ...WEEK, By: 'reason' })).Totals.Rows
    const valueFor = async (name: string) => {
      const row = rows.find(({ Name }) => Name === name)
      const list = await ask<InvoiceList>('/sales/invoices', { ...WEEK, WastageReason: String(row?.Key), Figure: 'Cost' })
      return list.Invoices.find(({ SaleId }) => SaleId === several?.SaleId)?.Value
    }
    expect([await valueFor('Spill'), await valueFor('Breakage'), await valueFor('Unassigned'), await valueFor('Expired')]).toEqual([1.1, 2.2, 3.3, undefined])
  })

  it('tells of what was wasted its quantity, cost and retail value, and no figure of a sale', async () => {
    const { Totals, Locations, Compare } = await ask('/sales/wastage', { ...WEEK, By: 'plu', Interval: 'day', Compare: 'previous' })
    const told = [
      Totals,
      Totals.ByPeriod,
      ...Totals.Rows,
      ...Locations,
      ...Locations.flatMap(({ Rows }) => Rows ?? []),
      Compare?.Totals,
      ...(Compare?.Totals.Rows ?? []),
    ]
    expect(told.length).toBeGreaterThan(10)
    for (const row of told) expect(FIGURE_NAMES.filter((name) => name in (row ?? {}))).toEqual(['Quantity', 'Gross', 'Cost'])
    const { Totals: sold } = await ask('/sales/productgroup', WEEK)
    expect(FIGURE_NAMES.filter((name) => !(name in sold))).toEqual([])
  })

  it.each([
    ['productgroup', FIGURE_NAMES],
    ['wastage', ['Quantity', 'Gross', 'Cost']],
  ] as const)(
    'the contract of %s names every figure it tells: an answer that lacks one is refused, of the whole, a place, a row or a period',
    async (name, figures) => {
      const answer = await ask<BreakdownAnswer>(`/sales/${name}`, { ...WEEK, Interval: 'day', Compare: 'previous', Locations: '1' })
      const isAllowed = () => salesBreakdown[name].response?.safeParse(answer).success
      const places = [
        answer.Totals,
        answer.Totals.Rows[0]?.ByPeriod,
        ...[answer.Totals, answer.Locations[0], answer.Compare?.Totals].flatMap((one) => [one, one?.Rows?.[0], one?.ByPeriod]),
      ]
      expect(isAllowed()).toBe(true)
      for (const told of places as Record<string, unknown>[]) {
        for (const figure of figures) {
          const { [figure]: value } = told
          delete told[figure]
          expect([figure, isAllowed()]).toEqual([figure, false])
          told[figure] = value
        }
      }
    },
  )

  it('what was wasted for a reason and taken back comes to nothing under it', async () => {
    const stored = await sql`select l.cost from sale_line l join dimension_key r on r.venue_id = l.venue_id and r.key = l.wastage_reason_key
      where l.venue_id = 1 and r.name = 'Theft' order by l.cost`
    expect(stored.map(({ cost }) => cost)).toEqual([-600, 600])
    expect((await ask('/sales/wastage', { ...WEEK, By: 'reason', Interval: 'day' })).Totals.Rows.filter(({ Name }) => Name === 'Theft')).toEqual([])
  })

  it('wastage by reason is called so in a file', async () => {
    const { body } = await owner.call<{ text: string }>('GET', `/sales/wastage?${new URLSearchParams({ ...WEEK, By: 'reason', format: 'csv' })}`)
    expect(body.text).toMatch(/^Reason,/m)
    expect(body.text).toMatch(/^Unassigned,/m)
  })

  it('wastage by item or reason within a group is refused in words', async () => {
    const [group] = (await ask('/sales/group', WEEK)).Totals.Rows
    for (const By of ['plu', 'reason']) {
      const within = await owner.call('GET', `/sales/wastage?${new URLSearchParams({ ...WEEK, By, Group: String(group?.Key) })}`)
      expect(within, By).toMatchObject({ status: 400, body: { ResponseStatus: { Errors: [{ FieldName: 'By', Message: expect.stringContaining('reason') }] } } })
    }
  })

  it('an item that moved to another group stays told, and the row of its old group keeps what it sold there', async () => {
    const [product] = (await ask('/sales/productgroup', WEEK)).Totals.Rows
    const query = { ...WEEK, ProductGroup: String(product?.Key), By: 'plu' }
    const [item] = (await ask('/sales/productgroup', query)).Totals.Rows
    const [before] = await sql`select class_id from product where venue_id = 1 and plu = ${item?.Plu ?? ''}`
    await sql`update product set class_id = (select min(class_id) from product_class where venue_id = 1 and product_group = 'Sauces') where venue_id = 1 and plu = ${item?.Plu ?? ''}`
    const after = (await ask('/sales/productgroup', query)).Totals
    await sql`update product set class_id = ${before?.class_id} where venue_id = 1 and plu = ${item?.Plu ?? ''}`
    expect(after.Net).toBe(product?.Net)
    expect(after.Rows.at(-1)).toMatchObject({ Key: 0, Unassigned: true, Net: item?.Net })
  })

  it('one row by its key has its periods at any length, and they add up to it', async () => {
    const years = { FromDate: '2025-11-01', ToDate: '2026-11-20', Interval: 'day' }
    const all = await ask('/sales/group', years)
    for (const { Rows } of [all.Totals, ...all.Locations]) expect(Rows?.every(({ ByPeriod }) => ByPeriod === null)).toBe(true)
    const row = all.Totals.Rows[0]
    const one = await ask('/sales/group', { ...years, Key: String(row?.Key) })
    expect(one.Totals.Rows.map(({ Key, Net }) => [Key, Net])).toEqual([[row?.Key, row?.Net]])
    for (const { Rows } of [one.Totals, ...one.Locations]) expect(Rows?.[0]?.ByPeriod?.Net.length).toBe(one.Periods.length)
    expect(one.Totals.Rows[0]?.ByPeriod?.Net.reduce<number>((sum, net) => sum + Math.round((net ?? 0) * 100), 0)).toBe(Math.round((row?.Net ?? 0) * 100))
    const months = bucketsOf({ from: '2025-11-01', to: '2026-11-20' }, 'month', 1)
    const byMonth = await ask('/sales/group', { ...years, Interval: 'month' })
    expect(byMonth.Periods.map(({ Period }) => Period)).toEqual(months.map(({ period }) => period))
    expect(byMonth.Totals.Rows[0]?.ByPeriod?.Net).toHaveLength(months.length)
  })

  it('rows at locations that are too many with their periods have them for locations alone', async () => {
    const days = { FromDate: '2026-09-20', ToDate: '2026-11-20', Interval: 'day' }
    const [few, all] = await Promise.all([ask('/sales/productgroup', days), ask('/sales/productgroup', { ...days, View: 'locations' })])
    const rows = ({ Locations }: BreakdownAnswer) => Locations.flatMap(({ Rows }) => Rows ?? [])
    expect([few.Totals.Rows.length * few.Periods.length <= 1500, rows(few).length * few.Periods.length > 1500]).toEqual([true, true])
    expect([...rows(few), ...few.Totals.Rows].map(({ ByPeriod }) => ByPeriod?.Net.length)).toEqual([
      ...rows(few).map(() => undefined),
      ...few.Totals.Rows.map(() => few.Periods.length),
    ])
    expect(rows(all).every(({ ByPeriod }) => ByPeriod?.Net.length === all.Periods.length)).toBe(true)
  })

  it('without an Interval rows have no periods, and totals have those that suit the range', async () => {
    const answer = await ask('/sales/group', { FromDate: '2026-01-01', ToDate: '2026-11-20' })
    expect([answer.Interval, answer.Totals.Rows.every(({ ByPeriod }) => ByPeriod === null)]).toEqual(['month', true])
  })

  it('a comparison counts the same elapsed part, row by row', async () => {
    const answer = await ask('/sales/productgroup', { FromDate: '2026-11-16', ToDate: '2026-11-20', Compare: 'same-days-last-week', Interval: 'day' })
    expect(answer.Compare?.SameElapsedPart).toBe(true)
    const [whole, part] = await Promise.all([
      byClass('productgroup', { from: '2026-11-09', to: '2026-11-12' }),
      byClass('productgroup', { from: '2026-11-13', to: '2026-11-13', untilMinute: MINUTE }),
    ])
    for (const [i, row] of answer.Totals.Rows.entries()) {
      const name = nameOf(row)
      expect(rounded(answer.Compare?.Totals.Rows[i]?.Net), name).toBe(rounded((whole.get(name)?.Net ?? 0) + (part.get(name)?.Net ?? 0)))
    }
    const summary = await ask<SalesAnswer>('/sales/day', { FromDate: '2026-11-16', ToDate: '2026-11-20', Compare: 'same-days-last-week' })
    expect(answer.Compare?.Totals.Net).toBe(summary.Compare?.Totals.Net)
    expect(answer.Compare?.Totals.ByPeriod.Net).toEqual(summary.Compare?.Totals.ByPeriod.Net)
  })

  it('Easter is held against Easter, as one range and not as an average of its pieces', async () => {
    const query = { FromDate: '2026-04-02', ToDate: '2026-04-06', Compare: 'same-holidays-last-year' }
    const answer = await ask('/sales/productgroup', query)
    expect(answer.Compare?.Ranges).toEqual([
      { FromDate: '2025-04-03', ToDate: '2025-04-03' },
      { FromDate: '2025-04-18', ToDate: '2025-04-21' },
    ])
    const [thursday, easter] = await Promise.all([
      byClass('productgroup', { from: '2025-04-03', to: '2025-04-03' }),
      byClass('productgroup', { from: '2025-04-18', to: '2025-04-21' }),
    ])
    for (const [i, row] of answer.Totals.Rows.entries()) {
      const name = nameOf(row)
      expect(rounded(answer.Compare?.Totals.Rows[i]?.Net), name).toBe(rounded((thursday.get(name)?.Net ?? 0) + (easter.get(name)?.Net ?? 0)))
    }
    const [summary, costs] = [await ask<SalesAnswer>('/sales/day', query), await ask<CostsAnswer>('/sales/costs', query)]
    expect(answer.Compare?.Totals.Net).toBe(summary.Compare?.Totals.Net)
    expect(costs.Compare?.Totals.CostOfGoods).toBe(summary.Compare?.Totals.Cost)
    expect(answer.Compare?.Totals.Net).toBeGreaterThan(0)
  })

  it('costs: goods, wastage and what is left; what is not kept is null and named', async () => {
    const summary = await ask<SalesAnswer>('/sales/day', { ...WEEK, Compare: 'same-days-last-week' })
    const answer = await ask<CostsAnswer>('/sales/costs', { ...WEEK, Interval: 'day', Compare: 'same-days-last-week' })
    const waste = [...(await wasted(WEEK_CUT)).values()].reduce((sum, { Cost }) => sum + (Cost ?? 0), 0)
    const { Totals } = answer
    expect([Totals.NetExTax, Totals.CostOfGoods, Totals.SurchargesReceived]).toEqual([summary.Totals.NetExTax, summary.Totals.Cost, summary.Totals.Surcharges])
    expect(Totals.Wastage).toBe(rounded(waste))
    expect(Totals.Contribution).toBe(rounded((summary.Totals.NetExTax ?? 0) - (summary.Totals.Cost ?? 0) - waste))
    expect([Totals.Wages, Totals.PaymentFees, Totals.PrimeCost]).toEqual([null, null, summary.Totals.Cost])
    expect(answer.NotKept).toContain('Wages')
    expect(rounded(Totals.ByPeriod.Wastage.reduce<number>((sum, wastage) => sum + (wastage ?? 0), 0))).toBe(rounded(waste))
    expect(rounded(answer.Locations.reduce((sum, { Contribution }) => sum + (Contribution ?? 0), 0))).toBe(Totals.Contribution)
    expect(answer.Compare?.Totals.CostOfGoods).toBe(summary.Compare?.Totals.Cost)
    const hours = await ask<CostsAnswer>('/sales/costs', { FromDate: '2026-11-14', ToDate: '2026-11-14' })
    const day = await ask<CostsAnswer>('/sales/costs', { FromDate: '2026-11-14', ToDate: '2026-11-15', Interval: 'day' })
    expect(hours.Totals.Contribution).toBe(day.Totals.ByPeriod.Contribution[0])
  })

  it('classes are told whatever stands in their names, even the mark between them on their way here', async () => {
    const before = (await ask('/sales/productgroup', WEEK)).Totals.Rows
    const marked = before[0]?.Path?.[0] ?? ''
    await sql`update product_class set sales_group = left(sales_group, 1) || ${'\u001f'} || substr(sales_group, 2) where venue_id = 1 and sales_group = ${marked}`
    const { Rows } = (await ask('/sales/productgroup', WEEK)).Totals
    await sql`update product_class set sales_group = ${marked} where venue_id = 1 and sales_group like ${'%\u001f%'}`
    expect(Rows).toEqual(before)
  })

  it('nothing sold is zeros and no rows', async () => {
    const answer = await ask('/sales/group', { FromDate: '2026-09-01', ToDate: '2026-09-02' })
    expect([answer.Totals.Net, answer.Totals.Rows, answer.Proof]).toEqual([0, [], { Figure: 'Net', Rows: 0, SalesSummary: 0, Holds: true }])
    expect((await ask<CostsAnswer>('/sales/costs', { FromDate: '2026-09-01', ToDate: '2026-09-02' })).Totals).toMatchObject({
      CostOfGoods: 0,
      CostOfGoodsPercent: null,
    })
  })
})

describe('running totals', () => {
  const RANGES: { FromDate: string; ToDate: string; Weekdays?: string }[] = [
    { FromDate: '2025-12-31', ToDate: '2026-11-20' },
    { FromDate: '2026-10-03', ToDate: '2026-11-18' },
    { FromDate: '2026-11-02', ToDate: '2026-11-19', Weekdays: '2,5' },
    { FromDate: '2026-10-04', ToDate: '2026-10-04' },
  ]
  const expectAll = async (when: string) => {
    for (const query of RANGES) {
      const cut = { from: query.FromDate, to: query.ToDate, weekdays: query.Weekdays?.split(',').map(Number) }
      for (const name of NAMES)
        expectRows((await ask(`/sales/${name}`, { ...query })).Totals.Rows, plain(await oracle(name, cut)), `${name} ${when} ${cut.from}`)
    }
  }
  const close = () => closeDaysOfVenue(app.database, 1, NOW)

  it('are right where they are there, where a late sale took them away, and when they are made again', async () => {
    expect(await close(), 'months left to close').toBe(0)
    await expectAll('as closed')
    await storeTrade(app.database, 1, 1, [plainSale('2026-10-04T12:00:00+11:00', 1100)], NOW)
    await expectAll('after a late sale')
    expect(await close()).toBeGreaterThan(0)
    expect(await close(), 'months left to close').toBe(0)
    await expectAll('made again')
  })

  it.each([{ subject: 2, name: 'department' }] as const)('that are wrong make rows of a $name wrong, are found and taken away', async ({ subject, name }) => {
    const [before] = (await ask(`/sales/${name}`, { ...RANGES[0] })).Totals.Rows
    await sql.unsafe(earlierMonthRepeated(subject, '2026-10-31', '2026-09-30'))
    expect((await ask(`/sales/${name}`, { ...RANGES[0] })).Totals.Rows[0]).not.toEqual(before)
    const { mismatches } = await reconcileVenue(app.database, 1, { all: true, now: NOW })
    expect(mismatches).toMatchObject([{ locationId: 1, period: '2026-10-01', key: 0 }])
    await expectAll('taken away')
    await closeDaysOfVenue(app.database, 1, NOW)
    expect((await reconcileVenue(app.database, 1, { all: true, now: NOW })).mismatches).toEqual([])
  })
})

describe('files', () => {
  it.each([...NAMES, 'gpmargins'])('%s: CSV and XLSX hold the rows of the answer', async (name) => {
    const query = { ...WEEK, Compare: 'previous' }
    const answer = await ask(`/sales/${name}`, query)
    const file = async (format: string) => {
      const cookie = [...owner.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
      const response = await fetch(`${app.url}/api/sales/${name}?${new URLSearchParams({ ...query, format })}`, {
        headers: { cookie, ...(owner.authorization ? { authorization: owner.authorization } : {}) },
      })
      expect(response.status).toBe(200)
      return Buffer.from(await response.arrayBuffer())
    }
    const csv = (await file('csv'))
      .toString()
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n')
      .map((row) => row.split(','))
    const columns = csv[0] ?? []
    const figure = name === 'gpmargins' ? 'CostedProfit' : (answer.Figure as 'Net')
    const title = { Net: 'Net sales', Cost: 'Cost of wastage', CostedProfit: 'GP' }[figure as string] ?? figure
    const at = columns.indexOf(title)
    expect(at, columns.join()).toBeGreaterThan(0)
    const names = columns.findIndex((column) =>
      ['Group', 'Department', 'Product group', 'Category', 'Employee', 'Order type', 'Till', 'Promotion', 'Discount', 'Surcharge'].includes(column),
    )
    expect(csv.slice(1, 1 + answer.Totals.Rows.length).map((row) => [row[names], row[at]])).toEqual(
      answer.Totals.Rows.map((row) => [row.Name.includes(',') || name === 'ordertype' ? expect.anything() : row.Name, String((row as never)[figure] ?? '–')]),
    )
    const sheet = await readXlsxFile(await file('xlsx'))
    const cells = (Array.isArray(sheet[0]) ? sheet : (sheet as unknown as { data: unknown[][] }[])[0]?.data) as unknown[][]
    expect(cells.map((row) => row.map((cell) => String(cell ?? '')))).toEqual(csv)
  })
})

describe('files as the screen lays rows out', () => {
  const rowsOf = async (query: Record<string, string>) => {
    const { body } = await owner.call<{ text: string }>('GET', `/sales/department?${new URLSearchParams({ ...WEEK, ...query, format: 'csv' })}`)
    return body.text
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n')
      .map((row) => row.split(','))
  }

  it('in the order of a column, nothing of it last', async () => {
    const rows = (await ask('/sales/department', WEEK)).Totals.Rows
    const smallest = [...rows].sort((a, b) => (a.Quantity ?? 0) - (b.Quantity ?? 0)).map(({ Quantity }) => String(Quantity))
    const [header = [], ...file] = await rowsOf({ Sort: 'Quantity' })
    expect(file.slice(0, -1).map((row) => row[header.indexOf('Quantity')])).toEqual(smallest)
    expect((await owner.call('GET', `/sales/group?${new URLSearchParams({ ...WEEK, Sort: '; drop' })}`)).status).toBe(400)
  })

  it.each(['json', 'csv', 'xlsx'])('an order by a column there is none of is refused, and says which there are: %s', async (format) => {
    const order = (Sort: string, query = {}) =>
      owner.call<{ ResponseStatus: { ErrorCode: string; Errors: { FieldName: string; Message: string }[] } }>(
        'GET',
        `/sales/department?${new URLSearchParams({ ...WEEK, ...query, Sort, format })}`,
      )
    const { status, body } = await order('-Nett')
    expect({ status, code: body.ResponseStatus.ErrorCode }).toEqual({ status: 400, code: 'ValidationFailed' })
    expect(body.ResponseStatus.Errors).toEqual([
      expect.objectContaining({ FieldName: 'Sort', Message: expect.stringMatching(/a column of these rows.*: .*Name, Net, Share/) }),
    ])
    // Which there are depends on how the rows are laid out.
    expect([(await order('-Net')).status, (await order('-Net', { View: 'locations' })).status, (await order('at:1', { View: 'locations' })).status]).toEqual([
      200, 400, 200,
    ])
  })

  it('by rank now and before, what nobody assigned without one', async () => {
    const query = { Compare: 'custom', CompareFrom: '2026-11-02', CompareTo: '2026-11-02' }
    const { Totals, Compare } = await ask('/sales/department', { ...WEEK, ...query })
    const rankIn = (nets: (number | null | undefined)[]) =>
      nets.map((net) => (net === 0 ? '–' : String(1 + nets.filter((other) => (other ?? 0) > (net ?? 0)).length)))
    const [header = [], ...file] = await rowsOf(query)
    const column = (name: string) => file.slice(0, -1).map((row) => row[header.indexOf(name)])
    const named = Totals.Rows.filter(({ Unassigned }) => !Unassigned).length
    expect(column('Rank').slice(0, named)).toEqual(rankIn(Totals.Rows.slice(0, named).map(({ Net }) => Net)))
    expect(column('Comparison rank').slice(0, named)).toEqual(rankIn((Compare?.Totals.Rows ?? []).slice(0, named).map(({ Net }) => Net)))
    for (const rank of column('Rank').slice(named)) expect(rank).toBe('–')
  })

  it('locations across, each what it sold, adding up to the row and to its own total', async () => {
    const { Totals, Locations } = await ask('/sales/department', WEEK)
    const [header = [], ...file] = await rowsOf({ View: 'locations' })
    expect(header.slice(-4)).toEqual([...Locations.map(({ Name }) => Name), 'Total'])
    for (const [i, row] of Totals.Rows.entries()) {
      const cells = file[i]?.slice(-4).map(Number) ?? []
      expect(cells).toEqual([...Locations.map(({ Rows }) => Rows?.find(({ Key }) => Key === row.Key)?.Net ?? 0), row.Net])
      expect(rounded(cells.slice(0, 3).reduce((sum, value) => sum + value, 0))).toBe(row.Net)
    }
    expect(file.at(-1)?.slice(-4).map(Number)).toEqual([...Locations.map(({ Net }) => Net), Totals.Net])
  })
})

describe('what is refused', () => {
  it.each([
    ['an Interval that is none', '/sales/group', { ...WEEK, Interval: 'fortnight' }, 400, 'ValidationFailed'],
    ['a comparison backwards', '/sales/group', { ...WEEK, Compare: 'custom', CompareFrom: '2026-10-10', CompareTo: '2026-10-01' }, 400, 'ValidationFailed'],
    ['a group nobody has', '/sales/department', { ...WEEK, Group: '999999' }, 400, 'ValidationFailed'],
    ['items of everything', '/sales/group', { ...WEEK, By: 'plu' }, 400, 'ValidationFailed'],
    ['a dimension nobody has', '/sales/colour', WEEK, 404, 'NotFound'],
    [
      'a time of day over more than a month',
      '/sales/category',
      { FromDate: '2026-09-01', ToDate: '2026-11-01', Daypart: 'Lunch' },
      400,
      'BreakdownTimesTooLong',
    ],
    ['receipts of a group nobody has', '/sales/invoices', { ...WEEK, Group: '999999' }, 400, 'ValidationFailed'],
  ])('%s', async (_what, path, query, status, code) => {
    const answer = await owner.call('GET', `${path}?${new URLSearchParams(query as Record<string, string>)}`)
    expect([answer.status, answer.body.ResponseStatus?.ErrorCode]).toEqual([status, code])
  })

  it('everything, where the venue has the page switched off', async () => {
    await sql`update venue set show_breakdown_page = false where venue_id = 1`
    try {
      for (const name of [...NAMES, 'costs', 'gpmargins']) {
        const answer = await owner.call('GET', `/sales/${name}?${new URLSearchParams(WEEK)}`)
        expect([name, answer.status, answer.body.ResponseStatus?.ErrorCode]).toEqual([name, 404, 'SwitchedOff'])
      }
    } finally {
      await sql`update venue set show_breakdown_page = true where venue_id = 1`
    }
  })
})
