import { type Database, enterVenue } from './database.ts'
import { retried } from './retry.ts'
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

/** Every venue of the installation. */
export const allVenueIds = async ({ house }: Database): Promise<number[]> =>
  (await house<{ venue_id: number }[]>`select venue_id from venue order by venue_id`).map(({ venue_id }) => venue_id)

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
