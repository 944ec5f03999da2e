import type { VenueScope } from '#platform/access/venue-scope.ts'

/** Who else may sign a sheet at a location, by name; a few of them are enough. */
export const signersAt = async ({ sql, venueId }: VenueScope, locationId: number, declarer: number | null): Promise<string[]> => {
  const rows = await sql<{ name: string }[]>`
    select e.display_name as name from employee e
    where e.venue_id = ${venueId} and e.active and e.registered and e.user_id is distinct from ${declarer}::int
      and ('can_signcontrolsheet' = any(e.tags) or exists (select from employee_role er join role r on r.venue_id = ${venueId} and r.role_id = er.role_id
        where er.venue_id = ${venueId} and er.employee_id = e.employee_id and 'can_signcontrolsheet' = any(r.tags)))
      and (e.all_locations or exists (select from employee_location l
        where l.venue_id = ${venueId} and l.employee_id = e.employee_id and l.location_id = ${locationId}))
    order by 1 limit 6`
  return rows.map(({ name }) => name)
}
