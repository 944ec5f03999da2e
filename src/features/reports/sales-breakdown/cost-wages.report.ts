import { type AskedTrade, idsOf } from '#features/reports/kit/asked-trade.rules.ts'
import { hoursOf } from '#features/rosters/roster.rules.ts'
import { wagesTold, withUnplaced } from '#features/rosters/wages-told.report.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { comparedCost, costByColumn } from './cost-days.report.ts'
import { type CostIn, isAskedDay, unknownCost } from './cost-days.rules.ts'

export interface CostWages {
  now: CostIn
  compared: CostIn
  /** Hours to pay whose price nobody has said. */
  unpriced: number
  /** What is paid in areas that are matched to no location: in the totals, and in no location. */
  unplaced: number
}

/**
 * Wages of the range and of what it is compared with, the same as T & A tells; nothing for a reader who may not see timesheets.
 * Nobody knows them by the hour or a part of the day. Where nobody worked at all they are not known either.
 */
export const wagesInCosts = async (scope: VenueScope, asked: AskedTrade, named: readonly number[] | undefined): Promise<CostWages | undefined> => {
  const locationIds = withUnplaced(scope, idsOf(asked), named)
  const told = await wagesTold(scope, { ...howTold(asked), locationIds, spans: [asked.range] })
  if (!told) return undefined
  const rows = told.flat().filter(({ day }) => isAskedDay(asked, day))
  if (asked.hours || rows.length === 0) return { now: unknownCost, compared: unknownCost, unpriced: 0, unplaced: 0 }
  const wagesIn = async (ids: readonly number[], span: { from: string; to: string }) =>
    ((await wagesTold(scope, { clocks: asked.clocks, locationIds: ids, spans: [span] })) ?? []).flat()
  return {
    now: costByColumn(scope, asked, rows),
    compared: await comparedCost(scope, asked, locationIds, wagesIn),
    unpriced: hoursOf(rows.reduce((sum, { unpriced }) => sum + unpriced, 0)),
    unplaced: rows.reduce((sum, { locationId, cost }) => sum + (locationId === 0 ? cost : 0), 0),
  }
}

/** Whole months can be read where neither single days nor weekdays are told apart. */
const howTold = ({ clocks, unit, weekdays }: AskedTrade) => ({ clocks, byMonth: !weekdays && (unit === 'month' || unit === 'year') })
