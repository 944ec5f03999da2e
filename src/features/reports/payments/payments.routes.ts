import { implement } from '#platform/web/implement.ts'
import { payments } from './payments.contract.ts'
import { paymentsReport } from './payments.report.ts'

export const paymentsImplementation = implement(payments, { payments: ({ venue, query }) => paymentsReport(venue, query) })
