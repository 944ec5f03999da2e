import { implement } from '#platform/web/implement.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { countsOf, idIn, resultOf } from './item-results.rules.ts'
import { MOST_RESERVATIONS, takingReservations } from './take-reservations.contract.ts'
import { takeReservations } from './take-reservations.sql.ts'

export const takingReservationsImplementation = implement(takingReservations, {
  sendReservations: async ({ venue, body: { BatchId = null, Reservations: sent } }) => {
    if (sent.length > MOST_RESERVATIONS) throw failure('TooLarge', { limit: `${MOST_RESERVATIONS} reservations` })
    if (sent.length === 0) throw fieldFailure('Reservations', 'Reservations must have at least one reservation.')
    const [location] = venue.locations
    if (!location) throw failure('LocationNotFound')
    const outcomes = await takeReservations(venue, location.locationId, sent)
    const Results = outcomes.map((outcome, Index) => ({ Index, ReservationId: idIn(sent[Index], 'ReservationId'), ...resultOf(outcome) }))
    return { BatchId, Received: sent.length, ...countsOf(outcomes), Results }
  },
})
