import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { operations } from '#app/operations.ts'
import { freePort } from '#platform/web/free-port.ts'
import { type ServerProcess, startServer } from '../../bench/server-process.ts'
import { type FreshDatabase, freshDatabase } from '../fresh-database.ts'

let fresh: FreshDatabase
let server: ServerProcess
let log = ''
beforeAll(async () => {
  fresh = await freshDatabase({ sample: true })
  const environment = { DATABASE_URL: fresh.url, LOG_LEVEL: 'debug', JOBS: 'off', READS_PER_MINUTE: '10000000' }
  server = await startServer(await freePort(), environment, (words) => {
    log += words
  })
}, 120_000)
afterAll(async () => {
  await server.end('SIGTERM')
  await fresh.drop()
})

interface Line {
  msg: string
  req?: { method: string; url: string }
}
const lines = () =>
  log
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as Line)
const logged = () => lines().flatMap(({ req }) => (req ? [`${req.method} ${req.url}`] : []))
const ask = async (method: string, path: string) => {
  const answer = await fetch(server.url + path, { method, headers: { 'content-type': 'application/json' }, ...(method === 'GET' ? {} : { body: '{}' }) })
  await answer.text()
}

const withParams = operations.filter(({ operation }) => operation.path.includes(':')).map(({ operation }) => operation)
let made = 0
/** Like a token, a card number, a ticket. */
const secret = () => {
  made += 1
  return [`1-SECRET${made}_abcdefghijklmnopqrstuvwxyz`, `44170000SECRET${made}`, `SECRET${made}`][made % 3] as string
}

it('no value of a path that may be a secret, of any operation, shows in the log', async () => {
  for (const { method, path } of withParams) {
    const filled = `/api${path.replace(/:\w+/g, secret)}`
    await ask(method, `${filled}?Token=${secret()}`)
    // Mistyped, and by a method that is not taken.
    await ask(method, `${filled}/more`)
    await ask(method, `${filled}%zz`)
    await ask('PATCH', filled)
  }
  const asShown = withParams.map(({ method, path }) => `${method} /api${path.replace(/:\w+/g, '…')}`)
  await expect.poll(logged, { timeout: 10_000 }).toEqual(expect.arrayContaining(asShown))
  expect(log).not.toMatch(/SECRET/)
})

it('a plain id shows, so that a request can be found', async () => {
  await ask('GET', '/api/venue/1/config')
  await ask('GET', '/api/imports/runs/12')
  await expect.poll(logged, { timeout: 10_000 }).toEqual(expect.arrayContaining(['GET /api/venue/1/config', 'GET /api/imports/runs/12']))
})

it('of any other address the area alone shows', async () => {
  for (const path of [
    '/loyalty/cards/4417000011112222',
    '/reports/unsubscribe/SECRET-x',
    '/reports/recipients/SECRET-x',
    '/SECRET',
    '/api/SECRET',
    '/api/4417000011112222/x',
    '/assets/SECRET.js',
  ])
    await ask('GET', path)
  const shown = ['GET /loyalty/…', 'GET /reports/…', 'GET /…', 'GET /api/…', 'GET /assets/…']
  await expect.poll(logged, { timeout: 10_000 }).toEqual(expect.arrayContaining(shown))
  expect(log).not.toMatch(/SECRET|4417000011112222/)
})

it('what is no request leaves nothing of itself behind', async () => {
  const { port, hostname } = new URL(server.url)
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write('GET /api/employees/SECRET/name SECRET\r\n\r\n'))
    socket.resume().on('error', () => undefined)
    socket.on('close', () => resolve())
  })
  await ask('GET', '/api/health')
  await expect.poll(logged, { timeout: 10_000 }).toContain('GET /api/health')
  expect(log).not.toMatch(/SECRET/)
})
