import type { VenueScope } from '#platform/venue-scope.ts'
import { fieldFailure } from '#shared/failure.ts'
import { clocksOf } from '../asked.sql.ts'
import { addDays } from '../day.rules.ts'
import { keepPlans } from '../slice.sql.ts'
import type { TrendAnswer, TrendQuery } from './trend.contract.ts'
import { DaySales, firstDayRead, partDays, runsTo, stateOf, WEEKS_BACK, YEAR_BACK } from './trend.rules.ts'
import { type PlaceTrend, trendAnswer } from './trend-answer.rules.ts'
import { eachDaySold, hoursSold, soldUntil } from './trend-reading.sql.ts'

/**
 * A trading day against those before it, and what led up to it.
 * @throws LocationNotFound; ValidationFailed for a day still to come
 */
export const trendReport = async (scope: VenueScope, query: TrendQuery): Promise<TrendAnswer> => {
  const places = scope.chosenLocations(query.Locations)
  const clocks = clocksOf(scope, places)
  const today =
    clocks
      .map(({ day }) => day)
      .sort()
      .at(-1) ?? scope.now.toISOString().slice(0, 10)
  const day = query.TrendDate ?? today
  if (day > today) throw fieldFailure('TrendDate', 'TrendDate is still to come: a trend leads up to today at the latest.')
  keepPlans(scope)
  const trends = new Map(places.map(({ locationId }, i) => [locationId, emptyTrend(day, clocks[i] as (typeof clocks)[number])]))
  const ids = places.map(({ locationId }) => locationId)
  const runs = runsTo(day, scope.venue, day < today)
  await Promise.all([
    eachDaySold(scope, ids, { from: firstDayRead(day, runs, scope.venue.weekStart), to: day }, (locationId, at, n, net) =>
      trends.get(locationId)?.days.add(at, n, net),
    ),
    readHours(scope, ids, day, trends),
    readParts(scope, day, trends),
  ])
  const traded = (locationId: number) => {
    let isTraded = false
    trends.get(locationId)?.days.each((_day, { n, net }) => {
      if (n !== 0 || net !== 0) isTraded = true
    })
    return isTraded
  }
  return trendAnswer({
    day,
    places: places.filter(({ active, locationId }) => active || query.Locations !== undefined || traded(locationId)),
    clocks,
    trends,
    runs,
    venue: scope.venue,
    now: scope.now,
  })
}

const emptyTrend = (day: string, clock: { day: string; minute: number }): PlaceTrend => ({
  state: stateOf(day, clock),
  minute: clock.minute,
  days: new DaySales(),
  hours: new Map(),
  parts: new Map(),
})

const readHours = async (scope: VenueScope, ids: readonly number[], day: string, trends: ReadonlyMap<number, PlaceTrend>): Promise<void> => {
  const days = [day, ...[...WEEKS_BACK, YEAR_BACK].map((back) => addDays(day, -back))]
  for (const { locationId, day: of, hour, net } of await hoursSold(scope, ids, days)) {
    const hours = trends.get(locationId)?.hours
    const known = hours?.get(of) ?? new Map<number, number>()
    hours?.set(of, known.set(hour, (known.get(hour) ?? 0) + net))
  }
}

/** While the day is open, its counterparts count up to this minute; places on one clock are asked together. */
const readParts = async (scope: VenueScope, day: string, trends: ReadonlyMap<number, PlaceTrend>): Promise<void> => {
  const groups = new Map<number, number[]>()
  for (const [locationId, { state, minute }] of trends) if (state === 'open') groups.set(minute, [...(groups.get(minute) ?? []), locationId])
  const parts = await Promise.all([...groups].map(([minute, ids]) => soldUntil(scope, ids, partDays(day), minute)))
  for (const { locationId, day: of, net } of parts.flat()) trends.get(locationId)?.parts.set(of, net)
}
