import { type AskedTrade, idsOf } from '#features/reports/kit/asked-trade.rules.ts'
import { isStockKept, stockLost } from '#features/reports/kit/stock-lost.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { comparedCost, costByColumn } from './cost-days.report.ts'
import { type CostIn, isAskedDay, unknownCost } from './cost-days.rules.ts'

/** A cost that is known by the day, in the range and in what it is compared with. */
export interface DailyCost {
  now: CostIn
  compared: CostIn
}

/** What was written off and adjusted in the cellar, and what counts found missing; nobody knows it by the hour or a part of the day. */
export const stockInCosts = async (scope: VenueScope, asked: AskedTrade): Promise<DailyCost> => {
  const locationIds = idsOf(asked)
  if (asked.hours || !(await isStockKept(scope, locationIds))) return { now: unknownCost, compared: unknownCost }
  const rows = (await stockLost(scope, locationIds, asked.range)).filter(({ day }) => isAskedDay(asked, day))
  return {
    now: costByColumn(scope, asked, rows),
    compared: await comparedCost(scope, asked, locationIds, (ids, span) => stockLost(scope, ids, span)),
  }
}
