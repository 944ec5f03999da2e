import { implement } from '#platform/web/implement.ts'
import { weeklyReport } from './weekly-report.sql.ts'
import { weeklySummary } from './weekly-summary.contract.ts'

export const weeklySummaryImplementation = implement(weeklySummary, {
  weeklySummary: ({ venue, query }) => weeklyReport(venue, query),
})
