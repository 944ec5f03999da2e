import { isSeenEmployee } from '#platform/access/seen-employees.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import type { Tag } from '#shared/permissions.ts'
import type { Role } from './employees.rules.ts'

/** Somebody who works at the venue, as the venue's own tables have them. */
export interface EmployeeRow {
  employee_id: number
  /** Their login; of somebody who has not accepted the venue's invitation yet, none. */
  user_id: number | null
  first_name: string
  surname: string
  nickname: string
  user_name: string | null
  display_name: string
  email: string | null
  phone: string | null
  active: boolean
  registered: boolean
  invited_at: Date | null
  tags: Tag[]
  all_locations: boolean
  access_version: number
  role_ids: number[]
  location_ids: number[]
}

/** What a list is narrowed to. */
export interface Narrowed {
  /** All of these, in lower case, stand somewhere in a person's names, user name or address. */
  words: readonly string[]
  locationId?: number | undefined
  roleId?: number | undefined
}

/** A person of a list, as much as it takes to order and judge them. */
export interface Lean {
  employee_id: number
  user_id: number | null
  active: boolean
  registered: boolean
  invited_at: Date | null
}

/** Where a page begins: after this person. */
export interface After {
  surname: string
  firstName: string
  employeeId: number
}

/** Everyone who matches, in the order of their names; those before the page are only counted, as `before`. */
export const matching = async (scope: VenueScope, { words, locationId, roleId }: Narrowed, after?: After): Promise<(Lean & { before: boolean })[]> => {
  const { sql, venueId } = scope
  const isBefore = after
    ? sql`(lower(e.surname), lower(e.first_name), e.employee_id) <= (lower(${after.surname}::text), lower(${after.firstName}::text), ${after.employeeId}::int)`
    : sql`false`
  return sql<(Lean & { before: boolean })[]>`
    select e.employee_id, case when e.registered then e.user_id end as user_id, e.active, e.registered, e.invited_at, ${isBefore} as before
    from employee e
    where e.venue_id = ${venueId} and ${isSeenEmployee(scope)}
      and ${words.length === 0 ? sql`true` : sql`${holdsAll(scope, words)}`}
      and ${locationId === undefined ? sql`true` : sql`(e.all_locations or exists (select 1 from employee_location a where a.venue_id = ${venueId} and a.employee_id = e.employee_id and a.location_id = ${locationId}))`}
      and ${roleId === undefined ? sql`true` : sql`exists (select 1 from employee_role h where h.venue_id = ${venueId} and h.employee_id = e.employee_id and h.role_id = ${roleId})`}
    order by lower(e.surname), lower(e.first_name), e.employee_id`
}

/** Neither % nor _ means anything here: what was typed is looked for as it stands. */
const holdsAll = ({ sql }: VenueScope, words: readonly string[]) =>
  sql`(select bool_and(strpos(lower(concat_ws(' ', e.first_name, e.surname, e.nickname, e.display_name, e.user_name, e.email)), w) > 0)
    from unnest(${[...words]}::text[]) as w)`

/** These people whole, in any order; people who do not exist for the reader are left out. */
export const employeesWithIds = (scope: VenueScope, ids: readonly number[]): Promise<EmployeeRow[]> => {
  const { sql, venueId } = scope
  const these = numbers(ids)
  return sql<EmployeeRow[]>`
    select e.employee_id, case when e.registered then e.user_id end as user_id, e.first_name, e.surname, e.nickname, e.user_name, e.display_name, e.email, e.phone, e.active, e.registered,
      e.invited_at, e.tags, e.all_locations, e.access_version, coalesce(r.ids, '{}') as role_ids, coalesce(l.ids, '{}') as location_ids
    from employee e
    left join (select er.employee_id, array_agg(er.role_id order by er.role_id) as ids from employee_role er
      where er.venue_id = ${venueId} and er.employee_id = any(${these}::int[]) group by er.employee_id) r on r.employee_id = e.employee_id
    left join (select el.employee_id, array_agg(el.location_id order by el.location_id) as ids from employee_location el
      where el.venue_id = ${venueId} and el.employee_id = any(${these}::int[]) group by el.employee_id) l on l.employee_id = e.employee_id
    where e.venue_id = ${venueId} and e.employee_id = any(${these}::int[]) and ${isSeenEmployee(scope)}`.execute()
}

/** The roles of the venue. */
export const rolesOf = async ({ sql, venueId }: VenueScope): Promise<Role[]> => {
  const rows = await sql<{ role_id: number; name: string; name_key: string; tags: Tag[]; version: number }[]>`
    select role_id, name, name_key, tags, version from role where venue_id = ${venueId} order by role_id`
  return rows.map((row) => ({ roleId: row.role_id, name: row.name, nameKey: row.name_key, tags: row.tags, version: row.version }))
}
