import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, type ParsedCronItem, parseCronItems, type Runner, type RunnerOptions, run, type TaskList } from 'graphile-worker'
import pg from 'pg'
import pino, { type Logger as Logging } from 'pino'
import type * as z from 'zod/mini'
import { allVenueIds, type FailureLog, forEachVenue } from '#platform/access/venue-work.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { PATIENCE_MS, type Sql, type Transaction } from '#platform/database/pool.ts'
import { createMailer, type Mailer } from '#platform/mail/mail.ts'
import type { Service } from '#platform/web/implement.ts'
import type { Job } from '#shared/job.ts'
import { type KnownWorkers, keepWorkersKnown } from './job-locks.ts'

/** What a job may use. It opens its own transactions, in the house or in a venue. */
export interface JobGiven {
  service: Service
  mailer: Mailer
  /** How often it was tried, this time included. */
  attempt: number
  log: FailureLog
}

/**
 * Lanes of work: what stands in one never waits for what another is busy with. `soon` is for what somebody waits for and what takes moments, such as
 * mails; `long` for what may take minutes, such as a file of sales or the nightly checks; `links` for what waits on outside systems, which may be slow
 * or away. How many of each are worked off at once in a process.
 */
const LANES = { soon: 2, long: 2, links: 2 } as const
type Lane = keyof typeof LANES

/** A job with the function that does it, and when it does so by itself. */
export interface JobImplementation {
  name: string
  lane: Lane
  perform(payload: unknown, given: JobGiven): Promise<void>
  /** minute hour day month weekday, in UTC. */
  schedule?: string
}

/** Pairs a job with what does it. It may run again after a failure, or twice when a process dies: it must bear that. */
export const implementJob = <S extends z.ZodMiniType>(
  lane: Lane,
  { name, payload }: Job<S>,
  work: (payload: z.output<S>, given: JobGiven) => Promise<void>,
): JobImplementation => ({ name, lane, perform: (sent, given) => work(payload.parse(sent) as z.output<S>, given) })

/** Work that comes round by the clock. One process does it each time, however many run. */
export const implementPeriodic = (lane: Lane, name: string, schedule: string, work: (given: JobGiven) => Promise<void>): JobImplementation => ({
  name,
  lane,
  schedule,
  perform: (_, given) => work(given),
})

/** The same for work that is done in every venue: one that fails keeps no other from its turn, and the work counts as failed at its end. */
export const implementForVenues = (
  lane: Lane,
  name: string,
  schedule: string,
  work: (service: Service, venueId: number, log: FailureLog) => Promise<unknown>,
): JobImplementation =>
  implementPeriodic(lane, name, schedule, async ({ service, log }) =>
    forEachVenue(await allVenueIds(service.database), (venueId) => work(service, venueId, log), { log }),
  )

export interface JobOptions {
  runAt?: Date
  /** Asked for again before it ran, it replaces what was asked before. */
  key?: string
}

/** Asks for work in the transaction that makes it necessary: both happen, or neither. */
export const addJob = async <S extends z.ZodMiniType>(
  sql: Transaction,
  { name, payload }: Job<S>,
  sent: z.input<S>,
  options: JobOptions = {},
): Promise<void> => {
  payload.parse(sent)
  await sql`select daybook_add_job(${name}::text, ${sql.json(sent as never)}::jsonb, ${options.runAt ?? null}::timestamptz, ${options.key ?? null}::text)`
}

/** Asks for work that may be waiting for a later time, which it keeps then: an outside system asked for that pause. */
export const addJobInItsTime = async <S extends z.ZodMiniType>(sql: Transaction, { name, payload }: Job<S>, sent: z.input<S>, key: string): Promise<void> => {
  payload.parse(sent)
  await sql`select daybook_add_job_in_its_time(${name}::text, ${sql.json(sent as never)}::jsonb, ${key}::text)`
}

const POLL_SECONDS = 2
const LONGEST_PAUSE_SECONDS = 30

/** What every lane works with. */
interface Workshop {
  service: Service
  mailer: Mailer
  /** The connection that the locks of living workers lie on. */
  owner: Sql
  log: Logging
  stopping: AbortController
}

interface Stoppable {
  stop(): Promise<void>
}

/**
 * Works off jobs in this process until stopped, each lane by itself; other processes on the same database share the work. Should the queue give
 * up, because the database was away at a bad moment, it is started again.
 */
export const startJobs = async (service: Service, implementations: readonly JobImplementation[]): Promise<Stoppable> => {
  const workshop: Workshop = {
    service,
    mailer: createMailer(service.settings),
    owner: connectAsOwner(service.database.url, 1, PATIENCE_MS),
    log: pino({ level: service.settings.logLevel, name: 'jobs' }),
    stopping: new AbortController(),
  }
  const started: Stoppable[] = []
  const stop = async () => {
    workshop.stopping.abort()
    await Promise.all(started.map((lane) => lane.stop()))
    workshop.mailer.close()
    await workshop.owner.end({ timeout: 5 })
  }
  try {
    for (const lane of Object.keys(LANES) as Lane[]) {
      const own = implementations.filter((implementation) => implementation.lane === lane)
      if (own.length > 0) started.push(await startLane(workshop, own, LANES[lane]))
    }
    return { stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const startLane = async (workshop: Workshop, implementations: readonly JobImplementation[], atOnce: number): Promise<Stoppable> => {
  const { service, log, stopping } = workshop
  const workers = await keepWorkersKnown(workshop.owner)
  let poolClosed: Promise<void> = Promise.resolve()
  const begin = async () => {
    const pool = queuePool(service.database.url, atOnce, log, stopping.signal)
    const close = () => {
      poolClosed = pool.end().catch(() => undefined)
    }
    const begun = await run({ ...runnerOptions(workshop, implementations, workers), concurrency: atOnce, pgPool: pool }).catch((error: unknown) => {
      close()
      throw error
    })
    begun.promise.then(close, close)
    return begun
  }
  let runner = await begin().catch((error: unknown) => {
    workers.stop()
    throw error
  })
  // The answer to a question for work was lost: a job may be held that nobody does. Under another name it is free again.
  workers.events.on('worker:getJob:error', () => void runner.stop().catch(() => undefined))
  const kept = keepRunning(runner, begin, stopping.signal, log, (next) => {
    runner = next
  })
  return {
    stop: async () => {
      // Rejects where it had ended by itself.
      await runner.stop().catch(() => undefined)
      await kept
      await poolClosed
      workers.stop()
    },
  }
}

const keepRunning = async (
  first: Runner,
  begin: () => Promise<Runner>,
  stopping: AbortSignal,
  log: Logging,
  running: (runner: Runner) => void,
): Promise<void> => {
  let pause = 1
  for (let runner: Runner | undefined = first; ; ) {
    const began = Date.now()
    await runner?.promise.catch((error: unknown) => log.error({ err: error }, 'the job queue ended'))
    if (stopping.aborted) return
    pause = Date.now() - began > 60_000 ? 1 : Math.min(pause * 2, LONGEST_PAUSE_SECONDS)
    await sleep(pause * 1000, undefined, { signal: stopping }).catch(() => undefined)
    if (stopping.aborted) return
    runner = await begin().catch((error: unknown) => {
      log.error({ err: error }, 'the job queue could not be started')
      return undefined
    })
    if (runner) running(runner)
    if (runner && stopping.aborted) await runner.stop().catch(() => undefined)
  }
}

/**
 * The queue's connections. Its own pool would lose its listeners before its connections: an error in between, as when the database
 * throws everyone out while the queue is ending, would end the process. A question that is not answered gives its connection up, and the
 * queue asks on another: it would wait for ever otherwise, and with it all work.
 */
const queuePool = (url: string, atOnce: number, log: Logging, stopping: AbortSignal): pg.Pool => {
  const patience = { connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS, keepAlive: true, pipeline: true }
  const pool = new pg.Pool({ connectionString: url, max: atOnce + 2, ...patience })
  // Whoever stops the queue stops its database next, and wants to read nothing of the connections between.
  const onError = (error: Error) => {
    if (!stopping.aborted) log.warn(`A connection of the job queue was lost: ${error.message}`)
  }
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

const runnerOptions = ({ service, mailer, log }: Workshop, implementations: readonly JobImplementation[], workers: KnownWorkers): RunnerOptions => ({
  pollInterval: POLL_SECONDS * 1000,
  noHandleSignals: true,
  // Without a delay they are waited for by nobody: a stop loses them, and their failure would end the process.
  preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  taskList: tasksOf(service, mailer, implementations, log),
  parsedCronItems: scheduleOf(implementations),
  logger: new Logger(() => (level, message) => {
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
  }),
  events: workers.events,
})

const tasksOf = (service: Service, mailer: Mailer, implementations: readonly JobImplementation[], log: Logging): TaskList =>
  Object.fromEntries(
    implementations.map(({ name, perform }) => [
      name,
      (payload: unknown, { job }: { job: { attempts: number } }) => perform(payload, { service, mailer, attempt: job.attempts, log }),
    ]),
  )

const scheduleOf = (implementations: readonly JobImplementation[]): ParsedCronItem[] =>
  parseCronItems(
    implementations.flatMap(({ name, schedule }) => (schedule ? [{ task: name, match: schedule, options: { jobKey: name, maxAttempts: 3 } }] : [])),
  )
