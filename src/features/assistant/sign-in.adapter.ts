import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { isAssistantName } from '#features/membership/tokens/assistant-name.rules.ts'
import { PlainName } from '#features/venues/venue-fields.rules.ts'
import { clientIdOf, isRedirect } from '#platform/access/assistant-clients.ts'
import { ACCESS_SECONDS, fetchGrant, giveBackGrant, type Issued, refreshGrant } from '#platform/access/assistant-grants.ts'
import { networkOf } from '#platform/access/sign-in-limits.ts'
import { callerOf } from '#platform/web/caller.ts'
import type { Service } from '#platform/web/implement.ts'
import { readJson } from '#platform/web/json-body.ts'
import { CallsByNetwork } from '#platform/web/limits.ts'
import { failure } from '#shared/failure.ts'
import { ASSISTANT_PATH, authorizationServer, protectedResource, RESOURCE_METADATA_PATH } from './sign-in-metadata.rules.ts'

/** Calls of a network in a minute; a person's assistants need a handful. */
const MOST_CALLS = 120

const Registration = z.object({
  client_name: z.optional(PlainName(100)),
  redirect_uris: z.array(z.string().check(z.maxLength(500), z.refine(isRedirect))).check(z.minLength(1), z.maxLength(5)),
})

/**
 * How an assistant that knows our address alone gets a personal token (OAuth 2.1 with PKCE, RFC 7591, 8414, 9728, 7009). These are no operations of ours: their
 * shapes are the protocol's. The person decides on a screen of the app, by an operation.
 */
export const mountAssistantSignIn = (app: FastifyInstance, service: Service): void => {
  const { publicUrl } = service.settings
  const calls = new CallsByNetwork(MOST_CALLS)
  for (const path of [RESOURCE_METADATA_PATH, '/.well-known/oauth-protected-resource'])
    app.get(path, (_, reply) => answer(reply, 200, protectedResource(publicUrl)))
  app.get('/.well-known/oauth-authorization-server', (_, reply) => answer(reply, 200, authorizationServer(publicUrl)))

  const post = (path: string, work: (body: Buffer, request: FastifyRequest) => Promise<{ status: number; body: unknown }>) =>
    app.post(path, { config: { largestBody: '100 KB' } }, async (request, reply) => {
      service.database.succession.refuse()
      calls.count(networkOf(callerOf(service, request, reply).ip))
      const { status, body } = await work(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0), request)
      return answer(reply, status, body)
    })

  post('/api/oauth/register', async (body) => {
    const asked = Registration.safeParse(parsed(body))
    if (!asked.success) return refused('invalid_client_metadata', 'Send client_name and redirect_uris, each https or on this machine.')
    const { redirect_uris: redirects, client_name } = asked.data
    const name = client_name?.trim() || new URL(redirects[0] ?? '').hostname
    if (!isAssistantName(name)) return refused('invalid_client_metadata', 'Send client_name as plain text, without the name Daybook.')
    const registered = {
      client_name: name,
      redirect_uris: redirects,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    }
    return { status: 201, body: { client_id: clientIdOf(service.signingKey, { name, redirects }), ...registered } }
  })

  post('/api/oauth/token', async (body) => {
    const form = fieldsOf(body)
    if (!form) return refused('invalid_request', 'Send each field once, as a form.')
    const { grant_type, code = '', redirect_uri = '', client_id = '', code_verifier = '', refresh_token = '', resource } = form
    if (resource !== undefined && !isOurs(resource, publicUrl)) return refused('invalid_target', 'There is no such resource here.')
    if (grant_type === 'authorization_code')
      return issued(await fetchGrant(service.database, { code, clientId: client_id, redirectUri: redirect_uri, verifier: code_verifier }))
    if (grant_type === 'refresh_token') return issued(await refreshGrant(service.database, refresh_token, client_id))
    return refused('unsupported_grant_type', 'Send authorization_code or refresh_token.')
  })

  post('/api/oauth/revoke', async (body) => {
    const { token } = fieldsOf(body) ?? {}
    if (token !== undefined) await giveBackGrant(service.database, token)
    return { status: 200, body: {} }
  })
}

/** Whether a resource an assistant names is this one. */
const isOurs = (resource: string, publicUrl: string): boolean => [publicUrl, `${publicUrl}/`, `${publicUrl}${ASSISTANT_PATH}`].includes(resource)

const answer = (reply: FastifyReply, status: number, body: unknown) =>
  reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(JSON.stringify(body))

const refused = (error: string, error_description: string) => ({ status: 400, body: { error, error_description } })

const issued = (given: Issued | undefined) =>
  given
    ? { status: 200, body: { access_token: given.access, token_type: 'Bearer', expires_in: ACCESS_SECONDS, refresh_token: given.refresh, scope: 'reports' } }
    : refused('invalid_grant', 'This is not good, or not any more. Ask the person again.')

const parsed = (body: Buffer): unknown => {
  if (body.length === 0) throw failure('BadRequest')
  return readJson(body)
}

/** The fields of a form; nothing where one of them stands twice. */
const fieldsOf = (body: Buffer): Record<string, string> | undefined => {
  const fields = [...new URLSearchParams(body.toString())]
  const form = Object.fromEntries(fields)
  return Object.keys(form).length === fields.length ? form : undefined
}
