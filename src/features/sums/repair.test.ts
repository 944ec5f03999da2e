import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomFor } from '#db/demo/random.ts'
import { LocationKeys } from '#platform/access/location-keys.ts'
import { VenuesFailed } from '#platform/access/venue-work.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import type { JobImplementation } from '#platform/jobs/jobs.ts'
import type { Service } from '#platform/web/implement.ts'
import { REPAIR_NOW, type RepairVenue, repairVenue } from '#tests/repair-house.ts'
import { SEEDS, sampled } from '#tests/sampled.ts'
import { SPOILINGS, type Spoiling } from '#tests/spoilt-sums.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { closedDaysJob } from './closed-days.job.ts'
import { reconcileJob, reconcileVenue } from './reconcile.job.ts'

let app: StartedApp
let sql: Sql
let venues: readonly [RepairVenue, RepairVenue]
let right: Record<string, unknown>[]

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => REPAIR_NOW, environment: { LOG_LEVEL: 'silent' } })
  sql = connectAsOwner(app.databaseUrl)
  venues = [await repairVenue(app, sql, 'First'), await repairVenue(app, sql, 'Second')]
  right = [await venues[0].answers(), await venues[1].answers()]
}, 120_000)
afterAll(async () => {
  await sql.end()
  await app.close()
})

const check = ({ venueId }: RepairVenue, options = {}) => reconcileVenue(app.database, venueId, { now: REPAIR_NOW, all: true, ...options })
const alarms = async ({ venueId }: RepairVenue) =>
  (await sql<{ subject: string }[]>`select subject from audit_event where venue_id = ${venueId} and action = 'rollup.mismatch'`).length

/** Does a job as the queue does. */
const perform = async (job: JobImplementation) => {
  const { database, settings } = app
  const service: Service = { database, settings, signingKey: Buffer.alloc(32), locationKeys: new LocationKeys(1000), now: () => REPAIR_NOW }
  const told: { VenueId: number; Rows?: unknown }[] = []
  const log = { error: (about: { VenueId: number }) => told.push(about) }
  const failed = await job.perform({}, { service, mailer: undefined as never, attempt: 1, log }).catch((error: unknown) => error)
  return { told, failed }
}

/** All is as it was: nothing differs, every report says what it said, and the Sales Summary what the lines say. */
const expectRepaired = async (venue: RepairVenue, i: number) => {
  await venue.close()
  expect((await check(venue)).mismatches).toEqual([])
  expect(await venue.answers()).toEqual(right[i])
  const { made, told } = await venue.figures()
  expect(told).toEqual(made)
}

const ODD = (venueId: number) => `
  update product_day set amount = amount + 1 where venue_id = ${venueId} and day = '2026-09-15';
  update trading_day_state set reconciled_at_change = 0 where venue_id = ${venueId} and day >= '2026-09-01'`

describe('a product whose amount is not made of its parts', () => {
  it('is told, alarmed and made right by the nightly check, in this venue and in the next', async () => {
    const before = await Promise.all(venues.map(alarms))
    for (const { venueId } of venues) await sql.unsafe(ODD(venueId))
    const { told, failed } = await perform(reconcileJob)
    expect(failed).toBeUndefined()
    expect(told.map(({ VenueId }) => VenueId)).toEqual(venues.map(({ venueId }) => venueId))
    for (const { Rows } of told) expect(String(Rows)).toContain('grain 1 2026-09-15 dim 13')
    expect(await Promise.all(venues.map(alarms))).toEqual(before.map((n) => n + 1))
    for (const [i, venue] of venues.entries()) await expectRepaired(venue, i)
  })

  it('is told, alarmed and made right by the hourly job that meets it, which closes the days of the next venue as well', async () => {
    const [first, second] = venues
    const before = await alarms(first)
    await sql.unsafe(ODD(first.venueId))
    for (const { venueId } of venues) await sql`delete from running_total where venue_id = ${venueId} and day >= '2026-09-01'`
    const { told, failed } = await perform(closedDaysJob)
    expect(failed).toBeUndefined()
    expect(told.map(({ VenueId }) => VenueId)).toEqual([first.venueId])
    expect(await alarms(first)).toBe(before + 1)
    const rows = await sql<{ venue_id: number; n: number }[]>`
      select venue_id, count(*)::int as n from running_total where day >= '2026-09-01' group by 1 order by 1`
    expect(rows.map(({ venue_id }) => venue_id)).toEqual([first.venueId, second.venueId])
    for (const [i, venue] of venues.entries()) await expectRepaired(venue, i)
  })

  it('is told by a check that repairs nothing, with all else that differs', async () => {
    const [venue] = venues
    await sql.unsafe(ODD(venue.venueId))
    await sql`update rollup set n = n + 1 where venue_id = ${venue.venueId} and grain = 1 and dim = 3 and period = '2026-10-15'`
    const { mismatches } = await check(venue)
    for (const [period, dim] of [
      ['2026-09-15', 13],
      ['2026-10-15', 3],
    ])
      expect(mismatches).toContainEqual(expect.objectContaining({ grain: 1, period, dim }))
    await check(venue, { repair: true })
    await expectRepaired(venue, 0)
  })
})

it('a venue that cannot be worked in at all fails alone, by its name, and after all others', async () => {
  const [first, second] = venues
  await sql`update location_calendar set time_zone = 'Nowhere/Land' where venue_id = ${first.venueId}`
  await sql`update location set time_zone = 'Nowhere/Land' where venue_id = ${first.venueId}`
  await sql`delete from running_total where venue_id = ${second.venueId}`
  const { told, failed } = await perform(closedDaysJob)
  expect(failed).toBeInstanceOf(VenuesFailed)
  expect((failed as Error).message).toContain(`venue ${first.venueId}: `)
  expect(told.map(({ VenueId }) => VenueId)).toEqual([first.venueId])
  expect((await sql`select 1 from running_total where venue_id = ${second.venueId}`).length).toBeGreaterThan(0)
  for (const zone of ['location', 'location_calendar'])
    await sql.unsafe(`update ${zone} z set time_zone = l.name from location l where l.venue_id = z.venue_id and l.location_id = z.location_id and l.name like 'Australia/%'
      and z.venue_id = ${first.venueId}; update ${zone} set time_zone = 'Australia/Sydney' where time_zone = 'Nowhere/Land'`)
  await expectRepaired(first, 0)
})

const named = sampled(SPOILINGS, ({ table, what }) => `${table} ${what}`).map((one) => [one.table, one.what, one] as const)
const cutShort = SPOILINGS.filter(({ what }) => /cut short|^empty/.test(what))
const spoil = async ({ statement }: Spoiling, { venueId }: RepairVenue, seed: number) => {
  const spoilt = await sql.unsafe(statement(venueId, seed))
  if (spoilt.count === 0) throw new Error('Nothing was spoilt.')
}

describe('what is stored of sales, spoilt', () => {
  it.each(named)('%s with %s is found and made right', async (_table, _what, spoiling) => {
    const [venue] = venues
    await spoil(spoiling, venue, 1)
    if (spoiling.isSeen) expect(await venue.answers()).toEqual(right[0])
    const { mismatches } = await check(venue, { repair: true })
    if (!spoiling.isOnlyMissing) expect(mismatches).not.toEqual([])
    await venue.close()
    expect((await check(venue)).mismatches).toEqual([])
  })

  it.each(SEEDS)('at random in every table of two venues is told and made right in both, seed %i', async (seed) => {
    const random = randomFor(seed, 'spoilt sums')
    const chosen = venues.map(() => SPOILINGS.filter(() => random.chance(0.4)))
    for (const [i, venue] of venues.entries()) for (const spoiling of chosen[i] ?? []) await sql.unsafe(spoiling.statement(venue.venueId, seed))
    await sql`update trading_day_state set reconciled_at_change = 0`
    const before = await Promise.all(venues.map(alarms))
    for (const venue of venues) expect((await check(venue, { repair: true })).mismatches).not.toEqual([])
    expect(await Promise.all(venues.map(alarms))).toEqual(before.map((n) => n + 1))
    for (const [i, venue] of venues.entries()) await expectRepaired(venue, i)
  })
})

it.each(sampled(cutShort, ({ table, what }) => `cut ${table} ${what}`).map((one) => [one.table, one.what, one] as const))(
  '%s with %s is taken away by the nightly check, though nothing was sold in its month since',
  async (_table, _what, spoiling) => {
    const [venue] = venues
    await spoil(spoiling, venue, 3)
    const { days, mismatches } = await reconcileVenue(app.database, venue.venueId, { now: REPAIR_NOW, repair: true })
    expect(days).toBe(0)
    expect(mismatches).not.toEqual([])
    await venue.close()
    expect((await check(venue)).mismatches).toEqual([])
  },
)

it('counts of reservations that are cut short are counted anew from the reservations, and read from them until then', async () => {
  const [venue] = venues
  await sql`update reservation_day set counts = left(counts, 9) where venue_id = ${venue.venueId} and day >= '2026-09-01'`
  expect(await venue.answers()).toEqual(right[0])
  await venue.close()
  expect((await sql`select 1 from reservation_day where venue_id = ${venue.venueId} and length(counts) = 9`).length).toBe(0)
  expect(await venue.answers()).toEqual(right[0])
})
