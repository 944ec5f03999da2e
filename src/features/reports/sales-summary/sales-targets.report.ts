import { noSums } from '#features/reports/kit/figures.rules.ts'
import type { Span, Unit } from '#features/reports/kit/period.rules.ts'
import type { Held } from '#features/reports/kit/sales-answer.rules.ts'
import { columnOf, type PlannedPeriod } from '#features/reports/kit/sales-plan.rules.ts'
import { Tally } from '#features/reports/kit/tally.rules.ts'
import { targetDays } from '#features/reports/kit/targets/target-days.sql.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { dayNumber, everyDay, isoWeekday } from '#shared/day.ts'

interface Asked {
  range: Span
  unit: Unit
  places: readonly ScopeLocation[]
  /** ISO weekdays; undefined for all. */
  weekdays: readonly number[] | undefined
  /** Everything sold, all day long: a part of it has no target. */
  isWhole: boolean
}

/** The targets of the days asked for, laid into the report's columns. An hour has none, and neither has a part of the trade; a day has the target of all of it, also while it is traded. */
export const targetsIn = async (
  scope: VenueScope,
  { range, unit, places, weekdays, isWhole }: Asked,
  columns: Promise<{ periods: readonly PlannedPeriod[]; tally: Tally }>,
): Promise<Held> => {
  const ids = places.map(({ locationId }) => locationId)
  const [targets, { periods, tally: sold }] = await Promise.all([targetDays(scope, ids, range), columns])
  const names = periods.map(({ period }) => period)
  const tally = new Tally(ids, names, noSums())
  const days = everyDay(range.from, range.to).filter((day) => !weekdays || weekdays.includes(isoWeekday(day)))
  const column = unit === 'hour' ? () => undefined : columnOf(unit, scope.venue.weekStart)
  for (const locationId of ids)
    for (const day of days) tally.put(locationId, column(dayNumber(day)), 'amount', isWhole ? targets.at(locationId, day) : Number.NaN)
  if (unit === 'hour') tally.leaveOut(names)
  return { kind: 'target', references: [], tally, targeted: targets.counted(ids, days, (locationId) => sold.has(locationId)) }
}
