import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { ROOT } from '#platform/version.ts'
import { SHARED } from '#tests/shared-folder.ts'
import { builtProgram, ensureServer } from '../scripts/built.mjs'
import { type Figure, report } from './results.ts'

/**
 * How long the coffee file takes to come in by the command line: 149,116 sales into a new venue, then once more. The process
 * is measured from its start to its end, on real PostgreSQL with fsync; both share the two processors.
 */

const FILE = process.env.COFFEE_FILE ?? join(SHARED, 'data/coffee/coffee_shop_sales.csv.gz')
const GOAL_SECONDS = 30
const SALES = 149_116

if (!existsSync(FILE)) {
  console.error(`There is no ${FILE}; COFFEE_FILE says where it is.`)
  process.exit(1)
}
await ensureServer()
const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-'))
const postgres = await startPostgres({ dataDir: folder, log: () => {} })
try {
  await migrate(postgres.url)
  const first = await timed(['--new-venue', 'Coffee'])
  const again = await timed(['--venue', '1'])
  if (!first.printed.includes('149,116  sales accepted, 698,812.33 USD')) throw new Error(`The first run printed:\n${first.printed}`)
  if (!again.printed.includes('149,116  duplicates')) throw new Error(`The second run printed:\n${again.printed}`)
  const whole = await timed(['--new-venue', 'Coffee, all at once', '--all-or-nothing'])
  const figures: Figure[] = [
    { what: 'the coffee file', value: first.seconds, unit: 's', goal: `≤ ${GOAL_SECONDS}`, met: first.seconds <= GOAL_SECONDS },
    { what: 'sales stored', value: SALES / first.seconds, unit: 'sales/s' },
    { what: 'the same file again', value: again.seconds, unit: 's' },
    { what: 'all of it in one transaction', value: whole.seconds, unit: 's' },
  ]
  report('coffee', figures, { sales: SALES })
  if (figures.some(({ met }) => met === false)) process.exitCode = 1
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function timed(venue: string[]): Promise<{ seconds: number; printed: string }> {
  const began = performance.now()
  const profile = process.env.CPU_PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.CPU_PROFILE}`] : []
  const child = spawn(process.execPath, [...profile, builtProgram('cli'), 'import', FILE, '--map', 'coffee', ...venue], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: postgres.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`The import ended with ${code}.\n${printed}`)
  return { seconds: (performance.now() - began) / 1000, printed }
}
