import { belongsElsewhere } from '#platform/access/people.ts'
import { onlyVenueOf, type Session } from '#platform/access/sessions.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { enterVenue } from '#platform/database/database.ts'
import type { Transaction } from '#platform/database/pool.ts'
import { failure } from '#shared/failure.ts'
import { isStrongAsOwner, needsFactor } from './second-factor.rules.ts'
import { hasFactor } from './second-factor.sql.ts'

type Who = Pick<Session, 'userId' | 'isAdmin' | 'impersonator' | 'venueId'>

/** Names of roles, and all tags: one's own and those of the roles. */
interface Held {
  roles: readonly string[]
  tags: readonly string[]
}

/** Whether someone who is about to open a venue lacks the second factor that what they hold there asks for. */
export const lacksFactor = async (sql: Transaction, { userId, isAdmin }: Who, { roles, tags }: Held): Promise<boolean> =>
  needsFactor({ isAdmin, isSample: false, roles, tags }) && !(await isOfSample(sql, userId)) && !(await hasFactor(sql, userId))

/** Whether what this person holds, at any venue they may open in the session, asks for a second factor. Ends outside of any venue. */
export const factorNeeded = async (sql: Transaction, session: Who): Promise<boolean> => {
  const { userId, isAdmin } = session
  const only = onlyVenueOf(session)
  if (await isOfSample(sql, userId)) return false
  if (isAdmin) return true
  const venues = await sql<{ venue_id: number; employee_id: number }[]>`
    select venue_id, employee_id from user_venue where user_id = ${userId} and (${only}::int is null or venue_id = ${only})`
  for (const { venue_id, employee_id } of venues) {
    await enterVenue(sql, venue_id)
    if (isStrongAsOwner(await heldAt(sql, venue_id, employee_id))) {
      await enterVenue(sql, 0)
      return true
    }
  }
  await enterVenue(sql, 0)
  return false
}

const isOfSample = async (sql: Transaction, userId: number): Promise<boolean> =>
  (await sql`select from app_user where user_id = ${userId} and is_sample`).length > 0

const heldAt = async (sql: Transaction, venueId: number, employeeId: number): Promise<Held> => {
  const roles = await sql<{ name: string; tags: string[] }[]>`
    select r.name, r.tags from employee_role er join role r on r.venue_id = er.venue_id and r.role_id = er.role_id
    where er.venue_id = ${venueId} and er.employee_id = ${employeeId}`
  const own = await sql<{ tags: string[] }[]>`select tags from employee where venue_id = ${venueId} and employee_id = ${employeeId}`
  return { roles: roles.map(({ name }) => name), tags: [...own, ...roles].flatMap(({ tags }) => tags) }
}

/**
 * The user whose second factor the holder of the scope may take away: an employee they may see, and not themselves. That of an
 * Owner, or of somebody as strong, only such a one takes away; somebody's who belongs to other venues as well only Admin, since it guards those too.
 * @returns nothing for an employee who does not sign in
 * @throws NotFound, NotPermitted
 */
export const resettableUser = async (venue: VenueScope, employeeId: number): Promise<{ userId: number; name: string } | undefined> => {
  const { sql, venueId, holder } = venue
  const granted = venue.locations.map(({ locationId }) => locationId)
  const [row] = await sql<{ user_id: number | null; display_name: string; seen: boolean }[]>`
    select case when e.active and e.registered then e.user_id end as user_id, e.display_name, ${venue.allLocations} or e.all_locations
      or not exists (select from employee_location l where l.venue_id = ${venueId} and l.employee_id = e.employee_id)
      or exists (select from employee_location l where l.venue_id = ${venueId} and l.employee_id = e.employee_id and l.location_id = any(${granted}::int[])) as seen
    from employee e where e.venue_id = ${venueId} and e.employee_id = ${employeeId}`
  if (!row?.seen) throw failure('NotFound')
  if (row.user_id === null) return undefined
  if (holder.kind === 'person') {
    const isStronger = !isStrongAsOwner(venue) && isStrongAsOwner(await heldAt(sql, venueId, employeeId))
    if (holder.userId === row.user_id || isStronger) throw failure('NotPermitted')
    if (await belongsElsewhere(sql, row.user_id, venueId)) throw failure('NotPermitted')
  }
  return { userId: row.user_id, name: row.display_name }
}
