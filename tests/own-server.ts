import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#platform/database/embedded-postgres.ts'
import { asOwner, databaseAt } from './database-at.ts'

/** A PostgreSQL of one test's own, for what is about the roles of a whole server. It asks for passwords, as any other does. */
export interface OwnServer {
  /** The server's own database, as a superuser. */
  url: string
  /** Makes a database and, unless there is one of that name, an owner for it who is no superuser but may make roles. */
  databaseOf(owner: string, name: string): Promise<string>
  stop(): Promise<void>
}

export const ownServer = async (): Promise<OwnServer> => {
  const folder = mkdtempSync(join(tmpdir(), `daybook-test-${process.pid}-`))
  const settings = { shared_buffers: '32MB', fsync: 'off' }
  const postgres = await startPostgres({ dataDir: folder, log: () => {}, holder: 'a test', settings })
  const url = databaseAt(postgres.url, 'postgres')
  return {
    url,
    databaseOf: async (owner, name) => {
      const password = `the password of ${owner}`
      await asOwner(url, `do $$ begin if to_regrole('${owner}') is null then create role ${owner} login createrole password '${password}'; end if; end $$`)
      await asOwner(url, `create database ${name} owner ${owner}`)
      const address = new URL(databaseAt(url, name))
      address.username = owner
      address.password = password
      return address.href
    },
    stop: async () => {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
