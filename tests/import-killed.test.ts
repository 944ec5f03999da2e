import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ImportRun } from '#features/imports/import.contract.ts'
import type { ImportMapping } from '#features/imports/import-mapping.rules.ts'
import { reconcileVenue } from '#features/sums/reconcile.job.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { freePort } from '#platform/web/free-port.ts'
import { type ServerProcess, startServer } from '../bench/server-process.ts'
import { commandLine, ensureCommandLine } from './built-command.ts'
import { type FreshDatabase, freshDatabase } from './fresh-database.ts'
import { employ, makePerson, makeVenue, PASSWORD } from './people.ts'
import { uploaded } from './upload.ts'
import { signedIn, type Visitor } from './visitor.ts'

const ORDERS = 2_400
const MAPPING: ImportMapping = {
  Columns: { SaleId: 'No', Date: 'Day', Location: 'Where', Name: 'Item', Net: 'Total', LoyaltyCard: 'Card' },
  DateFormat: 'YYYY-MM-DD',
  Rows: 'SameSaleId',
}
const FILE = `No,Day,Where,Item,Total,Card\n${Array.from({ length: ORDERS * 2 }, (_, row) => {
  const order = row % ORDERS
  const day = String(1 + (order % 28)).padStart(2, '0')
  return `${order},2026-10-${day},${order % 3 ? 'Bar' : 'Bistro'},Item ${row % 40},${(row % 30) + 1}.50,${order % 50 === 0 ? `C-${order % 7}` : ''}`
}).join('\n')}\n`

let fresh: FreshDatabase
let database: Database
let server: ServerProcess
let port: number
const folder = mkdtempSync(join(tmpdir(), 'daybook-killed-'))
const path = join(folder, 'years.csv')

const start = () => startServer(port, { DATABASE_URL: fresh.url, SECOND_FACTOR: 'optional', READS_PER_MINUTE: '100000' })

beforeAll(async () => {
  fresh = await freshDatabase()
  database = openDatabase(fresh.url, 3)
  port = await freePort()
  await ensureCommandLine()
  server = await start()
  writeFileSync(path, FILE)
  writeFileSync(join(folder, 'map.json'), JSON.stringify(MAPPING))
}, 300_000)
afterAll(async () => {
  await server.end('SIGTERM')
  await database.close()
  await fresh.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** A venue of its own for each way a file comes in. */
const house = async (name: string) => {
  const { venueId } = await makeVenue(database, name, ['Bar', 'Bistro'])
  await employ(database, await makePerson(database, name), venueId, ['can_editsettings', 'can_viewsales', 'can_viewplu'])
  return { venueId, ask: () => signedIn(server.url, name, PASSWORD) }
}

/** The run, also while the server that is asked is starting. */
const runOf = async (owner: Visitor, runId: string, isSo: (run: ImportRun) => boolean): Promise<ImportRun> => {
  for (;;) {
    const { status, body } = await owner.call<ImportRun>('GET', `/imports/runs/${runId}`)
    if (status === 200 && isSo(body)) return body
    await sleep(100)
  }
}
const begin = async (owner: Visitor): Promise<string> => {
  const { FileId } = (await uploaded(owner, FILE, 'years.csv')).body
  return (await owner.call<ImportRun>('POST', '/imports/runs', { body: { FileId, Mapping: MAPPING } })).body.RunId
}
const stored = async (venueId: number) =>
  (await database.inVenue(venueId, (sql) => sql<{ n: number }[]>`select count(*)::int as n from sale where venue_id = ${venueId}`))[0]?.n ?? 0
const untilStoring = async (venueId: number) => {
  while ((await stored(venueId)) < ORDERS / 10) await sleep(10)
}

/** What is told of a venue's sales, in words that name no venue. */
const figures = async (venueId: number, owner: Visitor) => {
  const range = 'FromDate=2026-10-01&ToDate=2026-10-31'
  const day = (await owner.call('GET', `/reports/daily-sales?${range}`)).body
  const { Rows, ...rest } = (await owner.call<{ Rows: unknown[][] }>('GET', `/reports/plu-sales?${range}`)).body
  // The third of a row is the number of its class, which every venue counts anew.
  const items = { ...rest, Rows: Rows.map((row) => row.toSpliced(2, 1)) }
  expect(await reconcileVenue(database, venueId, { now: new Date(), all: true })).toMatchObject({ mismatches: [], unsound: [] })
  const facts = await database.inVenue(
    venueId,
    (sql) => sql`select receipt, count(*)::int as n, sum(total)::int as total from sale where venue_id = ${venueId} group by 1 order by 1`,
  )
  const plain = (value: unknown) => JSON.parse(JSON.stringify(value, (key, inner) => (/^(AsAt|LastReceivedAt|Locations|\w+Id)$/.test(key) ? undefined : inner)))
  return { day: plain(day), items: plain(items), facts: [...facts] }
}
const isOver = ({ Status }: ImportRun) => Status !== 'waiting' && Status !== 'running'

const command = (venueId: number) =>
  spawn(process.execPath, [commandLine(), 'import', path, '--map', join(folder, 'map.json'), '--venue', String(venueId)], {
    env: { ...process.env, DATABASE_URL: fresh.url },
    stdio: 'ignore',
  })

let unharmed: Awaited<ReturnType<typeof figures>>

it('a server that is killed while it stores goes on when it is started again, and comes to the same figures', async () => {
  const quiet = await house('Quiet')
  const undisturbed = await quiet.ask()
  expect((await runOf(undisturbed, await begin(undisturbed), isOver)).Accepted).toBe(ORDERS)
  unharmed = await figures(quiet.venueId, undisturbed)

  const killed = await house('Killed')
  const owner = await killed.ask()
  const runId = await begin(owner)
  await untilStoring(killed.venueId)
  await server.end('SIGKILL')
  const before = await stored(killed.venueId)
  expect(before).toBeLessThan(ORDERS)
  server = await start()
  const run = await runOf(owner, runId, isOver)
  expect(run).toMatchObject({ Status: 'done', Accepted: ORDERS, Duplicates: 0, RowsRejected: 0 })
  expect(await figures(killed.venueId, owner)).toEqual(unharmed)
}, 400_000)

it('a server that is killed while it undoes goes on when it is started again, from where it was, and nothing is left', async () => {
  const killed = await house('Killed undoing')
  const owner = await killed.ask()
  const runId = await begin(owner)
  await runOf(owner, runId, isOver)
  expect((await owner.call('POST', `/imports/runs/${runId}/undo`)).status).toBe(200)
  const takenBack = async () => (await stored(killed.venueId)) - ORDERS
  while ((await takenBack()) < ORDERS / 10) await sleep(10)
  await server.end('SIGKILL')
  const before = await takenBack()
  expect(before).toBeLessThan(ORDERS)
  server = await start()
  const going = await runOf(owner, runId, ({ Undo }) => (Undo?.Progress ?? 0) >= before / ORDERS)
  expect(['running', 'done']).toContain(going.Undo?.Status)
  const run = await runOf(owner, runId, ({ Undo }) => Undo?.Status === 'done')
  expect(run.Undo).toMatchObject({ Sales: ORDERS, Stayed: [] })
  expect(await takenBack()).toBe(ORDERS)
  expect(await reconcileVenue(database, killed.venueId, { now: new Date(), all: true })).toMatchObject({ mismatches: [], unsound: [] })
}, 400_000)

it('a command that is killed is seen to be over: it can be begun again, and undone', async () => {
  const killed = await house('Killed command')
  const dying = command(killed.venueId)
  await untilStoring(killed.venueId)
  dying.kill('SIGKILL')
  await once(dying, 'exit')
  const owner = await killed.ask()
  const runs = async () => (await owner.call<{ Runs: ImportRun[] }>('GET', '/imports/runs')).body.Runs
  const [first] = await runs()
  expect(first?.Status).toBe('running')
  expect((await owner.call('POST', `/imports/runs/${first?.RunId}/undo`)).body.ResponseStatus?.ErrorCode).toBe('RunGoing')
  // Minutes pass in which nothing is heard of it.
  await database.inVenue(killed.venueId, (sql) => sql`update import_run set alive_at = now() - interval '3 minutes' where venue_id = ${killed.venueId}`)
  expect((await runs())[0]?.Status).toBe('stopped')

  const again = command(killed.venueId)
  expect((await once(again, 'exit'))[0]).toBe(0)
  expect(await figures(killed.venueId, owner)).toEqual(unharmed)
  const [second, over] = await runs()
  expect([second?.Status, over?.Status, (second?.Accepted ?? 0) + (over?.Accepted ?? 0)]).toEqual(['done', 'stopped', ORDERS])
  expect(over?.Accepted).toBeGreaterThan(0)

  for (const run of [over, second]) {
    expect((await owner.call('POST', `/imports/runs/${run?.RunId}/undo`)).status).toBe(200)
    await runOf(owner, run?.RunId ?? '', ({ Undo }) => Undo?.Status === 'done')
  }
  const { body } = await owner.call<{ Rows?: unknown[] }>('GET', '/sales/interval?FromDate=2026-10-01&ToDate=2026-10-31')
  expect(JSON.stringify(body)).not.toMatch(/"Total":[1-9]/)
}, 400_000)
