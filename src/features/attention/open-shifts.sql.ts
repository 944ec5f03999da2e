import { MARK, STATE } from '#features/rosters/roster.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { numbers, texts } from '#platform/database/sql-arrays.ts'
import type { PlaceNow } from './place-now.rules.ts'

/** Somebody who clocked in and not out. */
export interface OpenShift {
  locationId: number
  day: string
  who: number
  name: string
  startedAt: Date
}

/** Nobody is expected to work longer in one go. */
const LONGEST_HOURS = 12
/** How far back it is looked: what is older was settled another way. */
const DAYS_BACK = 14
const MOST = 20

/** Shifts of other people that are open since an earlier trading day, or for longer than a person works; the longest first. */
export const openShifts = ({ sql, venueId, now, holder }: VenueScope, places: readonly PlaceNow[]): Promise<OpenShift[]> => {
  const own = holder.kind === 'person' ? [holder.employeeId, holder.impersonator?.employeeId ?? 0] : []
  return sql<OpenShift[]>`
    select a.location_id as "locationId", a.day, a.who, min(coalesce(e.display_name, w.name)) as name, min(t.starts_at) as "startedAt"
    from unnest(${numbers(places.map(({ locationId }) => locationId))}::int[], ${texts(places.map(({ day }) => day))}::date[]) as p(location_id, today)
    join attendance_day a on a.venue_id = ${venueId} and a.location_id = p.location_id and a.day between p.today - ${DAYS_BACK}::int and p.today
      and a.marks & ${MARK.open} <> 0
    join timesheet t on t.venue_id = ${venueId} and t.location_id = a.location_id and t.day = a.day and t.ends_at is null and not t.no_start
      and not t.is_leave and t.state <> ${STATE.discarded}
    join roster_person w on w.venue_id = ${venueId} and w.person_id = t.person_id and coalesce(w.employee_id, -coalesce(w.same_as, w.person_id)) = a.who
    left join employee e on e.venue_id = ${venueId} and e.employee_id = w.employee_id
    where (a.day < p.today or t.starts_at < ${now}::timestamptz - ${LONGEST_HOURS}::int * interval '1 hour')
      and coalesce(w.employee_id <> all(${numbers(own)}::int[]), true)
    group by 1, 2, 3 order by 5, 1, 2, 3 limit ${MOST}`.execute()
}
