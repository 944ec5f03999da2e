import { execFileSync } from 'node:child_process'
import { chownSync, cpSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectAsOwner } from '#platform/database/database.ts'
import { startPostgres } from '#platform/database/embedded-postgres.ts'
import { percentile } from '../../bench/results.ts'
import { runFault } from './fault.ts'

/** The disk of the database's log alone runs full: PostgreSQL ends itself (PANIC) rather than say what it has not written. Needs root, for a disk of its own. */

const SIZE = '256m'
let disk = ''
let panics = 0
const recoveries: number[] = []

/** Makes the database, and puts its log on a small disk of its own. */
const moveLog = async (folder: string): Promise<() => void> => {
  const dataDir = join(folder, 'postgres')
  await (await startPostgres({ dataDir, log: () => {} })).stop()
  disk = join(dataDir, 'cluster/pg_wal')
  const { uid, gid } = statSync(disk)
  const aside = join(folder, 'log')
  cpSync(disk, aside, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=700,uid=${uid},gid=${gid}`, 'tmpfs', disk])
  cpSync(aside, disk, { recursive: true })
  rmSync(aside, { recursive: true })
  for (const name of readdirSync(disk, { recursive: true, encoding: 'utf8' })) chownSync(join(disk, name), uid, gid)
  return () => execFileSync('umount', ['-l', disk])
}

const fill = (): void => {
  for (let part = 0; ; part += 1) {
    const { bavail, bsize } = statfsSync(disk)
    if (bavail * bsize < 65_536) return
    writeFileSync(join(disk, `ballast-${part}`), Buffer.alloc(Math.min(bavail * bsize, 8_000_000)))
  }
}

const makeRoom = (): void => {
  for (const name of readdirSync(disk)) if (name.startsWith('ballast-')) rmSync(join(disk, name))
}

/** Uses up what of the log was made beforehand, until PostgreSQL ends itself. */
const useUpLog = async (databaseUrl: string): Promise<boolean> => {
  const owner = connectAsOwner(databaseUrl, 1, 5000)
  try {
    for (let segment = 0; segment < 200; segment += 1) await owner`select pg_logical_emit_message(false, 'fault', 'full'), pg_switch_wal()`
    return false
  } catch {
    return true
  } finally {
    await owner.end({ timeout: 1 }).catch(() => undefined)
  }
}

await runFault({
  name: 'F7',
  hypothesis: 'a full disk under the log ends PostgreSQL; tills are told 503, nothing acknowledged is lost, and with room again it comes back by itself.',
  times: 10,
  prepareFolder: moveLog,
  inject: async ({ databaseUrl, untilAnswered, random, trade, note }, time) => {
    await sleep(1000 + random() * 1000)
    const before = trade.answers.get('503') ?? 0
    fill()
    if (await useUpLog(databaseUrl)) panics += 1
    await sleep(3000)
    const refused = (trade.answers.get('503') ?? 0) - before
    note({ what: `log full ${time + 1}: tills refused for now`, value: refused, unit: '', goal: '> 0', met: refused > 0 })
    makeRoom()
    recoveries.push(await untilAnswered())
    await sleep(1000)
  },
  conclude: ({ note }) => {
    note({ what: 'times PostgreSQL ended itself', value: panics, unit: '', goal: `${recoveries.length}`, met: panics === recoveries.length })
    note({ what: 'ready again with room, median', value: percentile(recoveries, 50), unit: 'ms' })
    note({ what: 'ready again with room, longest', value: Math.max(...recoveries), unit: 'ms', goal: '≤ 15000', met: Math.max(...recoveries) <= 15_000 })
  },
})
