import readXlsxFile from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SalesAnswer } from '#features/reports/sales-summary/sales-summary.contract.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { periodsOf } from '#tests/by-period.ts'
import { employ, makePerson, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'

const NOW = new Date('2026-11-20T10:04:00Z')
const WEEKEND = { FromDate: '2026-11-14', ToDate: '2026-11-15', Compare: 'previous' }

let app: StartedApp
let owner: Visitor

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  for (const { locationId, sales } of sampleTrade(['2026-11-12', '2026-11-14', '2026-11-15'], NOW)) await storeTrade(app.database, 1, locationId, sales, NOW)
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
}, 120_000)
afterAll(() => app.close())

const codeOf = (answer: { body: { ResponseStatus?: { ErrorCode: string } } }) => answer.body.ResponseStatus?.ErrorCode
const ask = (who: Visitor, path: string, query: Record<string, string>) => who.call<SalesAnswer>('GET', `${path}?${new URLSearchParams(query)}`)
const csvRows = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
    .map((row) => row.split(','))

/** The file itself, byte for byte. */
const fetchFile = async (who: Visitor, path: string): Promise<Buffer> => {
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await fetch(`${app.url}/api${path}`, { headers: { cookie, ...(who.authorization ? { authorization: who.authorization } : {}) } })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

describe('screen, CSV and XLSX share rows', () => {
  it('summary: location by day with total, change and the days compared with', async () => {
    const answer = (await ask(owner, '/sales/day', WEEKEND)).body as SalesAnswer
    const [header, ...rows] = csvRows((await fetchFile(owner, `/sales/day?${new URLSearchParams({ ...WEEKEND, format: 'csv' })}`)).toString())
    expect(header).toEqual(['Location', '2026-11-14', '2026-11-15', 'Total', 'Change', 'Change %'])
    const numbers = (figures: { ByPeriod: { Net: (number | null)[] }; Net: number | null }) => [...figures.ByPeriod.Net, figures.Net].map(String)
    expect(rows.slice(0, 3).map((row) => row.slice(0, 4))).toEqual(answer.Locations.map((location) => [location.Name, ...numbers(location)]))
    expect(rows[3]?.slice(0, 4)).toEqual(['All locations', ...numbers(answer.Totals)])
    expect(rows[4]?.slice(0, 4)).toEqual(['Previous period', ...numbers(answer.Compare?.Totals ?? answer.Totals)])
    const sheet = await readXlsxFile(await fetchFile(owner, `/sales/day?${new URLSearchParams({ ...WEEKEND, format: 'xlsx' })}`))
    const cells = (Array.isArray(sheet[0]) ? sheet : (sheet as unknown as { data: unknown[][] }[])[0]?.data) as unknown[][]
    expect(cells.map((row) => row.map((cell) => String(cell ?? '')))).toEqual([header, ...rows])
  })

  it('detail: one row for each location and day, every figure a column', async () => {
    const query = { ...WEEKEND, View: 'detail', Language: 'jp' }
    const answer = (await ask(owner, '/sales/day', query)).body as SalesAnswer
    const [header, ...rows] = csvRows((await fetchFile(owner, `/sales/day?${new URLSearchParams({ ...query, format: 'csv' })}`)).toString())
    expect(header?.slice(0, 4)).toEqual(['店舗', '期間', '取引数', '客数'])
    const [net, takings] = [header?.indexOf('純売上') ?? -1, header?.indexOf('受取合計') ?? -1]
    expect(rows.slice(0, 6).map((row) => [row[0], row[1], row[net], row[takings]])).toEqual(
      answer.Locations.flatMap((location) =>
        periodsOf(answer, location).map(({ Period, Net, Takings }) => [location.Name, Period, String(Net), String(Takings)]),
      ),
    )
  })

  it('more periods than a page is wide go down, with the days compared beside them', async () => {
    const query = { FromDate: '2026-11-01', ToDate: '2026-11-15', Compare: 'previous' }
    const answer = (await ask(owner, '/sales/day', query)).body as SalesAnswer
    const [header, ...rows] = csvRows((await fetchFile(owner, `/sales/day?${new URLSearchParams({ ...query, format: 'csv' })}`)).toString())
    expect(header).toEqual(['Period', 'Harbour Bar', 'Vine Bistro', 'Cellar Door', 'Total', 'Previous period', 'Change', 'Change %'])
    expect(rows.slice(0, 15).map((row) => row.slice(0, 5))).toEqual(
      answer.Periods.map(({ Period }, i) => [Period, ...[...answer.Locations, answer.Totals].map(({ ByPeriod }) => String(ByPeriod.Net[i]))]),
    )
    expect(rows[15]?.slice(0, 6)).toEqual([
      'Total',
      ...answer.Locations.map(({ Net }) => String(Net)),
      String(answer.Totals.Net),
      String(answer.Compare?.Totals.Net),
    ])
  })

  it('the columns asked for alone, in that order; those there are not are left out, and none at all are refused', async () => {
    const asked = (Columns: string) => fetchFile(owner, `/sales/day?${new URLSearchParams({ ...WEEKEND, View: 'detail', Columns, format: 'csv' })}`)
    const [header, ...rows] = csvRows((await asked('Location,Period,Takings,Net,Nowhere')).toString())
    expect(header).toEqual(['Location', 'Period', 'Takings', 'Net sales'])
    const answer = (await ask(owner, '/sales/day', { ...WEEKEND, View: 'detail' })).body as SalesAnswer
    expect(rows.at(0)?.slice(2)).toEqual([answer.Locations[0]?.ByPeriod.Takings[0], answer.Locations[0]?.ByPeriod.Net[0]].map(String))
    const refused = await ask(owner, '/sales/day', { ...WEEKEND, Columns: 'Nowhere', format: 'csv' })
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('Columns')])
  })

  it('another figure is the same rows of that figure', async () => {
    const query = { ...WEEKEND, Figure: 'Customers' }
    const answer = (await ask(owner, '/sales/day', query)).body as SalesAnswer
    const rows = csvRows((await fetchFile(owner, `/sales/day?${new URLSearchParams({ ...query, format: 'csv' })}`)).toString())
    expect(rows[4]?.[3]).toBe(String(answer.Totals.Customers))
  })
})

const YEARS = { FromDate: '2024-01-01', ToDate: '2026-11-01' }
const DAYS_93 = { FromDate: '2026-08-01', ToDate: '2026-11-01' }
const AGAINST_YEARS = { FromDate: '2026-11-01', ToDate: '2026-11-14', Compare: 'custom', CompareFrom: '2020-01-01', CompareTo: '2026-10-31' }

describe('items', () => {
  it.each([
    ['at a time of day, a quarter', '/sales/selected/month', { FromDate: '2026-08-01', ToDate: '2026-10-31', Daypart: 'Dinner', Items: '1001' }],
    ['over years, all day', '/sales/selected/month', { ...YEARS, Items: '1001' }],
    ['over two weeks against years, all day', '/sales/selected/day', { ...AGAINST_YEARS, Items: '1001' }],
    ['all of them at a time of day over years', '/sales/selected/month', { ...YEARS, Daypart: 'Dinner' }],
  ])('%s are answered', async (_what, path, query) => {
    expect(await ask(owner, path, query)).toMatchObject({ status: 200 })
  })
})

describe('what is refused', () => {
  it.each([
    ['a range backwards', '/sales/day', { FromDate: '2026-11-02', ToDate: '2026-11-01' }, 400, 'RangeBackwards', 'The range ends before it starts.'],
    ['too many days by day', '/sales/day', { FromDate: '2020-01-01', ToDate: '2026-11-01' }, 400, 'RangeTooLong', 'The limit is 1,100 days by day'],
    ['too many days by hour', '/sales/interval', { FromDate: '2026-01-01', ToDate: '2026-03-01' }, 400, 'RangeTooLong', 'The limit is 31 days by hour'],
    ['too many years by month', '/sales/month', { FromDate: '2015-01-01', ToDate: '2026-03-01' }, 400, 'RangeTooLong', 'The limit is 5 years by month'],
    ['too many years by year', '/sales/year', { FromDate: '2005-01-01', ToDate: '2026-03-01' }, 400, 'RangeTooLong', 'The limit is 10 years by year'],
    ['items at a time of day over years', '/sales/selected/month', { ...YEARS, Daypart: 'Dinner', Items: '1001' }, 400, 'ItemTimesTooLong', 'at most 92 days'],
    [
      'items at a time of day, a day too many',
      '/sales/selected/day',
      { ...DAYS_93, Daypart: 'Dinner', Items: '1001' },
      400,
      'ItemTimesTooLong',
      'at most 92 days',
    ],
    ['items by the hour against years', '/sales/selected/interval', { ...AGAINST_YEARS, Items: '1001' }, 400, 'ItemTimesTooLong', 'at most 92 days'],
    [
      'items at a time of day against years',
      '/sales/selected/day',
      { ...AGAINST_YEARS, Daypart: 'Dinner', Items: '1001' },
      400,
      'ItemTimesTooLong',
      'The same limit holds for the comparison',
    ],
    ['a date that does not exist', '/sales/day', { FromDate: '2026-02-30', ToDate: '2026-03-01' }, 400, 'ValidationFailed', ''],
    ['29 February of a common year', '/sales/interval', { Date: '2026-02-29' }, 400, 'ValidationFailed', ''],
    ['no dates at all', '/sales/day', {}, 400, 'ValidationFailed', ''],
    ['no date for the hours', '/sales/interval', {}, 400, 'ValidationFailed', ''],
    ['a location that is not there', '/sales/day', { FromDate: '2026-11-01', ToDate: '2026-11-02', Locations: '1,99' }, 404, 'LocationNotFound', ''],
    ['locations that are no numbers', '/sales/day', { FromDate: '2026-11-01', ToDate: '2026-11-02', Locations: '1;2' }, 400, 'ValidationFailed', ''],
    ['a daypart nobody has', '/sales/day', { FromDate: '2026-11-01', ToDate: '2026-11-02', Daypart: 'Elevenses' }, 400, 'ValidationFailed', ''],
    ['an eighth weekday', '/sales/day', { FromDate: '2026-11-01', ToDate: '2026-11-02', Weekdays: '8' }, 400, 'ValidationFailed', ''],
    ['an unknown comparison', '/sales/day', { FromDate: '2026-11-01', ToDate: '2026-11-02', Compare: 'last-easter' }, 400, 'ValidationFailed', ''],
    ['a custom comparison without its dates', '/sales/day', { FromDate: '2026-11-01', ToDate: '2026-11-02', Compare: 'custom' }, 400, 'ValidationFailed', ''],
    ['an average of four months', '/sales/day', { FromDate: '2026-10-01', ToDate: '2026-10-31', Compare: 'four-week-average' }, 400, 'ValidationFailed', ''],
    ['a file nobody writes', '/sales/day', { FromDate: '2026-11-01', ToDate: '2026-11-02', format: 'pdf' }, 400, 'ValidationFailed', ''],
    ['receipts of a range backwards', '/sales/invoices', { FromDate: '2026-11-02', ToDate: '2026-11-01' }, 400, 'RangeBackwards', ''],
    ['a page that is no page', '/sales/invoices', { Date: '2026-11-02', After: 'xyz' }, 400, 'ValidationFailed', ''],
  ])('%s', async (_what, path, query, status, code, words) => {
    const answer = await ask(owner, path, query as Record<string, string>)
    expect([answer.status, codeOf(answer)]).toEqual([status, code])
    expect(answer.body.ResponseStatus?.Message).toContain(words)
  })

  it('a field given twice', async () => {
    expect(codeOf(await owner.call('GET', '/sales/day?FromDate=2026-11-01&FromDate=2026-11-02&ToDate=2026-11-03'))).toBe('ValidationFailed')
  })

  it('someone without can_viewsales, and nobody at all', async () => {
    const staff = await signedIn(app.url, 'staff', 'harbour-and-vine')
    for (const path of ['/sales/day', '/sales/selected/month', '/sales/invoices']) expect((await ask(staff, path, WEEKEND)).status).toBe(403)
    expect((await fetch(`${app.url}/api/sales/day?${new URLSearchParams(WEEKEND)}`)).status).toBe(401)
  })

  it('locations that were not granted do not exist', async () => {
    const nora = await makePerson(app.database, 'Nora')
    await employ(app.database, nora, 1, ['can_viewsales'], [2])
    const visitor = await signedIn(app.url, 'Nora', PASSWORD)
    const all = (await ask(visitor, '/sales/day', WEEKEND)).body as SalesAnswer
    expect(all.Locations.map(({ LocationId }) => LocationId)).toEqual([2])
    const own = (await ask(owner, '/sales/day', { ...WEEKEND, Locations: '2' })).body as SalesAnswer
    expect(all.Totals).toEqual(own.Totals)
    expect((await ask(visitor, '/sales/day', { ...WEEKEND, Locations: '1' })).status).toBe(404)
    const [foreign] = ((await ask(owner, '/sales/invoices', { Date: '2026-11-14', Locations: '1' })).body as unknown as { Invoices: { SaleId: string }[] })
      .Invoices
    expect((await visitor.call('GET', `/sales/invoices/${foreign?.SaleId}`)).status).toBe(404)
    expect((await owner.call('GET', `/sales/invoices/${foreign?.SaleId}`)).status).toBe(200)
  })
})

describe('several currencies', () => {
  it('are counted together and never added', async () => {
    const db = connectAsOwner(app.databaseUrl)
    const [osaka] = await db<{ location_id: number }[]>`
      insert into location (venue_id, name, time_zone, currency) values (1, 'Osaka Stand', 'Asia/Tokyo', 'JPY') returning location_id`
    await db.end()
    const id = osaka?.location_id ?? 0
    await storeTrade(app.database, 1, id, [plainSale('2026-11-14T20:00:00+09:00', 1250, { Currency: 'JPY' })], NOW)
    const { Totals, TotalsByCurrency, Locations } = (await ask(owner, '/sales/day', WEEKEND)).body as SalesAnswer
    expect(Totals).toMatchObject({ Currency: null, Net: null, Takings: null })
    expect(Totals.Sales).toBe(Locations.reduce((sum, { Sales }) => sum + Sales, 0))
    expect(TotalsByCurrency.map(({ Currency }) => Currency)).toEqual(['AUD', 'JPY'])
    expect(TotalsByCurrency[1]).toMatchObject({ Net: 1250, Sales: 1 })
    const yen = (await ask(owner, '/sales/day', { ...WEEKEND, Locations: String(id) })).body as SalesAnswer
    expect(yen.Totals).toMatchObject({ Currency: 'JPY', Net: 1250 })
    expect(((await ask(owner, '/sales/invoices', { Date: '2026-11-14' })).body as unknown as { Total: null }).Total).toBeNull()
  })
})

describe('a file by a link', () => {
  const prepare = (who: Visitor, body: object = {}) =>
    who.call<{ Url: string; ExpiresAt: string }>('POST', '/exports', {
      body: { Path: '/sales/day', Query: { ...WEEKEND, Locations: '1,2,3' }, Format: 'csv', ...body },
    })
  const open = async (url: string, cookie?: string) => {
    const response = await fetch(`${app.url}${url}`, { headers: cookie === undefined ? {} : { cookie } })
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      disposition: response.headers.get('content-disposition'),
      text: await response.text(),
    }
  }
  const cookieOf = (who: Visitor) => [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  it('is the file of the screen, once, with a name', async () => {
    const { status, body } = await prepare(owner)
    expect(status).toBe(200)
    expect(Date.parse(body.ExpiresAt) - Date.now()).toBeLessThanOrEqual(60_500)
    const file = await open(body.Url, cookieOf(owner))
    expect(file).toMatchObject({ status: 200, type: 'text/csv; charset=utf-8' })
    expect(file.disposition).toContain('filename="Harbour & Vine (sample) - Sales Summary - 14-15 Nov 2026.csv"')
    const straight = await fetchFile(owner, `/sales/day?${new URLSearchParams({ ...WEEKEND, Locations: '1,2,3', format: 'csv' })}`)
    expect(file.text).toBe(straight.toString('utf8').replace(/^\uFEFF/, ''))
    expect((await open(body.Url, cookieOf(owner))).status).toBe(404)
  })

  it('does not work in another browser, which does not use it up either', async () => {
    const { body } = await prepare(owner)
    const other = await signedIn(app.url, 'manager', 'harbour-and-vine')
    expect((await open(body.Url)).status).toBe(404)
    expect((await open(body.Url, cookieOf(other))).status).toBe(404)
    expect((await open(body.Url, cookieOf(owner))).status).toBe(200)
  })

  it('works no longer than a minute', async () => {
    const { body } = await prepare(owner)
    await app.database.house`update export_ticket set expires_at = now() - interval '1 second'`
    expect((await open(body.Url, cookieOf(owner))).status).toBe(404)
  })

  it('is checked again when it is opened: access, session and venue', async () => {
    const zoe = await makePerson(app.database, 'Zoe')
    await employ(app.database, zoe, 1, ['can_viewsales'])
    const visitor = await signedIn(app.url, 'Zoe', PASSWORD)
    const { body } = await prepare(visitor)
    await app.database.inVenue(1, (sql) => sql`update employee set tags = '{}' where venue_id = 1 and user_id = ${zoe.userId}`)
    expect((await open(body.Url, cookieOf(visitor))).status).toBe(403)
    await app.database.inVenue(1, (sql) => sql`update employee set tags = '{can_viewsales}' where venue_id = 1 and user_id = ${zoe.userId}`)
    const second = await prepare(visitor)
    await visitor.call('POST', '/auth/logout')
    expect((await open(second.body.Url, cookieOf(visitor))).status).toBe(404)
  })

  it('is written down: who took what', async () => {
    const { body } = await prepare(owner, { Format: 'xlsx' })
    expect((await open(body.Url, cookieOf(owner))).status).toBe(200)
    const db = connectAsOwner(app.databaseUrl)
    const [row] =
      await db`select actor_user_id, action, subject, detail from audit_event where venue_id = 1 and action = 'report.exported' order by event_id desc limit 1`
    await db.end()
    expect(row).toMatchObject({ actor_user_id: owner.userId, subject: '/sales/day', detail: { Format: 'xlsx', FromDate: '2026-11-14' } })
  })

  it('is refused at once where the report would refuse', async () => {
    await app.database.house`delete from limit_counter`
    expect(codeOf(await prepare(owner, { Query: { FromDate: '2026-11-15', ToDate: 'soon' } }))).toBe('ValidationFailed')
    expect((await prepare(owner, { Path: '/auth/session' })).status).toBe(404)
    expect(codeOf(await prepare(owner, { Format: 'pdf' }))).toBe('ValidationFailed')
    const staff = await signedIn(app.url, 'staff', 'harbour-and-vine')
    expect((await prepare(staff)).status).toBe(403)
    expect((await open('/api/exports/no-such-ticket', cookieOf(owner))).status).toBe(404)
  })

  it('is had six times a minute at most', async () => {
    await app.database.house`delete from limit_counter`
    const statuses: number[] = []
    for (let i = 0; i < 7; i += 1) statuses.push((await prepare(owner)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
  })
})
