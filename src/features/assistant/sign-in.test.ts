import { hash, randomBytes } from 'node:crypto'
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Token } from '#features/membership/tokens/tokens.contract.ts'
import { clientIdOf } from '#platform/access/assistant-clients.ts'
import { sharedSigningKey } from '#platform/access/secrets.ts'
import { PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import type { Visitor } from '#tests/visitor.ts'
import { codeOf, someone } from '#tests/wall-screens.ts'

const REDIRECT = 'http://127.0.0.1:4999/callback'

let app: StartedApp
let visitor: Visitor

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  visitor = (await someone(app, ['can_viewsales'])).visitor
})

const post = (path: string, body: string, type = 'application/x-www-form-urlencoded') =>
  fetch(`${app.url}${path}`, { method: 'POST', headers: { 'content-type': type }, body })
const register = async (redirects: string[] = ['http://127.0.0.1/callback']) =>
  post('/api/oauth/register', JSON.stringify({ client_name: 'Atlas', redirect_uris: redirects }), 'application/json')
const clientId = async () => ((await (await register()).json()) as { client_id: string }).client_id

const VERIFIER = randomBytes(32).toString('base64url')
const CHALLENGE = hash('sha256', VERIFIER, 'base64url')

/** The person says yes. @returns where the browser is sent */
const allow = async (who: Visitor, ClientId: string, more: object = {}) => {
  expect((await who.call('POST', '/auth/password', { body: { Password: PASSWORD } })).body).toEqual({ Proved: true })
  return who.call<{ RedirectTo: string }>('POST', '/tokens/assistants', {
    body: { ClientId, RedirectUri: REDIRECT, CodeChallenge: CHALLENGE, State: 'its own', ...more },
  })
}

const codeFor = async (id: string, more: object = {}): Promise<string> => {
  const { status, body } = await allow(visitor, id, more)
  expect(status, JSON.stringify(body)).toBe(200)
  return new URL(body.RedirectTo).searchParams.get('code') ?? ''
}

interface Given {
  access_token: string
  refresh_token: string
  expires_in: number
  error?: string
}

const fetchWith = async (fields: Record<string, string>) => {
  const answer = await post('/api/oauth/token', new URLSearchParams(fields).toString())
  return { status: answer.status, ...((await answer.json()) as Given) }
}
const fetchToken = (code: string, client_id: string, more: Record<string, string> = {}) =>
  fetchWith({ grant_type: 'authorization_code', code, client_id, redirect_uri: REDIRECT, code_verifier: VERIFIER, ...more })
const refresh = (refresh_token: string, client_id: string) => fetchWith({ grant_type: 'refresh_token', refresh_token, client_id })

const statusOf = async (token: string) => (await fetch(`${app.url}/api/locations`, { headers: { authorization: `Bearer ${token}` } })).status
const connected = async () => (await visitor.call<{ Tokens: Token[] }>('GET', '/tokens')).body.Tokens

describe('an assistant that knows the address alone', () => {
  it('finds the way by the official client, asks its person, and reads what they allowed', async () => {
    const provider = asProvider()
    const address = new URL(`${app.url}/api/mcp`)
    const first = new StreamableHTTPClientTransport(address, { authProvider: provider })
    await expect(new Client({ name: 'Atlas', version: '1' }).connect(first)).rejects.toThrow(UnauthorizedError)
    const asked = provider.sentTo
    expect(`${asked?.origin}${asked?.pathname}`).toBe(`${app.url}/membership/assistant`)
    const of = (name: string) => asked?.searchParams.get(name) ?? ''
    expect([of('response_type'), of('code_challenge_method')]).toEqual(['code', 'S256'])
    const said = await visitor.call('GET', `/tokens/assistants?${new URLSearchParams({ ClientId: of('client_id'), RedirectUri: of('redirect_uri') })}`)
    expect(said.body).toMatchObject({ Name: 'Atlas', Host: '127.0.0.1', OnThisMachine: true })
    const { body } = await allow(visitor, of('client_id'), { CodeChallenge: of('code_challenge'), Reports: ['sales'] })
    const back = new URL(body.RedirectTo)
    expect([back.searchParams.get('state'), back.searchParams.get('iss')]).toEqual(['its own', app.url])
    await first.finishAuth(back.searchParams)
    const client = new Client({ name: 'Atlas', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(address, { authProvider: provider }))
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toContain('sales_day')
    expect(names).not.toContain('receipts')
    await client.close()
    expect(await connected()).toMatchObject([{ Name: 'Atlas', Assistant: 'Atlas', Reports: ['sales'] }])
  })

  it('is told where to ask when it has no token', async () => {
    const refused = await post('/api/mcp', '{}', 'application/json')
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer resource_metadata="${app.url}/.well-known/oauth-protected-resource/api/mcp"`,
    ])
    const resource = (await (await fetch(`${app.url}/.well-known/oauth-protected-resource/api/mcp`)).json()) as { authorization_servers: string[] }
    expect(resource).toMatchObject({ resource: `${app.url}/api/mcp`, authorization_servers: [app.url] })
    const server = (await (await fetch(`${app.url}/.well-known/oauth-authorization-server`)).json()) as Record<string, unknown>
    expect(server).toMatchObject({ issuer: app.url, code_challenge_methods_supported: ['S256'], token_endpoint_auth_methods_supported: ['none'] })
  })

  it('registers with an address by https or on the person’s machine, and with no other', async () => {
    expect((await register(['https://atlas.example/callback', 'http://localhost:1234/x'])).status).toBe(201)
    for (const bad of ['http://atlas.example/callback', 'javascript:alert(1)', 'https://me:secret@atlas.example/', 'https://atlas.example/#x', 'nothing'])
      expect([bad, (await register([bad])).status]).toEqual([bad, 400])
    expect((await register([])).status).toBe(400)
  })

  it.each(['Daybook', 'Ｄａｙ book', '<b>Atlas</b>', 'Atlas\u202e'])('does not register as %j', async (client_name) => {
    const answer = await post('/api/oauth/register', JSON.stringify({ client_name, redirect_uris: ['https://atlas.example/callback'] }), 'application/json')
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([400, 'invalid_client_metadata'])
  })

  it('does not ask its person under a name that was given out before it was reserved', async () => {
    const ClientId = clientIdOf(await sharedSigningKey(app.database.house), { name: 'Daybook', redirects: [REDIRECT] })
    const { status, body } = await visitor.call('GET', `/tokens/assistants?${new URLSearchParams({ ClientId, RedirectUri: REDIRECT })}`)
    expect([status, body.ResponseStatus?.Errors[0]?.ErrorCode]).toEqual([400, 'UnknownAssistant'])
  })
})

describe('what a person allows', () => {
  it('is asked with the password, for an assistant and an address that were registered', async () => {
    const id = await clientId()
    const body = { ClientId: id, RedirectUri: REDIRECT, CodeChallenge: CHALLENGE }
    expect(codeOf(await visitor.call('POST', '/tokens/assistants', { body }))).toEqual([403, 'PasswordNeeded'])
    for (const wrong of [
      { RedirectUri: 'https://evil.example/callback' },
      { RedirectUri: 'http://127.0.0.1:4999/other' },
      { ClientId: `x${id}` },
      { ClientId: 'x.y' },
    ])
      expect([wrong, codeOf(await allow(visitor, id, wrong))]).toEqual([wrong, [400, 'ValidationFailed']])
    expect(codeOf(await allow(visitor, id, { Reports: ['payments'] }))).toEqual([403, 'NotPermitted'])
  })

  it('is no token before it is fetched', async () => {
    await codeFor(await clientId())
    expect(await connected()).toEqual([])
  })

  it('ends when it is revoked, at once and for the refresh token too', async () => {
    const id = await clientId()
    const given = await fetchToken(await codeFor(id), id)
    expect(await statusOf(given.access_token)).toBe(200)
    const [token] = await connected()
    expect((await visitor.call('DELETE', `/tokens/${token?.TokenId}`)).status).toBe(204)
    expect(await statusOf(given.access_token)).toBe(401)
    expect(await refresh(given.refresh_token, id)).toMatchObject({ status: 400, error: 'invalid_grant' })
  })

  it('is given back by the assistant', async () => {
    const id = await clientId()
    const given = await fetchToken(await codeFor(id), id)
    expect((await post('/api/oauth/revoke', new URLSearchParams({ token: given.refresh_token }).toString())).status).toBe(200)
    expect(await statusOf(given.access_token)).toBe(401)
    expect((await post('/api/oauth/revoke', 'token=unknown')).status).toBe(200)
  })
})

describe('a code', () => {
  it('is good once: shown again, it ends what it was good for', async () => {
    const id = await clientId()
    const code = await codeFor(id)
    const given = await fetchToken(code, id)
    expect([given.status, given.expires_in, await statusOf(given.access_token)]).toEqual([200, 3600, 200])
    expect(await fetchToken(code, id)).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect(await statusOf(given.access_token)).toBe(401)
  })

  it('is good only with its secret, for its assistant, at its address, and not after a wrong try', async () => {
    const [id, other] = [await clientId(), await clientId()]
    const elsewhere = ((await (await register(['http://localhost/other'])).json()) as { client_id: string }).client_id
    expect(id).toBe(other)
    const tries: Record<string, string>[] = [{ code_verifier: `${VERIFIER}x` }, { redirect_uri: 'http://127.0.0.1:5000/callback' }, { client_id: elsewhere }]
    for (const wrong of tries) {
      const code = await codeFor(id)
      expect([wrong, (await fetchToken(code, id, wrong)).status]).toEqual([wrong, 400])
      expect([wrong, (await fetchToken(code, id)).status]).toEqual([wrong, 400])
    }
  })

  it('is not good after a minute', async () => {
    const id = await clientId()
    const code = await codeFor(id)
    await app.database.house`update personal_token set code_until = now() - interval '1 second' where user_id = ${visitor.userId}`
    expect((await fetchToken(code, id)).status).toBe(400)
  })
})

describe('a refresh token', () => {
  it('gives the next pair, and the access token before it is no longer good', async () => {
    const id = await clientId()
    const one = await fetchToken(await codeFor(id), id)
    const two = await refresh(one.refresh_token, id)
    expect([two.status, await statusOf(one.access_token), await statusOf(two.access_token)]).toEqual([200, 401, 200])
  })

  it('that was stolen ends all that came of it, whoever shows it first', async () => {
    const id = await clientId()
    const one = await fetchToken(await codeFor(id), id)
    const two = await refresh(one.refresh_token, id)
    expect((await refresh(one.refresh_token, id)).status).toBe(400)
    expect(await statusOf(two.access_token)).toBe(401)
    expect((await refresh(two.refresh_token, id)).status).toBe(400)
    const told = await app.database.inVenue(1, (sql) => sql`select 1 from audit_event where venue_id = 1 and action = 'token.ended' and subject = 'Atlas'`)
    expect(told.length).toBeGreaterThan(0)
  })

  it('brings an access token back that is over, until the token itself is', async () => {
    const id = await clientId()
    const given = await fetchToken(await codeFor(id), id)
    await app.database.house`update personal_token set access_until = now() - interval '1 second' where user_id = ${visitor.userId}`
    expect(await statusOf(given.access_token)).toBe(401)
    const next = await refresh(given.refresh_token, id)
    expect(await statusOf(next.access_token)).toBe(200)
    await app.database.house`update personal_token set expires_at = now() - interval '1 second' where user_id = ${visitor.userId}`
    expect((await refresh(next.refresh_token, id)).status).toBe(400)
  })

  it('of another assistant is not good', async () => {
    const id = await clientId()
    const other = ((await (await register(['http://localhost/other'])).json()) as { client_id: string }).client_id
    const given = await fetchToken(await codeFor(id), id)
    expect((await refresh(given.refresh_token, other)).status).toBe(400)
    expect(await statusOf(given.access_token)).toBe(200)
  })
})

it('another resource, another kind of grant and a field that stands twice are refused in the protocol’s words', async () => {
  expect(await fetchWith({ grant_type: 'password' })).toMatchObject({ status: 400, error: 'unsupported_grant_type' })
  expect(await fetchWith({ grant_type: 'refresh_token', resource: 'https://evil.example' })).toMatchObject({ status: 400, error: 'invalid_target' })
  expect((await post('/api/oauth/token', 'grant_type=refresh_token&grant_type=refresh_token')).status).toBe(400)
})

/** An assistant as the official client wants it, with its person not there yet. */
const asProvider = (): OAuthClientProvider & { sentTo: URL | undefined } => {
  const kept: { client?: unknown; tokens?: unknown; found?: unknown; verifier?: string } = {}
  const provider = {
    sentTo: undefined as URL | undefined,
    redirectUrl: REDIRECT,
    clientMetadata: { client_name: 'Atlas', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' },
    clientInformation: () => kept.client,
    saveClientInformation: (client: unknown) => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens: unknown) => {
      kept.tokens = tokens
    },
    saveDiscoveryState: (found: unknown) => {
      kept.found = found
    },
    discoveryState: () => kept.found,
    state: () => 'its own',
    redirectToAuthorization: (url: URL) => {
      provider.sentTo = url
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
  }
  return provider as never
}
