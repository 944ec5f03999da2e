import { implement } from '#platform/web/implement.ts'
import { variance } from './variance.contract.ts'
import { varianceReport, varianceSheetsReport } from './variance.report.ts'

export const varianceImplementation = implement(variance, {
  variance: ({ venue, query }) => varianceReport(venue, query),
  varianceSheets: ({ venue, query }) => varianceSheetsReport(venue, query),
})
