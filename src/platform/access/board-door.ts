import type { FastifyRequest } from 'fastify'
import { recordAudit } from '#platform/audit/audit.ts'
import { noteFor } from '#platform/audit/refusal-notes.ts'
import { boardCookie, isSecure } from '#platform/web/caller.ts'
import type { Caller, Service } from '#platform/web/implement.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { failure } from '#shared/failure.ts'
import type { Admitted } from './admitted.ts'
import { shownOnBoard } from './board-calls.ts'
import { type BoardSession, findBoard } from './boards.ts'
import { workIn } from './rooms.ts'
import { kindOf, mostOf } from './session-count.ts'
import { actorOf, endSession } from './sessions.ts'
import { VenueScope } from './venue-scope.ts'

/** Whose person may not look at their dashboard any more. */
const NOT_THEIRS = new Error('Not theirs any more.')

/** Whether a wall screen asks: it has its cookie alone, and nobody's credential or key. */
export const isBoard = (service: Service, { headers }: FastifyRequest, caller: Caller): boolean =>
  headers.authorization === undefined && headers['x-api-key'] === undefined && caller.cookie(boardCookie(isSecure(service))) !== undefined

/**
 * A wall screen's request: one of a few reads, with what its person may see at this moment, at its own locations. Anything else is refused.
 * @throws SessionEnded, also where its person may not look at their dashboard any more; TooManyRequests; in its transaction BoardOnlyShows
 */
export const admitBoard = async (service: Service, operation: AnyOperation, request: FastifyRequest, caller: Caller): Promise<Admitted> => {
  const kind = kindOf(operation)
  const board = await findBoard(service.database.house, caller.cookie(boardCookie(isSecure(service))) ?? '', kind)
  if (board.requestsThisMinute > mostOf(service, kind)) throw failure('TooManyRequests', {}, [], 60 - new Date().getSeconds())
  const { sessionId, userId, userName, venueId, employeeId } = board
  const shown = shownOnBoard(operation, request)
  const holder = { kind: 'person', userId, userName, employeeId, sessionId, impersonator: null, ip: caller.ip } as const
  return {
    subject: sessionId,
    principal: `board:${sessionId}`,
    venueId,
    keepsAnswers: false,
    shown: shown === true ? undefined : shown,
    inTransaction: async (work) => {
      if (!shown) throw failure('BoardOnlyShows')
      try {
        return await service.database.readVenue(venueId, async (sql) => {
          const person = await VenueScope.forPerson(sql, venueId, holder, service.clock?.())
          if (!person?.tags.includes('can_viewdashboard')) throw NOT_THEIRS
          return workIn(operation, person.at(board.locations), board, undefined, work)
        })
      } catch (error) {
        if (error !== NOT_THEIRS) throw error
        await endForGood(service, board, caller)
        throw failure('SessionEnded')
      }
    },
    noteRefusal: noteFor(service, board, operation, caller),
  }
}

/** Were it left to lapse, the screen would be back with the person's access. */
const endForGood = ({ database }: Service, { sessionId, venueId, boardName, ...who }: BoardSession, { ip }: Caller): Promise<void> =>
  database.inVenue(venueId, async (sql) => {
    if (!(await endSession(sql, sessionId, 'no access to the dashboard'))) return
    await recordAudit(sql, venueId, { action: 'board.ended', subject: boardName, detail: { Locations: who.locations }, ...actorOf({ ...who, sessionId }), ip })
  })
