import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '#app/operations.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { exampleInput } from '../example-input.ts'
import { type StartedApp, startApp } from '../start-app.ts'
import { wireOf } from '../wire.ts'
import { Sender, wrongWith } from './sender.ts'

let app: StartedApp
let sender: Sender

beforeAll(async () => {
  app = await startApp()
  sender = new Sender(app)
})
afterAll(async () => {
  sender.wire.close()
  await app.close()
})

const calls = operations.map(({ operation }) => [`${operation.method} ${operation.path}`, operation] as const)
const writes = calls.filter(([, { method }]) => method !== 'GET')
const reads = calls.filter(([, { method }]) => method === 'GET')

const refused = async (operation: AnyOperation, change: Parameters<Sender['send']>[1], headers: Record<string, string> = {}) => {
  const answer = await sender.send(operation, { ...(await exampleInput(app, operation)), ...change }, headers)
  expect(wrongWith(answer)).toBeUndefined()
  return { status: answer.status, code: answer.errorCode }
}

describe('sizes', () => {
  it.each(writes)('%s: a body too large is 413, whether or not it is read to its end', async (_call, operation) => {
    const most = operation.bodyLimit ?? 100 * 1024
    for (const size of [most + 1, most * 2 + 400 * 1024]) {
      const body = `{"Filler":"${'x'.repeat(size - 13)}"}`
      expect(await refused(operation, { body })).toEqual({ status: 413, code: 'TooLarge' })
    }
  })

  it.each(reads)('%s: an address too long is 414', async (_call, operation) => {
    const example = await exampleInput(app, operation)
    expect(await refused(operation, { query: { ...example.query, Filler: 'x'.repeat(9000) } })).toEqual({ status: 414, code: 'AddressTooLong' })
  })

  it('headers too large are 431', async () => {
    const [, operation] = reads[0] ?? []
    const answer = await sender.wire.send({ ...wireOf(operation as AnyOperation), headers: { 'x-filler': 'x'.repeat(17_000) } })
    expect({ status: answer.status, code: answer.errorCode }).toEqual({ status: 431, code: 'HeadersTooLarge' })
  })
})

describe('methods and content types', () => {
  const paths = new Map(operations.map(({ operation }) => [operation.path, operation]))
  /** Several operations may share an address: /users/requestpassword is also a /users/:userId. */
  const methodsAt = (path: string) =>
    new Set(
      operations
        .filter(({ operation }) => new RegExp(`^${(`/api${operation.path}`).replace(/:\w+/g, '[^/]+')}$`).test(path))
        .map(({ operation }) => operation.method as string),
    )

  it.each([...paths])('%s: a method it does not take is 405, and says which it takes', async (_path, operation) => {
    const wire = wireOf(operation, { ...(await exampleInput(app, operation)), query: undefined, body: undefined })
    const methods = methodsAt(wire.path)
    expect(methods).toContain(operation.method)
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'].filter((each) => !methods.has(each))) {
      const answer = await sender.sendAs(operation.example.as, { ...wire, method })
      expect({ method, status: answer.status, code: answer.errorCode }).toEqual({ method, status: 405, code: 'MethodNotAllowed' })
      expect(String(answer.headers.allow).split(', ').sort()).toEqual([...methods].sort())
    }
  })

  it.each(writes.filter(([, { rawBody }]) => !rawBody))('%s: a body that is not sent as JSON is 415', async (_call, operation) => {
    for (const type of [
      'text/plain',
      'text/csv',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'application/jsonp',
      'application/octet-stream',
    ]) {
      expect({ type, ...(await refused(operation, { body: '{}' }, { 'content-type': type })) }).toEqual({ type, status: 415, code: 'WrongContentType' })
    }
  })

  it('an override of the method is not heard', async () => {
    const answer = await sender.wire.send({ method: 'GET', path: '/api/health', headers: { 'x-http-method-override': 'DELETE', 'x-method-override': 'POST' } })
    expect(answer.status).toBe(200)
  })

  it('HEAD answers as GET does, without the body', async () => {
    expect(await sender.wire.send({ method: 'HEAD', path: '/api/health' })).toMatchObject({ status: 200, text: '' })
  })
})

describe('addresses', () => {
  it.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/health/',
    '/api/Health',
    '/api//health',
    '/api/health%2f',
    '/api/%2e%2e/',
    '/api/../../etc/passwd',
    '/api/health%00',
    '/api/%ff',
    '/api/%',
    '/api/users/%zz',
  ])('%s is not there', async (path) => {
    const answer = await sender.wire.send({ method: 'GET', path })
    expect([400, 404]).toContain(answer.status)
    expect(wrongWith(answer)).toBeUndefined()
  })
})

/** What no HTTP client would send. */
const raw = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    socket.on('error', reject).on('close', () => resolve(text))
    socket.setTimeout(3000, () => socket.destroy())
  })

describe('bytes that are not quite HTTP', () => {
  it.each([
    ['no request at all', 'hello\r\n\r\n'],
    ['two lengths', 'POST /api/auth/credentials HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
    ['a length and chunks', 'POST /api/auth/credentials HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a length that is none', 'POST /api/auth/credentials HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
    ['a header over two lines', 'GET /api/health HTTP/1.1\r\nHost: x\r\nX-Filler: a\r\n b\r\n\r\n'],
    ['a NUL in a header', 'GET /api/health HTTP/1.1\r\nHost: x\r\nX-Filler: a\0b\r\n\r\n'],
    ['no host', 'GET /api/health HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET /api/health HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n'],
    ['the same host twice', 'GET /api/health HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n'],
    ['two hosts in one header', 'GET /api/health HTTP/1.1\r\nHost: x, y\r\n\r\n'],
    ['two hosts parted by a space', 'GET /api/health HTTP/1.1\r\nHost: x y\r\n\r\n'],
    ['a host with a path', 'GET /api/health HTTP/1.1\r\nHost: x/y\r\n\r\n'],
    ['two hosts for a screen', 'GET /reports/sales HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n'],
  ])('%s is 400 and the connection closed', async (_what, bytes) => {
    expect(await raw(bytes)).toMatch(/^HTTP\/1\.1 400 /)
  })
})
