// @ts-check
// Plain JavaScript: the scripts that run before anything is installed use it too.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Whether a process of this id exists, ours or not.
 * @param {number} pid
 */
export const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/**
 * When a process began, as the system writes it; together with the id it names one process even after ids are used again.
 * One that has ended and is only waiting for its parent to notice is gone.
 * @param {number} pid
 */
export const birthOf = (pid) => {
  if (process.platform !== 'linux') return psOf(pid, 'lstart')
  const fields = statOf(pid)
  return fields[0] === 'Z' ? undefined : fields[19]
}

/**
 * The process that started this one; another (often 1) once that is gone.
 * @param {number} pid
 */
export const parentOf = (pid) => (process.platform === 'linux' ? statOf(pid)[1] : psOf(pid, 'ppid'))

/**
 * The words a process was started with, in one text; undefined when it has none or is gone.
 * @param {number} pid
 */
export const commandOf = (pid) => {
  if (process.platform !== 'linux') return psOf(pid, 'command')
  return textOf(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ') || undefined
}

/**
 * Linux's fields about a process from its state on: the name before them may hold anything.
 * @param {number} pid
 */
const statOf = (pid) => {
  const stat = textOf(`/proc/${pid}/stat`)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
}

/** @param {string} path */
const textOf = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * @param {number} pid
 * @param {string} column
 */
const psOf = (pid, column) => {
  try {
    return execFileSync('ps', ['-ww', '-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}
