import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectAsOwner, type Database, openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import type { Transaction } from '#platform/database/pool.ts'
import { CLOSED_TO_REPORTS, SOUND_SECRET } from './architecture/secret-columns.ts'
import { type FreshDatabase, freshDatabase } from './fresh-database.ts'
import { type OwnServer, ownServer } from './own-server.ts'

// Each pool, in the PostgreSQL that comes with Daybook and in one that somebody else made, whose owner is no superuser.
let embedded: FreshDatabase
let outside: OwnServer
const databases: Record<string, Database> = {}

const OWNER = 'landlord'

beforeAll(async () => {
  embedded = await freshDatabase()
  outside = await ownServer()
  const url = await outside.databaseOf(OWNER, 'house')
  await migrate(url)
  for (const [where, address] of Object.entries({ embedded: embedded.url, outside: url })) {
    const database = openDatabase(address, 2)
    databases[where] = database
    await database.house`insert into venue (venue_id, name) values (71, 'One'), (72, 'Two')`
    for (const venueId of [71, 72])
      await database.inVenue(venueId, (sql) => sql`insert into role (venue_id, name, name_key, tags) values (${venueId}, 'Cook', 'cook', '{}')`)
  }
})

afterAll(async () => {
  for (const database of Object.values(databases)) await database.close()
  await embedded?.drop()
  await outside?.stop()
})

class TakenBack extends Error {}

/** What statements come to in a pool, one after the other in a transaction of venue 71 that is taken back. */
const tried = async (where: string, role: string, ...statements: string[]): Promise<readonly unknown[]> => {
  const database = databases[where]
  if (!database) throw new Error(where)
  const open = role === 'daybook_app' ? database.inVenue : database.readVenue
  let last: readonly unknown[] = []
  const work = async (sql: Transaction) => {
    for (const statement of statements) last = await sql.unsafe(statement)
    throw new TakenBack()
  }
  await open(71, work).catch((error: unknown) => {
    if (!(error instanceof TakenBack)) throw error
  })
  return last
}

/** Every way PostgreSQL knows of to become somebody else. The first is none. */
const WAYS = (owner: string) => [
  'select',
  'reset role',
  'set role none',
  `set role ${owner}`,
  `set local role ${owner}`,
  'reset session authorization',
  'set session authorization default',
  `set session authorization ${owner}`,
  `set local session authorization ${owner}`,
  "select set_config('role', 'none', false)",
  `select set_config('role', '${owner}', true)`,
  `select set_config('session_authorization', '${owner}', false)`,
  'reset all',
]

/** What an owner may do, or a superuser. */
const DEEDS = [
  'create table taken (n int)',
  'alter table role no force row level security',
  'alter table role disable row level security',
  'drop table role',
  'delete from audit_event',
  'grant pg_read_all_data to current_user',
  'alter role current_user superuser',
  'alter role daybook_app bypassrls',
  'create role burglar',
  'select rolpassword from pg_authid',
  'select job_key from graphile_worker._private_jobs',
  "select pg_read_file('/etc/hostname')",
]
const REFUSED = /permission denied|must be owner|must have|must be superuser/

const POOLS = ['embedded', 'outside'].flatMap((where) => ['daybook_app', 'daybook_report'].map((role) => ({ where, role })))

describe.each(POOLS)('$where, the pool of $role', ({ where, role }) => {
  const ways = WAYS(where === 'outside' ? OWNER : 'daybook')

  it('signs in as that role itself, which owns nothing and can become nothing else', async () => {
    const who = await tried(
      where,
      role,
      `select session_user::text, current_user::text, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as above,
        exists (select from pg_auth_members where member = r.oid) as member,
        exists (select from pg_shdepend where refclassid = 'pg_authid'::regclass and refobjid = r.oid and deptype = 'o') as owns
      from pg_roles r where rolname = session_user`,
    )
    expect(who).toEqual([{ session_user: role, current_user: role, above: false, member: false, owns: false }])
  })

  // The report pool's transactions are read-only by a setting, which any of them may lift: the role itself has to hold.
  it.each(DEEDS)('is refused, whoever it says it is: %s', async (deed) => {
    for (const way of ways) await expect(tried(where, role, 'set transaction read write', way, deed), way).rejects.toThrow(REFUSED)
  })

  it('reads no other venue, whoever it says it is', async () => {
    for (const way of ways) {
      const seen = await tried(where, role, way, 'select venue_id from role where venue_id = 72').catch((error: Error) => error)
      if (seen instanceof Error) expect(seen.message, way).toMatch(/permission denied/)
      else expect(seen, way).toEqual([])
      await expect(tried(where, role, way, 'set local row_security = off', 'select venue_id from role'), way).rejects.toThrow(
        /row-level security policy|permission denied/,
      )
    }
  })
})

describe.each(['embedded', 'outside'])('%s, the report role', (where) => {
  const closed = Object.entries(CLOSED_TO_REPORTS).flatMap(([table, columns]) =>
    columns === '*' ? [`${table}`] : columns.map((column) => `${table}.${column}`),
  )

  it.each(closed)('does not read %s', async (name) => {
    const [table = '', column = '*'] = name.split('.')
    for (const way of WAYS(where === 'outside' ? OWNER : 'daybook'))
      await expect(tried(where, 'daybook_report', way, `select ${column} from ${table}`), way).rejects.toThrow(/permission denied/)
  })

  it('reads everything else, and nothing that sounds secret is left', async () => {
    const columns = (await tried(
      where,
      'daybook_report',
      `select c.relname || '.' || a.attname as name, c.relname as "table", a.attname as "column", has_column_privilege(c.oid, a.attnum, 'select') as readable
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') order by 1`,
    )) as { name: string; table: string; column: string; readable: boolean }[]
    const isClosed = ({ table, column }: { table: string; column: string }) => CLOSED_TO_REPORTS[table] === '*' || CLOSED_TO_REPORTS[table]?.includes(column)
    const ours = columns.filter(({ table }) => !/^citus_|^pg_dist/.test(table))
    expect(ours.filter((column) => column.readable === Boolean(isClosed(column))).map(({ name }) => name)).toEqual([])
    const secret = ours.filter(({ column, readable }) => readable && /hash|secret|token|password/.test(column)).map(({ name }) => name)
    expect(secret.filter((name) => !SOUND_SECRET.includes(name))).toEqual([])
  })
})

describe('functions that work with the rights of the owner', () => {
  it('are for one role each, and look for names in a place nobody else writes to', async () => {
    const owner = connectAsOwner(embedded.url)
    const functions = await owner`
      select p.proname::text as name, array_to_string(p.proconfig, ' ') as settings,
        array(select coalesce(nullif(a.grantee, 0)::regrole::text, 'everybody') from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
          where a.grantee <> p.proowner order by 1) as "for"
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`.finally(() => owner.end())
    const settings = 'search_path=pg_catalog, pg_temp'
    expect(functions).toEqual([
      { name: 'daybook_add_job', settings, for: ['daybook_app'] },
      { name: 'daybook_add_job_in_its_time', settings, for: ['daybook_app'] },
      { name: 'refresh_sales_statistics', settings, for: ['daybook_app'] },
      { name: 'session_of_token', settings, for: ['daybook_report'] },
    ])
  })
})
