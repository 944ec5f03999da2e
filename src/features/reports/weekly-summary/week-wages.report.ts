import type { DaysAsked } from '#features/reports/kit/days-asked.report.ts'
import { wagesTold, wageTargets, withUnplaced } from '#features/rosters/wages-told.report.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addDays } from '#shared/day.ts'
import type { Wages } from './week-wages.rules.ts'

/** Wages of the week and of the weeks beside it; nothing for a reader who may not see timesheets. */
export const wagesOfWeeks = async (
  scope: VenueScope,
  { places, range, clocks }: DaysAsked,
  named: readonly number[] | undefined,
  back: { lastWeek: number; lastYear: number },
): Promise<Wages | undefined> => {
  const today = clocks.map(({ day }) => day).sort()[0] ?? range.to
  const beside = (days: number) => ({ from: addDays(range.from, -days), to: addDays(range.to < today ? range.to : addDays(today, -1), -days) })
  const ids = places.map(({ locationId }) => locationId)
  const told = await wagesTold(scope, {
    locationIds: withUnplaced(scope, ids, named),
    spans: [range, beside(back.lastWeek), beside(back.lastYear)],
    clocks,
  })
  const [now, lastWeek, lastYear] = told ?? []
  return now && lastWeek && lastYear && { now, lastWeek, lastYear, targets: await wageTargets(scope) }
}
