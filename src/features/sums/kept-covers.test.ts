import { afterAll, beforeAll, expect, it } from 'vitest'
import type { WireSale } from '#features/intake/sale.contract.ts'
import { takeSales } from '#features/intake/take-sales.sql.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { connectAsOwner, type Database, openDatabase } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import { type FreshDatabase, freshDatabase } from '#tests/fresh-database.ts'
import { plainSale } from '#tests/stored-trade.ts'
import { COVER_SUMS, coverColumn } from './guest-pack.rules.ts'
import { reconcileVenue } from './reconcile.job.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
/** The day under way in Sydney. */
const TODAY = '2026-11-20'
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

const take = (...sales: WireSale[]) =>
  workInVenue(database, 1, NOW, (venue) => takeSales(venue, { locationId: 1, batchId: null, source: '', sales })).then((outcomes) =>
    outcomes.map(({ status }) => status),
  )

/** A steak at a time of the day. */
const steak = (id: string, time: string, more: Partial<WireSale> = {}): WireSale => {
  const sale = plainSale(`${TODAY}T${time}:00+11:00`, 4400, { SaleId: id, Covers: 2, Table: '4', ...more })
  return { ...sale, Lines: (sale.Lines ?? []).map((line) => ({ ...line, Plu: 'STEAK', Name: 'Steak', Group: 'Food', CoverUnits: 1 })) }
}

const sums = async (source: 'cover_source' | 'guest_source', day = TODAY) =>
  owner.unsafe(`
    select local_hour, ${COVER_SUMS.map((name) => `sum(${coverColumn(name)})::bigint as "${name}"`)} from ${source}
    where venue_id = 1 and location_id = 1 and business_date = '${day}' group by 1 order by 1`)

it('what is kept says what the lines say, through corrections, voids and a dish that becomes a drink', async () => {
  expect(await take(steak('A', '12:10'), steak('B', '12:20', { ReservationId: 'R' }), steak('C', '19:00', { Covers: 0 }))).toEqual(Array(3).fill('accepted'))
  const [noon] = await sums('cover_source')
  expect(noon).toMatchObject({ local_hour: 12, n: 2, food: 8800, beverage: 0, units: 200_000_000, reservedUnits: 100_000_000, patrons: 4, reservedPatrons: 2 })
  expect(await sums('cover_source')).toEqual(await sums('guest_source'))
  // A class is never renamed: moving makes another, which later sales are of. What is taken back is taken back as what it was.
  await owner`insert into product_class (venue_id, sales_group, department, product_group, category) values (1, ' Drinks ', '', '', '')`
  await owner`update product set mapped = true, class_id = (select class_id from product_class where venue_id = 1 and sales_group = ' Drinks ') where venue_id = 1 and plu = 'STEAK'`
  expect(await take(steak('D', '12:40'), steak('A', '12:11', { Revision: 2 }))).toEqual(['accepted', 'replaced'])
  expect(await take({ SaleId: 'V', Type: 'Void', TerminalId: 'T1', OriginalSaleId: 'B', ClosedAt: `${TODAY}T13:00:00+11:00` } as WireSale)).toEqual([
    'accepted',
  ])
  const [after] = await sums('cover_source')
  expect(after).toMatchObject({ n: 2, food: 0, beverage: 8800, reservedUnits: 0, patrons: 4 })
  expect(await sums('cover_source')).toEqual(await sums('guest_source'))
})

it('the server may make classes, and never change one', async () => {
  const changed = database.inVenue(1, (sql) => sql`update product_class set sales_group = 'Food' where venue_id = 1`)
  await expect(changed).rejects.toThrow('permission denied')
})

it('what is kept is made anew from the lines as it was', async () => {
  const kept = await sums('cover_source')
  await owner`delete from rollup_cover where venue_id = 1`
  await reconcileVenue(database, 1, { all: true, repair: true, now: NOW })
  expect(await sums('cover_source')).toEqual(kept)
  expect(await reconcileVenue(database, 1, { all: true, now: NOW })).toMatchObject({ mismatches: [] })
})

it('the lines of a day are not looked at', async () => {
  const kept = await sums('cover_source')
  await owner`update sale_line set gross = 0, cover_units = 0 where venue_id = 1`
  expect(await sums('guest_source')).not.toEqual(kept)
  expect(await sums('cover_source')).toEqual(kept)
})
