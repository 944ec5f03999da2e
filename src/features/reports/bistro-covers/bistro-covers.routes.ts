import { implement } from '#platform/web/implement.ts'
import { bistroCovers } from './bistro-covers.contract.ts'
import { coversReport } from './bistro-covers.report.ts'

export const bistroCoversImplementation = implement(bistroCovers, { bistroCovers: ({ venue, query }) => coversReport(venue, query) })
