import { clocksOf } from '#features/reports/kit/clocks.rules.ts'
import { noSums } from '#features/reports/kit/figures.rules.ts'
import { Tally } from '#features/reports/kit/tally.rules.ts'
import { freshnessOf } from '#features/sums/reading/freshness.sql.ts'
import { salesInBuckets } from '#features/sums/reading/sales-sums.sql.ts'
import { keepPlans } from '#features/sums/reading/slice.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { dayOf, everyDay } from '#shared/day.ts'
import type { LiveLocation, LiveSales } from './live.contract.ts'
import { toldSums } from './live-sales.rules.ts'

/** Today's sales of a venue, read once for all who listen; what it answers cuts them to the locations somebody may see, null for all. */
export const liveSales = async (scope: VenueScope): Promise<(locationIds: ReadonlySet<number> | null) => Pick<LiveSales, 'Locations'>> => {
  keepPlans(scope)
  const clocks = clocksOf(scope, scope.locations)
  const days = clocks.map(({ day }) => day).sort()
  const [from = '', to = ''] = [days[0], days.at(-1)]
  const ids = scope.locations.map(({ locationId }) => locationId)
  const [freshness, readings] = await Promise.all([
    freshnessOf(scope, scope.locations, clocks),
    salesInBuckets(scope, { locationIds: ids }, days.length > 0 ? [{ grain: 'day', less: false, from, to }] : [], 'day'),
  ])
  const columns = days.length > 0 ? everyDay(from, to) : []
  const tally = new Tally(ids, columns, noSums())
  for (const reading of readings) tally.add(reading, dayOf)
  const told = freshness.map(({ Name: _, TimeZone: __, ...location }): LiveLocation => {
    const { LocationId, Currency } = location
    const daySales = columns.map((day, i) => toldSums(day, tally.column(LocationId, i + 1), Currency))
    return { ...location, Days: daySales.filter((sales) => Object.keys(sales).length > 1) }
  })
  return (locationIds) => ({ Locations: locationIds ? told.filter(({ LocationId }) => locationIds.has(LocationId)) : told })
}
