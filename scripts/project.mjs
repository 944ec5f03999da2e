// @ts-check
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder, wherever the command was typed. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Runs a program in the project's folder on this terminal and resolves with its exit code. A signal we get is passed on, and once
 * the program has ended by it we end too.
 * @param {string} program
 * @param {string[]} words
 * @param {{ environment?: Record<string, string | undefined>, quiet?: boolean, withChildren?: boolean }} [options] `withChildren`: what it started ends with it
 * @returns {Promise<number>}
 */
export const run = (program, words, options = {}) =>
  new Promise((resolve, reject) => {
    const output = options.quiet ? 'ignore' : 'inherit'
    const { withChildren = false } = options
    const child = spawn(program, words, {
      cwd: ROOT,
      stdio: ['ignore', output, output],
      env: { ...process.env, ...options.environment },
      detached: withChildren,
    })
    const signalAll = (/** @type {NodeJS.Signals} */ signal) => {
      try {
        process.kill(withChildren ? -Number(child.pid) : Number(child.pid), signal)
      } catch {
        // It has ended.
      }
    }
    /** @type {NodeJS.Signals | undefined} */
    let ending
    /** @param {NodeJS.Signals} signal */
    const passOn = (signal) => {
      ending = signal
      // A Ctrl-C at the terminal reaches the program by itself; two of them would cut its tidying short.
      const patience = signal === 'SIGINT' && process.stdin.isTTY && !withChildren ? 1000 : 0
      setTimeout(() => signalAll(signal), patience).unref()
    }
    for (const signal of SIGNALS) process.on(signal, passOn)
    const settle = () => {
      for (const signal of SIGNALS) process.off(signal, passOn)
      if (ending) process.exit(128 + constants.signals[ending])
    }
    child.once('error', (error) => {
      settle()
      reject(error)
    })
    child.once('exit', (code, signal) => {
      if (withChildren) signalAll('SIGKILL')
      settle()
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 1))
    })
  })

/**
 * Runs one of the installed packages' programs with this Node.
 * @param {string} path below node_modules
 * @param {string[]} words
 * @param {Parameters<typeof run>[2]} [options]
 */
export const runPackaged = (path, words, options) => run(process.execPath, [`${ROOT}/node_modules/${path}`, ...words], options)

/**
 * Loads a TypeScript file of the project into this process: one process less than starting another Node, and no signal or exit
 * code to pass on.
 * @param {string} path below the project
 * @returns {Promise<any>} what it exports
 */
export const load = async (path) => {
  const { register } = await import('tsx/esm/api')
  register()
  return import(new URL(`../${path}`, import.meta.url).href)
}

/**
 * Ends with a sentence instead of a stack.
 * @param {unknown} error
 * @returns {never}
 */
export const giveUp = (error) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
