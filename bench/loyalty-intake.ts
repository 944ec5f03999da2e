import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TillSale } from '#db/demo/till-sale.ts'
import { createSampleVenue } from '#db/demo/venue.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { startPostgres } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { freePort } from '#platform/web/free-port.ts'
import { type Figure, report } from './results.ts'
import { startServer } from './server-process.ts'
import { type Batch, batchesOf, benchSales, giveBenchKeys, sendBatch } from './till.ts'

/**
 * What points cost intake: the same sales, of which none or a fifth carry one of 10,000 cards with points. Rounds by turns, so that what
 * the machine does meanwhile meets both; the middle of each is compared.
 */

const SEED = Number(process.env.SEED ?? 20_261_124)
const ROUNDS = Number(process.env.ROUNDS ?? 7)
const CARDS = 10_000
let dealt = 0
const INTAKE_PER_SECOND = '100000'
const SIZES = [
  { size: 100, sales: 8_000, tills: 4 },
  { size: 1, sales: 3_000, tills: 8 },
] as const
const MOST_LESS = 10

const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-'))
const postgres = await startPostgres({ dataDir: folder, log: () => {} })
try {
  await migrate(postgres.url)
  await createSampleVenue(postgres.url)
  const owner = connectAsOwner(postgres.url)
  await giveBenchKeys(owner)
  const server = await startServer(await freePort(), { DATABASE_URL: postgres.url, NODE_ENV: 'production', INTAKE_PER_SECOND })
  await run(server.url, [batchesOf(withCards(benchSales(SEED, CARDS, 'WARM'), 1), 100), batchesOf(withCards(benchSales(SEED, 2_000, 'WARM1'), 5), 1)])
  await owner.unsafe('analyze').finally(() => owner.end())
  const figures: Figure[] = []
  for (const { size, sales, tills } of SIZES) {
    const speeds: Record<'none' | 'fifth', number[]> = { none: [], fifth: [] }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const which of round % 2 ? (['none', 'fifth'] as const) : (['fifth', 'none'] as const)) {
        const prepared = Array.from({ length: tills }, (_, till) => {
          const made = benchSales(SEED + round, Math.floor(sales / tills), `${which}${size}-${round}-${till}`)
          return batchesOf(withCards(made, which === 'fifth' ? 5 : 0), size)
        })
        speeds[which].push(sales / (await run(server.url, prepared)))
      }
    }
    console.log(
      `batch ${size}: ${(['none', 'fifth'] as const).map((which) => `${which} ${speeds[which].map(Math.round).join(' ')}`).join('; ')} sales/s, round by round`,
    )
    const [none, fifth] = [middle(speeds.none), middle(speeds.fifth)]
    const less = 100 * (1 - fifth / none)
    const what = `batch ${size}, ${tills} tills of one location`
    figures.push({ what: `${what}: no cards`, value: none, unit: 'sales/s' }, { what: `${what}: a fifth with a card`, value: fifth, unit: 'sales/s' })
    figures.push({ what: `${what}: fewer by`, value: less, unit: '%', goal: `≤ ${MOST_LESS}`, met: less <= MOST_LESS })
  }
  await server.end('SIGTERM')
  report('loyalty-intake', figures, { seed: SEED, settings: { INTAKE_PER_SECOND } })
  if (figures.some(({ met }) => met === false)) process.exitCode = 1
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Every n-th sale with a card and points, the others with none. Cards take turns, so that tills seldom meet on one. */
function withCards(sales: readonly TillSale[], every: number): TillSale[] {
  return sales.map(({ LoyaltyCard: _, ...sale }, i) =>
    every > 0 && i % every === 0
      ? { ...sale, LoyaltyCard: String(70_000_000 + ((dealt++ * 7919) % CARDS)), Points: { Accrued: 1 + (i % 50), Redeemed: i % 20 === 0 ? 10 : 0 } }
      : sale,
  )
}

async function run(url: string, tills: readonly (readonly Batch[])[]): Promise<number> {
  const startedAt = performance.now()
  const send = async (batches: readonly Batch[]) => {
    for (const batch of batches) {
      const refused = (await sendBatch(url, batch)).find(({ Status }) => Status !== 'accepted')
      if (refused) throw new Error(`A bench sale was not accepted: ${JSON.stringify(refused)}`)
    }
  }
  await Promise.all(tills.map(send))
  return (performance.now() - startedAt) / 1000
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
