import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SAMPLE_TILL_KEY } from '#db/demo/cast.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { applyMigrations, migrateBy } from '#platform/database/migrate.ts'
import { FAILURES } from '#shared/failure.ts'
import { credentialOf } from './credentials.ts'
import { type StartedApp, startApp } from './start-app.ts'
import { plainSale } from './stored-trade.ts'

// Two processes and tills between them: tests/faults/f21-newer-version.ts.
const NOW = new Date('2026-11-20T12:00:00Z')
let app: StartedApp
let person: string

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  person = await credentialOf(app.database, 'owner')
})
afterAll(() => app.close())

const ask = async (method: string, path: string, authorization = '', body?: unknown) => {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await fetch(`${app.url}/api${path}`, { method, headers: { 'content-type': 'application/json', authorization }, ...sent })
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: (await answer.json()) as Refusal }
}

interface Refusal {
  ResponseStatus?: { ErrorCode: string; Message: string }
}

const sell = () => ask('POST', '/pos/v1/sales', `Bearer ${SAMPLE_TILL_KEY}`, { Sales: [plainSale('2026-11-20T20:15:00+11:00', 1000)] })
const isReady = () => ask('GET', '/ready')
const stored = async () => (await app.database.inVenue(1, (sql) => sql`select 1 from sale where venue_id = 1`)).length
const REFUSED = { status: 503, retryAfter: '1', body: { ResponseStatus: { ErrorCode: 'Superseded', Message: FAILURES.Superseded[1] } } }

const migrateAs = (name: string, meanwhile: () => Promise<void> = async () => {}) =>
  migrateBy(app.databaseUrl, async (owner) => {
    await applyMigrations(owner, [{ name, sql: 'select 1', sha: '' }])
    await meanwhile()
  })

it('while a migration runs, whoever reads is answered, the server is ready, and a sale waits for its end', async () => {
  let isOver = false
  let selling: Promise<{ status: number }> | undefined
  await migrateAs('0000-before-all.sql', async () => {
    selling = sell().then((answer) => {
      expect(isOver).toBe(true)
      return answer
    })
    expect(await isReady()).toMatchObject({ status: 200 })
    expect(await ask('GET', '/sales/day?FromDate=2026-11-01&ToDate=2026-11-02', person)).toMatchObject({ status: 200 })
    await sleep(300)
    isOver = true
  })
  expect(await selling).toMatchObject({ status: 200 })
  expect(await stored()).toBe(1)
})

it('once a newer version has migrated, nothing is written, and the server says why and that it is not ready', async () => {
  let selling: Promise<unknown> | undefined
  await migrateAs('9999-newer.sql', async () => {
    // Sent before anybody could know, and waiting in its transaction.
    selling = sell()
    await sleep(300)
  })
  expect(await selling).toMatchObject(REFUSED)
  expect(await sell()).toMatchObject(REFUSED)
  expect(await isReady()).toMatchObject(REFUSED)
  expect(await ask('POST', '/auth/logout', person)).toMatchObject(REFUSED)
  expect(await ask('GET', '/sales/day?FromDate=2026-11-01&ToDate=2026-11-02', person)).toMatchObject(REFUSED)
  expect((await fetch(`${app.url}/api/health`)).status).toBe(200)
  await expect(workInVenue(app.database, 1, NOW, async ({ sql }) => sql`delete from sale where venue_id = 1`)).rejects.toMatchObject({ code: 'Superseded' })
  const seen = await app.database.readVenue(1, (sql) => sql`select 1 from sale where venue_id = 1`)
  expect(seen).toHaveLength(1)
})

it('a server that nobody asks for anything notices within two seconds', async () => {
  const other = await startApp()
  try {
    await migrateBy(other.databaseUrl, (owner) => applyMigrations(owner, [{ name: '9999-newer.sql', sql: 'select 1', sha: '' }]))
    const noticed = other.database.succession.over.then(() => 'noticed')
    expect(await Promise.race([noticed, sleep(2000, 'too late')])).toBe('noticed')
  } finally {
    await other.close()
  }
})
