import { implement } from '#platform/web/implement.ts'
import { failure, fieldFailure } from '#shared/failure.ts'
import { MOST_SESSIONS, takingTillSessions } from './take-till-sessions.contract.ts'
import { type SessionOutcome, takeHeartbeats, takeTillSessions } from './take-till-sessions.sql.ts'

export const takingTillSessionsImplementation = implement(takingTillSessions, {
  sendControlSheets: async ({ venue, body }) => {
    const sent = body.ControlSheets
    if (sent.length > MOST_SESSIONS) throw failure('TooLarge', { limit: `${MOST_SESSIONS} control sheets` })
    if (sent.length === 0) throw fieldFailure('ControlSheets', 'ControlSheets has at least one till session.')
    const [location] = venue.locations
    if (!location) throw failure('LocationNotFound')
    const outcomes = await takeTillSessions(venue, location.locationId, sent)
    const count = (...statuses: SessionOutcome['status'][]) => outcomes.filter(({ status }) => statuses.includes(status)).length
    return {
      BatchId: body.BatchId ?? null,
      Received: sent.length,
      Accepted: count('accepted'),
      Duplicates: count('duplicate', 'stale'),
      Replaced: count('replaced'),
      Rejected: count('rejected', 'conflict'),
      Results: outcomes.map(({ status, errors }, Index) => ({
        Index,
        SessionId: idIn(sent[Index]),
        Status: status,
        Errors: errors.map(({ ErrorCode, FieldName, Message }) => ({ ErrorCode, FieldName, Message })),
      })),
    }
  },
  sendHeartbeats: async ({ venue, body }) => {
    const [location] = venue.locations
    if (!location) throw failure('LocationNotFound')
    await takeHeartbeats(venue, location.locationId, body.Heartbeats)
    return { Received: body.Heartbeats.length }
  },
})

const idIn = (sent: unknown): string | null => {
  const id = (sent as { SessionId?: unknown } | null | undefined)?.SessionId
  return typeof id === 'string' ? id.slice(0, 64) : null
}
