import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { SHAPES } from '#features/sums/rollup.rules.ts'
import { allVenueIds } from '#platform/access/venue-work.ts'
import { connectAsOwner, openDatabase } from '#platform/database/database.ts'
import { type RunningPostgres, startPostgres } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import type { Sql } from '#platform/database/pool.ts'
import { ROOT } from '#platform/version.ts'
import { addDays } from '#shared/day.ts'
import { DAYS, FIRST_DAY, type GroupVenue, groupOf } from './group.ts'

/** Where the group of so many lines lies; GROUP_DATA in the environment chooses the folder above. */
export const groupFolder = (lines: number): string => join(process.env.GROUP_DATA ?? join(ROOT, '.data'), `group-${lines}`)

/** A location to be filled: what a maker needs to know. */
export interface Place {
  venueId: number
  locationId: number
  /** Which of its venue's locations it is. */
  place: number
  venue: GroupVenue
}

const SETTINGS = { synchronous_commit: 'off', max_wal_size: '8GB', checkpoint_timeout: '30min' }

/** Starts the database of a group that was made before, perhaps by an older Daybook: brought up to date, its days closed. */
export const startGroup = async (lines: number): Promise<RunningPostgres> => {
  if (!existsSync(join(groupFolder(lines), 'complete.json'))) {
    throw new Error(`There is no group of ${lines.toLocaleString('en')} lines yet: LINES=${lines} npm run bench -- generate`)
  }
  const postgres = await startPostgres({ dataDir: groupFolder(lines), log: () => {}, settings: { max_wal_size: '4GB' } })
  await migrate(postgres.url)
  await closeDays(postgres.url)
  return postgres
}

/** What is known of a group that was made: how many, and the bytes of its sales and of what was made of them, with their indexes. */
export interface GroupSize {
  lines: number
  sales: number
  rollup: number
  factBytes: number
  derivedBytes: number
  seed: number
}

export const groupSize = (lines: number): GroupSize => JSON.parse(readFileSync(join(groupFolder(lines), 'complete.json'), 'utf8'))

/**
 * Makes the group: each location through the product's own storage, by two makers at once, then the rollup in the order of its key,
 * as closing a month leaves it.
 */
export const makeGroup = async (lines: number, seed: number): Promise<{ seconds: number; size: GroupSize }> => {
  const startedAt = performance.now()
  const postgres = await startPostgres({ dataDir: groupFolder(lines), log: console.log, settings: SETTINGS })
  try {
    await migrate(postgres.url)
    const owner = connectAsOwner(postgres.url)
    try {
      const places = await makePlaces(owner, groupOf(lines))
      await Promise.all(
        [0, 1].map((maker) =>
          make(
            postgres.url,
            seed,
            places.filter((_, i) => i % 2 === maker),
          ),
        ),
      )
      for (const { table } of SHAPES) await owner.unsafe(`cluster ${table} using ${table}_pkey`)
      await closeDays(postgres.url)
      await owner.unsafe('vacuum analyze')
      const made = await sizeOf(owner, seed)
      writeFileSync(join(groupFolder(lines), 'complete.json'), JSON.stringify(made))
      return { seconds: (performance.now() - startedAt) / 1000, size: made }
    } finally {
      await owner.end()
    }
  } finally {
    await postgres.stop()
  }
}

const FACTS = ['sale', 'sale_line', 'sale_payment', 'sale_adjustment']
const DERIVED = [...SHAPES.map(({ table }) => table), 'product_day', 'running_total', 'packed_guests', 'reservation_day', 'sheet_sold', 'sheet_taken']

const sizeOf = async (owner: Sql, seed: number): Promise<GroupSize> => {
  const bytesOf = (tables: string[]) => owner`(select sum(pg_total_relation_size(t::regclass)) from unnest(${tables}::text[]) as t)::float8`
  const [size] = await owner<Omit<GroupSize, 'seed'>[]>`
    select (select count(*) from sale_line) as lines, (select count(*) from sale) as sales, (select count(*) from rollup) as rollup,
      ${bytesOf(FACTS)} as "factBytes", ${bytesOf(DERIVED)} as "derivedBytes"`
  if (!size) throw new Error('The group could not be counted.')
  return { ...size, seed }
}

/** What the hourly job has done by the time anybody asks. */
export const closeDays = async (url: string): Promise<void> => {
  const database = openDatabase(url, 2)
  const now = new Date(`${addDays(FIRST_DAY, DAYS + 1)}T03:00:00Z`)
  for (const venueId of await allVenueIds(database)) await closeDaysOfVenue(database, venueId, now)
  await database.close()
}

const makePlaces = async (owner: Sql, venues: readonly GroupVenue[]): Promise<Place[]> => {
  const places: Place[] = []
  for (const venue of venues) {
    const [made] = await owner<{ venue_id: number }[]>`insert into venue (name, currency) values (${venue.name}, 'AUD') returning venue_id`
    const venueId = made?.venue_id ?? 0
    for (let place = 0; place < venue.locations; place += 1) {
      const [location] = await owner<{ location_id: number }[]>`
        insert into location (venue_id, name, time_zone, day_start, currency) values (${venueId}, ${`Place ${place + 1}`}, 'Australia/Sydney', '05:00', 'AUD') returning location_id`
      const locationId = location?.location_id ?? 0
      await owner`insert into location_calendar (venue_id, location_id, from_day, time_zone, day_start) values (${venueId}, ${locationId}, ${addDays(FIRST_DAY, -400)}, 'Australia/Sydney', '05:00')`
      places.push({ venueId, locationId, place, venue })
    }
  }
  return places
}

const make = async (url: string, seed: number, places: readonly Place[]): Promise<void> => {
  const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'bench/group-maker.ts')], { cwd: ROOT, stdio: ['pipe', 'inherit', 'inherit'] })
  child.stdin.end(JSON.stringify({ url, seed, places }))
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`A maker ended with ${code}.`)
}
