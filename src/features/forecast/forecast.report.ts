import { holidaysIn } from '#features/reports/kit/calendar/holidays.rules.ts'
import { clocksOf, regionsOf, todayOf } from '#features/reports/kit/clocks.rules.ts'
import { COVERS, COVERS_WIDTH, coversInto } from '#features/reports/kit/covers.rules.ts'
import { placesAsked } from '#features/reports/kit/places-asked.sql.ts'
import { COVER_UNIT_STEPS } from '#features/sums/guest-pack.rules.ts'
import { eachDaySold } from '#features/sums/reading/days-sold.sql.ts'
import { coversIn } from '#features/sums/reading/guests.sql.ts'
import { keepPlans } from '#features/sums/reading/slice.sql.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { addDays, dayNumber } from '#shared/day.ts'
import { bookedAhead } from './booked-ahead.sql.ts'
import type { ForecastAnswer, ForecastQuery } from './forecast.contract.ts'
import { forecastAnswer, type ReadPlace } from './forecast-answer.rules.ts'
import { DAYS_AHEAD } from './history.rules.ts'

/** A year before the oldest day a forecast is fitted to, with the weeks around it. */
const DAYS_READ = 525
/** The days a forecast is fitted to and tested on, and the weeks that say how many tables are usually booked. */
const BOOKED_DAYS_READ = 168
/** Money of several currencies is told apart where there was trade so recently. */
const RECENT_DAYS = 56

/**
 * What the next days are expected to bring at each location, from what its own days brought.
 * @throws LocationNotFound
 */
export const forecastReport = async (scope: VenueScope, query: ForecastQuery): Promise<ForecastAnswer> => {
  const today = todayOf(scope, clocksOf(scope, scope.chosenLocations(query.Locations)))
  const named = await placesAsked(scope, query.Locations, { from: addDays(today, -RECENT_DAYS), to: today })
  const places = named.filter(({ active }) => active || query.Locations !== undefined)
  keepPlans(scope)
  return forecastAnswer({ places: await readPlaces(scope, places, today), venueCurrency: scope.venue.currency, today: dayNumber(today), now: scope.now })
}

const readPlaces = async (scope: VenueScope, places: readonly ScopeLocation[], today: string): Promise<ReadPlace[]> => {
  const [first, last] = [dayNumber(today) - DAYS_READ, dayNumber(today)]
  const series = () => new Map(places.map(({ locationId }) => [locationId, new Float64Array(DAYS_READ + 1)]))
  const [net, covers] = [series(), series()]
  const put = (which: typeof net, locationId: number, day: number, value: number) => {
    const values = which.get(locationId)
    if (values && day >= first && day <= last) values[day - first] = (values[day - first] as number) + value
  }
  const ids = places.map(({ locationId }) => locationId)
  const span = { from: addDays(today, -DAYS_READ), to: today }
  const counted = new Float64Array(COVERS_WIDTH)
  const methods = new Map(places.map(({ locationId, coverMethod }) => [locationId, coverMethod]))
  const [booked] = await Promise.all([
    bookedAhead(scope, ids, { from: addDays(today, -BOOKED_DAYS_READ), to: addDays(today, DAYS_AHEAD) }),
    eachDaySold(scope, ids, span, (locationId, day, _, sold) => put(net, locationId, day, sold)),
    coversIn(scope, { locationIds: ids, ...span }, (locationId, day, row, at) => {
      coversInto(counted, methods.get(locationId) ?? 'patron', row, at)
      put(covers, locationId, day, (counted[COVERS.covers] as number) / COVER_UNIT_STEPS)
    }),
  ])
  const clocks = new Map(clocksOf(scope, places).map(({ locationId, day }) => [locationId, dayNumber(day)]))
  return places.map((place) => ({
    ...place,
    today: clocks.get(place.locationId) ?? last,
    read: { first, net: net.get(place.locationId) ?? new Float64Array(), covers: covers.get(place.locationId) ?? new Float64Array() },
    booked: booked.get(place.locationId),
    holidays: holidaysAt(place, first, today),
  }))
}

const holidaysAt = (place: ScopeLocation, first: number, today: string): Map<number, string[]> => {
  const byDay = new Map<number, string[]>()
  const [region = ''] = regionsOf([place])
  for (const { day, key, observed } of holidaysIn(region, addDays(today, first - dayNumber(today)), addDays(today, DAYS_AHEAD))) {
    const name = observed ? `${key} observed` : key
    byDay.set(dayNumber(day), [...(byDay.get(dayNumber(day)) ?? []), name])
  }
  return byDay
}
