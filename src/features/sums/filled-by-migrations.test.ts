import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { WireSale } from '#features/intake/sale.contract.ts'
import { quoted, tablesToBackUp } from '#platform/backup/backup-tables.ts'
import { copyIn, copyOut } from '#platform/database/copy.ts'
import { connectAsOwner, openDatabase } from '#platform/database/database.ts'
import { dropForeignKeys, ONE_AFTER_THE_OTHER, restoreForeignKeys } from '#platform/database/distribute.ts'
import { loginsOf } from '#platform/database/logins.ts'
import { applyMigrations, migrate, migrations } from '#platform/database/migrate.ts'
import { databaseAt } from '#tests/database-at.ts'
import { freshDatabase } from '#tests/fresh-database.ts'
import { ask, bareDatabase, borrowed, dropHouses } from '#tests/furnished-house.ts'
import { plainSale, sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { closeDaysOfVenue } from './closed-days.job.ts'
import { reconcileVenue } from './reconcile.job.ts'
import { DAY_DIMS, DIM, GRAIN } from './rollup.rules.ts'

const NOW = new Date('2026-11-20T10:04:00Z')
/** Two months and two years, so that each grain adds up more than one of the grain below. */
const DAYS = ['2025-12-30', '2025-12-31', '2026-10-30', '2026-10-31', '2026-11-18']
/** What was wasted by item, employee and reason. */
const WASTED_DIMS = [DIM.wastageProduct, DIM.wastageClerk, DIM.wastageReason]
/** The last one before dimension 16, days of products and packed months were kept. */
const BEFORE = '0007-beside-the-total.sql'

/** What was written off, and on the last day taken back; of one place for a reason, which houses of before 0036 were not told. */
const wasted = (locationId: number): WireSale[] => [
  ...DAYS.map((day, i) => {
    const [gross, reason] = [500 + i, locationId === 2 ? { WastageReason: i % 2 ? 'Spill' : 'Expired' } : {}]
    const line = {
      LineId: '1',
      Kind: 'Sale',
      Plu: `P${i % 2}`,
      Name: 'House pour',
      Quantity: '1',
      UnitPrice: gross,
      Gross: gross,
      DiscountTotal: gross,
      Net: 0,
    }
    const sale = plainSale(`${day}T14:00:00+11:00`, 0, { SaleId: `wasted ${day}`, Type: 'NoSale', Tenders: [], Totals: { Total: 0, Tax: 0 } })
    return { ...sale, Lines: [{ ...line, Tax: 0, Cost: 100 + i, Wastage: true, ...reason }] as never }
  }),
  plainSale('2026-11-18T15:00:00+11:00', 0, { Type: 'Void', OriginalSaleId: 'wasted 2026-11-18', Lines: [], Tenders: [], Totals: { Total: 0 } }),
]

let now: string

beforeAll(async () => {
  now = borrowed(await freshDatabase({ sample: true }))
  const database = openDatabase(now, 2)
  for (const { locationId, sales } of sampleTrade(DAYS, NOW)) await storeTrade(database, 1, locationId, sales, NOW)
  for (const locationId of [1, 2]) await storeTrade(database, 1, locationId, wasted(locationId), NOW)
  await database.close()
}, 120_000)
afterAll(dropHouses)

/** Those of items and employees; reasons are not on the lines of a house of then. */
const UNREASONED = WASTED_DIMS.filter((dim) => dim !== DIM.wastageReason)

/** The house as it was before those migrations; of an owner who is no superuser, where one is named. */
const houseOfThen = async (owner?: string, before = BEFORE): Promise<string> => {
  const url = new URL(await bareDatabase(owner))
  if (owner) Object.assign(url, { username: owner, password: owner })
  const wanted = migrations().filter(({ name }) => name <= before)
  await ask(url.href, (sql) => sql.begin((tx) => applyMigrations(tx, wanted)))
  await copyHouse(now, above(url.href))
  return url.href
}

/** The rows of a house as one of then would have them: its tables, its columns, and of the rollup what was kept. */
const copyHouse = async (from: string, to: string): Promise<void> => {
  const [source, target] = [connectAsOwner(from), connectAsOwner(to)]
  const [reading, writing] = [await source.reserve(), await target.reserve()]
  try {
    await writing.unsafe('begin')
    await writing.unsafe(ONE_AFTER_THE_OTHER)
    const keys = await dropForeignKeys(writing)
    const known = new Map((await tablesToBackUp(reading)).map(({ name, columns }) => [name, columns]))
    for (const { name, columns } of await tablesToBackUp(writing)) {
      // What was derived then and is not kept any more is not there to be copied.
      const common = columns.filter((column) => known.get(name)?.includes(column))
      if (common.length === 0) continue
      const listed = common.map(quoted).join(', ')
      const kept =
        name === 'rollup'
          ? `where dim not in (${[DIM.besideHour, DIM.classWithoutCost, ...WASTED_DIMS, ...DAY_DIMS]}) and not (grain = ${GRAIN.day} and dim = ${DIM.product})`
          : ''
      const copy = copyIn(writing, `copy public.${quoted(name)} (${listed}) from stdin`)
      for await (const block of copyOut(reading, `copy (select ${listed} from public.${quoted(name)} ${kept}) to stdout`)) await copy.write(block)
      await copy.end()
    }
    await restoreForeignKeys(writing, keys)
    await writing.unsafe('commit')
  } finally {
    reading.release()
    writing.release()
    await Promise.all([source.end(), target.end()])
  }
}

const besideByHour = (url: string) =>
  ask(
    url,
    (sql) => sql`
      select grain, location_id, period, key, n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax
      from rollup where venue_id = 1 and dim = ${DIM.besideHour} and (n, customers, qty, gross, promotion, discount, refund) <> (0, 0, 0, 0, 0, 0, 0)
      order by grain, location_id, period, key`,
  )

const wastedBy = (url: string, dims: readonly number[]) =>
  ask(
    url,
    (sql) => sql`
      select grain, dim, location_id, period, key, n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax
      from rollup where venue_id = 1 and dim = any(${dims as number[]}::int[]) and (n, qty, gross, cost) <> (0, 0, 0, 0) order by grain, dim, location_id, period, key`,
  )

const coversKept = (url: string) =>
  ask(
    url,
    (sql) => sql`
      select location_id, period, dim, key, n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost
      from rollup where venue_id = 1 and dim = any(${DAY_DIMS as number[]}::int[])
        and (n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost) <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
      order by location_id, period, dim, key`,
  )

/** The walls between venues hold for such a one while he migrates, too. */
const makeOwner = (name: string) =>
  ask(inject('postgresUrl'), async (sql) => {
    await sql.unsafe(`create role ${name} login createrole password '${name}'`)
    await sql.unsafe(`grant daybook_app, daybook_report to ${name} with admin option`)
  })

/** The same database, seen by a superuser. */
const above = (url: string) => databaseAt(inject('postgresUrl'), new URL(url).pathname.slice(1))

const OWNERS = inject('workerUrls').length > 0 ? [undefined] : [undefined, 'caretaker']

it.each(OWNERS)('what later versions keep is made from the trade of a house that is migrated, as if it had been kept all along (owner: %s)', async (owner) => {
  if (owner) await makeOwner(owner)
  const then = await houseOfThen(owner)
  expect(await besideByHour(above(then))).toEqual([])
  const logins = loginsOf(above(then))
  expect(await migrate(then, logins)).toEqual(
    migrations()
      .filter(({ name }) => name > BEFORE)
      .map(({ name }) => name),
  )
  const filled = await besideByHour(above(then))
  expect(new Set(filled.map(({ grain }) => grain))).toEqual(new Set([GRAIN.day, GRAIN.month, GRAIN.year]))
  expect(filled).toEqual(await besideByHour(now))
  expect(await wastedBy(above(then), UNREASONED)).toEqual(await wastedBy(now, UNREASONED))
  const database = openDatabase(then, 2, logins)
  try {
    expect(await reconcileVenue(database, 1, { all: true, now: NOW })).toMatchObject({ mismatches: [], unsound: [] })
    expect(await coversKept(above(then))).toEqual([])
    // Then covers are kept, and days of products added up, and that agrees, too.
    await closeDaysOfVenue(database, 1, new Date('2026-12-05T12:00:00Z'))
    expect(await reconcileVenue(database, 1, { all: true, now: NOW })).toMatchObject({ mismatches: [], unsound: [] })
    expect(await coversKept(above(then))).toEqual(await coversKept(now))
  } finally {
    await database.close()
  }
})

it('what was wasted by item, employee and reason is made from the lines of a house that had reasons already', async () => {
  const then = await houseOfThen(undefined, '0036-wastage-reasons.sql')
  expect(await wastedBy(above(then), WASTED_DIMS)).toEqual([])
  await migrate(then)
  const filled = await wastedBy(above(then), WASTED_DIMS)
  expect(new Set(filled.map(({ grain, dim }) => `${grain} ${dim}`)).size).toBe(3 * WASTED_DIMS.length)
  expect(filled).toEqual(await wastedBy(now, WASTED_DIMS))
})
