import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import type { Sql } from '#platform/database/pool.ts'

const EVERY_SECONDS = 30
/** Names our advisory locks among others of the database. */
const SPACE = 4_117

export interface KnownWorkers {
  /** To be given to the queue, which tells by it under which name it works, and what went wrong. */
  events: WorkerEvents
  stop(): void
}

/**
 * Lets the jobs of killed processes go on elsewhere. The queue itself would wait four hours before it takes a job away
 * from a worker; here each holds an advisory lock as long as its process lives, and what is held by one without a lock is
 * free again within a minute.
 */
export const keepWorkersKnown = async (owner: Sql): Promise<KnownWorkers> => {
  let mine: string | undefined
  const events = new EventEmitter() as WorkerEvents
  events.on('pool:create', ({ workerPool }) => {
    const before = mine
    mine = workerPool.id
    const changed = before === undefined ? hold(owner, mine) : letGo(owner, before).then(() => hold(owner, workerPool.id))
    // Tried again soon.
    changed.catch(() => undefined)
  })
  const look = async () => {
    // Again each time: the lock goes when the connection does.
    if (mine) await hold(owner, mine)
    await freeAbandoned(owner)
    await forgetFailed(owner)
  }
  await look()
  const timer = setInterval(() => void look().catch(() => undefined), EVERY_SECONDS * 1000)
  timer.unref()
  return { events, stop: () => clearInterval(timer) }
}

const hold = async (owner: Sql, worker: string): Promise<void> => {
  const [held] = await owner`
    select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and objsubid = 2
      and classid = ${SPACE} and objid = (hashtext(${worker})::bigint & 4294967295)::oid`
  if (!held) await owner`select pg_try_advisory_lock(${SPACE}, hashtext(${worker}))`
}

/** The queue began anew under another name: what it held under this one it does not know of. */
const letGo = async (owner: Sql, worker: string): Promise<void> => {
  await owner`select pg_advisory_unlock(${SPACE}, hashtext(${worker}))`
  await owner`select graphile_worker.force_unlock_workers(array[${worker}])`
}

/** What failed for days is kept a month for whoever asks why, and no longer: it names people. */
const forgetFailed = async (owner: Sql): Promise<void> => {
  await owner`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker._private_jobs
    where locked_by is null and attempts >= max_attempts and run_at < now() - interval '30 days'
    having count(*) > 0`
}

/** Frees what is held by workers nobody answers for. Ten seconds are for those that began this moment. */
const freeAbandoned = async (owner: Sql): Promise<void> => {
  await owner`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker._private_jobs
    where locked_by is not null and locked_at < now() - interval '10 seconds' and not exists (
      select from pg_locks where locktype = 'advisory' and objsubid = 2 and classid = ${SPACE}
        and database = (select oid from pg_database where datname = current_database())
        and objid = (hashtext(locked_by)::bigint & 4294967295)::oid)
    having count(*) > 0`
}
