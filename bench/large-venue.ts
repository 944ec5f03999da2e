import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { rebuildVenue } from '#features/sums/reconcile.job.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { connectAsOwner, openDatabase } from '#platform/database/database.ts'
import { startPostgres } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { addDays } from '#shared/day.ts'
import { fillCellarHouse, nameCellar } from './cellar-house.ts'
import { employ, signIn } from './house-calls.ts'
import { fillSheetsHouse } from './sheets-house.ts'

export const LINES = Number(process.env.LINES ?? 22_000_000)
export const PRODUCTS = Number(process.env.PRODUCTS ?? 5000)
const DAYS = Number(process.env.DAYS ?? 3 * 365)
const YESTERDAY = addDays(new Date().toISOString().slice(0, 10), -1)

/**
 * A venue of LINES (22,000,000) sale lines in DAYS (three years) with PRODUCTS (5,000) products at five locations, a delivery of every stocked product every four weeks, on
 * a database of its own. HOUSE keeps it between runs; its days end with the day before it is made.
 * @param tags what the person asking may see
 * @param work is given the database's address, their Authorization header, and the last day with sales
 */
export const inLargeVenue = async (
  tags: readonly string[],
  work: (house: { url: string; authorization: string; last: string }) => Promise<void>,
): Promise<void> => {
  const folder = process.env.HOUSE ?? mkdtempSync(join(tmpdir(), 'daybook-bench-'))
  const postgres = await startPostgres({ dataDir: folder, log: () => {}, settings: { max_wal_size: '8GB', synchronous_commit: 'off' } })
  try {
    await migrate(postgres.url)
    await work({ url: postgres.url, ...(await makeHouse(postgres.url, tags)) })
  } finally {
    await postgres.stop()
    if (!process.env.HOUSE) rmSync(folder, { recursive: true, force: true })
  }
}

/** Makes the venue, unless it is there, with somebody who may see what is asked. @returns their Authorization header, and the last day with sales */
const makeHouse = async (url: string, tags: readonly string[]): Promise<{ authorization: string; last: string }> => {
  const owner = connectAsOwner(url)
  let authorization = ''
  const [made] = await owner<{ n: number }[]>`select count(*)::int as n from venue`
  const house = { places: 5, tills: 8, days: DAYS, last: YESTERDAY, lines: LINES, products: PRODUCTS }
  await owner.begin(async (sql) => {
    await sql.withoutTimeLimit()
    if (!made?.n) {
      await sql`insert into venue (name) values ('Five Cellars')`
      await sql.unsafe(`set local app.venue = '1'`)
      await sql`insert into location (venue_id, name, time_zone, currency) select 1, 'Bar ' || n, 'Australia/Sydney', 'AUD' from generate_series(1, ${house.places}::int) n`
      await employ(sql, '')
      await nameCellar(sql, house)
      await fillSheetsHouse(sql, house)
    }
    await sql.unsafe(`set local app.venue = '1'`)
    await sql`update employee set tags = ${[...tags]} where venue_id = 1`
    authorization = await signIn(sql)
  })
  if (!made?.n) {
    await owner.unsafe('vacuum analyze')
    await fillSums(url, house)
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
const fillSums = async (url: string, house: Parameters<typeof fillCellarHouse>[1]): Promise<void> => {
  const database = await openDatabase(url)
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
