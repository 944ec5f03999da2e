import type { FastifyRequest } from 'fastify'
import { type AnyOperation, isOrAdmin, ruleOf } from '#shared/endpoint.ts'
import { type Failure, failure } from '#shared/failure.ts'
import { satisfies, type TagRule } from '#shared/permissions.ts'
import { actingSession } from './acting.ts'
import { recordAudit } from './audit.ts'
import { ANTI_FORGERY_COOKIE, companionCookie, isSecure } from './caller.ts'
import type { Database } from './database.ts'
import { Gathering } from './gathering.ts'
import type { Caller, HouseScope, Service } from './implement.ts'
import { countIn } from './limits.ts'
import type { MetSession } from './met-sessions.ts'
import type { Transaction } from './pool.ts'
import { retried } from './retry.ts'
import { isAntiForgeryToken } from './secrets.ts'
import { kindOf, metOf, mostOf, toldOf } from './session-count.ts'
import { actorOf, readSession, type Session, tokenHashOf } from './sessions.ts'
import { VenueScope } from './venue-scope.ts'

/** What the transaction hands to the handler. */
export interface Opened {
  /** Absent for public calls, which open their own transactions after the slow work of hashing. */
  sql: Transaction | undefined
  venue: VenueScope | undefined
  house: HouseScope | undefined
  session: Session | undefined
  /** For public calls: who is signed in, checked as elsewhere. */
  signedIn?: () => Promise<Session>
  /** For public calls: who acts as somebody else, also when the time for it is over. */
  acting?: () => Promise<Session>
}

/** Someone let in: what their work counts against, and the one transaction it runs in. */
export interface Admitted {
  /** Whose requests in flight are counted together. */
  subject: string
  /** Under whose name idempotency keys are kept. */
  principal: string
  venueId: number
  /** Whether answers are kept under an Idempotency-Key. Never where the answer is a credential. */
  keepsAnswers: boolean
  inTransaction<T>(work: (opened: Opened) => Promise<T>): Promise<T>
  /** Leaves an audit row where someone known was refused; after their transaction, which took everything back. */
  noteRefusal(refused: Failure): Promise<void>
}

/**
 * Decides whether the caller may use the operation, before anything they sent is looked at.
 * @throws NotSignedIn, SessionEnded, KeyNotValid (401), NotPermitted, AntiForgery (403), VenueSwitched (409), TooManyRequests (429)
 */
export const admit = async (service: Service, operation: AnyOperation, request: FastifyRequest, caller: Caller): Promise<Admitted> => {
  const { access } = operation
  if (access === 'public') return admitAnyone(service, operation, request, caller)
  if (access === 'location-key') return admitTill(service, operation, request, caller)
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
  return { ...inVenue(service, operation, request, session, caller), noteRefusal }
}

type Known = Pick<Session, 'sessionId' | 'userId' | 'venueId' | 'impersonator'>

const noteFor =
  (service: Service, who: Known, operation: AnyOperation, caller: Caller) =>
  async (refused: Failure): Promise<void> => {
    if (refused.status === 403 || refused.status === 404) await auditRefusal(service, who, caller, 'access.refused', operation, refused.code)
  }

/** Whoever is not plainly let in: asked again the long way, which knows why. */
const LONG_WAY = new Error('The long way.')

/**
 * A read in the venue by somebody who has just been let into it: whether the session lives, what they may, and what they ask go to the
 * database together.
 */
const admitAgain = (service: Service, operation: AnyOperation, request: FastifyRequest, caller: Caller): Admitted | undefined => {
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

/** The venue a path names, as it stands there. */
const pathVenue = ({ venueParam }: AnyOperation, { params }: FastifyRequest): string | undefined =>
  venueParam === undefined ? undefined : ((params as Record<string, string>)[venueParam] ?? '')

/** @throws NotPermitted without the tags; NotWhileImpersonating; VenueNotFound where the path names another venue than the one that is open */
const workIn = <T>(
  operation: AnyOperation,
  venue: VenueScope,
  session: Session,
  named: string | undefined,
  work: (opened: Opened) => Promise<T>,
): Promise<T> => {
  const rule = ruleOf(operation.access)
  if (rule !== 'signed-in' && !satisfies(rule as TagRule, venue.tags)) throw failure('NotPermitted')
  if (session.impersonator && operation.barredWhileImpersonating) throw failure('NotWhileImpersonating')
  if (named !== undefined && named !== String(venue.venueId)) throw failure('VenueNotFound')
  return work({ sql: venue.sql, venue, house: undefined, session })
}

const admitAnyone = async (service: Service, operation: AnyOperation, request: FastifyRequest, caller: Caller): Promise<Admitted> => {
  if (operation.method !== 'GET') refuseCrossSite(service, request)
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
        signedIn: () => admitSession(service, operation, request, caller),
        acting: () => admitActing(service, operation, request, caller),
      }),
    noteRefusal: async () => {},
  }
}

type Work = (opened: Opened) => Promise<unknown>
type Together<T> = (works: readonly Work[]) => Promise<T[]>

/** Single sales of a location's tills, sent while another is being stored, share the next transaction. Batches are one already. */
const gatherings = new WeakMap<Database, Gathering<Work>>()
const SMALL_BYTES = 16_384

const gatheringOf = (database: Database): Gathering<Work> => {
  const gathering = gatherings.get(database) ?? new Gathering<Work>()
  gatherings.set(database, gathering)
  return gathering
}

/** Waits for all, so that nothing is under way in a transaction that is being taken back; then the first failure is theirs. */
const allDone = async (works: readonly Promise<unknown>[]): Promise<unknown[]> => {
  const settled = await Promise.allSettled(works)
  return settled.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
}

const admitTill = async (service: Service, operation: AnyOperation, request: FastifyRequest, caller: Caller): Promise<Admitted> => {
  const key = await service.locationKeys.admit(service.database.house, request.headers.authorization)
  const holder = { kind: 'till', keyId: key.keyId, locationId: key.locationId } as const
  // Tills of one location meet in its rollup: who loses a race tries again and is none the wiser.
  const together = (works: readonly Work[]) =>
    retried(() =>
      service.database.inVenue(
        key.venueId,
        async (sql) => {
          const venue = await VenueScope.forTill(sql, service.database.succession, key, holder, service.clock?.())
          return allDone(works.map((work) => work({ sql, venue, house: undefined, session: undefined })))
        },
        true,
      ),
    )
  return {
    subject: `key ${key.keyId}`,
    principal: `key:${key.keyId}`,
    venueId: key.venueId,
    keepsAnswers: !operation.answersSecret,
    inTransaction: async <T>(work: (opened: Opened) => Promise<T>): Promise<T> => {
      // As it was unpacked: a small compressed body may hold hundreds of sales.
      const isSmall = Buffer.isBuffer(request.body) && request.body.length <= SMALL_BYTES
      if (operation.method === 'POST' && isSmall) return gatheringOf(service.database).run<T>(String(key.keyId), work, together as Together<T>)
      const [done] = await together([work])
      return done as T
    },
    noteRefusal: async (refused) => {
      if (refused.status !== 403 && refused.status !== 404) return
      await service.database.inVenue(key.venueId, (sql) =>
        recordAudit(sql, key.venueId, {
          action: 'access.refused',
          subject: `${operation.method} ${operation.path}`,
          detail: { Code: refused.code, LocationKey: key.keyId },
          actorUserId: null,
          ip: caller.ip,
        }),
      )
    },
  }
}

const admitSession = async (service: Service, operation: AnyOperation, request: FastifyRequest, caller: Caller): Promise<Session> => {
  const kind = kindOf(operation)
  const companion = caller.cookie(companionCookie(isSecure(service)))
  const session = await toldOf(service, request.headers.authorization, companion, kind)
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

/** @throws NotSignedIn, SessionEnded, NotActing for somebody who is signed in as themselves */
const admitActing = async (service: Service, operation: AnyOperation, request: FastifyRequest, caller: Caller): Promise<Session> => {
  const tokenHash = tokenHashOf(request.headers.authorization)
  const session = tokenHash && (await actingSession(service.database.house, tokenHash, caller.cookie(companionCookie(isSecure(service)))))
  if (session) {
    await refuseForgery(service, session, operation, request, caller)
    return session
  }
  await admitSession(service, operation, request, caller)
  throw failure('NotActing')
}

type Room = Omit<Admitted, 'noteRefusal'>

const inHouse = (service: Service, operation: AnyOperation, session: Session): Room => ({
  subject: session.sessionId,
  principal: `user:${session.userId}`,
  venueId: 0,
  keepsAnswers: !operation.answersSecret,
  inTransaction: (work) => service.database.inVenue(0, (sql) => work({ sql, venue: undefined, house: { sql }, session })),
})

const inVenue = (service: Service, operation: AnyOperation, request: FastifyRequest, session: Session, caller: Caller): Room => {
  refuseOtherVenue(session, request)
  return roomOf(service, operation, session, caller, pathVenue(operation, request))
}

/**
 * The venue a session has open, under the access an operation asks for; also for a session known otherwise, as by a download ticket.
 * @param named the venue the path names, if it names one
 */
export const roomOf = (service: Service, operation: AnyOperation, session: Session, caller: Caller, named?: string): Room => {
  const { venueId, employeeId, sessionId, userId, userName, impersonator } = session
  if (venueId === null || employeeId === null) throw failure('NotSignedIn')
  if (session.isAdmin && isOrAdmin(operation.access)) return roomOfAdmin(service, operation, session, caller, named ?? String(venueId))
  const open = operation.method === 'GET' ? service.database.readVenue : service.database.inVenue
  const holder = { kind: 'person', userId, userName, employeeId, sessionId, impersonator, ip: caller.ip } as const
  return {
    subject: sessionId,
    principal: `user:${userId}`,
    venueId,
    keepsAnswers: !operation.answersSecret,
    inTransaction: (work) =>
      open(venueId, async (sql) => {
        const venue = await VenueScope.forPerson(sql, venueId, holder, service.clock?.())
        if (!venue) throw failure(session.isAdmin ? 'NotPermitted' : 'SessionEnded')
        return workIn(operation, venue, session, named, work)
      }),
  }
}

/** Any venue, for Admin: the one the path names. What Admin reads there is written down once an hour, what Admin does is as everybody's. */
const roomOfAdmin = (service: Service, operation: AnyOperation, session: Session, caller: Caller, named: string): Room => {
  const venueId = /^[1-9]\d{0,9}$/.test(named) && Number(named) <= MOST_ID ? Number(named) : 0
  const { userId, userName, sessionId } = session
  const open = operation.method === 'GET' ? service.database.readVenue : service.database.inVenue
  return {
    subject: sessionId,
    principal: `user:${userId}`,
    venueId,
    keepsAnswers: !operation.answersSecret,
    inTransaction: async (work) => {
      const done = await open(venueId, async (sql) => {
        const venue = await VenueScope.forAdmin(sql, venueId, { kind: 'admin', userId, userName, sessionId, ip: caller.ip }, service.clock?.())
        return work({ sql, venue, house: undefined, session })
      })
      if (operation.method === 'GET') await noteRead(service, operation, session, caller, venueId)
      return done
    },
  }
}

const MOST_ID = 2_147_483_647

const noteRead = async (service: Service, operation: AnyOperation, session: Session, caller: Caller, venueId: number): Promise<void> => {
  const seen = await countIn(service.database.house, 'admin-read', `${session.sessionId} ${venueId} ${operation.path}`, 3600)
  if (seen > 1) return
  const event = { action: 'admin.read', subject: `${operation.method} ${operation.path}`, ...actorOf(session), ip: caller.ip }
  await service.database.inVenue(venueId, (sql) => recordAudit(sql, venueId, event))
}

/** A tab that still shows another venue than the one open now must neither mix the two up nor write into the wrong one. */
const refuseOtherVenue = ({ venueId }: Session, request: FastifyRequest) => {
  const onScreen = request.headers['x-venue-id']
  if (venueId !== null && onScreen !== undefined && String(onScreen) !== String(venueId)) throw failure('VenueSwitched')
}

/** A browser tells where a request comes from; another site's is refused. Where it does not tell, Origin must be ours. */
const refuseCrossSite = (service: Service, request: FastifyRequest) => {
  const site = request.headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return
  if (site !== undefined) throw failure('AntiForgery')
  const { origin } = request.headers
  if (origin !== undefined && origin !== service.settings.publicUrl && origin !== `${request.protocol}://${request.host}`) throw failure('AntiForgery')
}

// In a transaction of its own and never inside another: waiting for a second connection while holding one would end in nobody having any.
const auditRefusal = (service: Service, session: Known, caller: Caller, action: string, operation: AnyOperation, code: string) =>
  service.database.inVenue(session.venueId ?? 0, (sql) =>
    recordAudit(sql, session.venueId ?? 0, {
      action,
      subject: `${operation.method} ${operation.path}`,
      detail: { Code: code },
      ...actorOf(session),
      ip: caller.ip,
    }),
  )
