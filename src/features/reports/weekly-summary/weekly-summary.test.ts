import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Drill, readDrill, writeDrill } from '#features/reports/kit/screen/drill.rules.ts'
import type { InvoiceList } from '#features/reports/receipts/invoices.contract.ts'
import type { BreakdownAnswer } from '#features/reports/sales-breakdown/sales-breakdown.contract.ts'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { addDays, everyDay } from '#shared/day.ts'
import { filesOf } from '#tests/report-files.ts'
import { chosen, figuresFrom, mediaFrom, type OracleFilter, type OracleSale, readSales } from '#tests/sales-oracle.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import { openedRow, weekDrill, weekReceipts } from './week-drill.rules.ts'
import type { WeeklyAnswer } from './weekly-summary.contract.ts'

/** A Friday evening in Sydney, 21:04. */
const NOW = new Date('2026-11-20T10:04:00Z')
const MINUTE = (21 - 5) * 60 + 4
const DAYS = [...everyDay('2025-11-10', '2025-11-23'), ...everyDay('2026-11-01', '2026-11-20')]

interface LineOfDay {
  day: string
  minute: number
  name: string
  net: number
  wasted: number
}

let app: StartedApp
let owner: Visitor
let sales: OracleSale[]
let lines: LineOfDay[]

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  for (const { locationId, sales: trade } of sampleTrade(DAYS, NOW)) await storeTrade(app.database, 1, locationId, trade, NOW)
  const [line] = plainSale('2026-11-11T12:00:00+11:00', 900).Lines ?? []
  const wasted = { ...line, LineId: '2', Wastage: true, DiscountTotal: 900, Net: 0, Tax: 0 } as NonNullable<typeof line>
  const cleared = { ...wasted, LineId: '3', Voided: true, Cost: 700 }
  for (const day of ['2026-11-11', '2026-11-13'])
    await storeTrade(app.database, 1, 1, [plainSale(`${day}T12:00:00+11:00`, 900, { Lines: [line as typeof wasted, wasted, cleared] })], NOW)
  sales = await readSales(app.databaseUrl, 1)
  const db = connectAsOwner(app.databaseUrl)
  lines = (await db`
    select s.business_date::text as day, s.local_minute as minute, c.sales_group as name,
      case when l.counts then l.gross - l.promotion - l.discount - l.refund else 0 end as net, case when l.wastage and not l.voided then l.cost else 0 end as wasted
    from sale s join sale_line l on l.venue_id = s.venue_id and l.sale_id = s.sale_id
    join product_class c on c.venue_id = l.venue_id and c.class_id = l.class_id where s.venue_id = 1 and s.kind in (1, 2, 5)`) as unknown as LineOfDay[]
  await db.end()
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
}, 120_000)
afterAll(() => app.close())

const ask = async (query: Record<string, string>): Promise<WeeklyAnswer> => {
  const answer = await owner.call<WeeklyAnswer>('GET', `/reports/weekly-summary?${new URLSearchParams(query)}`)
  expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(200)
  return answer.body as WeeklyAnswer
}

const LAST = { FromDate: '2026-11-09', ToDate: '2026-11-15' }
const rowsOf = ({ Blocks }: WeeklyAnswer, block: string) => Blocks.find(({ Block }) => Block === block)?.Rows ?? []
const FIGURES = [
  'Gross',
  'Promotions',
  'Discounts',
  'Refunds',
  'Net',
  'Surcharges',
  'Amount',
  'Tax',
  'AmountExTax',
  'Sales',
  'Customers',
  'LoyaltyCount',
  'LoyaltySales',
  'NetExTax',
  'Cost',
  'GrossProfit',
] as const

/** Read from the rollup first, then from the running totals of days that are over. */
describe.each([false, true])('the week against the lines, to the cent; its days closed: %s', (isClosed) => {
  beforeAll(async () => {
    if (isClosed) await closeDaysOfVenue(app.database, 1, NOW)
  }, 120_000)

  const of = (filter: OracleFilter) => figuresFrom(chosen(sales, filter)) as Record<string, number>
  const cents = (value: number | null | undefined) => Math.round((value ?? Number.NaN) * 100)

  it.each([undefined, [2], [1, 3]])('every figure by day, of the week, of last week and last year, locations %s', async (locations) => {
    const answer = await ask({ ...LAST, ...(locations ? { Locations: locations.join(',') } : {}) })
    const rows = answer.Blocks.flatMap(({ Rows }) => Rows)
    for (const figure of FIGURES) {
      const row = rows.find(({ Key }) => Key === figure)
      const span = (back: number) => cents(of({ from: addDays(LAST.FromDate, -back), to: addDays(LAST.ToDate, -back), locations })[figure])
      expect([figure, ...(row?.Days ?? []).map(cents)]).toEqual([
        figure,
        ...everyDay(LAST.FromDate, LAST.ToDate).map((day) => cents(of({ from: day, to: day, locations })[figure])),
      ])
      expect([figure, cents(row?.Total), cents(row?.LastWeek), cents(row?.LastYear)]).toEqual([figure, span(0), span(7), span(364)])
    }
  })

  it('groups are those of the lines and add up to net sales', async () => {
    const answer = await ask(LAST)
    const rows = rowsOf(answer, 'groups')
    const net = (from: string, to: string, name?: string) =>
      lines.filter(({ day, ...line }) => day >= from && day <= to && (name === undefined || line.name === name)).reduce((sum, line) => sum + line.net, 0)
    expect(rows.length).toBeGreaterThan(2)
    for (const { Key, Total, LastYear, Days } of rows.slice(0, -1)) {
      expect([Key, cents(Total), cents(LastYear)]).toEqual([Key, net('2026-11-09', '2026-11-15', Key), net('2025-11-10', '2025-11-16', Key)])
      expect(Days.map(cents)).toEqual(everyDay('2026-11-09', '2026-11-15').map((day) => net(day, day, Key)))
    }
    const total = rows.at(-1)
    const sold = rowsOf(answer, 'sales').find(({ Key }) => Key === 'Net')
    expect([total?.Sum, total?.Days, total?.Total, total?.LastWeek, total?.LastYear]).toEqual([true, sold?.Days, sold?.Total, sold?.LastWeek, sold?.LastYear])
  })

  it('the receipts of each group, and of wastage, add up to it, on a day and in the week', async () => {
    const answer = await ask(LAST)
    const { body: broken } = await owner.call<BreakdownAnswer>('GET', `/sales/group?${new URLSearchParams(LAST)}`)
    const keys = new Map(broken.Totals.Rows.map(({ Key, Name, Unassigned }) => [Unassigned ? '' : Name, Key]))
    for (const { Key, GroupKey } of rowsOf(answer, 'groups').slice(0, -1)) expect([Key, GroupKey]).toEqual([Key, keys.get(Key)])
    const behind = async (drill: Drill | undefined) => {
      const { body } = await owner.call<InvoiceList>('GET', `/sales/invoices?${new URLSearchParams(weekReceipts(drill as Drill, answer, undefined))}`)
      return body.Total
    }
    for (const block of ['groups', 'wastage', 'media'] as const)
      for (const row of rowsOf(answer, block)) {
        const kept = readDrill(writeDrill(weekDrill(row, block) as Drill)) as Drill
        expect([row.Key, openedRow(kept, answer)?.Total]).toEqual([row.Key, row.Total])
        expect([row.Key, await behind(weekDrill(row, block))]).toEqual([row.Key, row.Total])
        expect([row.Key, await behind(weekDrill(row, block, '2026-11-11'))]).toEqual([row.Key, row.Days[2]])
      }
  })

  it('media add up to the takings', async () => {
    const answer = await ask(LAST)
    const rows = rowsOf(answer, 'media')
    const expected = mediaFrom(chosen(sales, { from: LAST.FromDate, to: LAST.ToDate }))
    expect(
      rows
        .slice(0, -1)
        .map(({ Key }) => Number(Key))
        .sort(),
    ).toEqual([...expected.keys()].sort())
    const taken = (key: string, from: string, to = from) => mediaFrom(chosen(sales, { from, to })).get(Number(key)) ?? 0
    for (const { Key, Days, Total, LastWeek, LastYear } of rows.slice(0, -1)) {
      expect([Key, ...Days.map(cents)]).toEqual([Key, ...everyDay(LAST.FromDate, LAST.ToDate).map((day) => taken(Key, day))])
      expect([Key, cents(Total)]).toEqual([Key, taken(Key, LAST.FromDate, LAST.ToDate)])
      expect([Key, cents(LastWeek)]).toEqual([Key, taken(Key, addDays(LAST.FromDate, -7), addDays(LAST.ToDate, -7))])
      expect([Key, cents(LastYear)]).toEqual([Key, taken(Key, addDays(LAST.FromDate, -364), addDays(LAST.ToDate, -364))])
    }
    expect(cents(rows.at(-1)?.Total)).toBe(cents(of({ from: LAST.FromDate, to: LAST.ToDate }).Takings))
  })

  it('wastage is what was written off, at cost', async () => {
    const [row] = rowsOf(await ask(LAST), 'wastage')
    const wasted = (from: string, to: string) => lines.filter(({ day }) => day >= from && day <= to).reduce((sum, line) => sum + line.wasted, 0)
    expect(wasted('2026-11-09', '2026-11-15')).toBeGreaterThan(0)
    expect([cents(row?.Total), cents(row?.LastWeek)]).toEqual([wasted('2026-11-09', '2026-11-15'), wasted('2026-11-02', '2026-11-08')])
    expect(row?.Days.map(cents)).toEqual(everyDay('2026-11-09', '2026-11-15').map((day) => wasted(day, day)))
  })

  it('ratios are made of the totals', async () => {
    const answer = await ask(LAST)
    const row = (key: string) => answer.Blocks.flatMap(({ Rows }) => Rows).find(({ Key }) => Key === key)
    expect(row('AverageSpend')?.Total).toBe(Math.round(((row('Net')?.Total ?? 0) / (row('Customers')?.Total ?? 1)) * 100) / 100)
    expect(row('GrossProfitPercent')?.Total).toBe(Math.round(((row('GrossProfit')?.Total ?? 0) / (row('NetExTax')?.Total ?? 1)) * 1000) / 10)
  })

  it('a week that is open counts the weeks beside it to the same minute', async () => {
    const answer = await ask({ FromDate: '2026-11-20', ToDate: '2026-11-20' })
    expect(answer).toMatchObject({ FromDate: '2026-11-16', ToDate: '2026-11-22', SameElapsedPart: true })
    expect(answer.Days.map(({ State }) => State)).toEqual(['closed', 'closed', 'closed', 'closed', 'open', 'to-come', 'to-come'])
    const then = [...chosen(sales, { from: '2026-11-09', to: '2026-11-12' }), ...chosen(sales, { from: '2026-11-13', to: '2026-11-13', untilMinute: MINUTE })]
    const net = rowsOf(answer, 'sales').find(({ Key }) => Key === 'Net')
    expect(net?.LastWeek).toBe(figuresFrom(then).Net)
    expect(net?.Days.slice(5)).toEqual([null, null])
    expect(rowsOf(answer, 'groups').at(-1)).toMatchObject({ LastWeek: net?.LastWeek, LastYear: net?.LastYear })
    expect(rowsOf(answer, 'media').at(-1)?.LastWeek).toBe(figuresFrom(then).Takings)
    const linesThen = lines.filter(({ day, minute }) => day >= '2026-11-09' && (day < '2026-11-13' || (day === '2026-11-13' && minute <= MINUTE)))
    expect(cents(rowsOf(answer, 'wastage')[0]?.LastWeek)).toBe(linesThen.reduce((sum, line) => sum + line.wasted, 0))
    const groupsThen = (name: string) => linesThen.filter((line) => line.name === name).reduce((sum, line) => sum + line.net, 0)
    for (const { Key, LastWeek } of rowsOf(answer, 'groups').slice(0, -1)) expect([Key, cents(LastWeek)]).toEqual([Key, groupsThen(Key)])
  })
})

describe('changes', () => {
  it.each([
    ['same-days-last-week', 'OnLastWeek'],
    ['same-weeks-last-year', 'OnLastYear'],
  ] as const)('of media against %s are those of the Media Summary', async (Compare, change) => {
    const { csv } = await filesOf(app.url, owner, '/reports/media-summary', { ...LAST, Compare })
    const [header = [], ...media] = csv
    const told = new Map(media.map((row) => [row[header.indexOf('Media')], row[header.indexOf('Change %')]]))
    const rows = rowsOf(await ask(LAST), 'media')
    expect(rows.length).toBeGreaterThan(3)
    for (const row of rows) expect(told.get(row.Name ?? 'Total'), row.Name ?? 'Total').toBe(row[change] === null ? '' : String(row[change]))
  })

  it('against days before the first sale are not told, here and in other reports', async () => {
    const changed = async (FromDate: string, ToDate: string) => {
      const Net = rowsOf(await ask({ FromDate, ToDate }), 'sales').find(({ Key }) => Key === 'Net')
      return [Net?.OnLastWeek === null, Net?.OnLastYear === null]
    }
    expect(await changed('2025-11-10', '2025-11-16')).toEqual([true, true])
    expect(await changed('2025-11-17', '2025-11-23')).toEqual([false, true])
    for (const path of ['/sales/day', '/sales/group', '/reports/media-summary', '/reports/plu-sales', '/reports/daily-sales'])
      for (const [day, isKnown] of [
        ['2025-11-16', false],
        ['2025-11-17', true],
      ] as const) {
        const compare: Record<string, string> = path === '/reports/daily-sales' ? {} : { Compare: 'same-days-last-week' }
        const { csv, xlsx } = await filesOf(app.url, owner, path, { FromDate: day, ToDate: day, ...compare })
        expect(xlsx).toEqual(csv)
        // In money and in percent.
        const columns = (csv[0] ?? []).flatMap((title, i) => (/^Change( %)?$|^vs last week( %)?$/.test(title) ? [i] : []))
        expect(columns.length, `${path}: ${csv[0]}`).toBeGreaterThanOrEqual(2)
        for (const column of columns.slice(-2))
          expect(
            csv.slice(1).some((row) => /\d/.test(row[column] ?? '')),
            `${path} ${day} ${csv[0]?.[column]}`,
          ).toBe(isKnown)
      }
  })
})

describe('the page', () => {
  it("is the week of ToDate, by the venue's first day of the week", async () => {
    await app.database.inVenue(1, (sql) => sql`update venue set week_start = 7 where venue_id = 1`)
    try {
      expect(await ask({ FromDate: '2026-11-02', ToDate: '2026-11-11' })).toMatchObject({
        FromDate: '2026-11-08',
        ToDate: '2026-11-14',
        LastWeek: { FromDate: '2026-11-01', ToDate: '2026-11-07' },
        LastYear: { FromDate: '2025-11-09', ToDate: '2025-11-15' },
      })
    } finally {
      await app.database.inVenue(1, (sql) => sql`update venue set week_start = 1 where venue_id = 1`)
    }
  })

  it('tells the holidays of the week and of the same week last year', async () => {
    const answer = await ask({ FromDate: '2026-04-12', ToDate: '2026-04-19' })
    expect(answer.Days.flatMap(({ Holidays }) => Holidays)).toEqual([])
    expect(answer.LastYear.Holidays.map(({ Date: day, Key }) => [day, Key])).toEqual([
      ['2025-04-18', 'goodFriday'],
      ['2025-04-19', 'easterSaturday'],
      ['2025-04-20', 'easterSunday'],
    ])
  })

  it('CSV and XLSX have its rows', async () => {
    const answer = await ask(LAST)
    const { csv, xlsx } = await filesOf(app.url, owner, '/reports/weekly-summary', LAST)
    expect(xlsx).toEqual(csv)
    const rows = answer.Blocks.flatMap(({ Rows }) => Rows)
    expect(csv.slice(1).map((row) => [...row.slice(2, 10), row[11] === undefined ? undefined : row[10]])).toEqual(
      rows.map(({ Days, Total, LastWeek }) => [...Days, Total, LastWeek].map((value) => (value === null ? '' : String(value)))),
    )
    const [header = [], ...written] = csv
    const [week, over, percent] = ['Last week', 'vs last week', 'vs last week %'].map((title) => header.indexOf(title)) as [number, number, number]
    const changed = written.filter((row) => row[percent] !== '')
    expect(changed.length).toBeGreaterThan(10)
    const hundredths = (row: readonly string[], at: number) => Math.round(Number(row[at]) * 100)
    for (const row of changed) expect([row[0], hundredths(row, over)]).toEqual([row[0], hundredths(row, week - 1) - hundredths(row, week)])
  })

  it('a file goes by a column, each block by itself: what lost most is first, and a sum stays beneath what adds up to it', async () => {
    const rowsBy = async (more: Record<string, string>) => (await filesOf(app.url, owner, '/reports/weekly-summary', { ...LAST, ...more })).csv
    const [plain, sorted] = [await rowsBy({}), await rowsBy({ Sort: 'OverLastWeek' })]
    const at = plain[0]?.indexOf('vs last week') as number
    const names = rowsOf(await ask(LAST), 'groups').flatMap(({ Name }) => Name ?? [])
    const groups = (rows: typeof plain) => rows.filter(([name = '']) => names.includes(name))
    const changes = groups(sorted).map((row) => Number(row[at]))
    expect(changes.length).toBeGreaterThan(1)
    expect(changes).toEqual([...changes].sort((one, other) => one - other))
    expect(groups(plain)).not.toEqual(groups(sorted))
    const sumsAt = (rows: typeof plain) => rows.flatMap(([name = ''], i) => (['Net sales', 'Takings'].includes(name) ? [i] : []))
    expect(sumsAt(sorted)).toEqual(sumsAt(plain))
    expect((await owner.call('GET', `/reports/weekly-summary?${new URLSearchParams({ ...LAST, Sort: "Total'" })}`)).status).toBe(400)
  })

  it('an empty week is zeros, not an error', async () => {
    const answer = await ask({ FromDate: '2024-02-26', ToDate: '2024-03-01' })
    expect(rowsOf(answer, 'sales').find(({ Key }) => Key === 'Net')).toMatchObject({ Days: [0, 0, 0, 0, 0, 0, 0], Total: 0, OnLastWeek: null })
    expect(rowsOf(answer, 'groups')).toEqual([])
  })
})
