import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { refuseCrowds, seldom } from './crowding.ts'

it('callers beyond the limit are told to come again, and served once others have gone', async () => {
  const app = Fastify()
  refuseCrowds(app, 4, 0)
  app.setErrorHandler((error: { status?: number; retryAfterSeconds?: number }, _request, reply) =>
    reply
      .code(error.status ?? 500)
      .header('retry-after', String(error.retryAfterSeconds))
      .send(),
  )
  app.get('/', () => 'served')
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const idle: Socket[] = Array.from({ length: 16 }, () => connect(Number(url.port), '127.0.0.1'))
  await Promise.all(idle.map((socket) => once(socket, 'connect')))
  const open = () => promisify(app.server.getConnections).call(app.server)
  await expect.poll(open).toBe(16)
  const ask = () => fetch(url, { headers: { connection: 'close' } })
  const refused = await ask()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  await Promise.all(idle.map((socket) => once(socket.destroy(), 'close')))
  await expect.poll(async () => (await ask()).status).toBe(200)
  await app.close()
})

it('what happens often is said at once and then seldom', () => {
  const said: number[] = []
  const tell = seldom((times) => said.push(times))
  for (let time = 0; time < 1000; time += 1) tell()
  expect(said).toEqual([1])
})
