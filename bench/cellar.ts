import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { rebuildVenue } from '#features/sums/reconcile.job.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { connectAsOwner, openDatabase } from '#platform/database/database.ts'
import { startPostgres } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { freePort } from '#platform/web/free-port.ts'
import { addDays } from '#shared/day.ts'
import { fillCellarHouse, nameCellar } from './cellar-house.ts'
import { askerAt, employ, signIn, type Timed, timings } from './house-calls.ts'
import { report } from './results.ts'
import { startServer } from './server-process.ts'
import { fillSheetsHouse } from './sheets-house.ts'

/**
 * How long the cellar's reports take: PRODUCTS (5,000) products at five locations, a venue of LINES (22,000,000) sale lines in DAYS (three years), a delivery of every
 * stocked product every four weeks. Over HTTP, to the last byte. HOUSE keeps the house between runs; its days end with the day before it is made.
 */

const LINES = Number(process.env.LINES ?? 22_000_000)
const PRODUCTS = Number(process.env.PRODUCTS ?? 5000)
const DAYS = Number(process.env.DAYS ?? 3 * 365)
const ROUNDS = Number(process.env.ROUNDS ?? 25)
const YESTERDAY = addDays(new Date().toISOString().slice(0, 10), -1)

const folder = process.env.HOUSE ?? mkdtempSync(join(tmpdir(), 'daybook-bench-'))
const postgres = await startPostgres({ dataDir: folder, log: () => {}, settings: { max_wal_size: '8GB', synchronous_commit: 'off' } })
try {
  await migrate(postgres.url)
  const { authorization, last } = await makeHouse()
  const server = await startServer(await freePort(), { DATABASE_URL: postgres.url, NODE_ENV: 'production', READS_PER_MINUTE: '10000000' })
  const ask = askerAt(server.url, authorization)
  const spanOf = (days: number) => `FromDate=${addDays(last, 1 - days)}&ToDate=${last}`
  const asked: Timed[] = [
    [`Reorders of ${PRODUCTS} products at five locations`, '/reports/plu-reorders', 100],
    ['Reorders at one of them, as the screen asks', '/reports/plu-reorders?Locations=1', undefined],
    [`Days on Hand of ${PRODUCTS} products at five locations, 200 rows`, '/reports/plu-dayonhand?Take=200', 100],
    ['Days on Hand, every row, as a file has', '/reports/plu-dayonhand', undefined],
    ['PLU Purchases of three years, 200 rows', `/reports/plu-purchases?${spanOf(3 * 365)}&Take=200`, 100],
    ['PLU Purchases of 28 days, 200 rows', `/reports/plu-purchases?${spanOf(28)}&Take=200`, undefined],
    ['Excises of a year, sold', `/reports/excises?${spanOf(365)}`, 100],
    ['Excises of a year, bought', `/reports/excises?${spanOf(365)}&Basis=bought`, undefined],
  ]
  for (const [what, path] of asked) console.log(`${what}: ${(await ask(path)).length} bytes`)
  const figures = await timings(ask, asked, ROUNDS)
  await server.end('SIGTERM')
  report('cellar', figures, { lines: LINES, products: PRODUCTS })
  if (figures.some(({ met }) => met === false)) process.exitCode = 1
} finally {
  await postgres.stop()
  if (!process.env.HOUSE) rmSync(folder, { recursive: true, force: true })
}

/** Makes the venue, unless it is there, with somebody who may see its stock. @returns their Authorization header, and the last day with sales */
async function makeHouse(): Promise<{ authorization: string; last: string }> {
  const owner = connectAsOwner(postgres.url)
  let authorization = ''
  const [made] = await owner<{ n: number }[]>`select count(*)::int as n from venue`
  const house = { places: 5, tills: 8, days: DAYS, last: YESTERDAY, lines: LINES, products: PRODUCTS }
  await owner.begin(async (sql) => {
    await sql.withoutTimeLimit()
    if (!made?.n) {
      await sql`insert into venue (name) values ('Five Cellars')`
      await sql.unsafe(`set local app.venue = '1'`)
      await sql`insert into location (venue_id, name, time_zone, currency) select 1, 'Bar ' || n, 'Australia/Sydney', 'AUD' from generate_series(1, ${house.places}::int) n`
      await employ(sql, 'can_viewstock,can_editstock,can_viewexcise')
      await nameCellar(sql, house)
      await fillSheetsHouse(sql, house)
    }
    await sql.unsafe(`set local app.venue = '1'`)
    authorization = await signIn(sql)
  })
  if (!made?.n) {
    await owner.unsafe('vacuum analyze')
    await work(house)
    await owner.unsafe('vacuum analyze')
  }
  const [latest] = await owner.begin(async (sql) => {
    await sql.unsafe(`set local app.venue = '1'`)
    return sql<{ day: string }[]>`select max(business_date) as day from sale where venue_id = 1`
  })
  await owner.end()
  return { authorization, last: latest?.day ?? YESTERDAY }
}

/** The sums of the house as its jobs make them, and then its cellar. */
async function work(house: Parameters<typeof fillCellarHouse>[1]): Promise<void> {
  const database = await openDatabase(postgres.url)
  const now = new Date()
  const began = performance.now()
  const since = () => `${((performance.now() - began) / 1000).toFixed(0)} s`
  await rebuildVenue(database, 1, { now })
  console.log(`sums made anew after ${since()}`)
  await closeDaysOfVenue(database, 1, now)
  console.log(`days closed after ${since()}`)
  await fillCellarHouse((doing) => workInVenue(database, 1, now, doing), house)
  console.log(`the cellar filled after ${since()}`)
  await database.close()
}
