import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type StartedApp, startApp } from '../start-app.ts'

let app: StartedApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

/** Somebody who sends a few bytes every now and then, whatever they are answered, for as long as they are let. */
const drip = (first: string): Promise<string> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(app.url)
    const socket: Socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () => socket.write(first))
    const more = setInterval(() => socket.write('x'), 50)
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(more)
      resolve(text)
    })
  })

const post = (path: string, length: number, more = '') =>
  `POST /api${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${more}Content-Length: ${length}\r\n\r\n{`

const DRIPS: readonly (readonly [what: string, status: number, first: string])[] = [
  ['a body too large', 413, post('/auth/credentials', 50_000_000)],
  ['a body too large for an address that is not there', 413, post('/nothing', 1_000_000)],
  ['a body of a type that is not taken', 415, post('/auth/credentials', 50_000).replace('application/json', 'text/plain')],
  ['a body of a GET', 200, post('/health', 50_000).replace('POST', 'GET')],
  ['two hosts', 400, post('/auth/credentials', 50_000, 'Host: y\r\n')],
  ['an address that is none', 400, post('/users/%zz', 50_000)],
  ['what is no request', 400, 'hello\r\n\r\n'],
]

// Nobody is let go on for the half minute that a whole request may take: each of these would run into the end of its time.
it('somebody who goes on sending after their answer is cut off soon', async () => {
  const answers = await Promise.all(DRIPS.map(async ([what, , first]) => [what, (await drip(first)).slice(0, 12)]))
  expect(answers).toEqual(DRIPS.map(([what, status]) => [what, `HTTP/1.1 ${status}`]))
}, 15_000)

it('somebody who sends all of it in time has their refusal and keeps their connection', async () => {
  const { hostname, port } = new URL(app.url)
  const body = 'x'.repeat(3000)
  const request = `GET /api/health HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  const answers = () => text.match(/HTTP\/1\.1 200/g)?.length ?? 0
  for (let times = 1; times <= 3; times += 1) {
    socket.write(request)
    await expect.poll(answers).toBe(times)
    socket.write(body)
  }
  socket.destroy()
})
