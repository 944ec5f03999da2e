import { addressesOf } from '#platform/access/people.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers } from '#platform/database/sql-arrays.ts'
import type { Seat } from './schedules.rules.ts'

/** Somebody of the venue as a mail's list has them. */
export interface Person extends Seat {
  employeeId: number
  userId: number
  name: string
  /** Where mails reach them; absent: nowhere. */
  address: string | undefined
}

interface PersonRow {
  employee_id: number
  user_id: number
  display_name: string
  present: boolean
  all_locations: boolean
  tags: string[]
  role_tags: string[]
  location_ids: number[]
}

/** People of the venue with a login, with what they hold now: those named, or everybody who is let in. */
export const peopleOf = async (venue: VenueScope, employeeIds?: readonly number[]): Promise<Person[]> => {
  const { sql, venueId } = venue
  const rows = await sql<PersonRow[]>`
    select e.employee_id, e.user_id, e.display_name, e.active and e.registered as present, e.all_locations, e.tags,
      (select coalesce(jsonb_agg(distinct tag), '[]') from employee_role er join role r on r.venue_id = er.venue_id and r.role_id = er.role_id,
        unnest(r.tags) tag where er.venue_id = ${venueId} and er.employee_id = e.employee_id) as role_tags,
      (select coalesce(jsonb_agg(el.location_id), '[]') from employee_location el where el.venue_id = ${venueId} and el.employee_id = e.employee_id) as location_ids
    from employee e where e.venue_id = ${venueId} and e.user_id is not null
      and ${employeeIds ? sql`e.employee_id = any(${numbers(employeeIds)}::int[])` : sql`e.active and e.registered`}
    order by e.display_name, e.employee_id limit 2000`
  const addresses = await addressesOf(
    sql,
    rows.map(({ user_id }) => user_id),
  )
  return rows.map((row) => ({
    employeeId: row.employee_id,
    userId: row.user_id,
    name: row.display_name,
    address: addresses.get(row.user_id)?.address,
    present: row.present,
    tags: [...row.tags, ...row.role_tags],
    allLocations: row.all_locations,
    locationIds: row.location_ids,
  }))
}

/** Whether the holder knows somebody: they share a location, or hold all, or the other has none yet. */
export const isKnownTo = (venue: VenueScope, { allLocations, locationIds }: Seat): boolean =>
  venue.allLocations || allLocations || locationIds.length === 0 || venue.locations.some(({ locationId }) => locationIds.includes(locationId))
