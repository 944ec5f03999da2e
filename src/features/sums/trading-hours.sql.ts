import type { VenueScope } from '#platform/access/venue-scope.ts'
import type { LocationMonth } from './mismatch.rules.ts'

/**
 * Notes the hours of the days that are over and changed since this was done last. What comes in meanwhile changes its day again, and is
 * noted the next time.
 * @param upTo the last day that is over
 */
export const noteHours = async ({ sql, venueId }: VenueScope, upTo: string): Promise<void> => {
  await sql.withoutTimeLimit()
  const changed = await sql<{ location_id: number; month: string; days: string[]; changes: number[] }[]>`
    select location_id, date_trunc('month', day::timestamp)::date as month, array_agg(day::text order by day) as days, array_agg(changes::int order by day) as changes
    from trading_day_state where venue_id = ${venueId} and day <= ${upTo} and hours_at_change is distinct from changes group by 1, 2 order by 1, 2`
  for (const { location_id, month, days, changes } of changed) {
    await sql`
      with hours as materialized (
        select day, first_clock, last_clock, open_minutes from trading_hours_source
        where venue_id = ${venueId} and location_id = ${location_id} and day >= ${month}::date and day < ${month}::date + interval '1 month')
      update trading_day_state as t set first_clock = h.first_clock, last_clock = h.last_clock, open_minutes = h.open_minutes, hours_at_change = n.changes
      from unnest(${days}::date[], ${changes}::bigint[]) as n(day, changes) left join hours h on h.day = n.day
      where t.venue_id = ${venueId} and t.location_id = ${location_id} and t.day = n.day`
  }
}

/**
 * Takes back that the hours of a month's days were noted, where they are others than its sales say; the hourly job notes them anew.
 * @returns those days
 */
export const dropWrongHours = async ({ sql, venueId }: VenueScope, { locationId, month }: LocationMonth): Promise<string[]> => {
  const inMonth = sql`day >= ${month}::date and day < ${month}::date + interval '1 month'`
  const said = (isNoted: boolean) => {
    const of = (column: string) => sql`max(${sql(column)}) filter (where noted = ${isNoted})`
    return sql`(${of('first_clock')}, ${of('last_clock')}, ${of('open_minutes')})`
  }
  // Under each other and not joined: Citus before PostgreSQL 17 refuses an outer join of a table with what it asks of every worker.
  const rows = await sql<{ day: string }[]>`
    select day from (
      select day, first_clock, last_clock, open_minutes, true as noted from trading_day_state
      where venue_id = ${venueId} and location_id = ${locationId} and ${inMonth} and hours_at_change = changes
      union all
      select day, first_clock, last_clock, open_minutes, false from trading_hours_source where venue_id = ${venueId} and location_id = ${locationId} and ${inMonth}
    ) as either group by day having bool_or(noted) and ${said(true)} is distinct from ${said(false)} order by 1`
  const days = rows.map(({ day }) => day)
  if (days.length > 0)
    await sql`update trading_day_state set hours_at_change = null where venue_id = ${venueId} and location_id = ${locationId} and day = any(${days}::date[])`
  return days
}
