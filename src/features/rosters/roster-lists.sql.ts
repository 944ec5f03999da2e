import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { WireTemplate } from './rosters.contract.ts'

/** A person as a source names them, and who that is here. */
export interface Person {
  personId: number
  source: number
  code: string
  /** The employee's, where one is matched. */
  name: string
  employeeId: number | null
  sameAs: number | null
  settled: boolean
  homeLocationId: number | null
}

/** Everybody whom rosters, timesheets and punches name. */
export const peopleOf = ({ sql, venueId }: VenueScope): Promise<Person[]> => sql<Person[]>`
  select p.person_id as "personId", p.source, p.code, coalesce(e.display_name, p.name) as name, p.employee_id as "employeeId", p.same_as as "sameAs",
    (p.settled or p.employee_id is not null or p.same_as is not null) as settled, p.home_location_id as "homeLocationId"
  from roster_person p left join employee e on e.venue_id = ${venueId} and e.employee_id = p.employee_id
  where p.venue_id = ${venueId} order by p.person_id`

/** Shifts that are planned again and again; one that is known by its shifts alone, while it was used in the last 90 days. */
export const templatesOf = ({ sql, venueId, now }: VenueScope): Promise<WireTemplate[]> => sql<WireTemplate[]>`
  select t.template_id::text as "TemplateId", t.location_id as "LocationId", t.name as "Name", a.name as "Area", t.weekday as "Weekday",
    to_char(t.starts, 'HH24:MI') as "Start", to_char(t.ends, 'HH24:MI') as "End", t.break_minutes as "BreakMinutes"
  from roster_template t left join roster_area a on a.venue_id = ${venueId} and a.area_id = t.area_id
  where t.venue_id = ${venueId} and (t.last_day is null or t.last_day >= ${now}::date - 90) order by t.weekday, t.starts, t.template_id`
