import type { FastifyRequest } from 'fastify'
import { failure } from '#shared/failure.ts'

/**
 * The Authorization header of a till or a supplier, which may send its key in X-Api-Key instead.
 * @throws TwoKeys where both headers are sent and do not hold the same key
 */
export const keyAuthorization = ({ headers }: FastifyRequest): string | undefined => {
  const { authorization, 'x-api-key': key } = headers
  if (!key) return authorization
  const asBearer = `Bearer ${key}`
  if (authorization !== undefined && authorization.replace(/^bearer /i, 'Bearer ') !== asBearer) throw failure('TwoKeys')
  return asBearer
}
