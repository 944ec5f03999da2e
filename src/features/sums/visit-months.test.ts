import { afterAll, beforeAll, expect, it } from 'vitest'
import { randomFor } from '#db/demo/random.ts'
import type { WireSale } from '#features/intake/sale.contract.ts'
import type { VisitsAnswer } from '#features/reports/member-visits/member-visits.contract.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { packNumbers, unpackNumbers } from '#platform/database/packed-numbers.ts'
import type { Sql } from '#platform/database/pool.ts'
import { everyDay } from '#shared/day.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import { closeDaysOfVenue } from './closed-days.job.ts'
import { reconcileVenue } from './reconcile.job.ts'

/** A Friday evening in Sydney. */
const NOW = new Date('2026-11-20T10:04:00Z')
const WHOLE = { FromDate: '2026-07-20', ToDate: '2026-11-20', Interval: 'day' }
const QUERIES: Record<string, string>[] = [
  WHOLE,
  { FromDate: '2026-08-01', ToDate: '2026-10-31', Interval: 'day' },
  { FromDate: '2026-09-30', ToDate: '2026-11-03', Interval: 'day', Compare: 'previous' },
  { FromDate: '2026-06-01', ToDate: '2026-09-29', Interval: 'day', Locations: '1,2,3' },
  { ...WHOLE, Locations: '1,2' },
  { ...WHOLE, Locations: '3' },
  { ...WHOLE, Weekdays: '5,6' },
  { ...WHOLE, Interval: 'week' },
  { ...WHOLE, Interval: 'month' },
  { ...WHOLE, Interval: 'month', Locations: '1,2' },
  { ...WHOLE, Interval: 'month', Locations: '3' },
  { FromDate: '2026-06-20', ToDate: '2026-10-31', Interval: 'month', Locations: '2,3' },
  { FromDate: '2026-09-01', ToDate: '2026-10-31', Interval: 'month', Compare: 'previous' },
  { FromDate: '2026-08-20', ToDate: '2026-11-20', Interval: 'month', Compare: 'previous', Locations: '1,3' },
  { ...WHOLE, Interval: 'month', Weekdays: '5,6' },
  { FromDate: '2026-07-20', ToDate: '2026-11-20', Interval: 'year' },
  { ...WHOLE, Interval: 'year', Locations: '2,3' },
]
const random = randomFor(34, 'visits by the day')

let app: StartedApp
let owner: Visitor
let house: Sql

const close = () => closeDaysOfVenue(app.database, 1, NOW)

const visit = (day: string, changes: Partial<WireSale> = {}): WireSale =>
  plainSale(`${day}T${random.between(10, 20)}:00:00+10:00`, 1100, { LoyaltyCard: `M${Math.floor(random.next() ** 2 * 60)}`, ...changes })

/** Some days of a place have nobody. */
const trade = (days: readonly string[]): WireSale[] =>
  days.flatMap((day) => Array.from({ length: random.chance(0.2) ? 0 : random.between(1, 6) }, () => visit(day)))

const store = (locationId: number, sales: readonly WireSale[]) => storeTrade(app.database, 1, locationId, sales, NOW)

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  house = connectAsOwner(app.databaseUrl)
  for (const [locationId, from] of [
    [1, '2026-07-11'],
    [2, '2026-07-11'],
    [3, '2026-09-12'],
  ] as const)
    await store(locationId, trade(everyDay(from, '2026-11-20')))
  await close()
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
}, 120_000)
afterAll(async () => {
  await house.end()
  await app.close()
})

const ask = async (query: Record<string, string>): Promise<Partial<VisitsAnswer>> => {
  const { status, body } = await owner.call<VisitsAnswer>('GET', `/sales/membervisits?${new URLSearchParams(query)}`)
  expect(status, JSON.stringify(body).slice(0, 300)).toBe(200)
  const { Totals, Locations, Compare } = body
  return { Totals, Locations, Compare }
}

const asked = async () => {
  const answers = []
  for (const query of QUERIES) answers.push(await ask(query))
  return answers
}

interface Row {
  month: string
  stamp: string
  previous: string
  made_of: string
  day_visits: string
  weekday_visits: string
  format: string
}

const rows = (): Promise<Row[]> =>
  house<Row[]>`select month, stamp, previous, made_of, day_visits, weekday_visits, format from packed_visits where venue_id = 1 order by month`

const keep = async (wanted: readonly Row[]) => {
  await house`delete from packed_visits where venue_id = 1`
  for (const { month, stamp, previous, made_of, day_visits, weekday_visits, format } of wanted)
    await house`
      insert into packed_visits (venue_id, month, stamp, previous, made_of, day_visits, weekday_visits, format)
      values (1, ${month}, ${stamp}, ${previous}, ${made_of}, ${day_visits}, ${weekday_visits}, ${format})`
}

/** What is answered while no month is counted. */
const askedWithout = async () => {
  const kept = await rows()
  await keep([])
  const answers = await asked()
  await keep(kept)
  return answers
}

const expectSame = async (what: string) => {
  const [counted, one] = [await asked(), await askedWithout()]
  for (const [i, answer] of counted.entries()) expect(answer, `${what}: ${JSON.stringify(QUERIES[i])}`).toEqual(one[i])
}

it('months that are over are counted, and a report goes by them', async () => {
  expect((await rows()).map(({ month }) => month)).toEqual(['2026-07-01', '2026-08-01', '2026-09-01', '2026-10-01'])
  await expectSame('at first')
  const before = await ask(WHOLE)
  const [october] = (await rows()).slice(-1)
  const numbers = [...(unpackNumbers([october?.day_visits ?? ''])[0] ?? [])]
  await house`update packed_visits set day_visits = ${packNumbers([...numbers.slice(0, -1), 77])} where venue_id = 1 and month = '2026-10-01'`
  expect((await ask(WHOLE)).Totals).not.toEqual(before.Totals)
  // Wrong by nothing but itself: reconcile finds it, and it is gone.
  const { mismatches } = await reconcileVenue(app.database, 1, { now: NOW, all: true })
  expect(mismatches).toMatchObject([{ locationId: 1, period: '2026-10-01' }])
  expect(await ask(WHOLE)).toEqual(before)
  await close()
  expect((await reconcileVenue(app.database, 1, { now: NOW, all: true })).mismatches).toEqual([])
  expect(await rows()).toHaveLength(4)
}, 180_000)

it('by the month, for whichever places are asked, it goes by who went to just which of them', async () => {
  const byMonth = [WHOLE, { ...WHOLE, Locations: '1,2' }].map((query) => ({ ...query, Interval: 'month' }))
  const before = []
  for (const query of byMonth) before.push(await ask(query))
  const of = async (month: string) => (await rows()).find((row) => row.month === month)?.weekday_visits ?? ''
  await house`update packed_visits set weekday_visits = ${await of('2026-08-01')} where venue_id = 1 and month = '2026-09-01'`
  for (const [i, query] of byMonth.entries()) expect((await ask(query)).Totals, JSON.stringify(query)).not.toEqual(before[i]?.Totals)
  const { mismatches } = await reconcileVenue(app.database, 1, { now: NOW, all: true })
  expect(mismatches).toMatchObject([{ locationId: 1, period: '2026-09-01' }])
  for (const [i, query] of byMonth.entries()) expect(await ask(query)).toEqual(before[i])
  await close()
  expect((await reconcileVenue(app.database, 1, { now: NOW, all: true })).mismatches).toEqual([])
}, 180_000)

it('by the day, of months that are packed, members spent what they did by the month', async () => {
  const [byDay, byMonth] = await Promise.all(['day', 'month'].map((Interval) => ask({ FromDate: '2026-08-01', ToDate: '2026-10-31', Interval })))
  const whole = ({ Totals, Locations = [] }: Partial<VisitsAnswer> = {}) => [Totals, ...Locations].map((row) => ({ ...row, ByPeriod: {} }))
  expect(byDay?.Totals?.MemberSales).toBeGreaterThan(0)
  expect(whole(byDay)).toEqual(whole(byMonth))
})

it.each([
  ['a late visit', () => store(2, [visit('2026-09-14')])],
  ['a late visit of somebody new, before all others of theirs', () => store(1, [visit('2026-08-02', { LoyaltyCard: 'M59' })])],
  [
    'a month in which only another place traded',
    async () => {
      await store(3, [visit('2026-06-28', { LoyaltyCard: 'JUNE' })])
      await store(1, [visit('2026-08-05', { LoyaltyCard: 'JUNE' })])
    },
  ],
  ['a place that traded earlier than was known', () => store(3, trade(everyDay('2026-06-28', '2026-07-03')))],
  [
    'late days of all places',
    async () => {
      for (const place of [1, 2, 3]) await store(place, trade(['2026-08-30', '2026-09-01', '2026-10-31']))
    },
  ],
  ['cards nobody had seen', () => store(1, [visit('2026-10-04', { LoyaltyCard: 'NEW-1' }), visit('2026-11-19', { LoyaltyCard: 'NEW-2' })])],
])(
  '%s comes in between, and answers are those of each visit',
  async (what, late) => {
    const [before, counted] = [await ask(WHOLE), await rows()]
    await late()
    await expectSame(`${what}, not packed yet`)
    expect(await ask(WHOLE)).not.toEqual(before)
    await close()
    await expectSame(`${what}, packed`)
    const fresh = await rows()
    await keep(counted)
    await expectSame(`${what}, packed and not counted anew`)
    await keep(fresh)
    const { mismatches } = await reconcileVenue(app.database, 1, { now: NOW })
    expect(mismatches).toEqual([])
  },
  60_000,
)
