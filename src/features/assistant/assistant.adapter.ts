import { createMcpHandler } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isByToken, tokenOf } from '#platform/access/token-door.ts'
import { callerOf } from '#platform/web/caller.ts'
import type { Implementation, Service } from '#platform/web/implement.ts'
import { readJson } from '#platform/web/json-body.ts'
import { InFlight } from '#platform/web/limits.ts'
import { failure } from '#shared/failure.ts'
import { type Asking, assistantServer } from './server.adapter.ts'
import { ASSISTANT_PATH, RESOURCE_METADATA_PATH } from './sign-in-metadata.rules.ts'
import { toolsOf } from './tools.adapter.ts'

const PATH = ASSISTANT_PATH

/**
 * The door of assistants: the Model Context Protocol over streamable HTTP, stateless, by a personal token. It is no operation of ours: its
 * shape is the protocol's, and each tool is let in as the call it stands for.
 */
export const mountAssistant = (app: FastifyInstance, service: Service, implementations: readonly Implementation[]): void => {
  const tools = toolsOf(implementations)
  const inFlight = new InFlight()
  const handler = createMcpHandler(({ authInfo }) => assistantServer(authInfo?.extra?.asking as Asking))
  app.addHook('onClose', () => handler.close())
  app.post(PATH, { config: { largestBody: '100 KB' } }, async (request, reply) => {
    service.database.succession.refuse()
    refuseForeign(service, request)
    // Whoever has no token is told where one is to be had.
    reply.header('www-authenticate', `Bearer resource_metadata="${service.settings.publicUrl}${RESOURCE_METADATA_PATH}"`)
    if (!isByToken(request)) throw failure('NotSignedIn')
    const caller = callerOf(service, request, reply)
    const token = await tokenOf(service, request, caller)
    const leave = inFlight.enter(`token ${token.tokenId}`, false)
    try {
      const parsedBody = Buffer.isBuffer(request.body) ? readJson(request.body) : undefined
      // Many questions in one request would be counted as one.
      if (parsedBody === undefined || Array.isArray(parsedBody)) throw failure('BadRequest')
      const asking: Asking = { service, caller, token, tools }
      const response = await handler.fetch(asWebRequest(service, request), {
        parsedBody,
        authInfo: { token: '', clientId: String(token.tokenId), scopes: [], extra: { asking } },
      })
      reply.removeHeader('www-authenticate')
      reply.code(response.status)
      for (const [name, value] of response.headers) if (name !== 'content-length') reply.header(name, value)
      return reply.send(Buffer.from(await response.arrayBuffer()))
    } finally {
      leave()
    }
  })
}

/**
 * What a page of another site made a browser send, or had sent here under another name.
 * @throws AntiForgery
 */
const refuseForeign = ({ settings }: Service, { host: named, headers }: FastifyRequest): void => {
  const { host, origin } = new URL(settings.publicUrl)
  if (named.toLowerCase() !== host || (headers.origin !== undefined && headers.origin !== origin)) throw failure('AntiForgery')
}

/** Without its body, which the protocol's side is handed as it was read. */
const asWebRequest = ({ settings }: Service, { headers }: FastifyRequest): Request =>
  new Request(`${settings.publicUrl}${PATH}`, {
    method: 'POST',
    headers: Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && /^(accept|content-type|mcp-|last-event-id)/.test(name) ? [[name, value]] : [],
    ),
  })
