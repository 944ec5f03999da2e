import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { loginsOf } from '#platform/database/logins.ts'
import { migrate } from '#platform/database/migrate.ts'
import { schemaPicture } from '#platform/database/schema-picture.ts'
import { freshDatabase } from '#tests/fresh-database.ts'
import { ask, bareDatabase, borrowed, contentOf, dropHouses, furnish, sell } from '#tests/furnished-house.ts'
import { takeBackup } from './backup.ts'
import { readyAfterRestore, restoreBackup } from './backup-restore.ts'
import { LEFT_OUT } from './backup-tables.ts'

const folder = mkdtempSync(join(tmpdir(), `daybook-test-${process.pid}-`))
const file = join(folder, 'house.backup')

const emptyHouse = async (sample = false) => borrowed(await freshDatabase({ sample }))

afterEach(dropHouses)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a backup and its restore', () => {
  it('bring every row, every number given out and the same structure into an empty house', async () => {
    const from = await emptyHouse()
    const to = await emptyHouse()
    await furnish(from)
    const taken = await takeBackup(from, file)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(taken.bytes).toBe(statSync(file).size)
    const restored = await restoreBackup(to, file)
    await readyAfterRestore(to)
    expect(restored).toMatchObject({ tables: taken.tables, rows: taken.rows, migrated: [] })
    expect(await contentOf(to)).toEqual(await contentOf(from))
    expect(taken.rows).toBeGreaterThan(3 * 300 * 3)
    expect(await ask(to, schemaPicture)).toBe(await ask(from, schemaPicture))
    const next = (url: string) =>
      ask(url, async (sql) => [
        await sql`insert into venue (name) values ('Next') returning venue_id`,
        await sql`select nextval('location_id_seq')::int, nextval('role_id_seq')::int as role`,
      ])
    expect(await next(to)).toEqual(await next(from))
  })

  it('leave out sessions and the secrets of the installation, and nothing else', async () => {
    const from = await emptyHouse()
    const to = await emptyHouse()
    await furnish(from, 1)
    await takeBackup(from, file)
    await restoreBackup(to, file)
    expect(await ask(to, (sql) => sql`select from session`)).toHaveLength(0)
    expect(await ask(to, (sql) => sql`select from server_secret`)).toHaveLength(0)
    const inside = gunzipSync(readFileSync(file))
      .toString()
      .match(/^table .*"name":"(\w+)"/gm)?.length
    const everything = await ask(from, (sql) => sql`select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`)
    expect(inside).toBe(everything.length - Object.keys(LEFT_OUT).length)
    for (const name of Object.keys(LEFT_OUT)) expect(everything.map((row) => row.name)).toContain(name)
  })

  it('hold every sale whole though tills went on selling', async () => {
    const from = await emptyHouse()
    const to = await emptyHouse()
    await furnish(from, 5000)
    const before = await salesIn(from)
    const database = openDatabase(from, 4)
    const closing = new AbortController()
    const tills = [1, 2, 3].map(async (venueId) => {
      for (let id = 100_000; !closing.signal.aborted; id += 1) await database.inVenue(venueId, (sql) => sell(sql, venueId, id))
    })
    await takeBackup(from, file).finally(() => closing.abort())
    const after = await salesIn(from)
    await Promise.all(tills)
    await database.close()
    expect(after).toBeGreaterThan(before)
    await restoreBackup(to, file)
    expect(await salesIn(to)).toBeGreaterThanOrEqual(before)
    const torn = await ask(
      to,
      (sql) => sql`
      select s.venue_id, s.sale_id from sale s left join sale_line l using (venue_id, sale_id) group by 1, 2 having count(l.*) <> 2`,
    )
    expect(torn).toHaveLength(0)
    const wrong = await ask(
      to,
      (sql) => sql`
      select r.venue_id from rollup r join (select venue_id, count(*) as n, sum(amount) as amount from sale group by 1) s using (venue_id)
      where (r.n, r.amount) is distinct from (s.n, s.amount)`,
    )
    expect(wrong).toHaveLength(0)
  })

  const salesIn = (url: string) => ask(url, async (sql) => (await sql<{ n: number }[]>`select count(*)::int as n from sale`)[0]?.n ?? 0)
})

describe('an owner that is no superuser', () => {
  beforeAll(() =>
    ask(inject('postgresUrl'), async (sql) => {
      await sql`drop role if exists housekeeper`
      await sql`create role housekeeper login createrole password 'housekeeper'`
      await sql`grant daybook_app, daybook_report to housekeeper with admin option`
    }),
  )

  it('backs up and restores every venue through the walls, which stand again afterwards', async () => {
    const mine = async () => {
      const bare = await bareDatabase('housekeeper')
      const url = new URL(bare)
      url.username = 'housekeeper'
      url.password = 'housekeeper'
      await migrate(url.href, loginsOf(bare))
      return url.href
    }
    const [from, to, third] = [await mine(), await mine(), await emptyHouse()]
    await furnish(from)
    expect(await ask(from, (sql) => sql`select from sale`), 'the walls hold its owner back').toHaveLength(0)
    await takeBackup(from, file)
    await restoreBackup(to, file)
    await restoreBackup(third, file)
    const content = await contentOf(from)
    expect(content.sale).toMatch(/^900 /)
    expect(content.audit_event).toMatch(/^4 /)
    expect(await contentOf(to)).toEqual(content)
    expect(await contentOf(third)).toEqual(content)
    expect(await ask(to, schemaPicture)).toBe(await ask(from, schemaPicture))
    expect(await ask(to, (sql) => sql`select from sale`)).toHaveLength(0)
  })
})

describe('a backup that fails', () => {
  it('leaves the one before it and no half of itself', async () => {
    const from = await emptyHouse()
    await furnish(from, 30)
    writeFileSync(file, 'the one before')
    writeFileSync(`${file}.unfinished-2147483646`, 'left by one that was killed')
    const interrupted = new AbortController()
    const onProgress = () => interrupted.abort(new Error('interrupted'))
    await expect(takeBackup(from, file, { signal: interrupted.signal, onProgress })).rejects.toThrow('interrupted')
    expect(readFileSync(file, 'utf8')).toBe('the one before')
    expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([])
    const others = await ask(
      from,
      (sql) => sql`
        select application_name from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and application_name not like 'citus\\_%'`,
    )
    expect(others).toHaveLength(0)
  })

  it('says so where it cannot be written, and where there is nothing to back up', async () => {
    const from = await emptyHouse()
    await expect(takeBackup(from, join(folder, 'nowhere/house.backup'))).rejects.toThrow(/ENOENT/)
    await expect(takeBackup(await bareDatabase(), file)).rejects.toThrow('There is no Daybook in this database yet')
  })
})
