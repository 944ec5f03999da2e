import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { copyDatabase, databaseAt, dropDatabase } from './database-at.ts'

export interface FreshDatabase {
  url: string
  drop(): Promise<void>
}

/**
 * A database of one's own, migrated: a copy of a template, made in some ten milliseconds.
 * @param sample with the sample venue and its people in it
 */
export const freshDatabase = async ({ sample = false } = {}): Promise<FreshDatabase> => {
  const postgresUrl = inject('postgresUrl')
  if (!postgresUrl) throw new Error('No PostgreSQL for this test: a test file imports start-app.ts or fresh-database.ts itself, for vitest.config.ts to see.')
  const name = `test_${randomBytes(8).toString('hex')}`
  const servers = [postgresUrl, ...inject('workerUrls')]
  await copyDatabase(servers, name, sample ? 'sample_template' : 'empty_template')
  return { url: databaseAt(postgresUrl, name), drop: () => dropDatabase(servers, name) }
}
