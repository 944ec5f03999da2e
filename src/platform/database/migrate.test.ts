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

it('an owner that is no superuser brings stored sales and sheets over the tax of surcharges and the tenders of any method', async () => {
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
      all.filter(({ name }) => name < '0027'),
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
      // Two committed sheets: of a day that is added up, and of one that is not. Store credit is in neither statement.
      await tx`insert into location (venue_id, location_id, name, time_zone, day_start, currency) values (1, 1, 'Bar', 'UTC', '05:00', 'AUD')`
      await tx`insert into trading_day_state (venue_id, location_id, day, changes, sheets_at_change) values (1, 1, '2026-11-19', 1, 1), (1, 1, '2026-11-20', 1, null)`
      await tx`
        insert into till_session (venue_id, session_id, location_id, terminal_key, code, business_date, opened_at, currency, content_hash, received_at, state, committed)
        select 1, id, 1, 1, id::text, day, day, 'AUD', '', now(), 5, '{"Cash": {"counted": 900, "expected": 900}}'
        from (values (8, '2026-11-19'::date), (9, '2026-11-20')) as s(id, day)`
      await tx`insert into till_committed (venue_id, session_id, commit_no, method, expected, counted) values (1, 8, 1, 'Cash', 900, 900), (1, 9, 1, 'Cash', 900, 900)`
      await tx`
        insert into sheet_taken (venue_id, location_id, business_date, terminal_key, session_id, method, n, net, cash_out, refunds, tips)
        values (1, 1, '2026-11-19', 1, 8, 'StoreCredit', 1, 2500, 0, 0, 0)`
      await tx`insert into dimension_key (venue_id, dim, code, key, name, detail) values (1, 4, 'SC', 50, 'Store credit', '{"Method": "StoreCredit"}')`
      await tx`
        insert into sale_payment (venue_id, sale_id, payment_no, location_id, business_date, media_key, tendered, change, cash_out, tip, surcharge, net)
        values (1, 1, 1, 1, '2026-11-20', 50, 1210, 0, 0, 0, 0, 1210)`
    }),
  )
  await migrateBy(url.href, (owner) =>
    applyMigrations(
      owner,
      all.filter(({ name }) => name >= '0027'),
    ),
  )
  const told = await ask(databaseAt(inject('postgresUrl'), url.pathname.slice(1)), (sql) =>
    sql<{ of: string; tax: number }[]>`
      select 'sale' as of, surcharge_tax as tax from sale union all select 'line', surcharge_tax from sale_line
      union all select 'rollup ' || dim, surcharge_tax from rollup union all select 'product day', surcharge_tax from product_day order by 1`.execute(),
  )
  expect(told.map(({ of, tax }) => [of, tax])).toEqual(['line', 'product day', 'rollup 1', 'rollup 13', 'rollup 5', 'sale'].map((of) => [of, 10]))
  const [days, sheets, statements] = await ask(databaseAt(inject('postgresUrl'), url.pathname.slice(1)), (sql) =>
    Promise.all([
      sql<{ at: number | null }[]>`select sheets_at_change as at from trading_day_state`,
      sql<{ committed: unknown }[]>`select committed from till_session order by session_id`,
      sql<{ n: number }[]>`select count(*)::int as n from till_committed where commit_no = 1`,
    ]),
  )
  expect(days.map(({ at }) => at)).toEqual([null, null])
  const statement = (credit: number) => ({ Cash: { counted: 900, expected: 900 }, Other: { counted: null, expected: credit } })
  expect(sheets.map(({ committed }) => committed)).toEqual([statement(2500), statement(1210)])
  expect(statements[0]?.n).toBe(2)
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
