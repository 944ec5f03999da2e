import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createSample } from '#db/demo/sample.ts'
import { openDatabase } from '#platform/database/database.ts'
import { startPostgres } from '#platform/database/embedded-postgres.ts'
import { isAlive } from '#platform/database/living-process.mjs'
import { migrate } from '#platform/database/migrate.ts'
import { makeCitusDatabase, type Servers, startServers } from './citus-cluster.ts'
import { asOwner, closeTemplate, copyDatabase, databaseAt } from './database-at.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The test run's PostgreSQL, as its owner. */
    postgresUrl: string
    /** The workers of the test run's Citus; none where it is one PostgreSQL. */
    workerUrls: string[]
  }
}

const PREFIX = 'daybook-test-'

// Without statistics PostgreSQL takes small tables for large ones: starting parallel workers and compiling expressions takes longer than the query.
const ALONE = { max_parallel_workers_per_gather: '0', jit: 'off' }

// What a crash would lose does not matter here, so nothing waits for the disk.
const HASTY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300', shared_buffers: '256MB', autovacuum: 'off', ...ALONE }

/**
 * One PostgreSQL for the whole run, in a temporary folder of its own, so that a running `npm start` is not touched; under
 * `npm run test:citus` a coordinator of Citus with two workers. Two databases are made to be copied, one migrated and empty, one with
 * the sample venue; every test file works in its own copy.
 */
export default async function startTestPostgres(project: TestProject): Promise<() => Promise<void>> {
  sweep()
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  chmodSync(folder, 0o711)
  const programs = process.env.CITUS_PROGRAMS
  const servers = programs ? await startServers(programs, { folder, workers: 2, settings: HASTY }) : await startEmbedded(folder)
  await makeTemplates(servers).catch(async (error: unknown) => {
    await servers.stop()
    throw error
  })
  project.provide('postgresUrl', servers.url)
  project.provide('workerUrls', servers.workers)
  return async () => {
    await servers.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const startEmbedded = async (folder: string): Promise<Servers> => {
  const postgres = await startPostgres({ dataDir: folder, log: () => {}, holder: 'a test run', settings: HASTY })
  return { url: postgres.url, workers: [], stop: () => postgres.stop() }
}

const makeTemplates = async (servers: Servers): Promise<void> => {
  const { url, workers } = servers
  if (workers.length > 0) await makeCitusDatabase(servers, 'empty_template')
  else await asOwner(url, 'create database empty_template')
  await migrate(databaseAt(url, 'empty_template'))
  await closeTemplate([url, ...workers], 'empty_template')
  await copyDatabase([url, ...workers], 'sample_template', 'empty_template')
  const sample = openDatabase(databaseAt(url, 'sample_template'), 2)
  await createSample(sample).finally(() => sample.close())
  await closeTemplate([url, ...workers], 'sample_template')
}

// A run that was killed leaves its folder; its PostgreSQL has ended by itself.
const sweep = (): void => {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : 0
    if (pid && !isAlive(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}
