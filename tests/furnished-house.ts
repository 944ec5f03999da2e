import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { tablesToBackUp } from '#platform/backup/backup-tables.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import type { Statements } from '#platform/database/sql.ts'
import { makeCitusDatabase } from './citus-cluster.ts'
import { asOwner, databaseAt, dropDatabase } from './database-at.ts'
import type { FreshDatabase } from './fresh-database.ts'

const dropped: (() => Promise<void>)[] = []

/** Drops the houses made since the last time. */
export const dropHouses = async (): Promise<void> => {
  for (const drop of dropped.splice(0)) await drop()
}

/** Asks as the owner. */
export const ask = async <T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> => {
  const sql = connectAsOwner(url)
  return work(sql).finally(() => sql.end())
}

/** A database to be dropped after the test. */
export const borrowed = ({ url, drop }: FreshDatabase): string => {
  dropped.push(drop)
  return url
}

/** A database nobody has migrated, perhaps of an owner who is no superuser. */
export const bareDatabase = async (ownedBy?: string): Promise<string> => {
  const postgresUrl = inject('postgresUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  const workers = inject('workerUrls')
  if (workers.length > 0 && !ownedBy) await makeCitusDatabase({ url: postgresUrl, workers }, name)
  else await asOwner(postgresUrl, `create database ${name} ${ownedBy ? `owner ${ownedBy}` : ''}`)
  dropped.push(() => dropDatabase([postgresUrl, ...workers], name))
  return databaseAt(postgresUrl, name)
}

const NAUGHTY = ['\\.', '\\N', '\t\n\r\\', 'Ω≈ç√∫ ＝１ 𝒳', '', "'; drop table sale; --", '\u2028\u0001\u007f']

/** Three venues with places, people, sales and their sums, and what belongs to no venue. */
export const furnish = (url: string, sales = 300): Promise<void> =>
  ask(url, async (sql) => {
    await sql`insert into venue (name, is_sample) values ('First', false), ('Second', false), (${NAUGHTY.join('|')}, false)`
    const venues = await sql<{ venue_id: number }[]>`select venue_id from venue order by venue_id`
    await sql`insert into app_user (user_name, user_name_key, display_name, password_hash) values ('ada', 'ada', 'Ada', 'hash')`
    await sql`insert into session (session_id, user_id, idle_seconds, idle_until, absolute_until) select 's', user_id, 60, now(), now() from app_user`
    await sql`insert into server_secret (name, value) values ('anti-forgery', '\\x01') on conflict do nothing`
    for (const venueId of [0, ...venues.map((row) => row.venue_id)]) {
      await sql.begin(async (tx) => {
        await tx.unsafe(`set local app.venue = '${venueId}'`)
        await tx`insert into audit_event (venue_id, event_id, action, detail) values (${venueId}, ${venueId + 7}, 'made', ${tx.json({ text: NAUGHTY[1] ?? '' })})`
        if (venueId > 0) await furnishVenue(tx, venueId, sales)
      })
    }
  })

const furnishVenue = async (sql: Statements, venueId: number, sales: number) => {
  await sql`insert into location (venue_id, name, time_zone, currency) select ${venueId}, name, 'Australia/Sydney', 'AUD' from unnest(${NAUGHTY}::text[]) name returning 1`
  await sql`insert into product_class (venue_id, sales_group, department, product_group, category) values (${venueId}, 'Food', '', '', '')`
  await sell(sql, venueId, 1, sales)
}

/** Sales with two lines each and their sum in the rollup, in the caller's transaction. */
export const sell = async (sql: Statements, venueId: number, from: number, to = from): Promise<void> => {
  await sql`
    insert into sale (venue_id, sale_id, location_id, terminal_key, receipt, revision, kind, business_date, closed_at, local_hour, local_minute, order_type, n, customers,
      qty, gross, promotion, discount, refund, surcharge, amount, cost, tax, non_sales, tips, rounding, total, content_hash)
    select ${venueId}, id, 1, 1, id || (${NAUGHTY}::text[])[id % ${NAUGHTY.length} + 1], 1, 1, '2026-11-20', '2026-11-20 12:34:56.789012+11', 12, 1, 1, 1, 1,
      2, id, 0, 0, 0, 0, id, 0, 0, 0, 0, 0, id, decode('00ff5c0a', 'hex') from generate_series(${from}::int, ${to}::int) id returning 1`
  await sql`
    insert into sale_line (venue_id, sale_id, line_no, location_id, business_date, kind, product_id, class_id, name, qty, unit_price, gross, promotion, discount, refund, surcharge, amount, tax, cost, counts, n, wastage_reason_key)
    select ${venueId}, id, line_no, 1, '2026-11-20', 1, 1, 1, 'Pie', 1, 1, 1, 0, 0, 0, 0, case line_no when 1 then id else 0 end, 0, 0, true, 1, case line_no when 2 then 9 end
    from generate_series(${from}::int, ${to}::int) id, generate_series(1, 2) line_no returning 1`
  await sql`
    insert into rollup as r (venue_id, grain, dim, location_id, period, key, n, amount)
    select ${venueId}, 1, 1, 1, '2026-11-20', 0, count(*), sum(id) from generate_series(${from}::int, ${to}::int) id
    on conflict (venue_id, grain, dim, location_id, period, key) do update set n = r.n + excluded.n, amount = r.amount + excluded.amount`
}

/** What every table adds up to, seen by one above the walls. */
export const contentOf = (url: string): Promise<Record<string, string>> =>
  ask(asSuperuser(url), async (sql) => {
    const content: Record<string, string> = {}
    for (const { name } of await tablesToBackUp(sql)) {
      const [row] = await sql<{ sum: string }[]>`select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as sum from ${sql(name)} t`
      content[name] = row?.sum ?? ''
    }
    return content
  })

const asSuperuser = (url: string): string => databaseAt(inject('postgresUrl'), new URL(url).pathname.slice(1))
