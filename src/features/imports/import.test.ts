import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ledgerMismatches } from '#features/ledger/reconcile-ledger.sql.ts'
import { workInVenue } from '#platform/access/venue-work.ts'
import { employ, makePerson, makeVenue, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { uploaded } from '#tests/upload.ts'
import { type Answered, signedIn, type Visitor } from '#tests/visitor.ts'
import type { FoundInFile } from './guess/found-in-file.rules.ts'
import type { ImportRun, ImportWrongRow } from './import.contract.ts'
import type { ImportMapping } from './import-mapping.rules.ts'

vi.setConfig({ testTimeout: 120_000 })

let app: StartedApp
let owner: Visitor
let venueId: number
let locationIds: number[]

beforeAll(async () => {
  app = await startApp({ sample: false })
  const person = await makePerson(app.database, 'importer')
  const made = await makeVenue(app.database, 'Importing House', ['Bar', 'Bistro'])
  venueId = made.venueId
  locationIds = made.locationIds
  await employ(app.database, person, venueId, ['can_editsettings', 'can_viewsales'])
  owner = await signedIn(app.url, 'importer', PASSWORD)
})
afterAll(() => app.close())

interface Uploaded {
  FileId: string
  Format: string
  Encoding: string | null
  Delimiter: string | null
  Columns: string[]
  Rows: { Line: number; Cells: string[] }[]
  Guess: { MappingName: string | null; Mapping: ImportMapping }
  Found: FoundInFile
}

const upload = (content: string | Buffer, name = 'sales.csv', who = owner): Promise<Answered<Uploaded>> => uploaded<Uploaded>(who, content, name)

interface Asked {
  Mapping: ImportMapping
  Check?: boolean
  AllOrNothing?: boolean
  Corrections?: { Line: number; Cells: string[] }[]
  MappingName?: string
}

const run = async (FileId: string, asked: Asked, who = owner): Promise<ImportRun> => {
  const started = await who.call<ImportRun>('POST', '/imports/runs', { body: { FileId, ...asked } })
  expect(started.status).toBe(200)
  for (;;) {
    const { body } = await who.call<ImportRun>('GET', `/imports/runs/${started.body.RunId}`)
    if (body.Status !== 'waiting' && body.Status !== 'running') return body
    await sleep(30)
  }
}

const wrongRows = async ({ RunId }: ImportRun): Promise<ImportWrongRow[]> =>
  (await owner.call<{ Rows: ImportWrongRow[] }>('GET', `/imports/runs/${RunId}/rows`)).body.Rows

const stored = () =>
  app.database.readVenue(
    venueId,
    (sql) => sql<{ n: number; total: number }[]>`select count(*)::int as n, coalesce(sum(total), 0)::bigint as total from sale where venue_id = ${venueId}`,
  )

const MAPPING: ImportMapping = {
  Columns: { SaleId: 'No', Date: 'Day', Time: 'At', Location: 'Where', Name: 'Item', Quantity: 'Qty', Net: 'Total', Tender: 'Paid' },
  DateFormat: 'D/M/YYYY',
  TimeFormat: 'HH:mm',
  Rows: 'SameSaleId',
}
const HEAD = 'No,Day,At,Where,Item,Qty,Total,Paid\n'
let number = 0
const prefix = () => `F${++number}-`
const file = (mark = prefix()) =>
  `${HEAD}${mark}1,2/11/2026,12:30,Bar,Lager,2,19.60,Cash\n${mark}1,2/11/2026,12:30,Bar,Chips,1,9.00,Cash\n${mark}2,2/11/2026,13:05,bistro,Fish,1,"1,024.00",Card\n`

describe('handing over a file', () => {
  it('shows how it reads and what its columns seem to be', async () => {
    const { status, body } = await upload(file())
    expect(status).toBe(200)
    expect(body).toMatchObject({ Format: 'csv', Encoding: 'utf-8', Delimiter: ',', Columns: ['No', 'Day', 'At', 'Where', 'Item', 'Qty', 'Total', 'Paid'] })
    expect(body.Rows[0]).toEqual({ Line: 2, Cells: [expect.any(String), '2/11/2026', '12:30', 'Bar', 'Lager', '2', '19.60', 'Cash'] })
    expect(body.Guess.MappingName).toBeNull()
    expect(body.Guess.Mapping).toMatchObject({ Columns: { Date: 'Day', Name: 'Item', Quantity: 'Qty', Net: 'Total' }, DateFormat: 'D/M/YYYY' })
  })

  it('reads Japanese files of Excel, gzipped ones too', async () => {
    const text = '日付,店舗,商品分類,売上\r\n2026-04-01,Bar,飲料,"128,000"\r\n'
    const { body } = await upload(gzipSync(iconv.encode(text, 'cp932')))
    expect(body).toMatchObject({ Encoding: 'cp932', Guess: { Mapping: { Columns: { Date: '日付', Location: '店舗', Category: '商品分類', Net: '売上' } } } })
  })

  it.each([
    ['a quote that never ends', 'a,b\n1,"2\n', 'never closed'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0xff, 0xfe, 0]), 'text'],
  ])('refuses %s with 422 and a sentence', async (_, content, why) => {
    const { status, body } = await upload(content)
    expect({ status, code: body.ResponseStatus?.ErrorCode }).toEqual({ status: 422, code: 'FileNotReadable' })
    expect(body.ResponseStatus?.Message).toContain(why)
  })

  it('tells what the columns hold and how the dates are read, by rows from all over it', async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => `2/${1 + Math.floor(i / 250)}/2026,${i % 2 ? 'Bar' : 'UNKNOWN'},Lager,9.80`)
    const { body } = await upload(`Day,Store,Item,Total\n${rows.join('\n')}\n`)
    expect(body.Found).toMatchObject({ RowsRead: 5000, Whole: true })
    expect(body.Found.Dates).toMatchObject({ Column: 'Day', Format: 'M/D/YYYY', Why: 'One', FirstDay: '2026-02-01', LastDay: '2026-02-20', Other: null })
    expect(body.Found.Dates?.Proof?.Cell).toMatch(/^2\/1[3-9]\/2026$|^2\/20\/2026$/)
    expect(body.Found.Columns[1]?.Values).toEqual([
      { Value: 'UNKNOWN', Rows: 2500, Marked: true },
      { Value: 'Bar', Rows: 2500, Marked: false },
    ])
    expect(body.Found.Columns[2]).toMatchObject({ Column: 'Item', Why: 'NameIsKey', Sure: 'Sure' })
  })
})

describe('checking a file', () => {
  it('foretells what would be stored and stores nothing', async () => {
    const before = await stored()
    const { body } = await upload(file())
    const checked = await run(body.FileId, { Mapping: MAPPING, Check: true })
    expect(checked).toMatchObject({
      Status: 'done',
      Check: true,
      RowsRead: 3,
      Accepted: 2,
      Lines: 3,
      Locations: ['Bar', 'Bistro'],
      Duplicates: 0,
      RowsRejected: 0,
      FirstDay: '2026-11-02',
      Progress: 1,
    })
    expect(checked.Totals).toEqual([{ Currency: 'AUD', Total: 1052.6 }])
    expect(await stored()).toEqual(before)
    expect((await owner.call<{ Runs: ImportRun[] }>('GET', '/imports/runs')).body.Runs.some(({ RunId }) => RunId === checked.RunId)).toBe(false)
  })

  it('says of every wrong row what is wrong, and where', async () => {
    const mark = prefix()
    const rows = [
      '1,31/2/2026,12:30,Bar,Lager,1,9.80,Cash',
      '2,2/11/2026,25:00,Bar,Lager,1,9.80,Cash',
      '3,2/11/2026,12:30,Nowhere,Lager,1,9.80,Cash',
      '4,2/11/2026,12:30,Bar,Lager,two,9.80,Cash',
      '5,2/11/2026,12:30,Bar,Lager,1,9.805,Cash',
      '6,2/11/2026,12:30,Bar,Lager,1,,Cash',
      '7,2/11/2026,12:30,Bar,Lager,1,9.80',
      '8,2/11/2026,12:30,Bar,Lager,1,9.80,Cash',
      '8,2/11/2026,12:30,Bar,Chips,1,nine,Cash',
      `9,2/11/2026,12:30,Bar,${'x'.repeat(201)},1,9.80,Cash`,
      '10,2/11/2999,12:30,Bar,Lager,1,9.80,Cash',
      '11,,12:30,Bar,Lager,1,9.80,Cash',
      '12,2/11/2026,12:30,Bar,Zero\0byte,1,9.80,Cash',
    ]
    const { body } = await upload(`${HEAD}${rows.map((row) => mark + row).join('\n')}\n`)
    const checked = await run(body.FileId, { Mapping: MAPPING, Check: true })
    expect(checked).toMatchObject({ Status: 'done', RowsRead: 13, Accepted: 0, RowsRejected: 13 })
    const wrong = await wrongRows(checked)
    expect(wrong.map(({ Line, Errors }) => [Line, ...Errors.map(({ ErrorCode, Column }) => `${ErrorCode} ${Column}`.trim())])).toEqual([
      [2, 'NotADate Day'],
      [3, 'NotATime At'],
      [4, 'LocationNotFound Where'],
      [5, 'NotANumber Qty'],
      [6, 'TooManyDecimals Total'],
      [7, 'NoAmount Total'],
      [8, 'RowWidth'],
      [9, 'SaleWrong'],
      [10, 'NotANumber Total'],
      [11, 'TooLong Item'],
      [12, 'InFuture Day'],
      [13, 'NoDate Day'],
      [14, 'Unstorable Item'],
    ])
    expect(wrong[0]?.Errors[0]?.Message).toBe('"31/2/2026" is not a date in the format D/M/YYYY.')
    expect(wrong[0]?.Cells.slice(1)).toEqual(['31/2/2026', '12:30', 'Bar', 'Lager', '1', '9.80', 'Cash'])
  })

  it('refuses a blank quantity or amount, never takes it for 1, unless somebody chose what it is', async () => {
    const mark = prefix()
    const rows = [',9.80', '2,19.60', '1,', 'UNKNOWN,9.80']
    const { body } = await upload(`No,Day,Item,Qty,Total\n${rows.map((row, i) => `${mark}${i},2026-11-02,Lager,${row}`).join('\n')}\n`)
    const mapping: ImportMapping = { Columns: { SaleId: 'No', Date: 'Day', Name: 'Item', Quantity: 'Qty', Net: 'Total' }, Defaults: { Location: 'Bar' } }
    const checked = await run(body.FileId, { Mapping: mapping, Check: true })
    expect(checked).toMatchObject({ Accepted: 1, RowsRejected: 3 })
    expect((await wrongRows(checked)).map(({ Line, Errors }) => [Line, Errors[0]?.ErrorCode, Errors[0]?.Message])).toEqual([
      [2, 'NoQuantity', 'There is no quantity. Correct the row, or choose what a blank quantity means.'],
      [4, 'NoAmount', 'There is no amount. Correct the row, or choose what a blank amount means.'],
      [5, 'NotANumber', '"UNKNOWN" is not a number.'],
    ])
    const told = await run(body.FileId, { Mapping: { ...mapping, Defaults: { Location: 'Bar', Quantity: '1', Net: '0' } }, Check: true })
    expect(told).toMatchObject({ Accepted: 4, RowsRejected: 0, Totals: [{ Currency: 'AUD', Total: 39.2 }] })
  })

  it('refuses dates that could be two days where a column has both orders, and takes them back in with the year first', async () => {
    const days = ['13/03/2026', '25/03/2026', '04/03/2026', '03/29/2026', '05/05/2026']
    const { body } = await upload(`No,Day,Where,Item,Total\n${days.map((day, i) => `E-${i},${day},Bar,Lager,9.80`).join('\n')}\n`)
    expect(body.Found.Dates).toMatchObject({
      Format: 'D/M/YYYY',
      Rows: 4,
      Other: { Format: 'M/D/YYYY', Rows: 1, Example: { Line: 5, Cell: '03/29/2026' } },
      Either: { Rows: 1, Example: { Line: 4, Cell: '04/03/2026' } },
    })
    const asked = { Mapping: { ...MAPPING, Columns: { SaleId: 'No', Date: 'Day', Location: 'Where', Name: 'Item', Net: 'Total' } } as const }
    const first = await run(body.FileId, asked)
    expect(first).toMatchObject({ Status: 'done', Accepted: 3, RowsRejected: 2, FirstDay: '2026-03-13', LastDay: '2026-05-05' })
    expect((await wrongRows(first)).map(({ Line, Errors }) => [Line, Errors[0]?.ErrorCode])).toEqual([
      [4, 'EitherDay'],
      [5, 'NotADate'],
    ])
    const csv = await owner.call<{ text: string }>('GET', `/imports/runs/${first.RunId}/rows.csv`)
    expect(csv.body.text).toContain('can be two days')
    const corrected = await upload(csv.body.text.replaceAll('E-2,04/03/2026', 'E-2,2026-03-04').replaceAll('E-3,03/29/2026', 'E-3,2026-03-29'), 'errors.csv')
    expect(await run(corrected.body.FileId, asked)).toMatchObject({ Accepted: 2, RowsRejected: 0, FirstDay: '2026-03-04', LastDay: '2026-03-29' })
    // Whoever knows that the odd one is a slip of the pen reads the others as they stand.
    expect(await run(body.FileId, { Check: true, Mapping: { ...asked.Mapping, EitherDates: 'Read' } })).toMatchObject({ Duplicates: 4, RowsRejected: 1 })
  })

  it('never makes a location of what says nothing, whatever it is asked to make', async () => {
    const rows = ['UNKNOWN', 'ERROR', 'N/A', '', '-', 'Pier'].map((where, i) => `${i},2/11/2026,12:30,${where},Lager,1,1.00,Cash`)
    const { body } = await upload(`${HEAD}${rows.join('\n')}\n`)
    const all = await run(body.FileId, { Mapping: { ...MAPPING, NewLocations: { TimeZone: 'Asia/Tokyo' } }, Check: true })
    expect(all).toMatchObject({ Accepted: 1, RowsRejected: 5, NewLocations: ['Pier'], MissingLocations: [] })
    expect(await run(body.FileId, { Mapping: MAPPING, Check: true })).toMatchObject({ Accepted: 0, MissingLocations: ['Pier'] })
    const meant: ImportMapping = { ...MAPPING, Values: { Location: { UNKNOWN: 'Bar', '': 'Bistro' } } }
    expect(await run(body.FileId, { Mapping: meant, Check: true })).toMatchObject({ Accepted: 2 })
  })

  it('tells sales and money by month', async () => {
    const mark = prefix()
    const rows = ['1,2026-09-30,5.00', '2,2026-10-01,7.00', '3,2026-10-31,8.00'].map((row) => mark + row)
    const { body } = await upload(`No,Day,Total\n${rows.join('\n')}\n`)
    const checked = await run(body.FileId, { Mapping: { Columns: { SaleId: 'No', Date: 'Day', Net: 'Total' }, Defaults: { Location: 'Bar' } }, Check: true })
    expect(checked.Months).toEqual([
      { Month: '2026-09', Sales: 1, Totals: [{ Currency: 'AUD', Total: 5 }] },
      { Month: '2026-10', Sales: 2, Totals: [{ Currency: 'AUD', Total: 15 }] },
    ])
  })

  it('takes discounts for percents where the mapping says so', async () => {
    const { body } = await upload('Day,Item,Qty,Price,Off\n2026-11-02,Lager,2,10.00,25 %\n')
    const mapping: ImportMapping = {
      Columns: { Date: 'Day', Name: 'Item', Quantity: 'Qty', UnitPrice: 'Price', Discount: 'Off' },
      Defaults: { Location: 'Bar' },
    }
    const checked = await run(body.FileId, { Mapping: { ...mapping, DiscountIs: 'Percent' }, Check: true })
    expect(checked).toMatchObject({ Accepted: 1, Totals: [{ Currency: 'AUD', Total: 15 }] })
  })

  it('leaves rows out that are no sales, by the mapping of a till that is known', async () => {
    const head =
      'Location,Order Id,Order #,Sent Date,Order Date,Check Id,Server,Table,Master Id,Menu Item,Menu Group,Menu,Sales Category,Net Price,Qty,Tax,Void?'
    const row = (check: string, item: string, net: string, isVoid: string) =>
      `Bar,1,1,11/20/2025 18:00:00,11/20/2025 18:00:00,${check},Kim,4,,${item},Mains,Dinner,Food,${net},1,1.00,${isVoid}`
    const { body } = await upload(
      `${head}\n${row('c1', 'Fish', '20.00', 'False')}\n${row('c1', 'Pie', '18.00', 'True')}\n${row('c2', 'Pie', '18.00', 'False')}\n`,
    )
    expect(body.Guess).toMatchObject({ MappingName: 'Toast', Mapping: { DateTimeFormat: 'M/D/YYYY HH:mm:ss' } })
    const checked = await run(body.FileId, { Mapping: body.Guess.Mapping, Check: true })
    expect(checked).toMatchObject({ RowsRead: 2, Accepted: 2, RowsRejected: 0, Totals: [{ Currency: 'AUD', Total: 40 }] })
  })

  it('imports no part of an order whose rows were taken for sales of their own, and says so before anything is stored', async () => {
    const mark = prefix()
    const row = (id: string, total: string) => `${mark}${id},2/11/2026,12:30,Bar,Lager,1,${total},Cash\n`
    const { body } = await upload(HEAD + row('1', '9.80') + row('2', '9.80') + row('1', '9.80') + row('2', '19.60'))
    const mapping: ImportMapping = { ...MAPPING, Rows: 'OneSaleEach' }
    const checked = await run(body.FileId, { Mapping: mapping, Check: true })
    const apart = { Accepted: 1, Duplicates: 1, RowsRejected: 2, SharedNumbers: 1, SharedTotals: [{ Currency: 'AUD', Total: 29.4 }] }
    expect(checked).toMatchObject({ ...apart, Status: 'refused' })
    const imported = await run(body.FileId, { Mapping: mapping })
    expect(imported).toMatchObject({ ...apart, Status: 'done' })
    for (const one of [checked, imported])
      expect((await wrongRows(one)).map(({ Line, Errors }) => [Line, Errors[0]?.ErrorCode])).toEqual([
        [3, 'NumberShared'],
        [5, 'NumberShared'],
      ])
  })

  it('says that a mapping does not fit the file', async () => {
    const { body } = await upload(file())
    const failed = await run(body.FileId, { Mapping: { Columns: { Name: 'Item', Date: 'Tag' } }, Check: true })
    expect(failed).toMatchObject({ Status: 'failed', Failure: { ErrorCode: 'ValidationFailed' } })
    expect(failed.Failure?.Errors.map(({ ErrorCode }) => ErrorCode)).toEqual(['NoColumn', 'NoAmount', 'NoLocation'])
  })
})

describe('bringing a file in', () => {
  it('stores its sales once, however often it comes', async () => {
    const [before] = await stored()
    const { body } = await upload(file())
    const first = await run(body.FileId, { Mapping: MAPPING, MappingName: 'Monthly' })
    expect(first).toMatchObject({ Status: 'done', Accepted: 2, RowsRejected: 0, MappingName: 'Monthly', StartedBy: 'importer', LastDay: '2026-11-02' })
    expect(await stored()).toEqual([{ n: (before?.n ?? 0) + 2, total: (before?.total ?? 0) + 105_260 }])
    expect(await run(body.FileId, { Mapping: MAPPING })).toMatchObject({ Status: 'done', Accepted: 0, Duplicates: 2 })
    expect(await stored()).toEqual([{ n: (before?.n ?? 0) + 2, total: (before?.total ?? 0) + 105_260 }])
    const { body: list } = await owner.call<{ Runs: ImportRun[] }>('GET', '/imports/runs')
    expect(list.Runs.slice(0, 2).map(({ Accepted }) => Accepted)).toEqual([0, 2])
  })

  it('leaves wrong rows out, and takes them corrected, right there or as a file', async () => {
    const content = file().replace('19.60', 'nineteen')
    const { body } = await upload(content)
    const first = await run(body.FileId, { Mapping: MAPPING })
    expect(first).toMatchObject({ Status: 'done', Accepted: 1, RowsRejected: 2 })
    const csv = await owner.call<{ text: string }>('GET', `/imports/runs/${first.RunId}/rows.csv`)
    expect(csv.headers.get('content-disposition')).toContain('sales.csv.errors.csv')
    expect(csv.body.text.split('\r\n')[0]).toBe('No,Day,At,Where,Item,Qty,Total,Paid,Import line,Import reason')
    const [wrong] = await wrongRows(first)
    const Cells = (wrong?.Cells ?? []).with(6, '19.60')
    const again = await run(body.FileId, { Mapping: MAPPING, Corrections: [{ Line: 2, Cells }] })
    expect(again).toMatchObject({ Accepted: 1, Duplicates: 1, RowsRejected: 0 })
    const corrected = await upload(csv.body.text.replace('nineteen', '19.60'), 'errors.csv')
    expect(corrected.body.Columns).toHaveLength(8)
    expect(await run(corrected.body.FileId, { Mapping: MAPPING })).toMatchObject({ Accepted: 0, Duplicates: 1, RowsRejected: 0 })
  })

  it('stores nothing where all or nothing is asked for and a row is wrong', async () => {
    const before = await stored()
    const { body } = await upload(`${file()}x,,12:30,Bar,Lager,1,1.00,Cash\n`)
    const refused = await run(body.FileId, { Mapping: MAPPING, AllOrNothing: true })
    expect(refused).toMatchObject({ Status: 'refused', Accepted: 0, RowsRejected: 1, Totals: [] })
    expect(await stored()).toEqual(before)
    expect(await wrongRows(refused)).toMatchObject([{ Line: 5 }])
    const whole = await upload(file())
    expect(await run(whole.body.FileId, { Mapping: MAPPING, AllOrNothing: true })).toMatchObject({ Status: 'done', Accepted: 2 })
  })

  it('makes the locations a file names where the mapping says how', async () => {
    const { body } = await upload(file().replace('bistro', 'Kiosk'))
    const Mapping: ImportMapping = { ...MAPPING, NewLocations: { TimeZone: 'Asia/Tokyo', Currency: 'AUD' } }
    expect(await run(body.FileId, { Mapping, Check: true })).toMatchObject({ Accepted: 2, NewLocations: ['Kiosk'] })
    expect(await run(body.FileId, { Mapping, AllOrNothing: true })).toMatchObject({ Accepted: 2, NewLocations: ['Kiosk'] })
    const [kiosk] = await app.database.readVenue(
      venueId,
      (sql) => sql`
      select l.time_zone, l.currency, s.closed_at, s.business_date from location l join sale s on s.venue_id = l.venue_id and s.location_id = l.location_id
      where l.venue_id = ${venueId} and l.name = 'Kiosk'`,
    )
    expect(kiosk).toEqual({ time_zone: 'Asia/Tokyo', currency: 'AUD', closed_at: new Date('2026-11-02T04:05:00Z'), business_date: '2026-11-02' })
    expect(await run(body.FileId, { Mapping })).toMatchObject({ Accepted: 0, Duplicates: 2, NewLocations: [] })
  })

  it('makes only the locations that were ticked, in the currency of the venue unless it is told another', async () => {
    const content = file().replace('bistro', 'Stand').replaceAll('Bar', 'Cart')
    const { body } = await upload(content)
    const asked: ImportMapping = { ...MAPPING, NewLocations: { TimeZone: 'Asia/Tokyo', Names: ['stand'] } }
    const none = await run(body.FileId, { Mapping: MAPPING, Check: true })
    expect(none).toMatchObject({ Accepted: 0, NewLocations: [], MissingLocations: ['Cart', 'Stand'] })
    expect(await run(body.FileId, { Mapping: asked, Check: true })).toMatchObject({ Accepted: 1, NewLocations: ['Stand'], MissingLocations: ['Cart'] })
    // What currency a file is in is no word about the currency of a location.
    const inDollars = await run(body.FileId, { Mapping: { ...asked, Currency: 'USD' }, Check: true })
    expect(inDollars).toMatchObject({ Accepted: 0, RowsRejected: 3 })
    expect((await wrongRows(inDollars)).flatMap(({ Errors }) => Errors.map(({ ErrorCode }) => ErrorCode))).toContain('WrongCurrency')
    expect(await run(body.FileId, { Mapping: asked })).toMatchObject({ Accepted: 1, NewLocations: ['Stand'], Totals: [{ Currency: 'AUD', Total: 1024 }] })
    const told: ImportMapping = { ...MAPPING, Currency: 'USD', NewLocations: { TimeZone: 'Asia/Tokyo', Names: ['Cart'], Currency: 'USD' } }
    expect(await run(body.FileId, { Mapping: told })).toMatchObject({ Accepted: 1, NewLocations: ['Cart'], Totals: [{ Currency: 'USD', Total: 28.6 }] })
  })

  it('makes a hundred locations at most', async () => {
    const rows = Array.from({ length: 110 }, (_, i) => `K${i},2/11/2026,12:30,Kiosk ${i},Lager,1,1.00,Cash`)
    const { body } = await upload(`${HEAD}${rows.join('\n')}\n`)
    const checked = await run(body.FileId, { Mapping: { ...MAPPING, NewLocations: { TimeZone: 'Asia/Tokyo' } }, Check: true })
    expect(checked).toMatchObject({ Accepted: 100, RowsRejected: 10 })
    expect([checked.NewLocations.length, checked.MissingLocations.length]).toEqual([100, 10])
  })

  it('refuses what would break later in the file before it stores anything', async () => {
    const before = await stored()
    const { body } = await upload(`${file()}${'x,2/11/2026,12:30,Bar,Lager,1,1.00,Cash\n'.repeat(1200)}y,"2/11/2026`)
    const failed = await run(body.FileId, { Mapping: { ...MAPPING, Rows: 'OneSaleEach' } })
    expect(failed).toMatchObject({ Status: 'failed', Failure: { ErrorCode: 'FileNotReadable' } })
    expect(await stored()).toEqual(before)
  })

  it('keeps products of different names apart where the file has no codes', async () => {
    const long = 'A very long name of a product that goes on and on and on and only at its end says which one it is: '
    const names = [...Array.from({ length: 200 }, (_, i) => `Dish ${i}`), `${long}A`, `${long}B`]
    const { body } = await upload(`Day,Item,Total\n${names.map((name) => `2026-11-03,${name},1.00`).join('\n')}\n`)
    const mapping: ImportMapping = { Columns: { Date: 'Day', Name: 'Item', Net: 'Total' }, Defaults: { Location: 'Bar' } }
    expect(await run(body.FileId, { Mapping: mapping })).toMatchObject({ Accepted: 202, RowsRejected: 0 })
    const [known] = await app.database.readVenue(
      venueId,
      (sql) => sql<{ n: number }[]>`select count(distinct plu)::int as n from product where venue_id = ${venueId} and name = any(${names})`,
    )
    expect(known).toEqual({ n: 202 })
  })

  it('takes refunds however their signs are written, and tells equal rows apart', async () => {
    const mapping: ImportMapping = { Columns: { Date: 'Day', Name: 'Item', Net: 'Total', Tax: 'Tax', Quantity: 'Qty' }, Defaults: { Location: 'Bar' } }
    const head = 'Day,Item,Qty,Total,Tax\n'
    const rows = '2026-11-03,Lager,1,9.80,0.89\n2026-11-03,Lager,1,9.80,0.89\n2026-11-03,Lager,1,(9.80),0.89\n2026-11-03,Lager,-1,9.80,\n'
    const { body } = await upload(head + rows)
    expect(await run(body.FileId, { Mapping: mapping })).toMatchObject({ Accepted: 4, RowsRejected: 0, Totals: [{ Currency: 'AUD', Total: 0 }] })
    expect(await run(body.FileId, { Mapping: mapping })).toMatchObject({ Accepted: 0, Duplicates: 4 })
    // Rows without a number are identified by their content, not by their position in the file.
    const longer = await upload(`${head}2026-11-03,Stout,1,11.00,1.00\n${rows}`)
    expect(await run(longer.body.FileId, { Mapping: mapping })).toMatchObject({ Accepted: 1, Duplicates: 4 })
  })
})

describe('an order whose rows lie far apart', () => {
  const mark = prefix()
  const order = (id: string, total: string) => `${mark}${id},2/11/2026,12:30,Bar,Lager,1,${total},Cash`
  const others = Array.from({ length: 2100 }, (_, i) => order(`X${i}`, '1.00'))
  const rows = [order('A', '5.00'), order('B', '7.00'), ...others, order('A', '6.00'), order('B', '-2.00')]
  const linesOf = (id: string) =>
    app.database.readVenue(
      venueId,
      (sql) =>
        sql<{ n: number; total: number }[]>`
          select count(*)::int as n, sum(l.amount)::int as total from sale s join sale_line l on l.venue_id = s.venue_id and l.sale_id = s.sale_id
          where s.venue_id = ${venueId} and l.venue_id = ${venueId} and s.receipt = ${mark + id}`,
    )

  it('goes in whole, and the same file in any other order is the same', async () => {
    const { body } = await upload(`${HEAD}${rows.join('\n')}\n`)
    const all = { RowsRead: 2104, Accepted: 2102, RowsRejected: 0, Totals: [{ Currency: 'AUD', Total: 2116 }] }
    expect(await run(body.FileId, { Mapping: MAPPING, Check: true })).toMatchObject({ Status: 'done', ...all })
    expect(await run(body.FileId, { Mapping: MAPPING })).toMatchObject({ Status: 'done', ...all })
    expect(await linesOf('A')).toEqual([{ n: 2, total: 1100 }])
    expect(await linesOf('B')).toEqual([{ n: 2, total: 500 }])
  })

  it('may have 5,000 lines', async () => {
    const long = Array.from({ length: 5000 }, () => order('L', '1.10'))
    const { body } = await upload(`${HEAD}${long.join('\n')}\n`)
    expect(await run(body.FileId, { Mapping: MAPPING })).toMatchObject({ Status: 'done', Accepted: 1, RowsRejected: 0 })
    expect(await linesOf('L')).toEqual([{ n: 5000, total: 550_000 }])
  })
})

const BUILT_IN = [
  ...['coffee', 'supermarket', 'Square', 'Lightspeed X-Series', 'Lightspeed K-Series', 'Lightspeed K-Series (Deutsch)'],
  ...['Toast', 'Shopify', 'Loyverse', 'スマレジ', 'Airレジ', 'Airレジ 会計ごと'],
]

describe('mappings', () => {
  it('are kept by name, offered for the next file, and forgotten', async () => {
    const kept = { Name: 'Till export', Mapping: MAPPING }
    expect((await owner.call('PUT', '/imports/mappings', { body: kept })).status).toBe(204)
    expect((await upload(file())).body.Guess).toEqual({ MappingName: 'Till export', Mapping: MAPPING })
    const { body } = await owner.call<{ Mappings: { Name: string; BuiltIn: boolean }[] }>('GET', '/imports/mappings')
    expect(body.Mappings.map(({ Name, BuiltIn }) => [Name, BuiltIn])).toEqual([['Till export', false], ...BUILT_IN.map((name) => [name, true])])
    expect((await owner.call('PUT', '/imports/mappings', { body: { ...kept, Name: 'Square' } })).status).toBe(400)
    expect((await owner.call('DELETE', '/imports/mappings?Name=Till%20export')).status).toBe(204)
    expect((await owner.call('DELETE', '/imports/mappings?Name=Till%20export')).status).toBe(404)
  })

  it('are offered without the locations they would make, those of the product too', async () => {
    const Mapping: ImportMapping = { Columns: { Date: 'When', Net: 'Sum' }, NewLocations: { TimeZone: 'Asia/Tokyo' } }
    await owner.call('PUT', '/imports/mappings', { body: { Name: 'Makes all', Mapping } })
    const { body } = await owner.call<{ Mappings: { Name: string; Mapping: ImportMapping }[] }>('GET', '/imports/mappings')
    expect(body.Mappings.map(({ Name, Mapping: { NewLocations } }) => [Name, NewLocations])).toEqual([
      ['Makes all', undefined],
      ...BUILT_IN.map((name) => [name, undefined]),
    ])
    expect((await upload('When,Sum\n2026-11-02,1.00\n')).body.Guess).toEqual({ MappingName: 'Makes all', Mapping: { Columns: Mapping.Columns } })
    await owner.call('DELETE', '/imports/mappings?Name=Makes%20all')
  })

  it.each([
    [{ Columns: { Date: 'Day' }, DateFormat: 'soon' }, 'Mapping.DateFormat'],
    [{ Columns: { Date: 'Day' }, NewLocations: { TimeZone: 'Atlantis' } }, 'Mapping.NewLocations.TimeZone'],
    [{ Columns: { Wish: 'Day' } }, 'Mapping.Columns'],
  ])('are refused when they make no sense: %j', async (Mapping, field) => {
    const { status, body } = await owner.call('PUT', '/imports/mappings', { body: { Name: 'Wrong', Mapping } })
    expect(status).toBe(400)
    expect(body.ResponseStatus?.Errors[0]?.FieldName).toContain(field)
  })
})

describe('cards and points of sales', () => {
  const CARDS: ImportMapping = {
    Columns: {
      SaleId: 'No',
      Date: 'Day',
      Type: 'Kind',
      Name: 'Item',
      Net: 'Total',
      LoyaltyCard: 'Member no',
      PointsAccrued: 'Points earned',
      PointsRedeemed: 'Points used',
    },
    Defaults: { Location: 'Bar' },
    Rows: 'SameSaleId',
  }
  const TITLES = 'No,Day,Kind,Item,Total,Member no,Points earned,Points used\n'
  const points = async (numbers: string[]) => {
    const rows = await app.database.readVenue(
      venueId,
      (sql) =>
        sql<
          { number: string; points: number }[]
        >`select number, points from loyalty_card where venue_id = ${venueId} and number = any(${numbers}) order by number`,
    )
    return rows.map(({ number, points: held }) => [number, held])
  }
  const ledger = () => workInVenue(app.database, venueId, new Date(), ledgerMismatches)

  it.each([
    ['No,Day,Item,Total,Member no,Points earned,Points used', { LoyaltyCard: 'Member no', PointsAccrued: 'Points earned', PointsRedeemed: 'Points used' }],
    ['No,Day,Item,Total,Card', { LoyaltyCard: 'Card' }],
    ['No,Day,Item,Total,Loyalty card', { LoyaltyCard: 'Loyalty card' }],
    [
      '伝票番号,日付,商品名,金額,会員番号,付与ポイント,利用ポイント',
      { LoyaltyCard: '会員番号', PointsAccrued: '付与ポイント', PointsRedeemed: '利用ポイント' },
    ],
  ])('are found by their usual headings: %s', async (headings, columns) => {
    const { body } = await upload(`${headings}\n1,2026-11-02,Lager,9.80,7,1,0\n`)
    expect(body.Guess.Mapping.Columns).toMatchObject(columns)
  })

  it('post in the ledger as those of tills do, and the same file again posts nothing', async () => {
    const mark = prefix()
    const rows = [
      `${mark}1,2026-11-02,,Lager,20.00,${mark}A,20,`,
      `${mark}1,2026-11-02,,Chips,9.00,${mark}A,20,`,
      `${mark}2,2026-11-02,,Fish,24.00,${mark}B,24,4`,
      `${mark}3,2026-11-02,Refund,Lager,10.00,${mark}A,5,`,
      `${mark}4,2026-11-02,,Lager,10.00,,,`,
    ]
    const { body } = await upload(`${TITLES}${rows.join('\n')}\n`)
    expect(await run(body.FileId, { Mapping: CARDS })).toMatchObject({ Accepted: 4, RowsRejected: 0 })
    expect(await points([`${mark}A`, `${mark}B`])).toEqual([
      [`${mark}A`, 15],
      [`${mark}B`, 20],
    ])
    expect(await run(body.FileId, { Mapping: CARDS })).toMatchObject({ Accepted: 0, Duplicates: 4 })
    expect(await points([`${mark}A`])).toEqual([[`${mark}A`, 15]])
    expect(await ledger()).toEqual([])
  })

  it('are worked out at the rates of the venue where the file tells none', async () => {
    const mark = prefix()
    const kept = (value: object) =>
      app.database.inVenue(
        venueId,
        (sql) => sql`insert into venue_setting (venue_id, section, value) values (${venueId}, 'config', ${sql.json(value as never)})
          on conflict (venue_id, section) do update set value = excluded.value`,
      )
    await kept({ PointsPerDollar: 2 })
    const { body } = await upload(`${TITLES}${mark}1,2026-11-02,,Lager,20.00,${mark}A,,\n${mark}2,2026-11-02,,Lager,20.00,${mark}A,0,\n`)
    await run(body.FileId, { Mapping: CARDS })
    await kept({})
    expect(await points([`${mark}A`])).toEqual([[`${mark}A`, 40]])
  })

  it('are refused where they are not whole, or differ between the rows of one sale', async () => {
    const mark = prefix()
    const rows = [`${mark}1,2026-11-02,,Lager,20.00,A,1.5,`, `${mark}2,2026-11-02,,Lager,20.00,A,3,`, `${mark}2,2026-11-02,,Chips,9.00,A,4,`]
    const { body } = await upload(`${TITLES}${rows.join('\n')}\n`)
    const checked = await run(body.FileId, { Mapping: CARDS, Check: true })
    expect((await wrongRows(checked)).map(({ Line, Errors }) => [Line, Errors[0]?.ErrorCode, Errors[0]?.Column])).toEqual([
      [2, 'NotWholePoints', 'Points earned'],
      [3, 'SaleWrong', ''],
      [4, 'PointsDiffer', 'Points earned'],
    ])
  })
})

describe('someone who may see only some locations', () => {
  it('brings in only theirs, makes none, and sees only what they brought', async () => {
    const person = await makePerson(app.database, 'barkeeper')
    await employ(app.database, person, venueId, ['can_editsettings'], [locationIds[0] ?? 0])
    const barkeeper = await signedIn(app.url, 'barkeeper', PASSWORD)
    const { body } = await upload(file(), 'bar.csv', barkeeper)
    const Mapping: ImportMapping = { ...MAPPING, NewLocations: { TimeZone: 'Asia/Tokyo' } }
    const done = await run(body.FileId, { Mapping }, barkeeper)
    expect(done).toMatchObject({ Accepted: 1, RowsRejected: 1, NewLocations: [] })
    expect((await barkeeper.call<{ Runs: ImportRun[] }>('GET', '/imports/runs')).body.Runs.map(({ FileName }) => FileName)).toEqual(['bar.csv'])
    const others = await upload(file())
    expect((await barkeeper.call('POST', '/imports/runs', { body: { FileId: others.body.FileId, Mapping } })).status).toBe(404)
    const theirs = await run(others.body.FileId, { Mapping: MAPPING, Check: true })
    expect((await barkeeper.call('GET', `/imports/runs/${theirs.RunId}/rows`)).status).toBe(404)
    expect((await owner.call('GET', `/imports/runs/${done.RunId}`)).status).toBe(200)
  })

  it('without can_editsettings is refused', async () => {
    const person = await makePerson(app.database, 'reader')
    await employ(app.database, person, venueId, ['can_viewsales'])
    const reader = await signedIn(app.url, 'reader', PASSWORD)
    expect((await upload(file(), 'x.csv', reader)).status).toBe(403)
    expect((await reader.call('GET', '/imports/runs')).status).toBe(403)
    expect((await fetch(`${app.url}/api/imports/runs`)).status).toBe(401)
  })
})
