import { setTimeout as sleep } from 'node:timers/promises'
import { connectAsOwner } from '#platform/database/database.ts'

/** The same server, another database. */
export const databaseAt = (url: string, name: string): string => {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

/** Runs a statement as the owner. */
export const asOwner = async (url: string, statement: string): Promise<void> => {
  const owner = connectAsOwner(url)
  await owner.unsafe(statement).finally(() => owner.end())
}

/**
 * Copies a database on each of the servers. On Citus the copies find each other as the originals did: the coordinator notes where the
 * shards of its tables lie, and a worker is asked for a database of the same name.
 */
export const copyDatabase = async (servers: readonly string[], name: string, template: string): Promise<void> => {
  await Promise.all(servers.map((url) => asOwner(url, `create database ${name} template ${template}`)))
}

/** Takes a database away from each of the servers. Citus looks after its databases by a process of its own, which may take a while to leave. */
export const dropDatabase = async (servers: readonly string[], name: string): Promise<void> => {
  for (const url of servers) await patiently(() => asOwner(url, `drop database if exists ${name} with (force)`))
}

const IN_USE = '55006'
const ATTEMPTS = 6

const patiently = async (work: () => Promise<void>, attempt = 1): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if ((error as { code?: string }).code !== IN_USE || attempt === ATTEMPTS) throw error
    await sleep(attempt * 500)
    await patiently(work, attempt + 1)
  }
}

/** Lets nobody into a database any more, so that it can be copied: connections that are kept open would hinder that. */
export const closeTemplate = async (servers: readonly string[], name: string): Promise<void> => {
  for (const url of servers) {
    await asOwner(url, `alter database ${name} with allow_connections false`)
    await asOwner(url, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`)
  }
}
