import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSampleVenue } from '#db/demo/venue.ts'
import { salesReport } from '#features/reports/sales-summary/sales-summary.report.ts'
import { VenueScope } from '#platform/access/venue-scope.ts'
import { connectAsOwner, openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { freePort } from '#platform/web/free-port.ts'
import { addDays } from '#shared/day.ts'
import { citusPrograms, makeCitusDatabase, startServers } from '#tests/citus-cluster.ts'
import { asOwner, databaseAt } from '#tests/database-at.ts'
import { type Figure, percentile, report } from './results.ts'
import { startServer } from './server-process.ts'
import { batchesOf, benchSales, giveBenchKeys, sendBatch } from './till.ts'

/**
 * What Citus costs on one machine: the same sales through HTTP and the same Sales Summary on one plain PostgreSQL and on a coordinator
 * with two workers of the same programs, with the same settings and fsync, one after the other. Says too what a sale takes on the disk.
 */

const SEED = Number(process.env.SEED ?? 20_261_120)
const SALES = Number(process.env.SALES ?? 16_000)
const ROUNDS = Number(process.env.ROUNDS ?? 41)
const SETTINGS = { shared_buffers: '256MB', work_mem: '16MB', max_wal_size: '2GB' }
const FACTS = ['sale', 'sale_line', 'sale_payment', 'sale_adjustment', 'sale_batch']

const found = citusPrograms()
if ('missing' in found) {
  console.error(found.missing)
  process.exit(1)
}
const figures: Figure[] = []
for (const [name, workers] of [
  ['one PostgreSQL', 0],
  ['Citus, two workers', 2],
] as const) {
  figures.push(...(await measured(name, workers, found.bin)))
}
report('citus', figures, { seed: SEED, sales: SALES, settings: SETTINGS })

async function measured(name: string, workers: number, bin: string): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-'))
  chmodSync(folder, 0o711)
  mkdirSync(join(folder, 'servers'))
  const servers = await startServers(bin, { folder: join(folder, 'servers'), workers, settings: SETTINGS })
  try {
    if (workers > 0) await makeCitusDatabase(servers, 'bench')
    else await asOwner(servers.url, 'create database bench')
    const url = databaseAt(servers.url, 'bench')
    await migrate(url)
    await createSampleVenue(url)
    const owner = connectAsOwner(url)
    await giveBenchKeys(owner)
    const found: Figure[] = [...(await intake(url)), ...(await reading(url)), ...(await sizes(url, workers > 0))]
    await owner.end()
    return found.map((figure) => ({ ...figure, what: `${name}: ${figure.what}` }))
  } finally {
    await servers.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function intake(url: string): Promise<Figure[]> {
  const server = await startServer(await freePort(), { DATABASE_URL: url, NODE_ENV: 'production', INTAKE_PER_SECOND: '100000', SAMPLE_HISTORY: 'off' })
  const made: Figure[] = []
  const run = async (name: string, tills: number, size: number, sales: number): Promise<number> => {
    const batches = Array.from({ length: tills }, (_, till) => batchesOf(benchSales(SEED, Math.floor(sales / tills), `${name}-${till}`), size))
    const startedAt = performance.now()
    await Promise.all(
      batches.map(async (some) => {
        for (const batch of some) {
          const refused = (await sendBatch(server.url, batch)).find(({ Status }) => Status !== 'accepted')
          if (refused) throw new Error(`A bench sale was not accepted: ${JSON.stringify(refused)}`)
        }
      }),
    )
    return sales / ((performance.now() - startedAt) / 1000)
  }
  try {
    await run('WARM', 1, 100, 4_000)
    await run('WARM1', 4, 1, 1_000)
    const owner = connectAsOwner(url)
    await owner`analyze`.finally(() => owner.end())
    for (const [tills, size, sales] of [
      [1, 100, SALES],
      [4, 100, SALES],
      [4, 1, SALES / 8],
    ] as const) {
      made.push({ what: `batch ${size}, ${tills} till${tills > 1 ? 's' : ''}`, value: await run(`T${size}-${tills}`, tills, size, sales), unit: 'sales/s' })
    }
  } finally {
    await server.end('SIGTERM')
  }
  return made
}

async function reading(url: string): Promise<Figure[]> {
  const database = openDatabase(url, 2)
  const today = new Date()
  const lastDay = addDays(today.toISOString().slice(0, 10), -4)
  const made: Figure[] = []
  try {
    for (const [what, days] of [
      ['a week by day, compared', 7],
      ['a month by day, compared', 31],
    ] as const) {
      const times: number[] = []
      for (let round = 0; round < ROUNDS + 3; round += 1) {
        const to = addDays(lastDay, -(round % 40))
        const startedAt = performance.now()
        await database.readVenue(1, async (sql) => {
          const scope = await VenueScope.forJob(sql, 1, today)
          await salesReport(scope, { FromDate: addDays(to, 1 - days), ToDate: to, Compare: 'previous' }, 'day')
        })
        if (round >= 3) times.push(performance.now() - startedAt)
      }
      made.push({ what: `Sales Summary, ${what}, p50`, value: percentile(times, 50), unit: 'ms' })
      made.push({ what: `Sales Summary, ${what}, p95`, value: percentile(times, 95), unit: 'ms' })
    }
  } finally {
    await database.close()
  }
  return made
}

/** What a sale takes with its lines, payments and indexes, and what the rollup takes by itself. */
async function sizes(url: string, isSpread: boolean): Promise<Figure[]> {
  const owner = connectAsOwner(url)
  const size = isSpread ? 'citus_total_relation_size' : 'pg_total_relation_size'
  try {
    const [row] = await owner.unsafe<{ sales: number; facts: number; rollup: number }[]>(`
      select (select count(*) from sale)::float8 as sales, (${FACTS.map((table) => `${size}('${table}')`).join(' + ')})::float8 as facts,
        ${size}('rollup')::float8 as rollup`)
    const sales = row?.sales ?? 1
    return [
      { what: 'facts with their indexes', value: (row?.facts ?? 0) / sales, unit: 'B/sale' },
      { what: 'rollup', value: (row?.rollup ?? 0) / 1e6, unit: 'MB' },
    ]
  } finally {
    await owner.end()
  }
}
