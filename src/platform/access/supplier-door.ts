import type { FastifyRequest } from 'fastify'
import { recordAudit } from '#platform/audit/audit.ts'
import type { Caller, Service } from '#platform/web/implement.ts'
import { keyAuthorization } from '#platform/web/sent-key.ts'
import type { AnyOperation, SupplierKeyAccess } from '#shared/endpoint.ts'
import { type Failure, failure } from '#shared/failure.ts'
import type { Admitted } from './admitted.ts'
import { admitSupplier, type SupplierCaller } from './supplier-keys.ts'
import { VenueScope } from './venue-scope.ts'

/**
 * A supplier's request: by its key, within its scopes, at the venue it names, if that granted it.
 * @throws TwoKeys (400), ApiKeyNotValid (401), TooManyRequests (429); in its transaction NotPermitted for a scope it lacks, VenueNotFound
 */
export const admitBySupplierKey = async (
  service: Service,
  operation: AnyOperation,
  { supplierScope }: SupplierKeyAccess,
  request: FastifyRequest,
  caller: Caller,
): Promise<Admitted> => {
  const { readsPerMinute, writesPerMinute } = service.settings.limits
  const isRead = operation.method === 'GET'
  const supplier = await admitSupplier(service.database.house, keyAuthorization(request), isRead ? 'read' : 'write', isRead ? readsPerMinute : writesPerMinute)
  const { keyId, userId, supplierId } = supplier
  const named = supplierScope === 'any' ? undefined : venueNamed(request)
  const isGranted = named !== undefined && supplier.venueIds.includes(named)
  const open = isRead ? service.database.readVenue : service.database.inVenue
  return {
    subject: `supplier key ${keyId}`,
    // By the user: a request sent again after its key was rotated is still the same request.
    principal: `supplier:${userId}`,
    venueId: isGranted ? named : 0,
    keepsAnswers: !operation.answersSecret,
    inTransaction: async (work) => {
      if (supplierScope !== 'any' && !supplier.scopes.includes(supplierScope)) throw failure('NotPermitted')
      if (named !== undefined && !isGranted) throw failure('VenueNotFound')
      // Without a venue that could be one there is nothing to open; reading what was sent says what is wrong with it.
      if (named === undefined) return open(0, (sql) => work({ sql, venue: undefined, house: { sql }, session: undefined, supplier }))
      return open(named, async (sql) => {
        const venue = await VenueScope.forSupplier(sql, named, { kind: 'supplier', keyId, userId, supplierId, ip: caller.ip }, service.clock?.())
        return work({ sql, venue, house: undefined, session: undefined, supplier })
      })
    },
    noteRefusal: (refused) => noteRefusal(service, supplier, operation, caller, isGranted ? named : 0, refused),
  }
}

/** The venue the query names, where it is a number that could be one. */
const venueNamed = ({ query }: FastifyRequest): number | undefined => {
  const { VenueId } = query as { VenueId?: unknown }
  return typeof VenueId === 'string' && /^[1-9]\d{0,9}$/.test(VenueId) && Number(VenueId) <= 2_147_483_647 ? Number(VenueId) : undefined
}

const noteRefusal = async (
  service: Service,
  { keyId, userId }: SupplierCaller,
  { method, path }: AnyOperation,
  { ip }: Caller,
  venueId: number,
  { status, code }: Failure,
): Promise<void> => {
  if (status !== 403 && status !== 404) return
  const event = {
    action: 'access.refused',
    subject: `${method} ${path}`,
    detail: { Code: code, SupplierUser: userId, SupplierKey: keyId },
    actorUserId: null,
    ip,
  }
  await service.database.inVenue(venueId, (sql) => recordAudit(sql, venueId, event))
}
