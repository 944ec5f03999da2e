import type { FastifyRequest } from 'fastify'
import { recordAudit } from '#platform/audit/audit.ts'
import { noteFor } from '#platform/audit/refusal-notes.ts'
import type { Caller, Service } from '#platform/web/implement.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { failure } from '#shared/failure.ts'
import { mayRead, tagsOfReports } from '#shared/token-reports.ts'
import type { Admitted } from './admitted.ts'
import { findToken, type PersonalToken, revokeTokens, tokenIn } from './personal-tokens.ts'
import { pathVenue, workIn } from './rooms.ts'
import type { Session } from './sessions.ts'
import { shownToToken } from './token-calls.ts'
import { VenueScope } from './venue-scope.ts'

/** Whose person has no access to the venue any more. */
const NOT_THEIRS = new Error('Not theirs any more.')

/** Whether somebody asks by a personal token. */
export const isByToken = ({ headers }: FastifyRequest): boolean => tokenIn(headers.authorization) !== undefined

/**
 * The personal token of a request, counted.
 * @throws TokenNotValid, TooManyRequests
 */
export const tokenOf = ({ database, settings }: Service, { headers }: FastifyRequest, { ip }: Caller): Promise<PersonalToken> =>
  findToken(database.house, tokenIn(headers.authorization) ?? '', ip, settings.limits.tokenReadsPerMinute)

/**
 * A request by a personal token: a read it was made for, with what its person may see at this moment. Anything else is refused.
 * @throws TwoKeys, TokenNotValid, TooManyRequests; in its transaction TokenOnlyReads, NotPermitted
 */
export const admitToken = async (service: Service, operation: AnyOperation, request: FastifyRequest, caller: Caller): Promise<Admitted> => {
  if (request.headers['x-api-key'] !== undefined) throw failure('TwoKeys')
  return roomOfToken(service, operation, await tokenOf(service, request, caller), caller, pathVenue(operation, request))
}

/** The venue of a token, for one operation. @param named the venue the path names, if it names one */
export const roomOfToken = (service: Service, operation: AnyOperation, token: PersonalToken, caller: Caller, named?: string): Admitted => {
  const session = sessionOfToken(token)
  const { userId, userName, venueId, employeeId } = token
  const holder = { kind: 'person', userId, userName, employeeId, sessionId: session.sessionId, impersonator: null, ip: caller.ip } as const
  return {
    subject: session.sessionId,
    principal: session.sessionId,
    venueId,
    keepsAnswers: false,
    mostRows: service.settings.limits.tokenRows,
    shown: shownToToken(operation),
    inTransaction: async (work) => {
      if (operation.method !== 'GET' || operation.writes || !mayRead(token.reports, operation.path)) throw failure('TokenOnlyReads')
      try {
        return await service.database.readVenue(venueId, async (sql) => {
          const person = await VenueScope.forPerson(sql, venueId, holder, service.clock?.())
          if (!person) throw NOT_THEIRS
          return workIn(operation, person.within(tagsOfReports(token.reports), token.locations), session, named, work)
        })
      } catch (error) {
        if (error !== NOT_THEIRS) throw error
        await endForGood(service, token, caller)
        throw failure('TokenNotValid')
      }
    },
    noteRefusal: noteFor(service, session, operation, caller),
  }
}

/** Who reads by a token, as handlers know people. */
const sessionOfToken = ({ tokenId, userId, userName, displayName, venueId, employeeId, expiresAt }: PersonalToken): Session & { venueId: number } => ({
  sessionId: `token ${tokenId}`,
  userId,
  userName,
  displayName,
  isAdmin: false,
  venueId,
  employeeId,
  impersonator: null,
  companionHash: null,
  passwordCheckedAt: null,
  idleUntil: expiresAt,
  absoluteUntil: expiresAt,
  byAuth: false,
  accompanied: true,
  requestsThisMinute: 0,
})

/** Were it left to lapse, the token would be back with the person's access. */
const endForGood = ({ database }: Service, { tokenId, userId, venueId }: PersonalToken, { ip }: Caller): Promise<void> =>
  database.inVenue(venueId, async (sql) => {
    for (const subject of await revokeTokens(sql, { userId, venueId, tokenId }, 'access revoked'))
      await recordAudit(sql, venueId, { action: 'token.ended', subject, actorUserId: userId, ip })
  })
