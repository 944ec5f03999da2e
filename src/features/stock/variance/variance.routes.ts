import { implement } from '#platform/web/implement.ts'
import { stockVarianceReport } from './stock-variance.report.ts'
import { stockVarianceCalls } from './variance.contract.ts'

export const stockVarianceImplementation = implement(stockVarianceCalls, {
  stockVariance: ({ venue, query }) => stockVarianceReport(venue, query),
})
