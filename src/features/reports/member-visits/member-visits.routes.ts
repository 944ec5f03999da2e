import { implement } from '#platform/web/implement.ts'
import { memberVisits } from './member-visits.contract.ts'
import { visitsReport } from './visits-report.sql.ts'

export const memberVisitsImplementation = implement(memberVisits, { memberVisits: ({ venue, query }) => visitsReport(venue, query) })
