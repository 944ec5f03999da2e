import { implement } from '#platform/web/implement.ts'
import { bistroCovers } from './bistro-covers.contract.ts'
import { coversReport } from './covers-report.sql.ts'

export const bistroCoversImplementation = implement(bistroCovers, { bistroCovers: ({ venue, query }) => coversReport(venue, query) })
