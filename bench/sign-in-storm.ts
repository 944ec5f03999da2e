import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SAMPLE_PASSWORD } from '#db/demo/cast.ts'
import { createSampleVenue } from '#db/demo/venue.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { startPostgres } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { freePort } from '#platform/web/free-port.ts'
import { type Figure, percentile, report } from './results.ts'
import { startServer } from './server-process.ts'
import { addressOf, doorOf, makePeople, PASSWORD } from './sign-in-house.ts'

/**
 * A storm at the door: 200 wrong sign-ins a second from 2,000 addresses, while people sign in from browsers that have signed in before,
 * and somebody reads reports. SECONDS and RIGHT_PER_SECOND say how long and how many; the senders share the machine with the server.
 */

const SECONDS = Number(process.env.SECONDS ?? 300)
const WRONG_PER_SECOND = 200
const RIGHT_PER_SECOND = Number(process.env.RIGHT_PER_SECOND ?? 20)
const ADDRESSES = 2_000
const READS_PER_SECOND = 5
const CALM_SECONDS = 20
/** Readers are unaffected while they are answered as fast as readers are promised in any load. */
const GOALS = { rightMs: 800, megabytes: 200, readMs: 150 }

const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-'))
const postgres = await startPostgres({ dataDir: folder, log: () => {} })
try {
  await migrate(postgres.url)
  await createSampleVenue(postgres.url)
  const owner = connectAsOwner(postgres.url)
  const people = await makePeople(owner, RIGHT_PER_SECOND * 5)
  await owner.end()
  const environment = { DATABASE_URL: postgres.url, NODE_ENV: 'production', TRUST_PROXY: '1', JOBS: 'off', READS_PER_MINUTE: '100000' }
  const server = await startServer(await freePort(), environment)
  const attempt = doorOf(server.url, 1_000)

  // Everybody has signed in before, from a browser that keeps its cookie; each from an address of their own.
  const devices = new Map<string, string | undefined>()
  for (const [i, userName] of people.entries()) {
    const { status, device } = await attempt({ userName, password: PASSWORD, address: addressOf(20_000 + i), isBrowser: true })
    if (status !== 200) throw new Error(`${userName} was answered ${status}.`)
    devices.set(userName, device)
    await sleep(25)
  }
  const read = await readerOf(server.url)
  for (let i = 0; i < 50; i += 1) await read()
  const calm = await during(CALM_SECONDS, { read })
  const before = megabytesOf(server.pid)
  let most = before
  const watching = setInterval(() => {
    most = Math.max(most, megabytesOf(server.pid))
  }, 500)
  const storm = await during(SECONDS, {
    read,
    wrong: (n) => attempt({ userName: `bench-${n % 5_000}`, password: 'not the password', address: addressOf(n % ADDRESSES) }),
    right: async (n) => {
      const userName = people[n % people.length] ?? ''
      const answer = await attempt({
        userName,
        password: PASSWORD,
        address: addressOf(20_000 + (n % people.length)),
        device: devices.get(userName),
        isBrowser: true,
      })
      devices.set(userName, answer.device ?? devices.get(userName))
      return answer
    },
  })
  clearInterval(watching)
  const grown = most - before
  await server.end('SIGTERM')
  const right = timesOf(storm.right)
  const refused = storm.right.filter(({ status }) => status !== 200).length
  const p95 = percentile(right, 95)
  const [readCalm, readStorm] = [calm, storm].map(({ reads }) => percentile(timesOf(reads), 95)) as [number, number]
  const readsRefused = storm.reads.filter(({ status }) => status !== 200).length
  const refusedWrong = (status: number) => storm.wrong.filter((each) => each.status === status).length / SECONDS
  const figures: Figure[] = [
    { what: 'wrong ones sent', value: storm.wrong.length / SECONDS, unit: '/s' },
    { what: 'wrong ones judged (401)', value: refusedWrong(401), unit: '/s' },
    { what: 'wrong ones told to come later (429, 503)', value: refusedWrong(429) + refusedWrong(503), unit: '/s' },
    { what: 'right ones sent', value: right.length / SECONDS, unit: '/s' },
    { what: 'right ones refused', value: refused, unit: '', goal: '0', met: refused === 0 },
    { what: 'right ones, p50', value: percentile(right, 50), unit: 'ms' },
    { what: 'right ones, p95', value: p95, unit: 'ms', goal: `≤ ${GOALS.rightMs}`, met: p95 <= GOALS.rightMs },
    { what: 'memory grown by, at most', value: grown, unit: 'MB', goal: `≤ ${GOALS.megabytes}`, met: grown <= GOALS.megabytes },
    { what: 'a report before, p95', value: readCalm, unit: 'ms' },
    { what: 'a report during, p50', value: percentile(timesOf(storm.reads), 50), unit: 'ms' },
    { what: 'a report during, p95', value: readStorm, unit: 'ms', goal: `≤ ${GOALS.readMs}`, met: readStorm <= GOALS.readMs },
    { what: 'reports refused', value: readsRefused, unit: '', goal: '0', met: readsRefused === 0 },
  ]
  report('sign-in-storm', figures, { seconds: SECONDS })
  if (figures.some(({ met }) => met === false)) process.exitCode = 1
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

interface Done {
  status: number
  milliseconds: number
}

function timesOf(all: readonly Done[]): number[] {
  return all.map(({ milliseconds }) => milliseconds)
}

interface Storm {
  read: () => Promise<Done>
  wrong?: (n: number) => Promise<Done>
  right?: (n: number) => Promise<Done>
}

/** Sends so many of each a second, whether or not those before are answered, and waits for all of them at the end. */
async function during(seconds: number, { read, wrong, right }: Storm) {
  const done = { reads: [] as Done[], wrong: [] as Done[], right: [] as Done[] }
  const under: Promise<unknown>[] = []
  const began = performance.now()
  const sent = { reads: 0, wrong: 0, right: 0 }
  for (let elapsed = 0; elapsed < seconds * 1000; elapsed = performance.now() - began) {
    const due = (perSecond: number) => Math.floor((elapsed / 1000) * perSecond)
    for (; sent.reads < due(READS_PER_SECOND); sent.reads += 1) under.push(read().then((each) => done.reads.push(each)))
    for (; wrong && sent.wrong < due(WRONG_PER_SECOND); sent.wrong += 1) under.push(wrong(sent.wrong).then((each) => done.wrong.push(each)))
    for (; right && sent.right < due(RIGHT_PER_SECOND); sent.right += 1) under.push(right(sent.right).then((each) => done.right.push(each)))
    await sleep(5)
  }
  await Promise.all(under)
  return done
}

/** The sample's owner, who reads today's sales. */
async function readerOf(url: string): Promise<() => Promise<Done>> {
  const proxied = { 'x-forwarded-for': '100.127.0.1', 'x-forwarded-proto': 'https', 'content-type': 'application/json' }
  const signIn = await doorOf(url, 1)({ userName: 'owner', password: SAMPLE_PASSWORD, address: '100.127.0.1' })
  const opened = await fetch(`${url}/api/users/${signIn.userId}/venues/1/select`, {
    method: 'POST',
    headers: { ...proxied, authorization: `Basic ${signIn.auth}` },
    body: JSON.stringify({ EmployeeId: 1 }),
  })
  const { Token } = (await opened.json()) as { Token: string }
  const today = new Date().toISOString().slice(0, 10)
  return async () => {
    const began = performance.now()
    const answer = await fetch(`${url}/api/sales/day?FromDate=${today}&ToDate=${today}`, { headers: { ...proxied, authorization: `Bearer ${Token}` } })
    await answer.text()
    return { status: answer.status, milliseconds: performance.now() - began }
  }
}

/** What the process holds in memory. */
function megabytesOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}
