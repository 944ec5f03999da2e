import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { LocationKeys } from '#platform/access/location-keys.ts'
import { connectAsOwner, type Database, openDatabase } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import { readSettings } from '#platform/settings.ts'
import { ROOT } from '#platform/version.ts'
import type { Service } from '#platform/web/implement.ts'
import { job } from '#shared/job.ts'
import { type FreshDatabase, freshDatabase } from '#tests/fresh-database.ts'
import { addJob, implementJob, implementPeriodic, type JobImplementation, startJobs } from './jobs.ts'

const ring = job('ring', z.object({ Bell: z.string() }))

let fresh: FreshDatabase
let database: Database
let owner: Sql
let service: Service
let folder: string
let rung: string[]
let stops: (() => Promise<void>)[]

beforeEach(async () => {
  fresh = await freshDatabase()
  database = openDatabase(fresh.url, 4)
  owner = connectAsOwner(fresh.url)
  folder = mkdtempSync(join(tmpdir(), 'daybook-jobs-'))
  const settings = readSettings({ DAYBOOK_DATA: folder, LOG_LEVEL: 'silent' }, ROOT)
  service = { database, settings, signingKey: Buffer.alloc(32), locationKeys: new LocationKeys(1000), now: () => new Date() }
  rung = []
  stops = []
})
afterEach(async () => {
  for (const stop of stops) await stop()
  await owner.end()
  await database.close()
  await fresh.drop()
  rmSync(folder, { recursive: true, force: true })
})

const ringing = (work: (bell: string, attempt: number) => Promise<void> = async () => {}): JobImplementation =>
  implementJob('soon', ring, async ({ Bell }, { attempt }) => {
    await work(Bell, attempt)
    rung.push(Bell)
  })
const start = async (...implementations: JobImplementation[]) => {
  const { stop } = await startJobs(service, implementations)
  stops.push(stop)
  return stop
}
const ask = (bell: string, options = {}) => database.inVenue(0, (sql) => addJob(sql, ring, { Bell: bell }, options))
const waiting = async () => (await owner<{ n: number }[]>`select count(*)::int as n from graphile_worker._private_jobs`)[0]?.n

it('work happens when its transaction does, and not when that is taken back', async () => {
  await start(ringing())
  await database.inVenue(7, (sql) => addJob(sql, ring, { Bell: 'kept' }))
  await expect(
    database.inVenue(7, async (sql) => {
      await addJob(sql, ring, { Bell: 'taken back' })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 10_000 })
  expect(rung).toEqual(['kept'])
})

it('a mail goes out while imports keep every hand of their lane busy', async () => {
  const haul = job('haul', z.object({}))
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let hauling = 0
  await start(
    ringing(),
    implementJob('long', haul, async () => {
      hauling += 1
      await held
    }),
  )
  await database.inVenue(0, async (sql) => {
    for (let i = 0; i < 4; i += 1) await addJob(sql, haul, {})
  })
  await vi.waitFor(() => expect(hauling).toBe(2), { timeout: 10_000 })
  await ask('mail')
  await vi.waitFor(() => expect(rung).toEqual(['mail']), { timeout: 10_000 })
  expect(hauling).toBe(2)
  release()
  await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 10_000 })
})

it("the server's role may ask for work and neither read nor change what is asked for", async () => {
  await ask('later', { runAt: new Date(Date.now() + 60_000) })
  await expect(database.house`select * from graphile_worker._private_jobs`).rejects.toThrow('permission denied')
  await expect(database.house`select graphile_worker.add_job('ring', '{}')`).rejects.toThrow('permission denied')
  await expect(database.readVenue(0, (sql) => addJob(sql, ring, { Bell: 'x' }))).rejects.toThrow()
  expect(await waiting()).toBe(1)
})

it('what is asked for twice under one key happens once', async () => {
  await ask('first', { key: 'bell' })
  await ask('second', { key: 'bell' })
  await start(ringing())
  await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 10_000 })
  expect(rung).toEqual(['second'])
})

it('what failed is tried again', async () => {
  await start(
    ringing(async (_bell, attempt) => {
      if (attempt === 1) throw new Error('the rope broke')
    }),
  )
  await ask('stubborn')
  await vi.waitFor(() => expect(rung).toEqual(['stubborn']), { timeout: 15_000 })
})

it('two processes share the work, and each piece is done once', async () => {
  await start(ringing())
  await start(ringing())
  const bells = Array.from({ length: 60 }, (_, n) => `bell ${n}`)
  await Promise.all(bells.map((bell) => ask(bell)))
  await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 20_000 })
  expect([...rung].sort()).toEqual([...bells].sort())
})

it('the work of a process that was killed is taken over, that of a living one is not', async () => {
  await ask('abandoned')
  await owner`update graphile_worker._private_jobs set locked_by = 'worker-killed', locked_at = now() - interval '1 minute'`
  let finish: (() => void) | undefined
  await start(
    ringing(async (bell) => {
      if (bell === 'long')
        await new Promise<void>((resolve) => {
          finish = resolve
        })
    }),
  )
  await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 10_000 })
  expect(rung).toEqual(['abandoned'])
  await ask('long')
  await vi.waitFor(() => expect(finish).toBeDefined(), { timeout: 10_000 })
  await owner`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'`
  await start(ringing())
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await owner`select from graphile_worker._private_jobs where locked_by is not null`).toHaveLength(1)
  expect(rung).toEqual(['abandoned'])
  finish?.()
  await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 10_000 })
  expect(rung).toEqual(['abandoned', 'long'])
})

it('what failed for days is forgotten after a month', async () => {
  await ask('hopeless')
  await ask('hopeless, still fresh')
  await owner`update graphile_worker._private_jobs set attempts = max_attempts, run_at = now() - interval '20 days'`
  await owner`update graphile_worker._private_jobs set run_at = now() - interval '31 days' where payload->>'Bell' = 'hopeless'`
  await start(ringing())
  await vi.waitFor(
    async () =>
      expect((await owner`select payload->>'Bell' as bell from graphile_worker._private_jobs`).map((row) => row.bell)).toEqual(['hopeless, still fresh']),
    { timeout: 5000 },
  )
  expect(rung).toEqual([])
})

it('goes on after the database threw everyone out', async () => {
  await start(ringing())
  const throwOut = () => owner`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  await throwOut()
  await ask('after the storm').catch(() => ask('after the storm'))
  await vi.waitFor(() => expect(rung).toEqual(['after the storm']), { timeout: 25_000 })
})

it('stopping waits for what is being done', async () => {
  let begun = false
  const stop = await start(
    ringing(async () => {
      begun = true
      await new Promise((resolve) => setTimeout(resolve, 300))
    }),
  )
  await ask('slow')
  await vi.waitFor(() => expect(begun).toBe(true), { timeout: 10_000, interval: 10 })
  await stop()
  stops = []
  expect(rung).toEqual(['slow'])
  expect(await waiting()).toBe(0)
})

it('what comes round by the clock is known to the queue', async () => {
  await start(implementPeriodic('long', 'nightly', '20 18 * * *', async () => {}))
  // The queue tells its clock a moment after it has started.
  const known = () => owner`select identifier from graphile_worker._private_known_crontabs`
  await expect.poll(async () => (await known()).map((row) => row.identifier), { timeout: 10_000 }).toEqual(['nightly'])
})
