import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { AnyOperation } from '#shared/endpoint.ts'
import { FactId, Id } from '#shared/fields.ts'

/** Path parameters that may stand in the log, with what they must look like to do so. */
type OpenParams = Record<string, z.ZodMiniType>

/** Numbers that count up tell nothing. Every other parameter may be a secret, such as a token, a card number or a ticket: no list can forget it. */
export const openParams = ({ params }: AnyOperation): OpenParams => {
  const { shape = {} } = ((params as { _zod?: { def: object } } | undefined)?._zod?.def ?? {}) as { shape?: OpenParams }
  return Object.fromEntries(Object.entries(shape).filter(([, schema]) => schema === Id || schema === FactId))
}

/** Requests as the log has them: without their query, and without what their path may give away. */
export const quietRequest = (request: FastifyRequest) => ({ method: request.method, url: quietPath(request), id: request.id })

const quietPath = (request: FastifyRequest): string => {
  const { url: route, openParams: open = {} } = (request.routeOptions?.config ?? {}) as { url?: string; openParams?: OpenParams }
  if (route === undefined || route.includes('*')) return beginningOf(request.url)
  const sent = request.params as Record<string, string>
  return route.replace(/:(\w+)/g, (_, name: string) => (open[name]?.safeParse(sent[name]).success ? String(sent[name]) : '…'))
}

/** Of an address that is no operation's, the area alone: the rest may be a mistyped link, or the card on a screen. */
const beginningOf = (url: string): string => {
  const area = /^\/(api\/)?([a-z][a-z\d-]{0,19}(?=[/?]|$))?/.exec(url)?.[0] ?? ''
  return area === url.split('?')[0] ? area : `${area.replace(/\/$/, '')}/…`
}
