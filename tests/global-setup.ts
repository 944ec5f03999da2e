import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createSample } from '#db/demo/sample.ts'
import { connectAsOwner, openDatabase } from '#platform/database.ts'
import { startPostgres } from '#platform/embedded-postgres.ts'
import { isAlive } from '#platform/living-process.mjs'
import { migrate } from '#platform/migrate.ts'
import { databaseAt } from './database-at.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The test run's PostgreSQL, as its owner. */
    postgresUrl: string
  }
}

const PREFIX = 'daybook-test-'

// What a crash would lose does not matter here, so nothing waits for the disk.
const HASTY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300', shared_buffers: '256MB', autovacuum: 'off' }

/**
 * One PostgreSQL for the whole run, in a temporary folder of its own, so that a running `npm start` is not touched. Two databases
 * are made to be copied, one migrated and empty, one with the sample venue; every test file works in its own copy.
 */
export default async function startTestPostgres(project: TestProject): Promise<() => Promise<void>> {
  sweep()
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  chmodSync(folder, 0o711)
  const postgres = await startPostgres({ dataDir: folder, log: () => {}, holder: 'a test run', settings: HASTY })
  await makeTemplates(postgres.url)
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const makeTemplates = async (url: string): Promise<void> => {
  const owner = connectAsOwner(url)
  await owner.unsafe('create database empty_template').finally(() => owner.end())
  await migrate(databaseAt(url, 'empty_template'))
  const second = connectAsOwner(url)
  await second.unsafe('create database sample_template template empty_template').finally(() => second.end())
  const sample = openDatabase(databaseAt(url, 'sample_template'), 2)
  await createSample(sample).finally(() => sample.close())
}

// A run that was killed leaves its folder; its PostgreSQL has ended by itself.
const sweep = (): void => {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : 0
    if (pid && !isAlive(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}
