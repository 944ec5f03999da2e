// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isAlive } from '../src/platform/database/living-process.mjs'
import { ROOT, runPackaged } from './project.mjs'

/**
 * Something that is built from the sources into a folder of dist/.
 * @typedef {object} Build
 * @property {string} name of its folder
 * @property {string} what it is, in words
 * @property {string} config of vite
 * @property {string[]} files it is made from, besides those in folders
 * @property {string[]} folders
 * @property {RegExp} from which files there go into it
 */

const DIST = join(ROOT, 'dist')
const STAMP = '.sources'

/** @type {Build} Tests and the server's own files are not in the browser. */
const WEB_APP = {
  name: 'web',
  what: 'the browser app',
  config: 'vite.config.ts',
  files: ['index.html', 'vite.plugins.ts', 'package.json', 'package-lock.json'],
  folders: ['src'],
  from: /^(?!.*\.(test|e2e)\.tsx?$)(?!.*\.(sql|routes|job|adapter|fake)\.ts$)/,
}

/** @type {Build} Beside its code it reads files as it starts, from where they lie. */
const SERVER = {
  name: 'server',
  what: 'the server',
  config: 'vite.server.config.ts',
  files: ['package.json', 'package-lock.json'],
  folders: ['src', 'db'],
  from: /^(?!.*\.(test|e2e)\.ts$).*\.(ts|mjs|json)$/,
}

export const ensureWebApp = () => ensure(WEB_APP)
export const ensureServer = () => ensure(SERVER)

/** Whether there is nothing to build, so that what builds may be absent. */
export const isAllBuilt = () => isBuilt(WEB_APP) && isBuilt(SERVER)
export const isServerBuilt = () => isBuilt(SERVER)

/**
 * The built form of a program in src/app.
 * @param {'server' | 'cli'} program
 */
export const builtProgram = (program) => join(DIST, SERVER.name, `${program}.mjs`)

/**
 * Loads a built program into this process: one process less than starting another Node, and no signal or exit code to pass on.
 * @param {'server' | 'cli'} program
 */
export const loadBuilt = (program) => import(pathToFileURL(builtProgram(program)).href)

/**
 * Whether its folder is what these sources build to. An image holds what was built and nothing to build it with; that is right as it is.
 * @param {Build} build
 */
const isBuilt = (build) => {
  if (!existsSync(join(ROOT, build.config))) return true
  const file = join(DIST, build.name, STAMP)
  return existsSync(file) && readFileSync(file, 'utf8') === fingerprint(build)
}

/**
 * Builds it when its sources changed since, beside its folder, and swaps it in whole: a running server serves the old one to the
 * last moment and the new one from then on.
 * @param {Build} build
 */
const ensure = async (build) => {
  if (isBuilt(build)) return
  console.log(`Building ${build.what}.`)
  mkdirSync(DIST, { recursive: true })
  sweep()
  const sources = fingerprint(build)
  const built = `dist/${build.name}.new-${process.pid}`
  const words = ['build', '--config', build.config, '--outDir', built, '--emptyOutDir', '--logLevel', 'warn']
  // Whoever asks for it, a test or a developer: what is built is what people run, and React has another face for each.
  const code = await runPackaged('vite/bin/vite.js', words, { environment: { NODE_ENV: 'production' } })
  if (code !== 0) throw new Error(`${build.what.replace('the', 'The')} could not be built. The reason is above.`)
  writeFileSync(join(ROOT, built, STAMP), sources)
  swapIn(build, join(ROOT, built))
}

/**
 * @param {Build} build
 * @param {string} built
 */
const swapIn = (build, built) => {
  const folder = join(DIST, build.name)
  const old = join(DIST, `${build.name}.old-${process.pid}`)
  try {
    if (existsSync(folder)) renameSync(folder, old)
    renameSync(built, folder)
  } catch (error) {
    // Another command built the same in the meantime and was first.
    if (!isBuilt(build)) throw error
    rmSync(built, { recursive: true, force: true })
  }
  rmSync(old, { recursive: true, force: true })
}

// What a killed build left behind, and what lay here before there were two.
const sweep = () => {
  for (const name of readdirSync(DIST)) {
    if (name === WEB_APP.name || name === SERVER.name) continue
    const pid = Number(/\.(?:new|old)-(\d+)$/.exec(name)?.[1])
    if (!pid || pid === process.pid || !isAlive(pid)) rmSync(join(DIST, name), { recursive: true, force: true })
  }
}

/**
 * One hash over everything the build reads: by content, since a checkout changes times and not texts.
 * @param {Build} build
 */
const fingerprint = ({ config, files, folders, from }) => {
  const hash = createHash('sha256')
  const found = folders
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && from.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  for (const file of [...[config, ...files].map((name) => join(ROOT, name)), ...found.sort()]) {
    hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}
