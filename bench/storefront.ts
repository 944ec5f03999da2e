import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import { createSampleVenue } from '#db/demo/venue.ts'
import type { OfferedProduct } from '#integrations/marketplace/marketplace-menu.rules.ts'
import { openDatabase } from '#platform/database/database.ts'
import { startPostgres } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { freePort } from '#platform/web/free-port.ts'
import { sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { signedIn } from '#tests/visitor.ts'
import { get } from './http-get.ts'
import { type Figure, percentile, report } from './results.ts'
import { startServer } from './server-process.ts'

/**
 * How the public storefront bears PER_SECOND (1,000) requests a second for SECONDS (30), each sent when it is due whether or not those before it were
 * answered, while its settings change every second; and how soon such a change is read. One address asks for everything, so the allowance of an
 * address is raised by its setting. Latency counts from when a request was due. Client and server share the machine.
 */

const PER_SECOND = Number(process.env.PER_SECOND ?? 1000)
const SECONDS = Number(process.env.SECONDS ?? 30)
const WARM_SECONDS = 5
const LOCATION = 1

const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-'))
const postgres = await startPostgres({ dataDir: folder, log: () => {} })
try {
  await migrate(postgres.url)
  await createSampleVenue(postgres.url)
  const database = openDatabase(postgres.url, 4)
  const now = new Date()
  for (const { locationId, sales } of sampleTrade(['2026-11-19'], now)) await storeTrade(database, 1, locationId, sales, now)
  await database.close()
  const limits = { STOREFRONTS_PER_MINUTE: '10000000', WRITES_PER_MINUTE: '10000000' }
  const server = await startServer(await freePort(), { DATABASE_URL: postgres.url, DAYBOOK_DEMO: '1', SAMPLE_HISTORY: 'off', ...limits })
  const owner = await signedIn(server.url, 'owner', SAMPLE_PASSWORD)
  const path = `/venue/1/location/${LOCATION}/marketplace`
  const change = async (MinimumOrder: number) => {
    const answer = await owner.call('POST', path, { body: { Settings: { Enabled: true, DisplayName: 'Bench', PriceMarkupPercent: 12.5, MinimumOrder } } })
    if (answer.status !== 200) throw new Error(`The settings: ${answer.status} ${JSON.stringify(answer.body)}`)
  }
  await change(0)
  const { body } = await owner.call<{ Products: OfferedProduct[] }>('GET', `${path}/products?Limit=500`)
  await owner.call('POST', `${path}/menu`, { body: { Groups: [{ Name: 'All', Products: body.Products.map(({ Plu }) => ({ Plu })) }] } })
  const url = `${server.url}/api/storefront/${LOCATION}`
  await sleep(3000)
  const bytes = (await get(url, '')).length
  await read(url, WARM_SECONDS)
  let order = 0
  const changing = setInterval(() => void change(++order % 100), 1000)
  const done = await read(url, SECONDS)
  clearInterval(changing)
  const shows = await soonestOf(url, change)
  await server.end('SIGTERM')
  const [p50, p95] = [percentile(done.latencies, 50), percentile(done.latencies, 95)]
  const figures: Figure[] = [
    { what: 'bytes of the storefront', value: bytes, unit: 'bytes' },
    {
      what: 'answers a second',
      value: done.latencies.length / done.seconds,
      unit: '/s',
      goal: `≥ ${PER_SECOND * 0.99}`,
      met: done.latencies.length / done.seconds >= PER_SECOND * 0.99,
    },
    { what: 'latency p50', value: p50, unit: 'ms' },
    { what: 'latency p95', value: p95, unit: 'ms', goal: '≤ 50', met: p95 <= 50 },
    { what: 'latency p99', value: percentile(done.latencies, 99), unit: 'ms' },
    { what: 'refused', value: done.refused.length, unit: '', goal: '0', met: done.refused.length === 0 },
    { what: 'a change is read, at the latest of 10', value: Math.max(...shows) / 1000, unit: 's', goal: '≤ 5', met: Math.max(...shows) <= 5000 },
  ]
  if (done.refused.length > 0) console.log([...new Set(done.refused)].slice(0, 5).join('\n'))
  report('storefront', figures, { perSecond: PER_SECOND, seconds: SECONDS, products: body.Products.length })
  if (figures.some(({ met }) => met === false)) process.exitCode = 1
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function read(url: string, seconds: number): Promise<{ latencies: number[]; refused: string[]; seconds: number }> {
  const latencies: number[] = []
  const refused: string[] = []
  const waiting: Promise<void>[] = []
  const startedAt = performance.now()
  for (let i = 0; i < seconds * PER_SECOND; i += 1) {
    const dueAt = startedAt + (1000 * i) / PER_SECOND
    const early = dueAt - performance.now()
    if (early > 1) await sleep(early)
    const asked = get(url, '').then(
      () => void latencies.push(performance.now() - dueAt),
      (error: Error) => void refused.push(error.message),
    )
    waiting.push(asked)
  }
  await Promise.all(waiting)
  return { latencies, refused, seconds: (performance.now() - startedAt) / 1000 }
}

/** How long it takes ten changes, one after the other, to be read. */
async function soonestOf(url: string, change: (order: number) => Promise<void>): Promise<number[]> {
  const taken: number[] = []
  for (let order = 200; order < 210; order += 1) {
    await change(order)
    const changedAt = performance.now()
    while ((JSON.parse(await get(url, '')) as { MinimumOrder: number }).MinimumOrder !== order) await sleep(20)
    taken.push(performance.now() - changedAt)
  }
  return taken
}
