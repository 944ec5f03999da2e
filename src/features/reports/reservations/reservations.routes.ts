import { implement } from '#platform/web/implement.ts'
import { reservations } from './reservations.contract.ts'
import { reservationsReport } from './reservations-report.sql.ts'

export const reservationsImplementation = implement(reservations, {
  reservations: ({ venue, query }) => reservationsReport(venue, query),
})
