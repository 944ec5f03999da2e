import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSampleVenue } from '#db/demo/venue.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { startPostgres } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { freePort } from '#platform/web/free-port.ts'
import { type Figure, percentile, report } from './results.ts'
import { startServer } from './server-process.ts'
import { type Batch, batchesOf, benchSales, giveBenchKeys, sendBatch } from './till.ts'

/**
 * How many sales a second come in through HTTP and are on disk: tills of one or of three locations, each with a connection of its own
 * and its next batch only after the answer to the one before; batches of 100, 1 and 500. Real PostgreSQL with fsync, the real server
 * in a process of its own; the sender shares the two processors with both. A server that has just started spends a third of its time
 * on compiling itself, so it is warmed up first, with as many requests as a busy location sends in an hour.
 */

const SEED = Number(process.env.SEED ?? 20_261_120)
/** As many requests a second as it takes: the limit is a setting, and a bench says what it set. */
const INTAKE_PER_SECOND = '100000'
const ROUNDS = [
  { size: 100, sales: 40_000, tills: 1, locations: 1, goal: 3_000 },
  { size: 1, sales: 4_000, tills: 1, locations: 1, goal: undefined },
  { size: 1, sales: 8_000, tills: 4, locations: 1, goal: undefined },
  { size: 1, sales: 12_000, tills: 8, locations: 1, goal: 400 },
  { size: 1, sales: 12_000, tills: 9, locations: 3, goal: 400 },
  { size: 500, sales: 20_000, tills: 1, locations: 1, goal: undefined },
  { size: 100, sales: 40_000, tills: 4, locations: 1, goal: 3_000 },
  { size: 100, sales: 36_000, tills: 3, locations: 3, goal: 3_000 },
  { size: 500, sales: 40_000, tills: 4, locations: 1, goal: undefined },
] as const

const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-'))
const postgres = await startPostgres({ dataDir: folder, log: () => {} })
try {
  await migrate(postgres.url)
  await createSampleVenue(postgres.url)
  // Written out before the server starts: a sender busy with that would let its idle connection be closed.
  const warmUp = [1, 2, 3].flatMap((locationId) => [
    batchesOf(benchSales(SEED, 2_000, 'WARM', locationId), 100),
    batchesOf(benchSales(SEED, 3_000, 'WARM1', locationId), 1),
  ])
  const prepared = ROUNDS.map(({ size, sales, tills, locations }, round) =>
    Array.from({ length: tills }, (_, till) => batchesOf(benchSales(SEED, Math.floor(sales / tills), `T${round}-${till}`, 1 + (till % locations)), size)),
  )
  const owner = connectAsOwner(postgres.url)
  await giveBenchKeys(owner)
  const server = await startServer(await freePort(), { DATABASE_URL: postgres.url, NODE_ENV: 'production', INTAKE_PER_SECOND })
  const figures: Figure[] = []
  await run(server.url, warmUp)
  // PostgreSQL would look at what came in within the minute; a bench that begins sooner measures a house in its first one.
  await owner.unsafe('analyze').finally(() => owner.end())
  for (const [round, { size, sales, tills, locations, goal }] of ROUNDS.entries()) {
    const { seconds, latencies } = await run(server.url, prepared[round] ?? [])
    const perSecond = sales / seconds
    const what = `batch ${size}, ${tills} till${tills > 1 ? `s of ${locations > 1 ? `${locations} locations` : 'one location'}` : ''}`
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

async function run(url: string, tills: readonly (readonly Batch[])[]): Promise<{ seconds: number; latencies: number[] }> {
  const latencies: number[] = []
  const startedAt = performance.now()
  const send = async (batches: readonly Batch[]) => {
    for (const batch of batches) {
      const sentAt = performance.now()
      const results = await sendBatch(url, batch)
      latencies.push(performance.now() - sentAt)
      const refused = results.find(({ Status }) => Status !== 'accepted')
      if (refused) throw new Error(`A bench sale was not accepted: ${JSON.stringify(refused)}`)
    }
  }
  await Promise.all(tills.map(send))
  return { seconds: (performance.now() - startedAt) / 1000, latencies }
}
