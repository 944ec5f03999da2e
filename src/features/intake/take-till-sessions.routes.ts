import { implement } from '#platform/web/implement.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { countsOf, idIn, resultOf } from './item-results.rules.ts'
import { MOST_SESSIONS, takingTillSessions } from './take-till-sessions.contract.ts'
import { takeHeartbeats, takeTillSessions } from './take-till-sessions.sql.ts'

export const takingTillSessionsImplementation = implement(takingTillSessions, {
  sendControlSheets: async ({ venue, body: { BatchId = null, ControlSheets: sent } }) => {
    if (sent.length > MOST_SESSIONS) throw failure('TooLarge', { limit: `${MOST_SESSIONS} control sheets` })
    if (sent.length === 0) throw fieldFailure('ControlSheets', 'ControlSheets must have at least one till session.')
    const [location] = venue.locations
    if (!location) throw failure('LocationNotFound')
    const outcomes = await takeTillSessions(venue, location.locationId, sent)
    const Results = outcomes.map((outcome, Index) => ({ Index, SessionId: idIn(sent[Index], 'SessionId'), ...resultOf(outcome) }))
    return { BatchId, Received: sent.length, ...countsOf(outcomes), Results }
  },
  sendHeartbeats: async ({ venue, body }) => {
    const [location] = venue.locations
    if (!location) throw failure('LocationNotFound')
    await takeHeartbeats(venue, location.locationId, body.Heartbeats)
    return { Received: body.Heartbeats.length }
  },
})
