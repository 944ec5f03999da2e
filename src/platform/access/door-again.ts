import type { FastifyRequest } from 'fastify'
import { noteFor } from '#platform/audit/refusal-notes.ts'
import { companionCookie, isSecure } from '#platform/web/caller.ts'
import type { Caller, Service } from '#platform/web/implement.ts'
import { refuseOtherVenue } from '#platform/web/same-page.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import type { Admitted, Opened } from './admitted.ts'
import { type CachedAccess, cacheAccess, isNear, nowBy } from './cached-access.ts'
import type { CachedSession } from './cached-sessions.ts'
import { inVenue, pathVenue, workIn } from './rooms.ts'
import { cachedSessionsOf, kindOf, mostOf } from './session-count.ts'
import { admitSession } from './session-door.ts'
import { readSession, tokenHashOf } from './sessions.ts'
import { VenueScope } from './venue-scope.ts'

/** Whoever is not plainly let in: asked again the long way, which knows why. */
const LONG_WAY = new Error('The long way.')
/** What was expected of them is not so any more: asked again by what was read. */
const UNEXPECTED = new Error('Unexpected.')

/**
 * A read in the venue by somebody who has just been let into it: whether the session lives, what they may, and what they ask go to the
 * database together. A report is even begun before that is known: by what its reader could do a moment ago, in a role that can only read. Its answer stays
 * here until the same transaction has confirmed that all of it is still so; otherwise it is thrown away, and asked again.
 */
export const admitAgain = (service: Service, operation: AnyOperation, request: FastifyRequest, caller: Caller): Admitted | undefined => {
  if (operation.method !== 'GET' || operation.writes) return undefined
  const tokenHash = tokenHashOf(request.headers.authorization)
  const kind = kindOf(operation)
  const sessions = cachedSessionsOf(service)
  const cached = tokenHash && sessions.countHere(tokenHash, kind, mostOf(service, kind))
  if (!cached) return undefined
  const holder = { ...holderOf(cached), ip: caller.ip }
  const inAgain = <T>(isEarly: boolean, work: (opened: Opened) => Promise<T>) =>
    service.database.readVenue(cached.venueId, async (sql) => {
      const enter = async ({ access, session }: CachedAccess, now: Date) =>
        workIn(operation, VenueScope.withAccess(sql, cached.venueId, holder, access, now), session, pathVenue(operation, request), work)
      const expected = isEarly ? sessions.expected(cached.tokenHash) : undefined
      const now = service.clock?.()
      const begunAt = expected && (now ?? nowBy(expected))
      const companion = caller.cookie(companionCookie(isSecure(service)))
      const asked = Promise.all([readSession(sql, cached.tokenHash, companion), VenueScope.accessOf(sql, cached.venueId, holder)])
      // Both are over before the transaction is: nothing is asked on its connection any more.
      const [checked, early] = await Promise.allSettled([asked, begunAt && enter(expected, begunAt)])
      if (checked.status === 'rejected') throw checked.reason
      const [session, access] = checked.value
      const isSame = session?.sessionId === cached.sessionId && session.venueId === cached.venueId && session.employeeId === cached.employeeId
      const known = isSame && access ? cacheAccess(session, access) : undefined
      sessions.expect(cached.tokenHash, known)
      if (!session || !known) throw LONG_WAY
      refuseOtherVenue(session, request)
      if (!begunAt) return enter(known, now ?? known.access.at)
      if (expected.text !== known.text || !(now || isNear(begunAt, known))) throw UNEXPECTED
      if (early.status === 'rejected') throw early.reason
      return early.value as T
    })
  return {
    subject: cached.sessionId,
    principal: `user:${cached.userId}`,
    venueId: cached.venueId,
    keepsAnswers: !operation.answersSecret,
    inTransaction: async (work) => {
      for (const isEarly of operation.table ? [true, false] : [false]) {
        try {
          return await inAgain(isEarly, work)
        } catch (error) {
          if (error === LONG_WAY) break
          if (error !== UNEXPECTED) throw error
        }
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
