import { implement } from '#platform/web/implement.ts'
import { dailyReport } from './daily-report.sql.ts'
import { dailySales } from './daily-sales.contract.ts'

export const dailySalesImplementation = implement(dailySales, {
  dailySales: ({ venue, query }) => dailyReport(venue, query),
})
