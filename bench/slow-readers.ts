import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#platform/web/free-port.ts'
import { groupSize, startGroup } from './group-house.ts'
import { peopleOfGroup } from './group-people.ts'
import { get } from './http-get.ts'
import { percentile, report } from './results.ts'
import { startServer } from './server-process.ts'

/**
 * How long others wait when CALLERS (1,000) at once ask for the API's description, four times each, and read none of it: a report every ten
 * milliseconds for five seconds before and after they ask. With it goes what the server keeps for them. `npm run fault -- f16` tells
 * whether they are closed in the end.
 */

const LINES = Number(process.env.LINES ?? 1_000_000)
const CALLERS = Number(process.env.CALLERS ?? 1000)
const ASKED = 'GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(4)
const REPORT = '/api/sales/day?FromDate=2026-09-01&ToDate=2026-09-07'
const [WATCHED_MS, EVERY_MS, WARM_UP] = [5000, 10, 800]

const postgres = await startGroup(LINES)
try {
  const { credential } = await peopleOfGroup(postgres.url, 1)
  const server = await startServer(await freePort(), { DATABASE_URL: postgres.url, NODE_ENV: 'production', READS_PER_MINUTE: '10000000' })
  const ask = () => get(server.url + REPORT, credential)
  for (let i = 0; i < WARM_UP; i += 1) await ask()
  const before = await watch(ask)
  const memoryBefore = memoryOf(server.pid)
  const callers = Array.from({ length: CALLERS }, () => nonReader(Number(new URL(server.url).port)))
  const meanwhile = await watch(ask)
  const memory = memoryOf(server.pid) - memoryBefore
  for (const caller of callers) caller.destroy()
  await server.end('SIGTERM')
  report(
    'slow-readers',
    [
      ...[50, 99, 100].map((percent) => ({ what: `reports before, p${percent}`, value: percentile(before.taken, percent), unit: 'ms' })),
      ...[50, 99, 100].map((percent) => ({ what: `reports from when they asked, p${percent}`, value: percentile(meanwhile.taken, percent), unit: 'ms' })),
      { what: 'reports refused', value: meanwhile.refused, unit: '' },
      { what: 'memory of the server, more at most', value: memory, unit: 'MB' },
    ],
    { ...groupSize(LINES), callers: CALLERS },
  )
} finally {
  await postgres.stop()
}

/** Somebody who asks and does not read. */
function nonReader(port: number): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  socket.pause()
  socket.write(ASKED)
  return socket
}

/** Asks for a report every EVERY_MS, whether or not those before it were answered, and tells how long each took. */
async function watch(ask: () => Promise<string>): Promise<{ taken: number[]; refused: number }> {
  const taken: number[] = []
  let refused = 0
  const waiting: Promise<void>[] = []
  for (const until = performance.now() + WATCHED_MS; performance.now() < until; await sleep(EVERY_MS)) {
    const askedAt = performance.now()
    const answered = () => void taken.push(performance.now() - askedAt)
    waiting.push(
      ask().then(answered, () => {
        refused += 1
      }),
    )
  }
  await Promise.all(waiting)
  return { taken, refused }
}

/** The most the process ever held in memory, in megabytes, as the system counts it. */
function memoryOf(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}
