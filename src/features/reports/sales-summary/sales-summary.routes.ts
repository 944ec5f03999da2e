import { implement } from '#platform/web/implement.ts'
import { salesReport } from './sales-report.sql.ts'
import { salesSummary } from './sales-summary.contract.ts'

export const salesSummaryImplementation = implement(salesSummary, {
  salesByDay: ({ venue, query }) => salesReport(venue, query, 'day'),
  salesByWeek: ({ venue, query }) => salesReport(venue, query, 'week'),
  salesByMonth: ({ venue, query }) => salesReport(venue, query, 'month'),
  salesByYear: ({ venue, query }) => salesReport(venue, query, 'year'),
  salesByHour: ({ venue, query }) => salesReport(venue, query, 'hour'),
  itemsByDay: ({ venue, query }) => salesReport(venue, query, 'day'),
  itemsByWeek: ({ venue, query }) => salesReport(venue, query, 'week'),
  itemsByMonth: ({ venue, query }) => salesReport(venue, query, 'month'),
  itemsByYear: ({ venue, query }) => salesReport(venue, query, 'year'),
  itemsByHour: ({ venue, query }) => salesReport(venue, query, 'hour'),
})
