// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../src/platform/living-process.mjs'
import { ROOT, runPackaged } from './project.mjs'

const DIST = join(ROOT, 'dist')
const STAMP = '.sources'

/** Whether dist/ is what these sources build to. */
export const isWebAppBuilt = () => {
  const file = join(DIST, STAMP)
  return existsSync(file) && readFileSync(file, 'utf8') === fingerprint()
}

/**
 * Builds the browser app when its sources changed since, beside dist/, and swaps it in whole: a running server serves the old one
 * to the last moment and the new one from then on.
 */
export const ensureWebApp = async () => {
  if (isWebAppBuilt()) return
  console.log('Building the browser app.')
  sweep()
  const sources = fingerprint()
  const built = `dist.new-${process.pid}`
  const code = await runPackaged('vite/bin/vite.js', ['build', '--outDir', built, '--emptyOutDir', '--logLevel', 'warn'])
  if (code !== 0) throw new Error('The browser app could not be built; the reason is above.')
  writeFileSync(join(ROOT, built, STAMP), sources)
  swapIn(join(ROOT, built))
}

/** @param {string} built */
const swapIn = (built) => {
  const old = join(ROOT, `dist.old-${process.pid}`)
  try {
    if (existsSync(DIST)) renameSync(DIST, old)
    renameSync(built, DIST)
  } catch (error) {
    // Another command built the same in the meantime and was first.
    if (!isWebAppBuilt()) throw error
    rmSync(built, { recursive: true, force: true })
  }
  rmSync(old, { recursive: true, force: true })
}

// What a killed build left behind.
const sweep = () => {
  for (const name of readdirSync(ROOT)) {
    const pid = Number(/^dist\.(?:new|old)-(\d+)$/.exec(name)?.[1])
    if (pid && (pid === process.pid || !isAlive(pid))) rmSync(join(ROOT, name), { recursive: true, force: true })
  }
}

/** One hash over everything the build reads: by content, since a checkout changes times and not texts. */
const fingerprint = () => {
  const hash = createHash('sha256')
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !NOT_BUILT.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  for (const file of [...['index.html', 'vite.config.ts', 'package.json', 'package-lock.json'].map((name) => join(ROOT, name)), ...files.sort()]) {
    hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

// Tests and the server's own files are not in the browser.
const NOT_BUILT = /\.(test|e2e)\.tsx?$|\.(sql|routes|job|adapter|fake)\.ts$/
