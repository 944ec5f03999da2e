import { implement } from '#platform/web/implement.ts'
import { explainMovement, tieMovement, untieMovement } from './match-by-hand.report.ts'
import { onePayment } from './one-payment.contract.ts'
import { onePaymentOf } from './one-payment.report.ts'

export const onePaymentImplementation = implement(onePayment, {
  payment: ({ venue, params, query }) => onePaymentOf(venue, params.paymentId, query.Media),
  tie: ({ venue, params, body, query }) => tieMovement(venue, params.movementId, body, query.Media),
  explain: ({ venue, params, body, query }) => explainMovement(venue, params.movementId, body.Reason.trim(), query.Media),
  untie: ({ venue, params, query }) => untieMovement(venue, params.movementId, query.Media),
})
