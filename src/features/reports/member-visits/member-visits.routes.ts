import { implement } from '#platform/web/implement.ts'
import { memberVisits } from './member-visits.contract.ts'
import { visitsReport } from './member-visits.report.ts'

export const memberVisitsImplementation = implement(memberVisits, { memberVisits: ({ venue, query }) => visitsReport(venue, query) })
