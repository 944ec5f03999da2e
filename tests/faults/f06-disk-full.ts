import { execFileSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runFault } from './fault.ts'

/** The disk under the database runs full while tills sell, rows and log alike, and has room again later. Needs root, for a disk of its own. */

const SIZE = '400m'
let disk = ''
await runFault({
  name: 'F6',
  hypothesis: 'a full disk refuses sales with 503 and loses none that was acknowledged; with room again, selling goes on by itself.',
  times: 10,
  prepareFolder: (folder) => {
    disk = folder
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder])
    return () => execFileSync('umount', ['-l', folder])
  },
  inject: async ({ trade, untilAnswered, note, random }, time) => {
    await sleep(1000 + random() * 1000)
    const ballast = join(disk, 'ballast')
    const before = trade.answers.get('503') ?? 0
    for (let part = 0; ; part += 1) {
      const { bavail, bsize } = statfsSync(disk)
      const free = bavail * bsize
      if (free < 8192) break
      try {
        writeFileSync(`${ballast}-${part}`, Buffer.alloc(Math.min(free, 8_000_000)))
      } catch {
        break
      }
    }
    await sleep(3000)
    const refused = (trade.answers.get('503') ?? 0) - before
    for (let part = 0; part < 200; part += 1) rmSync(`${ballast}-${part}`, { force: true })
    const ms = await untilAnswered()
    note({ what: `disk full ${time + 1}: refusals, and ms until ready with room again`, value: refused, unit: `, ${ms.toFixed(0)} ms` })
    await sleep(1000)
  },
})
