import { implement } from '#platform/web/implement.ts'
import { costsReport } from './costs.report.ts'
import { salesBreakdown } from './sales-breakdown.contract.ts'
import { breakdownReport } from './sales-breakdown.report.ts'

export const salesBreakdownImplementation = implement(salesBreakdown, {
  group: ({ venue, query }) => breakdownReport(venue, 'group', query),
  productgroup: ({ venue, query }) => breakdownReport(venue, 'productgroup', query),
  department: ({ venue, query }) => breakdownReport(venue, 'department', query),
  category: ({ venue, query }) => breakdownReport(venue, 'category', query),
  employee: ({ venue, query }) => breakdownReport(venue, 'employee', query),
  ordertype: ({ venue, query }) => breakdownReport(venue, 'ordertype', query),
  till: ({ venue, query }) => breakdownReport(venue, 'till', query),
  promotion: ({ venue, query }) => breakdownReport(venue, 'promotion', query),
  discount: ({ venue, query }) => breakdownReport(venue, 'discount', query),
  surcharge: ({ venue, query }) => breakdownReport(venue, 'surcharge', query),
  wastage: ({ venue, query }) => breakdownReport(venue, 'wastage', query),
  costs: ({ venue, query }) => costsReport(venue, query),
  gpmargins: ({ venue, query }) => breakdownReport(venue, 'gpmargins', query),
})
