import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectAsOwner } from '#platform/database/database.ts'
import type { ServerProcess } from '../../bench/server-process.ts'

/** The most memory any server has had, looked up while they run: what is gone tells nothing any more. */
export class MemoryWatch {
  /** In megabytes; 0 where the system does not tell. */
  most = 0
  readonly #servers: () => readonly (ServerProcess | undefined)[]
  readonly #timer: NodeJS.Timeout

  constructor(servers: () => readonly (ServerProcess | undefined)[]) {
    this.#servers = servers
    this.#timer = setInterval(() => this.#look(), 200)
    this.#timer.unref()
  }

  stop(): void {
    this.#look()
    clearInterval(this.#timer)
  }

  #look(): void {
    for (const server of this.#servers()) if (server && !server.exited()) this.most = Math.max(this.most, mostMemoryOf(server.pid))
  }
}

const mostMemoryOf = (pid: number): number => {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

const PATIENCE_MS = 120_000

/** Asks for work that runs later, and waits until a server has done it; how long that took, in milliseconds. */
export const untilWorked = async (databaseUrl: string): Promise<number> => {
  const owner = connectAsOwner(databaseUrl)
  const startedAt = performance.now()
  try {
    await owner`select graphile_worker.add_job('clean-up', job_key := 'fault-probe')`
    for (;;) {
      const [row] = await owner<{ n: number }[]>`select count(*)::int as n from graphile_worker.jobs where key = 'fault-probe'`
      const took = performance.now() - startedAt
      if (row?.n === 0 || took > PATIENCE_MS) return took
      await sleep(50)
    }
  } finally {
    await owner.end()
  }
}
