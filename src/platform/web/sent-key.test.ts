import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '#app/operations.ts'
import { SAMPLE_SUPPLIER, SAMPLE_TILL_KEY } from '#db/demo/cast.ts'
import { credentialOf } from '#tests/credentials.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'

let app: StartedApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const send = async (path: string, headers: Record<string, string>, body?: object) => {
  const json = { 'content-type': 'application/json', ...headers }
  const answer = await fetch(`${app.url}/api${path}`, body ? { method: 'POST', headers: json, body: JSON.stringify(body) } : { headers })
  const { ResponseStatus } = (await answer.json()) as { ResponseStatus?: { ErrorCode: string; Message: string } }
  return { status: answer.status, code: ResponseStatus?.ErrorCode, message: ResponseStatus?.Message }
}

describe.each([
  ['a till', '/pos/v1/sync-status', SAMPLE_TILL_KEY, 'KeyNotValid'],
  ['a supplier', '/patronapi2/v1/venues', SAMPLE_SUPPLIER.key, 'ApiKeyNotValid'],
])('%s', (_who, path, key, notValid) => {
  it('may send its key in X-Api-Key instead of Authorization', async () => {
    expect((await send(path, { 'x-api-key': key })).status).toBe(200)
    expect(await send(path, { 'x-api-key': `${key}x` })).toMatchObject({ status: 401, code: notValid })
    expect(await send(path, { 'x-api-key': '' })).toMatchObject({ status: 401, code: notValid })
  })

  it('may send the same key in both', async () => {
    for (const scheme of ['Bearer', 'bearer']) expect((await send(path, { 'x-api-key': key, authorization: `${scheme} ${key}` })).status).toBe(200)
  })

  it('is told so where the two headers hold different keys, whichever of them is good', async () => {
    const refused = { status: 400, code: 'TwoKeys', message: 'Authorization and X-Api-Key hold different keys. Send only one of them.' }
    expect(await send(path, { 'x-api-key': key, authorization: 'Bearer another' })).toEqual(refused)
    expect(await send(path, { 'x-api-key': 'another', authorization: `Bearer ${key}` })).toEqual(refused)
    expect(await send(path, { 'x-api-key': key, authorization: `Basic ${key}` })).toEqual(refused)
  })
})

it('a till may send its sales so, too', async () => {
  expect((await send('/pos/v1/sales', { 'x-api-key': SAMPLE_TILL_KEY }, { Sales: [{}] })).status).toBe(200)
})

it("a person's Token is taken in Authorization alone", async () => {
  const token = (await credentialOf(app.database, 'owner')).replace('Bearer ', '')
  expect((await send('/venue/1/config', { authorization: `Bearer ${token}` })).status).toBe(200)
  expect(await send('/venue/1/config', { 'x-api-key': token })).toMatchObject({ status: 401, code: 'NotSignedIn' })
})

it('a second path of a call demands to be signed in as the first one does', async () => {
  const called = async (method: string, path: string) => (await fetch(`${app.url}/api${path.replaceAll(/:\w+/g, '1')}`, { method })).status
  const twice = operations.flatMap(({ operation: { method, path, alsoAt } }) => (alsoAt ? [{ method, paths: [path, alsoAt] }] : []))
  expect(twice.length).toBeGreaterThan(7)
  for (const { method, paths } of twice) expect([paths, await Promise.all(paths.map((path) => called(method, path)))], method).toEqual([paths, [401, 401]])
  expect(await called('PUT', '/stock/orders/never')).toBe(404)
})
