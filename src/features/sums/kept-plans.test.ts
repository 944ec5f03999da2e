import { afterAll, beforeAll, expect, it } from 'vitest'
import { takeSales } from '#features/intake/take-sales.sql.ts'
import { VenueScope } from '#platform/access/venue-scope.ts'
import { connectAsOwner, type Database, openDatabase } from '#platform/database/database.ts'
import type { Sql, Transaction } from '#platform/database/pool.ts'
import { type FreshDatabase, freshDatabase } from '#tests/fresh-database.ts'
import { itemSales } from './reading/item-sales.sql.ts'
import { keepPlans } from './reading/slice.sql.ts'
import { statisticsThatKeepUp } from './statistics.job.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const MANY = 5_000
let fresh: FreshDatabase
let owner: Sql

beforeAll(async () => {
  fresh = await freshDatabase({ sample: true })
  owner = connectAsOwner(fresh.url)
})
afterAll(async () => {
  await owner.end()
  await fresh.drop()
})

const sale = (id: string, more: object = {}) => ({
  SaleId: id,
  TerminalId: 'T1',
  ClosedAt: '2026-11-19T20:15:00+11:00',
  Lines: [{ Plu: '1001', Name: 'Lager', Quantity: '1', Gross: 980, Net: 980 }],
  Tenders: [{ Method: 'Cash', Amount: 980 }],
  Totals: { Total: 980 },
  ...more,
})
const voidOf = (id: string) => ({ SaleId: `${id}-void`, TerminalId: 'T1', Type: 'Void', OriginalSaleId: id, ClosedAt: '2026-11-19T20:20:00+11:00' })

const take = (database: Database, sent: readonly object[]) =>
  database.inVenue(1, async (sql) => {
    const before = await rowsRead(sql)
    const outcomes = await takeSales(await VenueScope.forJob(sql, 1, NOW), { locationId: 1, batchId: null, source: 'test', sales: sent })
    return { statuses: [...new Set(outcomes.map(({ status }) => status))], rows: (await rowsRead(sql)) - before }
  })

const rowsRead = async (sql: Transaction): Promise<number> => {
  const [read] = await sql<{ n: number }[]>`
    select sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as n from pg_stat_xact_user_tables where relname in ('sale', 'sale_line', 'sale_payment', 'sale_adjustment')`
  return read?.n ?? 0
}

/** Thousands more of the first sale there is, under other names. */
const multiply = async () => {
  for (const [table, names] of [
    ['sale_payment', ''],
    ['sale_line', ''],
    ['sale', ", 'receipt', 'C' || i"],
  ] as const) {
    await owner.unsafe(`insert into ${table} select c.* from ${table} t cross join generate_series(1, ${MANY}) i
      cross join lateral jsonb_populate_record(t, jsonb_build_object('sale_id', t.sale_id + 1000000 + i ${names})) c where t.sale_id = (select min(sale_id) from sale)`)
  }
}

// The planner decides by what it sees, and what it decided is kept: hundreds of sales misled it more than none.
it.each([0, 20, 400])('a plan made when there were %i sales still looks receipts up one by one when thousands came in at once', async (there) => {
  await owner.unsafe('truncate sale, sale_line, sale_payment, sale_adjustment, rollup, trading_day_state')
  const [first, then] = [openDatabase(fresh.url, 1), openDatabase(fresh.url, 1)]
  try {
    if (there > 0)
      await take(
        first,
        Array.from({ length: there }, (_, i) => sale(`F${i}`)),
      )
    for (const sent of [sale('A'), voidOf('A'), sale('B'), sale('B', { Revision: 2 })])
      expect(['accepted', 'replaced']).toContain((await take(then, [sent])).statuses[0])
    await multiply()
    await then.inVenue(1, async (sql) => {
      const scope = await VenueScope.forJob(sql, 1, NOW)
      await statisticsThatKeepUp()((work) => work(scope))
    })
    expect(await take(then, [sale('D')])).toEqual({ statuses: ['accepted'], rows: 0 })
    // The sale with its line, payment and counter-entry, and nothing of the thousands beside it.
    expect((await take(then, [voidOf('D')])).rows).toBeLessThan(12)
    expect((await take(then, [sale('B', { Revision: 3 })])).rows).toBeLessThan(12)
  } finally {
    await Promise.all([first.close(), then.close()])
  }
})

it('a product that is chosen is looked up by itself, and not among all that was sold on its days', async () => {
  const [products, days] = [400, 100]
  // Among many venues the planner takes the days of one for fewer than they are.
  await owner.unsafe(`
    insert into product_day (venue_id, location_id, day, product_id, n, qty)
    select v, v * 10 + l, date '2026-01-01' + d, p, 1, 10000
    from generate_series(1, 50) v, generate_series(1, 3) l, generate_series(1, ${products}) p, generate_series(1, ${days}) d where v = 1 or (p <= 100 and d <= 20 and l < 3)`)
  await owner`analyze product_day`
  const database = openDatabase(fresh.url, 1)
  try {
    const read = await database.inVenue(1, async (sql) => {
      const scope = await VenueScope.forJob(sql, 1, NOW)
      keepPlans(scope)
      await itemSales(scope, { locationIds: [11, 12, 13] }, [7, 70, 300], [{ grain: 'day', from: '2026-01-01', to: '2026-12-31', less: false }], 'day')
      const [rows] = await sql<{ n: number }[]>`select idx_tup_fetch::int as n from pg_stat_xact_user_tables where relname = 'product_day'`
      return rows?.n
    })
    expect(read).toBe(3 * 3 * days)
  } finally {
    await database.close()
  }
})
