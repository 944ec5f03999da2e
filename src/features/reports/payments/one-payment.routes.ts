import { implement } from '#platform/web/implement.ts'
import { explainMovement, tieMovement, untieMovement } from './match-by-hand.report.ts'
import { movementNamed } from './match-by-hand.sql.ts'
import { onePayment } from './one-payment.contract.ts'
import { onePaymentOf } from './one-payment.report.ts'
import { paymentHead } from './one-payment.sql.ts'

export const onePaymentImplementation = implement(onePayment, {
  payment: ({ venue, params, query }) => onePaymentOf(venue, params.paymentId, query.Media),
  tie: ({ venue, params, body, query }) => tieMovement(venue, params.movementId, body, query.Media),
  explain: ({ venue, params, body, query }) => explainMovement(venue, params.movementId, body.Reason.trim(), query.Media),
  untie: ({ venue, params, query }) => untieMovement(venue, params.movementId, query.Media),

  finders: {
    payment: ({ venue, params }) => paymentHead(venue, params.paymentId),
    tie: ({ venue, params }) => movementNamed(venue, params.movementId),
    explain: ({ venue, params }) => movementNamed(venue, params.movementId),
    untie: ({ venue, params }) => movementNamed(venue, params.movementId),
  },
})
