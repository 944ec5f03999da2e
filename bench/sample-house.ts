import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import { createSampleVenue } from '#db/demo/venue.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { startPostgres } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { freePort } from '#platform/web/free-port.ts'
import { type Answered, signedIn } from '#tests/visitor.ts'
import { type ServerProcess, startServer } from './server-process.ts'

/** The sample venue, without its history, in a database of its own, and the real server beside providers' stand-ins. */
export interface SampleHouse {
  /** The database, by its owner. */
  owner: ReturnType<typeof connectAsOwner>
  server: ServerProcess
  /** Ends the server with kill -9 and starts it again. */
  kill(): Promise<void>
  /** Calls the API as somebody of the sample venue. @throws where it is not answered with 200 */
  asked<T>(username: string, method: string, path: string, body: unknown): Promise<Answered<T>['body']>
  close(): Promise<void>
}

/** @param settings by which the server asks stand-ins in place of providers */
export const openSampleHouse = async (settings: Record<string, string>): Promise<SampleHouse> => {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-'))
  const postgres = await startPostgres({ dataDir: folder, log: () => {} })
  await migrate(postgres.url)
  await createSampleVenue(postgres.url)
  const owner = connectAsOwner(postgres.url)
  const port = await freePort()
  const PUBLIC_URL = `http://127.0.0.1:${port}`
  const TOKEN_KEYS = Buffer.alloc(32, 'bench').toString('base64')
  const start = () => startServer(port, { DATABASE_URL: postgres.url, PUBLIC_URL, PROVIDER_SIMULATION: 'true', TOKEN_KEYS, ...settings })
  const house: SampleHouse = {
    owner,
    server: await start(),
    kill: async () => {
      await house.server.end('SIGKILL')
      house.server = await start()
    },
    asked: async <T>(username: string, method: string, path: string, sent: unknown) => {
      const who = await signedIn(house.server.url, username, SAMPLE_PASSWORD)
      const { status, body } = await who.call<T>(method, path, { body: sent })
      if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`)
      return body
    },
    close: async () => {
      await house.server.end('SIGTERM')
      await owner.end()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return house
}
