import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { connectAsOwner, openDatabase } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import { statementsIn } from '#platform/database/sql-statements.ts'
import { schemaComplaints } from './architecture/schema-rules.ts'
import { type FreshDatabase, freshDatabase } from './fresh-database.ts'

let fresh: FreshDatabase
let owner: Sql

beforeAll(async () => {
  fresh = await freshDatabase()
  owner = connectAsOwner(fresh.url)
})

afterAll(async () => {
  await owner.end()
  await fresh.drop()
})

it('the rollup is vacuumed and analysed when a fiftieth of it has changed, also where it lies on workers', async () => {
  const wanted = ['autovacuum_vacuum_scale_factor=0.02', 'autovacuum_vacuum_insert_scale_factor=0.02', 'autovacuum_analyze_scale_factor=0.02']
  const [rollup] = await owner<{ options: string[] }[]>`select reloptions as options from pg_class where oid = 'public.rollup'::regclass`
  expect(rollup?.options).toEqual(expect.arrayContaining(wanted))
  if (inject('workerUrls').length === 0) return
  const shards = await owner<{ result: string }[]>`
    select result from run_command_on_shards('rollup', ${"select reloptions::text from pg_class where oid = '%s'::regclass"})`
  expect(shards.length).toBeGreaterThan(1)
  for (const { result } of shards) for (const option of wanted) expect(result).toContain(option)
})

/** What would be said if this were in a migration; the database stays as it was. */
const complaintsAfter = async (migration: string): Promise<string[]> => {
  let complaints: string[] = []
  await owner
    .begin(async (sql) => {
      for (const statement of statementsIn(migration)) await sql.unsafe(statement)
      complaints = await schemaComplaints(sql)
      throw new Error('taken back')
    })
    .catch((error: Error) => {
      if (error.message !== 'taken back') throw error
    })
  return complaints
}

const WALL = `alter table card enable row level security; alter table card force row level security;
  create policy venue_wall on card using (venue_id = nullif(current_setting('app.venue', true), '')::int) with check (venue_id = nullif(current_setting('app.venue', true), '')::int);`
const card = (columns: string, more = '') => `create table card (${columns}); ${WALL} ${more}`
const GOOD = 'venue_id int not null references venue, card_id int, number text, primary key (venue_id, card_id)'

describe('a migration that a distributed PostgreSQL would refuse', () => {
  it('is not among ours', async () => {
    expect(await schemaComplaints(owner)).toEqual([])
    expect(await complaintsAfter(card(GOOD))).toEqual([])
  })

  // What the rules say of the catalogue; a distributed PostgreSQL does not let some of it come about.
  it.skipIf(inject('workerUrls').length > 0).each([
    ['a primary key without the venue', card('venue_id int not null, card_id int primary key'), 'primary key card_pkey does not begin with venue_id'],
    [
      'a primary key with the venue second',
      card('venue_id int not null, card_id int, primary key (card_id, venue_id)'),
      'primary key card_pkey does not begin with venue_id',
    ],
    ['no primary key', card('venue_id int not null, card_id int'), 'has no primary key'],
    ['a unique key without the venue', card(`${GOOD}, unique (number)`), 'unique card_number_key does not begin with venue_id'],
    ['a unique index without the venue', card(GOOD, 'create unique index card_once on card (number)'), 'unique card_once does not begin with venue_id'],
    [
      'a unique index on an expression',
      card(GOOD, 'create unique index card_once on card (lower(number), venue_id)'),
      'unique card_once does not begin with venue_id',
    ],
    [
      'a foreign key without the venue',
      card(
        `${GOOD}, location_id int`,
        'create unique index once on location (location_id); alter table card add constraint card_place foreign key (location_id) references location (location_id)',
      ),
      'foreign key card_place does not begin with venue_id',
    ],
    ['a foreign key into the house', card(`${GOOD}, user_id int references app_user`), 'crosses to app_user'],
    [
      'a trigger',
      card(
        GOOD,
        'create function touched() returns trigger language plpgsql as $$ begin return new; end $$; create trigger card_touched before update on card for each row execute function touched()',
      ),
      'trigger card_touched',
    ],
    ['a table without a venue that nobody listed', 'create table rate (rate_id int primary key)', 'venue_id is not its first column'],
    ['a venue table without its wall', `create table card (${GOOD})`, 'row-level security is not enabled'],
    ['a wall the owner walks through', card(GOOD, 'alter table card no force row level security'), 'row-level security is not forced'],
    [
      'a wall with a gate for writing',
      card(GOOD, "drop policy venue_wall on card; create policy venue_wall on card using (venue_id = current_setting('app.venue')::int) with check (true)"),
      'no policy that compares',
    ],
  ])('is refused: %s', async (_what, migration, complaint) => {
    expect((await complaintsAfter(migration)).join('\n')).toContain(complaint)
  })
})

describe('the wall between venues', () => {
  it('holds for every venue table, whatever the query forgets', async () => {
    const database = openDatabase(fresh.url, 2)
    try {
      await owner`insert into venue (venue_id, name) values (71, 'One'), (72, 'Two')`
      for (const venueId of [71, 72]) {
        await database.inVenue(
          venueId,
          (sql) => sql`insert into location (venue_id, name, time_zone, currency) values (${venueId}, 'Bar', 'Australia/Sydney', 'AUD')`,
        )
      }
      const seen = (where: typeof database.inVenue) => where(71, (sql) => sql<{ venue_id: number }[]>`select venue_id from location`)
      expect((await seen(database.inVenue)).map(({ venue_id }) => venue_id)).toEqual([71])
      expect((await seen(database.readVenue)).map(({ venue_id }) => venue_id)).toEqual([71])
      expect(await database.house`select from location`).toHaveLength(0)
      await expect(
        database.inVenue(71, (sql) => sql`insert into location (venue_id, name, time_zone, currency) values (72, 'Bar', 'Australia/Sydney', 'AUD')`),
      ).rejects.toThrow(/row-level security/)
      expect(await database.inVenue(71, (sql) => sql`update location set name = 'Taken' where venue_id = 72 returning 1`)).toHaveLength(0)
      await expect(database.readVenue(71, (sql) => sql`update location set name = 'Taken'`)).rejects.toThrow(/read-only|permission denied/)
    } finally {
      await database.close()
    }
  })

  it('facts and audit rows can be added, never changed or taken away', async () => {
    const database = openDatabase(fresh.url, 1)
    try {
      const tables = { sale: 'total', sale_line: 'amount', sale_payment: 'net', sale_adjustment: 'amount', audit_event: 'subject', audit_seal: 'seq' }
      for (const [table, column] of Object.entries(tables)) {
        await expect(database.inVenue(71, (sql) => sql`delete from ${sql(table)}`)).rejects.toThrow(/permission denied/)
        await expect(database.inVenue(71, (sql) => sql`update ${sql(table)} set ${sql(column)} = ${sql(column)}`)).rejects.toThrow(/permission denied/)
      }
    } finally {
      await database.close()
    }
  })
})
