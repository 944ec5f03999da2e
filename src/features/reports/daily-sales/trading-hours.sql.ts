import type { Span } from '#features/reports/kit/period.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { TradingHours } from './trading-hours.rules.ts'

/** The hours of each location and day. */
export const tradingHours = async (scope: VenueScope, locationIds: readonly number[], range: Span): Promise<TradingHours> => {
  const hours = new TradingHours(range)
  if (locationIds.length === 0) return hours
  const { sql, venueId } = scope
  const columns = sql`location_id, day - date '1970-01-01', first_clock, last_clock, open_minutes`
  const inRange = sql`venue_id = ${venueId} and location_id = any(${locationIds as number[]}::int[]) and day between ${range.from} and ${range.to}`
  const [kept] = await sql<{ noted: string | null; changed: string[] | null }[]>`
    select string_agg(concat_ws(',', ${columns}), ';') filter (where hours_at_change = changes and first_clock is not null) as noted,
      array_agg(distinct day::text) filter (where hours_at_change is distinct from changes) as changed
    from trading_day_state where ${inRange}`
  hours.add(kept?.noted ?? '')
  const changed = kept?.changed ?? []
  if (changed.length === 0) return hours
  const [fresh] = await sql<{ noted: string | null }[]>`
    select string_agg(concat_ws(',', ${columns}), ';') as noted from trading_hours_source
    where venue_id = ${venueId} and location_id = any(${locationIds as number[]}::int[]) and day = any(${changed}::date[])`
  hours.add(fresh?.noted ?? '')
  return hours
}
