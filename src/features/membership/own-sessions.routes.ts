import type { Session } from '#platform/access/sessions.ts'
import { implement } from '#platform/web/implement.ts'
import { failure } from '#shared/failure.ts'
import { ownSessions } from './own-sessions.contract.ts'
import { endOwn, sessionsOf } from './own-sessions.sql.ts'

export const ownSessionsImplementation = implement(ownSessions, {
  sessions: async ({ params, house, session }) => {
    refuseOthers(params.userId, session)
    return { Sessions: await sessionsOf(house.sql, session) }
  },
  endSession: ({ params, house, session, caller }) => {
    refuseOthers(params.userId, session)
    return endOwn(house.sql, session, params.sessionId, caller.ip)
  },
})

/** @throws NotFound for anybody else, whether or not there is such a person */
const refuseOthers = (userId: number, session: Session): void => {
  if (userId !== session.userId) throw failure('NotFound')
}
