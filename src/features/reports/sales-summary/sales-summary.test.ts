import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomFor } from '#db/demo/random.ts'
import { atPeriod } from '#features/reports/kit/by-period.rules.ts'
import { bucketsOf, type DayUnit, hoursOf } from '#features/reports/kit/period.rules.ts'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { addDays, everyDay } from '#shared/day.ts'
import { periodsOf } from '#tests/by-period.ts'
import { chosen, figuresFrom, itemFiguresFrom, mediaFrom, type OracleFilter, type OracleSale, readSales } from '#tests/sales-oracle.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { SalesAnswer } from './sales-summary.contract.ts'

/** A Friday evening in Sydney, 21:04: the bar is full, the bistro nearly done. */
const NOW = new Date('2026-11-20T10:04:00Z')
const MINUTE = (21 - 5) * 60 + 4
const DAYPARTS = [
  { Name: 'Lunch', From: 11, To: 15 },
  { Name: 'Late', From: 21, To: 29 },
]
/** Days enough for every question: three weeks to now, four Fridays, last year, New Year's Eve, the nights the clocks change. */
const DAYS = [
  ...everyDay('2025-11-13', '2025-11-15'),
  '2025-12-31',
  ...['2026-04-04', '2026-10-03'],
  ...['2026-10-20', '2026-10-23', '2026-10-30'],
  ...everyDay('2026-11-02', '2026-11-20'),
]

/** Come in after their days were closed: products are read from the lines, as today's are, and October's days one by one. */
const LATE = ['2026-11-04', '2026-10-23']

let app: StartedApp
let owner: Visitor
let sales: OracleSale[]

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  const all = sampleTrade(DAYS, NOW)
  const isLate = ({ ClosedAt }: { ClosedAt: string }) => LATE.includes(ClosedAt.slice(0, 10))
  for (const { locationId, sales: trade } of all)
    await storeTrade(
      app.database,
      1,
      locationId,
      trade.filter((sale) => !isLate(sale)),
      NOW,
    )
  await closeDaysOfVenue(app.database, 1, NOW)
  for (const { locationId, sales: trade } of all) await storeTrade(app.database, 1, locationId, trade.filter(isLate), NOW)
  sales = await readSales(app.databaseUrl, 1)
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
}, 120_000)
afterAll(() => app.close())

const ask = async (path: string, query: Record<string, string>): Promise<SalesAnswer> => {
  const answer = await owner.call<SalesAnswer>('GET', `${path}?${new URLSearchParams(query)}`)
  expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(200)
  return answer.body as SalesAnswer
}

it('a report tells how long it took, and nothing else does', async () => {
  const report = await owner.call('GET', '/sales/day?FromDate=2026-11-09&ToDate=2026-11-15')
  expect(report.headers.get('server-timing')).toMatch(/^app;dur=\d+\.\d\d$/)
  for (const path of ['/auth/session', '/imports/runs']) {
    const other = await owner.call('GET', path)
    expect([path, other.status, other.headers.get('server-timing')]).toEqual([path, 200, null])
  }
})

it('a long report is what the same in parts is', async () => {
  const whole = await ask('/sales/day', { FromDate: '2024-01-01', ToDate: '2026-11-15' })
  const month = await ask('/sales/day', { FromDate: '2026-10-01', ToDate: '2026-10-31' })
  const from = whole.Periods.findIndex(({ Period }) => Period === '2026-10-01')
  expect(month.Totals.ByPeriod.Amount.some((amount) => (amount ?? 0) > 0)).toBe(true)
  expect(periodsOf(whole, whole.Totals).slice(from, from + 31)).toEqual(periodsOf(month, month.Totals))
  for (const [i, location] of month.Locations.entries()) {
    expect(whole.Locations[i]?.LocationId).toBe(location.LocationId)
    expect(periodsOf(whole, whole.Locations[i] ?? location).slice(from, from + 31)).toEqual(periodsOf(month, location))
  }
})

/** Money is compared in cents: 0.1 + 0.2 must not matter to a test of money. */
const cents = (figures: object, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, Math.round(((figures as Record<string, number>)[name] ?? Number.NaN) * 10_000) / 10_000]))

const expectFigures = (actual: object, expected: object, what: string) => {
  const names = Object.keys(expected)
  expect(cents(actual, names), what).toEqual(cents(expected, names))
}

/** What a period is compared with, at all places together. */
const periodOf = (compared: SalesAnswer['Compare'] | undefined, i: number): object => (compared ? atPeriod(compared.Totals.ByPeriod, i) : {})

const expectAll = (answer: SalesAnswer, filter: OracleFilter, periods: readonly { period: string; filter: Partial<OracleFilter> }[]) => {
  const ids = filter.locations ?? [1, 2, 3]
  const figures = (more: Partial<OracleFilter>) => {
    const some = chosen(sales, { ...filter, ...more })
    return filter.items ? itemFiguresFrom(some, filter.items) : figuresFrom(some)
  }
  expect(answer.Locations.map(({ LocationId }) => LocationId)).toEqual([...ids])
  expect(answer.Periods.map(({ Period }) => Period)).toEqual(periods.map(({ period }) => period))
  expectFigures(answer.Totals, figures({}), 'all')
  for (const location of answer.Locations) expectFigures(location, figures({ locations: [location.LocationId] }), location.Name)
  for (const [i, { period, filter: cell }] of periods.entries()) {
    expectFigures(atPeriod(answer.Totals.ByPeriod, i), figures(cell), period)
    for (const location of answer.Locations)
      expectFigures(atPeriod(location.ByPeriod, i), figures({ ...cell, locations: [location.LocationId] }), `${location.Name} ${period}`)
  }
}

describe('every figure against the lines, to the cent', () => {
  it('a week by location and day', async () => {
    const answer = await ask('/sales/day', { FromDate: '2026-11-09', ToDate: '2026-11-15' })
    const days = everyDay('2026-11-09', '2026-11-15')
    expect(answer.Totals.Sales).toBeGreaterThan(900)
    expect(answer.Totals.Currency).toBe('AUD')
    expectAll(
      answer,
      { from: '2026-11-09', to: '2026-11-15' },
      days.map((day) => ({ period: day, filter: { from: day, to: day } })),
    )
  })

  const random = randomFor(7, 'questions about sales')
  const questions = Array.from({ length: 36 }, () => {
    const unit = random.pick(['day', 'week', 'month', 'year'] as const)
    const from = addDays(random.pick(['2025-10-25', '2026-03-20', '2026-09-20', '2026-10-20', '2026-10-20']), random.between(0, 22))
    const longest = { day: 60, week: 300, month: 390, year: 400 }[unit]
    const to = addDays(from, random.between(1, longest))
    const locations = random.chance(0.5) ? undefined : ([[1], [2, 3], [1, 3]][random.between(0, 2)] as number[])
    const weekdays = random.chance(0.3) ? [5, 6, 7].slice(random.between(0, 2)) : undefined
    const daypart = random.chance(0.3) ? random.pick(DAYPARTS) : undefined
    const items = random.chance(0.3) ? ['1001', '1201', '1002'].slice(random.between(0, 2)) : undefined
    // Items at a time of day are answered for a quarter.
    const quarter = addDays(from, 91)
    return { unit, from, to: daypart && items && quarter < to ? quarter : to, locations, weekdays, daypart, items }
  })
  it.each(questions)(
    '$unit $from to $to, locations $locations, weekdays $weekdays, $daypart.Name, items $items',
    async ({ unit, from, to, locations, weekdays, daypart, items }) => {
      const query = {
        FromDate: from,
        ToDate: to,
        ...(locations ? { Locations: locations.join(',') } : {}),
        ...(weekdays ? { Weekdays: weekdays.join(',') } : {}),
        ...(daypart ? { Daypart: daypart.Name } : {}),
        ...(items ? { Items: items.join(',') } : {}),
      }
      const answer = await ask(`/sales/${items ? 'selected/' : ''}${unit}`, query)
      const filter = { from, to, locations, weekdays, hours: daypart && hoursOf(daypart), items }
      const buckets = bucketsOf({ from, to }, unit as DayUnit, 1)
      expectAll(
        answer,
        filter,
        buckets.map((bucket) => ({ period: bucket.period, filter: { from: bucket.from, to: bucket.to } })),
      )
    },
  )

  it.each([
    { unit: 'week', from: '2025-10-29', to: '2026-11-20', locations: undefined },
    { unit: 'day', from: '2025-11-01', to: '2026-04-30', locations: [1, 3] },
    { unit: 'day', from: '2025-12-01', to: '2025-12-31', locations: undefined },
  ] as const)('months that were packed and others, by $unit from $from', async ({ unit, from, to, locations }) => {
    const answer = await ask(`/sales/${unit}`, { FromDate: from, ToDate: to, ...(locations ? { Locations: locations.join(',') } : {}) })
    const periods = bucketsOf({ from, to }, unit, 1).map((bucket) => ({ period: bucket.period, filter: { from: bucket.from, to: bucket.to } }))
    expectAll(answer, { from, to, locations: locations && [...locations] }, periods)
  })

  it('one day by the hour, from the cut-off on', async () => {
    const answer = await ask('/sales/interval', { Date: '2026-11-14' })
    expect(answer.Interval).toBe('hour')
    expect([answer.Periods[0]?.Period, answer.Periods.at(-1)?.Period]).toEqual(['05:00', '04:00'])
    expectAll(
      answer,
      { from: '2026-11-14', to: '2026-11-14' },
      answer.Periods.map(({ Period }) => ({ period: Period, filter: { hours: [Number(Period.slice(0, 2))] } })),
    )
  })

  it('a month by the hour adds the days up', async () => {
    const answer = await ask('/sales/interval', { FromDate: '2026-10-20', ToDate: '2026-11-15' })
    expectFigures(answer.Totals, figuresFrom(chosen(sales, { from: '2026-10-20', to: '2026-11-15' })), 'all')
    expect(answer.Totals.ByPeriod.Sales.reduce((sum, count) => sum + count, 0)).toBe(answer.Totals.Sales)
  })

  it('a range of one day is hourly whatever unit is asked', async () => {
    const hourly = await ask('/sales/interval', { Date: '2026-11-14' })
    for (const unit of ['day', 'week', 'month', 'year']) expect(await ask(`/sales/${unit}`, { FromDate: '2026-11-14', ToDate: '2026-11-14' })).toEqual(hourly)
  })

  it.each(['2026-04-04', '2026-10-03'])('the night the clocks change, %s, loses and doubles nothing', async (day) => {
    const answer = await ask('/sales/interval', { Date: day })
    expectFigures(answer.Totals, figuresFrom(chosen(sales, { from: day, to: day })), day)
    expect(answer.Totals.ByPeriod.Net.reduce<number>((sum, net) => sum + Math.round((net ?? 0) * 100), 0)).toBe(Math.round((answer.Totals.Net ?? 0) * 100))
    expect(answer.Hours?.reduce((sum, { Sales }) => sum + Sales, 0)).toBe(answer.Totals.Sales)
  })
})

describe('the same trade from every side', () => {
  const week = { FromDate: '2026-11-09', ToDate: '2026-11-15' }

  it('takings are what was paid, media by media', async () => {
    for (const query of [week, { ...week, Locations: '2' }, { ...week, Weekdays: '6,7' }, { ...week, Daypart: 'Lunch' }] as Record<string, string>[]) {
      const { Media, Totals } = await ask('/sales/day', query)
      const filter = {
        from: week.FromDate,
        to: week.ToDate,
        locations: query.Locations ? [2] : undefined,
        weekdays: query.Weekdays ? [6, 7] : undefined,
        hours: query.Daypart ? [11, 12, 13, 14] : undefined,
      }
      const expected = [...mediaFrom(chosen(sales, filter))].filter(([, net]) => net !== 0)
      expect(new Map(Media?.filter(({ Amount }) => Amount !== 0).map(({ MediaKey, Amount }) => [MediaKey, Math.round(Amount * 100)]))).toEqual(
        new Map(expected),
      )
      expect(Media?.reduce((sum, { Amount }) => sum + Math.round(Amount * 100), 0)).toBe(Math.round((Totals.Takings ?? 0) * 100))
      expect(Media?.every(({ Name }) => Name !== '')).toBe(true)
    }
  })

  it('hours and dayparts add up to the day', async () => {
    const { Hours, Dayparts, Totals } = await ask('/sales/day', week)
    expect(Hours?.reduce((sum, { Net }) => sum + Math.round((Net ?? 0) * 100), 0)).toBe(Math.round((Totals.Net ?? 0) * 100))
    for (const { Name, From, To, Net, Sales } of Dayparts ?? []) {
      const some = figuresFrom(chosen(sales, { from: week.FromDate, to: week.ToDate, hours: hoursOf({ Name, From, To }) }))
      expect([Name, Net, Sales]).toEqual([Name, some.Net, some.Sales])
    }
  })

  it.each<Record<string, string>>([{}, { Weekdays: '5,6' }])('chosen items had the same hours whichever way they are asked, %j', async (filter) => {
    const items = { ...week, Items: '1001,1002,2001', ...filter }
    const [byHour, byDay] = [await ask('/sales/selected/interval', items), await ask('/sales/selected/day', items)]
    expect(byHour.Hours?.some(({ Sales }) => Sales > 0)).toBe(true)
    expect([byHour.Hours, byHour.Dayparts]).toEqual([byDay.Hours, byDay.Dayparts])
  })

  it('places add up to all sales', async () => {
    const { Totals } = await ask('/sales/day', week)
    expect((Totals.ShiftCount ?? 0) + (Totals.DeliveryCount ?? 0) + (Totals.TakeawayCount ?? 0)).toBe(Totals.TotalCount)
  })

  it('averages are of the whole, not of the averages', async () => {
    const { Totals } = await ask('/sales/day', week)
    expect(Totals.AverageSpend).toBe(Math.round(((Totals.Net ?? 0) / (Totals.Customers ?? 1)) * 100) / 100)
    expect(Totals.AverageSale).toBe(Math.round(((Totals.Amount ?? 0) / Totals.Sales) * 100) / 100)
  })

  it('says how fresh each location is, on its own clock', async () => {
    const { Locations, AsAt } = await ask('/sales/day', week)
    expect(AsAt).toBe(NOW.toISOString())
    for (const { LocationId, LastSaleAt, LastSaleDay, Today } of Locations) {
      expect(Today).toBe('2026-11-20')
      expect(LastSaleDay).toBe('2026-11-20')
      expect(LastSaleAt).toMatch(/^2026-11-(20|21)T\d\d:\d\d:\d\d\+11:00$/)
      expect(Date.parse(LastSaleAt ?? '')).toBeLessThanOrEqual(NOW.getTime())
      expect(LocationId).toBeGreaterThan(0)
    }
  })

  it('calls a location silent only at an hour it usually sells in', async () => {
    // All were heard at the moment of the test; an hour later the bar should have been heard again, the cellar door is closed.
    const later = await startApp({ now: () => new Date(NOW.getTime() + 3_600_000) })
    const trade = sampleTrade(
      everyDay('2026-10-01', '2026-11-20').filter((day) => new Date(day).getUTCDay() === 5),
      NOW,
    )
    for (const { locationId, sales: some } of trade) await storeTrade(later.database, 1, locationId, some, NOW)
    const visitor = await signedIn(later.url, 'owner', 'harbour-and-vine')
    const { body } = await visitor.call<SalesAnswer>('GET', '/sales/interval?Date=2026-11-20')
    expect((body as SalesAnswer).Locations.map(({ Name, Silent }) => [Name, Silent])).toEqual([
      ['Harbour Bar', true],
      ['Vine Bistro', true],
      ['Cellar Door', false],
    ])
    await later.close()
  }, 60_000)
})

describe('comparisons', () => {
  const compared = async (query: Record<string, string>) => (await ask('/sales/day', query)).Compare

  it('the same days last week, the open day cut at the same minute', async () => {
    const answer = await ask('/sales/day', { FromDate: '2026-11-16', ToDate: '2026-11-20', Compare: 'same-days-last-week' })
    const { Compare } = answer
    expect(Compare).toMatchObject({ Kind: 'same-days-last-week', SameElapsedPart: true, Ranges: [{ FromDate: '2026-11-09', ToDate: '2026-11-13' }] })
    const whole = chosen(sales, { from: '2026-11-09', to: '2026-11-12' })
    const cut = chosen(sales, { from: '2026-11-13', to: '2026-11-13', untilMinute: MINUTE })
    expect(cut.length).toBeLessThan(chosen(sales, { from: '2026-11-13', to: '2026-11-13' }).length)
    expectFigures(Compare?.Totals ?? {}, figuresFrom([...whole, ...cut]), 'all')
    expectFigures(periodOf(Compare, 4), figuresFrom(cut), 'the open day')
    expectFigures(periodOf(Compare, 0), figuresFrom(chosen(sales, { from: '2026-11-09', to: '2026-11-09' })), 'a whole day')
    expect(answer.Periods.map(({ State }) => State)).toEqual(['closed', 'closed', 'closed', 'closed', 'open'])
  })

  it('a week that is to come in part leaves what has not come out of both sides', async () => {
    const answer = await ask('/sales/day', { FromDate: '2026-11-16', ToDate: '2026-11-22', Compare: 'same-days-last-week' })
    expect(answer.Periods.map(({ State }) => State)).toEqual(['closed', 'closed', 'closed', 'closed', 'open', 'to-come', 'to-come'])
    const toNow = await compared({ FromDate: '2026-11-16', ToDate: '2026-11-20', Compare: 'same-days-last-week' })
    expect(answer.Compare?.Totals.Net).toBe(toNow?.Totals.Net)
    expect(answer.Compare?.Totals.ByPeriod.Net.slice(5)).toEqual([0, 0])
  })

  it('the same weeks last year, by week', async () => {
    const answer = await ask('/sales/week', { FromDate: '2026-11-09', ToDate: '2026-11-15', Compare: 'same-weeks-last-year' })
    expectFigures(answer.Compare?.Totals ?? {}, figuresFrom(chosen(sales, { from: '2025-11-10', to: '2025-11-16' })), 'all')
    expectFigures(periodOf(answer.Compare, 0), figuresFrom(chosen(sales, { from: '2025-11-10', to: '2025-11-16' })), 'the week')
  })

  it('the month to today against the same days of the month before', async () => {
    const answer = await ask('/sales/month', { FromDate: '2026-11-01', ToDate: '2026-11-20', Compare: 'previous' })
    const expected = [
      ...chosen(sales, { from: '2026-10-01', to: '2026-10-19' }),
      ...chosen(sales, { from: '2026-10-20', to: '2026-10-20', untilMinute: MINUTE }),
    ]
    expectFigures(answer.Compare?.Totals ?? {}, figuresFrom(expected), 'all')
    expectFigures(periodOf(answer.Compare, 0), figuresFrom(expected), 'the month')
  })

  it('an hour today against the same hour, up to the same minute', async () => {
    const answer = await ask('/sales/interval', { Date: '2026-11-20', Compare: 'same-days-last-week' })
    expectFigures(answer.Compare?.Totals ?? {}, figuresFrom(chosen(sales, { from: '2026-11-13', to: '2026-11-13', untilMinute: MINUTE })), 'all')
    const nine = answer.Periods.findIndex(({ Period }) => Period === '21:00')
    expect(answer.Periods.slice(nine, nine + 2).map(({ State }) => State)).toEqual(['open', 'to-come'])
    expectFigures(
      periodOf(answer.Compare, nine),
      figuresFrom(chosen(sales, { from: '2026-11-13', to: '2026-11-13', untilMinute: MINUTE, hours: [21] })),
      'the hour',
    )
  })

  it('the average of four weeks is the average of the four, cut alike', async () => {
    const answer = await compared({ FromDate: '2026-11-20', ToDate: '2026-11-20', Compare: 'four-week-average' })
    const four = ['2026-11-13', '2026-11-06', '2026-10-30', '2026-10-23'].flatMap((day) => chosen(sales, { from: day, to: day, untilMinute: MINUTE }))
    const { Net, Sales } = figuresFrom(four)
    expect(answer?.Totals.Net).toBe(Math.round((Net / 4) * 100) / 100)
    expect(answer?.Totals.Sales).toBe(Sales / 4)
  })

  it('carries the filters along', async () => {
    const query = { FromDate: '2026-11-09', ToDate: '2026-11-15', Compare: 'same-days-last-week', Weekdays: '5,6', Daypart: 'Late', Locations: '1' }
    const expected = chosen(sales, { from: '2026-11-02', to: '2026-11-08', weekdays: [5, 6], hours: hoursOf({ Name: '', From: 21, To: 29 }), locations: [1] })
    expectFigures((await compared(query))?.Totals ?? {}, figuresFrom(expected), 'all')
  })

  it('a custom range of another length is counted whole, day against day as far as they go', async () => {
    const answer = await compared({ FromDate: '2026-11-09', ToDate: '2026-11-11', Compare: 'custom', CompareFrom: '2026-11-02', CompareTo: '2026-11-06' })
    expectFigures(answer?.Totals ?? {}, figuresFrom(chosen(sales, { from: '2026-11-02', to: '2026-11-06' })), 'all')
    expectFigures(periodOf(answer, 2), figuresFrom(chosen(sales, { from: '2026-11-04', to: '2026-11-04' })), 'the third day')
  })

  it('items are compared as items', async () => {
    const answer = await ask('/sales/selected/day', { FromDate: '2026-11-16', ToDate: '2026-11-20', Compare: 'same-days-last-week', Items: '1001' })
    const expected = [
      ...chosen(sales, { from: '2026-11-09', to: '2026-11-12' }),
      ...chosen(sales, { from: '2026-11-13', to: '2026-11-13', untilMinute: MINUTE }),
    ]
    expectFigures(answer.Compare?.Totals ?? {}, itemFiguresFrom(expected, ['1001']), 'all')
  })
})

describe('nothing sold', () => {
  it('is zeros, not an error', async () => {
    const answer = await ask('/sales/day', { FromDate: '2024-02-28', ToDate: '2024-03-01', Compare: 'previous' })
    expect(answer.Periods.map(({ Period }) => Period)).toEqual(['2024-02-28', '2024-02-29', '2024-03-01'])
    expect(answer.Totals).toMatchObject({ Sales: 0, Net: 0, Takings: 0, AverageSale: null, Currency: 'AUD' })
    expect(answer.Locations).toHaveLength(3)
    expect(answer.Media).toEqual([])
  })

  it('of an item nobody has is zeros', async () => {
    const answer = await ask('/sales/selected/day', { FromDate: '2026-11-09', ToDate: '2026-11-15', Items: 'no-such-plu' })
    expect(answer.Totals).toMatchObject({ Sales: 0, Net: 0 })
  })
})

// The last one, since it closes the days again that came late.
it('weeks that begin on another day than they were packed by', async () => {
  const turned = (weekStart: number) => app.database.inVenue(1, (sql) => sql`update venue set week_start = ${weekStart} where venue_id = 1`)
  await closeDaysOfVenue(app.database, 1, NOW)
  await turned(4)
  try {
    const range = { from: '2026-09-30', to: '2026-11-20' }
    const byWeek = async () => {
      const answer = await ask('/sales/week', { FromDate: range.from, ToDate: range.to })
      const periods = bucketsOf(range, 'week', 4).map((bucket) => ({ period: bucket.period, filter: { from: bucket.from, to: bucket.to } }))
      expectAll(answer, range, periods)
    }
    await byWeek()
    await closeDaysOfVenue(app.database, 1, NOW)
    await byWeek()
  } finally {
    await turned(1)
  }
})
