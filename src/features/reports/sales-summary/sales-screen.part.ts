import type { Unit } from '#features/reports/kit/period.rules.ts'
import { type ReportScreen, reportScreenAt, useReportScreen } from '#features/reports/kit/screen/report-screen.part.tsx'
import type { AskedCall } from '#ui/screen.ts'
import type { VenueConfig } from '#ui/stored-user.ts'
import type { UrlState } from '#ui/url-state.ts'
import { salesSummary } from './sales-summary.contract.ts'

const SALES = {
  hour: salesSummary.salesByHour,
  day: salesSummary.salesByDay,
  week: salesSummary.salesByWeek,
  month: salesSummary.salesByMonth,
  year: salesSummary.salesByYear,
} as const
const ITEMS = {
  hour: salesSummary.itemsByHour,
  day: salesSummary.itemsByDay,
  week: salesSummary.itemsByWeek,
  month: salesSummary.itemsByMonth,
  year: salesSummary.itemsByYear,
} as const

const TARGETS = { targets: true }

/** The call that answers this screen, and its query. All ten take and answer alike. */
export interface SalesScreen extends ReportScreen {
  operation: typeof salesSummary.salesByDay
}

/** The Sales Summary as its address has it. */
export const useScreen = (config: VenueConfig): SalesScreen => salesScreen(useReportScreen(config, TARGETS))

/** What it begins by asking. */
export const askedAt = (config: VenueConfig, url: UrlState): AskedCall => {
  const { operation, query } = salesScreen(reportScreenAt(config, url, TARGETS))
  return { operation, input: { query } }
}

const salesScreen = (screen: ReportScreen): SalesScreen => {
  const { state, query } = screen
  return { ...screen, operation: operationOf(state.unit, state.items.length > 0), query: byDate(query) }
}

const operationOf = (unit: Unit, byItem: boolean) => (byItem ? ITEMS : SALES)[unit] as typeof salesSummary.salesByDay

/** A range of one day is asked for by its single date, as the specification has it. */
const byDate = ({ FromDate, ToDate, ...others }: Record<string, string>): Record<string, string> =>
  ({
    ...(FromDate === ToDate ? { Date: FromDate } : { FromDate, ToDate }),
    ...others,
  }) as Record<string, string>
