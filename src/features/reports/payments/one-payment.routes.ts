import { implement } from '#platform/web/implement.ts'
import { onePayment } from './one-payment.contract.ts'
import { onePaymentOf } from './one-payment.report.ts'

export const onePaymentImplementation = implement(onePayment, {
  payment: ({ venue, params, query }) => onePaymentOf(venue, params.paymentId, query.Media),
})
