import type { FastifyRequest } from 'fastify'
import { noteFor, noteForAnyone } from '#platform/audit/refusal-notes.ts'
import type { Caller, Service } from '#platform/web/implement.ts'
import { refuseCrossSite, refuseOtherVenue } from '#platform/web/same-page.ts'
import { type AnyOperation, isSupplierKeyAccess } from '#shared/endpoint.ts'
import { failure } from '#shared/failure.ts'
import type { Admitted } from './admitted.ts'
import { admitBoard, isBoard } from './board-door.ts'
import { admitAgain } from './door-again.ts'
import { inHouse, inVenue } from './rooms.ts'
import { admitActing, admitSession } from './session-door.ts'
import type { Session } from './sessions.ts'
import { admitBySupplierKey } from './supplier-door.ts'
import { admitTill } from './till-door.ts'
import { admitToken, isByToken } from './token-door.ts'

/**
 * Decides whether the caller may use the operation, before anything they sent is looked at.
 * @throws TwoKeys (400), NotSignedIn, SessionEnded, KeyNotValid, ApiKeyNotValid, TokenNotValid (401), NotPermitted, BoardOnlyShows, TokenOnlyReads, AntiForgery (403), VenueSwitched (409), TooManyRequests (429)
 */
export const admit = async (service: Service, operation: AnyOperation, request: FastifyRequest, caller: Caller): Promise<Admitted> => {
  const { access } = operation
  if (access === 'public') return admitAnyone(service, operation, request, caller)
  if (isBoard(service, request, caller)) return admitBoard(service, operation, request, caller)
  if (isByToken(request)) return admitToken(service, operation, request, caller)
  if (access === 'location-key') return admitTill(service, operation, request, caller)
  if (isSupplierKeyAccess(access)) return admitBySupplierKey(service, operation, access, request, caller)
  const again = access === 'auth' || access === 'admin' ? undefined : admitAgain(service, operation, request, caller)
  if (again) return again
  const session = await admitSession(service, operation, request, caller)
  const noteRefusal = noteFor(service, session, operation, caller)
  if (access === 'auth') {
    if (operation.method === 'GET') refuseOtherVenue(session, request)
    const house = { ...inHouse(service, operation, session), noteRefusal }
    if (!session.impersonator || !operation.barredWhileImpersonating) return house
    return { ...house, inTransaction: () => Promise.reject(failure('NotWhileImpersonating')) }
  }
  if (session.byAuth) throw failure('NotSignedIn')
  if (access === 'admin') {
    const house = inHouse(service, operation, session)
    if (session.isAdmin) return { ...house, noteRefusal }
    return { ...house, inTransaction: () => Promise.reject(failure('NotPermitted')), noteRefusal }
  }
  const room = await inVenue(service, operation, request, session, caller)
  // What Admin is refused stands in the trail of the venue it was about, where there is such a venue.
  const noteThere = noteFor(service, { ...session, venueId: room.venueId }, operation, caller)
  return { ...room, noteRefusal: (refused) => (refused.code === 'VenueNotFound' ? noteRefusal : noteThere)(refused) }
}

const admitAnyone = async (service: Service, operation: AnyOperation, request: FastifyRequest, caller: Caller): Promise<Admitted> => {
  if (operation.method !== 'GET') refuseCrossSite(service, request)
  // A screen's cookie alone is nobody, whoever it shows the dashboard of.
  const someone = async (find: () => Promise<Session>): Promise<Session> => {
    if (isBoard(service, request, caller)) throw failure('BoardOnlyShows')
    return find()
  }
  return {
    subject: `ip ${caller.ip}`,
    principal: `ip:${caller.ip}`,
    venueId: 0,
    keepsAnswers: false,
    inTransaction: (work) =>
      work({
        sql: undefined,
        venue: undefined,
        house: undefined,
        session: undefined,
        signedIn: () => someone(() => admitSession(service, operation, request, caller)),
        acting: () => someone(() => admitActing(service, operation, request, caller)),
      }),
    noteRefusal: noteForAnyone(service, operation, caller),
  }
}
