import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { whatIsWrong } from '../scripts/packages.mjs'

let folder: string
const locked: Record<string, object> = {
  '': { name: 'daybook' },
  'node_modules/fastify': { version: '5.12.8', integrity: 'sha512-A' },
  'node_modules/vite': { version: '8.3.8', integrity: 'sha512-B', dev: true },
  'node_modules/for-here': { version: '1.0.0', optional: true, os: [process.platform], cpu: [process.arch] },
  'node_modules/for-elsewhere': { version: '1.0.0', optional: true, os: ['sunos'] },
}

const write = (path: string, content: unknown) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), JSON.stringify(content))
}

const install = (packages: Record<string, object>) => {
  write('node_modules/.package-lock.json', { packages })
  for (const path of Object.keys(packages)) write(`${path}/package.json`, {})
}

const asLocked = () => Object.fromEntries(Object.entries(locked).filter(([path]) => path !== '' && path !== 'node_modules/for-elsewhere'))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-packages-'))
  write('package-lock.json', { packages: locked })
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('packages as the lock file has them are left alone, those of other systems not missed', () => {
  install(asLocked())
  expect(whatIsWrong({ onlyRunning: false, folder })).toBeUndefined()
})

test('a fresh clone, and an installation that was interrupted, are told from it', () => {
  expect(whatIsWrong({ onlyRunning: false, folder })).toBe('the packages are not installed')
  mkdirSync(join(folder, 'node_modules/fastify'), { recursive: true })
  expect(whatIsWrong({ onlyRunning: false, folder })).toBe('the packages are not installed')
})

test('an old version, other contents, a deleted package, a missing one for this system and a leftover are each named', () => {
  install({ ...asLocked(), 'node_modules/fastify': { version: '5.0.0' } })
  expect(whatIsWrong({ onlyRunning: false, folder })).toBe('node_modules/fastify is 5.0.0 instead of 5.12.8')
  install({ ...asLocked(), 'node_modules/fastify': { version: '5.12.8', integrity: 'sha512-X' } })
  expect(whatIsWrong({ onlyRunning: false, folder })).toMatch('node_modules/fastify')
  install(asLocked())
  rmSync(join(folder, 'node_modules/fastify'), { recursive: true })
  expect(whatIsWrong({ onlyRunning: false, folder })).toBe('node_modules/fastify is missing')
  install({ ...asLocked(), 'node_modules/old': { version: '1.0.0' } })
  expect(whatIsWrong({ onlyRunning: false, folder })).toBe('node_modules/old does not belong to Daybook')
  const { 'node_modules/for-here': _, ...without } = asLocked()
  install(without)
  rmSync(join(folder, 'node_modules/for-here'), { recursive: true })
  expect(whatIsWrong({ onlyRunning: false, folder })).toBe('node_modules/for-here is missing')
})

test('what only builds and tests may be absent where Daybook just runs', () => {
  const { 'node_modules/vite': _, ...running } = asLocked()
  install(running)
  expect(whatIsWrong({ onlyRunning: true, folder })).toBeUndefined()
  expect(whatIsWrong({ onlyRunning: false, folder })).toBe('node_modules/vite is missing')
})

test('a folder without its lock file is not Daybook', () => {
  rmSync(join(folder, 'package-lock.json'))
  expect(() => whatIsWrong({ onlyRunning: false, folder })).toThrow('package-lock.json is missing')
})
