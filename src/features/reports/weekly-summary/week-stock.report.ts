import type { DaysAsked } from '#features/reports/kit/days-asked.report.ts'
import { isStockKept, stockLost } from '#features/reports/kit/stock-lost.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { daysBeside } from './beside-week.rules.ts'
import type { StockWeeks } from './weekly-parts.rules.ts'

/** What was written off and adjusted in the cellar and found missing, in the week and in the weeks beside it; nothing where no stock is kept. */
export const stockOfWeeks = async (scope: VenueScope, asked: DaysAsked, back: { lastWeek: number; lastYear: number }): Promise<StockWeeks | undefined> => {
  const locationIds = asked.places.map(({ locationId }) => locationId)
  if (!(await isStockKept(scope, locationIds))) return undefined
  const spans = [asked.range, daysBeside(asked, back.lastWeek), daysBeside(asked, back.lastYear)]
  const [now = [], lastWeek = [], lastYear = []] = await Promise.all(
    spans.map(async (span) => (await stockLost(scope, locationIds, span)).map(({ day, cost }) => ({ day, name: '', amount: cost }))),
  )
  return { now, lastWeek, lastYear }
}
