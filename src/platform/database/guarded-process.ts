import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'

/** The uid and gid a program runs under; undefined means our own. */
export interface Account {
  uid: number
  gid: number
}

export interface Guarded {
  child: ChildProcess
  /** Resolves when the program has ended, with its exit code or the signal that ended it. */
  ended: Promise<number | string>
}

// Ends on either of two events: a line (the program ended first), or the end of its input (we are gone, however it happened, and
// the program is to end too).
const WATCH = 'read -r _ || kill -s "$1" -- "-$0"'

export interface GuardedOptions {
  account?: Account | undefined
  /** Open file that takes what the program writes. */
  output: number
  input?: 'pipe'
  /** Open folder that the program finds as file descriptor 3. */
  folder?: number | undefined
  /** The signal for program and helpers when this process is gone: KILL where nothing of theirs is to be kept. */
  whenGone?: 'INT' | 'KILL'
}

/**
 * Runs a program in a session of its own, so that a Ctrl-C in the terminal does not reach it before us, and ends it when this
 * process is gone, even by kill -9.
 */
export const runGuarded = (program: string, words: string[], options: GuardedOptions): Guarded => {
  // Nothing of ours: a stray PGDATA or a foreign locale would change what the program does.
  const bare = { ...options.account, detached: true, cwd: '/', env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } }
  const child = spawn(program, words, { ...bare, stdio: [options.input ?? 'ignore', options.output, options.output, options.folder ?? 'ignore'] })
  const watch = ['-c', WATCH, String(child.pid), options.whenGone ?? 'INT']
  const watcher = child.pid === undefined ? undefined : spawn('/bin/sh', watch, { ...bare, stdio: ['pipe', 'ignore', 'ignore'] })
  const line = watcher?.stdin as Socket | undefined
  line?.on('error', () => line.destroy())
  line?.unref()
  watcher?.unref()
  const ended = new Promise<number | string>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      const settle = () => resolve(code ?? signal ?? 1)
      if (watcher === undefined || watcher.exitCode !== null || watcher.signalCode !== null) return settle()
      watcher.ref()
      watcher.once('exit', settle)
      line?.end('\n')
    })
  })
  return { child, ended }
}
