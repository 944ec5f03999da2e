import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importFile } from '#features/imports/import-file.job.ts'
import { fileOf } from '#features/imports/nameless-file.adapter.ts'
import type { WireSale } from '#features/intake/sale.contract.ts'
import { takeSales } from '#features/intake/take-sales.sql.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { connectAsOwner, type Database, openDatabase } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import { type FreshDatabase, freshDatabase } from '#tests/fresh-database.ts'
import { closeDaysOfVenue } from './closed-days.job.ts'
import { rebuildMonth } from './rebuild.sql.ts'
import { reconcileVenue } from './reconcile.job.ts'

/** A trading day of the first location, in Sydney, that ends at five the next morning. */
const DAY = '2026-11-19'
const EVENING = '2026-11-19T20:30:00+11:00'
const BEFORE_TOLD = '2026-11-20T05:59:00+11:00'
const TOLD = '2026-11-20T06:00:00+11:00'
const NOON = '2026-11-20T12:00:00+11:00'

let fresh: FreshDatabase
let database: Database
let owner: Sql

beforeAll(async () => {
  fresh = await freshDatabase({ sample: true })
  database = openDatabase(fresh.url, 2)
  owner = connectAsOwner(fresh.url)
})
afterAll(async () => {
  await database.close()
  await owner.end()
  await fresh.drop()
})
beforeEach(async () => {
  await owner.unsafe('truncate sale, sale_line, sale_payment, sale_adjustment, rollup, trading_day_state, sale_batch')
})

const takeAt = (now: string, sales: readonly unknown[], more: object = {}) =>
  workInVenue(database, 1, new Date(now), (scope) => takeSales(scope, { locationId: 1, batchId: null, source: 'test', sales, anyAge: true, ...more })).then(
    (outcomes) => outcomes.map(({ status }) => status),
  )

const sale = (id: string, net: number, more: object = {}): WireSale =>
  ({
    SaleId: id,
    TerminalId: 'T1',
    ClosedAt: '2026-11-19T20:15:00+11:00',
    Lines: [{ Plu: '1001', Name: 'Lager', Quantity: '1', Gross: net, Net: net }],
    Tenders: [{ Method: 'Cash', Amount: net }],
    Totals: { Total: net },
    ...more,
  }) as WireSale
const voidOf = (id: string) => ({ SaleId: `${id}-void`, TerminalId: 'T1', Type: 'Void', OriginalSaleId: id, ClosedAt: '2026-11-20T11:00:00+11:00' })

const late = async (day = DAY) => {
  const [row] = await database.inVenue(
    1,
    (sql) => sql<{ changes: number; amount: number; at: Date | null }[]>`
      select late_changes as changes, late_amount as amount, late_received_at as at from trading_day_state where venue_id = 1 and location_id = 1 and day = ${day}`,
  )
  return row && { ...row, at: row.at?.toISOString() ?? null }
}
const NONE = { changes: 0, amount: 0, at: null }
const at = (moment: string) => new Date(moment).toISOString()

describe('a day that was told', () => {
  it('says what came afterwards: how much, and when the last of it', async () => {
    await takeAt(EVENING, [sale('A1', 1000)])
    expect(await takeAt(TOLD, [sale('A2', 500), sale('A3', 250)])).toEqual(['accepted', 'accepted'])
    expect(await late()).toEqual({ changes: 2, amount: 750, at: at(TOLD) })
    await takeAt(NOON, [sale('A4', 50)])
    expect(await late()).toEqual({ changes: 3, amount: 800, at: at(NOON) })
  })

  it('says nothing of what came within the hour after its cut-off', async () => {
    await takeAt(EVENING, [sale('A1', 1000)])
    await takeAt(BEFORE_TOLD, [sale('A2', 500)])
    expect(await late()).toEqual(NONE)
  })

  it('tells of a late void and of a late correction, each as one change', async () => {
    await takeAt(EVENING, [sale('A1', 1000), sale('A2', 2000)])
    expect(await takeAt(NOON, [voidOf('A1')])).toEqual(['accepted'])
    expect(await late()).toEqual({ changes: 1, amount: -1000, at: at(NOON) })
    expect(await takeAt(NOON, [sale('A2', 1900, { Revision: 2 })])).toEqual(['replaced'])
    expect(await late()).toEqual({ changes: 2, amount: -1100, at: at(NOON) })
    // The void itself was rung up on the next day, which is under way.
    expect(await late('2026-11-20')).toEqual(NONE)
  })

  it('tells nothing of what was sent once more', async () => {
    await takeAt(EVENING, [sale('A1', 1000)])
    expect(await takeAt(NOON, [sale('A1', 1000)])).toEqual(['duplicate'])
    expect(await takeAt(NOON, [sale('A1', 1000), sale('A2', 70)])).toEqual(['duplicate', 'accepted'])
    expect(await late()).toEqual({ changes: 1, amount: 70, at: at(NOON) })
  })

  it('tells of days together and apart where one batch brings several', async () => {
    const before = { ClosedAt: '2026-11-18T20:15:00+11:00' }
    await takeAt(EVENING, [sale('A1', 1000), sale('B1', 1000, before)])
    await takeAt(NOON, [sale('A2', 10), sale('B2', 20, before), sale('C1', 30, { ClosedAt: NOON }), sale('D1', 40, { ClosedAt: '2026-11-17T20:15:00+11:00' })])
    expect([await late(), await late('2026-11-18'), await late('2026-11-20'), await late('2026-11-17')]).toEqual([
      { changes: 1, amount: 10, at: at(NOON) },
      { changes: 1, amount: 20, at: at(NOON) },
      NONE,
      NONE,
    ])
  })
})

describe('a day of which nothing was known', () => {
  it('is told an hour after the first of it came', async () => {
    await takeAt(NOON, [sale('A1', 1000)])
    await takeAt('2026-11-20T12:59:00+11:00', [sale('A2', 500)])
    expect(await late()).toEqual(NONE)
    await takeAt('2026-11-20T13:00:00+11:00', [sale('A3', 5)])
    expect(await late()).toEqual({ changes: 1, amount: 5, at: at('2026-11-20T13:00:00+11:00') })
  })

  it('is not told by an opened drawer', async () => {
    await takeAt(EVENING, [{ SaleId: 'N1', TerminalId: 'T1', Type: 'NoSale', ClosedAt: '2026-11-19T20:00:00+11:00' }])
    await takeAt(NOON, [sale('A1', 1000)])
    expect(await late()).toEqual(NONE)
  })

  it('is one arrival where a file fills it in for hours', async () => {
    const [{ name } = { name: '' }] = await database.inVenue(
      1,
      (sql) => sql<{ name: string }[]>`select name from location where venue_id = 1 and location_id = 1`,
    )
    const rows = Array.from({ length: 1200 }, (_, i) => `F${i},19/11/2026,${String(9 + (i % 12)).padStart(2, '0')}:30,${name},Lager,1,10.00,Cash`)
    const content = Buffer.from(`No,Day,At,Where,Item,Qty,Total,Paid\n${rows.join('\n')}\n`)
    // Every time it is looked at, the clock has gone on by two hours.
    let clock = Date.parse(NOON)
    const now = () => {
      clock += 7_200_000
      return new Date(clock)
    }
    const columns = { SaleId: 'No', Date: 'Day', Time: 'At', Location: 'Where', Name: 'Item', Quantity: 'Qty', Net: 'Total', Tender: 'Paid' }
    const { counts } = await importFile(
      database,
      1,
      { source: { file: fileOf(content) } },
      { mapping: { Columns: columns, DateFormat: 'D/M/YYYY', TimeFormat: 'HH:mm' }, granted: [1], runId: '1', begunAt: new Date(NOON), now },
    )
    expect(counts.accepted).toBe(1200)
    expect(await late()).toEqual(NONE)
  })
})

describe('what is kept', () => {
  const told = { changes: 1, amount: 500, at: at(NOON) }

  it('survives that its month is made anew, checked and closed, and none is invented', async () => {
    await takeAt(EVENING, [sale('A1', 1000), sale('B1', 1000, { ClosedAt: '2026-11-18T20:15:00+11:00' })])
    await takeAt(NOON, [sale('A2', 500)])
    await workInVenue(database, 1, new Date(NOON), (scope) => rebuildMonth(scope, 1, '2026-11-01'))
    await closeDaysOfVenue(database, 1, new Date(NOON))
    await reconcileVenue(database, 1, { now: new Date(NOON) })
    expect([await late(), await late('2026-11-18')]).toEqual([told, NONE])
  })

  it('is nothing of a day stored by a version that knew nothing of it; changes from then on are told', async () => {
    // As the version before wrote it, naming none of the new columns.
    await owner`insert into trading_day_state (venue_id, location_id, day, changes, last_sale_at, last_received_at)
      values (1, 1, ${DAY}, 1, ${EVENING}, ${EVENING})`
    expect(await late()).toEqual(NONE)
    const [row] = await owner<{ at: Date }[]>`select first_received_at as at from trading_day_state where venue_id = 1 and day = ${DAY}`
    const known = row?.at ?? new Date(Number.NaN)
    const minutesLater = (minutes: number) => new Date(known.getTime() + minutes * 60_000).toISOString()
    await takeAt(minutesLater(59), [sale('A2', 500)])
    expect(await late()).toEqual(NONE)
    await takeAt(minutesLater(61), [sale('A3', 500)])
    expect(await late()).toEqual({ changes: 1, amount: 500, at: minutesLater(61) })
  })
})
