import { readSettings } from '#platform/settings.ts'
import { ROOT } from '#platform/version.ts'
import { backup } from './backup.command.ts'
import type { Command } from './command.ts'
import { runCommandLine } from './command-line.ts'
import { createAdmin } from './create-admin.command.ts'
import { importFiles } from './import.command.ts'
import { locationKey } from './location-key.command.ts'
import { rebuild } from './rebuild.command.ts'
import { reconcile } from './reconcile.command.ts'
import { replay } from './replay-webhooks.command.ts'
import { resetSecondFactor } from './reset-second-factor.command.ts'
import { restore } from './restore.command.ts'
import { verifyAudit } from './verify-audit.command.ts'

/** Every command, in the order `help` lists them. */
// biome-ignore format: one line per command
const commands: readonly Command[] = [
  createAdmin,
  resetSecondFactor,
  locationKey,
  importFiles,
  backup,
  restore,
  reconcile,
  rebuild,
  verifyAudit,
  replay,
]

const interrupt = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // Asked a second time, it goes at once; the database's watcher ends what was started.
    if (interrupt.signal.aborted) process.exit(130)
    interrupt.abort()
  })
}

const code = await runCommandLine(process.argv.slice(2), commands, {
  readSettings: () => readSettings(process.env, ROOT),
  signal: interrupt.signal,
})
if (interrupt.signal.aborted) process.exit(code)
process.exitCode = code
