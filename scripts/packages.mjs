// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { claim, claims } from './claims.mjs'
import { ROOT, run } from './project.mjs'

/** @typedef {{ version: string, integrity?: string, dev?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[], link?: boolean }} Locked */

/**
 * Makes sure that the packages are those of package-lock.json, installing them if not, and holds them until this process ends:
 * nobody replaces packages under a running Daybook, and two commands started at once install once.
 * @param {string} what the command, as others are told
 * @param {{ onlyRunning?: boolean, endless?: boolean }} [options] onlyRunning: packages used to build may be absent, as in a container;
 *   endless: runs until somebody stops it
 */
export const holdPackages = async (what, options = {}) => {
  const wanted = { onlyRunning: options.onlyRunning ?? false }
  for (;;) {
    await othersDone('install')
    const use = claim('use', what, options.endless ?? false)
    if (claims('install').length === 0 && whatIsWrong(wanted) === undefined) return
    use.drop()
    const install = claim('install', what)
    // Of two that claim at the same moment the later one yields; the pause lets each see the other.
    await sleep(150)
    if (claims('install')[0]?.pid === process.pid) {
      const wrong = whatIsWrong(wanted)
      if (wrong !== undefined) await installAlone(wrong)
    }
    install.drop()
  }
}

/**
 * The first thing that differs between node_modules and package-lock.json, in words; undefined when they agree.
 * @param {{ onlyRunning: boolean, folder?: string }} wanted folder: the project's, unless a test has another
 */
export const whatIsWrong = ({ onlyRunning, folder = ROOT }) => {
  const locked = packagesIn(join(folder, 'package-lock.json'))
  const installed = packagesIn(join(folder, 'node_modules/.package-lock.json'))
  if (locked === undefined) throw new Error('package-lock.json is missing: this is not a complete copy of Daybook.')
  if (installed === undefined) return 'the packages are not installed'
  for (const [path, { version, integrity, dev, ...entry }] of Object.entries(locked)) {
    if (path === '') continue
    const here = installed[path]
    const present = here !== undefined && existsSync(join(folder, path, 'package.json'))
    if (present && (here.version !== version || (here.integrity && integrity && here.integrity !== integrity)))
      return `${path} is ${here.version} instead of ${version}`
    if (!present && !(dev && onlyRunning) && isForHere(entry)) return `${path} is missing`
  }
  const extra = Object.keys(installed).find((path) => !(path in locked))
  return extra && `${extra} does not belong to Daybook`
}

/**
 * Optional packages are those of other systems, except where they name this one.
 * @param {Pick<Locked, 'optional' | 'os' | 'cpu' | 'libc'>} entry
 */
const isForHere = ({ optional, os, cpu, libc }) => {
  const names = os?.includes(process.platform) && (cpu === undefined || cpu.includes(process.arch))
  return optional ? names === true && libc === undefined : true
}

/**
 * @param {string} path
 * @returns {Record<string, Locked> | undefined}
 */
const packagesIn = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return undefined
  }
}

/** @param {string} wrong */
const installAlone = async (wrong) => {
  const endless = claims('use').find((use) => use.endless)
  if (endless)
    throw new Error(
      `The packages have to be installed again (${wrong}), but ${endless.what} (process ${endless.pid}) is running on them. Stop it and try again.`,
    )
  await othersDone('use')
  console.log(`Installing the packages: ${wrong}. This takes a minute or two.`)
  const code = await run('npm', ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'], { environment: CLEAN })
  if (code !== 0) throw new Error('The packages could not be installed. The reason is above.')
  const still = whatIsWrong({ onlyRunning: false })
  if (still) throw new Error(`npm ci succeeded, but ${still}.`)
}

// What an npm around us was told is not meant for the one inside.
const CLEAN = { npm_config_prefix: undefined, npm_config_local_prefix: undefined, npm_config_omit: undefined, npm_config_production: undefined }

/**
 * Waits until no other process holds such a claim, saying once for whom.
 * @param {'install' | 'use'} kind
 */
const othersDone = async (kind) => {
  let said = false
  for (;;) {
    const other = claims(kind).find((one) => one.pid !== process.pid)
    if (other === undefined) return
    if (!said)
      console.log(
        kind === 'install'
          ? `Waiting for ${other.what} (process ${other.pid}) to install the packages.`
          : `Waiting for ${other.what} (process ${other.pid}) to end, as the packages have to be replaced.`,
      )
    said = true
    await sleep(200)
  }
}
