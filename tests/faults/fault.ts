import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSampleVenue } from '#db/demo/venue.ts'
import { connectAsOwner, openDatabase } from '#platform/database/database.ts'
import { type RunningPostgres, startPostgres } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { freePort } from '#platform/web/free-port.ts'
import { credentialOf } from '#tests/credentials.ts'
import { type Figure, percentile, report } from '../../bench/results.ts'
import { type ServerProcess, startServer } from '../../bench/server-process.ts'
import { giveBenchKeys } from '../../bench/till.ts'
import type { Api } from './figures-agree.ts'
import { invariantsOf } from './invariants.ts'
import { Readers } from './readers.ts'
import { type Till, Trade } from './trade.ts'
import { Visits } from './visits.ts'
import { MemoryWatch, untilWorked } from './watch.ts'

/** The house a fault is done to: a database, one server or several, tills that sell and people who read. */
export interface House {
  databaseUrl: string
  postgres: RunningPostgres
  servers: (ServerProcess | undefined)[]
  trade: Trade
  readers: Readers
  /** A number from 0 to 1, the same each time for a seed. */
  random(): number
  /** Starts a server, on the port the one before it in that place had; of another version and at another address where that is said. */
  startServer(place?: number, version?: { project: string; databaseUrl: string }): Promise<ServerProcess>
  /** The process id of PostgreSQL's first process. */
  postmaster(): number
  /** Waits until somebody is answered again; how long it took, in milliseconds. */
  untilAnswered(): Promise<number>
  /** What the servers have written so far. */
  logs(): string
  /** Figures of this fault's own. */
  note(figure: Figure): void
}

export interface Fault {
  /** As the security design names it, such as F4. */
  name: string
  /** What is believed to happen; the fault tries to show that it does not. */
  hypothesis: string
  times: number
  servers?: number
  tills?: readonly Till[]
  /** Settings of the servers. */
  environment?: Record<string, string>
  /** A program that starts the servers, such as one that limits them, with its words. */
  under?: readonly string[]
  /** What the servers take for the database's address, where something stands in between. */
  between?(databaseUrl: string): Promise<{ url: string; close(): Promise<void> }>
  /** Where the tills and readers send to, if not to the first server. */
  front?(house: House): Promise<{ url: string; close(): Promise<void> }>
  /** Makes something of the folder the database will lie in; answers how to undo it. */
  prepareFolder?(folder: string): (() => void) | Promise<() => void>
  inject(house: House, time: number): Promise<void>
  /** After the last time, before everything is looked over. */
  conclude?(house: House): Promise<void> | void
  /** An answer that stands for a cut connection, as a proxy's 502. */
  isCut?(status: number): boolean
}

const TILLS: readonly Till[] = [
  { name: 'A', batch: 1, locationId: 1, perSecond: 20 },
  { name: 'B', batch: 1, locationId: 1, perSecond: 20 },
  { name: 'C', batch: 20, locationId: 1, perSecond: 40 },
  { name: 'D', batch: 20, locationId: 2, perSecond: 40 },
]

/**
 * Does a fault to a house that is selling and being read, `times` times (TIMES in the environment), lets it come to rest and looks
 * at everything that must hold. Prints what it came to; ends with 1 where anything is broken.
 */
export const runFault = async (fault: Fault): Promise<void> => {
  const times = Number(process.env.TIMES ?? fault.times)
  const seed = Number(process.env.SEED ?? 20_261_121)
  console.log(`${fault.name}: ${fault.hypothesis}\n`)
  const folder = mkdtempSync(join(tmpdir(), `daybook-${fault.name.toLowerCase()}-`))
  const undoFolder = await fault.prepareFolder?.(folder)
  const dataDir = join(folder, 'postgres')
  const postgres = await startPostgres({ dataDir, log: () => {} })
  const closing: (() => Promise<unknown>)[] = []
  const logs: string[] = []
  try {
    await migrate(postgres.url)
    await createSampleVenue(postgres.url)
    const owner = connectAsOwner(postgres.url)
    await giveBenchKeys(owner).finally(() => owner.end())
    const between = await fault.between?.(postgres.url)
    if (between) closing.push(between.close)
    const figures: Figure[] = []
    const ports = await Promise.all(Array.from({ length: fault.servers ?? 1 }, () => freePort()))
    let state = seed
    let front = ''
    const house: House = {
      databaseUrl: postgres.url,
      postgres,
      servers: [],
      trade: new Trade(() => front, seed, fault.isCut),
      readers: new Readers(fault.isCut),
      random: () => {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
        return state / 2_147_483_648
      },
      startServer: async (place = 0, version) => {
        const environment = {
          DATABASE_URL: version?.databaseUrl ?? between?.url ?? postgres.url,
          LOG_LEVEL: 'error',
          READS_PER_MINUTE: '1000000',
          SIGN_INS_PER_MINUTE: '1000000',
          ...fault.environment,
        }
        const server = await startServer(ports[place] ?? 0, environment, (words) => logs.push(words), fault.under, version?.project)
        house.servers[place] = server
        return server
      },
      postmaster: () => Number(readFileSync(join(dataDir, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]),
      untilAnswered: () => untilAnswered(front),
      logs: () => logs.join(''),
      note: (figure) => figures.push(figure),
    }
    const memory = new MemoryWatch(() => house.servers)
    closing.push(async () => memory.stop())
    for (const place of ports.keys()) await house.startServer(place)
    closing.push(() => Promise.all(house.servers.map((server) => server?.end('SIGKILL'))))
    const before = await fault.front?.(house)
    if (before) closing.unshift(before.close)
    front = before?.url ?? `http://127.0.0.1:${ports[0]}`
    const database = openDatabase(postgres.url, 1)
    const credential = await credentialOf(database, 'owner').finally(() => database.close())
    house.trade.start(fault.tills ?? TILLS)
    house.readers.start(() => front, credential, 10, 50, seed)
    const visits = new Visits()
    visits.start(() => front)
    await sleep(1000)
    for (let time = 0; time < times; time += 1) await fault.inject(house, time)
    const ended = house.servers.filter((server) => server?.exited()).length
    figures.push({ what: 'servers that ended by themselves', value: ended, unit: '', goal: '0', met: ended === 0 })
    await house.untilAnswered()
    await Promise.all([house.trade.stop(), house.readers.stop(), visits.stop()])
    const workedMs = await untilWorked(postgres.url)
    figures.push({ what: 'work that runs later, done after', value: workedMs, unit: 'ms', goal: '≤ 60000', met: workedMs <= 60_000 })
    memory.stop()
    figures.push({ what: 'most memory of a server', value: memory.most, unit: 'MB', goal: '≤ 300', met: memory.most <= 300 })
    await fault.conclude?.(house)
    figures.unshift({ what: 'times', value: times, unit: '' })
    const reader = openDatabase(postgres.url, 1)
    const api = { url: front, credential: await credentialOf(reader, 'owner').finally(() => reader.close()) }
    await conclude(fault, house, figures, { logs: logs.join(''), seed, api })
  } catch (error) {
    console.log(`The end of what the server wrote:\n${logs.join('').slice(-4000)}`)
    throw error
  } finally {
    for (const close of closing) await close().catch(() => undefined)
    await postgres.stop()
    undoFolder?.()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Where the machine is busy with other tests, how long something took says little; what was lost or told wrongly still counts. */
const UNTIMED = process.env.UNTIMED === '1'

const conclude = async (
  fault: Fault,
  { trade, readers, databaseUrl }: House,
  figures: Figure[],
  { logs, seed, api }: { logs: string; seed: number; api: Api },
): Promise<void> => {
  const none = (what: string, value: number): Figure => ({ what, value, unit: '', goal: '0', met: value === 0 })
  const told = (answers: ReadonlyMap<string, number>) =>
    [...answers]
      .sort()
      .map(([answer, n]) => `${answer}: ${n}`)
      .join(', ')
  figures.push(
    { what: `sales acknowledged (${told(trade.answers)})`, value: trade.acknowledged.size, unit: 'sales' },
    none('answers no till should get', trade.wrong.length),
    { what: 'longest a till waited for an answer', value: trade.slowest, unit: 'ms' },
    { what: `reports read (${told(readers.answers)})`, value: readers.latencies.length, unit: '' },
    none('answers no reader should get', readers.wrong.length),
    { what: 'reports read, p95', value: percentile(readers.latencies, 95), unit: 'ms' },
    { what: 'longest a reader waited for an answer', value: readers.slowest, unit: 'ms' },
  )
  for (const { name, what, broken } of await invariantsOf(databaseUrl, trade, logs, api)) figures.push(none(`${name} ${what}`, broken))
  report(`fault-${fault.name.toLowerCase()}`, figures, { seed, hypothesis: fault.hypothesis })
  for (const words of [...trade.wrong, ...readers.wrong].slice(0, 5)) console.log(`  ${words}`)
  if (figures.some(({ met, unit }) => met === false && !(UNTIMED && unit === 'ms'))) {
    console.log(`\nThe end of what the server wrote:\n${logs.slice(-2000)}`)
    process.exitCode = 1
  }
}

const untilAnswered = async (url: string): Promise<number> => {
  for (const startedAt = performance.now(); ; await sleep(20)) {
    const ready = await fetch(`${url}/api/ready`, { signal: AbortSignal.timeout(2000) }).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return performance.now() - startedAt
    if (performance.now() - startedAt > 120_000) throw new Error('Nobody was answered for two minutes.')
  }
}
