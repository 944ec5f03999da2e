import { implement } from '#platform/web/implement.ts'
import { dailySales } from './daily-sales.contract.ts'
import { dailyReport } from './daily-sales.report.ts'

export const dailySalesImplementation = implement(dailySales, {
  dailySales: ({ venue, query }) => dailyReport(venue, query),
})
