import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSampleVenue } from '#db/demo/venue.ts'
import { connectAsOwner } from '#platform/database.ts'
import { startPostgres } from '#platform/embedded-postgres.ts'
import { freePort } from '#platform/free-port.ts'
import { migrate } from '#platform/migrate.ts'
import { percentile, report } from './results.ts'
import { startServer } from './server-process.ts'
import { addressOf, doorOf, makePeople } from './sign-in-house.ts'

/**
 * Whether the time of a refusal tells that there is such a user: 2,000 pairs of a known and an unknown name with a wrong password, one
 * after the other and by turns first. Each name is tried four times at most, since from the fifth on nothing is judged.
 */

const PAIRS = Number(process.env.PAIRS ?? 2_000)
const TRIES = 4
const PAUSE_MS = 20
const MOST_APART_PERCENT = 5

const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-'))
const postgres = await startPostgres({ dataDir: folder, log: () => {} })
try {
  await migrate(postgres.url)
  await createSampleVenue(postgres.url)
  const owner = connectAsOwner(postgres.url)
  const known = await makePeople(owner, Math.ceil((PAIRS + 40) / TRIES))
  await owner.end()
  const environment = { DATABASE_URL: postgres.url, NODE_ENV: 'production', TRUST_PROXY: '1', SIGN_INS_PER_MINUTE: '1000000', JOBS: 'off' }
  const server = await startServer(await freePort(), environment)
  const attempt = doorOf(server.url, 1)
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let pair = -20; pair < PAIRS; pair += 1) {
    const name = known[Math.floor((pair + 20) / TRIES)] ?? ''
    const sides = pair % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const side of sides) {
      const userName = side === 'known' ? name : name.replace('bench', 'nobody')
      // Slower than the fifty a second that are judged of everyone together.
      await sleep(PAUSE_MS)
      const { status, milliseconds } = await attempt({ userName, password: 'not the password', address: addressOf(pair + 20) })
      if (status === 429) throw new Error('The limiter for everyone answered: this machine is faster than fifty a second.')
      if (status !== 401) throw new Error(`A wrong password was answered ${status}.`)
      // The first ones warm the server up.
      if (pair >= 0) times[side].push(milliseconds)
    }
  }
  await server.end('SIGTERM')
  const [a, b] = [percentile(times.known, 50), percentile(times.unknown, 50)]
  const apart = (Math.abs(a - b) / Math.min(a, b)) * 100
  report('sign-in-timing', [
    { what: `known user, median of ${PAIRS}`, value: a, unit: 'ms' },
    { what: `unknown user, median of ${PAIRS}`, value: b, unit: 'ms' },
    { what: 'apart', value: apart, unit: '%', goal: `< ${MOST_APART_PERCENT}`, met: apart < MOST_APART_PERCENT },
  ])
  if (apart >= MOST_APART_PERCENT) process.exitCode = 1
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
