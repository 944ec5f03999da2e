import type { VenueScope } from '#platform/venue-scope.ts'
import type { Span } from '../period.rules.ts'

/** When a location first and last sold something on a day. */
export interface TradingHours {
  /** On the location's clock, "11:02". */
  first: string
  last: string
  /** Between them, as they passed. */
  minutes: number
}

/** The hours of each location and day, by location × 100,000 + day; nothing for a day without a sale. */
export const tradingHours = async (scope: VenueScope, locationIds: readonly number[], { from, to }: Span): Promise<Map<number, TradingHours>> => {
  const hours = new Map<number, TradingHours>()
  if (locationIds.length === 0) return hours
  const { sql, venueId } = scope
  const columns = sql`location_id, day - date '1970-01-01', first_clock, last_clock, open_minutes`
  const inRange = sql`venue_id = ${venueId} and location_id = any(${locationIds as number[]}::int[]) and day between ${from} and ${to}`
  const [kept] = await sql<{ noted: string | null; changed: string[] | null }[]>`
    select string_agg(concat_ws(',', ${columns}), ';') filter (where hours_at_change = changes and first_clock is not null) as noted,
      array_agg(distinct day::text) filter (where hours_at_change is distinct from changes) as changed
    from trading_day_state where ${inRange}`
  put(hours, kept?.noted)
  const changed = kept?.changed ?? []
  if (changed.length === 0) return hours
  const [fresh] = await sql<{ noted: string | null }[]>`
    select string_agg(concat_ws(',', ${columns}), ';') as noted from trading_hours_source
    where venue_id = ${venueId} and location_id = any(${locationIds as number[]}::int[]) and day = any(${changed}::date[])`
  put(hours, fresh?.noted)
  return hours
}

const put = (hours: Map<number, TradingHours>, rows: string | null | undefined): void => {
  if (!rows) return
  for (const row of rows.split(';')) {
    const [locationId = 0, day = 0, first = 0, last = 0, minutes = 0] = row.split(',').map(Number)
    hours.set(locationId * 100_000 + day, { first: clockText(first), last: clockText(last), minutes })
  }
}

const clockText = (minutes: number): string => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
const two = (value: number): string => (value < 10 ? `0${value}` : String(value))
