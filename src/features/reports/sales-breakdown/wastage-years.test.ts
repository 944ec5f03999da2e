import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WireSale } from '#features/intake/sale.contract.ts'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { rebuildVenue, reconcileVenue } from '#features/sums/reconcile.job.ts'
import { DIM } from '#features/sums/rollup.rules.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import { monthEnd } from '#shared/day.ts'
import { dayChanged, EVERY_DAY_LOST } from '#tests/spoilt-sums.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { BreakdownAnswer } from './sales-breakdown.contract.ts'

/** Wastage by item, by who wrote it off and why, over years, beside the lines it stands on. */
const NOW = new Date('2026-11-20T10:04:00Z')
const TOLD_BY = ['plu', 'employee', 'reason'] as const
type ToldBy = (typeof TOLD_BY)[number]

const ITEMS = [
  { Plu: 'W1', Name: 'Stew', Group: 'Food', Department: 'Kitchen', ProductGroup: 'Mains', Cost: 410 },
  { Plu: 'W2', Name: 'Stout', Group: 'Beverage', Department: 'Bar', ProductGroup: 'Beer', Cost: 235 },
  { Plu: 'W3', Name: 'Salad', Group: 'Food', Department: 'Kitchen', ProductGroup: 'Mains', Cost: 127 },
] as const
const CLERKS = [{ ClerkId: '9', ClerkName: 'Robin Vale' }, { ClerkId: '8', ClerkName: 'Kit Marsh' }, {}] as const
const REASONS = ['Spill', undefined, 'Expired', 'Breakage'] as const
const DAYS = [
  ...['2023-12-31', '2024-01-01', '2024-02-29', '2024-12-30', '2024-12-31', '2025-01-01', '2025-06-15', '2025-06-16', '2025-11-19', '2025-12-31'],
  ...['2026-01-01', '2026-01-31', '2026-02-01', '2026-09-30', '2026-10-01', '2026-10-18', '2026-11-01', '2026-11-18', '2026-11-19', '2026-11-20'],
]

/** Two lines of different items, so that their receipt stands under two reasons and two products. */
const wasteAt = (day: string, i: number, changes: Partial<WireSale> = {}): WireSale => {
  const lines = [0, 1].map((at) => {
    const { Cost, ...item } = ITEMS[(i + at) % ITEMS.length] as (typeof ITEMS)[number]
    const [reason, quantity] = [REASONS[(i + 2 * at) % REASONS.length], 1 + (i % 3)]
    const gross = 900 * quantity
    return {
      ...{ LineId: String(at + 1), Kind: 'Sale', ...item, Quantity: String(quantity), UnitPrice: 900, Gross: gross, DiscountTotal: gross, Net: 0, Tax: 0 },
      ...{ Cost: Cost * quantity, Wastage: true, ...(reason ? { WastageReason: reason } : {}) },
    }
  })
  const { ClerkId: _, ClerkName: __, ...bare } = plainSale(`${day}T14:00:00+11:00`, 0)
  return {
    ...bare,
    ...CLERKS[i % CLERKS.length],
    SaleId: `${day} ${i}`,
    Type: 'NoSale',
    Lines: lines as never,
    Tenders: [],
    Totals: { Total: 0, Tax: 0 },
    ...changes,
  }
}

const wasted = (locationId: number) => DAYS.flatMap((day, i) => [wasteAt(day, i + locationId), plainSale(`${day}T15:00:00+11:00`, 1100 * locationId)])

let app: StartedApp
let owner: Visitor
let sql: Sql
let beforeCorrected: BreakdownAnswer

const YEARS = { FromDate: '2023-12-20', ToDate: '2026-11-20' }

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  sql = connectAsOwner(app.databaseUrl)
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
  for (const locationId of [1, 2]) await storeTrade(app.database, 1, locationId, wasted(locationId), NOW)
  await closeDaysOfVenue(app.database, 1, NOW)
  beforeCorrected = await ask({ ...YEARS, By: 'plu' })
  // Long after: one was another item for another reason, by somebody else, and one was none at all.
  const corrected = { ...wasteAt('2025-06-15', 8), ClerkId: '7', ClerkName: 'Noor Webb', SaleId: '2025-06-15 7', Revision: 2 }
  const taken = { Type: 'Void' as const, OriginalSaleId: '2025-12-31 10', Lines: [], Tenders: [], Totals: { Total: 0 } }
  await storeTrade(app.database, 1, 1, [corrected, plainSale('2026-11-20T12:00:00+11:00', 0, taken)], NOW)
}, 120_000)
afterAll(async () => {
  await sql.end()
  await app.close()
})

const ask = async (query: Record<string, string>): Promise<BreakdownAnswer> => {
  const { status, body } = await owner.call('GET', `/sales/wastage?${new URLSearchParams(query)}`)
  expect(status, JSON.stringify(body).slice(0, 500)).toBe(200)
  return body as BreakdownAnswer
}

interface Cut {
  from: string
  to: string
  locations?: readonly number[]
  weekdays?: readonly number[]
}

/** From the lines and receipts alone: cost, quantity and how often, under what a row is called. */
const fromLines = async (by: ToldBy, { from, to, locations = [1, 2, 3], weekdays = [1, 2, 3, 4, 5, 6, 7] }: Cut) => {
  const name = { plu: sql`p.name`, employee: sql`coalesce(c.name, '')`, reason: sql`coalesce(r.name, '')` }[by]
  const rows = await sql<{ name: string; n: string; qty: string; cost: string }[]>`
    select ${name} as name, sum(case s.kind when 5 then -1 else 1 end)::text as n, sum(l.qty)::text as qty, sum(l.cost)::text as cost
    from sale s join sale_line l on l.venue_id = s.venue_id and l.sale_id = s.sale_id join product p on p.venue_id = l.venue_id and p.product_id = l.product_id
    left join dimension_key c on c.venue_id = s.venue_id and c.key = s.clerk_key left join dimension_key r on r.venue_id = l.venue_id and r.key = l.wastage_reason_key
    where s.venue_id = 1 and s.kind in (1, 2, 5) and l.wastage and not l.voided and s.business_date between ${from} and ${to}
      and s.location_id = any(${locations as number[]}::int[]) and extract(isodow from s.business_date) = any(${weekdays as number[]}::int[])
    group by 1 having sum(case s.kind when 5 then -1 else 1 end) <> 0`
  return rows.map((row) => [row.name, Number(row.n), Number(row.qty) / 10_000, Number(row.cost) / 100] as const).sort(byName)
}
const byName = ([a]: readonly [string, ...unknown[]], [b]: readonly [string, ...unknown[]]) => (a < b ? -1 : 1)

type Row = { Name: string; Unassigned: boolean; Count: number | null; Quantity: number | null; Cost: number | null }
const told = (rows: readonly Row[]) =>
  rows.map(({ Name, Unassigned, Count, Quantity, Cost }) => [Unassigned ? '' : Name, Count, Quantity, Cost] as const).sort(byName)
const total = (costs: readonly (number | null)[] = []) => Math.round(costs.reduce<number>((all, cost) => all + (cost ?? 0), 0) * 100) / 100
const sum = (rows: readonly { Cost: number | null }[]) => total(rows.map(({ Cost }) => Cost))

const RANGES: readonly [string, Cut][] = [
  ['nearly three years', { from: YEARS.FromDate, to: YEARS.ToDate }],
  ['from one year into the next', { from: '2024-12-20', to: '2025-01-31' }],
  ['from mid-month to mid-month over a year', { from: '2025-06-16', to: '2026-10-18' }],
  ['whole months', { from: '2026-01-01', to: '2026-10-31' }],
  ['what was corrected and taken back', { from: '2025-06-01', to: '2025-12-31' }],
  ['33 days', { from: '2026-09-30', to: '2026-11-01' }],
  ['one place', { from: '2023-12-31', to: '2026-11-19', locations: [2] }],
  ['three weekdays', { from: '2023-12-31', to: '2026-11-20', weekdays: [3, 4, 7] }],
]
const queryOf = ({ from, to, locations, weekdays }: Cut): Record<string, string> => ({
  ...{ FromDate: from, ToDate: to },
  ...(locations ? { Locations: locations.join(',') } : {}),
  ...(weekdays ? { Weekdays: weekdays.join(',') } : {}),
})

const expectAll = async () => {
  for (const [name, cut] of RANGES) {
    const groups = (await ask(queryOf(cut))).Totals
    expect(groups.Cost, name).toBeGreaterThan(0)
    for (const By of TOLD_BY) {
      const { Totals, Locations } = await ask({ ...queryOf(cut), By })
      expect(told(Totals.Rows as Row[]), `${name} by ${By}`).toEqual(await fromLines(By, cut))
      for (const { LocationId, Rows } of Locations)
        expect(told(Rows as Row[]), `${name} by ${By} at ${LocationId}`).toEqual(await fromLines(By, { ...cut, locations: [LocationId] }))
      expect([sum(Totals.Rows), Totals.Cost], `${name} by ${By}`).toEqual([sum(groups.Rows), groups.Cost])
    }
  }
}

describe('wastage by item, employee and reason over years', () => {
  it('is what stands on the lines right after a late correction and a void, and once the hour has gone by', async () => {
    await expectAll()
    await closeDaysOfVenue(app.database, 1, NOW)
    await expectAll()
    const now = await ask({ ...YEARS, By: 'plu' })
    expect(told(now.Totals.Rows as Row[])).not.toEqual(told(beforeCorrected.Totals.Rows as Row[]))
  })

  it('agrees with the sales, and is found and made right where it does not', async () => {
    const checked = () => reconcileVenue(app.database, 1, { all: true, now: NOW })
    expect(await checked()).toMatchObject({ mismatches: [], unsound: [] })
    for (const dim of [DIM.wastageProduct, DIM.wastageClerk, DIM.wastageReason]) {
      await sql.unsafe(dayChanged(dim, '2025-06-16', 'cost = cost + 1'))
      expect((await checked()).mismatches.map((one) => one.dim)).toContain(dim)
      await reconcileVenue(app.database, 1, { all: true, now: NOW, repair: true })
      expect(await checked()).toMatchObject({ mismatches: [], unsound: [] })
    }
    await sql.unsafe(EVERY_DAY_LOST)
    await rebuildVenue(app.database, 1, { now: NOW })
    await expectAll()
  })

  it.each(TOLD_BY)('by %s: month by month, and against the year before', async (By) => {
    const months = await ask({ FromDate: '2025-06-01', ToDate: '2026-02-28', Interval: 'month', By, Compare: 'same-weeks-last-year' })
    expect(months.Periods.length).toBe(9)
    for (const [i, { Period }] of months.Periods.entries()) {
      const expected = await fromLines(By, { from: `${Period}-01`, to: monthEnd(`${Period}-01`) })
      const cost = expected.reduce((all, row) => all + row[3], 0)
      expect(Math.round(months.Totals.Rows.reduce((all, row) => all + (row.ByPeriod?.Cost[i] ?? 0), 0) * 100), Period).toBe(Math.round(cost * 100))
    }
    expect(months.Compare?.Ranges).toEqual([{ FromDate: '2024-06-02', ToDate: '2025-03-01' }])
    const before = await fromLines(By, { from: '2024-06-02', to: '2025-03-01' })
    const cost = Math.round(before.reduce((all, row) => all + row[3], 0) * 100) / 100
    expect([months.Compare?.Totals.Cost, sum(months.Compare?.Totals.Rows ?? [])]).toEqual([cost, cost])
  })

  it.each(TOLD_BY)('by %s: each row alone has its days over a year and opens its receipts', async (By) => {
    const year = { FromDate: '2025-06-01', ToDate: '2026-06-01' }
    const { Rows } = (await ask({ ...year, By })).Totals
    expect(Rows.length).toBeGreaterThan(2)
    for (const row of Rows) {
      const one = await ask({ ...year, By, Key: String(row.Key), Interval: 'day' })
      expect([one.Totals.Cost, one.Totals.Rows.length, total(one.Totals.Rows[0]?.ByPeriod?.Cost)]).toEqual([row.Cost, 1, row.Cost])
      const filters = { plu: { Items: row.Plu ?? '' }, employee: { Employee: String(row.Key) }, reason: { WastageReason: String(row.Key) } }
      const { body } = await owner.call('GET', `/sales/invoices?${new URLSearchParams({ ...year, Wastage: '1', ...filters[By], Figure: 'Cost' })}`)
      expect(body, row.Name).toMatchObject({ Total: row.Cost })
    }
  })

  it.each(TOLD_BY)('by %s: by the hour and at a time of day, on one day and on several', async (By) => {
    for (const cut of [
      { from: '2025-06-16', to: '2025-06-16' },
      { from: '2025-06-15', to: '2025-06-15' },
      { from: '2024-12-30', to: '2025-01-01' },
      { from: '2025-06-16', to: '2025-06-16', locations: [2] },
    ] satisfies Cut[]) {
      const expected = await fromLines(By, cut)
      expect(expected.length).toBeGreaterThan(0)
      const cost = Math.round(expected.reduce((all, row) => all + row[3], 0) * 100) / 100
      const query = { ...queryOf(cut), By }
      for (const one of [await ask({ ...query, Interval: 'hour' }), await ask({ ...query, Daypart: 'Lunch' })]) {
        expect(told(one.Totals.Rows as Row[])).toEqual(expected)
        expect([one.Totals.Cost, total(one.Totals.ByPeriod.Cost)]).toEqual([cost, cost])
      }
      expect((await ask({ ...query, Daypart: 'Breakfast' })).Totals.Rows).toEqual([])
    }
  })

  it('a file has the rows of the screen', async () => {
    const { body } = await owner.call<{ text: string }>('GET', `/sales/wastage?${new URLSearchParams({ ...YEARS, By: 'plu', format: 'csv' })}`)
    for (const { Name } of ITEMS) expect(body.text).toContain(Name)
  })

  it('at a time of day is refused beyond 31 days in words, as every breakdown is', async () => {
    const { status, body } = await owner.call('GET', `/sales/wastage?${new URLSearchParams({ ...YEARS, By: 'plu', Daypart: 'Lunch' })}`)
    expect([status, body]).toMatchObject([400, { ResponseStatus: { ErrorCode: 'BreakdownTimesTooLong' } }])
  })
})

it('tells rows of single locations only while there are few, or where they are what is asked for', async () => {
  const day = '2025-03-03'
  const line = (i: number) => ({
    ...{ LineId: String(i), Kind: 'Sale', Plu: `MANY-${i}`, Name: `Many ${i}`, Quantity: '1', UnitPrice: 200, Gross: 200, DiscountTotal: 200, Net: 0, Tax: 0 },
    ...{ Cost: 100, Wastage: true },
  })
  const store = (locationId: number, from: number) =>
    storeTrade(app.database, 1, locationId, [wasteAt(day, from, { Lines: Array.from({ length: 200 }, (_, i) => line(from + i)) as never })], NOW)
  for (const [locationId, from] of [1, 2].flatMap((id) => [0, 200, 400].map((first) => [id, first] as const))) await store(locationId, from)
  const ofDay = { FromDate: day, ToDate: day, By: 'plu' }
  expect((await ask(ofDay)).Locations.map(({ Rows }) => Rows?.length)).toEqual([600, 600, 0])
  await store(1, 600)
  await store(2, 600)
  const { Totals, Locations } = await ask(ofDay)
  expect([Totals.Rows.length, ...Locations.map(({ Rows }) => Rows)]).toEqual([800, null, null, null])
  const asked = await ask({ ...ofDay, View: 'locations' })
  expect(asked.Locations.map(({ Rows }) => Rows?.length)).toEqual([800, 800, 0])
  expect(asked.Totals).toEqual(Totals)
  const { body } = await owner.call<{ text: string }>('GET', `/sales/wastage?${new URLSearchParams({ ...ofDay, View: 'locations', format: 'csv' })}`)
  const row = body.text.split('\r\n').find((one) => one.includes('MANY-1,'))
  expect(row).toBe('Unassigned / Unassigned / Unassigned,MANY-1,Many 1,1,1,0,2')
})

it('one reason is one row, however tills write it, and its receipts are all of it', async () => {
  const day = '2025-04-07'
  const because = (i: number, WastageReason: string | undefined) => {
    const one = wasteAt(day, 100 + i)
    return { ...one, Lines: one.Lines?.slice(0, 1).map((line) => ({ ...line, Cost: 100 + i, WastageReason })) } as WireSale
  }
  const written = ['Over  cooked', 'over cooked', ' OVER COOKED', 'Ｏver cooked', undefined, 'Overcooked'].map((reason, i) => because(i, reason))
  // What is written first is what the row is called.
  await storeTrade(app.database, 1, 1, written.slice(0, 1), NOW)
  await storeTrade(app.database, 1, 2, written.slice(1), NOW)
  const ofDay = { FromDate: day, ToDate: day, By: 'reason', Interval: 'day' }
  const { Rows } = (await ask(ofDay)).Totals
  expect(Rows.map(({ Name, Count, Cost, ByPeriod }) => [Name, Count, Cost, total(ByPeriod?.Cost)])).toEqual([
    ['Over  cooked', 4, 4.06, 4.06],
    ['Overcooked', 1, 1.05, 1.05],
    ['Unassigned', 1, 1.04, 1.04],
  ])
  for (const { Key, Name, Cost } of Rows) {
    const one = await ask({ ...ofDay, Key: String(Key) })
    expect([one.Totals.Cost, one.Totals.Rows.map((row) => [row.Name, row.Cost])], Name).toEqual([Cost, [[Name, Cost]]])
    const receipts = { FromDate: day, ToDate: day, Wastage: '1', WastageReason: String(Key), Figure: 'Cost' }
    expect((await owner.call('GET', `/sales/invoices?${new URLSearchParams(receipts)}`)).body, Name).toMatchObject({ Total: Cost })
  }
})
