import type { FastifyRequest } from 'fastify'
import { recordAudit } from '#platform/audit/audit.ts'
import type { Database } from '#platform/database/database.ts'
import { Gathering } from '#platform/database/gathering.ts'
import { retried } from '#platform/database/retry.ts'
import type { Caller, Service } from '#platform/web/implement.ts'
import { keyAuthorization } from '#platform/web/sent-key.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import type { Admitted, Opened } from './admitted.ts'
import { VenueScope } from './venue-scope.ts'

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

/**
 * A till's request, by its location key.
 * @throws TwoKeys (400), KeyNotValid (401), TooManyRequests (429)
 */
export const admitTill = async (service: Service, operation: AnyOperation, request: FastifyRequest, caller: Caller): Promise<Admitted> => {
  const key = await service.locationKeys.admit(service.database.house, keyAuthorization(request))
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
      if (operation.method === 'POST' && isSmall && !operation.alone)
        return gatheringOf(service.database).run<T>(String(key.keyId), work, together as Together<T>)
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
