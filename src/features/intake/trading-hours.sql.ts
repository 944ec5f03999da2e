import type { VenueScope } from '#platform/venue-scope.ts'

/**
 * Notes the hours of the days that are over and changed since this was done last. What comes in meanwhile changes its day again, and is
 * noted the next time.
 * @param upTo the last day that is over
 */
export const noteHours = async ({ sql, venueId }: VenueScope, upTo: string): Promise<void> => {
  await sql.withoutTimeLimit()
  const changed = await sql<{ location_id: number; days: string[]; changes: number[] }[]>`
    select location_id, array_agg(day::text order by day) as days, array_agg(changes::int order by day) as changes from trading_day_state
    where venue_id = ${venueId} and day <= ${upTo} and hours_at_change is distinct from changes group by location_id order by location_id`
  for (const { location_id, days, changes } of changed) {
    await sql`
      update trading_day_state as t set first_clock = h.first_clock, last_clock = h.last_clock, open_minutes = h.open_minutes, hours_at_change = h.changes
      from (
        select n.day, n.changes, s.first_clock, s.last_clock, s.open_minutes from unnest(${days}::date[], ${changes}::bigint[]) as n(day, changes)
        left join (
          select day, first_clock, last_clock, open_minutes from trading_hours_source
          where venue_id = ${venueId} and location_id = ${location_id} and day = any(${days}::date[])
        ) as s on s.day = n.day
      ) as h
      where t.venue_id = ${venueId} and t.location_id = ${location_id} and t.day = h.day`
  }
}
