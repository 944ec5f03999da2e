import { afterAll, beforeAll, expect, it } from 'vitest'
import { randomFor } from '#db/demo/random.ts'
import type { PluAnswer } from '#features/reports/plu-sales/plu-sales.contract.ts'
import { VenueScope } from '#platform/access/venue-scope.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import { texts } from '#platform/database/sql-arrays.ts'
import { addDays, everyDay } from '#shared/day.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import { closeDaysOfVenue } from './closed-days.job.ts'
import { reconcileVenue } from './reconcile.job.ts'
import { NO_TOTALS } from './running-totals.rules.ts'
import { incompleteTotals, makeTotals } from './running-totals.sql.ts'
import { incompleteVenueTotals, makeVenueTotals } from './venue-totals.sql.ts'

/** A Friday evening in Sydney, 21:04. */
const NOW = new Date('2026-11-20T10:04:00Z')
const UP_TO = '2026-11-19'
const random = randomFor(35, 'all places together')
/** The second place opened in the middle of a month, and another month passed without trade; the third closed. */
const DAYS: Readonly<Record<number, string[]>> = {
  1: ['2026-04-29', '2026-06-30', ...everyDay('2026-07-14', '2026-07-18'), '2026-09-30', ...everyDay('2026-10-28', '2026-11-03'), '2026-11-19', '2026-11-20'],
  2: [...everyDay('2026-07-16', '2026-07-17'), '2026-09-02', '2026-10-31', '2026-11-02', '2026-11-20'],
  3: ['2026-05-11', '2026-07-14', ...everyDay('2026-08-30', '2026-09-01')],
}

let app: StartedApp
let house: Sql
let owner: Visitor

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  house = connectAsOwner(app.databaseUrl)
  for (const { locationId, sales } of sampleTrade([...new Set(Object.values(DAYS).flat())].sort(), NOW)) {
    // The second place comes later.
    if (locationId !== 2)
      await storeTrade(
        app.database,
        1,
        locationId,
        sales.filter(({ ClosedAt }) => DAYS[locationId]?.includes(ClosedAt.slice(0, 10))),
        NOW,
      )
  }
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
}, 180_000)
afterAll(async () => {
  await house.end()
  await app.close()
})

const ask = async (query: Record<string, string>): Promise<PluAnswer> => {
  const answer = await owner.call<PluAnswer>('GET', `/reports/plu-sales?${new URLSearchParams(query)}`)
  expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(200)
  return { ...(answer.body as PluAnswer), AsAt: '' }
}

const question = (): Record<string, string> => {
  const from = addDays(random.pick(['2026-04-20', '2026-06-25', '2026-07-10', '2026-08-20', '2026-10-20', '2026-11-01']), random.between(0, 14))
  const to = addDays(from, random.pick([0, random.between(0, 12), random.between(10, 60), random.between(20, 220)]))
  return {
    FromDate: from,
    ToDate: to,
    ...(random.chance(0.25) ? { Weekdays: random.pick(['5', '1,6,7', '2,3']) } : {}),
    ...(random.chance(0.2) ? { Locations: random.pick(['1', '1,3', '1,2,3']) } : {}),
    ...(random.chance(0.3) ? { Compare: random.pick(['previous', 'same-days-last-week']) } : {}),
  }
}

const WHOLE: readonly Record<string, string>[] = [
  { FromDate: '2026-05-01', ToDate: '2026-10-31' },
  { FromDate: '2026-07-16', ToDate: '2026-11-02' },
  { FromDate: '2026-08-15', ToDate: '2026-11-20' },
  { FromDate: '2026-11-10', ToDate: '2026-11-20' },
  { FromDate: '2026-09-15', ToDate: '2026-10-31', Compare: 'previous' },
]

/** The same answers with the totals of all places as they are, sound or not, and without any. */
const expectSame = async (what: string) => {
  const questions = [...WHOLE, ...Array.from({ length: 12 }, question)]
  const answers: PluAnswer[] = []
  for (const query of questions) answers.push(await ask(query))
  await house`delete from venue_running_total where venue_id = 1`
  for (const [i, query] of questions.entries()) expect(answers[i], `${what} ${JSON.stringify(query)}`).toEqual(await ask(query))
}

const late = (locationId: number, day: string) =>
  storeTrade(app.database, 1, locationId, [plainSale(`${day}T13:00:00+10:00`, random.between(100, 9999)), plainSale(`${day}T14:00:00+10:00`, 700)], NOW)
const inVenue = <T>(work: Parameters<typeof workInVenue<T>>[3]) => workInVenue(app.database, 1, NOW, work)
const madeAgain = async () => {
  for (const month of await inVenue((venue) => incompleteTotals(venue, UP_TO))) await inVenue((venue) => makeTotals(venue, month))
}
/** The hourly job without its last step. */
const madeAllButTogether = async () => {
  const before = await house<{ row: string }[]>`select to_jsonb(v)::text as row from venue_running_total v where venue_id = 1`
  await closeDaysOfVenue(app.database, 1, NOW)
  await house`delete from venue_running_total where venue_id = 1`
  await house`insert into venue_running_total select (jsonb_populate_record(null::venue_running_total, u.row::jsonb)).* from unnest(${texts(before.map(({ row }) => row))}::text[]) as u(row)`
}
const incomplete = () => inVenue((venue) => incompleteVenueTotals(venue, UP_TO))

it('answers are the same with totals of all places and without, whatever comes late, to the cent', async () => {
  await closeDaysOfVenue(app.database, 1, NOW)
  expect(await incomplete()).toEqual([])
  await expectSame('two places')
  await closeDaysOfVenue(app.database, 1, NOW)
  const [second] = sampleTrade(DAYS[2] as string[], NOW).filter(({ locationId }) => locationId === 2)
  await storeTrade(app.database, 1, 2, second?.sales ?? [], NOW)
  await expectSame('a place that was not there')
  for (let round = 0; round < 8; round += 1) {
    await closeDaysOfVenue(app.database, 1, NOW)
    expect(await incomplete()).toEqual([])
    if (round < 2) await expectSame(`round ${round}, all there`)
    await closeDaysOfVenue(app.database, 1, NOW)
    // Before its first trade, after its last, and in between.
    const place = round === 0 ? 3 : random.between(1, 3)
    // The closed place opens for a day of the open month first.
    await late(
      place,
      round === 0 ? '2026-11-02' : random.pick(['2026-04-12', '2026-07-15', '2026-07-31', '2026-09-30', '2026-10-31', '2026-11-02', '2026-11-18']),
    )
    // What was taken away is there again, made of other sales than those of all places.
    if (random.chance(0.5)) await madeAllButTogether()
    await expectSame(`round ${round}, place ${place}`)
  }
}, 240_000)

it('made while a sale came late they are not read', async () => {
  await closeDaysOfVenue(app.database, 1, NOW)
  await house`delete from venue_running_total where venue_id = 1`
  const months = await incomplete()
  await app.database.inVenue(1, async (sql) => {
    const venue = await VenueScope.forJob(sql, 1, NOW)
    for (const month of months) await makeVenueTotals(venue, month)
    await late(1, '2026-10-30')
    await late(2, '2026-07-17')
  })
  await madeAgain()
  await expectSame('made meanwhile')
})

it('they are read, and those that are wrong are found and taken away', async () => {
  await closeDaysOfVenue(app.database, 1, NOW)
  const query = WHOLE[0] as Record<string, string>
  const right = await ask(query)
  expect(right.Totals.Net).not.toBe(0)
  await house`update venue_running_total set sums = ${NO_TOTALS} where venue_id = 1 and day = '2026-10-31' and kind = 0`
  expect((await ask(query)).Totals.Net).not.toBe(right.Totals.Net)
  const { mismatches } = await reconcileVenue(app.database, 1, { all: true, now: NOW })
  expect(mismatches).toMatchObject([{ period: '2026-10-01', dim: 13, key: 0 }])
  expect(await ask(query)).toEqual(right)
  await closeDaysOfVenue(app.database, 1, NOW)
  expect((await reconcileVenue(app.database, 1, { all: true, now: NOW })).mismatches).toEqual([])
  expect(await ask(query)).toEqual(right)
})
