import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '#platform/settings.ts'
import { createWebServer } from './web-server.ts'

const SCRIPT = 'export const takings = "the same on both sides"\n'.repeat(100)
// Marked, to be told from one that is squeezed when it is asked for.
const SQUEEZED = brotliCompressSync(`${SCRIPT}// squeezed at the build`)
const base = mkdtempSync(join(tmpdir(), 'daybook-web-server-'))
// Whatever the folders above it are called.
const folder = join(base, 'assets/web')

let server: FastifyInstance
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<head></head>')
  mkdirSync(join(folder, '.vite'))
  writeFileSync(
    join(folder, '.vite/screens.json'),
    JSON.stringify({
      '/reports/sales': { files: ['assets/sales.js', 'assets/sales.css'], public: false },
      '/membership/auth': { files: ['assets/door.js'], public: true },
      '/loyalty/cards/$card': { files: ['assets/card.js'], public: true },
    }),
  )
  writeFileSync(join(folder, 'assets/app.js'), SCRIPT)
  writeFileSync(join(folder, 'assets/app.js.br'), SQUEEZED)
  server = await createWebServer(readSettings({ LOG_LEVEL: 'silent' }, folder), folder)
})
afterAll(async () => {
  await server.close()
  rmSync(base, { recursive: true })
})

const asked = (encodings: string | undefined) =>
  server.inject({ url: '/assets/app.js', headers: encodings === undefined ? {} : { 'accept-encoding': encodings } })

describe('a file of the browser app', () => {
  it('comes as it was squeezed at the build to a browser that can unpack it', async () => {
    const { headers, rawPayload } = await asked('gzip, deflate, br, zstd')
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: expect.stringMatching(/accept-encoding/i) })
    expect(rawPayload.equals(SQUEEZED)).toBe(true)
  })

  it('comes gzipped to who knows no more', async () => {
    const { headers, rawPayload } = await asked('gzip')
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: expect.stringMatching(/accept-encoding/i) })
    expect(gunzipSync(rawPayload).toString()).toBe(SCRIPT)
  })

  it.each([undefined, 'identity'])('comes plain to who accepts neither (%s), and no cache in between mistakes one for the other', async (encodings) => {
    const { headers, payload } = await asked(encodings)
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers.vary).toMatch(/accept-encoding/i)
    expect(payload).toBe(SCRIPT)
  })

  it('is asked for once, as its name changes with what is in it', async () => {
    expect((await asked('br')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  it('is asked for each time where its name stays, as the page does', async () => {
    for (const url of ['/', '/index.html']) expect((await server.inject({ url })).headers['cache-control'], url).toBe('no-cache')
  })
})

describe('the page', () => {
  const page = (headers: Record<string, string> = {}, url = '/reports/sales') => server.inject({ url, headers })

  it('names the files of the screen it is asked for to whoever may be signed in, and of the door to whoever is not', async () => {
    const [inside, outside] = [await page({ cookie: 'daybook=whoever' }), await page()]
    expect(inside.payload).toBe(
      '<head><link rel="modulepreload" crossorigin href="/assets/sales.js"><link rel="preload" as="style" crossorigin href="/assets/sales.css"></head>',
    )
    expect(outside.payload).toBe('<head><link rel="modulepreload" crossorigin href="/assets/door.js"></head>')
    expect((await page({ 'sec-fetch-site': 'cross-site' })).payload).toBe('<head></head>')
    expect((await page({}, '/loyalty/cards/4417/')).payload).toBe('<head><link rel="modulepreload" crossorigin href="/assets/card.js"></head>')
    expect(inside.headers.vary).toMatch(/cookie/i)
  })

  it('is not sent again to whoever has it, and is another for whoever has signed in since', async () => {
    const tag = String((await page()).headers.etag)
    expect((await page({ 'if-none-match': tag })).statusCode).toBe(304)
    expect((await page({ 'if-none-match': tag, cookie: 'daybook=whoever' })).statusCode).toBe(200)
  })

  it.each([
    '/metrics',
    '/nonsense',
    '//reports/sales',
    '/%E0%A4%A',
    '/%E0%A4%A?range=today',
    '/loyalty/cards',
    '/.env',
    '/reports/../../etc/passwd',
    '/wp-login.php',
  ])('comes with 404 at an address that is no screen: %s', async (url) => {
    const { statusCode, headers, payload } = await server.inject({ url, headers: { accept: 'text/html,*/*' } })
    expect([statusCode, headers['content-type'], payload]).toEqual([404, 'text/html; charset=utf-8', '<head></head>'])
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })

  it.each(['/', '/index.html', '/reports/sales?range=today', '/Reports/Sales', '/loyalty/cards/4417/'])('comes with 200 at a screen: %s', async (url) => {
    expect((await server.inject({ url })).statusCode).toBe(200)
  })

  it.each([
    ['/api/nonsense', 404, 'NotFound'],
    ['/api/%E0%A4%A', 400, 'BadRequest'],
    ['/assets/app-00000000.js', 404, 'NotFound'],
  ])('does not come where a program asks: %s', async (url, status, ErrorCode) => {
    const answer = await server.inject({ url, headers: { accept: '*/*' } })
    expect([answer.statusCode, answer.json()]).toMatchObject([status, { ResponseStatus: { ErrorCode } }])
  })

  it('answers HEAD like GET, without the page', async () => {
    const { statusCode, payload } = await server.inject({ method: 'HEAD', url: '/reports/sales' })
    expect([statusCode, payload]).toEqual([200, ''])
  })

  it('is the one of a build that was swapped in since', async () => {
    const swapped = join(base, 'swapped')
    mkdirSync(swapped)
    writeFileSync(join(swapped, 'index.html'), 'one')
    const other = await createWebServer(readSettings({ LOG_LEVEL: 'silent' }, swapped), swapped)
    expect((await other.inject('/')).payload).toBe('one')
    writeFileSync(join(swapped, 'index.html'), 'two')
    utimesSync(join(swapped, 'index.html'), 1, 1)
    expect((await other.inject('/')).payload).toBe('two')
    rmSync(join(swapped, 'index.html'))
    expect((await other.inject('/')).payload).toBe('two')
    await other.close()
  })
})

describe('every answer', () => {
  /** As docs promise it, whatever is answered: the page, a file, an address there is not, one too long. */
  const SAFETY = {
    'content-security-policy':
      "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;font-src 'self';connect-src 'self';form-action 'self';frame-ancestors 'none';base-uri 'none';object-src 'none';manifest-src 'self';worker-src 'self';require-trusted-types-for 'script'",
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
  }

  it.each(['/', '/assets/app.js', '/api/nothing-here', `/${'a'.repeat(9000)}`] as const)('tells the browser what it may do: %s', async (url) => {
    const { headers } = await server.inject({ url })
    expect(headers).toMatchObject(SAFETY)
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['x-powered-by']).toBeUndefined()
  })

  it('keeps to https from then on where the house is reached that way', async () => {
    const secure = await createWebServer(readSettings({ LOG_LEVEL: 'silent', PUBLIC_URL: 'https://daybook.example' }, folder), folder)
    expect((await secure.inject({ url: '/' })).headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    await secure.close()
  })

  it('has a name of its own', async () => {
    const names = await Promise.all(Array.from({ length: 50 }, async () => (await server.inject({ url: '/' })).headers['x-request-id']))
    const other = await createWebServer(readSettings({ LOG_LEVEL: 'silent' }, folder), folder)
    names.push((await other.inject({ url: '/' })).headers['x-request-id'])
    await other.close()
    expect(new Set(names).size).toBe(51)
  })
})

describe('a connection nobody uses', () => {
  it('is kept for longer than proxies keep theirs, and says so', async () => {
    await server.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect(Number(new URL(server.listeningOrigin).port), '127.0.0.1')
    const answer = async () => {
      socket.write('GET /assets/app.js HTTP/1.1\r\nHost: till\r\nAccept-Encoding: br\r\n\r\n')
      return String((await Promise.race([once(socket, 'data'), once(socket, 'close').then(() => ['closed'])]))[0])
    }
    const minute = 60
    expect(Number(/^Keep-Alive: timeout=(\d+)/im.exec(await answer())?.[1])).toBeGreaterThan(minute)
    // As long as Node.js would keep it unasked, and its second to spare.
    await sleep(6_500)
    expect(await answer()).toMatch(/^HTTP\/1.1 200/)
    socket.destroy()
  }, 20_000)

  it('is not waited for by a server that ends, though it was answered in that moment', async () => {
    writeFileSync(join(folder, 'assets/long.js'), 'x'.repeat(8_000_000))
    const ending = await createWebServer(readSettings({ LOG_LEVEL: 'silent' }, folder), folder)
    await ending.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect(Number(new URL(ending.listeningOrigin).port), '127.0.0.1')
    socket.write('GET /assets/long.js HTTP/1.1\r\nHost: till\r\nAccept-Encoding: identity\r\n\r\n')
    await once(socket, 'data')
    socket.pause()
    const ended = ending.close()
    await sleep(100)
    socket.resume()
    await ended
  }, 20_000)
})
