import type { DaysAsked } from '#features/reports/kit/days-asked.report.ts'
import { wagesTold, wageTargets, withUnplaced } from '#features/rosters/wages-told.report.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { daysBeside } from './beside-week.rules.ts'
import type { Wages } from './week-wages.rules.ts'

/** Wages of the week and of the weeks beside it; nothing for a reader who may not see timesheets. */
export const wagesOfWeeks = async (
  scope: VenueScope,
  asked: DaysAsked,
  named: readonly number[] | undefined,
  back: { lastWeek: number; lastYear: number },
): Promise<Wages | undefined> => {
  const { places, range, clocks } = asked
  const ids = places.map(({ locationId }) => locationId)
  const told = await wagesTold(scope, {
    locationIds: withUnplaced(scope, ids, named),
    spans: [range, daysBeside(asked, back.lastWeek), daysBeside(asked, back.lastYear)],
    clocks,
  })
  const [now, lastWeek, lastYear] = told ?? []
  return now && lastWeek && lastYear && { now, lastWeek, lastYear, targets: await wageTargets(scope) }
}
