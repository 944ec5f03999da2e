import { freePort } from '#platform/web/free-port.ts'
import { groupFolder, groupSize, startGroup } from './group-house.ts'
import { type GroupPeople, peopleOfGroup } from './group-people.ts'
import { startSelling, stopSelling } from './group-tills.ts'
import { askServer, type Measured, timeAll, warmUp } from './report-asking.ts'
import { rowsOf } from './report-draws.ts'
import { duckRival, postgresRival } from './report-rivals.ts'
import { type Figure, percentile, report } from './results.ts'
import { startServer } from './server-process.ts'

/**
 * How long every Sales Summary call takes in the largest venue of the group (LINES, as `generate` made it): ranges and places drawn from
 * SEED, inside the server as it tells itself (from the request read to the answer ready, who asks looked up) and over HTTP to the last byte, idle and while 500 sales a second stream in. Beside each, the same sums straight from the facts
 * in PostgreSQL and in DuckDB. Nothing is kept between two answers. ROWS, a regular expression, picks rows of the table by their names;
 * RIVALS those to be asked.
 */

const LINES = Number(process.env.LINES ?? 22_000_000)
const SEED = Number(process.env.SEED ?? 20_261_122)
const DRAWS = Number(process.env.DRAWS ?? 60)
/** The facts take seconds for what the rollup tells at once, so they are asked less often. */
const RIVAL_DRAWS = 12
const ROWS = new RegExp(process.env.ROWS ?? '')
const RIVALS = (process.env.RIVALS ?? 'DuckDB,lines').split(',').filter(Boolean)
const VENUE = 1
const PRODUCTS = 1500
const SALES_PER_SECOND = 500
/**
 * While tills sell, a question every so often, as of a dozen people who read reports at once. Without a pause whoever asks and the tills want all of both
 * processors, and it is their queue that is measured; PAUSE=0 does.
 */
const PAUSE_MS = Number(process.env.PAUSE ?? 50)

const postgres = await startGroup(LINES)
try {
  const people = await peopleOfGroup(postgres.url, VENUE)
  const rows = rowsOf(SEED, DRAWS, people.locationIds, PRODUCTS).filter(({ what }) => ROWS.test(what))
  const measured: Measured[] = rows.map((row) => ({ row, times: {} }))
  await measureOverHttp(measured, people)
  await measureRivals(measured)
  show(measured)
} finally {
  await postgres.stop()
}

async function measureOverHttp(measured: Measured[], people: GroupPeople): Promise<void> {
  const plenty = '10000000'
  const server = await startServer(await freePort(), {
    DATABASE_URL: postgres.url,
    NODE_ENV: 'production',
    READS_PER_MINUTE: plenty,
    INTAKE_PER_SECOND: plenty,
  })
  const ask = askServer(server.url, people.credential)
  await warmUp(measured, ask)
  await timeAll(measured, 'http', DRAWS, ask)
  const selling = await startSelling(server.url, people, { lines: LINES, perSecond: SALES_PER_SECOND })
  await timeAll(measured, 'selling', DRAWS, ask, PAUSE_MS)
  const sold = await stopSelling(selling)
  console.log(`${sold.perSecond.toFixed(0)} sales/s came in meanwhile, slowest batch ${sold.slowest.toFixed(0)} ms`)
  await server.end('SIGTERM')
}

async function measureRivals(measured: Measured[]): Promise<void> {
  for (const name of RIVALS) {
    const { ask, close } = name === 'lines' ? postgresRival(postgres.url, VENUE) : await duckRival(postgres.url, VENUE, groupFolder(LINES))
    await timeAll(measured, name, RIVAL_DRAWS, ask)
    await close()
  }
}

function show(measured: Measured[]): void {
  const p50 = (times: readonly number[] = []) => percentile(times, 50)
  const figures = measured.flatMap(({ row, times }): Figure[] => {
    // A rival is held against the same draws.
    const own = p50(times.inside?.slice(0, RIVAL_DRAWS))
    const told = (name: 'inside' | 'http' | 'selling', goal?: number): Figure => ({
      what: `${row.what}: ${name}, p50 (p99 ${percentile(times[name] ?? [], 99).toFixed(1)})`,
      value: p50(times[name]),
      unit: 'ms',
      ...(goal === undefined ? {} : { goal: `≤ ${goal.toFixed(0)}`, met: p50(times[name]) <= goal }),
    })
    const rival = (name: string): Figure => ({
      what: `${row.what}: ${name} takes so many times as long (p50 ${p50(times[name]).toFixed(1)} ms)`,
      value: p50(times[name]) / own,
      unit: '×',
      goal: '> 1',
      met: p50(times[name]) > own,
    })
    return [told('inside', row.goal), told('http'), told('selling', 2 * row.goal), ...RIVALS.map(rival)]
  })
  const size = groupSize(LINES)
  report(`reports-${LINES}`, figures, { ...size, seed: SEED, draws: DRAWS, salesPerSecond: SALES_PER_SECOND })
  if (figures.some(({ met }) => met === false)) process.exitCode = 1
}
