import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepSheets, monthsWithoutSheets } from '#features/sums/kept-sheets.sql.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { connectAsOwner, openDatabase } from '#platform/database/database.ts'
import { startPostgres } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { freePort } from '#platform/web/free-port.ts'
import { addDays } from '#shared/day.ts'
import { askerAt, employ, signIn, type Timed, timings } from './house-calls.ts'
import { report } from './results.ts'
import { startServer } from './server-process.ts'
import { commitSheets, fillSheetsHouse } from './sheets-house.ts'

/**
 * How long control sheets take: those of a month at five locations with eight tills each, the variance map of a year, and one sheet; in a venue
 * of LINES (22,000,000) sale lines in three years. Over HTTP, to the last byte.
 */

const LINES = Number(process.env.LINES ?? 22_000_000)
const ROUNDS = Number(process.env.ROUNDS ?? 25)
const LAST = '2026-11-22'
const HOUSE = { places: 5, tills: 8, days: 3 * 365, last: LAST, lines: LINES }

const folder = process.env.HOUSE ?? mkdtempSync(join(tmpdir(), 'daybook-bench-'))
const postgres = await startPostgres({ dataDir: folder, log: () => {}, settings: { max_wal_size: '8GB', synchronous_commit: 'off' } })
try {
  await migrate(postgres.url)
  const authorization = await makeHouse()
  const server = await startServer(await freePort(), { DATABASE_URL: postgres.url, NODE_ENV: 'production', READS_PER_MINUTE: '10000000' })
  const ask = askerAt(server.url, authorization)
  const month = `FromDate=${addDays(LAST, -29)}&ToDate=${LAST}`
  const { Sheets } = JSON.parse(await ask(`/reports/control-sheets?${month}`)) as { Sheets: { SheetId: string | null }[] }
  const sheet = Sheets.find(({ SheetId }) => SheetId !== null)?.SheetId
  const asked: Timed[] = [
    [`${Sheets.length} sheets of a month at ${HOUSE.places} locations`, `/reports/control-sheets?${month}`, 50],
    ['1200 sheets of 20 days, as a month with one session a till and day has', `/reports/control-sheets?FromDate=${addDays(LAST, -19)}&ToDate=${LAST}`, 50],
    ['the variance map of a year', `/reports/variance?Method=Cash&FromDate=${addDays(LAST, -364)}&ToDate=${LAST}`, 100],
    ['one sheet', `/controlsheets/${sheet}`, 50],
  ]
  const figures = await timings(ask, asked, ROUNDS)
  await server.end('SIGTERM')
  report('control-sheets', figures, { lines: LINES })
  if (figures.some(({ met }) => met === false)) process.exitCode = 1
} finally {
  await postgres.stop()
  if (!process.env.HOUSE) rmSync(folder, { recursive: true, force: true })
}

/** Makes the venue, unless it is there, with somebody who may see its sheets, and answers their Authorization header. */
async function makeHouse(): Promise<string> {
  const owner = connectAsOwner(postgres.url)
  let authorization = ''
  const [made] = await owner<{ n: number }[]>`select count(*)::int as n from venue`
  await owner.begin(async (sql) => {
    await sql.withoutTimeLimit()
    if (!made?.n) {
      await sql`insert into venue (name) values ('Forty Tills')`
      await sql.unsafe(`set local app.venue = '1'`)
      await sql`insert into location (venue_id, name, time_zone, currency) select 1, 'Bar ' || n, 'Australia/Sydney', 'AUD' from generate_series(1, ${HOUSE.places}::int) n`
      await employ(sql, 'can_viewcontrolsheet,can_signcontrolsheet')
      await fillSheetsHouse(sql, HOUSE)
    }
    await sql.unsafe(`set local app.venue = '1'`)
    authorization = await signIn(sql)
  })
  if (!made?.n) await closeDays()
  await owner.begin(async (sql) => {
    await sql.unsafe(`set local app.venue = '1'`)
    if (!made?.n) await commitSheets(sql)
  })
  if (!made?.n) await owner.unsafe('vacuum analyze')
  await owner.end()
  return authorization
}

/** The sheets' sums of the days that are over, as the hourly job makes them. */
async function closeDays(): Promise<void> {
  const database = await openDatabase(postgres.url)
  const began = performance.now()
  const inVenue = <T>(work: Parameters<typeof workInVenue<T>>[3]) => workInVenue(database, 1, new Date(`${LAST}T12:00:00Z`), work)
  const upTo = addDays(LAST, -1)
  const months = await inVenue((venue) => monthsWithoutSheets(venue, upTo))
  for (const month of months) await inVenue((venue) => keepSheets(venue, month, upTo))
  console.log(`${months.length} months of a location added up in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  await database.close()
}
