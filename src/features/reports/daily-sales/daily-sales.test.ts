import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomFor } from '#db/demo/random.ts'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { addDays, everyDay, isoWeekday } from '#shared/day.ts'
import { filesOf } from '#tests/report-files.ts'
import { chosen, figuresFrom, type OracleFilter, type OracleSale, readSales } from '#tests/sales-oracle.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { DailyAnswer } from './daily-sales.contract.ts'

/** A Friday evening in Sydney, 21:04. */
const NOW = new Date('2026-11-20T10:04:00Z')
const MINUTE = (21 - 5) * 60 + 4
/** Three weeks to now and their year before, Easter and Anzac Day of both years, the nights the clocks change. */
const DAYS = [
  ...everyDay('2025-04-16', '2025-04-22'),
  ...everyDay('2025-04-25', '2025-04-26'),
  ...everyDay('2025-11-10', '2025-11-22'),
  ...everyDay('2026-04-01', '2026-04-07'),
  ...everyDay('2026-04-24', '2026-04-25'),
  '2026-10-03',
  ...everyDay('2026-11-02', '2026-11-20'),
]
const DAYPART = { Name: 'Dinner', hours: [17, 18, 19, 20] }

let app: StartedApp
let owner: Visitor
let sales: OracleSale[]

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  for (const { locationId, sales: trade } of sampleTrade(DAYS, NOW)) await storeTrade(app.database, 1, locationId, trade, NOW)
  await closeDaysOfVenue(app.database, 1, NOW)
  // Rung up early, and taken back: neither stands, so neither opens the day.
  const early = plainSale('2026-11-12T05:10:00+11:00', 500)
  await storeTrade(app.database, 1, 1, [early], NOW)
  await storeTrade(app.database, 1, 1, [{ ...early, Revision: 2, ClosedAt: '2026-11-12T12:30:00+11:00' }], NOW)
  const void1 = plainSale('2026-11-13T05:20:00+11:00', 700)
  await storeTrade(app.database, 1, 2, [void1], NOW)
  await storeTrade(
    app.database,
    1,
    2,
    [{ SaleId: `${void1.SaleId}-v`, Type: 'Void', OriginalSaleId: void1.SaleId, TerminalId: 'T1', ClosedAt: '2026-11-13T05:30:00+11:00' }],
    NOW,
  )
  sales = await readSales(app.databaseUrl, 1)
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
}, 120_000)
afterAll(() => app.close())

const ask = async (query: Record<string, string>): Promise<DailyAnswer> => {
  const answer = await owner.call<DailyAnswer>('GET', `/reports/daily-sales?${new URLSearchParams(query)}`)
  expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(200)
  return answer.body as DailyAnswer
}

const rounded = (figures: object, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, Math.round(((figures as Record<string, number>)[name] ?? Number.NaN) * 10_000) / 10_000]))

const expectFigures = (actual: object, filter: OracleFilter, what: string) => {
  const expected = figuresFrom(chosen(sales, filter))
  const names = Object.keys(expected)
  expect(rounded(actual, names), what).toEqual(rounded(expected, names))
}

describe('each day and location against the lines, to the cent', () => {
  const random = randomFor(11, 'daily sales')
  const questions = Array.from({ length: 12 }, () => {
    const from = addDays(random.pick(['2025-04-14', '2026-03-30', '2026-11-01', '2026-11-01']), random.between(0, 10))
    return {
      from,
      to: addDays(from, random.between(0, 20)),
      locations: random.chance(0.5) ? undefined : ([[1], [2, 3]][random.between(0, 1)] as number[]),
      weekdays: random.chance(0.3) ? [5, 6, 7] : undefined,
      daypart: random.chance(0.3) ? DAYPART : undefined,
    }
  })
  it.each(questions)('$from to $to, locations $locations, weekdays $weekdays, $daypart.Name', async ({ from, to, locations, weekdays, daypart }) => {
    const answer = await ask({
      FromDate: from,
      ToDate: to,
      ...(locations ? { Locations: locations.join(',') } : {}),
      ...(weekdays ? { Weekdays: weekdays.join(',') } : {}),
      ...(daypart ? { Daypart: daypart.Name } : {}),
    })
    const filter = { weekdays, hours: daypart?.hours }
    const days = everyDay(from, to).filter((day) => !weekdays || weekdays.includes(isoWeekday(day)))
    expect(answer.Days.map(({ Date: day }) => day)).toEqual(days)
    expectFigures(answer.Totals, { ...filter, from, to, locations }, 'all')
    for (const [i, day] of days.entries()) {
      expectFigures(answer.Totals.Days[i] ?? {}, { ...filter, from: day, to: day, locations }, day)
      for (const location of answer.Locations)
        expectFigures(location.Days[i] ?? {}, { ...filter, from: day, to: day, locations: [location.LocationId] }, `${location.Name} ${day}`)
    }
    const traded = (ids: readonly number[] | undefined) =>
      days.filter(
        (day) =>
          chosen(sales, { ...filter, from: day, to: day, locations: ids }).some(({ n }) => n > 0) &&
          figuresFrom(chosen(sales, { ...filter, from: day, to: day, locations: ids })).Sales > 0,
      ).length
    expect(answer.Totals.TradingDays).toBe(traded(locations))
    expect(answer.Totals.CalendarDays).toBe(days.filter((day) => day <= '2026-11-20').length)
    for (const location of answer.Locations) expect([location.Name, location.TradingDays]).toEqual([location.Name, traded([location.LocationId])])
  })
})

it.each([
  ['within one', '2026-04-02', '2026-04-06'],
  ['from one to the next', '2026-03-20', '2026-04-05'],
])('of months that are over, a range %s counts its own days alone', async (_, from, to) => {
  const answer = await ask({ FromDate: from, ToDate: to })
  expectFigures(answer.Totals, { from, to }, 'all')
  const { Sales } = figuresFrom(chosen(sales, { from: addDays(from, -7), to: addDays(to, -7) }))
  expect(answer.Totals.LastWeek.Sales).toBe(Sales)
})

describe('hours', () => {
  it('first and last sale and the hours between, noted or read from the sales, are those of the sales that stand', async () => {
    const db = connectAsOwner(app.databaseUrl)
    const expected = await db`
      select location_id as id, business_date::text as day, to_char(min(closed_at) at time zone 'Australia/Sydney', 'HH24:MI') as first,
        to_char(max(closed_at) at time zone 'Australia/Sydney', 'HH24:MI') as last,
        round(floor(extract(epoch from max(closed_at) - min(closed_at)) / 60) / 60, 2)::float8 as hours
      from sale where venue_id = 1 and kind = 1 and n = 1 and sale_id not in (select counter_of from sale where counter_of is not null and venue_id = 1)
      group by 1, 2`
    await db.end()
    const answers = [
      await ask({ FromDate: '2026-03-30', ToDate: '2026-04-10' }),
      await ask({ FromDate: '2026-10-01', ToDate: '2026-10-05' }),
      await ask({ FromDate: '2026-11-01', ToDate: '2026-11-20' }),
    ]
    let seen = 0
    for (const { Locations } of answers) {
      for (const { LocationId, Days } of Locations) {
        for (const { Date: day, FirstSale, LastSale, HoursOpen } of Days) {
          const row = expected.find((one) => one.id === LocationId && one.day === day)
          expect([LocationId, day, FirstSale, LastSale, HoursOpen]).toEqual([LocationId, day, row?.first ?? null, row?.last ?? null, row?.hours ?? null])
          if (row) seen += 1
        }
      }
    }
    expect(seen).toBeGreaterThan(60)
  })

  it('a sale that was taken back, or rung up anew, does not open the day', async () => {
    const { Locations } = await ask({ FromDate: '2026-11-12', ToDate: '2026-11-13' })
    expect(Locations[0]?.Days[0]?.FirstSale).not.toBe('05:10')
    expect(Locations[1]?.Days[1]?.FirstSale).not.toBe('05:20')
  })

  it('of a day whose every sale was taken back after they were noted there are none', async () => {
    const day = '2026-09-08'
    const sold = plainSale(`${day}T12:00:00+10:00`, 900)
    const taken = plainSale(`${day}T12:05:00+10:00`, 0, { Type: 'Void', OriginalSaleId: sold.SaleId, Lines: [], Tenders: [], Totals: { Total: 0 } })
    const hours = async () => {
      const { Locations } = await ask({ FromDate: day, ToDate: day, Locations: '3' })
      return [Locations[0]?.Days[0]?.FirstSale, Locations[0]?.Days[0]?.LastSale]
    }
    await storeTrade(app.database, 1, 3, [sold], NOW)
    await closeDaysOfVenue(app.database, 1, NOW)
    expect(await hours()).toEqual(['12:00', '12:00'])
    await storeTrade(app.database, 1, 3, [taken], NOW)
    expect(await hours()).toEqual([null, null])
  })

  it('of a time of day they are not kept', async () => {
    const { Locations } = await ask({ FromDate: '2026-11-12', ToDate: '2026-11-13', Daypart: 'Dinner' })
    expect(Locations[0]?.Days[0]).toMatchObject({ FirstSale: null, LastSale: null, HoursOpen: null })
  })

  it.each([
    ['2026-10-03', 23],
    ['2026-04-04', 25],
  ])('daylight saving: the day of %s has %i hours, and the hours passed are told', async (day, length) => {
    const sale = (clock: string) => plainSale(clock, 100)
    const [first, last] =
      day === '2026-10-03' ? ['2026-10-03T05:00:00+10:00', '2026-10-04T04:59:00+11:00'] : ['2026-04-04T05:00:00+11:00', '2026-04-05T04:59:00+10:00']
    await storeTrade(app.database, 1, 3, [sale(first as string), sale(last as string)], NOW)
    const { Locations } = await ask({ FromDate: day, ToDate: day, Locations: '3' })
    expect(Locations[0]?.Days[0]).toMatchObject({ FirstSale: '05:00', LastSale: '04:59', HoursOpen: Math.round((length - 1 / 60) * 100) / 100 })
    sales = await readSales(app.databaseUrl, 1)
  })
})

/** What a report tells of its totals and of those compared with; the Media Summary has several, one for each currency. */
interface Compared {
  Totals: { Net?: number; NetExTax?: number; Visits?: number; Compared?: number }[]
  Compare: { Totals: Compared['Totals'][number] }
}
const netOf = ({ Net }: Compared['Totals'][number]) => Net

describe('against last week and last year', () => {
  const net = (filter: OracleFilter) => figuresFrom(chosen(sales, filter)).Net

  it('each day against the same day, the open day cut at the same minute', async () => {
    const { Totals, Locations } = await ask({ FromDate: '2026-11-16', ToDate: '2026-11-22' })
    const days = everyDay('2026-11-16', '2026-11-20')
    const against = (day: string, back: number, locations?: number[]) => {
      const then = addDays(day, -back)
      return net({ from: then, to: then, locations, untilMinute: day === '2026-11-20' ? MINUTE : undefined })
    }
    for (const [i, day] of days.entries()) {
      expect([day, Totals.Days[i]?.LastWeek.Net, Totals.Days[i]?.LastYear.Net]).toEqual([day, against(day, 7), against(day, 364)])
      for (const { LocationId, Days } of Locations) expect(Days[i]?.LastYear.Net).toBe(against(day, 364, [LocationId]))
    }
    expect(Totals.Days.slice(5).map(({ LastWeek }) => LastWeek)).toEqual([
      { Sales: 0, Net: 0 },
      { Sales: 0, Net: 0 },
    ])
    const all = days.reduce((sum, day) => sum + Math.round(against(day, 7) * 100), 0) / 100
    expect(Totals.LastWeek.Net).toBe(all)
  })

  it('Easter meets Easter, and is marked', async () => {
    const { Days, Totals } = await ask({ FromDate: '2026-04-02', ToDate: '2026-04-06' })
    expect(Days.map(({ Holidays }) => Holidays.map(({ Key }) => Key))).toEqual([[], ['goodFriday'], ['easterSaturday'], ['easterSunday'], ['easterMonday']])
    const then = ['2025-04-03', '2025-04-18', '2025-04-19', '2025-04-20', '2025-04-21']
    expect(Totals.Days.map(({ LastYear }) => LastYear.Net)).toEqual(then.map((day) => net({ from: day, to: day })))
    expect(Totals.Days[1]?.LastYear.Net).toBeGreaterThan(0)
  })

  it('weekdays are chosen by the day, not by what it meets', async () => {
    const { Totals } = await ask({ FromDate: '2026-04-01', ToDate: '2026-04-07', Weekdays: '5' })
    expect(Totals.Days.map(({ Date: day, LastYear }) => [day, LastYear.Net])).toEqual([['2026-04-03', net({ from: '2025-04-18', to: '2025-04-18' })]])
  })

  // Anzac Day was a Friday and is a Saturday; the Friday before it meets the Saturday that was left over.
  it.each([
    ['6', '2025-04-25'],
    ['5', '2025-04-26'],
  ])('and so they are by every report that compares by holidays: weekday %s meets %s', async (Weekdays, then) => {
    const range = { FromDate: '2026-04-20', ToDate: '2026-04-26', Weekdays }
    const { Totals } = await ask(range)
    expect(Totals.LastYear.Net).toBe(net({ from: then, to: then }))
    const told = async (path: string, query: Record<string, string>) => (await owner.call<Compared>('GET', `${path}?${new URLSearchParams(query)}`)).body
    const reports: [string, (totals: Compared['Totals'][number]) => number | undefined][] = [
      ...['day', 'group', 'employee', 'bestsellers', 'bistrocovers'].map((name): [string, typeof netOf] => [`/sales/${name}`, netOf]),
      ['/reports/plu-sales', netOf],
      ['/sales/costs', ({ NetExTax }) => NetExTax],
      ['/sales/membervisits', ({ Visits }) => Visits],
    ]
    for (const [path, figure] of reports) {
      const before = figure((await told(path, { FromDate: then, ToDate: then })).Totals as never)
      const { Compare } = await told(path, { ...range, Compare: 'same-holidays-last-year' })
      expect([path, figure(Compare.Totals)]).toEqual([path, before])
      expect(before, path).toBeGreaterThan(0)
    }
    const [paid] = (await told('/reports/media-summary', { FromDate: then, ToDate: then })).Totals
    const [media] = (await told('/reports/media-summary', { ...range, Compare: 'same-holidays-last-year' })).Totals
    expect(media?.Compared).toBe(paid && netOf(paid))
  })

  it('Sales Summary compares by holidays as well', async () => {
    const query = { FromDate: '2026-04-02', ToDate: '2026-04-06', Compare: 'same-holidays-last-year' }
    const { body } = await owner.call<{ Compare: { Totals: { Net: number; ByPeriod: { Net: number[] } }; Ranges: object[] } }>(
      'GET',
      `/sales/day?${new URLSearchParams(query)}`,
    )
    expect(body.Compare.Ranges).toEqual([
      { FromDate: '2025-04-03', ToDate: '2025-04-03' },
      { FromDate: '2025-04-18', ToDate: '2025-04-21' },
    ])
    expect(body.Compare.Totals.Net).toBe(net({ from: '2025-04-18', to: '2025-04-21' }))
    expect(body.Compare.Totals.ByPeriod.Net[1]).toBe(net({ from: '2025-04-18', to: '2025-04-18' }))
    const long = await owner.call('GET', '/sales/day?FromDate=2026-01-01&ToDate=2026-06-30&Compare=same-holidays-last-year')
    expect([long.status, JSON.stringify(long.body)]).toEqual([400, expect.stringContaining('at most 92 days')])
  })
})

describe('totals, averages, files', () => {
  it('averages are of the totals over trading days, not of averages', async () => {
    const { Totals } = await ask({ FromDate: '2026-10-26', ToDate: '2026-11-15' })
    expect(Totals.TradingDays).toBeLessThan(Totals.CalendarDays)
    expect(Totals.Average.Net).toBe(Math.round(((Totals.Net ?? 0) / Totals.TradingDays) * 100) / 100)
    expect(Totals.Average.AverageSpend).toBe(Totals.AverageSpend)
  })

  it.each(['summary', 'detail'])('CSV and XLSX have the rows of the answer: %s', async (View) => {
    const query = { FromDate: '2026-11-09', ToDate: '2026-11-15', View }
    const answer = await ask(query)
    const { csv, xlsx } = await filesOf(app.url, owner, '/reports/daily-sales', query)
    expect(xlsx).toEqual(csv)
    const [header = [], ...rows] = csv
    const at = (title: string) => header.indexOf(title)
    const expected =
      View === 'summary'
        ? answer.Totals.Days.map((day) => [day.Date, String(day.Net), String(day.Tax), day.FirstSale ?? ''])
        : answer.Locations.flatMap(({ Days }) => Days.map((day) => [day.Date, String(day.Net), String(day.Tax), day.FirstSale ?? '']))
    expect(rows.slice(0, expected.length).map((row) => [row[0], row[at('Net sales')], row[at('GST')], row[at('First sale')]])).toEqual(expected)
    const total = rows[expected.length]
    expect([total?.[0], total?.[at('Net sales')]]).toEqual(['Total', String(answer.Totals.Net)])
    expect(rows[expected.length + 1]?.[at('Net sales')]).toBe(String(answer.Totals.Average.Net))
  })

  it('nothing sold is zeros, not an error', async () => {
    const { Totals, Days } = await ask({ FromDate: '2024-02-28', ToDate: '2024-03-01' })
    expect(Days.map(({ Date: day }) => day)).toEqual(['2024-02-28', '2024-02-29', '2024-03-01'])
    expect(Totals).toMatchObject({ Net: 0, Sales: 0, TradingDays: 0, CalendarDays: 3, Average: { Days: 0, Net: 0 } })
  })

  it.each([
    ['a range backwards', { FromDate: '2026-11-02', ToDate: '2026-11-01' }, 'RangeBackwards'],
    ['too many days', { FromDate: '2020-01-01', ToDate: '2026-11-01' }, 'RangeTooLong'],
    ['a daypart nobody has', { FromDate: '2026-11-01', ToDate: '2026-11-02', Daypart: 'Elevenses' }, 'ValidationFailed'],
  ])('%s is refused', async (_what, query, code) => {
    const answer = await owner.call('GET', `/reports/daily-sales?${new URLSearchParams(query as Record<string, string>)}`)
    expect([answer.status, answer.body.ResponseStatus?.ErrorCode]).toEqual([400, code])
  })
})
