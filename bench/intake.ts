import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSampleVenue } from '#db/demo/venue.ts'
import { startPostgres } from '#platform/embedded-postgres.ts'
import { freePort } from '#platform/free-port.ts'
import { migrate } from '#platform/migrate.ts'
import { type Figure, percentile, report } from './results.ts'
import { startServer } from './server-process.ts'
import { type Batch, batchesOf, benchSales, sendBatch } from './till.ts'

/**
 * How many sales a second come in through HTTP and are on disk: one till's location, one connection, batches of 100, 1 and 500.
 * Real PostgreSQL with fsync, the real server in a process of its own; the sender shares the two processors with both.
 */

const SEED = Number(process.env.SEED ?? 20_261_120)
/** As many requests a second as it takes: the limit is a setting, and a bench says what it set. */
const INTAKE_PER_SECOND = '100000'
const ROUNDS = [
  { size: 100, sales: 30_000, connections: 1, goal: 3_000 },
  { size: 1, sales: 3_000, connections: 1, goal: 400 },
  { size: 500, sales: 20_000, connections: 1, goal: undefined },
  { size: 100, sales: 20_000, connections: 4, goal: undefined },
] as const

const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-'))
const postgres = await startPostgres({ dataDir: folder, log: () => {} })
try {
  await migrate(postgres.url)
  await createSampleVenue(postgres.url)
  // Written out before the server starts: a sender busy with that would let its idle connection be closed.
  const warmUp = batchesOf(benchSales(SEED, 2_000, 'WARM'), 100)
  const prepared = ROUNDS.map(({ size, sales }, index) => batchesOf(benchSales(SEED, sales, `T${index}`), size))
  const server = await startServer(await freePort(), { DATABASE_URL: postgres.url, NODE_ENV: 'production', INTAKE_PER_SECOND })
  const figures: Figure[] = []
  await run(server.url, warmUp, 1)
  for (const [index, { size, sales, connections, goal }] of ROUNDS.entries()) {
    const { seconds, latencies } = await run(server.url, prepared[index] ?? [], connections)
    const perSecond = sales / seconds
    const what = `batch ${size}, ${connections} connection${connections > 1 ? 's' : ''}`
    figures.push({ what, value: perSecond, unit: 'sales/s', ...(goal ? { goal: `≥ ${goal}`, met: perSecond >= goal } : {}) })
    figures.push({ what: `${what}: answer p50`, value: percentile(latencies, 50), unit: 'ms' })
    figures.push({ what: `${what}: answer p99`, value: percentile(latencies, 99), unit: 'ms' })
  }
  await server.end('SIGTERM')
  report('intake', figures, { seed: SEED, settings: { INTAKE_PER_SECOND } })
  if (figures.some(({ met }) => met === false)) process.exitCode = 1
} catch (error) {
  console.error(error)
  process.exit(1)
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function run(url: string, batches: readonly Batch[], connections: number): Promise<{ seconds: number; latencies: number[] }> {
  const latencies: number[] = []
  let next = 0
  const startedAt = performance.now()
  const one = async () => {
    for (let batch = batches[next++]; batch; batch = batches[next++]) {
      const sentAt = performance.now()
      const results = await sendBatch(url, batch)
      latencies.push(performance.now() - sentAt)
      const refused = results.find(({ Status }) => Status !== 'accepted')
      if (refused) throw new Error(`A bench sale was not accepted: ${JSON.stringify(refused)}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  return { seconds: (performance.now() - startedAt) / 1000, latencies }
}
