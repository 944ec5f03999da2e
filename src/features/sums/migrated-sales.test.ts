import { afterEach, expect, inject, it } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { applyMigrations, migrate, migrateBy, migrations } from '#platform/database/migrate.ts'
import type { Sql } from '#platform/database/pool.ts'
import { everyDay } from '#shared/day.ts'
import { databaseAt } from '#tests/database-at.ts'
import { freshDatabase } from '#tests/fresh-database.ts'
import { ask, bareDatabase, borrowed, dropHouses } from '#tests/furnished-house.ts'
import { inWords, type StoredSum, storedSums } from '#tests/stored-sums.ts'
import { sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { closeDaysOfVenue } from './closed-days.job.ts'
import { reconcileVenue } from './reconcile.job.ts'

/** Migrations since then have moved sums to another table and computed new columns of stored sales. */
const LAST_OF_OLD = '0016-import-undo.sql'
const FACTS = ['sale', 'sale_line', 'sale_payment', 'sale_adjustment']
const SUMS_THEN = 'venue_id, grain, dim, location_id, period, key, n, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax'
/** Sums of sums, in a form of their own in each version: the hourly job makes them. */
const MADE_HOURLY = ['running_total', 'packed_guests']
const PLACES = [1, 2, 3]
const NOW = new Date('2026-11-25T02:00:00Z')

afterEach(dropHouses)

/** The columns of each table that can be written. */
const columnsOf = async (sql: Sql): Promise<Map<string, string[]>> => {
  const rows = await sql<{ name: string; columns: string[] }[]>`
    select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migration' group by 1`
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

const copyRows = async (from: Sql, to: Sql, table: string, columns: string, rows = `select ${columns} from "${table}"`): Promise<void> => {
  const [all] = await from.unsafe<{ text: string | null }[]>(`select json_agg(r)::text as text from (${rows}) r`)
  if (all?.text)
    await to.unsafe(
      `insert into "${table}" (${columns}) overriding system value select ${columns} from json_populate_recordset(null::"${table}", $rows$${all.text}$rows$)`,
    )
}

/** All rows of the facts in a few characters. */
const marksOf = async (sql: Sql): Promise<unknown[]> => {
  const marks: unknown[] = []
  for (const table of FACTS)
    marks.push(
      ...(await sql.unsafe(
        `select '${table}' as of, count(*)::int as n, sum(hashtext((to_jsonb(t) - 'surcharge_tax')::text)::bigint)::text as mark from ${table} t`,
      )),
    )
  return marks
}

// Of sales stored before, this is split off in proportion: it may differ by a cent from what the till sent.
const withoutSurchargeTax = ({ sums: { surcharge_tax: _, ...sums }, ...row }: StoredSum): StoredSum => ({ ...row, sums })

it('a database of an earlier version with stored sales has the same sales and sums once it is migrated', async () => {
  const fresh = borrowed(await freshDatabase({ sample: true }))
  const database = openDatabase(fresh, 2)
  for (const { locationId, sales } of sampleTrade(everyDay('2026-10-29', '2026-11-02'), NOW)) await storeTrade(database, 1, locationId, sales, NOW)
  await closeDaysOfVenue(database, 1, NOW)
  await database.close()

  const old = await bareDatabase()
  const earlier = migrations().filter(({ name }) => name <= LAST_OF_OLD)
  await migrateBy(old, (owner) => applyMigrations(owner, earlier))
  const asOwner = databaseAt(inject('postgresUrl'), new URL(old).pathname.slice(1))
  await ask(fresh, (from) =>
    ask(asOwner, async (to) => {
      const now = await columnsOf(from)
      await to`set session_replication_role = replica`
      for (const [table, columns] of await columnsOf(to)) {
        const shared = columns.filter((name) => now.get(table)?.includes(name))
        if (shared.length === 0 || MADE_HOURLY.includes(table)) continue
        await to.unsafe(`delete from "${table}"`)
        await copyRows(from, to, table, shared.map((name) => `"${name}"`).join(', '))
      }
      const before = SUMS_THEN.replace('grain, dim', '1 as grain, 13 as dim').replace('period, key', 'day as period, product_id as key')
      await copyRows(from, to, 'rollup', SUMS_THEN, `select ${before} from product_day`)
    }),
  )
  expect(await migrate(old)).toHaveLength(migrations().length - earlier.length)

  const stated = (url: string) =>
    ask(url, async (sql) => [
      await marksOf(sql),
      ...(await Promise.all(PLACES.map(async (place) => inWords((await storedSums(sql, 1, place)).map(withoutSurchargeTax)).split('\n')))),
    ])
  const [expected, migrated] = [await stated(fresh), await stated(old)]
  expect(expected[1]?.length).toBeGreaterThan(500)
  expect(migrated).toEqual(expected)
  const after = openDatabase(old, 2)
  await closeDaysOfVenue(after, 1, NOW)
  expect(await reconcileVenue(after, 1, { now: NOW, all: true }).finally(() => after.close())).toMatchObject({ mismatches: [], unsound: [] })
})
