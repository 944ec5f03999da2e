import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StartedApp, startApp } from '#tests/start-app.ts'

describe('in production', () => {
  let app: StartedApp
  beforeAll(async () => {
    app = await startApp({ sample: false, environment: { NODE_ENV: 'production', TRUST_PROXY: '1', PUBLIC_URL: 'https://daybook.example' } })
  })
  afterAll(() => app.close())

  const sent = (path: string, headers: Record<string, string>) =>
    fetch(app.url + path, { headers }).then(async (answer) => [answer.status, await answer.text()] as const)

  it('what came to the proxy over plain http is refused with a sentence, and not redirected', async () => {
    const [status, text] = await sent('/api/openapi.json', { 'x-forwarded-proto': 'http' })
    expect([status, JSON.parse(text).ResponseStatus]).toEqual([
      400,
      { ErrorCode: 'HttpsOnly', Message: 'This service works over https only. Use an address that begins with https.', Errors: [] },
    ])
  })

  it('https through the proxy, and plain http on this very machine, are served', async () => {
    expect((await sent('/api/openapi.json', { 'x-forwarded-proto': 'https' }))[0]).toBe(200)
    expect((await sent('/api/openapi.json', {}))[0]).toBe(200)
  })

  it('whoever looks after the server is answered', async () => {
    for (const path of ['/api/health', '/api/ready']) expect((await sent(path, { 'x-forwarded-proto': 'http' }))[0], path).toBe(200)
    expect((await sent('/api/healthy', { 'x-forwarded-proto': 'http' }))[0]).toBe(400)
  })
})

it('elsewhere plain http is served', async () => {
  const app = await startApp({ sample: false, environment: { TRUST_PROXY: '1' } })
  const { status } = await fetch(`${app.url}/api/openapi.json`, { headers: { 'x-forwarded-proto': 'http' } })
  await app.close()
  expect(status).toBe(200)
})
