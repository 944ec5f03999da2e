import { readdirSync, readFileSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveSales } from '#features/live/live.contract.ts'
import { freePort } from '#platform/web/free-port.ts'
import { groupFolder, groupSize, startGroup } from './group-house.ts'
import { type GroupPeople, peopleOfGroup } from './group-people.ts'
import { startSelling, stopSelling } from './group-tills.ts'
import { type Figure, percentile, report } from './results.ts'
import { startServer } from './server-process.ts'
import { sendBatch } from './till.ts'

/**
 * How long it takes from a sale to everybody who listens, and what they cost: LISTENERS (500) streams of the group's largest venue hear of its sales while
 * PER_SECOND (500) sales a second come in at all of its locations but the last. There one sale every 300 ms is sent by itself; its time counts from when it is
 * sent until the event that has it arrives, at each of them. What the server spends is measured in windows of SECONDS (20), without and with listeners by turns.
 */

const LINES = Number(process.env.LINES ?? 22_000_000)
const LISTENERS = Number(process.env.LISTENERS ?? 500)
const PER_SECOND = Number(process.env.PER_SECOND ?? 500)
const SECONDS = Number(process.env.SECONDS ?? 20)
const TURNS = 3
const VENUE = 1
const EVERY_MS = 300
const STREAMS_PER_SESSION = 2
const SESSIONS_PER_PERSON = 5
/** For streams to begin or end, and for the last sale to arrive. */
const SETTLING_MS = 4_000

/** Percent of a core. */
interface Spent {
  server: number
  database: number
}

/** What single sales at one location have come to, and how long each took to arrive. */
class Probes {
  readonly latencies: number[] = []
  events = 0
  readonly #locationId: number
  readonly #sentAt: number[] = []

  constructor(locationId: number) {
    this.#locationId = locationId
  }

  sent(): void {
    this.#sentAt.push(performance.now())
  }

  /** One who listens: the first event tells where the location stands, each further one which of the sales it has. */
  listener(): (told: LiveSales) => void {
    const before = this.#sentAt.length
    let first: number | undefined
    let had = 0
    return ({ Locations }) => {
      this.events += 1
      const sold = Locations.find(({ LocationId }) => LocationId === this.#locationId)?.Days.reduce((all, { Sales = 0 }) => all + Sales, 0) ?? 0
      first ??= sold
      for (; had < sold - first; had += 1) this.latencies.push(performance.now() - (this.#sentAt[before + had] ?? Number.NaN))
    }
  }
}

const postgres = await startGroup(LINES)
try {
  const people = await readers(postgres.url)
  const { tillKeys = [], locationIds = [] } = people[0] ?? {}
  const environment = { DATABASE_URL: postgres.url, NODE_ENV: 'production', READS_PER_MINUTE: '10000000', INTAKE_PER_SECOND: '100000' }
  const server = await startServer(await freePort(), environment)
  const sellers = { tillKeys: tillKeys.slice(0, -1), locationIds: locationIds.slice(0, -1) }
  const selling = await startSelling(server.url, sellers, { lines: LINES, perSecond: PER_SECOND })
  const probes = new Probes(locationIds.at(-1) ?? 0)
  const without: Spent[] = []
  const during: Spent[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    without.push(await spentOver(server.url, server.pid, tillKeys.at(-1) ?? '', probes))
    const streams: ClientRequest[] = []
    // One after the other: what a process does at once is limited.
    for (const { credential } of people) for (let i = 0; i < STREAMS_PER_SESSION; i += 1) streams.push(await listen(server.url, credential, probes.listener()))
    await sleep(SETTLING_MS)
    during.push(await spentOver(server.url, server.pid, tillKeys.at(-1) ?? '', probes))
    for (const stream of streams) stream.destroy()
    await sleep(SETTLING_MS)
  }
  const sold = await stopSelling(selling)
  await server.end('SIGTERM')
  const median = (all: readonly Spent[], of: keyof Spent) =>
    percentile(
      all.map((one) => one[of]),
      50,
    )
  const extra = median(during, 'server') - median(without, 'server')
  const p95 = percentile(probes.latencies, 95)
  const figures: Figure[] = [
    { what: 'sales a second', value: sold.perSecond, unit: '/s', goal: `≥ ${PER_SECOND * 0.98}`, met: sold.perSecond >= PER_SECOND * 0.98 },
    { what: 'sales received by somebody', value: probes.latencies.length, unit: '' },
    { what: 'events a second for each', value: probes.events / people.length / STREAMS_PER_SESSION / TURNS / (SECONDS + SETTLING_MS / 1000), unit: '/s' },
    { what: 'sale to event p50', value: percentile(probes.latencies, 50), unit: 'ms' },
    { what: 'sale to event p95', value: p95, unit: 'ms', goal: '≤ 2000', met: p95 <= 2000 },
    { what: 'sale to event p99', value: percentile(probes.latencies, 99), unit: 'ms' },
    { what: 'of a core, selling alone', value: median(without, 'server'), unit: '%' },
    { what: 'of a core, for listeners', value: extra, unit: '%', goal: '≤ 20', met: extra <= 20 },
    { what: 'of a core, for listeners, in PostgreSQL', value: median(during, 'database') - median(without, 'database'), unit: '%' },
  ]
  report('live', figures, { ...groupSize(LINES), listeners: people.length * STREAMS_PER_SESSION, perSecond: PER_SECOND, seconds: SECONDS, turns: TURNS })
  if (figures.some(({ met }) => met === false)) process.exitCode = 1
} finally {
  await postgres.stop()
}

/** As many sessions as the listeners need. */
async function readers(url: string): Promise<GroupPeople[]> {
  const people: GroupPeople[] = []
  for (let i = 0; i < LISTENERS / STREAMS_PER_SESSION; i += 1)
    people.push(await peopleOfGroup(url, VENUE, `Live Reader ${Math.floor(i / SESSIONS_PER_PERSON)}`))
  return people
}

/** Listens over a connection of its own. */
function listen(url: string, authorization: string, onSales: (told: LiveSales) => void): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/api/sales/live`, { headers: { authorization }, agent: false }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`A stream was answered with ${answer.statusCode}.`))
      let rest = ''
      answer.setEncoding('utf8').on('data', (piece: string) => {
        const lines = (rest + piece).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) if (line.startsWith('data: ')) onSales(JSON.parse(line.slice(6)) as LiveSales)
      })
      // It is cut when the bench has received enough.
      answer.on('error', () => undefined)
      resolve(asked)
    })
    asked.on('error', reject)
    asked.end()
  })
}

/** What is spent a second while single sales are sent and received. */
async function spentOver(url: string, pid: number, key: string, probes: Probes): Promise<Spent> {
  const [server, database, startedAt] = [ticksOf(pid), databaseTicks(), performance.now()]
  for (let n = 0; performance.now() - startedAt < SECONDS * 1000; n += 1) {
    probes.sent()
    const sale = probe(`${Date.now()}-${n}`)
    const body = JSON.stringify({ BatchId: sale.SaleId, Source: { System: 'bench', Version: '1' }, Sales: [sale] })
    const [result] = await sendBatch(url, { batchId: sale.SaleId, sales: [], key, body })
    if (result?.Status !== 'accepted') throw new Error(`A bench sale was not accepted: ${JSON.stringify(result)}`)
    await sleep(EVERY_MS)
  }
  const seconds = (performance.now() - startedAt) / 1000
  const spent = { server: (ticksOf(pid) - server) / seconds, database: (databaseTicks() - database) / seconds }
  await sleep(SETTLING_MS)
  return spent
}

/** A sale of one item, now. */
function probe(name: string) {
  const line = { LineId: '1', Kind: 'Sale', Plu: '1000', Name: 'Product 1000', Quantity: '1', UnitPrice: 500, Gross: 500, DiscountTotal: 0, Net: 500, Tax: 45 }
  return {
    ...{ SaleId: `probe-${name}`, Revision: 1, Type: 'Sale', TerminalId: 'PROBE', ClerkId: '1', ClerkName: 'Probe', ClosedAt: new Date().toISOString() },
    ...{ Lines: [line], Tenders: [{ Method: 'Cash', Amount: 500 }], Totals: { Total: 500, Tax: 45 } },
  }
}

/** Hundredths of a second that a process has used, so that so many a second are as many percent of a core. */
function ticksOf(pid: number | string): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return Number(fields[11]) + Number(fields[12])
}

/** The same of all processes of the bench's PostgreSQL. */
function databaseTicks(): number {
  const postmaster = readFileSync(`${groupFolder(LINES)}/cluster/postmaster.pid`, 'utf8').split('\n')[0]
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .reduce((all, pid) => {
      try {
        const parent = /\) \S+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]
        return parent === postmaster || pid === postmaster ? all + ticksOf(pid) : all
      } catch {
        // It ended meanwhile.
        return all
      }
    }, 0)
}
