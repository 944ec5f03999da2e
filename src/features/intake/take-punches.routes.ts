import { implement } from '#platform/web/implement.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { countsOf, idIn, resultOf } from './item-results.rules.ts'
import { MOST_PUNCHES, takingPunches } from './take-punches.contract.ts'
import { takePunches } from './take-punches.sql.ts'

export const takingPunchesImplementation = implement(takingPunches, {
  sendPunches: async ({ venue, body: { BatchId = null, Punches: sent } }) => {
    if (sent.length > MOST_PUNCHES) throw failure('TooLarge', { limit: `${MOST_PUNCHES} punches` })
    if (sent.length === 0) throw fieldFailure('Punches', 'Punches must have at least one punch.')
    const [location] = venue.locations
    if (!location) throw failure('LocationNotFound')
    const outcomes = await takePunches(venue, location.locationId, sent)
    const Results = outcomes.map((outcome, Index) => ({ Index, PunchId: idIn(sent[Index], 'PunchId'), ...resultOf(outcome) }))
    return { BatchId, Received: sent.length, ...countsOf(outcomes), Results }
  },
})
