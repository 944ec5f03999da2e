import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '#platform/version.ts'
import { builtProgram, ensureServer } from '../scripts/built.mjs'

/** The real server, built as people run it, in a process of its own, to be measured, killed and started again. */
export interface ServerProcess {
  url: string
  pid: number
  /** Milliseconds from the start to the first answer that says ready. */
  readyAfterMs: number
  /** Ends it as given, and waits until it is gone. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Sends a signal, such as SIGSTOP, and waits for nothing. */
  signal(signal: NodeJS.Signals): void
  /** Whether it has ended. */
  exited(): boolean
}

const PATIENCE_MS = 60_000
let built: Promise<void> | undefined

/**
 * Starts the server on a port with these settings over the bench's own environment, and waits until it is ready.
 * @param under a program that starts it in turn, such as one that limits it, with its words
 * @param project the folder of the version to start, built already where it is not this one
 */
export const startServer = async (
  port: number,
  environment: Record<string, string>,
  hear?: (words: string) => void,
  under: readonly string[] = [],
  project = ROOT,
): Promise<ServerProcess> => {
  built ??= ensureServer()
  await built
  const startedAt = performance.now()
  const [program = process.execPath, ...words] = [...under, process.execPath, join(project, relative(ROOT, builtProgram('server')))]
  const child = spawn(program, words, {
    cwd: project,
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', hear ? 'pipe' : 'ignore', hear ? 'pipe' : 'inherit'],
  })
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (words: string) => hear?.(words))
  // A bench that fails must not leave its server behind.
  const leaveNothing = () => child.kill('SIGKILL')
  process.once('exit', leaveNothing)
  const url = `http://127.0.0.1:${port}`
  await untilReady(url, child)
  return {
    url,
    pid: child.pid ?? 0,
    readyAfterMs: performance.now() - startedAt,
    signal: (signal) => void child.kill(signal),
    exited: () => child.exitCode !== null || child.signalCode !== null,
    end: async (signal) => {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, 'exit')
        child.kill(signal)
        await gone
      }
      process.off('exit', leaveNothing)
    },
  }
}

const untilReady = async (url: string, child: ChildProcess) => {
  const giveUpAt = performance.now() + PATIENCE_MS
  while (performance.now() < giveUpAt) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode} before it was ready.`)
    const ready = await fetch(`${url}/api/ready`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    await sleep(20)
  }
  child.kill('SIGKILL')
  throw new Error('The server was not ready within a minute.')
}
