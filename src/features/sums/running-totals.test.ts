import { afterAll, beforeAll, expect, it } from 'vitest'
import { workInVenue } from '#platform/access/venue-work.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import { everyDay } from '#shared/day.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { signedIn } from '#tests/visitor.ts'
import { closeDaysOfVenue } from './closed-days.job.ts'
import { DAY, DIMENSIONS, PRODUCTS } from './running-totals.rules.ts'
import { incompleteTotals, makeTotals } from './running-totals.sql.ts'

const NOW = new Date('2026-11-20T10:04:00Z')
const UP_TO = '2026-11-19'
/** Before there was one more subject. */
const OTHERS = [PRODUCTS.id]

let app: StartedApp
let house: Sql

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  house = connectAsOwner(app.databaseUrl)
  for (const { locationId, sales } of sampleTrade(['2026-09-30', '2026-10-01', '2026-11-14', '2026-11-19'], NOW))
    await storeTrade(app.database, 1, locationId, sales, NOW)
  const once = plainSale('2026-10-01T20:00:00+10:00', 4200, { ClerkId: '77', ClerkName: 'Once Only' })
  for (const line of once.Lines ?? []) Object.assign(line, { Plu: 'ONCE', Name: 'Sold once', ProductGroup: 'Only then' })
  await storeTrade(app.database, 1, 1, [once], NOW)
  await closeDaysOfVenue(app.database, 1, NOW)
}, 120_000)
afterAll(async () => {
  await house.end()
  await app.close()
})

const kept = async (subjects: readonly number[]) =>
  house<{ row: string; xmin: string }[]>`
    select location_id || ' ' || day || ' ' || kind || ' ' || subject || ' ' || sums as row, xmin::text from running_total
    where venue_id = 1 and subject = any(${subjects as number[]}::int[]) order by 1`
const missing = () => workInVenue(app.database, 1, NOW, (venue) => incompleteTotals(venue, UP_TO))

it('a new subject is made for every month, and those that are there stay as they are', async () => {
  expect(await missing()).toEqual([])
  const [others, whole] = [await kept(OTHERS), await kept([DIMENSIONS.id])]
  expect([others.length > 0, whole.length > 0]).toEqual([true, true])
  await house`delete from running_total where venue_id = 1 and subject = ${DIMENSIONS.id}`
  const months = await missing()
  expect(months.map(({ locationId, month, subjects }) => [locationId, month, subjects])).toEqual(
    [1, 2, 3].flatMap((locationId) => ['2026-09-01', '2026-10-01'].map((month) => [locationId, month, [DIMENSIONS.id]])),
  )
  await closeDaysOfVenue(app.database, 1, NOW)
  expect((await kept([DIMENSIONS.id])).map(({ row }) => row)).toEqual(whole.map(({ row }) => row))
  expect(await kept(OTHERS)).toEqual(others)
})

it('of a month only the subjects that are missing are made', async () => {
  await house`delete from running_total where venue_id = 1 and location_id = 2`
  const [first] = (await missing()).filter(({ locationId }) => locationId === 2)
  if (!first) throw new Error('Nothing is missing.')
  await workInVenue(app.database, 1, NOW, (venue) => makeTotals(venue, { ...first, subjects: [DIMENSIONS.id] }))
  const made = await house<{ subject: number }[]>`select distinct subject from running_total where venue_id = 1 and location_id = 2`
  expect(made.map(({ subject }) => subject)).toEqual([DIMENSIONS.id])
})

it('each day that is over has its own sums, also in the month that is not, and a late sale takes away those of its day alone', async () => {
  const inNovember = async () => {
    const rows = await house<{ day: string }[]>`
      select day::text from running_total where venue_id = 1 and location_id = 1 and subject = ${PRODUCTS.id} and kind = ${DAY} and day >= '2026-11-01' order by day`
    return rows.map(({ day }) => day)
  }
  const totals = () => house`select day from running_total where venue_id = 1 and location_id = 1 and kind <> ${DAY} and day >= '2026-10-31'`
  const upTo = (last: string) => everyDay('2026-11-01', last)
  await closeDaysOfVenue(app.database, 1, NOW)
  expect([await inNovember(), (await totals()).length > 0]).toEqual([upTo('2026-11-19'), true])
  await storeTrade(app.database, 1, 1, [plainSale('2026-11-09T20:00:00+11:00', 700)], NOW)
  expect([await inNovember(), (await totals()).length > 0]).toEqual([upTo('2026-11-19').filter((day) => day !== '2026-11-09'), true])
  await storeTrade(app.database, 1, 1, [plainSale('2026-10-31T20:00:00+11:00', 700)], NOW)
  expect([(await inNovember()).length, (await totals()).length]).toEqual([18, 0])
  await closeDaysOfVenue(app.database, 1, NOW)
  expect([await inNovember(), await missing()]).toEqual([upTo('2026-11-19'), []])
  await closeDaysOfVenue(app.database, 1, new Date('2026-11-21T10:00:00Z'))
  expect(await inNovember()).toEqual(upTo('2026-11-20'))
})

it('what a late sale changed is right in reports at once, and the sums of other days stay as they are', async () => {
  const owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
  const net = async () => {
    const { body } = await owner.call('GET', '/reports/plu-sales?FromDate=2026-11-08&ToDate=2026-11-16&Locations=1')
    return (body as { Totals: { Net: number } }).Totals.Net
  }
  const before = await net()
  const rows = () => house<{ day: string; sums: string }[]>`
    select day::text, sums from running_total where venue_id = 1 and location_id = 1 and subject = ${PRODUCTS.id} and kind = ${DAY}
      and day between '2026-11-08' and '2026-11-16' order by day`
  const kept = await rows()
  await storeTrade(app.database, 1, 1, [plainSale('2026-11-12T20:00:00+11:00', 1250)], NOW)
  expect(await net()).toBeCloseTo(before + 12.5, 5)
  expect(await rows()).toEqual(kept.filter(({ day }) => day !== '2026-11-12'))
  await closeDaysOfVenue(app.database, 1, NOW)
  expect(await net()).toBeCloseTo(before + 12.5, 5)
  const made = await rows()
  expect(made.map(({ day }) => day)).toEqual(kept.map(({ day }) => day))
  expect(made.filter(({ day, sums }) => sums !== kept.find((one) => one.day === day)?.sums).map(({ day }) => day)).toEqual(['2026-11-12'])
})

it('what sold only on days that are taken off again has no row in a report', async () => {
  const owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
  const namesIn = async (path: string, from: string) => JSON.stringify((await owner.call('GET', `${path}?FromDate=${from}&ToDate=2026-11-14`)).body)
  for (const [path, name] of [
    ['/reports/plu-sales', '"Sold once"'],
    ['/sales/employee', '"Once Only"'],
    ['/sales/productgroup', '"Only then"'],
  ] as const) {
    expect(await namesIn(path, '2026-10-01')).toContain(name)
    expect(await namesIn(path, '2026-10-02')).not.toContain(name)
  }
})

it('a range that ends before a day that is not over tells what its own days sold, and nothing of that day', async () => {
  const open = plainSale('2026-11-20T20:00:00+11:00', 5100)
  for (const line of open.Lines ?? []) Object.assign(line, { Plu: 'OPEN', Name: 'Sold today' })
  await storeTrade(app.database, 1, 1, [open], NOW)
  const owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
  for (const [from, to] of [
    ['2026-09-30', '2026-11-19'],
    ['2026-10-01', '2026-11-14'],
    ['2026-11-02', '2026-11-19'],
  ] as const) {
    const { body } = await owner.call('GET', `/reports/plu-sales?FromDate=${from}&ToDate=${to}`)
    const [sold] = await house<{ net: number; qty: number }[]>`
      select sum(l.gross - l.promotion - l.discount - l.refund)::float8 / 100 as net, sum(l.qty)::float8 / 10000 as qty
      from sale_line l join sale s on s.venue_id = 1 and s.sale_id = l.sale_id and s.kind in (1, 2, 5)
      where l.venue_id = 1 and l.counts and l.business_date between ${from} and ${to}`
    expect(body, `${from} to ${to}`).toMatchObject({ Totals: { Net: sold?.net, Quantity: sold?.qty } })
    expect(JSON.stringify(body)).not.toContain('"Sold today"')
  }
})
