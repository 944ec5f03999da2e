import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '#app/operations.ts'
import { SAMPLE_SUPPLIER, SAMPLE_TILL_KEY } from '#db/demo/cast.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { freePort } from '#platform/web/free-port.ts'
import { takesLargeBodies } from '#platform/web/read-input.ts'
import { pathOf } from '#shared/endpoint.ts'
import { type ServerProcess, startServer } from '../../bench/server-process.ts'
import { credentialOf } from '../credentials.ts'
import { type FreshDatabase, freshDatabase } from '../fresh-database.ts'

const MEGABYTE = 1024 * 1024
const FILE = '/api/loyalty/imports/files?Name=takings.csv'

let fresh: FreshDatabase
let database: Database
let server: ServerProcess
beforeAll(async () => {
  fresh = await freshDatabase({ sample: true })
  database = openDatabase(fresh.url, 2)
  const many = { READS_PER_MINUTE: '1000000', WRITES_PER_MINUTE: '1000000', INTAKE_PER_SECOND: '1000000' }
  server = await startServer(await freePort(), { DATABASE_URL: fresh.url, JOBS: 'off', ...many })
}, 120_000)
afterAll(async () => {
  await server.end('SIGTERM')
  await database.close()
  await fresh.drop()
})

interface Answer {
  status: number
  code: string | undefined
  retryAfter: string | undefined
  connection: string | undefined
}

/** Sends a body as a client does that looks at the answer as soon as it comes. */
const post = (path: string, headers: Record<string, string>, body: Buffer): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = { 'content-length': String(body.length), 'content-type': 'text/csv', ...headers }
    const asked = request(server.url + path, { method: 'POST', agent: false, headers: sent }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      response.on('end', () => {
        const { ResponseStatus } = JSON.parse(text) as { ResponseStatus?: { ErrorCode: string } }
        const { 'retry-after': retryAfter, connection } = response.headers
        resolve({ status: response.statusCode ?? 0, code: ResponseStatus?.ErrorCode, retryAfter, connection })
        asked.destroy()
      })
    })
    asked.on('error', reject)
    asked.end(body)
  })

/** What the server answers to the head of a request alone: its body never comes. */
const answerToHead = (method: string, path: string, headers: Record<string, string>): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url)
    const lines = [`${method} ${path} HTTP/1.1`, 'Host: x', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
    const socket = connect(Number(port), hostname, () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
    let text = ''
    socket.setEncoding('utf8').on('data', (piece: string) => (text += piece))
    socket.on('error', reject).on('close', () => resolve(text))
  })

const memory = (what: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024
/** From now on the most memory is the most since now. */
const forgetMost = () => writeFileSync(`/proc/${server.pid}/clear_refs`, '5')

describe('a large body of somebody who may not send it', () => {
  const large = operations
    .filter(({ operation }) => takesLargeBodies(operation))
    .map(({ operation }) => [`${operation.method} ${operation.path}`, operation] as const)

  it.each(large)('%s: who asks is known before the body has come', async (_call, operation) => {
    const path = `/api${pathOf(operation.path, operation.example.params)}`
    for (const authorization of ['', 'Bearer nobody']) {
      const answer = await answerToHead(operation.method, path, {
        'Content-Type': 'application/json',
        'Content-Length': '1000000',
        Authorization: authorization,
      })
      expect(answer).toMatch(/^HTTP\/1\.1 401 [\s\S]*connection: close/i)
    }
  })

  it('whoever lacks the tag, or the scope, or the venue, is told so at once, and it is written down once', async () => {
    const head = { 'Content-Type': 'application/json', 'Content-Length': '1000000' }
    const noted = async () => (await database.inVenue(1, (sql) => sql`select from audit_event where action = 'access.refused'`)).length
    const before = await noted()
    const staff = await credentialOf(database, 'staff')
    expect(await answerToHead('POST', FILE, { ...head, Authorization: staff })).toMatch(/^HTTP\/1\.1 403 [\s\S]*connection: close[\s\S]*NotPermitted/i)
    expect(await noted()).toBe(before + 1)
    const supplier = { ...head, 'X-Api-Key': SAMPLE_SUPPLIER.key }
    expect(await answerToHead('POST', '/api/patronapi2/v1/purchases?VenueId=77', supplier)).toMatch(/^HTTP\/1\.1 404 [\s\S]*VenueNotFound/)
  })

  it('sixty of 20 MB at once leave the memory near where it was, and each is told 401', async () => {
    const body = Buffer.alloc(20 * MEGABYTE, 'x')
    await post(FILE, {}, body)
    const before = memory('VmRSS')
    forgetMost()
    const answers = await Promise.all(Array.from({ length: 60 }, () => post(FILE, {}, body)))
    expect(answers.filter(({ status, code }) => status === 401 && code === 'NotSignedIn').length).toBe(60)
    expect(memory('VmHWM') - before).toBeLessThan(150)
  }, 120_000)
})

describe('large bodies of people who may send them', () => {
  it('twenty at once are taken or told to come again, and small requests are answered in between', async () => {
    const file = Buffer.from(`Day,Item,Total\n${'2026-11-02,Wharf Lager,9.80\n'.repeat(700_000)}`)
    const batch = Buffer.from(`{"Sales":[${'{"SaleId":"not a sale"},'.repeat(499)}{"Filler":"${'x'.repeat(4 * MEGABYTE)}"}]}`)
    const owner = await credentialOf(database, 'owner')
    expect(file.length).toBeGreaterThan(18 * MEGABYTE)
    const till = { 'x-api-key': SAMPLE_TILL_KEY, 'content-type': 'application/json' }
    const files = Array.from({ length: 8 }, () => post(FILE, { authorization: owner }, file))
    const batches = Array.from({ length: 12 }, () => post('/api/pos/v1/sales', till, batch))
    let isOver = false
    const all = Promise.all([...files, ...batches]).finally(() => {
      isOver = true
    })
    const small: number[] = []
    do {
      small.push((await fetch(`${server.url}/api/pos/v1/sync-status`, { headers: { 'x-api-key': SAMPLE_TILL_KEY } })).status)
    } while (!isOver)
    const answers = await all
    expect(new Set(small)).toEqual(new Set([200]))
    for (const { status, code, retryAfter } of answers)
      expect([200, 503], code).toContain(status === 503 && retryAfter === undefined ? 'no Retry-After' : status)
    const statuses = (which: readonly Answer[]) => new Set(which.map(({ status }) => status))
    expect(statuses(answers.slice(0, 8)), 'files').toEqual(new Set([200, 503]))
    expect(statuses(answers.slice(8)), 'batches').toContain(200)
    expect(server.exited()).toBe(false)
  }, 180_000)

  it('room comes free when one is answered, refused, or broken off', async () => {
    const owner = await credentialOf(database, 'owner')
    const { hostname, port } = new URL(server.url)
    const head = `POST ${FILE} HTTP/1.1\r\nHost: x\r\nAuthorization: ${owner}\r\nContent-Type: text/csv\r\n`
    const file = Buffer.from(`Day,Item,Total\n${'2026-11-02,Wharf Lager,9.80\n'.repeat(700_000)}`)
    for (let times = 0; times < 4; times += 1) {
      // One that is broken off in the middle, by its length and in pieces.
      for (const length of ['Content-Length: 20000000\r\n\r\n', `Transfer-Encoding: chunked\r\n\r\n${(20 * MEGABYTE).toString(16)}\r\n`]) {
        const socket = connect(Number(port), hostname).on('error', () => undefined)
        socket.write(head + length)
        await new Promise<void>((done) => socket.write(file, () => done()))
        await expect.poll(async () => (await post(FILE, { authorization: owner }, file)).status, { timeout: 10_000 }).toBe(503)
        socket.destroy()
      }
      // One that is no file.
      expect((await post(FILE, { authorization: owner, 'content-type': 'text/plain' }, file)).status).toBe(415)
      await expect.poll(async () => (await post(FILE, { authorization: owner }, file)).status, { timeout: 20_000 }).toBe(200)
    }
  }, 120_000)

  it('a body in pieces, or compressed, is counted as it comes', async () => {
    const owner = await credentialOf(database, 'owner')
    const pieces = Buffer.concat([Buffer.from(`${(21 * MEGABYTE).toString(16)}\r\n`), Buffer.alloc(21 * MEGABYTE, 'x'), Buffer.from('\r\n0\r\n\r\n')])
    const chunked = await new Promise<string>((resolve) => {
      const { hostname, port } = new URL(server.url)
      const socket = connect(Number(port), hostname, () => {
        socket.write(`POST ${FILE} HTTP/1.1\r\nHost: x\r\nAuthorization: ${owner}\r\nContent-Type: text/csv\r\nTransfer-Encoding: chunked\r\n\r\n`)
        socket.write(pieces)
      })
      let text = ''
      socket.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      socket.on('error', () => undefined).on('close', () => resolve(text))
    })
    expect(chunked).toMatch(/^HTTP\/1\.1 413 [\s\S]*20 MB/)
    const small = gzipSync('Day,Item,Total\n2026-11-02,Wharf Lager,9.80\n')
    expect((await post(FILE, { authorization: owner, 'content-encoding': 'gzip' }, small)).status).toBe(200)
    const bomb = gzipSync(Buffer.alloc(400 * MEGABYTE))
    const before = memory('VmRSS')
    forgetMost()
    expect(await post(FILE, { authorization: owner, 'content-encoding': 'gzip' }, bomb)).toMatchObject({ status: 413, code: 'TooLarge' })
    expect(memory('VmHWM') - before).toBeLessThan(150)
  }, 60_000)

  it('whoever was signed out while their file was on its way is told so, and nothing is kept', async () => {
    const owner = await credentialOf(database, 'owner')
    const files = async () => (await database.inVenue(1, (sql) => sql`select from import_file`)).length
    const before = await files()
    const { hostname, port } = new URL(server.url)
    const text = await new Promise<string>((resolve, reject) => {
      let heard = ''
      const head = `POST ${FILE} HTTP/1.1\r\nHost: x\r\nAuthorization: ${owner}\r\nContent-Type: text/csv\r\nContent-Length: 200000\r\nConnection: close\r\n\r\n`
      const socket = connect(Number(port), hostname, () => socket.write(`${head}Day,Item,Total\n`))
      socket.setEncoding('utf8').on('data', (piece: string) => (heard += piece))
      socket.on('error', reject).on('close', () => resolve(heard))
      setTimeout(async () => {
        await database.house`update session set revoked_at = now()`
        socket.write('x'.repeat(200_000 - 'Day,Item,Total\n'.length))
      }, 1_500)
    })
    expect(text).toMatch(/^HTTP\/1\.1 401 [\s\S]*SessionEnded/)
    expect(await files()).toBe(before)
  })
})
