import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSampleVenue } from '#db/demo/venue.ts'
import { allowanceOf } from '#platform/access/sign-in-limits.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { startPostgres } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { freePort } from '#platform/web/free-port.ts'
import { nameKey } from '#shared/name-key.ts'
import { type Figure, percentile, report } from './results.ts'
import { startServer } from './server-process.ts'
import { addressOf, doorOf, makePeople } from './sign-in-house.ts'

/**
 * Whether the time of a refusal tells that there is such a user, or that they are locked: 2,000 pairs of a known and an unknown name with a
 * wrong password, one after the other and each first by turns, and in between a name that is locked. A name that counts is tried four
 * times at most, since from the fifth on nothing is judged. Two servers of one house are asked in turn, so that nobody waits for the pause
 * after a stranger's hash.
 */

const PAIRS = Number(process.env.PAIRS ?? 2_000)
const WARM_UP = 40
const TRIES = 4
const LOCKED = 100
/** How many pairs there are to one that is locked. */
const PAIRS_TO_LOCKED = 2
/** Slower than the fifty a second that are judged of everyone together, however quick the machine. */
const EVERY_MS = 25
const PAUSE_MS = 6
const MOST_APART_PERCENT = 5
const LEAST_CHANCE = 0.01

type Side = 'known' | 'unknown' | 'locked'
/** Each pair the other way round, and each way on either server as often: two pairs are followed by one that is locked. */
const TURNS: readonly (readonly Side[])[] = [
  ['known', 'unknown'],
  ['unknown', 'known', 'locked'],
]

const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-'))
const postgres = await startPostgres({ dataDir: folder, log: () => {} })
try {
  await migrate(postgres.url)
  await createSampleVenue(postgres.url)
  const owner = connectAsOwner(postgres.url)
  const people = await makePeople(owner, LOCKED + Math.ceil((PAIRS + WARM_UP) / TRIES))
  const [locked, known] = [people.slice(0, LOCKED), people.slice(LOCKED)]
  await owner`
    insert into limit_counter (name, subject, window_start, n)
    select 'sign-in-lock', subject, now() + interval '1 hour', 1 from unnest(${locked.map((name) => allowanceOf(nameKey(name)))}::text[]) as subject`
  await owner.end()
  const environment = { DATABASE_URL: postgres.url, NODE_ENV: 'production', TRUST_PROXY: '1', SIGN_INS_PER_MINUTE: '1000000', JOBS: 'off' }
  const servers = [await startServer(await freePort(), environment), await startServer(await freePort(), environment)]
  const doors = servers.map(({ url }) => doorOf(url, 1))
  const times: Record<Side, number[]> = { known: [], unknown: [], locked: [] }
  let asked = 0
  let due = 0
  for (let pair = 0; pair < PAIRS + WARM_UP; pair += 1) {
    const name = known[Math.floor(pair / TRIES)] ?? ''
    const names: Record<Side, string> = { known: name, unknown: name.replace('bench', 'nobody'), locked: locked[pair % LOCKED] ?? '' }
    for (const side of TURNS[pair % PAIRS_TO_LOCKED] ?? []) {
      await sleep(Math.max(PAUSE_MS, due - performance.now()))
      due = performance.now() + EVERY_MS
      const door = doors[asked % doors.length]
      asked += 1
      const answer = await door?.({ userName: names[side], password: 'not the password', address: addressOf(pair) })
      if (answer?.status !== 401) throw new Error(`A wrong password was answered ${answer?.status}.`)
      if (pair >= WARM_UP) times[side].push(answer.milliseconds)
    }
  }
  for (const server of servers) await server.end('SIGTERM')
  const figures: Figure[] = (['known', 'unknown', 'locked'] as const).map((side) => ({
    what: `${side} user, median of ${times[side].length}`,
    value: percentile(times[side], 50),
    unit: 'ms',
  }))
  for (const side of ['unknown', 'locked'] as const) {
    const [a, b] = [percentile(times.known, 50), percentile(times[side], 50)]
    const apart = (Math.abs(a - b) / Math.min(a, b)) * 100
    const chance = chanceOfNoDifference(times.known, times[side])
    figures.push(
      { what: `known and ${side} apart`, value: apart, unit: '%', goal: `< ${MOST_APART_PERCENT}`, met: apart < MOST_APART_PERCENT },
      { what: `known and ${side}, Mann-Whitney p`, value: chance, unit: '', goal: `> ${LEAST_CHANCE}`, met: chance > LEAST_CHANCE },
    )
  }
  report('sign-in-timing', figures, { pairs: PAIRS })
  if (figures.some(({ met }) => met === false)) process.exitCode = 1
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** How likely ranks as far apart as these are where both come from the same times: the two-sided p of Mann and Whitney's test. */
function chanceOfNoDifference(a: readonly number[], b: readonly number[]): number {
  const ranked = [...a.map((time) => ({ time, isA: true })), ...b.map((time) => ({ time, isA: false }))].sort((one, two) => one.time - two.time)
  const ranks = ranked.reduce((sum, { isA }, at) => sum + (isA ? at + 1 : 0), 0)
  const u = ranks - (a.length * (a.length + 1)) / 2
  const spread = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12)
  const z = Math.abs(u - (a.length * b.length) / 2) / spread
  // Abramowitz and Stegun 26.2.17: right to seven decimals.
  const t = 1 / (1 + 0.2316419 * z)
  const polynomial = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return Math.min(1, 2 * (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial)
}
