import { parse } from 'csv-parse/sync'
import readXlsxFile from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomFor } from '#db/demo/random.ts'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { reconcileVenue } from '#features/sums/reconcile.job.ts'
import { PRODUCTS } from '#features/sums/running-totals.rules.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { addDays, everyDay } from '#shared/day.ts'
import { chosen, netExTaxOf, type OracleFilter, type OracleSale, readSales } from '#tests/sales-oracle.ts'
import { earlierMonthRepeated } from '#tests/spoilt-sums.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { BestAnswer } from './best-sellers.contract.ts'
import type { PluAnswer } from './plu-sales.contract.ts'

/** A Friday evening in Sydney, 21:04. */
const NOW = new Date('2026-11-20T10:04:00Z')
/** Three years, months without trade among them, whole months and odd days. */
const DAYS = [
  ...['2024-11-29', '2024-11-30', '2025-01-31'],
  ...['2025-04-03', '2025-04-05', '2025-04-18', '2025-04-19'],
  ...everyDay('2025-11-13', '2025-11-15'),
  ...['2025-12-31', '2026-03-01', '2026-08-31'],
  ...everyDay('2026-09-26', '2026-10-06'),
  ...everyDay('2026-10-29', '2026-11-20'),
]
/** Come in after their days were closed: what was made of them is taken away. */
const LATE = ['2026-10-02', '2026-11-04']

let app: StartedApp
let owner: Visitor
let sales: OracleSale[]

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  const all = sampleTrade(DAYS, NOW)
  const isLate = ({ ClosedAt }: { ClosedAt: string }) => LATE.includes(ClosedAt.slice(0, 10))
  for (const { locationId, sales: trade } of all) {
    const early = trade.filter((sale) => !isLate(sale))
    await storeTrade(app.database, 1, locationId, early, NOW)
  }
  expect(await closeDaysOfVenue(app.database, 1, NOW)).toBeGreaterThan(0)
  expect(await closeDaysOfVenue(app.database, 1, NOW), 'months left to close').toBe(0)
  // Of two places only: the third answers of running totals alone.
  for (const { locationId, sales: trade } of all.slice(0, 2)) await storeTrade(app.database, 1, locationId, trade.filter(isLate), NOW)
  sales = await readSales(app.databaseUrl, 1)
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
}, 180_000)
afterAll(() => app.close())

const ask = async <T = PluAnswer>(query: Record<string, string>, path = '/reports/plu-sales'): Promise<T> => {
  const answer = await owner.call<T>('GET', `${path}?${new URLSearchParams(query)}`)
  expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(200)
  return answer.body as T
}

type Line = OracleSale['lines'][number]
const sum = (lines: readonly Line[], of: (line: Line) => number) => lines.reduce((all, line) => all + of(line), 0)
const netOf = (line: Line) => line.gross - line.promotion - line.discount - line.refund

/** What the lines themselves say of each product, in minor units and ten-thousandths. */
const productsFrom = (filter: OracleFilter) => {
  const lines = chosen(sales, filter).flatMap((sale) => sale.lines.filter(({ counts }) => counts))
  const by = new Map<string, Line[]>()
  for (const line of lines) by.set(line.plu, [...(by.get(line.plu) ?? []), line])
  return new Map(
    [...by].map(([plu, own]) => [plu, figuresOf(own)]).filter(([, figures]) => Object.values(figures as object).some((value) => value !== 0)) as never,
  ) as Map<string, ReturnType<typeof figuresOf>>
}

const figuresOf = (lines: readonly Line[]) => {
  const refunded = -sum(lines, ({ refund, qty }) => (refund === 0 ? 0 : qty)) + 0
  const net = sum(lines, netOf)
  const surcharge = sum(lines, (line) => line.surcharge)
  const tax = sum(lines, (line) => line.tax)
  const netExTax = sum(lines, netExTaxOf)
  const cost = sum(lines, (line) => line.cost)
  return {
    Sold: (sum(lines, ({ qty }) => qty) + refunded) / 10_000,
    Refunded: refunded / 10_000,
    Quantity: sum(lines, ({ qty }) => qty) / 10_000,
    Sales: sum(lines, ({ n }) => n),
    Gross: sum(lines, ({ gross }) => gross) / 100,
    Promotions: sum(lines, ({ promotion }) => promotion) / 100,
    Discounts: sum(lines, ({ discount }) => discount) / 100,
    Refunds: sum(lines, ({ refund }) => refund) / 100,
    Net: net / 100,
    Surcharges: surcharge / 100,
    Amount: (net + surcharge) / 100,
    Tax: tax / 100,
    AmountExTax: (net + surcharge - tax) / 100,
    Cost: cost / 100,
    NetExTax: netExTax / 100,
    GrossProfit: (netExTax - cost) / 100,
  }
}

const rowsOf = (answer: PluAnswer) =>
  answer.Rows.map((row) => Object.fromEntries(answer.Columns.map((column, i) => [column, row[i] ?? null])) as Record<string, number | string | null>)

const expectProducts = (answer: PluAnswer, filter: OracleFilter, what: string) => {
  const expected = productsFrom(filter)
  const rows = rowsOf(answer)
  expect(new Set(rows.map(({ Plu }) => Plu)), what).toEqual(new Set(expected.keys()))
  for (const row of rows) expect(row, `${what} ${row.Plu}`).toMatchObject(expected.get(String(row.Plu)) ?? {})
  expect(answer.Count).toBe(expected.size)
  const all = chosen(sales, filter).flatMap((sale) => sale.lines.filter(({ counts }) => counts))
  expect(answer.Totals, what).toMatchObject(figuresOf(all))
  for (const { LocationId, ...figures } of answer.Locations) {
    const own = chosen(sales, { ...filter, locations: [LocationId] }).flatMap((sale) => sale.lines.filter(({ counts }) => counts))
    expect(figures, `${what} location ${LocationId}`).toMatchObject(figuresOf(own))
  }
}

/** Of the sample venue. */
const HOURS: Readonly<Record<string, number[]>> = { Lunch: [11, 12, 13, 14], Dinner: [17, 18, 19, 20] }

describe('every product against the lines, to the cent', () => {
  const random = randomFor(24, 'questions about products')
  const questions = Array.from({ length: 40 }, () => {
    const from = addDays(random.pick(['2024-11-20', '2025-10-25', '2026-08-25', '2026-09-20', '2026-10-20', '2026-11-01']), random.between(0, 25))
    const to = addDays(from, random.pick([0, random.between(0, 12), random.between(10, 60), random.between(20, 800)]))
    const locations = random.chance(0.5) ? undefined : ([[1], [3], [2, 3]][random.between(0, 2)] as number[])
    const weekdays = random.chance(0.3) ? [1, 5, 6, 7].slice(random.between(0, 3)) : undefined
    return { from, to, locations, weekdays, daypart: undefined }
  })
  it.each([
    { from: '2026-10-01', to: '2026-10-31', locations: [3], weekdays: undefined, daypart: undefined },
    { from: '2025-01-01', to: '2026-09-30', locations: undefined, weekdays: undefined, daypart: undefined },
    { from: '2026-11-20', to: '2026-11-20', locations: undefined, weekdays: undefined, daypart: undefined },
    { from: '2024-01-01', to: '2026-12-31', locations: undefined, weekdays: [5], daypart: undefined },
    { from: '2026-10-21', to: '2026-11-20', locations: undefined, weekdays: undefined, daypart: 'Dinner' },
    { from: '2026-11-01', to: '2026-11-20', locations: [2, 3], weekdays: [5, 6], daypart: 'Lunch' },
    ...questions,
  ])('from $from to $to, locations $locations, weekdays $weekdays, $daypart', async ({ daypart, ...of }) => {
    const filter = { ...of, hours: daypart === undefined ? undefined : HOURS[daypart] }
    const query = {
      FromDate: filter.from,
      ToDate: filter.to,
      ...(filter.locations ? { Locations: filter.locations.join(',') } : {}),
      ...(filter.weekdays ? { Weekdays: filter.weekdays.join(',') } : {}),
      ...(daypart ? { Daypart: daypart } : {}),
    }
    expectProducts(await ask(query), filter, JSON.stringify(filter))
  })

  it.each([undefined, 'Dinner'])('compared with the same days last week, up to the same minute of the trading day, %s', async (daypart) => {
    const query = { FromDate: '2026-11-16', ToDate: '2026-11-22', Compare: 'same-days-last-week', ...(daypart ? { Daypart: daypart } : {}) }
    const answer = await ask(query)
    const minute = (21 - 5) * 60 + 4
    const hours = daypart === undefined ? undefined : HOURS[daypart]
    const whole = chosen(sales, { from: '2026-11-09', to: '2026-11-12', hours })
    const part = chosen(sales, { from: '2026-11-13', to: '2026-11-13', hours, untilMinute: minute })
    const lines = [...whole, ...part].flatMap((sale) => sale.lines.filter(({ counts }) => counts))
    expect(answer.Compare?.SameElapsedPart).toBe(true)
    expect(answer.Compare?.Totals).toMatchObject(figuresOf(lines))
    for (const row of rowsOf(answer)) {
      const own = figuresOf(lines.filter(({ plu }) => plu === row.Plu))
      expect([row.QuantityBefore, row.NetBefore], String(row.Plu)).toEqual([own.Quantity, own.Net])
    }
  })
})

it('Easter is held against Easter, as one range and not as an average of its pieces', async () => {
  const answer = await ask({ FromDate: '2026-04-02', ToDate: '2026-04-06', Compare: 'same-holidays-last-year' })
  const lines = [...chosen(sales, { from: '2025-04-03', to: '2025-04-03' }), ...chosen(sales, { from: '2025-04-18', to: '2025-04-21' })]
    .flatMap((sale) => sale.lines)
    .filter(({ counts }) => counts)
  expect(answer.Compare?.Ranges).toHaveLength(2)
  expect(lines.length).toBeGreaterThan(100)
  expect(answer.Compare?.Totals).toMatchObject(figuresOf(lines))
})

describe('running totals', () => {
  it('are made again for what came late, and then agree with the sales and say the same', async () => {
    const query = { FromDate: '2026-09-28', ToDate: '2026-11-10' }
    const before = await ask(query)
    await closeDaysOfVenue(app.database, 1, NOW)
    expect({ ...(await ask(query)), AsAt: '' }).toEqual({ ...before, AsAt: '' })
    expect(await reconcileVenue(app.database, 1, { all: true, now: NOW })).toMatchObject({ mismatches: [], unsound: [] })
  })

  it('that are wrong are found and taken away, and made right within the hour', async () => {
    const house = connectAsOwner(app.databaseUrl)
    await house.unsafe(earlierMonthRepeated(PRODUCTS.id, '2026-10-31', '2026-09-30')).finally(() => house.end())
    const { mismatches } = await reconcileVenue(app.database, 1, { all: true, now: NOW })
    expect(mismatches).toMatchObject([{ locationId: 1, period: '2026-10-01', dim: 13, key: 0 }])
    const query = { FromDate: '2026-09-30', ToDate: '2026-10-31' }
    const range = { from: '2026-09-30', to: '2026-10-31' }
    expectProducts(await ask(query), range, 'taken away')
    await closeDaysOfVenue(app.database, 1, NOW)
    expect((await reconcileVenue(app.database, 1, { all: true, now: NOW })).mismatches).toEqual([])
    expectProducts(await ask(query), range, 'made again')
  })
})

describe('rows', () => {
  it('a product sold and given back stays with zero, one taken back is gone', async () => {
    const at = '2026-11-20T13:00:00+11:00'
    const refund = plainSale(at, -700, {
      Type: 'Refund',
      Lines: [
        { LineId: '1', Kind: 'Sale', Plu: 'Z1', Name: 'Zero', Quantity: '-1', UnitPrice: 700, Gross: -700, DiscountTotal: 0, Net: -700, Tax: -64, Cost: -100 },
      ],
      Totals: { Total: -700, Tax: -64 },
    } as never)
    const sale = plainSale(at, 700, {
      Lines: [
        { LineId: '1', Kind: 'Sale', Plu: 'Z1', Name: 'Zero', Quantity: '1', UnitPrice: 700, Gross: 700, DiscountTotal: 0, Net: 700, Tax: 64, Cost: 100 },
      ],
    } as never)
    await storeTrade(app.database, 1, 1, [sale, refund], NOW)
    const answer = await ask({ FromDate: '2026-11-20', ToDate: '2026-11-20', Search: 'z1' })
    expect(rowsOf(answer)).toMatchObject([{ Plu: 'Z1', Sold: 1, Refunded: 1, Quantity: 0, Gross: 7, Refunds: 7, Net: 0, AveragePrice: null, Rank: 1 }])
  })

  it('rank by net sales, equal ones sharing a rank, and shares make the whole', async () => {
    const rows = rowsOf(await ask({ FromDate: '2026-11-02', ToDate: '2026-11-08' }))
    for (const [i, row] of rows.entries()) {
      const before = rows[i - 1]
      if (before) expect(Number(row.Net)).toBeLessThanOrEqual(Number(before.Net))
      expect(row.Rank).toBe(before?.Net === row.Net ? before?.Rank : i + 1)
    }
    expect(rows.reduce((all, { Share }) => all + Number(Share), 0)).toBeCloseTo(100, -0.5)
  })

  it('of a group, of a search, and the first few alone', async () => {
    const query = { FromDate: '2026-11-02', ToDate: '2026-11-08' }
    const all = await ask(query)
    const group = all.Groups.find((name) => name !== '') ?? ''
    const some = await ask({ ...query, Group: group })
    expect(some.Count).toBeGreaterThan(0)
    expect(some.Count).toBeLessThan(all.Count)
    expect(new Set(some.Classes.map(({ Group }) => Group))).toEqual(new Set([group]))
    const few = await ask({ ...query, Limit: '3' })
    expect(few.Rows).toEqual(all.Rows.slice(0, 3))
    expect([few.Count, few.Totals]).toEqual([all.Count, all.Totals])
    const name = String(rowsOf(all)[0]?.Name)
    expect(rowsOf(await ask({ ...query, Search: name.toUpperCase() })).map(({ Name }) => Name)).toContain(name)
  })

  it.each(['\u001f', '\u001f\u001f\u001f\u001f', '\u001f\u001f\u001f\u001f\u001f'])(
    'products are read however often the mark of their list stands in a name, round %#',
    async (marks) => {
      const query = { FromDate: '2026-11-02', ToDate: '2026-11-08' }
      const before = await ask(query)
      const house = connectAsOwner(app.databaseUrl)
      const rename = (from: string, to: string) =>
        house`update product set name = replace(name, ${from}, ${to}) where venue_id = 1 and plu = ${String(before.Rows[0]?.[0])}`
      await rename(' ', ` ${marks}`)
      const marked = await ask(query)
      await rename(marks, '')
      await house.end()
      expect(marked.Rows).toEqual(before.Rows)
    },
  )

  it('a product stands under who supplies it, and is found by that', async () => {
    const query = { FromDate: '2026-11-02', ToDate: '2026-11-08' }
    const plu = String((await ask(query)).Rows[1]?.[0])
    const house = connectAsOwner(app.databaseUrl)
    await house`insert into venue_supplier (venue_id, supplier_id, name) values (1, 77, 'Fish Market')`
    await house`insert into product_supplier (venue_id, product_id, supplier_id) select 1, product_id, 77 from product where venue_id = 1 and plu = ${plu}`
    const supplied = rowsOf(await ask(query)).filter(({ Supplier }) => Supplier === 77)
    const found = rowsOf(await ask({ ...query, Supplier: '77' }))
    await house`delete from product_supplier where venue_id = 1 and supplier_id = 77`
    await house`delete from venue_supplier where venue_id = 1 and supplier_id = 77`
    await house.end()
    expect([supplied, found].map((rows) => rows.map(({ Plu }) => Plu))).toEqual([[plu], [plu]])
  })

  it('the rank before is the rank of the range compared with', async () => {
    const compared = await ask({ FromDate: '2026-11-09', ToDate: '2026-11-15', Compare: 'same-days-last-week' })
    const before = new Map(rowsOf(await ask({ FromDate: '2026-11-02', ToDate: '2026-11-08' })).map(({ Plu, Rank }) => [Plu, Rank]))
    expect(before.size).toBeGreaterThan(0)
    for (const { Plu, RankBefore } of rowsOf(compared)) expect([Plu, RankBefore]).toEqual([Plu, before.get(Plu) ?? null])
  })

  it('in detail each item has a row for each location that sold it, with its own figures, and they add up to the item', async () => {
    const query = { FromDate: '2026-11-02', ToDate: '2026-11-08', Compare: 'previous' }
    const [whole, detail] = [await ask(query), await ask({ ...query, View: 'detail' })]
    expect([detail.Count, detail.Totals]).toEqual([whole.Count, whole.Totals])
    const rows = rowsOf(detail)
    expect(rows.length).toBeGreaterThan(whole.Count)
    expect(new Set(rows.map(({ Plu, Location }) => `${Plu} ${Location}`)).size).toBe(rows.length)
    const cents = (value: unknown) => Math.round(Number(value) * 100)
    for (const { Plu, Net, Quantity, Rank } of rowsOf(whole)) {
      const own = rows.filter((row) => row.Plu === Plu)
      const sumOf = (key: 'Net' | 'Quantity') => own.reduce((all, row) => all + cents(row[key]), 0)
      expect([Plu, sumOf('Net'), sumOf('Quantity'), own.map((row) => row.Rank)]).toEqual([Plu, cents(Net), cents(Quantity), own.map(() => Rank)])
    }
    const at = detail.Locations[1]?.LocationId
    const there = rowsOf(await ask({ ...query, Locations: String(at) }))
    const figures = ({ Plu, Sold, Net, Cost, GrossProfitPercent, AveragePrice, NetBefore, Difference, Change }: Record<string, unknown>) =>
      JSON.stringify([Plu, Sold, Net, Cost, GrossProfitPercent, AveragePrice, NetBefore, Difference, Change])
    expect(
      rows
        .filter(({ Location }) => Location === at)
        .map(figures)
        .sort(),
    ).toEqual(there.map(figures).sort())
  })

  it('nothing sold is zeros and no error', async () => {
    const answer = await ask({ FromDate: '2019-01-01', ToDate: '2019-01-02' })
    expect([answer.Rows, answer.Totals.Net, answer.Totals.Quantity, answer.Totals.Share]).toEqual([[], 0, 0, null])
  })

  it('screen, CSV and XLSX are one', async () => {
    const query = { FromDate: '2026-11-02', ToDate: '2026-11-08', Sort: '-Quantity', Compare: 'previous' }
    const answer = await ask(query)
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const fileOf = async (format: string) => {
      const response = await fetch(`${app.url}/api/reports/plu-sales?${new URLSearchParams({ ...query, format })}`, {
        headers: { cookie, ...(owner.authorization ? { authorization: owner.authorization } : {}) },
      })
      return Buffer.from(await response.arrayBuffer())
    }
    const lines = parse((await fileOf('csv')).toString(), { bom: true }) as string[][]
    const [header = [], ...rows] = lines
    const column = (title: string) => header.indexOf(title)
    expect(header.slice(0, 3)).toEqual(['Rank', 'PLU', 'Item'])
    expect(rows).toHaveLength(answer.Count + 1)
    const quantities = rows.slice(0, -1).map((row) => Number(row[column('Net qty')]))
    expect(quantities).toEqual([...quantities].sort((a, b) => b - a))
    const sheet = await readXlsxFile(await fileOf('xlsx'))
    const cells = (Array.isArray(sheet[0]) ? sheet : (sheet as unknown as { data: unknown[][] }[])[0]?.data) as unknown[][]
    expect(cells.map((row) => header.map((_, i) => String(row[i] ?? '')))).toEqual(lines)
    expect(Number(rows.at(-1)?.[column('Net sales')])).toBe(answer.Totals.Net)
  })
})

describe('best sellers', () => {
  const query = { FromDate: '2026-11-02', ToDate: '2026-11-08' }

  it.each<Record<string, string>>([{}, { Daypart: 'Dinner', Weekdays: '5,6' }])(
    'are the first by what they are ranked by, as PLU Sales has them, %j',
    async (times) => {
      const asked: Record<string, string> = { ...query, ...times }
      const rows = rowsOf(await ask(asked))
      for (const [by, column] of [
        ['net', 'Net'],
        ['quantity', 'Quantity'],
        ['gross-profit', 'GrossProfit'],
      ] as const) {
        const { Totals } = await ask<BestAnswer>({ ...asked, By: by, Top: '7' }, '/sales/bestsellers')
        const expected = rows.map((row) => Number(row[column])).sort((a, b) => b - a)
        const shown = Totals.Rows.map((row) => row[({ net: 'Net', quantity: 'Quantity', 'gross-profit': 'GrossProfit' } as const)[by]])
        expect(shown, by).toEqual(expected.slice(0, 7))
        expect(Totals.Rows.map(({ Rank }) => Rank)).toEqual(expected.slice(0, 7).map((value) => expected.indexOf(value) + 1))
      }
    },
  )

  it('of each location, of each group, the slowest, and 20 where nobody says how many', async () => {
    const all = await ask<BestAnswer>(query, '/sales/bestsellers')
    expect(all.Totals.Rows).toHaveLength(20)
    const one = await ask<BestAnswer>({ ...query, Locations: '2' }, '/sales/bestsellers')
    expect(all.Locations.find(({ LocationId }) => LocationId === 2)?.Rows).toEqual(one.Totals.Rows)
    const per = await ask<BestAnswer>({ ...query, Per: 'group', Top: '2' }, '/sales/bestsellers')
    const groups = [...new Set(per.Totals.Rows.map(({ Within }) => Within))]
    expect(groups.length).toBeGreaterThan(1)
    for (const group of groups) {
      const own = per.Totals.Rows.filter(({ Within }) => Within === group)
      const sold = await ask({ ...query, Group: group || '-' })
      expect(own.map(({ Net }) => Net)).toEqual(
        rowsOf(sold)
          .slice(0, 2)
          .map(({ Net }) => Net),
      )
      expect(own[0]?.Rank).toBe(1)
    }
    const worst = await ask<BestAnswer>({ ...query, Order: 'worst', Top: '1' }, '/sales/bestsellers')
    expect(worst.Totals.Rows[0]?.Net).toBe(Math.min(...rowsOf(await ask(query)).map(({ Net }) => Number(Net))))
  })

  it('run to 100 percent in classes, and say how they ranked and grew', async () => {
    const { Totals, Compare } = await ask<BestAnswer>({ ...query, Top: '1000', Compare: 'previous' }, '/sales/bestsellers')
    expect(Totals.Rows.at(-1)?.Cumulative).toBe(100)
    expect(Totals.Rows[0]?.Class).toBe('A')
    expect(new Set(Totals.Rows.map(({ Class }) => Class))).toEqual(new Set(['A', 'B', 'C']))
    for (const [i, { Class, Cumulative }] of Totals.Rows.entries()) {
      const begins = Totals.Rows[i - 1]?.Cumulative ?? 0
      if (Class === 'A') expect(begins, String(Cumulative)).toBeLessThanOrEqual(80)
      if (Class === 'C') expect(begins).toBeGreaterThanOrEqual(95)
    }
    const before = await ask<BestAnswer>({ FromDate: '2026-10-26', ToDate: '2026-11-01', Top: '1000' }, '/sales/bestsellers')
    const ranks = new Map(before.Totals.Rows.map(({ Key, Rank }) => [Key, Rank]))
    for (const { Key, RankBefore } of Totals.Rows) expect(RankBefore, Key).toBe(ranks.get(Key) ?? null)
    expect(Compare?.Totals.Net).toBe(before.Totals.Net)
  })

  it('by growth are compared with the period before unless told otherwise', async () => {
    const { Totals, Compare } = await ask<BestAnswer>({ FromDate: '2026-11-09', ToDate: '2026-11-15', By: 'growth' }, '/sales/bestsellers')
    expect(Compare?.Kind).toBe('previous')
    const grown = Totals.Rows.map(({ Growth }) => Growth ?? Number.NaN)
    expect(grown.length).toBeGreaterThan(3)
    expect(grown).toEqual([...grown].sort((a, b) => b - a))
  })
})

describe('what is refused', () => {
  it.each([
    ['a range backwards', { FromDate: '2026-11-02', ToDate: '2026-11-01' }, 'RangeBackwards'],
    ['too long a range', { FromDate: '2005-11-02', ToDate: '2026-11-01' }, 'RangeTooLong'],
    ['no dates', {}, 'ValidationFailed'],
    ['an unknown comparison', { FromDate: '2026-11-01', ToDate: '2026-11-02', Compare: 'easter' }, 'ValidationFailed'],
    ['an order by a column there is none of', { FromDate: '2026-11-01', ToDate: '2026-11-02', Sort: '-Change' }, 'ValidationFailed'],
    ['a column with a quote', { FromDate: '2026-11-01', ToDate: '2026-11-02', Sort: "Net'" }, 'ValidationFailed'],
    ['no rows at all', { FromDate: '2026-11-01', ToDate: '2026-11-02', Limit: '0' }, 'ValidationFailed'],
    ['a time of day over years', { FromDate: '2024-11-01', ToDate: '2026-11-02', Daypart: 'Dinner' }, 'BreakdownTimesTooLong'],
    ['a time of day there is none of', { FromDate: '2026-11-01', ToDate: '2026-11-02', Daypart: 'Brunch' }, 'ValidationFailed'],
    ['a location that is not there', { FromDate: '2026-11-01', ToDate: '2026-11-02', Locations: '99' }, 'LocationNotFound'],
  ])('%s', async (_what, query, code) => {
    const { body } = await owner.call('GET', `/reports/plu-sales?${new URLSearchParams(query as never)}`)
    expect(body.ResponseStatus?.ErrorCode).toBe(code)
  })
})
