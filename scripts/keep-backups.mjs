// @ts-check
import { spawn } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { builtProgram, ensureServer } from './built.mjs'
import { ROOT } from './project.mjs'

// Takes a backup into BACKUP_FOLDER every BACKUP_HOURS (24) and keeps the last BACKUP_KEEP (30) of them, until it is stopped. One that
// fails is tried again after ten minutes, and leaves the others alone.
const folder = process.env.BACKUP_FOLDER || join(ROOT, '.data/backups')
const hours = Number(process.env.BACKUP_HOURS || 24)
const keep = Number(process.env.BACKUP_KEEP || 30)
const NAME = /^daybook-\d{8}T\d{6}Z\.backup$/

/** @type {import('node:child_process').ChildProcess | undefined} */
let taking
const stopping = new AbortController()
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => {
    stopping.abort()
    taking?.kill(signal)
  })
}

const take = () =>
  new Promise((resolve) => {
    const file = join(folder, `daybook-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}.backup`)
    taking = spawn(process.execPath, [builtProgram('cli'), 'backup', file], { cwd: ROOT, stdio: 'inherit' })
    taking.once('error', () => resolve(false))
    taking.once('exit', (code) => resolve(code === 0))
  })

await ensureServer()
while (!stopping.signal.aborted) {
  const taken = await take()
  if (taken) {
    const old = readdirSync(folder)
      .filter((name) => NAME.test(name))
      .sort()
      .slice(0, -keep)
    for (const name of old) rmSync(join(folder, name))
  }
  await sleep(taken ? hours * 3_600_000 : 600_000, undefined, { signal: stopping.signal }).catch(() => undefined)
}
