import { type AskedTrade, idsOf } from '#features/reports/kit/asked-trade.rules.ts'
import type { Span } from '#features/reports/kit/period.rules.ts'
import { isStockKept, stockLost } from '#features/reports/kit/stock-lost.sql.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { comparedCost, costByColumn } from './cost-days.report.ts'
import { type CostIn, type CostOfDay, isAskedDay, unknownCost } from './cost-days.rules.ts'
import { commissionKept, isDelivered } from './cost-stock.sql.ts'

/** A cost that is known by the day, in the range and in what it is compared with. */
export interface DailyCost {
  now: CostIn
  compared: CostIn
}

type Read = (scope: VenueScope, locationIds: readonly number[], span: Span) => Promise<readonly CostOfDay[]>

/** A cost that is known by the day where it is kept at all; nobody knows it by the hour or a part of the day. */
const dailyCost = async (scope: VenueScope, asked: AskedTrade, isKept: boolean, read: Read): Promise<DailyCost> => {
  if (asked.hours || !isKept) return { now: unknownCost, compared: unknownCost }
  const locationIds = idsOf(asked)
  const rows = (await read(scope, locationIds, asked.range)).filter(({ day }) => isAskedDay(asked, day))
  return {
    now: costByColumn(scope, asked, rows),
    compared: await comparedCost(scope, asked, locationIds, async (ids, span) => [
      ...(await read(
        scope,
        ids.filter((id) => id !== 0),
        span,
      )),
    ]),
  }
}

/** What was written off and adjusted in the cellar, and what counts found missing. */
export const stockInCosts = async (scope: VenueScope, asked: AskedTrade): Promise<DailyCost> =>
  dailyCost(scope, asked, await isStockKept(scope, idsOf(asked)), stockLost)

/** What delivery channels keep of their orders. */
export const commissionInCosts = async (scope: VenueScope, asked: AskedTrade): Promise<DailyCost> =>
  dailyCost(scope, asked, await isDelivered(scope, idsOf(asked)), commissionKept)
