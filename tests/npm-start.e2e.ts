import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { commandOf } from '#platform/database/living-process.mjs'
import { ROOT } from '#platform/version.ts'
import { freePort } from '#platform/web/free-port.ts'

interface Command {
  child: ChildProcess
  said: () => string
  ended: Promise<number | string>
}

let dataFolder: string
let port: number
const commands: Command[] = []

beforeAll(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), `daybook-test-${process.pid}-`))
  port = await freePort()
})

afterAll(async () => {
  for (const { child } of commands) child.kill('SIGKILL')
  await Promise.all(commands.map(({ ended }) => ended))
  rmSync(dataFolder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
})

/** The command as typed, from a folder that has nothing to do with the project. */
const type = (program: string, words: string[], environment: Record<string, string> = {}): Command => {
  const { DATABASE_URL: _, NODE_ENV: __, ...inherited } = process.env
  const child = spawn(program, words, { cwd: tmpdir(), env: { ...inherited, PORT: String(port), DAYBOOK_DATA: dataFolder, ...environment } })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      text += part
    })
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string)
  const command = { child, said: () => text, ended }
  commands.push(command)
  return command
}

const start = (environment?: Record<string, string>) => type(process.execPath, [join(ROOT, 'scripts/start.mjs')], environment)

const up = async (command: Command) => {
  for (const until = Date.now() + 90_000; !command.said().includes('Ctrl-C stops it') && Date.now() < until; ) {
    if (command.child.exitCode !== null) throw new Error(`It ended: ${command.said()}`)
    await sleep(30)
  }
  const answer = await fetch(`http://127.0.0.1:${port}/api/ready`)
  expect(answer.status, command.said()).toBe(200)
}

const postmaster = (folder = '') => Number(readFileSync(join(dataFolder, folder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])

const gone = async (pid: number) => {
  for (const until = Date.now() + 20_000; commandOf(pid) !== undefined && Date.now() < until; ) await sleep(30)
  return commandOf(pid) === undefined
}

test('starts the server as built from any folder, prints the address and the sample sign-ins, and a second start is told where the first one is', {
  timeout: 180_000,
}, async () => {
  const folder = join(dataFolder, 'loaded')
  const first = start({ NODE_V8_COVERAGE: folder })
  await up(first)
  expect(first.said()).toContain(`http://127.0.0.1:${port}`)
  for (const name of ['owner', 'manager', 'staff', 'admin']) expect(first.said()).toMatch(new RegExp(`${name} +password harbour-and-vine`))
  const second = start()
  expect(await second.ended).toBe(1)
  expect(second.said()).toContain(`is in use by Daybook at http://127.0.0.1:${port} (process ${first.child.pid})`)
  expect(second.said()).not.toContain('    at ')
  const database = postmaster()
  first.child.kill('SIGINT')
  expect(await first.ended).toBe(0)
  expect(commandOf(database)).toBeUndefined()
  expect(existsSync(join(dataFolder, 'postgres/cluster/postmaster.pid'))).toBe(false)
  // Nothing that reads TypeScript is loaded.
  const loaded = readdirSync(folder)
    .filter((name) => name.startsWith(`coverage-${first.child.pid}-`))
    .flatMap((name) => (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { result: { url: string }[] }).result.map(({ url }) => url))
  expect(loaded).toContain(pathToFileURL(join(ROOT, 'dist/server/server.mjs')).href)
  expect(loaded.filter((url) => /\.ts$|node_modules\/(tsx|esbuild)\//.test(url))).toEqual([])
})

test('without the sample it prints the address that begins a venue of one’s own, which is still there after a kill -9 of everything; npm start ends with npm', {
  timeout: 180_000,
}, async () => {
  const own = { DAYBOOK_DEMO: '0', DAYBOOK_DATA: join(dataFolder, 'own') }
  const first = start(own)
  await up(first)
  expect(first.said()).not.toContain('harbour-and-vine')
  const [, Token = ''] = new RegExp(`http://127\\.0\\.0\\.1:${port}/membership/begin#(\\S+)`).exec(first.said()) ?? []
  const person = { FirstName: 'Noa', Email: 'noa@tidewater.example', UserName: 'noa', Password: 'a brass bell at closing' }
  const begun = await fetch(`http://127.0.0.1:${port}/api/begin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Token, ...person, Venue: { Name: 'Tidewater Kitchen', Currency: 'AUD' } }),
  })
  expect(begun.status, await begun.text()).toBe(204)
  const killed = postmaster('own')
  first.child.kill('SIGKILL')
  process.kill(killed, 'SIGKILL')
  await first.ended

  const second = type('npm', ['--prefix', ROOT, 'start'], own)
  await up(second)
  expect(second.said()).not.toContain('/membership/begin#')
  const database = postmaster('own')
  second.child.kill('SIGKILL')
  expect(await gone(database)).toBe(true)
})

test('a port that is taken is a sentence and no stack', { timeout: 180_000 }, async () => {
  const holder = spawn(process.execPath, ['-e', `require('net').createServer().listen(${port}, '127.0.0.1', () => console.log('taken'))`])
  onTestFinished(() => void holder.kill())
  await once(holder.stdout, 'data')
  const command = start()
  expect(await command.ended).toBe(1)
  expect(command.said()).toContain(`Port ${port} of 127.0.0.1 is used by another program. Stop that program, or choose another port`)
  expect(command.said()).not.toContain('    at ')
})

test('a wrong setting is a sentence and no stack', { timeout: 180_000 }, async () => {
  const command = start({ DATABASE_URL: 'mysql://nowhere' })
  expect(await command.ended).toBe(1)
  expect(command.said()).toContain('DATABASE_URL must start with postgres://')
  expect(command.said()).not.toContain('    at ')
})
