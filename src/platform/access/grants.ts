import type { Tag } from '#shared/permissions.ts'
import type { PersonHolder, VenueScope } from './venue-scope.ts'

/** Under which name everybody is told that somebody's access at a venue changed. */
export const accessNotice = (venueId: number): string => `access ${venueId}`

/** What an employee may do and see. */
interface Grants {
  userId: number
  tags: ReadonlySet<Tag>
  /** null for every location of the venue. */
  locationIds: ReadonlySet<number> | null
}

/** The locations somebody may see by a tag at this moment: null for all of them, nothing where they do not hold it or have no access. */
export type GrantedLocations = (holder: PersonHolder, tag: Tag) => ReadonlySet<number> | null | undefined

/**
 * What many employees may do and see at this moment, in one question, for what is sent to all of them. Whoever acts as somebody else is asked about too: what
 * is granted is what both of them hold.
 */
export const grantsOf = async ({ sql, venueId }: VenueScope, holders: readonly PersonHolder[]): Promise<GrantedLocations> => {
  const acting = holders.flatMap(({ impersonator }) => (impersonator && !impersonator.isAdmin ? [impersonator.employeeId] : []))
  const ids = [...new Set([...holders.map(({ employeeId }) => employeeId), ...acting])]
  const rows = await sql<{ employee_id: number; user_id: number; all_locations: boolean; tags: Tag[]; role_tags: Tag[]; locations: number[] }[]>`
    select e.employee_id, e.user_id, e.all_locations, e.tags,
      array(select unnest(r.tags) from employee_role er join role r on r.venue_id = er.venue_id and r.role_id = er.role_id
        where er.venue_id = ${venueId} and er.employee_id = e.employee_id) as role_tags,
      array(select el.location_id from employee_location el where el.venue_id = ${venueId} and el.employee_id = e.employee_id) as locations
    from employee e where e.venue_id = ${venueId} and e.employee_id = any(${ids}::int[]) and e.active and e.registered`
  const grants = new Map(rows.map((row) => [row.employee_id, grantsIn(row)]))
  const held = (employeeId: number, userId: number, tags: readonly Tag[]): Grants | undefined => {
    const one = grants.get(employeeId)
    return one?.userId === userId && tags.every((tag) => one.tags.has(tag)) ? one : undefined
  }
  return ({ employeeId, userId, impersonator }, tag) => {
    const own = held(employeeId, userId, [tag])
    if (!own || !impersonator || impersonator.isAdmin) return own?.locationIds
    const other = held(impersonator.employeeId, impersonator.userId, [tag, 'can_impersonate'])
    return other && shared(own.locationIds, other.locationIds)
  }
}

const grantsIn = (row: { user_id: number; all_locations: boolean; tags: Tag[]; role_tags: Tag[]; locations: number[] }): Grants => ({
  userId: row.user_id,
  tags: new Set([...row.tags, ...row.role_tags]),
  locationIds: row.all_locations ? null : new Set(row.locations),
})

/** What both may see; null is every location. */
export const shared = (a: ReadonlySet<number> | null, b: ReadonlySet<number> | null): ReadonlySet<number> | null => {
  if (a === null || b === null) return a ?? b
  return new Set([...a].filter((id) => b.has(id)))
}
