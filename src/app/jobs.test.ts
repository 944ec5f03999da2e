import { afterAll, beforeAll, expect, it } from 'vitest'
import { LocationKeys } from '#platform/access/location-keys.ts'
import { forEachVenue, VenuesFailed } from '#platform/access/venue-work.ts'
import { sealEverything } from '#platform/audit/audit-sealing.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { readSettings } from '#platform/settings.ts'
import { ROOT } from '#platform/version.ts'
import type { Service } from '#platform/web/implement.ts'
import { failure } from '#shared/failure.ts'
import { type FreshDatabase, freshDatabase } from '#tests/fresh-database.ts'
import { makeVenue } from '#tests/people.ts'
import { jobs } from './jobs.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
let fresh: FreshDatabase
let database: Database
let others: number[]

beforeAll(async () => {
  fresh = await freshDatabase({ sample: true })
  database = openDatabase(fresh.url, 4)
  others = [(await makeVenue(database, 'Second')).venueId, (await makeVenue(database, 'Third')).venueId]
})
afterAll(async () => {
  await database.close()
  await fresh.drop()
})

/** The house with a first venue in which nothing can be done, and who was let into which venue. */
const brokenHouse = () => {
  const visited = new Set<number>()
  const inVenue: Database['inVenue'] = (venueId, ...rest) => {
    visited.add(venueId)
    return venueId === 1 ? Promise.reject(new Error('The first venue is broken.')) : database.inVenue(venueId, ...rest)
  }
  return { visited, house: { ...database, inVenue } }
}

/** The work that goes over all venues: it comes round by the clock and enters more than the house itself. */
const OVER_ALL_VENUES = [
  'clean-up',
  'intake.closed-days',
  'intake.import-clean-up',
  'intake.reconcile',
  'links.deliverect-nightly',
  'links.nightly',
  'links.hourly',
  'links.take-orders-nightly',
  'loyalty.backlog',
  'loyalty.fraud-cases',
  'loyalty.reconcile',
  'reports.outside-clean-up',
  'reports.reservation-days',
  'reports.schedules-due',
  'venues.location-hours',
]

it.each(jobs.filter(({ schedule }) => schedule).map((job) => [job.name, job] as const))(
  '%s goes on past a venue in which it fails, says which, and fails',
  async (name, job) => {
    const { visited, house } = brokenHouse()
    const settings = readSettings({ LOG_LEVEL: 'silent' }, ROOT)
    const service: Service = { database: house, settings, signingKey: Buffer.alloc(32), locationKeys: new LocationKeys(1000), now: () => NOW }
    const told: number[] = []
    const log = { error: ({ VenueId }: { VenueId: number }) => told.push(VenueId) }
    const done = await job
      .perform({}, { service, mailer: { send: async () => {}, close: () => {} } as never, attempt: 1, log })
      .catch((error: unknown) => error)
    expect([...visited].some((venueId) => venueId > 0)).toBe(OVER_ALL_VENUES.includes(name))
    if (!OVER_ALL_VENUES.includes(name)) return
    expect([...visited].filter((venueId) => venueId > 0)).toEqual([1, ...others])
    expect(told).toEqual([1])
    expect(done).toBeInstanceOf(VenuesFailed)
    expect((done as Error).message).toContain('venue 1: The first venue is broken.')
  },
)

it('a trail that cannot be sealed keeps no other from being sealed', async () => {
  const { visited, house } = brokenHouse()
  await expect(sealEverything(house)).rejects.toThrow('venue 1: The first venue is broken.')
  expect([...visited]).toEqual([0, 1, ...others])
})

it('once a newer version has taken over, or the work is called off, no further venue is begun', async () => {
  const begun: number[] = []
  const calledOff = new AbortController()
  const work = async (venueId: number) => {
    begun.push(venueId)
    if (begun.length === 1) throw failure('Superseded')
    calledOff.abort()
  }
  await expect(forEachVenue([1, 2], work)).rejects.toMatchObject({ code: 'Superseded' })
  await expect(forEachVenue([3, 4], work, { signal: calledOff.signal })).rejects.toMatchObject({ name: 'AbortError' })
  expect(begun).toEqual([1, 3])
})
