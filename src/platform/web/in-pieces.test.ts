import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StartedApp, startApp } from '#tests/start-app.ts'

describe('a document that is sent in pieces', () => {
  let app: StartedApp
  beforeAll(async () => {
    app = await startApp({ sample: false })
  })
  afterAll(() => app.close())

  const read = async (path: string) => {
    const answer = await fetch(app.url + path, { headers: { 'accept-encoding': 'identity' } })
    return { status: answer.status, length: Number(answer.headers.get('content-length')), body: Buffer.from(await answer.arrayBuffer()) }
  }

  it('is whole for everybody who reads, however many read at once, and some go away', async () => {
    const first = await read('/api/openapi.json')
    expect(JSON.parse(first.body.toString()).openapi).toMatch(/^3\./)
    const leaving = Array.from({ length: 20 }, () => {
      const caller = connect(Number(new URL(app.url).port), '127.0.0.1').on('error', () => undefined)
      caller.write('GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(4))
      return caller.pause()
    })
    const reading = Array.from({ length: 40 }, () => read('/api/openapi.json'))
    await reading[0]
    for (const caller of leaving.slice(10)) caller.destroy()
    for (const { status, length, body } of await Promise.all(reading)) {
      expect([status, length]).toEqual([200, body.length])
      expect(body.equals(first.body)).toBe(true)
    }
    for (const caller of leaving) caller.destroy()
    expect((await read('/api/docs')).body.toString()).toContain('</html>')
  })

  it('lets others in between: whoever asks for little waits for a few pieces, not for all that was asked before', async () => {
    const path = '/api/openapi.json'
    const order: string[] = []
    const many = Array.from({ length: 60 }, () => read(path).then(() => order.push('document')))
    await new Promise((resolve) => setTimeout(resolve, 5))
    await fetch(`${app.url}/api/health`).then(() => order.push('health'))
    await Promise.all(many)
    expect(order.indexOf('health')).toBeLessThan(20)
  })
})
