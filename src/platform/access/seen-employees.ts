import { numbers } from '#platform/database/sql-arrays.ts'
import type { VenueScope } from './venue-scope.ts'

/**
 * Which rows `e` of employee exist for the holder of a scope: whoever shares a granted location with them, or works nowhere yet. For
 * whoever has every location, everybody.
 */
export const isSeenEmployee = ({ sql, venueId, locations, allLocations }: VenueScope) => {
  if (allLocations) return sql`true`
  const granted = numbers(locations.map(({ locationId }) => locationId))
  return sql`((e.all_locations and ${locations.length > 0}) or (not e.all_locations and (
    not exists (select 1 from employee_location n where n.venue_id = ${venueId} and n.employee_id = e.employee_id)
    or exists (select 1 from employee_location s where s.venue_id = ${venueId} and s.employee_id = e.employee_id and s.location_id = any(${granted}::int[])))))`
}
