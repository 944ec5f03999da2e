import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recountPeople } from '#features/rosters/count-attendance.sql.ts'
import { rebuildVenue } from '#features/sums/reconcile.job.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { connectAsOwner, openDatabase } from '#platform/database/database.ts'
import { startPostgres } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import type { Transaction } from '#platform/database/pool.ts'
import { freePort } from '#platform/web/free-port.ts'
import { addDays } from '#shared/day.ts'
import { askerAt, employ, signIn, type Timed, timings } from './house-calls.ts'
import { report } from './results.ts'
import { startServer } from './server-process.ts'
import { fillSheetsHouse } from './sheets-house.ts'

/**
 * How long T & A takes: a year and a week of 500 people at five locations, each with five shifts and timesheets a week, every other clocked at a till
 * too. Over HTTP, to the last byte.
 */

const PEOPLE = Number(process.env.PEOPLE ?? 500)
const ROUNDS = Number(process.env.ROUNDS ?? 25)
const LAST = '2026-11-22'
const DAYS = 371
const HOUSE = { places: 5, tills: 2, days: DAYS, last: LAST, lines: 300_000 }

const folder = process.env.HOUSE ?? mkdtempSync(join(tmpdir(), 'daybook-bench-'))
const postgres = await startPostgres({ dataDir: folder, log: () => {}, settings: { max_wal_size: '8GB', synchronous_commit: 'off' } })
try {
  await migrate(postgres.url)
  const authorization = await makeHouse()
  const server = await startServer(await freePort(), { DATABASE_URL: postgres.url, NODE_ENV: 'production', READS_PER_MINUTE: '10000000' })
  const ask = askerAt(server.url, authorization)
  const year = `FromDate=${addDays(LAST, -364)}&ToDate=${LAST}`
  const week = `FromDate=${addDays(LAST, -6)}&ToDate=${LAST}`
  const { Totals, Rows } = JSON.parse(await ask(`/reports/time-attendance?${year}`)) as { Totals: Record<string, number>; Rows: unknown[] }
  console.log(`${Rows.length} people, ${Totals.Hours} h to pay of ${Totals.Roster} h rostered, ${Totals.WagePercent} % of ${Totals.Sales}`)
  const asked: Timed[] = [
    [`T & A of ${PEOPLE} people over a year`, `/reports/time-attendance?${year}`, 100],
    ['T & A of a week', `/reports/time-attendance?${week}`, 100],
    ['the days behind a weekday of a year', `/reports/time-attendance/days?${year}&Weekday=5`, 100],
  ]
  const figures = await timings(ask, asked, ROUNDS)
  await server.end('SIGTERM')
  report('time-attendance', figures, { people: PEOPLE, days: DAYS })
  if (figures.some(({ met }) => met === false)) process.exitCode = 1
} finally {
  await postgres.stop()
  if (!process.env.HOUSE) rmSync(folder, { recursive: true, force: true })
}

/** Makes the venue, unless it is there, with somebody who may see its hours, and answers their Authorization header. */
async function makeHouse(): Promise<string> {
  const owner = connectAsOwner(postgres.url)
  let authorization = ''
  const [made] = await owner<{ n: number }[]>`select count(*)::int as n from venue`
  await owner.begin(async (sql) => {
    await sql.withoutTimeLimit()
    if (!made?.n) {
      await sql`insert into venue (name, show_time_and_attendance_module) values ('Five Hundred', true)`
      await sql.unsafe(`set local app.venue = '1'`)
      await sql`insert into location (venue_id, name, time_zone, currency) select 1, 'Bar ' || n, 'Australia/Sydney', 'AUD' from generate_series(1, ${HOUSE.places}::int) n`
      await employ(sql, 'can_viewtimesheet,can_viewroster')
      await fillSheetsHouse(sql, HOUSE)
      await fillRosters(sql)
    }
    await sql.unsafe(`set local app.venue = '1'`)
    authorization = await signIn(sql)
  })
  if (!made?.n) {
    await count()
    await owner.unsafe('vacuum analyze')
  }
  await owner.end()
  return authorization
}

/** Shifts of eight hours on five days a week, claimed half an hour longer by everybody, clocked by every other. */
async function fillRosters(sql: Transaction): Promise<void> {
  await sql`
    insert into roster_person (venue_id, person_id, source, code, name, settled, home_location_id)
    select 1, n, 2, 'p' || n, 'Person ' || n, true, 1 + n % ${HOUSE.places}::int from generate_series(1, ${PEOPLE}::int) n
    union all select 1, ${PEOPLE}::int + n, 1, 't' || n, 'Person ' || n, true, 1 + n % ${HOUSE.places}::int from generate_series(1, ${PEOPLE}::int) n where n % 2 = 0`
  await sql`update roster_person set same_as = person_id - ${PEOPLE}::int where venue_id = 1 and source = 1`
  await sql`insert into pay_rate (venue_id, person_id, from_day, per_week, amount) select 1, person_id, '2020-01-01', false, 2900 + person_id % 500 from roster_person where venue_id = 1`
  const worked = sql`
    select n, d, n * 1000 + d as no, 1 + n % ${HOUSE.places}::int as place, ${LAST}::date - d as day,
      (${LAST}::date - d + (9 + n % 9) * interval '1 hour') at time zone 'Australia/Sydney' as begins
    from generate_series(1, ${PEOPLE}::int) n, generate_series(0, ${DAYS}::int - 1) d where (n + d) % 7 < 5`
  await sql`
    insert into roster_shift (venue_id, shift_id, source, code, location_id, person_id, day, starts_at, ends_at, break_minutes, minutes, content_hash, received_at)
    select 1, no, 2, 's' || no, place, n, day, begins, begins + interval '8 hours', 30, 450, '\\x00', now() from (${worked}) w`
  await sql`
    insert into timesheet (venue_id, timesheet_id, source, code, location_id, person_id, day, starts_at, ends_at, break_minutes, claimed, approved, state, content_hash, received_at)
    select 1, no, 2, 't' || no, place, n, day, begins, begins + interval '8 hours 30 minutes', 30, 480, case when d > 7 then 465 end, case when d > 7 then 3 else 2 end, '\\x00', now()
    from (${worked}) w where no % 50 <> 0`
  await sql`
    insert into timesheet (venue_id, timesheet_id, source, code, location_id, person_id, day, starts_at, ends_at, break_minutes, actual, state, content_hash, received_at)
    select 1, 1000000000 + no, 1, 'c' || no, place, ${PEOPLE}::int + n, day, begins + (no % 5 + case when no % 23 = 0 then 9 else 0 end) * interval '1 minute', begins + interval '8 hours 20 minutes', 30, 470 - no % 5, 2, '\\x00',
      now()
    from (${worked}) w where no % 50 <> 0 and n % 2 = 0`
}

/** Attendance and sums of sales as the product makes them. */
async function count(): Promise<void> {
  const database = await openDatabase(postgres.url)
  const now = new Date(`${LAST}T12:00:00Z`)
  const began = performance.now()
  for (let first = 1; first <= PEOPLE; first += 20) {
    const who = Array.from({ length: Math.min(20, PEOPLE - first + 1) }, (_, i) => -(first + i))
    await workInVenue(database, 1, now, (venue) => recountPeople(venue, who))
  }
  console.log(`Attendance of ${PEOPLE} people over ${DAYS} days counted in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  await rebuildVenue(database, 1, { now, signal: new AbortController().signal, onProgress: () => undefined })
  await database.close()
}
