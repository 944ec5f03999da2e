import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PurchasesAnswer } from '#features/stock/purchases/plu-purchases.contract.ts'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { InvoiceFileOutcome } from './invoice-files.contract.ts'

/** A Sunday evening in Sydney. */
const NOW = new Date('2026-11-22T10:04:00Z')
let app: StartedApp
let room: StaffRoom
let head: Visitor
let reader: Visitor
let bar: Visitor
let front: number
let back: number
let places: string[]

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => NOW })
  room = await staffRoom(app, 'Invoices')
  ;[front = 0, back = 0] = room.locationIds
  await app.database.inVenue(room.venueId, async (sql) => {
    await sql`insert into venue_supplier (venue_id, supplier_id, name) values (${room.venueId}, 901, 'Southern Cross'), (${room.venueId}, 902, 'Coastline')`
    const rows = await sql<
      { name: string }[]
    >`select name from location where venue_id = ${room.venueId} and location_id = any(${[front, back]}::int[]) order by location_id`
    places = rows.map(({ name }) => name)
  })
  head = await room.at('invoices-head', ['can_viewstock', 'can_editstock', 'can_viewaudit'])
  reader = await room.at('invoices-reader', ['can_viewstock'])
  bar = await room.at('invoices-bar', ['can_viewstock', 'can_editstock'], [front])
  const Products = [
    { Plu: 'GIN', Name: 'Coastal Gin', Unit: 'bottle', Supplier: 'Southern Cross', PackSize: 6 },
    { Plu: 'RUM', Name: 'Coastal Rum', Unit: 'bottle' },
  ]
  expect((await head.call('PUT', '/stock/products', { body: { Products } })).status).toBe(200)
})
afterAll(() => app.close())

type Answer = InvoiceFileOutcome & { ResponseStatus?: { ErrorCode: string; Errors: { FieldName: string; ErrorCode: string; Message: string }[] } }
const octets = (body: string) => ({ body, headers: { 'content-type': 'application/octet-stream' } })
const bring = async (lines: readonly string[], more: object = {}, by = head) => {
  const { body } = await by.call<{ FileId: string; Guess: { Mapping: object } }>('POST', '/stock/invoices/files?Name=november.csv', octets(lines.join('\n')))
  return by.call<Answer>('POST', '/stock/invoices/runs', { body: { FileId: body.FileId, Mapping: body.Guess.Mapping, LocationId: front, ...more } })
}
const bought = async () => {
  const { body } = await head.call<PurchasesAnswer>('GET', '/reports/plu-purchases?FromDate=2026-10-01&ToDate=2026-11-25')
  return body.Rows.map(({ Plu, Quantity, Cost, Freight, Tax }) => [Plu, Number(Quantity), Number(Cost), Number(Freight), Number(Tax)])
}
const HEAD = 'Supplier,Invoice,Received on,Location,PLU,Units,Packs,Pack size,Cost,Unit cost,Pack cost,Freight,GST'
const codes = ({ WrongRows }: InvoiceFileOutcome) => WrongRows.map(({ Line, Errors }) => [Line, ...Errors.map(({ ErrorCode }) => ErrorCode)])

it('stores invoices whose rows lie anywhere, by units or packs and by any of three costs, once it was only looked at', async () => {
  const file = [
    HEAD,
    'Southern Cross,A-1,20/11/2026,,GIN,,2,,,,240.30,4.50,48.06',
    `coastline,C-9,19/11/2026,${places[1]},RUM,3,,,,31.005,,,`,
    'Southern Cross,A-1,20/11/2026,,RUM,4,,,118.40,,,,',
  ]
  const seen = (await bring(file, { Check: true })).body
  expect(seen).toMatchObject({ Check: true, RowsRead: 3, New: 3, NewInvoices: 2, Unchanged: 0, RowsRejected: 0 })
  expect(await bought()).toEqual([])
  const { body } = await bring(file)
  expect(body).toMatchObject({ Check: false, New: 3, NewInvoices: 2 })
  expect(body.Invoices).toMatchObject([
    { Supplier: 'Southern Cross', Invoice: 'A-1', Location: places[0], ReceivedOn: '2026-11-20', Lines: 2, Cost: 599, Freight: 4.5, Tax: 48.06, Status: 'New' },
    // 3 × 31.005 = 93.015, to the cent.
    { Invoice: 'C-9', Location: places[1], Lines: 1, Cost: 93.02 },
  ])
  const rows = await bought()
  expect(rows).toHaveLength(3)
  expect(rows).toEqual(
    expect.arrayContaining([
      ['GIN', 12, 480.6, 4.5, 48.06],
      ['RUM', 4, 118.4, 0, 0],
      ['RUM', 3, 93.02, 0, 0],
    ]),
  )
  const audit = JSON.stringify((await head.call('GET', '/audit?Limit=1')).body)
  expect(audit).toContain('stock.invoices-imported')
  expect(audit).toContain('november.csv')
})

it('the same file again, its rows in another order, changes nothing; another quantity is refused whole', async () => {
  const again = [HEAD, 'Southern Cross,A-1,20/11/2026,,RUM,4,,,118.40,,,,', 'Southern Cross,A-1,20/11/2026,,GIN,12,,,480.60,,,4.50,48.06']
  const before = await bought()
  expect((await bring(again)).body).toMatchObject({ New: 0, NewInvoices: 0, Unchanged: 2, RowsRejected: 0, Invoices: [{ Status: 'Unchanged' }] })
  const other = (await bring([...again.slice(0, 2), 'Southern Cross,A-1,20/11/2026,,GIN,18,,,480.60,,,4.50,48.06'])).body
  expect(codes(other)).toEqual([
    [2, 'Conflict'],
    [3, 'Conflict'],
  ])
  expect(other.WrongRows[0]?.Errors[0]?.Message).toContain('Correct it with a credit')
  const shorter = (await bring(again.slice(0, 2))).body
  expect(codes(shorter)).toEqual([[2, 'Conflict']])
  expect(await bought()).toEqual(before)
})

it('two sendings at once store an invoice once', async () => {
  const file = [HEAD, 'Southern Cross,TWICE,20/11/2026,,GIN,6,,,200,,,,']
  const both = await Promise.all([bring(file), bring(file)])
  expect(both.map(({ body }) => body.NewInvoices).sort()).toEqual([0, 1])
})

it('one wrong row leaves out its whole invoice, and each of its rows says why; the others are stored', async () => {
  const file = [
    HEAD,
    'Southern Cross,B-1,20/11/2026,,GIN,6,,,200,,,,',
    'Southern Cross,B-2,20/11/2026,,GIN,6,,,200,,,,',
    'Southern Cross,B-1,20/11/2026,,NOPE,6,,,200,,,,',
    'Southern Cross,B-1,20/11/2026,,GIN,6,,0,200,,,,',
  ]
  const { body } = await bring(file)
  expect(body).toMatchObject({ New: 1, NewInvoices: 1, RowsRejected: 3, Invoices: [{ Invoice: 'B-2' }] })
  expect(codes(body)).toEqual([
    [2, 'InvoiceLeftOut'],
    [4, 'ProductNotFound'],
    [5, 'EmptyPack'],
  ])
  expect(body.WrongRows[0]?.Errors[0]?.Message).toBe('The whole invoice is left out, because its row in line 4 is wrong.')
  expect(codes((await bring(file.slice(0, 4))).body)).toEqual([
    [2, 'InvoiceLeftOut'],
    [4, 'ProductNotFound'],
  ])
})

it.each([
  ['a supplier nobody knows', 'Nobody,X,20/11/2026,,GIN,6,,,200,,,,', 'SupplierNotFound'],
  ['packs of a product nobody knows', 'Coastline,X,20/11/2026,,NOPE,,2,,200,,,,', 'ProductNotFound'],
  ['no supplier', ',X,20/11/2026,,GIN,6,,,200,,,,', 'Missing'],
  ['no invoice number', 'Coastline,,20/11/2026,,GIN,6,,,200,,,,', 'Missing'],
  ['a day next year', 'Coastline,X,20/11/2027,,GIN,6,,,200,,,,', 'DayOutOfReach'],
  ['what is no day', 'Coastline,X,31/02/2026,,GIN,6,,,200,,,,', 'NotADate'],
  ['a location nobody knows', 'Coastline,X,20/11/2026,Atlantis,GIN,6,,,200,,,,', 'LocationNotFound'],
  ['packs of an unknown size', 'Coastline,X,20/11/2026,,RUM,,2,,200,,,,', 'NoPackSize'],
  ['the cost of a pack of unknown size', 'Coastline,X,20/11/2026,,RUM,6,,,,,40,,', 'NoPackSize'],
  ['a pack below nothing', 'Coastline,X,20/11/2026,,RUM,,2,-6,200,,,,', 'EmptyPack'],
  ['packs that are other units', 'Coastline,X,20/11/2026,,RUM,6,2,6,200,,,,', 'OtherQuantity'],
  ['no quantity', 'Coastline,X,20/11/2026,,RUM,,,,200,,,,', 'NoQuantity'],
  ['no cost', 'Coastline,X,20/11/2026,,RUM,6,,,,,,,', 'NoCost'],
  ['a cost finer than a cent', 'Coastline,X,20/11/2026,,RUM,6,,,200.005,,,,', 'TooManyDecimals'],
  ['a cost that is a word', 'Coastline,X,20/11/2026,,RUM,6,,,free,,,,', 'NotANumber'],
  ['five decimals of a unit', 'Coastline,X,20/11/2026,,RUM,6.00001,,,200,,,,', 'TooManyDecimals'],
  ['a million units', 'Coastline,X,20/11/2026,,RUM,1000000,,,200,,,,', 'TooMuch'],
  ['nothing for nothing', 'Coastline,X,20/11/2026,,RUM,0,,,0,,,,', 'NothingOnLine'],
  ['a credit with a cost above zero', 'Coastline,X,20/11/2026,,RUM,-6,,,200,,,,', 'SignsDiffer'],
  ['a cell too many', 'Coastline,X,20/11/2026,,RUM,6,,,200,,,,,more', 'RowWidth'],
])('refuses %s at its row', async (_, line, code) => {
  const before = await bought()
  const { body } = await bring([HEAD, line], { Mapping: { Columns: COLUMNS, DateFormat: 'D/M/YYYY' } })
  expect(body).toMatchObject({ New: 0, RowsRejected: 1 })
  expect(codes(body)).toEqual([[2, code]])
  expect(await bought()).toEqual(before)
})
const COLUMNS = {
  Supplier: 'Supplier',
  Invoice: 'Invoice',
  ReceivedOn: 'Received on',
  Location: 'Location',
  Plu: 'PLU',
  Quantity: 'Units',
  Packs: 'Packs',
  PackSize: 'Pack size',
  Cost: 'Cost',
  UnitCost: 'Unit cost',
  PackCost: 'Pack cost',
  Freight: 'Freight',
  Tax: 'GST',
}

it('rows of one invoice that name different days or locations are refused together', async () => {
  const rows = ['Coastline,D-1,20/11/2026,,GIN,6,,,200,,,,', `Coastline,D-1,19/11/2026,${places[1]},GIN,6,,,200,,,,`]
  expect(codes((await bring([HEAD, ...rows])).body)).toEqual([
    [2, 'InvoiceLeftOut'],
    [3, 'OtherDay', 'OtherLocation'],
  ])
})

it('a mapping says enough, the place is granted, files of others are not there, and readers bring nothing in', async () => {
  const short = await bring(['Supplier,Invoice,Date,PLU,Cost', 'Coastline,S,20/11/2026,GIN,6'])
  expect([short.status, short.body.ResponseStatus?.Errors[0]?.FieldName]).toEqual([400, 'Mapping.Columns.Quantity'])
  const placeless = await bring(['Supplier,Invoice,Date,PLU,Units,Cost', 'Coastline,S,20/11/2026,GIN,6,6'], { LocationId: undefined })
  expect([placeless.status, placeless.body.ResponseStatus?.Errors[0]?.FieldName]).toEqual([400, 'Mapping.Columns.Location'])
  expect((await bring([HEAD, ''], { LocationId: back }, bar)).status).toBe(404)
  // A location that is not granted is none.
  const hidden = await bring([HEAD, `Coastline,H-1,20/11/2026,${places[1]},GIN,6,,,200,,,,`], {}, bar)
  expect(codes(hidden.body)).toEqual([[2, 'LocationNotFound']])
  const mine = (await head.call<{ FileId: string }>('POST', '/stock/invoices/files?Name=a.csv', octets(`${HEAD}\n`))).body
  expect((await bar.call('POST', '/stock/invoices/runs', { body: { FileId: mine.FileId, Mapping: { Columns: COLUMNS }, LocationId: front } })).status).toBe(404)
  expect((await reader.call('POST', '/stock/invoices/files?Name=a.csv', octets(HEAD))).status).toBe(403)
})
