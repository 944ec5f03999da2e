import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { takeBackup } from '#platform/backup/backup.ts'
import { readyAfterRestore, restoreBackup } from '#platform/backup/backup-restore.ts'
import { openDatabase } from '#platform/database/database.ts'
import { startPostgres } from '#platform/database/embedded-postgres.ts'
import { freePort } from '#platform/web/free-port.ts'
import { credentialOf } from '#tests/credentials.ts'
import { type ServerProcess, startServer } from '../../bench/server-process.ts'
import { runFault } from './fault.ts'
import { restoredInvariant } from './invariants.ts'

/** A backup taken while tills sell is restored on another server, and everything is looked over there. */

let server: ServerProcess | undefined

/** Starts a server on the restored house, and somebody who may ask it. */
const served = async (databaseUrl: string) => {
  server = await startServer(await freePort(), { DATABASE_URL: databaseUrl, LOG_LEVEL: 'error' })
  const database = openDatabase(databaseUrl, 1)
  return { url: server.url, credential: await credentialOf(database, 'owner').finally(() => database.close()) }
}

await runFault({
  name: 'F20',
  hypothesis: 'a backup taken under load restores to a house in which all that was acknowledged before it is there and everything holds.',
  times: 5,
  inject: async ({ databaseUrl, trade, note }, time) => {
    const folder = mkdtempSync(join(tmpdir(), 'daybook-drill-'))
    await sleep(3000)
    const before = new Map(trade.acknowledged)
    const file = join(folder, 'house.backup')
    await takeBackup(databaseUrl, file)
    const sentUntilNow = new Set([...trade.acknowledged.keys(), ...trade.open])
    const startedAt = performance.now()
    const other = await startPostgres({ dataDir: join(folder, 'other'), log: () => {} })
    try {
      await restoreBackup(other.url, file)
      await readyAfterRestore(other.url)
      note({ what: `restore ${time + 1}`, value: performance.now() - startedAt, unit: 'ms' })
      // What was on its way when the backup was taken may be in it or not.
      const open = new Set([...sentUntilNow].filter((receipt) => !before.has(receipt)))
      const { name, what, broken } = await restoredInvariant(other.url, { acknowledged: before, open, refused: trade.refused }, await served(other.url))
      note({ what: `restore ${time + 1}: ${name} ${what}`, value: broken, unit: '', goal: '0', met: broken === 0 })
    } finally {
      await server?.end('SIGKILL')
      await other.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
})
