import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connectAsOwner } from '#platform/database/database.ts'
import { freePort } from '#platform/web/free-port.ts'
import { FIRST_DAY } from './group.ts'
import { groupSize, startGroup } from './group-house.ts'
import { peopleOfGroup } from './group-people.ts'
import { type Figure, report } from './results.ts'
import { startServer } from './server-process.ts'

/**
 * A file of ROWS receipts (a million unless told; as many as there are in a smaller group) of the largest venue of the group (LINES), as CSV
 * and as XLSX: when its first byte comes, how long it takes, and how much more memory the server takes while it goes out.
 */

const LINES = Number(process.env.LINES ?? 22_000_000)
const ROWS = Number(process.env.ROWS ?? 1_000_000)
const VENUE = 1
const MEGABYTE = 1_048_576

const postgres = await startGroup(LINES)
try {
  const people = await peopleOfGroup(postgres.url, VENUE)
  const to = await lastDayOf(ROWS)
  const server = await startServer(await freePort(), { DATABASE_URL: postgres.url, NODE_ENV: 'production' })
  const figures: Figure[] = []
  for (const format of ['csv', 'xlsx']) {
    const url = `${server.url}/api/sales/invoices?FromDate=${FIRST_DAY}&format=${format}&ToDate=`
    // Compiled first, as in a server that has written files before.
    await take(url + FIRST_DAY, people.credential, server.pid)
    const taken = await take(url + to, people.credential, server.pid)
    const told = (what: string, value: number, unit: string, most?: number): Figure => ({
      what: `${format}, ${taken.rows === undefined ? ROWS : taken.rows} rows: ${what}`,
      value,
      unit,
      ...(most === undefined ? {} : { goal: `≤ ${most}`, met: value <= most }),
    })
    figures.push(
      told('first byte', taken.firstByteMs, 'ms', 1000),
      told('all of it', taken.seconds, 's'),
      told('size', taken.bytes / MEGABYTE, 'MB'),
      told('more memory', taken.moreBytes / MEGABYTE, 'MB', 100),
    )
  }
  await server.end('SIGTERM')
  report(`exports-${LINES}`, figures, { ...groupSize(LINES), to })
  if (figures.some(({ met }) => met === false)) process.exitCode = 1
} finally {
  await postgres.stop()
}

/** The day up to which there are so many receipts, and no more. */
async function lastDayOf(rows: number): Promise<string> {
  const owner = connectAsOwner(postgres.url)
  const days = await owner<{ day: string; n: number }[]>`
    select business_date as day, count(*)::int as n from sale where venue_id = ${VENUE} group by 1 order by 1`
  await owner.end()
  let sum = 0
  let last = FIRST_DAY
  for (const { day, n } of days) {
    sum += n
    if (sum > rows) break
    last = day
  }
  return last
}

interface Taken {
  firstByteMs: number
  seconds: number
  bytes: number
  /** Of a text: its lines less the header and the sum. */
  rows: number | undefined
  moreBytes: number
}

function take(url: string, authorization: string, pid: number): Promise<Taken> {
  const before = residentBytes(pid)
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: { authorization } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${answer.statusCode}`))
      let [firstByteMs, bytes, lines, most] = [0, 0, 0, before]
      const watching = setInterval(() => {
        most = Math.max(most, residentBytes(pid))
      }, 50)
      answer.on('data', (chunk: Buffer) => {
        firstByteMs ||= performance.now() - startedAt
        bytes += chunk.length
        for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1
      })
      answer.once('error', reject)
      answer.once('end', () => {
        clearInterval(watching)
        const isText = url.includes('format=csv')
        resolve({ firstByteMs, seconds: (performance.now() - startedAt) / 1000, bytes, rows: isText ? lines - 2 : undefined, moreBytes: most - before })
      })
    })
    asked.once('error', reject)
    asked.end()
  })
}

/** What the process holds of memory, by the kernel's word. */
function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
}
