import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { takeSales } from '#features/intake/take-sales.sql.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { connectAsOwner, type Database, openDatabase } from '#platform/database/database.ts'
import { type FreshDatabase, freshDatabase } from '#tests/fresh-database.ts'
import { closeDaysOfVenue } from './closed-days.job.ts'
import { rebuildVenue, reconcileVenue } from './reconcile.job.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const SALES = [1, 2, 3].map((day) => ({
  SaleId: `A${day}`,
  ClosedAt: `2026-11-0${day}T20:15:00+11:00`,
  Lines: [{ Plu: '1001', Name: 'Lager', Quantity: '1', Gross: 1000, Net: 1000 }],
  Tenders: [{ Method: 'Cash', Amount: 1000 }],
  Totals: { Total: 1000 },
}))
let fresh: FreshDatabase
let database: Database

beforeAll(async () => {
  fresh = await freshDatabase({ sample: true })
  database = openDatabase(fresh.url, 4)
  await workInVenue(database, 1, NOW, (venue) => takeSales(venue, { locationId: 1, batchId: null, source: '', sales: SALES }))
  await closeDaysOfVenue(database, 1, new Date('2026-12-05T12:00:00Z'))
})
afterAll(async () => {
  await database.close()
  await fresh.drop()
})

const spoil = (statement: string) => database.inVenue(1, (sql) => sql.unsafe(statement))

describe('the rollup against the sales', () => {
  it('agrees, and a day that was checked is not checked again', async () => {
    expect(await reconcileVenue(database, 1, { now: NOW })).toMatchObject({ days: 3, mismatches: [] })
    expect(await reconcileVenue(database, 1, { now: NOW })).toMatchObject({ days: 0, mismatches: [] })
  })

  it('agrees while a till sells', async () => {
    let isClosing = false
    const sell = async () => {
      for (let i = 0; !isClosing; i += 1) {
        const sales = SALES.slice(0, 1).map((sale) => ({ ...sale, SaleId: `W${i}` }))
        await workInVenue(database, 1, NOW, (venue) => takeSales(venue, { locationId: 1, batchId: null, source: '', sales }))
      }
    }
    const selling = sell()
    const checks = []
    for (let i = 0; i < 8; i += 1) checks.push(await reconcileVenue(database, 1, { now: NOW, all: true }))
    isClosing = true
    await selling
    for (const check of checks) expect(check).toMatchObject({ mismatches: [], unsound: [] })
  })

  it.each([
    ['a changed day', 'update rollup set amount = amount + 1 where venue_id = 1 and grain = 1 and dim = 1'],
    ['a lost row', 'delete from rollup_tender where venue_id = 1 and grain = 1'],
    ['a row of nothing', "insert into rollup (venue_id, grain, dim, location_id, period, key, n) values (1, 1, 5, 1, '2026-11-02', 999999, 1)"],
    ['wrong covers of a quarter of an hour', 'update rollup_cover set food = food + 1 where venue_id = 1 and dim = 18'],
    ['a wrong product of a day', 'update product_day set qty = qty + 10000 where venue_id = 1'],
    ['wrong tips beside a month', 'update rollup_beside set tips = tips + 1 where venue_id = 1 and grain = 2 and dim = 15'],
    ['a wrong month', 'update rollup set qty = qty - 10000 where venue_id = 1 and grain = 2 and dim = 13'],
    ['a wrong year', 'update rollup set n = n + 1 where venue_id = 1 and grain = 3 and dim = 2'],
  ])('finds %s, writes it down and makes it right', async (_, statement) => {
    await spoil(statement)
    expect((await reconcileVenue(database, 1, { now: NOW, all: true })).mismatches).not.toEqual([])
    await reconcileVenue(database, 1, { now: NOW, all: true, repair: true })
    expect(await reconcileVenue(database, 1, { now: NOW, all: true })).toMatchObject({ days: 3, mismatches: [] })
    const [noted] = await database.inVenue(1, (sql) => sql`select count(*)::int as n from audit_event where venue_id = 1 and action = 'rollup.mismatch'`)
    expect(noted?.n).toBeGreaterThan(0)
  })

  it('compares again what a run that failed, or that found a difference, did not show to agree', async () => {
    const owner = connectAsOwner(fresh.url)
    try {
      await spoil('update trading_day_state set reconciled_at_change = 0 where venue_id = 1')
      await spoil('update rollup set qty = qty - 10000 where venue_id = 1 and grain = 2 and dim = 13')
      await owner`revoke select on sheet_sold from daybook_app`
      await expect(reconcileVenue(database, 1, { now: NOW })).rejects.toThrow('sheet_sold')
      await owner`grant select on sheet_sold to daybook_app`
      for (const repair of [false, true]) {
        const { days, mismatches } = await reconcileVenue(database, 1, { now: NOW, repair })
        expect([days, mismatches.map(({ grain, dim }) => [grain, dim])]).toEqual([
          3,
          [
            [2, 13],
            [3, 13],
          ],
        ])
      }
      expect(await reconcileVenue(database, 1, { now: NOW })).toMatchObject({ days: 3, mismatches: [] })
      expect(await reconcileVenue(database, 1, { now: NOW })).toMatchObject({ days: 0, mismatches: [] })
    } finally {
      await owner.end()
    }
  })

  it.each([
    ['lines that do not add up', 'update sale_line set amount = amount + 1 where venue_id = 1 and sale_id = (select min(sale_id) from sale)', 'lines'],
    ['a payment that is lost', 'delete from sale_payment where venue_id = 1 and sale_id = (select min(sale_id) from sale)', 'payments'],
    ['lines without their sale', 'delete from sale where venue_id = 1 and sale_id = (select min(sale_id) from sale)', 'no-sale'],
  ])('finds %s', async (_, statement, why) => {
    const spoiled = await freshDatabase({ sample: true })
    const other = openDatabase(spoiled.url, 2)
    try {
      await workInVenue(other, 1, NOW, (venue) => takeSales(venue, { locationId: 1, batchId: null, source: '', sales: SALES }))
      expect((await reconcileVenue(other, 1, { now: NOW })).unsound).toEqual([])
      const owner = connectAsOwner(spoiled.url)
      await owner.unsafe(statement).finally(() => owner.end())
      expect((await reconcileVenue(other, 1, { now: NOW })).unsound.map((sale) => sale.why)).toContain(why)
    } finally {
      await other.close()
      await spoiled.drop()
    }
  })

  it('is made anew from nothing', async () => {
    await spoil('delete from rollup where venue_id = 1')
    expect(await rebuildVenue(database, 1, { now: NOW })).toBe(1)
    expect(await reconcileVenue(database, 1, { now: NOW, all: true })).toMatchObject({ days: 3, mismatches: [] })
  })

  it('is compared again after it was rebuilt', async () => {
    await reconcileVenue(database, 1, { now: NOW, all: true })
    await rebuildVenue(database, 1, { now: NOW })
    await spoil('update rollup set n = n + 1 where venue_id = 1 and grain = 3 and dim = 2')
    const { days, mismatches } = await reconcileVenue(database, 1, { now: NOW })
    expect([days, new Set(mismatches.map(({ grain }) => grain))]).toEqual([3, new Set([3])])
  })
})
