import { afterEach, describe, expect, inject, it } from 'vitest'
import { databaseAt } from '#tests/database-at.ts'
import { ask, bareDatabase, dropHouses } from '#tests/furnished-house.ts'
import { applyMigrations, type Migration, migrate, migrateBy, migrations, pendingAfter } from './migrate.ts'
import { migrationNames } from './succession.ts'

afterEach(dropHouses)

const [first, second, ...rest] = migrations() as [Migration, Migration, ...Migration[]]
/** What the database was made by, and whether there is a table. */
const madeBy = (url: string) => ask(url, async (sql) => (await sql<{ name: string }[]>`select name from migration order by name`).map(({ name }) => name))
const hasTable = (url: string, table: string) =>
  ask(url, async (sql) => (await sql<{ there: boolean }[]>`select to_regclass(${table}) is not null as there`)[0]?.there)

it('migrations are applied in order, each once, and a later start applies what is new alone', async () => {
  const url = await bareDatabase()
  await migrateBy(url, (owner) => applyMigrations(owner, [first, second]))
  expect(await madeBy(url)).toEqual([first.name, second.name])
  expect(await migrate(url)).toEqual(rest.map(({ name }) => name))
  expect(await madeBy(url)).toEqual(migrationNames())
  expect(await migrate(url)).toEqual([])
})

it('of several processes that start at once, one migrates and the others find it done', async () => {
  const url = await bareDatabase()
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(applied.sort((a, b) => a.length - b.length)).toEqual([[], [], migrationNames()])
})

it('a migration that fails leaves nothing, of itself or of those before it', async () => {
  const url = await bareDatabase()
  await migrateBy(url, (owner) => applyMigrations(owner, [first]))
  const wanted = [second, { name: '0002-z-bad.sql', sql: 'create table half_made (id int); select 1 / 0', sha: '' }]
  await expect(migrateBy(url, (owner) => applyMigrations(owner, wanted))).rejects.toThrow('division by zero')
  expect(await madeBy(url)).toEqual([first.name])
  expect(await hasTable(url, 'half_made')).toBe(false)
  expect(await hasTable(url, 'venue')).toBe(false)
})

it('sales stored before the tax of surcharges was kept apart get their share of it, for an owner that is no superuser too', async () => {
  await ask(inject('postgresUrl'), async (sql) => {
    await sql`create role upgrader login createrole password 'upgrader'`
    await sql`grant daybook_app, daybook_report to upgrader with admin option`
  })
  const url = new URL(await bareDatabase('upgrader'))
  url.username = 'upgrader'
  url.password = 'upgrader'
  const all = migrations()
  await migrateBy(url.href, (owner) =>
    applyMigrations(
      owner,
      all.filter(({ name }) => name < '0028'),
    ),
  )
  await ask(url.href, (sql) =>
    sql.begin(async (tx) => {
      await tx`insert into venue (name) values ('Before')`
      await tx`select set_config('app.venue', '1', true)`
      await tx`
        insert into sale (venue_id, sale_id, location_id, terminal_key, receipt, revision, kind, business_date, closed_at, local_hour, local_minute, order_type, n,
          customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax, non_sales, tips, rounding, total, content_hash)
        values (1, 1, 1, 1, 'A', 1, 1, '2026-11-20', now(), 12, 1, 1, 1, 1, 10000, 1100, 0, 0, 0, 110, 1210, 0, 110, 0, 0, 0, 1210, '')`
      await tx`
        insert into sale_line (venue_id, sale_id, line_no, location_id, business_date, kind, product_id, class_id, name, qty, unit_price, gross, promotion, discount,
          refund, surcharge, amount, tax, cost, counts, n)
        values (1, 1, 1, 1, '2026-11-20', 1, 7, 3, 'Pie', 10000, 1100, 1100, 0, 0, 0, 110, 1210, 110, 0, true, 1)`
      await tx`
        insert into rollup (venue_id, grain, dim, location_id, period, key, surcharge)
        values (1, 1, 1, 1, '2026-11-20', 0, 110), (1, 2, 13, 1, '2026-11-01', 7, 110), (1, 3, 5, 1, '2026-01-01', 3, 110)`
      await tx`insert into product_day (venue_id, location_id, day, product_id, surcharge) values (1, 1, '2026-11-20', 7, 110)`
    }),
  )
  await migrateBy(url.href, (owner) =>
    applyMigrations(
      owner,
      all.filter(({ name }) => name >= '0028'),
    ),
  )
  const told = await ask(databaseAt(inject('postgresUrl'), url.pathname.slice(1)), (sql) =>
    sql<{ of: string; tax: number }[]>`
      select 'sale' as of, surcharge_tax as tax from sale union all select 'line', surcharge_tax from sale_line
      union all select 'rollup ' || dim, surcharge_tax from rollup union all select 'product day', surcharge_tax from product_day order by 1`.execute(),
  )
  expect(told.map(({ of, tax }) => [of, tax])).toEqual(['line', 'product day', 'rollup 1', 'rollup 13', 'rollup 5', 'sale'].map((of) => [of, 10]))
})

describe('a start is refused in a sentence', () => {
  it('where a migration was edited after it was applied', () => {
    expect(() => pendingAfter([{ name: first.name, sha: 'another' }])).toThrow(
      `Migration ${first.name} was edited after it was applied. Write a new one instead.`,
    )
  })

  it('where the database is of a newer version', () => {
    expect(() => pendingAfter([first, { name: '9999-tomorrow.sql', sha: '' }])).toThrow('9999-tomorrow.sql, which this version does not know')
  })

  it('where the database was made before migrations began anew, which stays as it is', async () => {
    const url = await bareDatabase()
    await ask(url, async (sql) => {
      await sql`create table migration (name text primary key, sha text not null, applied_at timestamptz not null default now())`
      await sql`insert into migration (name, sha) values ('0001-house.sql', 'of then'), ('0002-venues.sql', 'of then'), ('0003-sales.sql', 'of then')`
    })
    await expect(migrate(url)).rejects.toThrow(/^This database was made by an early version of Daybook.*Use a new, empty database/)
    expect(await madeBy(url)).toEqual(['0001-house.sql', '0002-venues.sql', '0003-sales.sql'])
    expect(await hasTable(url, 'venue')).toBe(false)
  })
})
