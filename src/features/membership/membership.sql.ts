import { setVenue } from '#platform/database/database.ts'
import type { Sql, Transaction } from '#platform/database/pool.ts'

/** A person as sign-in finds them. */
export interface Account {
  userId: number
  userName: string
  userNameKey: string
  displayName: string
  passwordHash: string | null
  isSample: boolean
}

/** Whose name was typed, if anybody's. */
export interface FoundAccount {
  account: Account | undefined
  /** Whether the browser has signed in as them before. */
  knownDevice: boolean
}

/** Whose name this is, if anybody's, and whether the browser has signed in as them before. */
export const accountByName = async (house: Sql, userNameKey: string, deviceHash: Buffer | null): Promise<FoundAccount> => {
  const [row] = await house<{ user_id: number; user_name: string; display_name: string; password_hash: string | null; is_sample: boolean; known: boolean }[]>`
    select u.user_id, u.user_name, u.display_name, u.password_hash, u.is_sample,
      exists (select from known_device d where d.device_hash = ${deviceHash} and d.user_id = u.user_id) as known
    from app_user u where u.user_name_key = ${userNameKey}`
  if (!row) return { account: undefined, knownDevice: false }
  const account = {
    userId: row.user_id,
    userName: row.user_name,
    userNameKey,
    displayName: row.display_name,
    passwordHash: row.password_hash,
    isSample: row.is_sample,
  }
  return { account, knownDevice: row.known }
}

/** Keeps a password hash made with today's parameters, unless the password was changed meanwhile. */
export const renewPasswordHash = async (sql: Transaction, userId: number, from: string, to: string): Promise<void> => {
  await sql`update app_user set password_hash = ${to} where user_id = ${userId} and password_hash = ${from}`
}

/** Remembers a browser as one that has signed in as this person, under a new secret; others who share it keep being known. */
export const rememberDevice = async (sql: Transaction, userId: number, before: Buffer | null, now: Buffer): Promise<void> => {
  if (before) await sql`update known_device set device_hash = ${now} where device_hash = ${before}`
  await sql`
    insert into known_device (device_hash, user_id) values (${now}, ${userId})
    on conflict (device_hash, user_id) do update set last_used_at = now()`
}

/** A venue someone may open, as the choice shows it. */
export interface OpenableVenue {
  venueId: number
  employeeId: number
  name: string
  sample: boolean
  locations: number
  roles: string[]
  lastOpened: Date | null
}

/**
 * The venues where this person is registered now, the last opened first.
 * @param only the one there is for whoever acts as them
 */
export const venuesOf = async (sql: Transaction, userId: number, only: number | null = null): Promise<OpenableVenue[]> => {
  const held = await sql<{ venue_id: number; employee_id: number; last_opened_at: Date | null }[]>`
    select venue_id, employee_id, last_opened_at from user_venue
    where user_id = ${userId} and (${only}::int is null or venue_id = ${only}) order by last_opened_at desc nulls last, venue_id`
  return describeVenues(
    sql,
    userId,
    held.map((row) => ({ venueId: row.venue_id, employeeId: row.employee_id, lastOpened: row.last_opened_at })),
  )
}

/** Every venue of the installation, for Admin, who is an employee of none. */
export const everyVenue = async (sql: Transaction, userId: number): Promise<OpenableVenue[]> => {
  const all = await sql<{ venue_id: number }[]>`select venue_id from venue order by lower(name), venue_id`
  return describeVenues(
    sql,
    userId,
    all.map((row) => ({ venueId: row.venue_id, employeeId: 0, lastOpened: null })),
  )
}

const AT_ONCE = 100

/**
 * Each venue shows itself only from inside: one walk through all of them, a hundred to a round trip. Only ids of ours are in the text.
 * Entering and asking are statements of their own: Citus hands on the whole text that a SET LOCAL stands in.
 */
const describeVenues = async (
  sql: Transaction,
  userId: number,
  held: { venueId: number; employeeId: number; lastOpened: Date | null }[],
): Promise<OpenableVenue[]> => {
  const venues: OpenableVenue[] = []
  for (let from = 0; from < held.length; from += AT_ONCE) {
    const some = held.slice(from, from + AT_ONCE)
    const walk = some.map(({ venueId, employeeId }) => [setVenue(venueId), venueSeenBy(Math.trunc(userId), venueId, Math.trunc(employeeId))])
    const answers = await Promise.all([...walk.flat(), setVenue(0)].map((statement) => sql.unsafe<VenueRow[]>(statement).execute()))
    const rows = answers.flat()
    for (const { venueId, employeeId, lastOpened } of some) {
      const row = rows.find((candidate) => candidate.venue_id === venueId)
      if (row) venues.push({ venueId, employeeId, name: row.name, sample: row.is_sample, locations: row.locations, roles: row.roles, lastOpened })
    }
  }
  return venues
}

interface VenueRow {
  venue_id: number
  name: string
  is_sample: boolean
  locations: number
  roles: string[]
}

const venueSeenBy = (userId: number, venueId: number, employeeId: number) =>
  employeeId === 0
    ? `select v.venue_id, v.name, v.is_sample, '{}'::text[] as roles,
        (select count(*) from location l where l.venue_id = ${venueId} and l.active)::int as locations
      from venue v where v.venue_id = ${venueId}`
    : `select v.venue_id, v.name, v.is_sample,
        (select coalesce(array_agg(r.name order by r.role_id), '{}') from employee_role er
          join role r on r.venue_id = er.venue_id and r.role_id = er.role_id
          where er.venue_id = ${venueId} and er.employee_id = e.employee_id) as roles,
        (select count(*) from location l where l.venue_id = ${venueId} and l.active
          and (e.all_locations or exists (select 1 from employee_location el
            where el.venue_id = ${venueId} and el.employee_id = e.employee_id and el.location_id = l.location_id)))::int as locations
      from employee e join venue v on v.venue_id = e.venue_id
      where e.venue_id = ${venueId} and e.employee_id = ${employeeId} and e.user_id = ${userId} and e.active and e.registered`

/** Whether this is the employee this person is at the venue. */
export const isEmployeeAt = async (sql: Transaction, userId: number, venueId: number, employeeId: number): Promise<boolean> =>
  (await sql`select from user_venue where user_id = ${userId} and venue_id = ${venueId} and employee_id = ${employeeId}`).length > 0

export const venueExists = async (sql: Transaction, venueId: number): Promise<boolean> => (await sql`select from venue where venue_id = ${venueId}`).length > 0

/** Notes when a person last opened a venue. */
export const noteOpened = async (sql: Transaction, userId: number, venueId: number): Promise<void> => {
  await sql`update user_venue set last_opened_at = now() where user_id = ${userId} and venue_id = ${venueId}`
}
