// @ts-check
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { birthOf, isAlive } from '../src/platform/database/living-process.mjs'
import { ROOT } from './project.mjs'

/**
 * One file per process that installs or uses the packages of this folder. A file whose process is gone counts for nothing, so a
 * kill -9 leaves nothing to clean.
 * @typedef {{ pid: number, born: string | undefined, what: string, since: number, endless: boolean }} Claim
 */

const FOLDER = join(ROOT, '.data/running')

/**
 * Claims for this process; the claim ends by `drop` or with the process.
 * @param {'install' | 'use'} kind
 * @param {string} what
 * @param {boolean} [endless]
 */
export const claim = (kind, what, endless = false) => {
  const file = join(FOLDER, `${kind}-${process.pid}.json`)
  /** @type {Claim} */
  const mine = { pid: process.pid, born: birthOf(process.pid), what, since: Date.now(), endless }
  try {
    mkdirSync(FOLDER, { recursive: true })
    const whole = join(FOLDER, `.${kind}-${process.pid}`)
    writeFileSync(whole, JSON.stringify(mine))
    renameSync(whole, file)
  } catch (error) {
    // Whoever may not write here does not install here either; to run they need no claim.
    if (kind === 'install')
      throw new Error(`The packages have to be installed, but this account cannot write to ${ROOT}: ${/** @type {Error} */ (error).message}.`)
  }
  const drop = () => rmSync(file, { force: true })
  process.once('exit', drop)
  return {
    drop: () => {
      process.off('exit', drop)
      drop()
    },
  }
}

/**
 * The claims that hold, oldest first.
 * @param {'install' | 'use'} kind
 * @returns {Claim[]}
 */
export const claims = (kind) =>
  names()
    .filter((name) => name.startsWith(`${kind}-`))
    .map((name) => read(join(FOLDER, name)))
    .filter((found) => found !== undefined)
    .sort((a, b) => a.since - b.since || a.pid - b.pid)

const names = () => {
  try {
    return readdirSync(FOLDER)
  } catch {
    return []
  }
}

/**
 * @param {string} file
 * @returns {Claim | undefined}
 */
const read = (file) => {
  try {
    const found = JSON.parse(readFileSync(file, 'utf8'))
    if (isAlive(found.pid) && birthOf(found.pid) === found.born) return found
    rmSync(file, { force: true })
  } catch {
    // Dropped at this moment, or not ours to tidy.
  }
  return undefined
}
