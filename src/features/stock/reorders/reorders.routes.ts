import { implement } from '#platform/web/implement.ts'
import { reorderCalls } from './reorders.contract.ts'
import { reordersReport } from './reorders.report.ts'

export const reordersImplementation = implement(reorderCalls, {
  reorders: ({ venue, query }) => reordersReport(venue, query),
})
