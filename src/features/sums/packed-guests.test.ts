import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CoversAnswer } from '#features/reports/bistro-covers/bistro-covers.contract.ts'
import type { VisitsAnswer } from '#features/reports/member-visits/member-visits.contract.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import { closeDaysOfVenue } from './closed-days.job.ts'
import { reconcileVenue } from './reconcile.job.ts'

/** A Friday evening in Sydney. */
const NOW = new Date('2026-11-20T10:04:00Z')
const DAYS = ['2026-10-20', '2026-10-23', '2026-10-30', '2026-11-06', '2026-11-13', '2026-11-19']
const RANGE = { FromDate: '2026-10-20', ToDate: '2026-11-20' }

let app: StartedApp
let house: Sql
let owner: Visitor

const close = () => closeDaysOfVenue(app.database, 1, NOW)

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  house = connectAsOwner(app.databaseUrl)
  for (const { locationId, sales } of sampleTrade(DAYS, NOW)) await storeTrade(app.database, 1, locationId, sales, NOW)
  await close()
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
}, 120_000)
afterAll(async () => {
  await house.end()
  await app.close()
})

const ask = async <A extends CoversAnswer | VisitsAnswer>(path: string, query: Record<string, string>): Promise<A> => {
  const { status, body } = await owner.call<A>('GET', `${path}?${new URLSearchParams(query)}`)
  expect(status, JSON.stringify(body).slice(0, 300)).toBe(200)
  return { ...body, AsAt: '' }
}
const covers = (query: Record<string, string>) => ask<CoversAnswer>('/sales/bistrocovers', query)
const visits = (query: Record<string, string>) => ask<VisitsAnswer>('/sales/membervisits', query)
const months = async () => (await house`select location_id, month from packed_guests where venue_id = 1 order by 1, 2`).map((row) => ({ ...row }))

it('a packed month that says something else than the sales is taken away, and no other', async () => {
  const [before, packed] = [await visits(RANGE), await months()]
  expect(packed).toHaveLength(6)
  expect(before.Totals.Visits).toBeGreaterThan(0)
  expect(await reconcileVenue(app.database, 1, { all: true, now: NOW })).toMatchObject({ mismatches: [] })
  expect(await months()).toEqual(packed)
  const wrong = { location_id: 1, month: '2026-11-01' }
  await house`update packed_guests set visit_days = '' where venue_id = 1 and location_id = ${wrong.location_id} and month = ${wrong.month}`
  const { mismatches } = await reconcileVenue(app.database, 1, { all: true, now: NOW })
  expect(mismatches).toMatchObject([{ locationId: 1, period: '2026-11-01' }])
  expect(await months()).toEqual(packed.filter((row) => row.location_id !== wrong.location_id || row.month !== wrong.month))
  expect(await visits(RANGE)).toEqual(before)
})

it('a month packed in the form before is not read, and is packed anew', async () => {
  const query = { FromDate: '2026-10-01', ToDate: '2026-10-31' }
  await close()
  const before = await covers(query)
  const october = house`venue_id = 1 and month = '2026-10-01'`
  const [kept] = await house<{ basis: string }[]>`select min(basis) as basis from packed_guests where ${october}`
  const { packed, ...older } = JSON.parse(kept?.basis ?? '') as Record<string, unknown>
  expect(packed).toBeTruthy()
  expect(before.Totals.Covers).toBeGreaterThan(0)
  await house`update packed_guests set basis = ${JSON.stringify(older)}, patron_days = '', item_days = '' where ${october}`
  expect(await covers(query)).toEqual(before)
  await close()
  expect((await house`select distinct basis from packed_guests where ${october}`).map((row) => ({ ...row }))).toEqual([{ basis: kept?.basis }])
  expect(await covers(query)).toEqual(before)
})
