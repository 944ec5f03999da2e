import { hourBefore, SILENT_AFTER_MINUTES } from '#features/reports/kit/clocks.rules.ts'
import type { LocationFreshness } from '#features/reports/kit/freshness.rules.ts'
import { type LateDay, lateDaysIn } from '#features/reports/kit/late-days.rules.ts'
import type { Span } from '#features/reports/kit/period.rules.ts'
import type { AnsweredLocation } from '#features/reports/kit/sales-answer.rules.ts'
import type { Clocked } from '#features/reports/kit/sales-plan.rules.ts'
import { DIM, GRAIN } from '#features/sums/rollup.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { instantIn } from '#shared/day.ts'

/** How fresh each location's figures are. */
export const freshnessOf = async (scope: VenueScope, places: readonly AnsweredLocation[], clocks: readonly Clocked[]): Promise<LocationFreshness[]> =>
  (await freshnessAndLateDays(scope, { places, clocks, range: undefined })).freshness

interface Asked {
  places: readonly AnsweredLocation[]
  clocks: readonly Clocked[]
  range: Span | undefined
}

/** How fresh each location's figures are, and which of its days in the range changed after they were told. */
export const freshnessAndLateDays = async (scope: VenueScope, asked: Asked): Promise<{ freshness: LocationFreshness[]; late: LateDay[] }> => {
  const { places, clocks } = asked
  const fresh = await storedFreshness(scope, asked)
  const late = fresh.flatMap(({ locationId, late: written }) => lateDaysIn(locationId, written))
  const freshness = places.map(({ locationId, name, currency, timeZone }) => {
    const freshness = fresh.find((one) => one.locationId === locationId)
    const isTrading = (freshness?.usualSales ?? 0) >= LEAST_USUAL_SALES
    return {
      LocationId: locationId,
      Name: name,
      Currency: currency,
      TimeZone: timeZone,
      Today: clocks.find((clock) => clock.locationId === locationId)?.day ?? '',
      FirstSaleDay: freshness?.firstSaleDay ?? null,
      LastSaleAt: freshness?.lastSaleAt ? instantIn(freshness.lastSaleAt, timeZone) : null,
      LastSaleDay: freshness?.lastSaleDay ?? null,
      LastReceivedAt: freshness?.lastReceivedAt ? instantIn(freshness.lastReceivedAt, timeZone) : null,
      Silent: isTrading && scope.now.getTime() - (freshness?.lastReceivedAt?.getTime() ?? 0) > SILENT_AFTER_MINUTES * 60_000,
    }
  })
  return { freshness, late }
}

interface StoredFreshness {
  locationId: number
  firstSaleDay: string | null
  lastSaleAt: Date | null
  lastSaleDay: string | null
  lastReceivedAt: Date | null
  /** Sales of this month and the one before in the hour of its weekday that half an hour ago was in. */
  usualSales: number | null
  /** As `lateDaysIn` reads them; null where there are none, or none were asked for. */
  late: string | null
}

/** Fewer sales than this in such an hour, over two months, and a location is not expected to sell in it. */
const LEAST_USUAL_SALES = 4

/**
 * When each location first and last sold something and last sent data; late arrivals up to a month back count too. With a range, its late days, by an index of those alone.
 * All in one statement: every report asks it.
 */
const storedFreshness = ({ sql, venueId }: VenueScope, { places, clocks, range }: Asked): Promise<StoredFreshness[]> => {
  const hours = new Map(clocks.map((clock) => [clock.locationId, hourBefore(clock)]))
  const months = [...new Set([...hours.values()].flatMap((hour) => hour.months))]
  const keys = places.map(({ locationId }) => {
    const hour = hours.get(locationId)
    return hour ? hour.weekday * 1000 + hour.localHour : NO_HOUR
  })
  return sql<StoredFreshness[]>`
    select l.location_id as "locationId", max(t.last_sale_at) as "lastSaleAt", max(t.day) filter (where t.last_sale_at is not null) as "lastSaleDay",
      max(f.day) as "firstSaleDay",
      max(t.last_received_at) as "lastReceivedAt", max(u.n)::bigint as "usualSales", ${range ? sql`max(d.late)` : sql`null`} as late
    from unnest(${places.map(({ locationId }) => locationId)}::int[], ${keys}::int[]) as l(location_id, hour)
    left join lateral (
      select day, last_sale_at, last_received_at from trading_day_state
      where venue_id = ${venueId} and location_id = l.location_id order by day desc limit 31) t on true
    left join lateral (
      select day from trading_day_state where venue_id = ${venueId} and location_id = l.location_id and last_sale_at is not null order by day limit 1) f on true
    left join lateral (
      select sum(n) as n from rollup where venue_id = ${venueId} and grain = ${GRAIN.month} and dim = ${DIM.weekdayHour} and location_id = l.location_id
        and period = any(${months}::date[]) and key = l.hour) u on true
    ${
      range
        ? sql`left join lateral (
      select string_agg(concat_ws(' ', day, late_changes, late_amount, (date_part('epoch', late_received_at) * 1000)::bigint), ',') as late from trading_day_state
      where venue_id = ${venueId} and location_id = l.location_id and day between ${range.from} and ${range.to} and late_changes > 0) d on true`
        : sql``
    }
    group by 1`
}

const NO_HOUR = -1
