import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '#platform/free-port.ts'
import { ROOT } from '#platform/version.ts'
import { type ServerProcess, startServer } from '../bench/server-process.ts'
import { bundleSizes } from '../bench/web/sizes.ts'
import { ensureWebApp } from '../scripts/built.mjs'
import { type FreshDatabase, freshDatabase } from './fresh-database.ts'

// The browser app as it was built, from the server as it was built: what caches and slow lines get of it.
const WEB = join(ROOT, 'dist/web')
const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync }
let fresh: FreshDatabase
let server: ServerProcess

beforeAll(async () => {
  await ensureWebApp()
  fresh = await freshDatabase()
  server = await startServer(await freePort(), { DATABASE_URL: fresh.url })
}, 120_000)
afterAll(async () => {
  await server.end('SIGTERM')
  await fresh.drop()
})

/** The answer with its body as the bytes that came. */
const ask = async (path: string, encodings?: string) => {
  const asked = request(server.url + path, { headers: encodings === undefined ? {} : { 'accept-encoding': encodings } }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const pieces: Buffer[] = []
  for await (const piece of answer) pieces.push(piece as Buffer)
  return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(pieces) }
}

/** What the page asks for: scripts and styles, with a hash of what is in them in their names. */
const assets = () => [
  ...new Set([...readFileSync(join(WEB, 'index.html'), 'utf8').matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path ?? '')),
]

it('scripts and styles are kept for good by whoever got them, under names that change with them', async () => {
  expect(assets().length).toBeGreaterThan(2)
  for (const path of assets()) {
    expect(path).toMatch(/-[\w-]{8}\.(js|css)$/)
    const { status, headers } = await ask(path)
    expect([status, headers['cache-control']], path).toEqual([200, 'public, max-age=31536000, immutable'])
  }
})

it.each(['/', '/index.html', '/reports/sales', '/favicon.svg'])('%s is asked about each time', async (path) => {
  const { status, headers } = await ask(path)
  expect([status, headers['cache-control']]).toEqual([200, 'no-cache'])
})

it('a file that is not there is not taken for the page, nor kept', async () => {
  const { status, headers } = await ask('/assets/app-00000000.js')
  expect(status).toBe(404)
  expect(headers['cache-control'] ?? '').not.toMatch(/immutable|max-age/)
})

it.each([
  ['br', 'gzip, deflate, br'],
  ['gzip', 'gzip'],
] as const)('scripts, styles and the page come squeezed (%s) to whoever asks for it, and unpack to what was built', async (encoding, asked) => {
  const written = (path: string) => readFileSync(join(WEB, path === '/' ? 'index.html' : path))
  for (const path of ['/', ...assets().filter((path) => written(path).length > 1024)]) {
    const { headers, bytes } = await ask(path, asked)
    expect([headers['content-encoding'], String(headers.vary).toLowerCase().includes('accept-encoding')], path).toEqual([encoding, true])
    expect(bytes.length).toBeLessThan(written(path).length)
    expect(UNPACK[encoding](bytes).equals(written(path)), path).toBe(true)
    const plain = await ask(path)
    expect(plain.headers['content-encoding'], path).toBeUndefined()
    expect(plain.bytes.equals(written(path)), path).toBe(true)
  }
})

// A library taken apart by `const { one } = library` comes whole, with whatever nobody asks it for.
it('asks a browser for no more than 200 KB of script before the first screen', () => {
  const [first] = bundleSizes()
  expect(first).toMatchObject({ what: 'first load', unit: 'KB gz', met: true })
})
