// @ts-check
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, run } from './project.mjs'

const FOLDER = join(ROOT, '.data/browser')
const PACKAGED = join(FOLDER, 'chromium')
// The newest that runs on Node 20.
const PACKAGE = '@sparticuz/chromium@147.0.0'

// Chromium as a program without windows: the same pages for two thirds of the processor time.
const WINDOWLESS = '/usr/bin/chromium-headless-shell'

const PLACES = [
  process.env.DAYBOOK_BROWSER,
  WINDOWLESS,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  PACKAGED,
]

/** A Chromium of this machine that really starts (some systems have one that only tells how to install it). */
export const findBrowser = () => PLACES.find((place) => place !== undefined && existsSync(place) && starts(place))

/** A Chromium for the end-to-end tests: Debian's without windows where we may install it, else the machine's, else one from a package. */
export const ensureBrowser = async () => {
  if (!process.env.DAYBOOK_BROWSER && !existsSync(WINDOWLESS)) await installFromDebian()
  const found = findBrowser()
  if (found) return found
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('No browser found for the end-to-end tests: install Chrome or Chromium, or name one in DAYBOOK_BROWSER.')
  await unpackPackaged()
  if (!starts(PACKAGED)) throw new Error('The packaged browser does not start here: install Chromium, or name one in DAYBOOK_BROWSER.')
  return PACKAGED
}

const installFromDebian = async () => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log('Installing Chromium for the end-to-end tests (apt-get).')
  const options = { quiet: true, environment: { DEBIAN_FRONTEND: 'noninteractive' } }
  const install = (/** @type {string} */ browser) => run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', browser, 'fonts-noto-cjk'], options)
  const updated = (await run('apt-get', ['update', '-qq'], options)) === 0
  // Older releases have it with windows only.
  const done = updated && ((await install('chromium-headless-shell')) === 0 || (!findBrowser() && (await install('chromium')) === 0))
  if (!done) console.log('apt-get failed. Trying another browser.')
}

/** Its parts go into our own folder: the package would put them into the one temporary folder of all accounts. */
const unpackPackaged = async () => {
  console.log('Installing a packaged browser for the end-to-end tests.')
  const parts = join(FOLDER, 'parts')
  rmSync(parts, { recursive: true, force: true })
  mkdirSync(parts, { recursive: true })
  const installed = await run('npm', ['install', '--prefix', FOLDER, '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error', PACKAGE])
  if (installed !== 0)
    throw new Error('No browser for the end-to-end tests: none is installed, and the packaged one could not be fetched. Name one in DAYBOOK_BROWSER.')
  const unpack = `const { default: chromium } = await import(${JSON.stringify(join(FOLDER, 'node_modules/@sparticuz/chromium/build/esm/index.js'))}); await chromium.executablePath()`
  // Told that it is where it was made for, it unpacks the libraries that a bare machine lacks.
  const code = await run(process.execPath, ['--input-type=module', '-e', unpack], {
    environment: { TMPDIR: parts, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
  })
  if (code !== 0) throw new Error('The packaged browser could not be unpacked.')
  const own = join(parts, 'chromium')
  const libraries = starts(own) ? '' : `LD_LIBRARY_PATH=${quoted(join(parts, 'al2023/lib'))} `
  const fonts = existsSync('/etc/fonts/fonts.conf') ? '' : `FONTCONFIG_PATH=${quoted(join(parts, 'fonts'))} `
  writeFileSync(PACKAGED, `#!/bin/sh\n${libraries}${fonts}exec ${quoted(own)} "$@"\n`)
  chmodSync(PACKAGED, 0o755)
}

/** @param {string} browser */
const starts = (browser) => {
  try {
    return /^(Chromium|Google Chrome)/.test(execFileSync(browser, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 20_000 }))
  } catch {
    return false
  }
}

/** @param {string} path */
const quoted = (path) => `'${path.replaceAll("'", "'\\''")}'`
