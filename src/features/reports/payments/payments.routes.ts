import { implement } from '#platform/web/implement.ts'
import { paymentList } from './payment-list.report.ts'
import { payments } from './payments.contract.ts'
import { paymentsReport } from './payments.report.ts'
import { tillAgainstProvider } from './till-match.report.ts'
import { matchPairs } from './till-pairs.report.ts'

export const paymentsImplementation = implement(payments, {
  payments: ({ venue, query }) => paymentsReport(venue, query),
  paymentList: ({ venue, query }) => paymentList(venue, query),
  tillAgainstPayments: ({ venue, query }) => tillAgainstProvider(venue, query),
  tillPairs: ({ venue, query }) => matchPairs(venue, query),
})
