import type { FastifyRequest } from 'fastify'
import type { Session } from '#platform/access/sessions.ts'
import { failure } from '#shared/failure.ts'
import type { Service } from './implement.ts'

/**
 * A tab that still shows another venue than the one open now must neither mix the two up nor write into the wrong one.
 * @throws VenueSwitched
 */
export const refuseOtherVenue = ({ venueId }: Session, request: FastifyRequest) => {
  const onScreen = request.headers['x-venue-id']
  if (venueId !== null && onScreen !== undefined && String(onScreen) !== String(venueId)) throw failure('VenueSwitched')
}

/**
 * A browser tells where a request comes from; another site's is refused. Where it does not tell, Origin must be ours.
 * @throws AntiForgery
 */
export const refuseCrossSite = (service: Service, request: FastifyRequest) => {
  const site = request.headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return
  if (site !== undefined) throw failure('AntiForgery')
  const { origin } = request.headers
  if (origin !== undefined && origin !== service.settings.publicUrl && origin !== `${request.protocol}://${request.host}`) throw failure('AntiForgery')
}
