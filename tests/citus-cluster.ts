import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, type Guarded, runGuarded } from '#platform/database/guarded-process.ts'
import { freePort } from '#platform/web/free-port.ts'
import { asOwner, databaseAt } from './database-at.ts'

/** PostgreSQL servers of this machine: one, or a coordinator of Citus with its workers. */
export interface Servers {
  /** The database `postgres` of the coordinator, or of the one server, as its owner. */
  url: string
  workers: string[]
  stop(): Promise<void>
}

interface Starting {
  /** A folder anyone may enter; the servers make theirs in it. */
  folder: string
  /** None: one plain PostgreSQL, without Citus. */
  workers: number
  settings?: Record<string, string>
}

const COMMON = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/** Four shards are enough to lie apart. Every database has a daemon of its own. */
const CITUS = {
  shared_preload_libraries: 'citus',
  'citus.shard_count': '4',
  'citus.node_conninfo': 'sslmode=disable',
  max_worker_processes: '200',
  max_prepared_transactions: '300',
  'citus.recover_2pc_interval': '5s',
}

/**
 * Where the PostgreSQL with Citus lies: that of `pg_config`, or of the one that PG_CONFIG names.
 * @returns the folder of its programs, or a sentence that says what is missing
 */
export const citusPrograms = (): { bin: string } | { missing: string } => {
  const command = process.env.PG_CONFIG ?? 'pg_config'
  try {
    const [bin = '', share = ''] = execFileSync(command, ['--bindir', '--sharedir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n')
    const control = join(share, 'extension/citus.control')
    return existsSync(control) ? { bin } : { missing: `There is no Citus in this PostgreSQL: ${control} is not there.` }
  } catch {
    return { missing: `There is no PostgreSQL to be found: ${command} cannot be run.` }
  }
}

/** Starts them on free ports of 127.0.0.1. They end with this process, however it ends. */
export const startServers = async (bin: string, { folder, workers, settings = {} }: Starting): Promise<Servers> => {
  const all = { ...COMMON, ...(workers > 0 ? CITUS : {}), ...settings }
  const started: Started[] = []
  const stop = async () => {
    await Promise.all(started.map(({ stop }) => stop()))
  }
  try {
    const names = ['coordinator', ...Array.from({ length: workers }, (_, i) => `worker-${i + 1}`)]
    for (const name of names) started.push(await startOne(bin, join(folder, name), all))
  } catch (error) {
    await stop()
    throw error
  }
  const [coordinator = '', ...others] = started.map(({ port }) => `postgres://daybook@127.0.0.1:${port}/postgres`)
  return { url: coordinator, workers: others, stop }
}

/** Makes a database on the coordinator and the workers, and tells them of each other. */
export const makeCitusDatabase = async ({ url, workers }: Pick<Servers, 'url' | 'workers'>, name: string): Promise<void> => {
  for (const server of [url, ...workers]) {
    await asOwner(server, `create database ${name}`)
    await asOwner(databaseAt(server, name), 'create extension citus')
  }
  const address = (server: string) => `'127.0.0.1', ${new URL(server).port}`
  await asOwner(databaseAt(url, name), `select citus_set_coordinator_host(${address(url)})`)
  for (const worker of workers) await asOwner(databaseAt(url, name), `select citus_add_node(${address(worker)})`)
}

interface Started {
  port: number
  stop(): Promise<void>
}

const startOne = async (bin: string, folder: string, settings: Record<string, string>): Promise<Started> => {
  const account = accountForServers()
  mkdirSync(folder)
  chmodSync(folder, 0o711)
  if (account) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const output = openSync(join(folder, 'log'), 'a')
  const run = (program: string, words: string[], whenGone: 'INT' | 'KILL') => runGuarded(join(bin, program), words, { account, output, whenGone })
  const made = await run('initdb', ['-D', data, '-U', 'daybook', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'], 'KILL').ended
  if (made !== 0) throw new Error(readFileSync(join(folder, 'log'), 'utf8'))
  const port = await freePort()
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const running = run('postgres', ['-D', data, '-p', String(port), ...words], 'INT')
  await untilReady(running, data, folder)
  return {
    port,
    stop: async () => {
      running.child.kill('SIGINT')
      const impatient = setTimeout(() => running.child.kill('SIGQUIT'), 20_000)
      await running.ended
      clearTimeout(impatient)
    },
  }
}

const untilReady = async ({ child, ended }: Guarded, data: string, folder: string): Promise<void> => {
  let over = false
  ended.finally(() => {
    over = true
  })
  const pidFile = join(data, 'postmaster.pid')
  while (!over) {
    const lines = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : []
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return
    await sleep(20)
  }
  throw new Error(readFileSync(join(folder, 'log'), 'utf8'))
}

/** PostgreSQL does not run as root. */
const accountForServers = (): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined
  const [, , uid, gid] =
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .find(([name]) => name === 'postgres') ?? []
  if (!Number(uid)) throw new Error('PostgreSQL does not run as root, and this machine has no account postgres to run it.')
  return { uid: Number(uid), gid: Number(gid) }
}
