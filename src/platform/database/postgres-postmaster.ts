import { realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { birthOf, commandOf, isAlive } from './living-process.mjs'
import { type Cluster, pidFileOf } from './postgres-cluster.ts'

/** Who started a postmaster, and on which data: part of its command line, so it is there from its first moment to its last. */
export interface Holder {
  pid: number
  born: string | undefined
  what: string
  folder: string
}

export interface Postmaster {
  pid: number
  port: number
  /** PostgreSQL's word: starting, ready, stopping. */
  status: string
  holder: Holder
}

/** The live postmaster of this data, if any. A process id that was used again for something else does not count. */
export const postmasterOf = (cluster: Cluster): Postmaster | undefined => {
  const lines = pidFileOf(cluster)
  const pid = Number(lines[0])
  if (!pid) return undefined
  const token = /daybook\.holder=([\w-]+)/.exec(commandOf(pid) ?? '')?.[1]
  const holder = token && (JSON.parse(Buffer.from(token, 'base64url').toString()) as Holder)
  if (!holder || holder.folder !== realpathSync(cluster.folder)) {
    disownPid(cluster, pid)
    return undefined
  }
  return { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? '', holder }
}

// PostgreSQL believes a lock file whose process id is alive, even when the id (after a restart of a container, say) is another
// program's by now. An id that cannot exist makes it look further, at the shared memory of its own.
const disownPid = (cluster: Cluster, pid: number): void => {
  if (!isAlive(pid)) return
  const lines = pidFileOf(cluster)
  if (Number(lines[0]) === pid) writeFileSync(join(cluster.folder, 'postmaster.pid'), ['2147483646', ...lines.slice(1)].join('\n'))
}

/** The setting by which a postmaster names its holder. */
export const holderSetting = (cluster: Cluster, what = 'another Daybook'): Record<string, string> => {
  const holder: Holder = { pid: process.pid, born: birthOf(process.pid), what, folder: realpathSync(cluster.folder) }
  return { 'daybook.holder': Buffer.from(JSON.stringify(holder)).toString('base64url') }
}

/** Whether the process that started it still runs. */
export const holderLives = (holder: Holder): boolean => isAlive(holder.pid) && birthOf(holder.pid) === holder.born

/** A postmaster whose Daybook is gone: usually it is stopping already; it is asked again, then told. */
export const endLeftover = async ({ pid }: Postmaster): Promise<void> => {
  for (const [signal, seconds] of [
    ['SIGINT', 20],
    ['SIGQUIT', 5],
    ['SIGKILL', 5],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    for (const until = Date.now() + seconds * 1000; Date.now() < until; await sleep(20)) if (!commandOf(pid)) return
  }
}
