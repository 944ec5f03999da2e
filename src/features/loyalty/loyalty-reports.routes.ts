import { implement } from '#platform/web/implement.ts'
import { cardUse, oftenUsed } from './card-use.sql.ts'
import { cardNamed } from './cards.sql.ts'
import { loyaltyReports } from './loyalty-reports.contract.ts'
import { pointsDifferences } from './points-differences.report.ts'
import { pointsReport } from './points-report.report.ts'
import { statements } from './statement.contract.ts'
import { statementOf } from './statement.report.ts'
import { tillStaff } from './till-staff.contract.ts'
import { tillStaffOn } from './till-staff.sql.ts'
import { usageSummary } from './usage-summary.sql.ts'

export const tillStaffImplementation = implement(tillStaff, { tillStaff: ({ venue, query }) => tillStaffOn(venue, query) })

export const statementImplementation = implement(statements, { statement: ({ venue, query }) => statementOf(venue, query) })

export const loyaltyReportsImplementation = implement(loyaltyReports, {
  cardUse: ({ venue, params, query }) => cardUse(venue, params.card, query),
  oftenUsed: ({ venue, query }) => oftenUsed(venue, query),
  pointsReport: ({ venue, query }) => pointsReport(venue, query),
  pointsDifferences: ({ venue, query }) => pointsDifferences(venue, query),
  usageSummary: ({ venue, query }) => usageSummary(venue, query),

  finders: { cardUse: ({ venue, params }) => cardNamed(venue, params.card) },
})
