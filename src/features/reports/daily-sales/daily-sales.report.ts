import { weekBefore, yearBefore } from '#features/reports/kit/counterparts.rules.ts'
import { daysAsked, readDays, soldByDay, soldOnCounterparts } from '#features/reports/kit/days-asked.report.ts'
import { lateByDay } from '#features/reports/kit/late-days.rules.ts'
import { targetDays } from '#features/reports/kit/targets/target-days.sql.ts'
import { freshnessAndLateDays } from '#features/sums/reading/freshness.sql.ts'
import { keepPlans } from '#features/sums/reading/slice.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { dailyAnswer } from './daily-answer.rules.ts'
import type { DailyAnswer, DailyQuery } from './daily-sales.contract.ts'
import { TradingHours } from './trading-hours.rules.ts'
import { tradingHours } from './trading-hours.sql.ts'

/**
 * Daily Sales: the figures of each day and location, its hours and holidays, against the same day last week and last year.
 * @throws RangeBackwards, RangeTooLong, LocationNotFound, ValidationFailed
 */
export const dailyReport = async (scope: VenueScope, query: DailyQuery): Promise<DailyAnswer> => {
  const asked = await daysAsked(scope, query)
  keepPlans(scope)
  const read = readDays(scope, asked)
  const ids = asked.places.map(({ locationId }) => locationId)
  const [sold, lastWeek, lastYear, hours, { freshness, late }, targets] = await Promise.all([
    soldByDay(scope, asked, read),
    soldOnCounterparts(scope, asked, () => weekBefore, read),
    soldOnCounterparts(scope, asked, yearBefore(asked.places)),
    // Hours are the day's; of a part of it they are not kept.
    asked.hours ? new TradingHours(asked.range) : tradingHours(scope, ids, asked.range),
    freshnessAndLateDays(scope, asked),
    asked.hours ? undefined : targetDays(scope, ids, asked.range),
  ])
  const places = asked.places.filter(({ active, locationId }) => active || query.Locations !== undefined || sold.has(locationId))
  return dailyAnswer({
    ...asked,
    places,
    sold,
    lastWeek,
    lastYear,
    hours,
    targets,
    freshness,
    late: lateByDay(late),
    currency: scope.venue.currency,
    now: scope.now,
  })
}
