import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import { everyDay } from '#shared/day.ts'
import { periodsOf } from '#tests/by-period.ts'
import { randomTrade, type TradingPlace } from '#tests/random-trade.ts'
import { filesOf } from '#tests/report-files.ts'
import { chosen, figuresFrom, itemFiguresFrom, mediaFrom, type OracleFilter, type OracleSale, readSales } from '#tests/sales-oracle.ts'
import { SEEDS } from '#tests/sampled.ts'
import { staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { DailyAnswer } from './daily-sales/daily-sales.contract.ts'
import { bucketStart, bucketsOf, type DayUnit } from './kit/period.rules.ts'
import { tableWords } from './kit/table.messages.ts'
import type { MediaAnswer } from './media-summary/media-summary.contract.ts'
import type { PluAnswer } from './plu-sales/plu-sales.contract.ts'
import type { BreakdownAnswer } from './sales-breakdown/sales-breakdown.contract.ts'
import type { SalesAnswer } from './sales-summary/sales-summary.contract.ts'
import { DETAIL } from './sales-summary/sales-table.rules.ts'
import type { WeeklyAnswer } from './weekly-summary/weekly-summary.contract.ts'

/**
 * What holds of every figure of sales, whatever was sold: domain section 3.0, I1 to I5, and that a figure is the same by the API, as CSV,
 * as XLSX and by SQL over the lines. On random trade, half of it in the small hours, in four zones over every change of their clocks.
 */
const NOW = new Date('2026-11-20T10:04:00Z')
/** With the hours they are ahead in winter, and two moments at which their clocks show the same time. */
const ZONES = [
  ['Australia/Sydney', 10, '2026-04-04T15:30:00Z', '2026-04-04T16:30:00Z'],
  ['Australia/Adelaide', 9.5, '2026-04-04T16:00:00Z', '2026-04-04T17:00:00Z'],
  ['Australia/Lord_Howe', 10.5, '2026-04-04T14:45:00Z', '2026-04-04T15:15:00Z'],
  ['Europe/London', 0, '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'],
] as const
/** Both changes of every clock, the turn of a year and of a financial year, the end of February, and the week that is under way. */
const NIGHTS = [
  ['2025-10-03', '2025-10-06'],
  ['2025-10-25', '2025-10-27'],
  ['2026-03-28', '2026-03-30'],
  ['2026-04-03', '2026-04-06'],
  ['2026-10-03', '2026-10-05'],
  ['2026-10-24', '2026-10-26'],
] as const
const OTHERS = ['2025-12-31', '2026-01-01', '2026-02-28', '2026-03-01', '2026-06-30', '2026-07-01', '2026-11-16', '2026-11-18', '2026-11-19', '2026-11-20']
const DAYS = [...NIGHTS.flatMap(([from, to]) => everyDay(from, to)), ...OTHERS]
const WHOLE = { from: '2025-10-01', to: '2026-11-20' }

let app: StartedApp
let sql: Sql
beforeAll(async () => {
  app = await startApp({ sample: false, now: () => NOW })
  sql = connectAsOwner(app.databaseUrl)
}, 60_000)
afterAll(async () => {
  await sql.end()
  await app.close()
})

/** Whole numbers of ten-thousandths, so that sums are exact. */
const parts = (value: number | null | undefined): number => Math.round((value ?? Number.NaN) * 10_000)
type Figured = object
/** What has no cost adds nothing to the cost of the whole, where all of it counts as profit. */
const figure = (of: Figured | undefined, name: string): number => {
  const row = of as Record<string, number | null> | undefined
  if (name === 'Cost' && row?.Cost === null) return 0
  return parts(name === 'GrossProfit' && row?.GrossProfit === null ? row.NetExTax : row?.[name])
}
/** Figures that add up, as one sum for each. */
const summed = (rows: readonly Figured[], names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, rows.reduce((sum, row) => sum + figure(row, name), 0)]))
const exactly = (of: Figured | undefined, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, figure(of, name)]))

/** Of lines, of sales, and of how they were paid. */
const OF_LINES = [
  'Quantity',
  'Gross',
  'Promotions',
  'Discounts',
  'Refunds',
  'Net',
  'Surcharges',
  'Amount',
  'Tax',
  'AmountExTax',
  'SurchargeTax',
  'NetExTax',
  'Cost',
  'GrossProfit',
]
const OF_SALES = [...OF_LINES, 'Sales', 'Customers', 'ShiftCount', 'DeliveryCount', 'TakeawayCount', 'LoyaltyCount', 'LoyaltySales']
const ALL = [...OF_SALES, 'NonSales', 'Tips', 'Rounding', 'Takings']
const UNITS: readonly DayUnit[] = ['day', 'week', 'month', 'year']
/** Every report whose rows go into files and are not read cell by cell here. */
const REPORTS = [
  ...['employee', 'promotion', 'discount', 'surcharge', 'wastage', 'costs', 'gpmargins', 'month', 'year'].map((name) => `/sales/${name}`),
  ...['media-summary', 'daily-sales', 'weekly-summary', 'plu-sales'].map((name) => `/reports/${name}`),
]
const LEVELS = {
  group: ['sales_group'],
  department: ['sales_group', 'department'],
  productgroup: ['sales_group', 'department', 'product_group'],
  category: ['category'],
} as const

describe.each(SEEDS)('random trade of seed %i', (seed) => {
  let venueId: number
  let owner: Visitor
  let places: TradingPlace[]
  let sales: OracleSale[]

  beforeAll(async () => {
    const room = await staffRoom(app, `House ${seed}`)
    venueId = room.venueId
    owner = await room.at(`owner-${seed}`, [], 'all', ['Owner'])
    const made = await sql<{ location_id: number }[]>`
      insert into location (venue_id, name, time_zone, currency) select ${venueId}, z, z, 'AUD' from unnest(${ZONES.map(([zone]) => zone)}::text[]) z
      returning location_id`
    places = ZONES.map(([timeZone, winterHours], i) => ({ locationId: made[i]?.location_id ?? 0, name: timeZone, timeZone, winterHours }))
    // Some came after their days were closed, as from a till that was away.
    const trade = ZONES.map(([, , ...twice], at) => {
      const place = places[at] as TradingPlace
      return { ...place, all: [...randomTrade(seed, place, DAYS, 10), ...twice.map((moment) => plainSale(moment, 1100))] }
    })
    const storeSome = async (late: boolean) => {
      for (const { locationId, all } of trade)
        await storeTrade(
          app.database,
          venueId,
          locationId,
          all.filter(({ SaleId }) => late === SaleId.includes('-04')),
          NOW,
        )
    }
    await storeSome(false)
    expect(await closeDaysOfVenue(app.database, venueId, NOW)).toBeGreaterThan(0)
    expect(await closeDaysOfVenue(app.database, venueId, NOW), 'months left to close').toBe(0)
    await storeSome(true)
    sales = await readSales(app.databaseUrl, venueId)
  }, 120_000)

  const ask = async <A = SalesAnswer>(path: string, query: Record<string, string>): Promise<A> => {
    const answer = await owner.call('GET', `${path}?${new URLSearchParams(query)}`)
    expect(answer.status, `${path} ${JSON.stringify(answer.body).slice(0, 300)}`).toBe(200)
    return answer.body as A
  }
  const rangeOf = ({ from, to }: { from: string; to: string }) => ({ FromDate: from, ToDate: to })
  const oracle = (filter: OracleFilter) => figuresFrom(chosen(sales, filter))
  /** Everything, the nights of each change of a clock, and the week under way; of all places, of some, on some weekdays. */
  const questions = (): { query: Record<string, string>; filter: OracleFilter }[] => {
    const some = places.slice(1, 3).map(({ locationId }) => locationId)
    return [
      ...[WHOLE, { from: '2026-11-16', to: '2026-11-20' }, ...NIGHTS.map(([from, to]) => ({ from, to }))].map((filter) => ({ query: rangeOf(filter), filter })),
      { query: { ...rangeOf(WHOLE), Locations: some.join(',') }, filter: { ...WHOLE, locations: some } },
      { query: { ...rangeOf(WHOLE), Weekdays: '6,7' }, filter: { ...WHOLE, weekdays: [6, 7] } },
    ]
  }

  it('has what it takes: every sale on the day and hour of its own clock, in hours that come twice as well', async () => {
    const rows = await sql<{ location_id: number; closed_at: Date; day: string; local_hour: number; local_minute: number }[]>`
      select location_id, closed_at, business_date::text as day, local_hour, local_minute from sale where venue_id = ${venueId}`
    const twice = new Set<number>()
    for (const row of rows) {
      const zone = places.find(({ locationId }) => locationId === row.location_id)?.timeZone ?? ''
      const wall = Temporal.Instant.fromEpochMilliseconds(row.closed_at.getTime()).toZonedDateTimeISO(zone)
      const trading = wall.toPlainDateTime().subtract({ hours: 5 })
      const seen = [row.day, row.local_hour % 100, row.local_minute]
      expect(seen, `${row.closed_at.toISOString()} in ${zone}`).toEqual([trading.toPlainDate().toString(), wall.hour, trading.hour * 60 + trading.minute])
      // The clock showed this time before, with another offset.
      const first = wall.toPlainDateTime().toZonedDateTime(zone, { disambiguation: 'earlier' })
      expect(row.local_hour >= 100, `${row.closed_at.toISOString()} in ${zone}`).toBe(first.epochMilliseconds < wall.epochMilliseconds)
      if (row.local_hour >= 100) twice.add(row.location_id)
    }
    expect(twice.size).toBe(ZONES.length)
    for (const name of ALL) expect((oracle(WHOLE) as Record<string, number>)[name], name).not.toBe(0)
  })

  it('takings are the sum of media, by every report that tells them', async () => {
    for (const { query, filter } of questions()) {
      const { Media, Totals } = await ask('/sales/day', query)
      const paid = [...mediaFrom(chosen(sales, filter)).values()].reduce((sum, net) => sum + net, 0) * 100
      expect(figure(Totals, 'Takings')).toBe(paid)
      expect(summed(Media ?? [], ['Amount']).Amount).toBe(paid)
      // Total sales and what came beside them are the same money, made of sales and not of tenders.
      expect(['Amount', 'NonSales', 'Tips', 'Rounding'].reduce((sum, name) => sum + figure(Totals, name), 0)).toBe(paid)
      for (const By of ['location', 'month', 'year']) {
        const media = await ask<MediaAnswer>('/reports/media-summary', { ...query, By })
        expect([figure(media.Totals[0], 'Net'), figure(media.Totals[0], 'Takings'), media.Totals[0]?.Difference]).toEqual([paid, paid, 0])
        expect([summed(media.Media, ['Net']).Net, summed(media.Groups, ['Net']).Net]).toEqual([paid, paid])
        for (const group of media.Groups) expect(summed(group.Media, ['Net']).Net).toBe(figure(group, 'Net'))
      }
    }
  })

  it('every breakdown adds up to the Sales Summary, over all places and at each', async () => {
    for (const { query } of questions()) {
      const summary = await ask('/sales/day', query)
      const adds = async (path: string, names: readonly string[]) => {
        const answer = await ask<BreakdownAnswer>(path, query)
        expect(summed(answer.Totals.Rows, names), path).toEqual(exactly(summary.Totals, names))
        expect(exactly(answer.Totals, names), path).toEqual(exactly(summary.Totals, names))
        for (const { LocationId, Rows } of answer.Locations)
          expect(summed(Rows ?? [], names), `${path} at ${LocationId}`).toEqual(
            exactly(
              summary.Locations.find((one) => one.LocationId === LocationId),
              names,
            ),
          )
        expect(answer.Proof?.Holds, path).toBe(true)
      }
      for (const level of Object.keys(LEVELS)) await adds(`/sales/${level}`, OF_LINES)
      for (const whole of ['employee', 'ordertype', 'till']) await adds(`/sales/${whole}`, [...OF_LINES, 'Sales', 'Customers'])
      await adds('/sales/promotion', ['Promotions'])
      await adds('/sales/discount', ['Discounts'])
      await adds('/sales/surcharge', ['Surcharges'])
      await adds('/sales/gpmargins', ['NetExTax', 'Surcharges', 'Cost'])
      const plu = await ask<PluAnswer>('/reports/plu-sales', query)
      // A surcharge and its GST may lie on a voucher, which is no product sold.
      const names = ['Quantity', 'Gross', 'Promotions', 'Discounts', 'Refunds', 'Net', 'NetExTax', 'Cost', 'GrossProfit']
      const products = plu.Rows.map((row) => Object.fromEntries(plu.Columns.map((column, i) => [column, row[i]])))
      expect(summed(products, names)).toEqual(exactly(summary.Totals, names))
      expect(exactly(plu.Totals, names)).toEqual(exactly(summary.Totals, names))
    }
  })

  it('wastage by item, by employee and by reason adds up to all of it, over all places, at each and by day', async () => {
    const names = ['Quantity', 'Gross', 'Cost']
    let most = 0
    for (const [from, to] of NIGHTS) {
      const query = rangeOf({ from, to })
      const whole = await ask<BreakdownAnswer>('/sales/wastage', query)
      expect(whole.Totals.Cost).toBeGreaterThan(0)
      for (const By of ['plu', 'employee', 'reason']) {
        const answer = await ask<BreakdownAnswer>('/sales/wastage', { ...query, By, Interval: 'day' })
        expect(summed(answer.Totals.Rows, names), By).toEqual(exactly(whole.Totals, names))
        expect(exactly(answer.Totals, names), By).toEqual(exactly(whole.Totals, names))
        for (const [i, { Rows }] of answer.Locations.entries()) expect(summed(Rows ?? [], names), By).toEqual(exactly(whole.Locations[i], names))
        for (const row of answer.Totals.Rows)
          expect(summed(row.ByPeriod ? periodsOf(answer, { ByPeriod: row.ByPeriod }) : [], ['Cost']), `${By} ${row.Name}`).toEqual(exactly(row, ['Cost']))
        if (By === 'reason') most = Math.max(most, answer.Totals.Rows.length)
      }
    }
    // Two that tills told, and none.
    expect(most).toBe(3)
  })

  it('hours add up to the day, days to week, month and year, and places to all', async () => {
    for (const { query, filter } of questions()) {
      const byDay = await ask('/sales/day', query)
      for (const unit of UNITS) {
        const answer = await ask(`/sales/${unit}`, query)
        expect(exactly(answer.Totals, ALL), unit).toEqual(exactly(oracle(filter), ALL))
        for (const whole of [answer.Totals, ...answer.Locations]) expect(summed(periodsOf(answer, whole), ALL), unit).toEqual(exactly(whole, ALL))
        expect(summed(answer.Locations, ALL), unit).toEqual(exactly(answer.Totals, ALL))
        for (const [i, { from, to }] of bucketsOf(filter, unit, 1).entries()) {
          const days = periodsOf(byDay, byDay.Totals).filter(({ Period }) => Period >= from && Period <= to)
          expect(summed(days, ALL), `${unit} from ${from}`).toEqual(exactly(periodsOf(answer, answer.Totals)[i], ALL))
        }
      }
      expect(summed(byDay.Hours ?? [], ['Sales', 'Customers', 'Net', 'Amount'])).toEqual(exactly(byDay.Totals, ['Sales', 'Customers', 'Net', 'Amount']))
      const daily = await ask<DailyAnswer>('/reports/daily-sales', query)
      // Of weekdays that were not asked for it has no row, as they have no trade.
      const days = new Map(daily.Totals.Days.map((day) => [day.Date, day]))
      for (const { Period, ...figures } of periodsOf(byDay, byDay.Totals))
        if (days.has(Period) || figures.Sales !== 0) expect(days.get(Period), Period).toMatchObject(figures)
    }
  })

  it('chosen items are their lines by day and by week, of months that are packed and others', async () => {
    const names = [...OF_LINES.filter((name) => !['AmountExTax', 'SurchargeTax', 'GrossProfit'].includes(name)), 'Sales']
    for (const items of [['1001'], ['1002', '3001', 'nothing'], ['1001', '1002', '2001', '2002', '3001', '9001', 'GV']]) {
      for (const { query, filter } of questions().filter(({ filter }) => filter.from === WHOLE.from)) {
        for (const unit of UNITS) {
          const answer = await ask(`/sales/selected/${unit}`, { ...query, Items: items.join(',') })
          const lines = (more: Partial<OracleFilter> = {}) => itemFiguresFrom(chosen(sales, { ...filter, ...more }), items)
          expect(exactly(answer.Totals, names), `${unit} ${items}`).toEqual(exactly(lines(), names))
          for (const { LocationId, ...one } of answer.Locations) expect(exactly(one, names)).toEqual(exactly(lines({ locations: [LocationId] }), names))
          for (const [i, { from, to }] of bucketsOf(filter, unit, 1).entries())
            expect(exactly(periodsOf(answer, answer.Totals)[i], names), `${unit} from ${from}`).toEqual(exactly(lines({ from, to }), names))
        }
      }
    }
  })

  it('every night a clock changes has its own hours, and they are the day', async () => {
    for (const day of NIGHTS.flatMap(([from, to]) => everyDay(from, to))) {
      for (const { locationId, timeZone } of places) {
        const one = { FromDate: day, ToDate: day, Locations: String(locationId) }
        const hourly = await ask('/sales/interval', { Date: day, Locations: String(locationId) })
        const expected = oracle({ from: day, to: day, locations: [locationId] })
        expect(exactly(hourly.Totals, ALL), `${day} ${timeZone}`).toEqual(exactly(expected, ALL))
        expect(summed(periodsOf(hourly, hourly.Totals), OF_SALES), `${day} ${timeZone}`).toEqual(exactly(expected, OF_SALES))
        for (const { Hour, LocalHour, ...seen } of hourly.Hours ?? []) {
          const own = sales.filter((sale) => sale.day === day && sale.locationId === locationId && sale.localHour === LocalHour)
          expect(exactly(seen, ['Sales', 'Net']), `${day} ${Hour} ${timeZone}`).toEqual(exactly(figuresFrom(own), ['Sales', 'Net']))
        }
        expect(summed(hourly.Hours ?? [], ['Sales', 'Net'])).toEqual(exactly(expected, ['Sales', 'Net']))
        expect((await ask<BreakdownAnswer>('/sales/group', one)).Totals.Net).toBe(hourly.Totals.Net)
      }
    }
  })

  it('GST by line, by sale and by period is the same', async () => {
    const bySale = await sql<{ location_id: number; day: string; told: number; lines: number }[]>`
      select s.location_id, s.business_date::text as day, s.tax::int as told, (select coalesce(sum(l.tax), 0)::int from sale_line l
        where l.venue_id = s.venue_id and l.sale_id = s.sale_id and (l.counts or l.kind = 2 and not l.voided)) as lines
      from sale s where s.venue_id = ${venueId} and s.kind in (1, 2, 5)`
    for (const sale of bySale) expect(sale.told, JSON.stringify(sale)).toBe(sale.lines)
    for (const unit of UNITS) {
      const answer = await ask(`/sales/${unit}`, rangeOf(WHOLE))
      const told = (place: number | undefined, period: string) =>
        bySale
          .filter(({ location_id, day }) => (place ?? location_id) === location_id && bucketName(day, unit) === period)
          .reduce((sum, { told: tax }) => sum + tax * 100, 0)
      const wholes = [
        { place: undefined, periods: periodsOf(answer, answer.Totals) },
        ...answer.Locations.map((one) => ({ place: one.LocationId, periods: periodsOf(answer, one) })),
      ]
      for (const { place, periods } of wholes)
        for (const period of periods) expect(figure(period, 'Tax'), `${unit} ${period.Period}`).toBe(told(place, period.Period))
    }
  })

  it('by the API, as CSV, as XLSX and by SQL over the lines a figure is the same', async () => {
    for (const { query, filter } of questions()) {
      const detail = { ...query, View: 'detail' }
      const answer = await ask('/sales/day', detail)
      const { csv, xlsx } = await filesOf(app.url, owner, '/sales/day', detail)
      expect(xlsx).toEqual(csv)
      const [header = [], ...rows] = csv
      expect(header).toHaveLength(2 + DETAIL.length)
      const cells = answer.Locations.flatMap((location) => periodsOf(answer, location).map((cell) => ({ location, cell })))
      expect(rows.slice(0, cells.length)).toEqual(
        cells.map(({ location, cell }) => [location.Name, cell.Period, ...DETAIL.map((name) => String((cell as Record<string, unknown>)[name] ?? ''))]),
      )
      for (const { location, cell } of cells) {
        const lines = oracle({ ...filter, from: cell.Period, to: cell.Period, locations: [location.LocationId] })
        expect(exactly(cell, ALL), `${location.Name} ${cell.Period}`).toEqual(exactly(lines, ALL))
      }
    }
  })

  it('and so it is of every row of a breakdown', async () => {
    for (const [level, path] of Object.entries(LEVELS)) {
      const answer = await ask<BreakdownAnswer>(`/sales/${level}`, rangeOf(WHOLE))
      const expected = new Map((await rowsBySql(sql, venueId, path)).map(({ name, net, cost }) => [name, [net * 100, cost * 100]]))
      const { csv, xlsx } = await filesOf(app.url, owner, `/sales/${level}`, rangeOf(WHOLE))
      expect(xlsx).toEqual(csv)
      const [header = [], ...rows] = csv
      const [net, cost] = [header.indexOf(tableWords.en.Net), header.indexOf(tableWords.en.Cost)]
      expect(answer.Totals.Rows.length).toBe(expected.size)
      for (const [i, row] of answer.Totals.Rows.entries()) {
        expect([rows[i]?.[net], rows[i]?.[cost]]).toEqual([String(row.Net), String(row.Cost ?? '')])
        expect([parts(row.Net), figure(row, 'Cost')], `${level} ${row.Name}`).toEqual(expected.get([...row.Path, row.Unassigned ? '' : row.Name].join('/')))
      }
    }
  })

  it.each(REPORTS)('%s has the same rows as CSV and as XLSX, and its totals are those of the answer', async (path) => {
    const answer = await ask<{ Totals: { Net: number } }>(path, rangeOf(WHOLE))
    const { csv, xlsx } = await filesOf(app.url, owner, path, rangeOf(WHOLE))
    expect(xlsx).toEqual(csv)
    const [header = [], ...rows] = csv
    const net = header.indexOf(tableWords.en.Net)
    if (net >= 0) expect(rows.map((row) => row[net])).toContain(String(answer.Totals.Net))
  })

  it('the week on its page is the seven days of the others', async () => {
    const byDay = await ask('/sales/day', { FromDate: '2026-03-30', ToDate: '2026-04-05' })
    const week = await ask<WeeklyAnswer>('/reports/weekly-summary', { FromDate: '2026-03-30', ToDate: '2026-04-05' })
    const rows = week.Blocks.flatMap(({ Rows }) => Rows)
    for (const name of ['Gross', 'Net', 'Surcharges', 'Amount', 'Tax', 'Sales', 'Cost']) {
      const row = rows.find(({ Key }) => Key === name)
      expect(row?.Days.map(parts), name).toEqual(periodsOf(byDay, byDay.Totals).map((period) => figure(period, name)))
      expect(parts(row?.Total), name).toBe(figure(byDay.Totals, name))
    }
  })
})

const bucketName = (day: string, unit: DayUnit): string => {
  const start = bucketStart(day, unit, 1)
  return unit === 'month' ? start.slice(0, 7) : unit === 'year' ? start.slice(0, 4) : start
}

/** Net sales and cost of every class that sold, at a step of the menu: from the lines alone. */
const rowsBySql = (sql: Sql, venueId: number, path: readonly string[]) => {
  const name = path.map((column) => sql`c.${sql(column)}`).reduce((all, one) => sql`${all} || '/' || ${one}`)
  return sql<{ name: string; net: number; cost: number }[]>`
    select ${name} as name, coalesce(sum(l.gross - l.promotion - l.discount - l.refund) filter (where l.counts), 0)::int as net,
      coalesce(sum(l.cost) filter (where l.counts), 0)::int as cost
    from sale s join sale_line l on l.venue_id = s.venue_id and l.sale_id = s.sale_id
    join product_class c on c.venue_id = l.venue_id and c.class_id = l.class_id
    where s.venue_id = ${venueId} and s.kind in (1, 2, 5) and (l.counts or l.kind = 2 and not l.voided and (l.surcharge <> 0 or l.tax <> 0)) group by 1`
}
