import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Random, randomFor } from '#db/demo/random.ts'
import { freePort } from '#platform/web/free-port.ts'
import { addDays } from '#shared/day.ts'
import { menuOf } from './group.ts'
import { groupSize, startGroup } from './group-house.ts'
import { peopleOfGroup } from './group-people.ts'
import { get } from './http-get.ts'
import { LAST_DAY } from './report-draws.ts'
import { type Figure, percentile, report } from './results.ts'
import { startServer } from './server-process.ts'

/**
 * A morning of many readers: PER_SECOND requests (300) for MINUTES (10), each sent when it is due whether or not those before it were
 * answered, in the group's largest venue. What they ask is what screens ask: reports of a week, a month and some years, receipts, one
 * receipt, who is signed in. Latency counts from when a request was due; with it goes the memory of the server. Nobody looks at the clock
 * while the pace rises to that for RAMP_SECONDS (120): a server that has just started is still being compiled and reads its data from disk, and
 * nowhere do three hundred people begin in the same second.
 */

const LINES = Number(process.env.LINES ?? 22_000_000)
const SEED = Number(process.env.SEED ?? 20_261_122)
const MINUTES = Number(process.env.MINUTES ?? 10)
const PER_SECOND = Number(process.env.PER_SECOND ?? 300)
const RAMP_SECONDS = Number(process.env.RAMP_SECONDS ?? 120)
const RAMP_STEPS = 6
const READERS = 24
const TOLD_SECONDS = 10
const VENUE = 1
const menu = menuOf(1500)

const postgres = await startGroup(LINES)
try {
  // A person keeps at most five sessions: these are as many people.
  const credentials: string[] = []
  for (let i = 1; i <= READERS; i += 1) credentials.push((await peopleOfGroup(postgres.url, VENUE, `Bench Reader ${i}`)).credential)
  const server = await startServer(await freePort(), { DATABASE_URL: postgres.url, NODE_ENV: 'production', READS_PER_MINUTE: '10000000' })
  const receipts = await receiptsOf(server.url, credentials[0] ?? '')
  for (let step = 1; step <= RAMP_STEPS; step += 1) {
    await read(server.url, server.pid, credentials, receipts, { seconds: RAMP_SECONDS / RAMP_STEPS, perSecond: Math.round((PER_SECOND * step) / RAMP_STEPS) })
  }
  const done = await read(server.url, server.pid, credentials, receipts, { seconds: MINUTES * 60, perSecond: PER_SECOND })
  await server.end('SIGTERM')
  const p95 = percentile(done.latencies, 95)
  const figures: Figure[] = [
    { what: 'requests', value: done.latencies.length, unit: '' },
    {
      what: 'answers a second',
      value: done.latencies.length / done.seconds,
      unit: '/s',
      goal: `≥ ${PER_SECOND * 0.99}`,
      met: done.latencies.length / done.seconds >= PER_SECOND * 0.99,
    },
    { what: 'latency p50', value: percentile(done.latencies, 50), unit: 'ms' },
    { what: 'latency p95', value: p95, unit: 'ms', goal: '≤ 150', met: p95 <= 150 },
    { what: 'latency p99', value: percentile(done.latencies, 99), unit: 'ms' },
    ...[...done.byCall].map(
      ([call, taken]): Figure => ({ what: `${call}: p50 (p95 ${percentile(taken, 95).toFixed(0)})`, value: percentile(taken, 50), unit: 'ms' }),
    ),
    { what: 'errors', value: done.errors.length, unit: '', goal: '0', met: done.errors.length === 0 },
    { what: 'memory of the server, most', value: done.memoryMb, unit: 'MB', goal: '≤ 300', met: done.memoryMb <= 300 },
  ]
  if (done.errors.length > 0) console.log([...new Set(done.errors)].slice(0, 5).join('\n'))
  report('load', figures, { ...groupSize(LINES), seed: SEED, minutes: MINUTES, perSecond: PER_SECOND, readers: READERS })
  if (figures.some(({ met }) => met === false)) process.exitCode = 1
} finally {
  await postgres.stop()
}

async function receiptsOf(url: string, credential: string): Promise<string[]> {
  const answer = JSON.parse(await get(`${url}/api/sales/invoices?Date=${addDays(LAST_DAY, -3)}`, credential)) as { Invoices: { SaleId: string }[] }
  return answer.Invoices.map(({ SaleId }) => SaleId)
}

interface Done {
  latencies: number[]
  byCall: Map<string, number[]>
  errors: string[]
  seconds: number
  memoryMb: number
}

async function read(
  url: string,
  pid: number,
  credentials: readonly string[],
  receipts: readonly string[],
  { seconds, perSecond }: { seconds: number; perSecond: number },
): Promise<Done> {
  const random = randomFor(SEED, 'readers')
  const done: Done = { latencies: [], byCall: new Map(), errors: [], seconds: 0, memoryMb: 0 }
  const waiting = new Set<Promise<void>>()
  const startedAt = performance.now()
  for (let i = 0; i < seconds * perSecond; i += 1) {
    const dueAt = startedAt + (1000 * i) / perSecond
    const early = dueAt - performance.now()
    if (early > 1) await sleep(early)
    if (i > 0 && i % (TOLD_SECONDS * perSecond) === 0) tell(done, i / perSecond, perSecond)
    if (i % perSecond === 0) done.memoryMb = Math.max(done.memoryMb, memoryOf(pid))
    const question = questionOf(random, receipts)
    const asked = get(`${url}/api${question}`, credentials[i % credentials.length] ?? '').then(
      () => note(done, question, performance.now() - dueAt),
      (error: Error) => void done.errors.push(error.message),
    )
    waiting.add(asked)
    void asked.finally(() => waiting.delete(asked))
  }
  await Promise.all(waiting)
  done.seconds = (performance.now() - startedAt) / 1000
  return done
}

/** How the last while was: ten minutes are long to wait for one figure. */
function tell({ latencies, errors }: Done, second: number, perSecond: number): void {
  const last = latencies.slice(-TOLD_SECONDS * perSecond)
  console.log(`${perSecond}/s, ${second} s: p50 ${percentile(last, 50).toFixed(0)}, p95 ${percentile(last, 95).toFixed(0)} ms, ${errors.length} errors so far`)
}

function note({ latencies, byCall }: Done, question: string, taken: number): void {
  latencies.push(taken)
  const call = question.replace(/\?.*|\d{6,}/g, '')
  const known = byCall.get(call)
  if (known) known.push(taken)
  else byCall.set(call, [taken])
}

/** What screens ask, as often as people open them. */
function questionOf(random: Random, receipts: readonly string[]): string {
  const day = (back: number) => addDays(LAST_DAY, -back)
  const range = (days: number) => {
    const back = random.between(1, 60)
    return `FromDate=${day(back + days - 1)}&ToDate=${day(back)}`
  }
  const items = Array.from({ length: 3 }, () => random.pick(menu, ({ weight }) => weight).plu).join(',')
  const asked: readonly (readonly [number, string])[] = [
    [25, `/sales/day?${range(7)}&Compare=same-days-last-week`],
    [10, `/sales/day?${range(31)}`],
    [10, `/sales/interval?Date=${day(random.between(1, 200))}`],
    [10, `/sales/month?${range(random.between(60, 1000))}`],
    [5, `/sales/week?${range(random.between(28, 366))}`],
    [5, `/sales/selected/week?${range(random.between(28, 120))}&Items=${items}`],
    [15, `/sales/invoices?Date=${day(random.between(1, 200))}`],
    [10, `/sales/invoices/${receipts[random.between(0, receipts.length - 1)] ?? ''}`],
    [10, '/auth/session'],
  ]
  return random.pick(asked, ([weight]) => weight)[1]
}

/** What the process holds in memory, in megabytes, as the system counts it. */
function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}
