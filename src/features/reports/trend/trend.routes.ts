import { implement } from '#platform/web/implement.ts'
import { trend } from './trend.contract.ts'
import { trendReport } from './trend.report.ts'

export const trendImplementation = implement(trend, { trend: ({ venue, query }) => trendReport(venue, query) })
