import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createSampleVenue } from '#db/demo/venue.ts'
import { makeToken } from '#platform/access/personal-tokens.ts'
import { openDatabase } from '#platform/database/database.ts'
import { startPostgres } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { freePort } from '#platform/web/free-port.ts'
import { sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { type Figure, percentile, report } from './results.ts'
import { startServer } from './server-process.ts'

/**
 * What a tool call costs above the report it stands for, asked in turn ROUNDS times (300) by one token; then how CLIENTS (50) assistants, each with a
 * token and the official client, bear PER_SECOND (5) calls a second each for SECONDS (300), each sent when it is due. Latency counts from when a call
 * was due. A token's allowance is raised by its setting. Clients and server share the machine. A server that has just started compiles itself for its first
 * seconds, so each client asks WARM_UP (100) times before, the next once the last is answered, as those do who come back after a restart.
 */

const ROUNDS = Number(process.env.ROUNDS ?? 300)
const CLIENTS = Number(process.env.CLIENTS ?? 50)
const PER_SECOND = Number(process.env.PER_SECOND ?? 5)
const SECONDS = Number(process.env.SECONDS ?? 300)
const WARM_UP = Number(process.env.WARM_UP ?? 100)
const DAY = '2026-11-19'
const ASKED = { FromDate: DAY, ToDate: DAY }
const LIMITS = { TOKEN_READS_PER_MINUTE: '10000000' }

const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-'))
const postgres = await startPostgres({ dataDir: folder, log: () => {} })
try {
  await migrate(postgres.url)
  await createSampleVenue(postgres.url)
  const database = openDatabase(postgres.url, 4)
  const now = new Date()
  for (const { locationId, sales } of sampleTrade([DAY], now)) await storeTrade(database, 1, locationId, sales, now)
  const tokens: string[] = []
  for (let i = 0; i < CLIENTS; i += 1) tokens.push(await oneToken(database))
  await database.close()
  const port = await freePort()
  const server = await startServer(port, {
    DATABASE_URL: postgres.url,
    NODE_ENV: 'production',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ...LIMITS,
  })
  const clients: Client[] = []
  for (const token of tokens) {
    const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'auto' } })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${server.url}/api/mcp`), { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
    )
    clients.push(client)
  }
  const above = await costAbove(server.url, clients[0] as Client, tokens[0] ?? '')
  await Promise.all(clients.map(warmUp))
  const { latencies, failed } = await load(clients)
  for (const client of clients) await client.close()
  await server.end('SIGTERM')
  const p95 = percentile(latencies, 95)
  const figures: Figure[] = [
    { what: 'report by a token, median', value: above.report, unit: 'ms' },
    { what: 'the same by a tool, median', value: above.tool, unit: 'ms' },
    { what: 'a tool above its report', value: above.tool - above.report, unit: 'ms', goal: '≤ 10', met: above.tool - above.report <= 10 },
    { what: 'calls', value: latencies.length, unit: '' },
    { what: 'latency p50', value: percentile(latencies, 50), unit: 'ms' },
    { what: 'latency p95', value: p95, unit: 'ms', goal: '≤ 150', met: p95 <= 150 },
    { what: 'failed', value: failed, unit: '', goal: '0', met: failed === 0 },
  ]
  report('assistant', figures, { clients: CLIENTS, perSecond: PER_SECOND, seconds: SECONDS, limits: LIMITS })
  if (figures.some(({ met }) => met === false)) process.exitCode = 1
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** A token of the owner's; those before are taken for another venue's while it is made, since one person has twenty at most. */
async function oneToken({ house, inVenue }: ReturnType<typeof openDatabase>): Promise<string> {
  await house`update personal_token set venue_id = -1`
  const made = { userId: 2, venueId: 1, employeeId: 1, name: 'Bench', reports: null, locations: null, days: 1 }
  const { token } = await inVenue(0, (sql) => makeToken(sql, made))
  await house`update personal_token set venue_id = 1`
  return token
}

async function costAbove(url: string, client: Client, token: string): Promise<{ report: number; tool: number }> {
  const headers = { authorization: `Bearer ${token}` }
  const reports: number[] = []
  const tools: number[] = []
  for (let i = 0; i < ROUNDS + 30; i += 1) {
    const asked = performance.now()
    await (await fetch(`${url}/api/sales/day?FromDate=${DAY}&ToDate=${DAY}`, { headers })).json()
    const between = performance.now()
    await client.callTool({ name: 'sales_day', arguments: ASKED })
    const done = performance.now()
    if (i < 30) continue
    reports.push(between - asked)
    tools.push(done - between)
  }
  return { report: percentile(reports, 50), tool: percentile(tools, 50) }
}

async function warmUp(client: Client): Promise<void> {
  for (let i = 0; i < WARM_UP; i += 1) await client.callTool({ name: 'sales_day', arguments: ASKED })
}

async function load(clients: readonly Client[]): Promise<{ latencies: number[]; failed: number }> {
  const latencies: number[] = []
  let failed = 0
  const startedAt = performance.now()
  const waiting: Promise<void>[] = []
  const calls = SECONDS * PER_SECOND * clients.length
  for (let i = 0; i < calls; i += 1) {
    const dueAt = startedAt + (i * 1000) / (PER_SECOND * clients.length)
    const early = dueAt - performance.now()
    if (early > 0) await sleep(early)
    const one = clients[i % clients.length]?.callTool({ name: 'sales_day', arguments: ASKED }).then(
      ({ isError }) => {
        if (isError) failed += 1
        latencies.push(performance.now() - dueAt)
      },
      () => {
        failed += 1
      },
    )
    if (one) waiting.push(one)
  }
  await Promise.all(waiting)
  return { latencies, failed }
}
