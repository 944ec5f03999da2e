import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SCREENS, SECTIONS } from '#app/menu.ts'
import { ROOT } from '#platform/version.ts'
import { freePort } from '#platform/web/free-port.ts'
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
const ask = async (path: string, encodings?: string, others: Record<string, string> = {}) => {
  const asked = request(server.url + path, { headers: { ...(encodings === undefined ? {} : { 'accept-encoding': encodings }), ...others } }).end()
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
    const plain = await ask(path)
    expect(plain.headers['content-encoding'], path).toBeUndefined()
    // The page is told the files of its screen besides.
    if (path !== '/') expect(plain.bytes.equals(written(path)), path).toBe(true)
    expect(bytes.length).toBeLessThan(plain.bytes.length)
    expect(UNPACK[encoding](bytes).equals(plain.bytes), path).toBe(true)
  }
})

/** The scripts a page names: what a browser fetches at once. */
const named = async (path: string, headers?: Record<string, string>): Promise<string[]> => {
  const { bytes } = await ask(path, undefined, headers)
  return [...bytes.toString().matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file ?? '')
}

interface Built {
  file: string
  isEntry?: boolean
  imports?: string[]
}

/** All that a file of the app imports at once, itself included. */
const whole = (manifest: Record<string, Built>, name: string, seen = new Set<string>()): Set<string> => {
  const built = manifest[name]
  if (!built || seen.has(built.file)) return seen
  seen.add(built.file)
  for (const imported of built.imports ?? []) whole(manifest, imported, seen)
  return seen
}

const SIGNED_IN = { cookie: 'daybook=whoever' }

it.each([
  ['/reports/sales', 'src/features/reports/sales-summary/sales-summary.page.tsx'],
  ['/reports/sales?range=lastweek', 'src/features/reports/sales-summary/sales-summary.page.tsx'],
  ['/membership/dashboard/', 'src/features/dashboard/dashboard.page.tsx'],
  ['/employees/list', 'src/features/employees/employee-list.page.tsx'],
  ['/venue/imports', 'src/features/imports/import.page.tsx'],
])('the page of %s names every script its screen begins with, so that none is found out about later', async (path, source) => {
  const manifest = JSON.parse(readFileSync(join(WEB, '.vite/manifest.json'), 'utf8')) as Record<string, Built>
  const scripts = await named(path, SIGNED_IN)
  expect(new Set(scripts).size).toBe(scripts.length)
  expect(scripts).toEqual(expect.arrayContaining([...whole(manifest, source)]))
})

it('names the door for whoever is not signed in, and no screen where nobody can know who comes', async () => {
  const door = await named('/membership/auth')
  expect(door.some((file) => /\/door-/.test(file))).toBe(true)
  expect(await named('/reports/sales')).toEqual(door)
  const unknown = await named('/reports/sales', { 'sec-fetch-site': 'cross-site' })
  expect(unknown.some((file) => /\/(door|sales-summary)/.test(file))).toBe(false)
  expect(await named('/nothing/here', SIGNED_IN)).toEqual(unknown)
})

it('knows the file of every screen of the menus, and the addresses that lead to one', () => {
  const known = JSON.parse(readFileSync(join(WEB, '.vite/screens.json'), 'utf8')) as Record<string, { files: string[]; public: boolean }>
  const open = SCREENS.filter(({ page }) => page !== undefined)
  expect(Object.keys(known).sort()).toEqual([...open.map(({ path }) => path), ...SECTIONS].sort())
  expect(open.filter(({ path, needs }) => known[path]?.public !== (needs === 'public'))).toEqual([])
})

// A library taken apart by `const { one } = library` comes whole, with whatever nobody asks it for.
it('asks a browser for no more than 200 KB of script before the first screen', () => {
  const [first] = bundleSizes()
  expect(first).toMatchObject({ what: 'first load', unit: 'KB gz', met: true })
})

it('asks a browser for no more than 60 KB of script beyond that for any part of the app', () => {
  const [, ...areas] = bundleSizes()
  expect(areas.length).toBeGreaterThan(20)
  expect(areas.filter(({ met }) => !met).map(({ what, value }) => `${what} ${value}`)).toEqual([])
})

it('keeps the schemas of answers and the examples of calls where they are read: on the server', () => {
  const scripts = readdirSync(join(WEB, 'assets')).filter((name) => name.endsWith('.js'))
  const told = scripts.filter((name) =>
    /IdleUntil:\w+\(|harbour-and-vine|The venues this person may open/.test(readFileSync(join(WEB, 'assets', name), 'utf8')),
  )
  expect(told).toEqual([])
})
