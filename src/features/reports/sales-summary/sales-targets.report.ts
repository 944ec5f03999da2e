import { todayOf } from '#features/reports/kit/clocks.rules.ts'
import { noSums } from '#features/reports/kit/figures.rules.ts'
import type { Span, Unit } from '#features/reports/kit/period.rules.ts'
import type { Held } from '#features/reports/kit/sales-answer.rules.ts'
import { type Clocked, columnOf, type PlannedPeriod } from '#features/reports/kit/sales-plan.rules.ts'
import { Tally } from '#features/reports/kit/tally.rules.ts'
import { targetDays } from '#features/reports/kit/targets/target-days.sql.ts'
import type { ScopeLocation, VenueScope } from '#platform/access/venue-scope.ts'
import { dayNumber, everyDay, isoWeekday } from '#shared/day.ts'

interface Asked {
  range: Span
  unit: Unit
  places: readonly ScopeLocation[]
  clocks: readonly Clocked[]
  /** ISO weekdays; undefined for all. */
  weekdays: readonly number[] | undefined
  /** Everything sold, all day long: a part of it has no target. */
  isWhole: boolean
}

/**
 * The targets of the days asked for, laid into the report's columns. An hour has none, and neither has a part of the trade; a day has the target of all of it, also
 * while it is traded. A week or month that runs counts its days up to today, and so does the whole range: what is still to come is in no total.
 */
export const targetsIn = async (
  scope: VenueScope,
  { range, unit, places, clocks, weekdays, isWhole }: Asked,
  columns: Promise<{ periods: readonly PlannedPeriod[]; tally: Tally }>,
): Promise<Held> => {
  const ids = places.map(({ locationId }) => locationId)
  const [targets, { periods, tally: sold }] = await Promise.all([targetDays(scope, ids, range), columns])
  const names = periods.map(({ period }) => period)
  const tally = new Tally(ids, names, noSums())
  const days = everyDay(range.from, range.to).filter((day) => !weekdays || weekdays.includes(isoWeekday(day)))
  const today = todayOf(scope, clocks)
  const come = days.filter((day) => day <= today)
  const at = (locationId: number, day: string): number => (isWhole ? targets.at(locationId, day) : Number.NaN)
  for (const locationId of ids) {
    for (const day of come) tally.put(locationId, 0, 'amount', at(locationId, day))
    if (come.length === 0) tally.put(locationId, 0, 'amount', Number.NaN)
  }
  if (unit === 'hour') tally.leaveOut(names)
  else
    for (const [day, column] of columnsOf(days, today, periods, columnOf(unit, scope.venue.weekStart)))
      for (const locationId of ids) tally.put(locationId, column, 'amount', at(locationId, day))
  const targeted = targets.counted(ids, come.length > 0 ? come : days, (locationId) => sold.has(locationId))
  const withoutTarget = targeted.filter((locationId) => come.some((day) => Number.isNaN(at(locationId, day))))
  return { kind: 'target', references: [], tally, targeted, withoutTarget }
}

/** Each day with the place of its column from 1 on; days to come count where all of their column is to come. */
const columnsOf = (days: readonly string[], today: string, periods: readonly PlannedPeriod[], nameOf: (day: number) => string): [string, number][] => {
  const places = new Map(periods.map(({ period }, i) => [period, i + 1]))
  return days.flatMap((day): [string, number][] => {
    const place = places.get(nameOf(dayNumber(day)))
    return place && (day <= today || periods[place - 1]?.state === 'to-come') ? [[day, place]] : []
  })
}
