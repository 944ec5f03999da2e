import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { installJobQueue } from '#platform/jobs/job-queue.ts'
import { connectAsOwner } from './database.ts'
import { distribute, hasSpread, ONE_AFTER_THE_OTHER } from './distribute.ts'
import type { Logins } from './logins.ts'
import type { Sql } from './pool.ts'
import { readyLogins } from './ready-logins.ts'
import type { Statements } from './sql.ts'
import { statementsIn } from './sql-statements.ts'
import { claimDatabase, MIGRATIONS, migrationNames } from './succession.ts'

export interface Migration {
  name: string
  sql: string
  sha: string
}

/** The migrations in order, as they lie in db/migrations. */
export const migrations = (): Migration[] =>
  migrationNames().map((name) => {
    const sql = readFileSync(join(MIGRATIONS, name), 'utf8')
    return { name, sql, sha: createHash('sha256').update(sql).digest('hex') }
  })

/**
 * Brings the database up to date, all or nothing, and its logins with it. Several processes may call it at once: one works, the others
 * wait and find it done.
 * @param given the server's logins, where they do not follow from the owner's address
 * @throws Error when a migration already applied was edited since, the database is newer than this version or of the early set, or a login is not to be had
 */
export const migrate = async (url: string, given?: Logins): Promise<string[]> => {
  const applied = await migrateBy(url, async (owner) => {
    const pending = pendingAfter(await appliedMigrations(owner))
    await applyMigrations(owner, pending)
    await installJobQueue(url, owner)
    return pending.map(({ name }) => name)
  })
  await readyLogins(url, (work) => migrateBy(url, work), given)
  return applied
}

const MOST_ATTEMPTS = 30
const PAUSE_MS = 500
const LOCK_TAKEN = '55P03'
/** Two databases of a server made or changed a role at once, which is one for both. */
const ROLE_CHANGED = /tuple concurrently updated|"pg_auth(?:id|_members)_/

/**
 * Does work as a migration does: one at a time, in one transaction, beside a server at work. Whoever waits for a table keeps everybody
 * behind him waiting too, so nothing is waited for longer than two seconds: all is taken back and tried again a little later.
 */
export const migrateBy = async <T>(url: string, work: (owner: Statements) => Promise<T>): Promise<T> => {
  const sql = connectAsOwner(url)
  const attempt = () =>
    sql.begin(async (owner) => {
      await owner`set local lock_timeout = '60s'`
      await owner`select pg_advisory_xact_lock(hashtext('daybook migrations'))`
      await owner`set local lock_timeout = '2s'`
      return work(owner)
    })
  try {
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await attempt()
      } catch (error) {
        const { code, message } = error as { code?: string; message: string }
        if ((code !== LOCK_TAKEN && !ROLE_CHANGED.test(message)) || attempts >= MOST_ATTEMPTS) throw error
        await sleep(PAUSE_MS)
      }
    }
  } finally {
    await sql.end()
  }
}

/** What made the database as it is, in order; nothing where there is no Daybook yet. */
export const appliedMigrations = async (sql: Statements): Promise<Pick<Migration, 'name' | 'sha'>[]> => {
  const [there] = await sql<{ there: boolean }[]>`select to_regclass('public.migration') is not null as there`
  return there?.there ? sql<Pick<Migration, 'name' | 'sha'>[]>`select name, sha from migration order by name` : []
}

/**
 * The migrations of this version that come after those.
 * @throws Error when one of those was edited since, or is not known to this version
 */
export const pendingAfter = (applied: readonly Pick<Migration, 'name' | 'sha'>[]): Migration[] => {
  const known = migrations()
  refuseDrift(new Map(applied.map(({ name, sha }) => [name, sha])), known)
  return known.filter(({ name }) => !applied.some((one) => one.name === name))
}

/**
 * Applies migrations in the caller's transaction, and spreads the tables they made where the database is a distributed one. In a house that is spread
 * already each migration finds the tables of the one before spread, as if the versions had come one by one: Citus does not join them with older ones otherwise.
 */
export const applyMigrations = async (owner: Statements, wanted: readonly Migration[]): Promise<void> => {
  const isOneByOne = wanted.length > 1 && (await hasSpread(owner))
  for (const some of isOneByOne ? wanted.map((one) => [one]) : [wanted]) {
    const later = await runMigrations(owner, some)
    await distribute(owner)
    for (const statement of later) await owner.unsafe(statement)
  }
}

/**
 * The same without spreading anything: for who fills the tables and spreads them then.
 * @returns what is left to do once the new tables are spread, where those before them are spread already
 */
export const runMigrations = async (owner: Statements, wanted: readonly Migration[]): Promise<string[]> => {
  await owner`create table if not exists migration (name text primary key, sha text not null, applied_at timestamptz not null default now())`
  if (wanted.length > 0) await claimDatabase(owner)
  // From the first statement on: what one of them did in parallel would keep a new table from being spread in the same transaction.
  await owner.unsafe(ONE_AFTER_THE_OTHER)
  const isSpread = await hasSpread(owner)
  const later: string[] = []
  for (const { name, sql: text, sha } of wanted) {
    for (const statement of statementsIn(text)) {
      const { table, keys } = isSpread ? withoutKeys(statement) : { table: statement, keys: [] }
      await owner.unsafe(table)
      later.push(...keys)
    }
    await owner`insert into migration (name, sha) values (${name}, ${sha})`
  }
  return later
}

const CREATED = /\bcreate table (\w+) \(/
const FOREIGN_KEY = /,\s*(foreign key \([^)]*\) references \w+(?: \([^)]*\))?(?: on delete cascade)?)/g
const REFERRING_COLUMN = /^(\s+)(\w+)( \w+(?: not null)?) references (\w+)(?=,?$)/gm
const CHECKED_COLUMN = /\balter table (\w+) add column ([^;]*?) (check \(.*\))\s*;?\s*$/s

/** A new table without its references to others, a new column without its check, and these: Citus takes them for themselves, once all is spread. */
const withoutKeys = (statement: string): { table: string; keys: string[] } => {
  const [, created] = CREATED.exec(statement) ?? []
  if (created) {
    const keys = [...statement.matchAll(FOREIGN_KEY)].map(([, key]) => `alter table ${created} add ${key}`)
    for (const [, , column, , other] of statement.matchAll(REFERRING_COLUMN))
      keys.push(`alter table ${created} add foreign key (${column}) references ${other}`)
    return { table: statement.replaceAll(FOREIGN_KEY, '').replaceAll(REFERRING_COLUMN, '$1$2$3'), keys }
  }
  const [, changed, column, check] = CHECKED_COLUMN.exec(statement) ?? []
  if (changed) return { table: `alter table ${changed} add column ${column}`, keys: [`alter table ${changed} add ${check}`] }
  return { table: statement, keys: [] }
}

/** Whether every migration of this version is applied; used by the readiness check. Who migrates now lets nobody look, and nobody waits. */
export const isMigrated = async (house: Sql): Promise<boolean> => {
  const reading = house.begin(async (sql) => {
    await sql`set local lock_timeout = '500ms'`
    return sql<{ name: string }[]>`select name from migration`
  })
  // A newer version at work: this one had all of its own, or it would not serve.
  const applied = await reading.catch((error: { code?: string }) => {
    if (error.code === LOCK_TAKEN) return undefined
    throw error
  })
  return applied === undefined || migrationNames().every((name) => applied.some((row) => row.name === name))
}

/** The database was made by the migrations that came before those of this version (decision 0093). */
export class MadeByEarlySet extends Error {
  constructor() {
    super(
      'This database was made by an early version of Daybook, before its migrations began anew, and this version cannot bring it up to date. ' +
        'Use a new, empty database, or a new data folder (DAYBOOK_DATA).',
    )
  }
}

/** Every database of the early set has it, and none of this one. */
const OF_EARLY_SET = '0003-sales.sql'

const refuseDrift = (applied: Map<string, string>, known: Migration[]) => {
  if (applied.has(OF_EARLY_SET)) throw new MadeByEarlySet()
  const byName = new Map(known.map((migration) => [migration.name, migration]))
  for (const [name, sha] of applied) {
    const here = byName.get(name)
    if (!here) throw new Error(`The database has migration ${name}, which this version does not know: it was made by a newer version.`)
    if (here.sha !== sha) throw new Error(`Migration ${name} was edited after it was applied. Write a new one instead.`)
  }
}
