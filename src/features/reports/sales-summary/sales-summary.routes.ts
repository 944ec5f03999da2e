import { implement } from '#platform/web/implement.ts'
import { salesSummary } from './sales-summary.contract.ts'
import { salesReport } from './sales-summary.report.ts'

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
