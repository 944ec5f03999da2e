import type { FastifyRequest } from 'fastify'
import { noteFor } from '#platform/audit/refusal-notes.ts'
import { companionCookie, isSecure } from '#platform/web/caller.ts'
import type { Caller, Service } from '#platform/web/implement.ts'
import { refuseOtherVenue } from '#platform/web/same-page.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import type { Admitted, Opened } from './admitted.ts'
import type { CachedSession } from './cached-sessions.ts'
import { inVenue, pathVenue, workIn } from './rooms.ts'
import { cachedSessionsOf, kindOf, mostOf } from './session-count.ts'
import { admitSession } from './session-door.ts'
import { readSession, tokenHashOf } from './sessions.ts'
import { VenueScope } from './venue-scope.ts'

/** Whoever is not plainly let in: asked again the long way, which knows why. */
const LONG_WAY = new Error('The long way.')

/**
 * A read in the venue by somebody who has just been let into it: whether the session lives and what they may is asked together, in the transaction of
 * what they ask.
 */
export const admitAgain = (service: Service, operation: AnyOperation, request: FastifyRequest, caller: Caller): Admitted | undefined => {
  if (operation.method !== 'GET' || operation.writes) return undefined
  const tokenHash = tokenHashOf(request.headers.authorization)
  const kind = kindOf(operation)
  const cached = tokenHash && cachedSessionsOf(service).countHere(tokenHash, kind, mostOf(service, kind))
  if (!cached) return undefined
  const holder = { ...holderOf(cached), ip: caller.ip }
  const inAgain = <T>(work: (opened: Opened) => Promise<T>) =>
    service.database.readVenue(cached.venueId, async (sql) => {
      const companion = caller.cookie(companionCookie(isSecure(service)))
      const [session, venue] = await Promise.all([
        readSession(sql, cached.tokenHash, companion),
        VenueScope.forPerson(sql, cached.venueId, holder, service.clock?.()),
      ])
      const isSame = session?.sessionId === cached.sessionId && session.venueId === cached.venueId && session.employeeId === cached.employeeId
      if (!isSame || !venue) throw LONG_WAY
      refuseOtherVenue(session, request)
      return workIn(operation, venue, session, pathVenue(operation, request), work)
    })
  return {
    subject: cached.sessionId,
    principal: `user:${cached.userId}`,
    venueId: cached.venueId,
    keepsAnswers: !operation.answersSecret,
    inTransaction: async (work) => {
      try {
        return await inAgain(work)
      } catch (error) {
        if (error !== LONG_WAY) throw error
      }
      const session = await admitSession(service, operation, request, caller)
      const room = await inVenue(service, operation, request, session, caller)
      return room.inTransaction(work)
    },
    noteRefusal: noteFor(service, { ...cached, impersonator: null }, operation, caller),
  }
}

const holderOf = ({ sessionId, userId, userName, employeeId }: CachedSession) =>
  ({ kind: 'person', sessionId, userId, userName, employeeId, impersonator: null }) as const
