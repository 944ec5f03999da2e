import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { takeBackup } from '#platform/backup.ts'
import { readyAfterRestore, restoreBackup } from '#platform/backup-restore.ts'
import { startPostgres } from '#platform/embedded-postgres.ts'
import { runFault } from './fault.ts'
import { invariantsOf } from './invariants.ts'

/** A backup taken while tills sell is restored on another server, and everything is looked over there. */

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
      for (const { name, what, broken } of await invariantsOf(other.url, { acknowledged: before, open, refused: trade.refused }, '')) {
        if (broken !== 0) note({ what: `restore ${time + 1}: ${name} ${what}`, value: broken, unit: '', goal: '0', met: false })
      }
    } finally {
      await other.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
})
