import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, everyDay } from '#shared/day.ts'
import { type GuestSale, guestsIn, readGuests } from '#tests/guest-oracle.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { TrendAnswer } from './trend.contract.ts'

/** A Friday evening in Sydney, 21:04. */
const NOW = new Date('2026-11-20T10:04:00Z')
const TODAY = '2026-11-20'
const MINUTE = (21 - 5) * 60 + 4
const DAYS = [
  ...['2025-04-02', '2025-04-04', '2025-04-18', '2026-04-01', '2026-04-03'],
  '2025-11-17',
  '2025-11-20',
  '2025-11-21',
  '2026-10-01',
  '2026-10-20',
  '2026-10-23',
  '2026-10-30',
  '2026-11-06',
  '2026-11-10',
  ...everyDay('2026-11-12', TODAY),
]

let app: StartedApp
let owner: Visitor
let sales: GuestSale[]

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  for (const { locationId, sales: trade } of sampleTrade(DAYS, NOW)) await storeTrade(app.database, 1, locationId, trade, NOW)
  sales = await readGuests(app.databaseUrl, 1)
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
}, 120_000)
afterAll(() => app.close())

const ask = async (query: Record<string, string> = {}): Promise<TrendAnswer> => {
  const answer = await owner.call<TrendAnswer>('GET', `/sales/trend?${new URLSearchParams(query)}`)
  expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(200)
  return answer.body as TrendAnswer
}

const net = (from: string, to: string, locations: readonly number[] = [1, 2, 3], untilMinute?: number) =>
  Math.round(guestsIn(sales, { from, to, locations, untilMinute }).reduce((sum, sale) => sum + sale.net, 0)) / 100
const cents = (value: number | null | undefined) => Math.round((value ?? Number.NaN) * 100)

describe('today, against the lines', () => {
  it('so far, against the same minute of the days before, and what it will come to', async () => {
    const { Totals, Locations, TrendDate } = await ask()
    expect([TrendDate, Totals.State, Totals.Currency]).toEqual([TODAY, 'open', 'AUD'])
    for (const { place, ids } of [{ place: Totals, ids: [1, 2, 3] }, ...Locations.map((place) => ({ place, ids: [place.LocationId] }))]) {
      const part = (back: number) => net(addDays(TODAY, -back), addDays(TODAY, -back), ids, MINUTE)
      const whole = (back: number) => net(addDays(TODAY, -back), addDays(TODAY, -back), ids)
      const sum = (of: (back: number) => number) => [7, 14, 21, 28].reduce((total, back) => total + of(back), 0)
      expect(cents(place.Net)).toBe(cents(net(TODAY, TODAY, ids)))
      expect(cents(place.LastWeek)).toBe(cents(part(7)))
      expect(cents(place.FourWeekAverage)).toBe(cents(sum(part) / 4))
      expect(cents(place.LastYear)).toBe(cents(part(364)))
      expect(cents(place.FourWeekAverageDay)).toBe(cents(sum(whole) / 4))
      expect(place.Projection === null ? null : cents(place.Projection)).toBe(sum(part) > 0 ? cents(net(TODAY, TODAY, ids) / (sum(part) / sum(whole))) : null)
    }
    expect(part0(Totals.LastWeek)).toBeLessThan(part0(Totals.LastWeekDay))
  })

  it('hours add up to the day, and those to come are blank', async () => {
    const { Totals } = await ask()
    const come = Totals.Periods.filter(({ State }) => State !== 'to-come')
    expect([come.length, come.at(-1)?.Period, come.at(-1)?.State]).toEqual([17, '21:00', 'open'])
    expect(cents(come.at(-1)?.Cumulative)).toBe(cents(Totals.Net))
    expect(Totals.Periods.at(-1)).toMatchObject({ Period: '04:00', Net: null, Cumulative: null })
    expect(cents(Totals.Periods.at(-1)?.LastWeek)).toBe(cents(Totals.LastWeekDay))
    expect(cents(Totals.Periods.at(-1)?.FourWeekAverage)).toBe(cents(Totals.FourWeekAverageDay))
    const lunch = guestsIn(sales, { from: TODAY, to: TODAY, locations: [1, 2, 3] }).filter(({ hour }) => hour === 12)
    expect(cents(Totals.Periods.find(({ Period }) => Period === '12:00')?.Net)).toBe(Math.round(lunch.reduce((sum, sale) => sum + sale.net, 0)))
  })

  it('week, month and years to date, the same elapsed part of those before', async () => {
    const { ToDate } = (await ask()).Totals
    const until = (from: string, day: string) => net(from, addDays(day, -1)) + net(day, day, [1, 2, 3], MINUTE)
    expect(ToDate.map(({ Of, Net, Previous, LastYear }) => [Of, cents(Net), cents(Previous), cents(LastYear)])).toEqual([
      ['week', cents(net('2026-11-16', TODAY)), cents(until('2026-11-09', '2026-11-13')), cents(until('2025-11-17', '2025-11-21'))],
      ['month', cents(net('2026-11-01', TODAY)), cents(until('2026-10-01', '2026-10-20')), cents(until('2025-11-02', '2025-11-21'))],
      ['year', cents(net('2026-01-01', TODAY)), cents(until('2025-01-01', '2025-11-20')), cents(until('2025-01-02', '2025-11-21'))],
      ['financial-year', cents(net('2026-07-01', TODAY)), cents(until('2025-07-01', '2025-11-20')), cents(until('2025-07-02', '2025-11-21'))],
    ])
  })

  it('13 weeks of days and 52 weeks, days without trade as gaps', async () => {
    const { Days, Weeks } = (await ask({ Locations: '2' })).Totals
    expect([Days.length, Weeks.length]).toEqual([91, 52])
    for (const { Period, Net } of Days) expect(Net === null ? 0 : cents(Net)).toBe(cents(net(Period, Period, [2])))
    expect(Days.find(({ Period }) => Period === '2026-11-11')?.Net).toBeNull()
    for (const { Period, Net } of Weeks) expect(Net === null ? 0 : cents(Net)).toBe(cents(net(Period, addDays(Period, 6), [2])))
    expect(Weeks.at(-1)?.Partial).toBe(true)
  })
})

const part0 = (value: number | null) => value ?? 0

it('a day that is over is compared whole, and projects nothing but itself', async () => {
  const { Totals } = await ask({ TrendDate: '2026-11-13' })
  expect([Totals.State, cents(Totals.Net), cents(Totals.LastWeek)]).toEqual([
    'closed',
    cents(net('2026-11-13', '2026-11-13')),
    cents(net('2026-11-06', '2026-11-06')),
  ])
  expect(Totals.Projection).toBe(Totals.Net)
})

it('Good Friday is held against Good Friday, hour by hour and in the week so far', async () => {
  const { Totals, Locations } = await ask({ TrendDate: '2026-04-03' })
  const then = net('2025-04-18', '2025-04-18')
  expect(then).not.toBe(net('2025-04-04', '2025-04-04'))
  expect([Totals.LastYear, Totals.LastYearDay, Totals.Periods.at(-1)?.LastYear].map(cents)).toEqual([cents(then), cents(then), cents(then)])
  for (const place of Locations) expect(cents(place.LastYear)).toBe(cents(net('2025-04-18', '2025-04-18', [place.LocationId])))
  const [week, month] = Totals.ToDate
  expect([week?.LastYearFrom, week?.LastYearTo, cents(week?.LastYear)]).toEqual(['2025-03-31', '2025-04-18', cents(net('2025-04-02', '2025-04-02') + then)])
  expect(cents(month?.LastYear)).toBe(cents(net('2025-04-02', '2025-04-03') + then))
})

it('refuses a day still to come', async () => {
  const { status, body } = await owner.call('GET', '/sales/trend?TrendDate=2026-11-21')
  expect([status, body.ResponseStatus?.Errors[0]?.FieldName]).toEqual([400, 'TrendDate'])
})

it('a venue that sold nothing yet shows zeros and gaps', async () => {
  const { Totals } = await ask({ TrendDate: '2024-01-15' })
  expect([Totals.Net, Totals.Sales, Totals.Projection, Totals.Days.every(({ Net }) => Net === null)]).toEqual([0, 0, 0, true])
})

it.each(['summary', 'hours', 'days', 'weeks'])('as CSV, %s', async (View) => {
  const { body } = await owner.call<{ text: string }>('GET', `/sales/trend?format=csv&View=${View}`)
  expect(body.text.trim().split('\r\n').length).toBeGreaterThan(4)
})
