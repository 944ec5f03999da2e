import { implement } from '#platform/web/implement.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { MOST_RESERVATIONS, takingReservations } from './take-reservations.contract.ts'
import { type ReservationOutcome, takeReservations } from './take-reservations.sql.ts'

export const takingReservationsImplementation = implement(takingReservations, {
  sendReservations: async ({ venue, body }) => {
    const sent = body.Reservations
    if (sent.length > MOST_RESERVATIONS) throw failure('TooLarge', { limit: `${MOST_RESERVATIONS} reservations` })
    if (sent.length === 0) throw fieldFailure('Reservations', 'Reservations has at least one reservation.')
    const [location] = venue.locations
    if (!location) throw failure('LocationNotFound')
    const outcomes = await takeReservations(venue, location.locationId, sent)
    const count = (...statuses: ReservationOutcome['status'][]) => outcomes.filter(({ status }) => statuses.includes(status)).length
    return {
      BatchId: body.BatchId ?? null,
      Received: sent.length,
      Accepted: count('accepted'),
      Duplicates: count('duplicate', 'stale'),
      Replaced: count('replaced'),
      Rejected: count('rejected', 'conflict'),
      Results: outcomes.map(({ status, errors }, Index) => ({
        Index,
        ReservationId: idIn(sent[Index]),
        Status: status,
        Errors: errors.map(({ ErrorCode, FieldName, Message }) => ({ ErrorCode, FieldName, Message })),
      })),
    }
  },
})

const idIn = (sent: unknown): string | null => {
  const id = (sent as { ReservationId?: unknown } | null | undefined)?.ReservationId
  return typeof id === 'string' ? id.slice(0, 64) : null
}
