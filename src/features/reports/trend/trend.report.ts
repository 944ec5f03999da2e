import { clocksOf, todayOf } from '#features/reports/kit/clocks.rules.ts'
import { type Counterpart, yearBefore } from '#features/reports/kit/counterparts.rules.ts'
import type { Span } from '#features/reports/kit/period.rules.ts'
import { placesAsked } from '#features/reports/kit/places-asked.sql.ts'
import { targetDays } from '#features/reports/kit/targets/target-days.sql.ts'
import { eachDaySold, hoursSold, soldUntil } from '#features/sums/reading/days-sold.sql.ts'
import { keepPlans } from '#features/sums/reading/slice.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addDays } from '#shared/day.ts'
import { fieldFailure } from '#shared/failure.ts'
import type { TrendAnswer, TrendQuery } from './trend.contract.ts'
import { DaySales, firstDayRead, partDays, periodsToDate, stateOf, WEEKS_BACK, YEAR_BACK, type YearBefore, yearBeforeOf } from './trend.rules.ts'
import { type PlaceTrend, trendAnswer } from './trend-answer.rules.ts'

/**
 * A trading day against those before it, and what led up to it.
 * @throws LocationNotFound; ValidationFailed for a day still to come
 */
export const trendReport = async (scope: VenueScope, query: TrendQuery): Promise<TrendAnswer> => {
  const today = todayOf(scope, clocksOf(scope, scope.chosenLocations(query.Locations)))
  const day = query.TrendDate ?? today
  if (day > today) throw fieldFailure('TrendDate', 'TrendDate is in the future. Choose today or an earlier day.')
  const places = await placesAsked(scope, query.Locations, { from: addDays(day, -YEAR_BACK), to: day })
  const clocks = clocksOf(scope, places)
  keepPlans(scope)
  const runs = periodsToDate(day, scope.venue, day < today)
  const ids = places.map(({ locationId }) => locationId)
  const lastYears = lastYearsOf(ids, yearBefore(places), (counterpart) => yearBeforeOf(day, runs, counterpart))
  const read = { from: firstDayRead(day, runs, scope.venue.weekStart, [...new Set(lastYears)]), to: day }
  const trends = new Map(clocks.map((clock, i) => [clock.locationId, emptyTrend(day, clock, lastYears[i] as YearBefore, read)]))
  const [targets] = await Promise.all([
    targetDays(scope, ids, { from: runs.map(({ from }) => from).sort()[0] ?? day, to: day }),
    eachDaySold(scope, ids, read, (locationId, at, n, net) => trends.get(locationId)?.days.add(at, n, net)),
    readHours(scope, ids, day, trends),
    readParts(scope, day, trends),
  ])
  return trendAnswer({
    day,
    places: places.filter(({ active, locationId }) => active || query.Locations !== undefined || trends.get(locationId)?.days.any),
    clocks,
    trends,
    runs,
    targets,
    read,
    venue: scope.venue,
    now: scope.now,
  })
}

/** Places of one region share a calendar, and so what is compared with last year; it is made once. */
const lastYearsOf = (ids: readonly number[], counterpartOf: (locationId: number) => Counterpart, made: (counterpart: Counterpart) => YearBefore) => {
  const known = new Map<Counterpart, YearBefore>()
  return ids.map((locationId) => {
    const counterpart = counterpartOf(locationId)
    const lastYear = known.get(counterpart) ?? made(counterpart)
    known.set(counterpart, lastYear)
    return lastYear
  })
}

const emptyTrend = (day: string, clock: { day: string; minute: number }, lastYear: YearBefore, read: Span): PlaceTrend => ({
  state: stateOf(day, clock),
  minute: clock.minute,
  lastYear,
  days: new DaySales(read),
  hours: new Map(),
  parts: new Map(),
})

const readHours = async (scope: VenueScope, ids: readonly number[], day: string, trends: ReadonlyMap<number, PlaceTrend>): Promise<void> => {
  const near = new Map([0, ...WEEKS_BACK].map((back) => [addDays(day, -back), back]))
  const lastYears = new Set([...trends.values()].map(({ lastYear }) => lastYear.day))
  for (const { locationId, day: of, hour, net } of await hoursSold(scope, ids, [...near.keys(), ...lastYears])) {
    const trend = trends.get(locationId)
    const back = near.get(of) ?? (trend?.lastYear.day === of ? YEAR_BACK : undefined)
    if (!trend || back === undefined) continue
    const known = trend.hours.get(back) ?? new Map<number, number>()
    trend.hours.set(back, known.set(hour, (known.get(hour) ?? 0) + net))
  }
}

/** While the day is open, its counterparts count up to this minute; places on one clock and calendar are asked together. */
const readParts = async (scope: VenueScope, day: string, trends: ReadonlyMap<number, PlaceTrend>): Promise<void> => {
  const groups = new Map<string, { minute: number; lastYear: string; ids: number[] }>()
  for (const [locationId, { state, minute, lastYear }] of trends) {
    if (state !== 'open') continue
    const group = groups.get(`${minute} ${lastYear.day}`) ?? { minute, lastYear: lastYear.day, ids: [] }
    group.ids.push(locationId)
    groups.set(`${minute} ${lastYear.day}`, group)
  }
  const parts = await Promise.all([...groups.values()].map(({ minute, lastYear, ids }) => soldUntil(scope, ids, partDays(day, lastYear), minute)))
  for (const { locationId, day: of, net } of parts.flat()) trends.get(locationId)?.parts.set(of, net)
}
