import type { FastifyRequest } from 'fastify'
import type { AnyOperation } from '#shared/endpoint.ts'
import type { Admitted, Opened } from './admitted.ts'
import { companionCookie, isSecure } from './caller.ts'
import type { Caller, Service } from './implement.ts'
import type { MetSession } from './met-sessions.ts'
import { noteFor } from './refusal-notes.ts'
import { inVenue, pathVenue, workIn } from './rooms.ts'
import { refuseOtherVenue } from './same-page.ts'
import { kindOf, metOf, mostOf } from './session-count.ts'
import { admitSession } from './session-door.ts'
import { readSession, tokenHashOf } from './sessions.ts'
import { VenueScope } from './venue-scope.ts'

/** Whoever is not plainly let in: asked again the long way, which knows why. */
const LONG_WAY = new Error('The long way.')

/**
 * A read in the venue by somebody who has just been let into it: whether the session lives, what they may, and what they ask go to the
 * database together.
 */
export const admitAgain = (service: Service, operation: AnyOperation, request: FastifyRequest, caller: Caller): Admitted | undefined => {
  if (operation.method !== 'GET') return undefined
  const tokenHash = tokenHashOf(request.headers.authorization)
  const kind = kindOf(operation)
  const met = tokenHash && metOf(service).countHere(tokenHash, kind, mostOf(service, kind))
  if (!met) return undefined
  const inAgain = <T>(work: (opened: Opened) => Promise<T>) =>
    service.database.readVenue(met.venueId, async (sql) => {
      const [session, venue] = await Promise.all([
        readSession(sql, met.tokenHash, caller.cookie(companionCookie(isSecure(service)))),
        VenueScope.forPerson(sql, met.venueId, { ...holderOf(met), ip: caller.ip }, service.clock?.()),
      ])
      const isSame = session?.sessionId === met.sessionId && session.venueId === met.venueId && session.employeeId === met.employeeId
      if (!session || !isSame || !venue) throw LONG_WAY
      refuseOtherVenue(session, request)
      return workIn(operation, venue, session, pathVenue(operation, request), work)
    })
  return {
    subject: met.sessionId,
    principal: `user:${met.userId}`,
    venueId: met.venueId,
    keepsAnswers: !operation.answersSecret,
    inTransaction: async (work) => {
      try {
        return await inAgain(work)
      } catch (error) {
        if (error !== LONG_WAY) throw error
      }
      const session = await admitSession(service, operation, request, caller)
      return inVenue(service, operation, request, session, caller).inTransaction(work)
    },
    noteRefusal: noteFor(service, { ...met, impersonator: null }, operation, caller),
  }
}

const holderOf = ({ sessionId, userId, userName, employeeId }: MetSession) =>
  ({ kind: 'person', sessionId, userId, userName, employeeId, impersonator: null }) as const
