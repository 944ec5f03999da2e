import { implement } from '#platform/web/implement.ts'
import { ownSessions } from './own-sessions.contract.ts'
import { endOwn, sessionsOf } from './own-sessions.sql.ts'
import { ownUserId } from './own-user.rules.ts'

export const ownSessionsImplementation = implement(ownSessions, {
  sessions: async ({ params, house, session }) => {
    ownUserId(params.userId, session)
    return { Sessions: await sessionsOf(house.sql, session) }
  },
  endSession: ({ params, house, session, caller }) => {
    ownUserId(params.userId, session)
    return endOwn(house.sql, session, params.sessionId, caller.ip)
  },
})
