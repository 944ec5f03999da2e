import { implement } from '#platform/web/implement.ts'
import { mediaSummary } from './media-summary.contract.ts'
import { mediaReport } from './media-summary.report.ts'

export const mediaSummaryImplementation = implement(mediaSummary, {
  mediaSummary: ({ venue, query }) => mediaReport(venue, query),
})
