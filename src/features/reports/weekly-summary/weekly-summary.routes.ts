import { implement } from '#platform/web/implement.ts'
import { weeklySummary } from './weekly-summary.contract.ts'
import { weeklyReport } from './weekly-summary.report.ts'

export const weeklySummaryImplementation = implement(weeklySummary, {
  weeklySummary: ({ venue, query }) => weeklyReport(venue, query),
})
