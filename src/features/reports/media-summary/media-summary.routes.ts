import { implement } from '#platform/web/implement.ts'
import { mediaReport } from './media-report.sql.ts'
import { mediaSummary } from './media-summary.contract.ts'

export const mediaSummaryImplementation = implement(mediaSummary, {
  mediaSummary: ({ venue, query }) => mediaReport(venue, query),
})
