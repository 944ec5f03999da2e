import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '#platform/version.ts'
import { freePort } from '#platform/web/free-port.ts'
import { type FreshDatabase, freshDatabase } from './fresh-database.ts'

/** What the Dockerfile says is done here without an engine: its build steps in a copy of the sources, its command as another account. */
const lines = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
const second = lines.findLastIndex((line) => line.startsWith('FROM '))
const said = (word: string, from = 0) =>
  lines
    .slice(from)
    .filter((line) => line.startsWith(`${word} `))
    .map((line) => line.slice(word.length + 1))
const commandOf = (line: string | undefined): string[] => JSON.parse((line ?? '').slice((line ?? '').indexOf('['))) as string[]

const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
const FOLDER = mkdtempSync(join(tmpdir(), 'daybook-image-'))
const build = join(FOLDER, 'build')
const image = join(FOLDER, 'image')
let fresh: FreshDatabase
const running: ChildProcess[] = []

beforeAll(async () => {
  chmodSync(FOLDER, 0o755)
  fresh = await freshDatabase()
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')
  const sources = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' }).split('\0')
  for (const file of sources) {
    if (file !== '' && existsSync(join(ROOT, file)) && !ignored.some((one) => file === one || file.startsWith(`${one}/`)))
      cpSync(join(ROOT, file), join(build, file))
  }
  for (const step of said('RUN')) execFileSync('sh', ['-c', step], { cwd: build, stdio: 'pipe', env: { ...process.env, NODE_ENV: '' } })
  mkdirSync(image)
  for (const copy of said('COPY', second)) {
    const [, ...paths] = copy.split(' ')
    const to = paths.pop() ?? ''
    for (const from of paths) {
      const path = from.replace('/daybook/', '')
      cpSync(join(build, path), to === './' ? join(image, path) : join(image, to), { recursive: true, verbatimSymlinks: true })
    }
  }
}, 300_000)

afterAll(async () => {
  for (const one of running) one.kill('SIGKILL')
  await fresh?.drop()
  rmSync(FOLDER, { recursive: true, force: true })
})

const start = (command: readonly string[], environment: Record<string, string>): { child: ChildProcess; words: () => string } => {
  const [node, ...words] = command
  expect(node).toBe('node')
  const given = Object.fromEntries(said('ENV', second).flatMap((line) => line.split(' ').map((pair) => pair.split('=') as [string, string])))
  const child = spawn(process.execPath, words, {
    cwd: image,
    env: { PATH: process.env.PATH, ...given, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...NOBODY,
  })
  running.push(child)
  let heard = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (more: string) => (heard += more))
  return { child, words: () => heard }
}

const endOf = async (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null ? child.exitCode : ((await once(child, 'exit'))[0] as number | null)

it('starts as an account without rights, is found healthy, serves the app, and stops when told', async () => {
  expect(said('USER', second)).toEqual(['node'])
  const port = String(await freePort())
  const server = start(commandOf(said('CMD', second)[0]), {
    DATABASE_URL: fresh.url,
    PORT: port,
    PUBLIC_URL: 'https://daybook.example',
    TRUST_PROXY: '1',
    JOBS: 'off',
  })
  const health = async () => endOf(start(commandOf(said('HEALTHCHECK', second)[0]), { PORT: port }).child)
  expect(await health()).toBe(1)
  const until = Date.now() + 60_000
  while ((await health()) !== 0) {
    expect(Date.now(), server.words()).toBeLessThan(until)
    expect(server.child.exitCode, server.words()).toBe(null)
  }
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toContain('<div id="app"')
  const plain = await fetch(`http://127.0.0.1:${port}/api/venues`, { headers: { 'x-forwarded-proto': 'http' } })
  expect(await plain.json()).toMatchObject({ ResponseStatus: { ErrorCode: 'HttpsOnly' } })
  server.child.kill('SIGTERM')
  expect(await endOf(server.child)).toBe(0)
}, 120_000)

it('keeps the last backups', async () => {
  const folder = join(FOLDER, 'backups')
  mkdirSync(folder, { mode: 0o777 })
  chmodSync(folder, 0o777)
  const compose = readFileSync(join(ROOT, 'compose.yaml'), 'utf8')
  const command = commandOf(/^ {2}backups:[\s\S]*?command: (\[.*\])/m.exec(compose)?.[1])
  const keeper = start(command, { DATABASE_URL: fresh.url, BACKUP_FOLDER: folder, BACKUP_HOURS: '0.0003', BACKUP_KEEP: '2' })
  const seen = new Set<string>()
  const until = Date.now() + 90_000
  while (seen.size < 4) {
    for (const name of readdirSync(folder)) if (name.endsWith('.backup')) seen.add(name)
    expect(Date.now(), keeper.words()).toBeLessThan(until)
    await sleep(100)
  }
  keeper.child.kill('SIGTERM')
  await endOf(keeper.child)
  const left = readdirSync(folder).filter((name) => name.endsWith('.backup'))
  expect(left.length).toBeLessThanOrEqual(3)
  expect(left).toContain([...seen].sort().at(-1))
}, 120_000)
