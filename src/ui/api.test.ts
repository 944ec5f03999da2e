import { beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { operation } from '#shared/endpoint.ts'
import { Id, LocationList } from '#shared/fields.ts'
import { fakeStorage } from '#tests/fake-storage.ts'

const salesByDay = operation({
  method: 'GET',
  path: '/sales/day',
  summary: '',
  access: ['can_viewsales'],
  query: z.object({ FromDate: z.string(), Locations: z.optional(LocationList), Compare: z.optional(z.string()) }),
  response: z.object({ Total: z.number() }),
  example: { as: 'owner' },
})
const adjustPoints = operation({
  method: 'POST',
  path: '/loyalty/:card/points',
  summary: '',
  access: ['can_editloyalty'],
  params: z.object({ card: z.string() }),
  body: z.object({ Points: z.int() }),
  example: { as: 'owner' },
})
const removeVenue = operation({ method: 'DELETE', path: '/venues/:id', summary: '', access: 'admin', params: z.object({ id: Id }), example: { as: 'admin' } })

let api: typeof import('./api.ts')
let stored: typeof import('./stored-user.ts')
let sent: { path: string; method: string; headers: Record<string, string>; body: unknown }[]
let answers: (() => Response)[]

const ok = (body?: unknown) => () => new Response(body === undefined ? null : JSON.stringify(body), { status: body === undefined ? 204 : 200 })
const refused = (status: number, code: string, message: string) => () =>
  new Response(JSON.stringify({ ResponseStatus: { ErrorCode: code, Message: message, Errors: [] }, RequestId: 'r-1' }), { status })
const offline = () => {
  throw new TypeError('Failed to fetch')
}

beforeEach(async () => {
  sent = []
  answers = []
  vi.stubGlobal('localStorage', fakeStorage())
  vi.stubGlobal('sessionStorage', fakeStorage())
  vi.stubGlobal('document', { cookie: 'other=1; XSRF-TOKEN=abc%3D.def' })
  vi.stubGlobal('fetch', async (path: string, request: RequestInit) => {
    sent.push({ path, method: String(request.method), headers: request.headers as Record<string, string>, body: request.body })
    return (answers.shift() ?? ok({}))()
  })
  vi.resetModules()
  stored = await import('./stored-user.ts')
  api = await import('./api.ts')
})

const signIn = (fields: object) => {
  stored.beginStoredUser({ UserId: 2, UserName: 'owner' })
  stored.changeStoredUser(fields)
}

describe('a call', () => {
  test('writes path and query as the specification has them, lists with commas, nothing for what is undefined', async () => {
    await api.call(salesByDay, { query: { FromDate: '2026-11-16', Locations: [3, 4], Compare: undefined } as never })
    expect(sent[0]?.path).toBe('/api/sales/day?FromDate=2026-11-16&Locations=3%2C4')
    await api.call(adjustPoints, { params: { card: 'a/b' }, body: { Points: 5 } })
    expect(sent[1]?.path).toBe('/api/loyalty/a%2Fb/points')
    expect(sent[1]?.body).toBe('{"Points":5}')
  })

  test('carries Basic with Auth, Bearer once there is a Token, and nothing signed out', async () => {
    await api.call(salesByDay, { query: { FromDate: '2026-11-16' } })
    signIn({ Auth: 'b64' })
    await api.call(salesByDay, { query: { FromDate: '2026-11-16' } })
    signIn({ Token: 'secret', VenueId: 1 })
    await api.call(salesByDay, { query: { FromDate: '2026-11-16' } })
    expect(sent.map((one) => one.headers.Authorization)).toEqual([undefined, 'Basic b64', 'Bearer secret'])
    expect(sent.every((one) => one.headers['Content-Type'] === 'application/json')).toBe(true)
  })

  test('carries the anti-forgery header and a key only when it changes something', async () => {
    await api.call(salesByDay, { query: { FromDate: '2026-11-16' } })
    await api.call(adjustPoints, { params: { card: '1' }, body: { Points: 5 } })
    await api.call(removeVenue, { params: { id: 3 } })
    expect(sent.map((one) => one.headers['X-XSRF-TOKEN'])).toEqual([undefined, 'abc=.def', 'abc=.def'])
    expect(sent[0]?.headers['Idempotency-Key']).toBeUndefined()
    expect(sent[1]?.headers['Idempotency-Key']).toMatch(/^[0-9a-f-]{36}$/)
    expect(sent[2]?.headers['Idempotency-Key']).not.toBe(sent[1]?.headers['Idempotency-Key'])
  })

  test('names the venue this tab shows, not the one stored meanwhile by another tab', async () => {
    signIn({ Token: 't', VenueId: 2 })
    api.showOnScreen(2, 1)
    await api.call(salesByDay, { query: { FromDate: '2026-11-16' } })
    expect(sent[0]?.headers['X-Venue-Id']).toBe('1')
  })
})

describe('a submission', () => {
  const submit = () => api.call(adjustPoints, { params: { card: '1' }, body: { Points: 5 } })
  const keys = () => sent.map((one) => one.headers['Idempotency-Key'])

  test.each([
    ['a lost connection', offline],
    ['a busy server', refused(503, 'Unavailable', 'The service is busy.')],
    ['a broken server', refused(500, 'InternalError', 'Something went wrong.')],
    ['one still being worked on', refused(409, 'InProgress', 'The same request is still in progress. Try again in a moment.')],
    ['too many requests', refused(429, 'TooManyRequests', 'Too many requests.')],
  ])('repeated after %s carries the same key', async (_, answer) => {
    answers = [answer, ok()]
    await expect(submit()).rejects.toThrow()
    await submit()
    expect(keys()[1]).toBe(keys()[0])
  })

  test('answered for good, the same again is another submission', async () => {
    answers = [ok(), refused(400, 'ValidationFailed', 'No.'), ok()]
    await submit()
    await expect(submit()).rejects.toThrow()
    await submit()
    expect(new Set(keys()).size).toBe(3)
  })

  test('is saved before it is sent, and what is saved tells nothing of it', async () => {
    answers = [offline]
    await expect(submit()).rejects.toThrow()
    const kept = sessionStorage.getItem('daybook.submissions') ?? ''
    expect(kept).toContain(keys()[0])
    expect(kept).not.toContain('Points')
  })
})

describe('a refusal', () => {
  test('carries code, message, fields and the reference', async () => {
    answers = [refused(404, 'LocationNotFound', 'There is no such location.')]
    await expect(api.call(salesByDay, { query: { FromDate: '2026-11-16' } })).rejects.toMatchObject({
      status: 404,
      code: 'LocationNotFound',
      said: 'There is no such location.',
      requestId: 'r-1',
    })
  })

  test('that is no answer of ours keeps its status', async () => {
    answers = [() => new Response('<html>Bad gateway</html>', { status: 502, statusText: 'Bad Gateway' })]
    await expect(api.call(salesByDay, { query: { FromDate: '2026-11-16' } })).rejects.toMatchObject({ status: 502, said: undefined, message: 'Bad Gateway' })
  })

  test('without a connection has status 0', async () => {
    answers = [offline]
    await expect(api.call(salesByDay, { query: { FromDate: '2026-11-16' } })).rejects.toMatchObject({ status: 0, message: 'Failed to fetch' })
  })
})

describe('the session', () => {
  const listen = () => {
    const heard: string[] = []
    api.listenToSession({
      ended: () => heard.push('ended'),
      switched: () => heard.push('switched'),
      active: () => heard.push('active'),
      unreached: () => heard.push('unreached'),
    })
    return heard
  }
  const ask = () => api.call(salesByDay, { query: { FromDate: '2026-11-16' } }).catch(() => undefined)

  test('is told of a call that got no answer, and a change without a connection is not sent at all', async () => {
    const heard = listen()
    answers = [offline]
    await ask()
    expect(heard).toEqual(['unreached'])
    const { onlineManager } = await import('@tanstack/react-query')
    onlineManager.setOnline(false)
    sent = []
    await expect(api.call(removeVenue, { params: { id: 1 } })).rejects.toMatchObject({ status: 0, code: 'OfflineWrite' })
    expect(sent).toEqual([])
    expect(sessionStorage.getItem('daybook.submissions')).toBeNull()
  })

  test('is over when a call with its Token is answered 401', async () => {
    const heard = listen()
    signIn({ Token: 't', VenueId: 1 })
    answers = [ok({ Total: 1 }), refused(401, 'SessionEnded', 'Your session has ended.')]
    await ask()
    await ask()
    expect(heard).toEqual(['active', 'ended'])
  })

  test('goes on when the Token was changed while the call was under way', async () => {
    const heard = listen()
    signIn({ Token: 'old', VenueId: 1 })
    answers = [
      () => {
        stored.changeStoredUser({ Token: 'new' })
        return refused(401, 'NotSignedIn', 'Please sign in.')()
      },
    ]
    await ask()
    expect(heard).toEqual([])
  })

  test('of nobody does not end: a wrong password is only that', async () => {
    const heard = listen()
    answers = [refused(401, 'SignInFailed', "That user name and password don't match.")]
    await ask()
    expect(heard).toEqual([])
  })

  test('says when another tab opened another venue', async () => {
    const heard = listen()
    signIn({ Token: 't', VenueId: 2 })
    answers = [refused(409, 'VenueSwitched', 'You switched venue in another tab.')]
    await ask()
    expect(heard).toEqual(['switched'])
  })
})
