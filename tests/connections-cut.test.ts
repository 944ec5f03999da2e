import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '#platform/web/free-port.ts'
import { type ServerProcess, startServer } from '../bench/server-process.ts'
import { asOwner } from './database-at.ts'
import { employ, makePerson, makeVenue, PASSWORD } from './people.ts'
import { type StartedApp, startApp } from './start-app.ts'
import { signedIn, type Visitor } from './visitor.ts'

const CUTTING_MS = 4000
const RANGE = 'FromDate=2026-10-01&ToDate=2026-11-20'
/** Each asks the database for several things at once. */
const PATHS = [
  `/reports/plu-sales?${RANGE}&Compare=same-weeks-last-year`,
  `/sales/day?${RANGE}&Compare=previous`,
  `/sales/department?${RANGE}&Compare=previous`,
  `/reports/plu-purchases?${RANGE}`,
  '/reports/plu-reorders',
  '/reports/plu-dayonhand',
  `/reports/excises?${RANGE}`,
]

let app: StartedApp
let server: ServerProcess
let owner: Visitor

beforeAll(async () => {
  app = await startApp({ sample: false })
  const { venueId } = await makeVenue(app.database, 'Cut off', ['Bar', 'Bistro'])
  const person = await makePerson(app.database, 'cut.off')
  await employ(app.database, person, venueId, ['can_viewsales', 'can_viewplu', 'can_viewbreakdown', 'can_viewstock', 'can_editstock', 'can_viewexcise'])
  server = await startServer(await freePort(), { DATABASE_URL: app.databaseUrl, JOBS: 'off', SECOND_FACTOR: 'optional', READS_PER_MINUTE: '100000' })
  owner = await signedIn(server.url, 'cut.off', PASSWORD)
}, 120_000)
afterAll(async () => {
  await server.end('SIGTERM')
  await app.close()
})

const statusOf = async (path: string): Promise<number> => (await owner.call('GET', path)).status

const cut = (): Promise<unknown> =>
  asOwner(
    app.databaseUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
  )

it('a server whose connections are cut while reports are read says so to those who asked, and answers everybody after them', async () => {
  for (const path of PATHS) expect([path, await statusOf(path)]).toEqual([path, 200])
  const endsAt = Date.now() + CUTTING_MS
  const statuses = new Map<number, number>()
  const ask = async (first: number): Promise<void> => {
    for (let n = first; Date.now() < endsAt; n += 1) {
      const status = await statusOf(PATHS[n % PATHS.length] ?? '')
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  const cutting = async (): Promise<void> => {
    for (; Date.now() < endsAt; await sleep(20)) await cut()
  }
  await Promise.all([cutting(), ask(0), ask(2), ask(4), ask(6)])
  expect([...statuses.keys()].sort()).toEqual([200, 503])
  expect(server.exited()).toBe(false)
  for (const path of PATHS) expect([path, await statusOf(path)]).toEqual([path, 200])
}, 60_000)
