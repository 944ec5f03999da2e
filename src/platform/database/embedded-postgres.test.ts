import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ROOT } from '#platform/version.ts'
import { connectAsOwner } from './database.ts'
import { DatabaseInUse, type PostgresOptions, startPostgres } from './embedded-postgres.ts'
import { commandOf, isAlive } from './living-process.mjs'

let folder: string
let dataDir: string
const said: string[] = []
const others: ChildProcess[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), `daybook-test-${process.pid}-`))
  // Closed to everyone else and with a space: the account that runs PostgreSQL cannot walk here, and a shell would split it.
  chmodSync(folder, 0o700)
  dataDir = join(folder, 'the data')
})

afterEach(() => {
  for (const other of others.splice(0)) other.kill('SIGKILL')
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = (options: Partial<PostgresOptions> = {}) =>
  startPostgres({ dataDir, log: (line) => said.push(line), settings: { shared_buffers: '32MB' }, ...options })

const answerOf = async (url: string, question: string): Promise<unknown> => {
  const sql = connectAsOwner(url)
  const [row] = await sql.unsafe(question).finally(() => sql.end())
  return Object.values(row ?? {})[0]
}

const postmasterPid = () => Number(readFileSync(join(dataDir, 'cluster/postmaster.pid'), 'utf8').split('\n')[0])

const gone = async (pid: number) => {
  for (const until = Date.now() + 10_000; commandOf(pid) !== undefined && Date.now() < until; ) await sleep(20)
  return commandOf(pid) === undefined
}

/** A Daybook in a process of its own, so that it can be killed. */
const beginElsewhere = (place: string): ChildProcess => {
  const program = `
    const { startPostgres } = await import(${JSON.stringify(join(ROOT, 'src/platform/database/embedded-postgres.ts'))})
    await startPostgres({ dataDir: ${JSON.stringify(place)}, log: () => {}, holder: 'Daybook at http://127.0.0.1:3999', settings: { shared_buffers: '32MB' } })
    console.log('ready')
    setInterval(() => {}, 1000)`
  const other = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] })
  others.push(other)
  return other
}

const startElsewhere = async (): Promise<ChildProcess> => {
  const other = beginElsewhere(dataDir)
  await once(other.stdout as NonNullable<typeof other.stdout>, 'data')
  return other
}

/** The processes whose command line has this text. */
const running = (text: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && commandOf(Number(name))?.includes(text))
    .map(Number)

test('the first start makes the database, safe against torn pages and power cuts', async () => {
  const started = await start()
  expect(await answerOf(started.url, 'show data_checksums')).toBe('on')
  expect(await answerOf(started.url, 'show fsync')).toBe('on')
  expect(await answerOf(started.url, 'show synchronous_commit')).toBe('on')
  expect(
    await answerOf(
      started.url,
      "select lower('ÉÖ') || current_database() || pg_encoding_to_char(encoding) from pg_database where datname = current_database()",
    ),
  ).toBe('éödaybookUTF8')
  await answerOf(started.url, 'create table kept (n int)')
  await started.stop()
  expect(existsSync(join(dataDir, 'cluster/postmaster.pid'))).toBe(false)
})

test('a later start has the data and takes less than two seconds', async () => {
  const began = performance.now()
  const started = await start()
  expect(performance.now() - began).toBeLessThan(2000)
  expect(await answerOf(started.url, 'select count(*)::int from kept')).toBe(0)
  await started.stop()
})

test('nobody comes in without the password, and the password is readable by its owner alone', async () => {
  const started = await start()
  const without = new URL(started.url)
  without.password = 'guessed'
  await expect(answerOf(without.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  const settings = await answerOf(started.url, "select current_setting('listen_addresses') || current_setting('unix_socket_directories')")
  expect(settings).toBe('127.0.0.1')
  await started.stop()
})

test('PostgreSQL killed by kill -9 is started again at the same address', async () => {
  const started = await start()
  said.length = 0
  process.kill(postmasterPid(), 'SIGKILL')
  for (const until = Date.now() + 15_000; Date.now() < until; await sleep(50)) {
    if ((await answerOf(started.url, 'select 1').catch(() => 0)) === 1 && said.length > 0) break
  }
  expect(await answerOf(started.url, 'select count(*)::int from kept')).toBe(0)
  expect(said).toEqual(['PostgreSQL ended unexpectedly (SIGKILL); starting it again.'])
  await started.stop()
})

test('a second Daybook on the same data is refused and told where the first one is; a command joins it', async () => {
  const other = await startElsewhere()
  await expect(start()).rejects.toThrow(`is in use by Daybook at http://127.0.0.1:3999 (process ${other.pid})`)
  await expect(start()).rejects.toBeInstanceOf(DatabaseInUse)
  const joined = await start({ join: true })
  expect(await answerOf(joined.url, 'select count(*)::int from kept')).toBe(0)
  await joined.stop()
  expect(isAlive(postmasterPid())).toBe(true)
})

test('kill -9 of Daybook takes PostgreSQL along, and the next start goes on at once', async () => {
  const other = await startElsewhere()
  const postmaster = postmasterPid()
  other.kill('SIGKILL')
  await once(other, 'exit')
  const started = await start()
  expect(await gone(postmaster)).toBe(true)
  expect(await answerOf(started.url, 'select count(*)::int from kept')).toBe(0)
  await started.stop()
})

test('a PostgreSQL whose Daybook and watcher are both gone is stopped and replaced', async () => {
  const other = await startElsewhere()
  const postmaster = postmasterPid()
  const [watcher] = running(`-- "-$0" ${postmaster} INT`)
  process.kill(Number(watcher), 'SIGKILL')
  other.kill('SIGKILL')
  await sleep(200)
  expect(isAlive(postmaster)).toBe(true)
  const started = await start()
  expect(await gone(postmaster)).toBe(true)
  await started.stop()
})

test('a lock file whose process id another program has by now does not keep Daybook from starting', async () => {
  const started = await start()
  const lock = join(dataDir, 'cluster/postmaster.pid')
  const lines = readFileSync(lock, 'utf8').split('\n')
  await started.stop()
  writeFileSync(lock, [String(process.pid), ...lines.slice(1)].join('\n'), { mode: 0o644 })
  const again = await start()
  expect(await answerOf(again.url, 'select count(*)::int from kept')).toBe(0)
  await again.stop()
})

test('what an interrupted first start left behind is cleared away and not taken for a database', async () => {
  const place = join(folder, 'interrupted')
  mkdirSync(join(place, 'cluster.new-2147483646/base'), { recursive: true })
  const started = await start({ dataDir: place })
  await started.stop()
  expect(readdirSync(place).sort()).toEqual(['cluster', 'postgres.log'])
})

test('kill -9 while the database is being made leaves no process behind', async () => {
  const place = join(folder, 'killed early')
  chmodSync(folder, 0o711)
  const other = beginElsewhere(place)
  const making = `${place}/cluster.new-${other.pid}`
  for (const until = Date.now() + 20_000; running(making).length === 0 && Date.now() < until; ) await sleep(10)
  expect(running(making)).not.toEqual([])
  other.kill('SIGKILL')
  for (const until = Date.now() + 5_000; running(making).length > 0 && Date.now() < until; ) await sleep(10)
  expect(running(making)).toEqual([])
  chmodSync(folder, 0o700)
})

test('without its watcher PostgreSQL still stops when Daybook does', async () => {
  const started = await start()
  const [watcher] = running(`-- "-$0" ${postmasterPid()} INT`)
  process.kill(Number(watcher), 'SIGKILL')
  const postmaster = postmasterPid()
  await started.stop()
  expect(await gone(postmaster)).toBe(true)
})

test('data of another PostgreSQL version is refused with the way out', async () => {
  const version = join(dataDir, 'cluster/PG_VERSION')
  writeFileSync(version, '17\n')
  await expect(start()).rejects.toThrow('was written by PostgreSQL 17, but this Daybook comes with 18. Take a backup')
  writeFileSync(version, '18\n')
})
