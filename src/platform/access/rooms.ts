import type { FastifyRequest } from 'fastify'
import { recordAudit } from '#platform/audit/audit.ts'
import { setVenue } from '#platform/database/database.ts'
import type { Caller, Service } from '#platform/web/implement.ts'
import { countIn } from '#platform/web/limits.ts'
import { refuseOtherVenue } from '#platform/web/same-page.ts'
import { type AnyOperation, isOrAdmin, ruleOf } from '#shared/endpoint.ts'
import { failure } from '#shared/failure.ts'
import { satisfies, type TagRule } from '#shared/permissions.ts'
import type { Admitted, Opened } from './admitted.ts'
import { venueOfLocation } from './linked-accounts.ts'
import { actorOf, type Session } from './sessions.ts'
import { VenueScope } from './venue-scope.ts'

/** The venue a path names, as it stands there. */
export const pathVenue = ({ venueParam }: AnyOperation, { params }: FastifyRequest): string | undefined =>
  venueParam === undefined ? undefined : ((params as Record<string, string>)[venueParam] ?? '')

/**
 * Does the work for somebody whose venue is open, if they may.
 * @throws NotPermitted without the tags; NotWhileImpersonating; VenueNotFound where the path names another venue than the one that is open; AllLocationsNeeded
 */
export const workIn = <T>(
  operation: AnyOperation,
  venue: VenueScope,
  session: Session,
  named: string | undefined,
  work: (opened: Opened) => Promise<T>,
): Promise<T> => {
  const rule = ruleOf(operation.access)
  if (rule === 'nobody' || (rule !== 'signed-in' && !satisfies(rule as TagRule, venue.tags))) throw failure('NotPermitted')
  if (session.impersonator && operation.barredWhileImpersonating) throw failure('NotWhileImpersonating')
  if (named !== undefined && named !== String(venue.venueId)) throw failure('VenueNotFound')
  if (operation.wholeVenue && !venue.allLocations) throw failure('AllLocationsNeeded')
  return work({ sql: venue.sql, venue, house: undefined, session })
}

/** Where an admitted session works; who notes its refusals is added by the door. */
type Workplace = Omit<Admitted, 'noteRefusal'>

/** For what belongs to no venue. */
export const inHouse = (service: Service, operation: AnyOperation, session: Session): Workplace => ({
  subject: session.sessionId,
  principal: `user:${session.userId}`,
  venueId: 0,
  keepsAnswers: !operation.answersSecret && !operation.asksOutside,
  inTransaction: (work) => service.database.inVenue(0, (sql) => work({ sql, venue: undefined, house: { sql }, session })),
})

/**
 * For what belongs to the venue that is open.
 * @throws VenueSwitched
 */
export const inVenue = async (service: Service, operation: AnyOperation, request: FastifyRequest, session: Session, caller: Caller): Promise<Workplace> => {
  refuseOtherVenue(session, request)
  const named = session.isAdmin && operation.locationParam !== undefined ? await venueAt(service, operation.locationParam, request) : undefined
  return roomOf(service, operation, session, caller, named ?? pathVenue(operation, request))
}

/** The venue of the location that Admin names, or one that does not exist. */
const venueAt = async ({ database }: Service, param: string, { params }: FastifyRequest): Promise<string> => {
  const sent = (params as Record<string, string>)[param] ?? ''
  if (!/^[1-9]\d{0,9}$/.test(sent) || Number(sent) > MOST_ID) return '0'
  return String((await database.inVenue(0, (sql) => venueOfLocation(sql, Number(sent), setVenue))) ?? 0)
}

/**
 * The venue a session has open, under the access an operation asks for; also for a session known otherwise, as by a download ticket.
 * @param named the venue the path names, if it names one
 */
export const roomOf = (service: Service, operation: AnyOperation, session: Session, caller: Caller, named?: string): Workplace => {
  const { venueId, employeeId, sessionId, userId, userName, impersonator } = session
  if (venueId === null || employeeId === null) throw failure('NotSignedIn')
  if (session.isAdmin && isOrAdmin(operation.access)) return roomOfAdmin(service, operation, session, caller, named ?? String(venueId))
  const open = operation.method === 'GET' && !operation.writes ? service.database.readVenue : service.database.inVenue
  const holder = { kind: 'person', userId, userName, employeeId, sessionId, impersonator, ip: caller.ip } as const
  return {
    subject: sessionId,
    principal: `user:${userId}`,
    venueId,
    keepsAnswers: !operation.answersSecret && !operation.asksOutside,
    inTransaction: (work) =>
      open(venueId, async (sql) => {
        const venue = await VenueScope.forPerson(sql, venueId, holder, service.clock?.())
        if (!venue) throw failure(session.isAdmin ? 'NotPermitted' : 'SessionEnded')
        return workIn(operation, venue, session, named, work)
      }),
  }
}

/** Any venue, for Admin: the one the path names. What Admin reads there is written down once an hour, what Admin does is as everybody's. */
const roomOfAdmin = (service: Service, operation: AnyOperation, session: Session, caller: Caller, named: string): Workplace => {
  const venueId = /^[1-9]\d{0,9}$/.test(named) && Number(named) <= MOST_ID ? Number(named) : 0
  const { userId, userName, sessionId } = session
  const open = operation.method === 'GET' && !operation.writes ? service.database.readVenue : service.database.inVenue
  return {
    subject: sessionId,
    principal: `user:${userId}`,
    venueId,
    keepsAnswers: !operation.answersSecret && !operation.asksOutside,
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
