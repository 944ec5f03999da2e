import { truncateSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#platform/web/free-port.ts'
import type { Guarded } from './guarded-process.ts'
import { type Cluster, clusterIn, ensureCluster, lastWords, logLength, passwordOf, pidFileOf, runOnCluster } from './postgres-cluster.ts'
import { endLeftover, type Holder, holderLives, holderSetting, postmasterOf } from './postgres-postmaster.ts'

export interface PostgresOptions {
  /** The folder of the database alone: its data, password and log are made inside. */
  dataDir: string
  /** Takes a sentence for the person at the terminal. */
  log: (line: string) => void
  /** What uses the database, as whoever comes second is told: an address, or a command. */
  holder?: string
  /** Use the database of whoever has it running, instead of refusing: for commands beside a running server. */
  join?: boolean
  /** PostgreSQL settings over ours. */
  settings?: Record<string, string>
}

export interface RunningPostgres {
  url: string
  /** Stops it in good order; of a database that was joined, nothing. */
  stop(): Promise<void>
}

/** The database is in use by another process; the message names it. */
export class DatabaseInUse extends Error {}

const LOG_LIMIT_BYTES = 5_000_000
const GIVE_UP_MS = 30_000
// Someone who stops Daybook and starts it again at once is not to be told that it still runs.
const STOPPING_MS = 1500
const TAKEN_ELSEWHERE = /lock file ".*" already exists|pre-existing shared memory block|could not bind IPv4 address/

/**
 * Starts the PostgreSQL that comes with Daybook on the data in `dataDir`, making the database the first time.
 *
 * It listens on 127.0.0.1 only, on a free port, and wants a random password (SCRAM) kept in the data folder. A unix socket would
 * save neither time (measured: the same 0.12 ms a round trip) nor care: its path is limited to 107 bytes and outlives a kill -9.
 * One URL serves every driver and every tool.
 *
 * The database ends with us: in good order by `stop`, and by the watcher of guarded-process.ts when we are killed. If PostgreSQL
 * itself is killed it is started again on the same port. PostgreSQL's own lock on its data decides between two starts.
 * @throws DatabaseInUse when another process has it, unless `join`
 */
export const startPostgres = async (options: PostgresOptions): Promise<RunningPostgres> => {
  const cluster = clusterIn(options.dataDir)
  if (logLength(cluster) > LOG_LIMIT_BYTES) truncateSync(cluster.logFile)
  for (const began = Date.now(); ; await sleep(100)) {
    const found = postmasterOf(cluster)
    if (found && holderLives(found.holder)) {
      if (!options.join && found.status !== 'stopping' && Date.now() - began > STOPPING_MS) throw new DatabaseInUse(inUse(cluster, found.holder))
      if (options.join && found.status === 'ready') return { url: urlOf(cluster, found.port), stop: async () => {} }
    } else {
      if (found) await endLeftover(found)
      await ensureCluster(cluster, options.log)
      const port = await freePort()
      const first = await launch(cluster, port, options)
      if (first.running) return supervise(cluster, port, options, first.running)
      if (!TAKEN_ELSEWHERE.test(first.words)) throw new Error(`The database did not start:\n${first.words}`)
    }
    if (Date.now() - began > GIVE_UP_MS) throw new Error(`The database in ${cluster.folder} is not to be had; ${cluster.logFile} says why.`)
  }
}

const inUse = (cluster: Cluster, holder: Holder): string =>
  `The data in ${join(cluster.folder, '..')} is in use by ${holder.what} (process ${holder.pid}). Stop that process first, or choose another folder with DAYBOOK_DATA.`

const urlOf = (cluster: Cluster, port: number): string => `postgres://daybook:${passwordOf(cluster)}@127.0.0.1:${port}/daybook`

/** One attempt: resolves once PostgreSQL takes connections, or with its last words if it ends before that. */
const launch = async (cluster: Cluster, port: number, options: PostgresOptions): Promise<{ running?: Guarded; words: string }> => {
  const start = logLength(cluster)
  const settings = Object.entries({ ...memorySettings(), ...SETTINGS, ...holderSetting(cluster, options.holder), ...options.settings })
  const running = runOnCluster(cluster, 'postgres', (folder) => [
    '-D',
    folder,
    '-p',
    String(port),
    ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ])
  let over = false
  running.ended.then(
    () => {
      over = true
    },
    () => {
      over = true
    },
  )
  while (!over) {
    const lines = pidFileOf(cluster)
    if (Number(lines[0]) === running.child.pid && lines[7]?.trim() === 'ready') return { running, words: '' }
    await sleep(15)
  }
  await running.ended
  return { words: lastWords(cluster, start) }
}

/** Starts PostgreSQL again whenever it ends without being asked to: at once, and ever more patiently where it does not stay up. */
const supervise = (cluster: Cluster, port: number, options: PostgresOptions, first: Guarded): RunningPostgres => {
  let current: Guarded | undefined = first
  const stopping = new AbortController()
  const keep = async (): Promise<void> => {
    for (let pause = 100; ; pause = Math.min(pause * 2, 10_000)) {
      const startedAt = Date.now()
      current?.child.unref()
      const how = await current?.ended
      if (stopping.signal.aborted) return
      if (current) options.log(`PostgreSQL ended unexpectedly (${how}); starting it again.`)
      // One that ran well and was stopped is wanted back at once; one that ends as soon as it starts would only be in a hurry to fail.
      if (Date.now() - startedAt > 500) pause = 100
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      const left = postmasterOf(cluster)
      if (left) await endLeftover(left)
      const next = await launch(cluster, port, options)
      current = next.running
      if (stopping.signal.aborted) return endInOrder(current)
      if (!current) options.log(`PostgreSQL did not start: ${next.words.split('\n').at(-1)}`)
    }
  }
  const kept = keep()
  return {
    url: urlOf(cluster, port),
    stop: async () => {
      stopping.abort()
      await endInOrder(current)
      await kept
    },
  }
}

// Fast shutdown: open transactions are rolled back, a checkpoint is written. Immediate only if that takes absurdly long.
const endInOrder = async (running: Guarded | undefined): Promise<void> => {
  running?.child.ref()
  running?.child.kill('SIGINT')
  const impatient = setTimeout(() => running?.child.kill('SIGQUIT'), 60_000)
  await running?.ended
  clearTimeout(impatient)
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  cluster_name: 'daybook',
  max_connections: '60',
  fsync: 'on',
  synchronous_commit: 'on',
  max_wal_size: '1GB',
  checkpoint_timeout: '10min',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Refused statements are the server's to report; here they would only carry people's data into a log.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

/** An eighth of the machine's (or the container's) memory for PostgreSQL's own cache: the rest is the server's and the system's. */
const memorySettings = (): Record<string, string> => {
  const megabytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 1024 ** 2
  const cache = Math.round(Math.min(Math.max(megabytes / 8, 128), 1024))
  return { shared_buffers: `${cache}MB`, effective_cache_size: `${Math.round(megabytes / 2)}MB`, work_mem: '16MB', maintenance_work_mem: '128MB' }
}
