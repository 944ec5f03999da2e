import { type Database, enterVenue } from '#platform/database/database.ts'
import { retried } from '#platform/database/retry.ts'
import { Failure } from '#shared/failure.ts'
import { venueOfStorefront } from './storefronts.ts'
import { VenueScope } from './venue-scope.ts'

/**
 * One transaction in a venue for work nobody signed in for: imports, reconcile, the sample. Tried again where it met
 * another transaction. For jobs and commands only; whoever calls it answers for the venue being the right one.
 */
export const workInVenue = <T>(database: Database, venueId: number, now: Date, work: (venue: VenueScope) => Promise<T>): Promise<T> =>
  retried(() => database.inVenue(venueId, async (sql) => work(await VenueScope.forJob(sql, venueId, now))))

/** The same transaction of such work with the locations there are by now, after it made some. */
export const lookedAtAgain = (venue: VenueScope): Promise<VenueScope> => {
  if (venue.holder.kind !== 'job') throw new Error('Only work nobody signed in for may look again.')
  return VenueScope.forJob(venue.sql, venue.venueId, venue.now)
}

/**
 * One reading transaction in a venue with no more than somebody of it may see, for what is sent to them while nobody is signed in. For jobs
 * only; what they may see is asked anew.
 * @returns nothing where they have no access any more
 */
export const readAsEmployee = <T>(
  database: Database,
  venueId: number,
  person: { userId: number; employeeId: number },
  now: Date,
  work: (venue: VenueScope) => Promise<T>,
): Promise<T | undefined> =>
  database.readVenue(venueId, async (sql) => {
    const holder = { ...person, kind: 'person', userName: '', sessionId: '', impersonator: null, ip: '' } as const
    const venue = await VenueScope.forPerson(sql, venueId, holder, now)
    return venue && work(venue)
  })

/**
 * One reading transaction in the venue of a location that publishes a storefront, for whoever asks: the work may tell what was published, and
 * nothing else.
 * @returns nothing where the location has none
 */
export const readStorefront = async <T>(
  database: Database,
  locationId: number,
  now: Date | undefined,
  work: (venue: VenueScope) => Promise<T>,
): Promise<T | undefined> => {
  const venueId = await venueOfStorefront(database.house, locationId)
  if (venueId === undefined) return undefined
  return database.readVenue(venueId, async (sql) => work(await VenueScope.forJob(sql, venueId, now)))
}

/**
 * One reading transaction in a venue for all who listen there. The work asks anew what each of them may see (`grantsOf`), and tells none of them
 * anything else.
 */
export const readForListeners = <T>(database: Database, venueId: number, now: Date | undefined, work: (venue: VenueScope) => Promise<T>): Promise<T> =>
  database.readVenue(venueId, async (sql) => work(await VenueScope.forJob(sql, venueId, now)))

/** Every venue of the installation. Whoever goes over all of them does so by `forEachVenue`. */
export const allVenueIds = async ({ house }: Database): Promise<number[]> =>
  (await house<{ venue_id: number }[]>`select venue_id from venue order by venue_id`).map(({ venue_id }) => venue_id)

/** Where work in venues says what failed. */
export interface FailureLog {
  error(about: { VenueId: number } & Record<string, unknown>, message: string): void
}

/** Work that could not be done in some venues, after all of them had their turn. */
export class VenuesFailed extends AggregateError {
  /** By venue. */
  readonly failures: ReadonlyMap<number, unknown>

  constructor(failures: ReadonlyMap<number, unknown>, venues: number) {
    const sentences = [...failures].map(([venueId, error]) => `${venueId === 0 ? 'the house' : `venue ${venueId}`}: ${messageOf(error)}`)
    super([...failures.values()], `${failures.size} of ${venues} venues failed. ${sentences.join('; ')}`)
    this.failures = failures
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * Does work in one venue after the other. What fails in one is told the log with its venue at once, and keeps no other from its turn.
 * @throws VenuesFailed at the end where any failed; at once where a newer version took the database over, or the work was called off
 */
export const forEachVenue = async (
  venueIds: readonly number[],
  work: (venueId: number) => Promise<unknown>,
  { log, signal }: { log?: FailureLog; signal?: AbortSignal } = {},
): Promise<void> => {
  const failures = new Map<number, unknown>()
  for (const venueId of venueIds) {
    signal?.throwIfAborted()
    try {
      await work(venueId)
    } catch (error) {
      if (signal?.aborted || (error instanceof Failure && error.code === 'Superseded')) throw error
      log?.error({ err: error, VenueId: venueId }, 'work failed in a venue')
      failures.set(venueId, error)
    }
  }
  if (failures.size > 0) throw new VenuesFailed(failures, venueIds.length)
}

/**
 * Another venue in the same transaction, for somebody who is signed in at one: as the employee they are there, or as Admin. What they may
 * do there is asked anew; whoever acts as somebody else does so at one venue only.
 * @returns nothing where they have no access there
 */
export const atOtherVenue = async <T>(
  scope: VenueScope,
  venueId: number,
  employeeId: number,
  work: (there: VenueScope) => Promise<T>,
): Promise<T | undefined> => {
  const { sql, holder } = scope
  if (venueId === scope.venueId) return work(scope)
  if (holder.kind !== 'admin' && (holder.kind !== 'person' || holder.impersonator)) return undefined
  await enterVenue(sql, venueId)
  const there =
    holder.kind === 'admin'
      ? await VenueScope.forAdmin(sql, venueId, holder, scope.now)
      : await VenueScope.forPerson(sql, venueId, { ...holder, employeeId }, scope.now)
  const done = there && (await work(there))
  await enterVenue(sql, scope.venueId)
  return done
}
