import type { FastifyRequest } from 'fastify'
import { auditRefusal } from '#platform/audit/refusal-notes.ts'
import { ANTI_FORGERY_COOKIE, companionCookie, isSecure } from '#platform/web/caller.ts'
import type { Caller, Service } from '#platform/web/implement.ts'
import { countIn } from '#platform/web/limits.ts'
import { refuseCrossSite } from '#platform/web/same-page.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { failure } from '#shared/failure.ts'
import { actingSession } from './acting.ts'
import { isAntiForgeryToken } from './secrets.ts'
import { kindOf, mostOf, sessionOf } from './session-count.ts'
import { type Session, tokenHashOf } from './sessions.ts'

/**
 * The live session of a request, counted.
 * @throws NotSignedIn, SessionEnded, AntiForgery, TooManyRequests
 */
export const admitSession = async (service: Service, operation: AnyOperation, request: FastifyRequest, caller: Caller): Promise<Session> => {
  const kind = kindOf(operation)
  const companion = caller.cookie(companionCookie(isSecure(service)))
  const session = await sessionOf(service, request.headers.authorization, companion, kind)
  if (!session.accompanied) {
    // A Token seen without its cookie is likely a stolen one. Once a minute is enough to know.
    const seen = await countIn(service.database.house, 'companion-missing', session.sessionId, 60)
    if (seen === 1) await auditRefusal(service, session, caller, 'session.companion-missing', operation, 'NotSignedIn')
    throw failure('NotSignedIn')
  }
  await refuseForgery(service, session, operation, request, caller)
  if (session.requestsThisMinute > mostOf(service, kind)) throw failure('TooManyRequests', {}, [], 60 - new Date().getSeconds())
  return session
}

/** What another page made a browser send. */
const refuseForgery = async (service: Service, session: Session, operation: AnyOperation, request: FastifyRequest, caller: Caller): Promise<void> => {
  if (operation.method === 'GET' || !session.companionHash) return
  refuseCrossSite(service, request)
  const token = request.headers['x-xsrf-token']
  if (typeof token === 'string' && token === caller.cookie(ANTI_FORGERY_COOKIE) && isAntiForgeryToken(service.signingKey, session.sessionId, token)) return
  await auditRefusal(service, session, caller, 'session.anti-forgery', operation, 'AntiForgery')
  throw failure('AntiForgery')
}

/**
 * The session of somebody acting as somebody else, also when the time for it is over.
 * @throws NotSignedIn, SessionEnded, NotActing for somebody who is signed in as themselves
 */
export const admitActing = async (service: Service, operation: AnyOperation, request: FastifyRequest, caller: Caller): Promise<Session> => {
  const tokenHash = tokenHashOf(request.headers.authorization)
  const session = tokenHash && (await actingSession(service.database.house, tokenHash, caller.cookie(companionCookie(isSecure(service)))))
  if (session) {
    await refuseForgery(service, session, operation, request, caller)
    return session
  }
  await admitSession(service, operation, request, caller)
  throw failure('NotActing')
}
