import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepFound } from '#features/loyalty/fraud/keep-found.job.ts'
import { hashSecret, newName, newSecret } from '#platform/access/secrets.ts'
import { connectAsOwner, openDatabase } from '#platform/database/database.ts'
import { startPostgres } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import type { Transaction } from '#platform/database/pool.ts'
import { freePort } from '#platform/web/free-port.ts'
import { addDays } from '#shared/day.ts'
import { type Figure, percentile, report } from './results.ts'
import { startServer } from './server-process.ts'

/**
 * How long Loyalty Points takes over three years and all locations, and the fraud check over a month in which CARDS (500,000) cards were used
 * USES (500,000) times, and as often in the month before, after the nightly check, after a late sale and with a whole day under way; and member visits, which tell the same points by day. Five locations, each with SALES (200) sales with points a day; of two thousand sales
 * one has no card, so that sales and cards differ on some days. Over HTTP, to the last byte.
 */

const CARDS = Number(process.env.CARDS ?? 500_000)
const USES = Number(process.env.USES ?? 500_000)
const SALES = Number(process.env.SALES ?? 200)
const PLACES = 5
const DAYS = 3 * 365
const MONTH = 30
const ROUNDS = Number(process.env.ROUNDS ?? 15)
const LAST = '2026-11-22'
const FIRST = addDays(LAST, 1 - DAYS)
const POINTS_MS = 50
const FRAUD_MS = 1000

const figures: Figure[] = []
const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-'))
const postgres = await startPostgres({ dataDir: folder, log: () => {}, settings: { max_wal_size: '8GB' } })
try {
  await migrate(postgres.url)
  const authorization = await makeHouse()
  const server = await startServer(await freePort(), { DATABASE_URL: postgres.url, NODE_ENV: 'production', READS_PER_MINUTE: '10000000' })
  const range = (from: string) => `FromDate=${from}&ToDate=${LAST}`
  const month = addDays(LAST, 1 - MONTH)
  const asked: [what: string, path: string, goal: number | undefined, first?: () => Promise<void>][] = [
    ['Loyalty Points, three years, all locations', `/points?${range(FIRST)}`, POINTS_MS],
    ['Loyalty Points, three years by month', `/points?${range(FIRST)}&Interval=month`, undefined],
    ['Loyalty Points, the last week by day', `/points?${range(addDays(LAST, -6))}&Interval=day`, undefined],
    ['member visits with their points, three years by day, all locations', `/sales/membervisits?${range(FIRST)}&Interval=day`, undefined],
    [`fraud check, a day of the ${USES.toLocaleString('en')} uses a month`, `/loyalty/fraud?${range(LAST)}`, undefined, nightlyCheck],
    [`fraud check, a month of ${USES.toLocaleString('en')} uses`, `/loyalty/fraud?${range(month)}`, FRAUD_MS],
    ['fraud check, that month after a late sale', `/loyalty/fraud?${range(month)}`, FRAUD_MS, () => changed(addDays(LAST, -10), 1)],
    ['fraud check, that month with a whole day under way', `/loyalty/fraud?${range(month)}`, undefined, () => changed(LAST, PLACES)],
  ]
  for (const [what, path, goal, first] of asked) {
    await first?.()
    const taken: number[] = []
    const rounds = path.includes('fraud') ? Math.min(ROUNDS, 5) : ROUNDS
    for (let round = 0; round < rounds + 2; round += 1) {
      const began = performance.now()
      const answer = await fetch(`${server.url}/api${path}`, { headers: { authorization } })
      const words = await answer.text()
      if (answer.status !== 200) throw new Error(`${what}: ${answer.status} ${words.slice(0, 300)}`)
      if (round >= 2) taken.push(performance.now() - began)
    }
    const p50 = percentile(taken, 50)
    const held = goal === undefined ? {} : { goal: `≤ ${goal}`, met: p50 <= goal }
    figures.push({ what: `${what}: p50`, value: p50, unit: 'ms', ...held }, { what: `${what}: p95`, value: percentile(taken, 95), unit: 'ms' })
  }
  await server.end('SIGTERM')
  report('loyalty-reports', figures, { cards: CARDS, uses: USES, salesADay: SALES * PLACES })
  if (figures.some(({ met }) => met === false)) process.exitCode = 1
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Marks the days as intake does, which the reports before would look for their sums by, and stores what the fraud check finds as the nightly check does. */
async function nightlyCheck(): Promise<void> {
  const owner = connectAsOwner(postgres.url)
  await owner.begin(async (sql) => {
    await sql.withoutTimeLimit()
    await sql.unsafe(`set local app.venue = '1'`)
    await sql`
      insert into trading_day_state (venue_id, location_id, day, changes, last_sale_at, last_received_at, first_received_at)
      select 1, location_id, business_date, count(*), max(closed_at), max(closed_at), min(closed_at) from sale where venue_id = 1 group by 2, 3`
    await sql`insert into loyalty_backlog (venue_id, is_done) values (1, true)`
  })
  const database = openDatabase(postgres.url)
  for (const what of ['for the first time, of 122 days', 'again, with nothing changed']) {
    const began = performance.now()
    await keepFound(database, 1, new Date())
    figures.push({ what: `fraud check, storing what it finds ${what}`, value: (performance.now() - began) / 1000, unit: 's' })
  }
  await database.close()
  await owner.unsafe('vacuum analyze').finally(() => owner.end())
}

/** Says that something came to a day at the first so many locations since the nightly check. */
async function changed(day: string, places: number): Promise<void> {
  const owner = connectAsOwner(postgres.url)
  await owner.begin(async (sql) => {
    await sql.unsafe(`set local app.venue = '1'`)
    await sql`update trading_day_state set changes = changes + 1 where venue_id = 1 and day = ${day} and location_id <= ${places}`
  })
  await owner.end()
}

/** Makes the venue with somebody who may see its points, and answers their Authorization header. */
async function makeHouse(): Promise<string> {
  const owner = connectAsOwner(postgres.url)
  const token = newSecret()
  await owner.begin(async (sql) => {
    await sql.withoutTimeLimit()
    await sql`insert into venue (name) values ('The Long Memory')`
    await sql.unsafe(`set local app.venue = '1'`)
    await sql`insert into location (venue_id, name, time_zone, currency) select 1, 'Bar ' || n, 'Australia/Sydney', 'AUD' from generate_series(1, ${PLACES}::int) n`
    await sql`insert into app_user (user_name, user_name_key, display_name, password_hash) values ('p1', 'p1', 'P1', 'x')`
    await sql`
      insert into employee (venue_id, user_id, first_name, surname, user_name, display_name, registered, all_locations, tags)
      select 1, user_id, 'First', 'Surname', user_name, display_name, true, true, '{can_viewloyalty,can_viewsales}' from app_user`
    await sql`insert into user_venue (user_id, venue_id, employee_id, last_opened_at) select user_id, 1, employee_id, now() from employee where venue_id = 1`
    await sql`
      insert into session (session_id, user_id, token_hash, venue_id, employee_id, idle_seconds, idle_until, absolute_until)
      select ${newName()}, 1, ${hashSecret(token)}, 1, employee_id, 7200, now() + interval '2 hours', now() + interval '2 hours' from employee where user_id = 1`
    await makeTrade(sql)
  })
  await owner.unsafe('vacuum analyze')
  await owner.end()
  return `Bearer ${token}`
}

/** Cards, sales with points, what the ledger made of them, and its days. */
async function makeTrade(sql: Transaction): Promise<void> {
  await sql`
    insert into loyalty_card (venue_id, card_id, number, number_key, number_reversed, name, name_key, member_id, joined)
    select 1, n + 1, no, no, reverse(no), 'Member ' || n, 'member ' || n, n + 1, '2023-01-01'
    from (select n, (70000000 + n)::text as no from generate_series(0, ${CARDS}::int - 1) n) made`
  const sales = (from: string, days: number, aDay: number, firstId: number) => sql`
    insert into sale (venue_id, sale_id, location_id, terminal_key, receipt, revision, kind, business_date, closed_at, local_hour, local_minute, clerk_key, order_type,
      card_number, points_accrued, points_redeemed, n, customers, qty, gross, promotion, discount, refund, surcharge, amount, cost, tax, non_sales, tips, rounding,
      total, content_hash, points_source)
    select 1, id, place, 1 + place, 'R' || id, 1, 1, day, day + minute * interval '1 minute' + interval '5 hours', (5 + minute / 60) % 24, minute, place * 10 + id % 8, 4,
      case when id % 2000 = 0 then null else (70000000 + (id * 7919) % ${CARDS}::int)::text end, 5 + id % 40, case when id % 10 = 1 then 20 else 0 end, 1, 1, 10000, cents, 0, 0, 0, 0,
      cents, cents / 4, cents / 11, 0, 0, 0, cents, '\\x00', 1
    from (
      select ${firstId}::bigint + row_number() over () as id, place, ${from}::date + d as day, (360 + (i * 37) % 840)::int as minute, 1003 + (i * 131) % 9000 as cents
      from generate_series(0, ${days}::int - 1) d, generate_series(1, ${PLACES}::int) place, generate_series(1, ${aDay}::int) i
    ) made`
  await sales(FIRST, DAYS, SALES, 0)
  const more = Math.round(USES / MONTH / PLACES) - SALES
  if (more > 0) await sales(addDays(LAST, 1 - 2 * MONTH), 2 * MONTH, more, 100_000_000)
  await sql`
    insert into loyalty_movement (venue_id, movement_id, kind, card_id, points, location_id, business_date, at, sale_id)
    select 1, s.sale_id, 1, s.card_number::bigint - 70000000 + 1, s.points_accrued - s.points_redeemed, s.location_id, s.business_date, s.closed_at, s.sale_id
    from sale s where s.venue_id = 1 and s.card_number is not null order by s.sale_id`
  await sql`
    insert into loyalty_entry (venue_id, movement_id, entry_no, account, card_id, delta, kind, location_id, business_date)
    select 1, m.movement_id, e.no, e.account, case when e.account = 1 then m.card_id end, e.delta, 1, m.location_id, m.business_date
    from loyalty_movement m cross join lateral (values (1, 1, m.points), (2, 3, -m.points)) as e(no, account, delta) where m.venue_id = 1 and m.points <> 0`
  await sql`
    insert into loyalty_day (venue_id, location_id, day, figure, points)
    select 1, s.location_id, s.business_date, f.figure, sum(f.points) from sale s cross join lateral (values
      (1, case when s.card_number is null then 0 else s.points_accrued end), (3, case when s.card_number is null then 0 else s.points_redeemed end),
      (12, s.points_accrued), (14, case when s.card_number is null then s.points_accrued else 0 end)) as f(figure, points)
    where s.venue_id = 1 and f.points <> 0 group by 2, 3, 4`
  // Of twenty thousand movements one was taken back by hand.
  await sql`
    insert into loyalty_movement (venue_id, movement_id, kind, card_id, points, location_id, business_date, at, reverses, comments)
    select 1, movement_id + 1000000000000, 6, card_id, -abs(points), location_id, business_date, at, movement_id, 'Wrong card' from loyalty_movement
    where venue_id = 1 and kind = 1 and movement_id % 20000 = 7`
  await sql`
    insert into loyalty_day as d (venue_id, location_id, day, figure, points)
    select 1, m.location_id, m.business_date, f.figure, sum(f.points) from loyalty_movement m cross join lateral (values (2, -m.points), (13, 1)) as f(figure, points)
    where m.venue_id = 1 and m.kind = 6 group by 2, 3, 4
    on conflict (venue_id, location_id, day, figure) do update set points = d.points + excluded.points`
}
