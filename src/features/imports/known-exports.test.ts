import { setTimeout as sleep } from 'node:timers/promises'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { employ, makePerson, makeVenue, PASSWORD } from '#tests/people.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { uploaded } from '#tests/upload.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { ImportRun, ImportWrongRow } from './import.contract.ts'
import type { ImportMapping } from './import-mapping.rules.ts'

let app: StartedApp
let owner: Visitor
let venueId: number

beforeAll(async () => {
  app = await startApp({ sample: false })
  const person = await makePerson(app.database, 'newcomer')
  venueId = (await makeVenue(app.database, 'From other tills', ['Bar'])).venueId
  await employ(app.database, person, venueId, ['can_editsettings', 'can_viewsales'])
  owner = await signedIn(app.url, 'newcomer', PASSWORD)
})
afterAll(() => app.close())

interface Uploaded {
  FileId: string
  Encoding: string
  Guess: { MappingName: string | null; Mapping: ImportMapping }
}

const upload = async (content: string | Buffer): Promise<Uploaded> => (await uploaded<Uploaded>(owner, content)).body

const run = async (FileId: string, Mapping: ImportMapping, Check = false): Promise<ImportRun> => {
  const started = await owner.call<ImportRun>('POST', '/imports/runs', { body: { FileId, Mapping, Check } })
  expect(started.status, JSON.stringify(started.body)).toBe(200)
  for (;;) {
    const { body } = await owner.call<ImportRun>('GET', `/imports/runs/${started.body.RunId}`)
    if (body.Status !== 'waiting' && body.Status !== 'running') return body
    await sleep(30)
  }
}

/** The mapping for a location of its own, so that what a file brought is told from all else. */
const into = (mapping: ImportMapping, Location: string, TimeZone: string, Currency: string): ImportMapping => ({
  ...mapping,
  Defaults: { ...mapping.Defaults, Location },
  NewLocations: { TimeZone, Currency },
})

/** What is stored of a location, in minor units: each receipt with its till, moment, total, tax, discount and lines. */
const storedAt = async (location: string) =>
  (
    await app.database.readVenue(
      venueId,
      (sql) => sql<{ receipt: string; at: Date; total: number; tax: number; discount: number; lines: number }[]>`
        select s.receipt, s.closed_at as at, s.total::int, s.tax::int, s.discount::int,
          (select count(*)::int from sale_line l where l.venue_id = ${venueId} and l.sale_id = s.sale_id) as lines
        from sale s join location on location.venue_id = ${venueId} and location.location_id = s.location_id
        where s.venue_id = ${venueId} and location.name = ${location} order by s.receipt`,
    )
  ).map(({ receipt, at, total, tax, discount, lines }) => [receipt, at.toISOString(), total, tax, discount, lines])

const productsAt = async (location: string) =>
  (
    await app.database.readVenue(
      venueId,
      (sql) => sql<{ name: string; qty: number; amount: number }[]>`
        select l.name, sum(l.qty)::float / 10000 as qty, sum(l.amount)::int as amount
        from sale_line l join location on location.venue_id = ${venueId} and location.location_id = l.location_id
        where l.venue_id = ${venueId} and location.name = ${location} group by 1 order by 1`,
    )
  ).map(({ name, qty, amount }) => [name, qty, amount])

describe('Lightspeed X-Series', () => {
  const HEAD =
    'Date,Receipt Number,Line Type,Customer Code,Customer Name,Note,Quantity,Subtotal,Sales Tax,Discount,Loyalty,Total,Paid,Details,Register,User,Status,Sku,AccountCodeSale,AccountCodePurchase'
  const sale = (at: string, receipt: string, quantity: string, subtotal: string, tax: string, total: string, status: string) =>
    `${at},${receipt},Sale,,,,${quantity},${subtotal},${tax},0,0,${total},,1 X Scarf + 1 X Hat,Main Register,Kim,${status},,,`
  const line = (at: string, receipt: string, quantity: string, subtotal: string, tax: string, total: string, name: string, sku: string) =>
    `${at},${receipt},Sale Line,,,,${quantity},${subtotal},${tax},0,0,${total},,${name},,,,${sku},200,300`
  const payment = (at: string, receipt: string, paid: string) => `${at},${receipt},Payment,,,,,,,,,,${paid},Card,,,,,,`
  const [first, second, third] = ['2026-11-02 09:15:00', '2026-11-02 10:20:30', '2026-11-13 11:00:00']
  const file = [
    HEAD,
    sale(first, 'X-1', '2', '27.2727', '2.7273', '30.00', 'CLOSED'),
    line(first, 'X-1', '1', '18.1818', '1.8182', '20.00', 'Scarf', 'sc1'),
    line(first, 'X-1', '1', '9.0909', '0.9091', '10.00', 'Hat', 'h1'),
    payment(first, 'X-1', '30.00'),
    sale(second, 'X-2', '-1', '-18.1818', '-1.8182', '-20.00', 'CLOSED'),
    line(second, 'X-2', '-1', '-18.1818', '-1.8182', '-20.00', 'Scarf', 'sc1'),
    payment(second, 'X-2', '-20.00'),
    sale(second, 'X-3', '1', '9.0909', '0.9091', '10.00', 'VOIDED'),
    line(second, 'X-3', '1', '9.0909', '0.9091', '10.00', 'Hat', 'h1'),
    payment(second, 'X-3', '10.00'),
    sale(third, 'X-4', '1', '9.0909', '0.9091', '10.00', 'SAVED'),
    line(third, 'X-4', '1', '9.0909', '0.9091', '10.00', 'Hat', 'h1'),
    sale(third, 'X-5', '3', '40.90', '4.09', '44.99', 'ONACCOUNT'),
    line(third, 'X-5', '3', '40.90', '4.09', '44.99', 'Hat', 'h1'),
  ].join('\n')

  it('brings the rows of sales and returns, and none of items, payments, voided and parked sales', async () => {
    const { FileId, Guess } = await upload(file)
    expect(Guess.MappingName).toBe('Lightspeed X-Series')
    const mapping = into(Guess.Mapping, 'Shop', 'Pacific/Auckland', 'NZD')
    const figures = { RowsRead: 3, Accepted: 3, RowsRejected: 0, Totals: [{ Currency: 'NZD', Total: 54.99 }] }
    expect(await run(FileId, mapping, true)).toMatchObject({ Status: 'done', ...figures })
    expect(await run(FileId, mapping)).toMatchObject({ Status: 'done', ...figures })
    expect(await storedAt('Shop')).toEqual([
      ['X-1', '2026-11-01T20:15:00.000Z', 3000, 273, 0, 1],
      ['X-2', '2026-11-01T21:20:30.000Z', -2000, -182, 0, 1],
      ['X-5', '2026-11-12T22:00:00.000Z', 4499, 409, 0, 1],
    ])
  })
})

describe.each([
  [
    'Lightspeed K-Series',
    'Identifier,PeriodId,YearId,Device_Name,Passive_Device,Date,Mode,Account,AccountName,Staff,Reference,Type,Qty,UnitPrice,FinalPrice,Discount,Loss,Comp,Charge,SKU,Item,Group,StatGroup,TaxName,TaxRate,PreTax,TaxAmount,Profile',
    ';',
    (day: string, hour: number, minute: string) => `11/${day}/26 ${hour > 12 ? hour - 12 : hour}:${minute} ${hour < 12 ? 'AM' : 'PM'}`,
  ],
  [
    'Lightspeed K-Series (Deutsch)',
    'Identifikator,Perioden Id,Jahres Id,Geräte_Name,Passives_Gerät,Datum,Modus,Konto,Konto Name,Mitarbeiter,Referenz,Typ,Mng,Einzelpreis,FinalPreis,Rabatt,Materialverlust/Bruch,Gratis,Buchung,SKU,Artikel,Gruppe,StatGruppe,SteuerName,SteuerRate,VorSteuern,SteuernMenge,Profil',
    ',',
    (day: string, hour: number, minute: string) => `${day}.11.26 ${hour}:${minute}`,
  ],
])('%s', (name, headings, mark, moment) => {
  type Row = [at: string, account: string, type: string, quantity: string, price: string, discount: string, tax: string, item: string]
  let last = 0
  const cells = ([at, account, type, quantity, price, discount, tax, item]: Row) => {
    last += 1
    const pretax = (Number(price) - Number(tax)).toFixed(6)
    const device = ['Till(1)', 'Phone 2(2)', at, 'Prod', account, 'Table 4', 'Kim(7)', `S1.${last}`]
    const figures = [type, quantity, '0.0', price, discount, '0.0', '0.0', '0.0']
    const product = [`sku-${item}`, item, 'Kitchen(3)', '[]', 'VAT', '1.19', pretax, tax, '']
    return [`S1.${last}`, `SP1.${last}`, `SY1.${last}`, ...device, ...figures, ...product]
  }
  const [noon, later, evening] = [moment('24', 12, '05'), moment('24', 12, '40'), moment('24', 19, '30')]
  const rows: Row[] = [
    [noon, 'A1.1', 'TRANSITORY_COMP', '-1', '-7.0', '0.0', '-1.117647', 'Tea'],
    [noon, 'A1.2', 'TRANSITORY_OPEN', '1', '7.0', '0.0', '1.117647', 'Tea'],
    // An account with a message to the kitchen, a discount, ten of something, and something that was voided.
    [noon, 'A1.3', 'SALE', '1', '14.4', '1.6', '2.299160', 'Pizza'],
    [noon, 'A1.3', 'SALE', '0E+1', '0.0', '0.0', '0', 'No onions'],
    [later, 'A1.3', 'SALE', '1E+1', '5.5', '0.0', '0.878151', 'Box'],
    [later, 'A1.3', 'SALE', '1', '3.8', '0.0', '0.606723', 'Espresso'],
    [later, 'A1.3', 'VOID', '-1', '-3.8', '0.0', '-0.606723', 'Espresso'],
    // One that was split in two: what was transferred is paid on the other.
    [evening, 'A1.4', 'SALE', '2', '9.98', '0.0', '1.593445', 'Beer'],
    [evening, 'A1.4', 'TRANSFER', '-1', '-4.99', '0.0', '-0.796723', 'Beer'],
    [evening, 'A1.5', 'SPLIT', '1', '4.99', '0.0', '0.796723', 'Beer'],
    // One voided whole, and a void of what was carried over.
    [evening, 'A1.6', 'SALE', '1', '8.5', '0.0', '1.357143', 'Salad'],
    [evening, 'A1.6', 'VOID', '-1', '-8.5', '0.0', '-1.357143', 'Salad'],
    [evening, 'A1.2', 'VOID', '-1', '-7.0', '0.0', '-1.117647', 'Tea'],
  ]
  const quoted = (row: readonly string[]) => row.map((cell) => `"${cell}"`).join(mark)
  const file = [headings.split(','), ...rows.map(cells)].map(quoted).join('\n')

  it('brings each account at what was left on it, and nothing that was carried over', async () => {
    const { FileId, Guess } = await upload(file)
    expect(Guess.MappingName).toBe(name)
    const mapping = into(Guess.Mapping, name, 'Europe/Berlin', 'EUR')
    const figures = { RowsRead: 10, Accepted: 5, RowsRejected: 0, Totals: [{ Currency: 'EUR', Total: 22.88 }] }
    expect(await run(FileId, mapping, true)).toMatchObject({ Status: 'done', ...figures })
    expect(await run(FileId, mapping)).toMatchObject({ Status: 'done', ...figures })
    expect(await storedAt(name)).toEqual([
      ['A1.2', '2026-11-24T18:30:00.000Z', -700, -112, 0, 1],
      ['A1.3', '2026-11-24T11:05:00.000Z', 1990, 318, 160, 4],
      ['A1.4', '2026-11-24T18:30:00.000Z', 499, 79, 0, 2],
      ['A1.5', '2026-11-24T18:30:00.000Z', 499, 80, 0, 1],
      ['A1.6', '2026-11-24T18:30:00.000Z', 0, 0, 0, 2],
    ])
    expect(await productsAt(name)).toEqual([
      ['Beer', 2, 998],
      ['Box', 10, 550],
      ['Espresso', 0, 0],
      ['Pizza', 1, 1440],
      ['Salad', 0, 0],
      ['Tea', -1, -700],
    ])
  })
})

describe('Airレジ', () => {
  const HEAD =
    '取引No,来店日,来店時間,会計日,会計時間,合計,小計,内消費税,修正金額合計,修正後合計,修正後内消費税,現金,クレジットカード(Airペイ),PayPay,おつり,割引/割増合計(税込),人数,商品点数,伝票名,レジ担当者名,カテゴリー名,メニュー名,価格,注文数量,個別割引/割増合計額'
  /** The first row of a bill, which says what it came to, and holds its first item. */
  const bill = (no: string, at: string, total: number, corrected: number, tax: number, item: string) =>
    `${no},2026/11/02,18:00:00,${at},${total},${total},${tax},${corrected - total},${corrected},${tax},10000,0,0,${10000 - corrected},0,2,3,"11","黒田",${item}`
  const more = (no: string, item: string) => `${no}${','.repeat(20)}${item}`
  const file = iconv.encode(
    [
      HEAD,
      bill('A1', '2026/11/02,19:27:08', 4800, 4800, 436, '"料理","コース",2000,2,0'),
      more('A1', '"飲み物","生ビール",500,2,-200'),
      bill('A2', '2026/11/03,00:40:00', 1500, 1500, 136, '"飲み物","生ビール",500,3,0'),
      bill('A3', '2026/11/03,12:00:00', 2000, 1500, 136, '"料理","コース",2000,1,0'),
      bill('A4', '2026/11/13,12:30:00', -500, -500, -45, '"飲み物","生ビール",500,-1,0'),
    ].join('\r\n'),
    'cp932',
  )

  it('brings each item of a bill, and refuses a bill whose items do not come to it', async () => {
    const { FileId, Encoding, Guess } = await upload(file)
    expect([Encoding, Guess.MappingName]).toEqual(['cp932', 'Airレジ'])
    const mapping = into(Guess.Mapping, '下北沢', 'Asia/Tokyo', 'JPY')
    const figures = { RowsRead: 5, Accepted: 3, RowsRejected: 1, Totals: [{ Currency: 'JPY', Total: 5800 }] }
    const checked = await run(FileId, mapping, true)
    expect(checked).toMatchObject({ Status: 'done', ...figures })
    const wrong = (await owner.call<{ Rows: ImportWrongRow[] }>('GET', `/imports/runs/${checked.RunId}/rows`)).body.Rows
    expect(wrong.map(({ Line, Errors }) => [Line, Errors[0]?.ErrorCode, Errors[0]?.Column])).toEqual([[5, 'PaidDiffers', '修正後合計']])
    expect(await run(FileId, mapping)).toMatchObject({ Status: 'done', ...figures })
    expect(await storedAt('下北沢')).toEqual([
      ['A1', '2026-11-02T10:27:08.000Z', 4800, 436, 200, 2],
      ['A2', '2026-11-02T15:40:00.000Z', 1500, 136, 0, 1],
      ['A4', '2026-11-13T03:30:00.000Z', -500, -45, 0, 1],
    ])
    expect(await productsAt('下北沢')).toEqual([
      ['コース', 2, 4000],
      ['生ビール', 4, 1800],
    ])
  })

  it('or each bill at its corrected total', async () => {
    const { FileId } = await upload(file)
    const { body } = await owner.call<{ Mappings: { Name: string; Mapping: ImportMapping }[] }>('GET', '/imports/mappings')
    const perBill = body.Mappings.find(({ Name }) => Name === 'Airレジ 会計ごと')?.Mapping ?? { Columns: {} }
    const mapping = into({ ...perBill, DateFormat: 'YYYY/M/D' }, '渋谷', 'Asia/Tokyo', 'JPY')
    const figures = { RowsRead: 4, Accepted: 4, RowsRejected: 0, Totals: [{ Currency: 'JPY', Total: 7300 }] }
    expect(await run(FileId, mapping, true)).toMatchObject({ Status: 'done', ...figures })
    expect(await run(FileId, mapping)).toMatchObject({ Status: 'done', ...figures })
    expect(await storedAt('渋谷')).toEqual([
      ['A1', '2026-11-02T10:27:08.000Z', 4800, 436, 0, 1],
      ['A2', '2026-11-02T15:40:00.000Z', 1500, 136, 0, 1],
      ['A3', '2026-11-03T03:00:00.000Z', 1500, 136, 0, 1],
      ['A4', '2026-11-13T03:30:00.000Z', -500, -45, 0, 1],
    ])
  })

  it('is offered by bill where the columns of items are switched off', async () => {
    const { Guess } = await upload('取引No,会計日,会計時間,修正後合計,修正後内消費税\nA1,2026/11/02,19:27:08,4800,436\n')
    expect(Guess.MappingName).toBe('Airレジ 会計ごと')
  })
})
