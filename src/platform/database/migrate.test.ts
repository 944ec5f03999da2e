import { afterEach, describe, expect, it } from 'vitest'
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
