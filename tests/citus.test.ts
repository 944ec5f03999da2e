import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { connectAsOwner, type Database, openDatabase } from '#platform/database/database.ts'
import { distributionOf } from '#platform/database/distribute.ts'
import type { Sql } from '#platform/database/pool.ts'
import { databaseAt } from './database-at.ts'
import { type FreshDatabase, freshDatabase } from './fresh-database.ts'

// Run by `npm run test:citus` alone.
const workers = inject('workerUrls')
const VENUES = Array.from({ length: 16 }, (_, i) => 101 + i)

let fresh: FreshDatabase
let owner: Sql
let database: Database

beforeAll(async () => {
  fresh = await freshDatabase()
  owner = connectAsOwner(fresh.url)
  database = openDatabase(fresh.url, 2)
  for (const venueId of VENUES) {
    await owner`insert into venue (venue_id, name) values (${venueId}, ${`Venue ${venueId}`})`
    await database.inVenue(venueId, (sql) => sql`insert into role (venue_id, name, name_key, tags) values (${venueId}, 'Cook', 'cook', '{}')`)
  }
})

afterAll(async () => {
  await database.close()
  await owner.end()
  await fresh.drop()
})

it('the tables lie as they should, all of a venue together', async () => {
  const lie = await owner<{ name: string; kind: string; key: string; together: number }[]>`
    select table_name::text as name, citus_table_type as kind, distribution_column as key, colocation_id as together from citus_tables order by 1`
  const placed = await distributionOf(owner)
  const spread = lie.filter(({ kind }) => kind === 'distributed')
  expect(spread.map(({ name }) => name)).toEqual(placed.distributed)
  expect(new Set(spread.map(({ key, together }) => `${key} ${together}`)).size).toBe(1)
  expect(lie.filter(({ kind }) => kind === 'reference').map(({ name }) => name)).toEqual(placed.shared)
})

it('venues lie on both workers', async () => {
  const ports = await portsOfVenues()
  expect(new Set(ports).size).toBe(2)
})

it('a venue sees its rows, another venue sees its own, and none is seen without a venue', async () => {
  const seen = (where: typeof database.inVenue, venueId: number) => where(venueId, (sql) => sql<{ venue_id: number }[]>`select venue_id from role`)
  for (const venueId of [101, 102, 116]) {
    expect(await seen(database.inVenue, venueId)).toEqual([{ venue_id: venueId }])
    expect(await seen(database.readVenue, venueId)).toEqual([{ venue_id: venueId }])
  }
  expect(await database.house`select 1 from role`).toHaveLength(0)
  expect(await database.house`select 1 from role where venue_id = 101`).toHaveLength(0)
})

it('a foreign venue is neither read nor written, whatever the statement says', async () => {
  expect(await database.inVenue(101, (sql) => sql`select 1 from role where venue_id = 102`)).toHaveLength(0)
  expect(await database.inVenue(101, (sql) => sql`update role set name = 'Taken' where venue_id = 102 returning 1`)).toHaveLength(0)
  expect(await database.inVenue(101, (sql) => sql`delete from role where venue_id = 102 returning 1`)).toHaveLength(0)
  const adding = database.inVenue(101, (sql) => sql`insert into role (venue_id, name, name_key, tags) values (102, 'Spy', 'spy', '{}')`)
  await expect(adding).rejects.toThrow(/row-level security/)
  expect(await database.inVenue(102, (sql) => sql`select name from role`)).toEqual([{ name: 'Cook' }])
})

it('a transaction has one connection to each worker, however many parts of a table it asks, and so sees one moment there', async () => {
  const askedBy = await owner<{ pid: number }[]>`select pg_backend_pid() as pid from role where pg_sleep(0.05) is not null`
  expect(new Set(askedBy.map(({ pid }) => pid)).size).toBe(workers.length)
})

it('the walls stand on the workers themselves', async () => {
  for (const url of workers) {
    const worker = connectAsOwner(databaseAt(url, new URL(fresh.url).pathname.slice(1)))
    try {
      await worker.begin(async (sql) => {
        // A worker does not list the parts of tables that it holds, unless it is asked to.
        await sql.unsafe("set local citus.override_table_visibility = 'off'")
        const shards = await sql<{ name: string }[]>`
          select c.relname::text as name from pg_class c where c.relname ~ '^role_[0-9]+$' and c.relkind = 'r'`
        expect(shards.length).toBeGreaterThan(0)
        for (const { name } of shards) {
          await sql.unsafe('set local role daybook_app')
          expect(await sql`select 1 from ${sql(name)}`, name).toHaveLength(0)
        }
      })
    } finally {
      await worker.end()
    }
  }
})

const portsOfVenues = async (): Promise<number[]> => {
  const ports: number[] = []
  for (const venueId of VENUES) {
    const [node] = await owner<{ port: number }[]>`
      select n.nodeport as port from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid
      where p.shardid = get_shard_id_for_distribution_column('role', ${venueId}::int)`
    if (node) ports.push(node.port)
  }
  return ports
}
