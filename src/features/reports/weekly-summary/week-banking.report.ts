import type { DaysAsked } from '#features/reports/kit/days-asked.report.ts'
import { sheetsTold } from '#features/till/sheets-told.report.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { addDays } from '#shared/day.ts'
import { type Banking, sheetsBeside } from './week-banking.rules.ts'

/** The control sheets of the week and of the weeks beside it; nothing for a reader who may not see them. */
export const bankingOfWeeks = async (
  scope: VenueScope,
  { places, range, clocks }: DaysAsked,
  back: { lastWeek: number; lastYear: number },
): Promise<Banking | undefined> => {
  const locationIds = places.map(({ locationId }) => locationId)
  const read = async (days: number) => {
    const sheets = await sheetsTold(scope, { locationIds, from: addDays(range.from, -days), to: addDays(range.to, -days) })
    return typeof sheets === 'string' ? undefined : days === 0 ? sheets : sheetsBeside(sheets, days, clocks, scope.now)
  }
  const [now, lastWeek, lastYear] = await Promise.all([read(0), read(back.lastWeek), read(back.lastYear)])
  return now && lastWeek && lastYear && { now, lastWeek, lastYear }
}
