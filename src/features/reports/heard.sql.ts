import { DIM, GRAIN } from '#features/intake/rollup.rules.ts'
import type { VenueScope } from '#platform/venue-scope.ts'
import { hourBefore, SILENT_AFTER_MINUTES } from './clocks.rules.ts'
import { instantIn } from './day.rules.ts'
import type { Heard } from './heard.rules.ts'
import { type LateDay, lateDaysIn } from './late-days.rules.ts'
import type { Span } from './period.rules.ts'
import type { Place } from './sales-summary/sales-answer.rules.ts'
import type { Clocked } from './sales-summary/sales-plan.rules.ts'

/** How fresh each location's figures are. */
export const heardOf = async (scope: VenueScope, places: readonly Place[], clocks: readonly Clocked[]): Promise<Heard[]> =>
  (await heardAndLate(scope, { places, clocks, range: undefined })).heard

interface Asked {
  places: readonly Place[]
  clocks: readonly Clocked[]
  range: Span | undefined
}

/** How fresh each location's figures are, and which of its days in the range changed after they were told. */
export const heardAndLate = async (scope: VenueScope, { places, clocks, range }: Asked): Promise<{ heard: Heard[]; late: LateDay[] }> => {
  const ids = places.map(({ locationId }) => locationId)
  const [fresh, trading] = await Promise.all([lastHeard(scope, ids, range), usuallyTrading(scope, clocks.map(hourBefore))])
  const late = fresh.flatMap(({ locationId, late: written }) => lateDaysIn(locationId, written))
  const heard = places.map(({ locationId, name, currency, timeZone }) => {
    const heard = fresh.find((one) => one.locationId === locationId)
    return {
      LocationId: locationId,
      Name: name,
      Currency: currency,
      TimeZone: timeZone,
      Today: clocks.find((clock) => clock.locationId === locationId)?.day ?? '',
      LastSaleAt: heard?.lastSaleAt ? instantIn(heard.lastSaleAt, timeZone) : null,
      LastSaleDay: heard?.lastSaleDay ?? null,
      LastReceivedAt: heard?.lastReceivedAt ? instantIn(heard.lastReceivedAt, timeZone) : null,
      Silent: trading.has(locationId) && scope.now.getTime() - (heard?.lastReceivedAt?.getTime() ?? 0) > SILENT_AFTER_MINUTES * 60_000,
    }
  })
  return { heard, late }
}

interface Freshness {
  locationId: number
  lastSaleAt: Date | null
  lastSaleDay: string | null
  lastReceivedAt: Date | null
  /** As `lateDaysIn` reads them; null where there are none, or none were asked for. */
  late: string | null
}

/** When each location last sold something and was last heard; late arrivals up to a month back count as heard. With a range, its late days, by an index of those alone. */
const lastHeard = ({ sql, venueId }: VenueScope, locationIds: readonly number[], range: Span | undefined): Promise<Freshness[]> => sql<Freshness[]>`
  select l.location_id as "locationId", max(t.last_sale_at) as "lastSaleAt", max(t.day) filter (where t.last_sale_at is not null) as "lastSaleDay",
    max(t.last_received_at) as "lastReceivedAt", ${range ? sql`max(d.late)` : sql`null`} as late
  from unnest(${locationIds as number[]}::int[]) as l(location_id)
  left join lateral (
    select day, last_sale_at, last_received_at from trading_day_state
    where venue_id = ${venueId} and location_id = l.location_id order by day desc limit 31) t on true
  ${
    range
      ? sql`left join lateral (
    select string_agg(concat_ws(' ', day, late_changes, late_amount, (date_part('epoch', late_received_at) * 1000)::bigint), ',') as late from trading_day_state
    where venue_id = ${venueId} and location_id = l.location_id and day between ${range.from} and ${range.to} and late_changes > 0) d on true`
      : sql``
  }
  group by 1`

/** Fewer sales than this in such an hour, over two months, and a location is not expected to sell in it. */
const LEAST_USUAL_SALES = 4

/** Which locations usually sell in an hour of a weekday, going by this month and the one before; each is asked about its own hour. */
const usuallyTrading = async (
  { sql, venueId }: VenueScope,
  hours: readonly { locationId: number; weekday: number; localHour: number; months: readonly string[] }[],
): Promise<Set<number>> => {
  if (hours.length === 0) return new Set()
  const months = [...new Set(hours.flatMap((hour) => hour.months))]
  const rows = await sql<{ locationId: number; key: number; n: number }[]>`
    select location_id as "locationId", key, sum(n)::bigint as n from rollup
    where venue_id = ${venueId} and grain = ${GRAIN.month} and dim = ${DIM.weekdayHour} and location_id = any(${hours.map(({ locationId }) => locationId)}::int[])
      and period = any(${months}::date[]) and key = any(${[...new Set(hours.map(({ weekday, localHour }) => weekday * 1000 + localHour))]}::int[])
    group by 1, 2`
  const usual = hours.filter(({ locationId, weekday, localHour }) =>
    rows.some((row) => row.locationId === locationId && row.key === weekday * 1000 + localHour && row.n >= LEAST_USUAL_SALES),
  )
  return new Set(usual.map(({ locationId }) => locationId))
}
