import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sheetOf, workbook } from '#tests/bad-files.ts'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { ProductFileOutcome } from './files/product-files.contract.ts'
import type { ProductRow, ProductsAnswer } from './products.contract.ts'

/** A Sunday evening in Sydney. */
const NOW = new Date('2026-11-22T10:04:00Z')
let app: StartedApp
let room: StaffRoom
let head: Visitor
let reader: Visitor
let bar: Visitor
let front: number
let back: number

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => NOW })
  room = await staffRoom(app, 'Products')
  ;[front = 0, back = 0] = room.locationIds
  await app.database.inVenue(room.venueId, async (sql) => {
    await sql`insert into venue_supplier (venue_id, supplier_id, name) values (${room.venueId}, 901, 'Southern Cross'), (${room.venueId}, 902, 'Coastline')`
  })
  head = await room.at('products-head', ['can_viewstock', 'can_editstock', 'can_viewaudit'])
  reader = await room.at('products-reader', ['can_viewstock'])
  bar = await room.at('products-bar', ['can_viewstock', 'can_editstock'], [front])
  await put(
    [
      { Plu: 'KEG', Name: 'Harbour Lager keg', Unit: 'keg', VolumeMl: 49_500, Abv: 4.6, Beverage: 'beer', Container: 'keg', Draught: true },
      { Plu: 'GIN', Name: 'Coastal Gin', Unit: 'bottle', VolumeMl: 700, Abv: 41, Beverage: 'spirits', Container: 'bottle' },
      { Plu: 'GLASS', Name: 'Schooner', Parts: [{ Plu: 'KEG', VolumeMl: 425, Loss: 4 }] },
    ],
    { From: '2026-11-01' },
  )
})
afterAll(() => app.close())

interface Refused {
  ResponseStatus: { ErrorCode: string; Message: string; Errors: { FieldName: string; ErrorCode: string; Message: string }[] }
}
const list = async (query = '', by = head) => (await by.call<ProductsAnswer>('GET', `/stock/products?${query}`)).body as ProductsAnswer
const row = async (plu: string, query = '', by = head): Promise<ProductRow> => {
  const [found] = (await list(`Plu=${plu}&${query}`, by)).Products
  if (!found) throw new Error(`There is no ${plu}.`)
  return found
}
const send = (Products: object[], more: object = {}, by = head) => by.call<Refused>('PUT', '/stock/products', { body: { Products, ...more } })
const put = async (products: object[], more: object = {}, by = head) => {
  const { status, body } = await send(products, more, by)
  expect(status, JSON.stringify(body)).toBe(200)
}
const refusal = async (products: object[], more: object = {}, by = head) => {
  const { status, body } = await send(products, more, by)
  return [status, ...(body.ResponseStatus?.Errors ?? []).map(({ FieldName, Message }) => `${FieldName}: ${Message}`)]
}

describe('the list', () => {
  it('comes with what is missing first, by tab, searched and by pages', async () => {
    const { Products, Counts, Total } = await list('Take=2')
    expect(Counts).toEqual({ All: 3, Missing: 2, Kegs: 1, Recipes: 1 })
    expect([Total, Products.map(({ Plu, Missing }) => [Plu, Missing])]).toEqual([
      3,
      [
        ['GIN', ['Supplier', 'PackSize', 'LeadDays']],
        ['KEG', ['Supplier', 'PackSize', 'LeadDays']],
      ],
    ])
    expect((await list('Take=2&Skip=2')).Products.map(({ Plu }) => Plu)).toEqual(['GLASS'])
    expect((await list('Show=kegs')).Products.map(({ Plu }) => Plu)).toEqual(['KEG'])
    expect((await list('Search=coastal')).Products.map(({ Plu }) => Plu)).toEqual(['GIN'])
  })

  it('a keg names the glasses that are poured from it, and a glass what one of it holds of alcohol', async () => {
    expect((await row('KEG')).UsedBy).toMatchObject([{ Plu: 'GLASS', Parts: [{ Plu: 'KEG', VolumeMl: 425, Loss: 4, ItemMl: 49_500, ItemAbv: 4.6 }] }])
    // 0.425 l × 4.6 × 0.789, cut to two decimals.
    expect((await row('GLASS')).StandardDrinks).toBe(1.54)
  })
})

describe('changes', () => {
  it('store many cells of many products at once, and a product may change its supplier', async () => {
    await put([
      { Plu: 'KEG', Supplier: 'Southern Cross', SupplierCode: 'SC-1', PackSize: 1, OrderMinimum: 2, LeadDays: 3, PackCost: 312, TariffItem: '1.11' },
      { Plu: 'GIN', Supplier: 'Southern Cross', PackSize: 6, LeadDays: 2, ListPrice: 12.5 },
    ])
    expect(await row('KEG')).toMatchObject({
      Supplier: 'Southern Cross',
      SupplierCode: 'SC-1',
      PackSize: 1,
      OrderMinimum: 2,
      PackCost: 312,
      TariffItem: '1.11',
      Missing: [],
    })
    await put([{ Plu: 'GIN', Supplier: 'coastline' }])
    expect(await row('GIN')).toMatchObject({ Supplier: 'Coastline', PackSize: 6, ListPrice: 12.5 })
    expect((await room.audit('supplier.products')).slice(-2).map(({ subject, detail }) => [subject, detail.Added, detail.Removed])).toEqual([
      ['902', 1, 0],
      ['901', 0, 1],
    ])
  })

  it('a value that was missing is filled in for the past, and one that changes holds from its day: a recipe of today leaves that of yesterday', async () => {
    await put([{ Plu: 'TAP', Name: 'Guest tap', VolumeMl: 50_000, Container: 'keg' }], { From: '2026-11-10' })
    await put([{ Plu: 'TAP', Abv: 5 }], { From: '2026-11-20' })
    expect((await row('TAP', 'On=2026-06-01')).Abv).toBe(5)
    await put([{ Plu: 'GLASS', Parts: [{ Plu: 'KEG', VolumeMl: 500 }] }], { From: '2026-11-22' })
    expect((await row('GLASS', 'On=2026-11-21')).Parts).toMatchObject([{ VolumeMl: 425, Loss: 4 }])
    expect(await row('GLASS', 'On=2026-11-22')).toMatchObject({ Parts: [{ VolumeMl: 500, Loss: 0 }], Since: '2026-11-22' })
  })

  it('a cell that somebody else changed since it was read is not written over, and the refusal says who and when; other cells of the row may', async () => {
    const was = await row('KEG')
    await put([{ Plu: 'KEG', LeadDays: 5, Was: { LeadDays: was.LeadDays } }])
    const { status, body } = await send([
      { Plu: 'GIN', LeadDays: 9 },
      { Plu: 'KEG', LeadDays: 4, Was: { LeadDays: was.LeadDays } },
    ])
    expect([status, body.ResponseStatus.ErrorCode]).toEqual([409, 'Conflict'])
    expect(body.ResponseStatus.Errors).toMatchObject([{ FieldName: 'Products.1.LeadDays', ErrorCode: 'Changed' }])
    expect(body.ResponseStatus.Errors[0]?.Message).toMatch(/^At \d\d:\d\d .+ changed Harbour Lager keg, Lead days to 5\.$/)
    expect((await row('GIN')).LeadDays).toBe(2)
    await put([{ Plu: 'KEG', OrderMinimum: 3, Was: { OrderMinimum: 2 } }])
    await put([{ Plu: 'KEG', LeadDays: 5, Was: { LeadDays: was.LeadDays } }])
  })

  it('are refused whole, each wrong cell named by PLU and field, with what was probably meant', async () => {
    const bad = async (change: object) => refusal([{ Plu: 'GIN', LeadDays: 8 }, change])
    const at = (field: string, sentence: string) => [400, `Products.1.${field}: ${sentence}`]
    expect(await bad({ Plu: 'KEG', Abv: 410 })).toEqual(at('Abv', 'PLU KEG: ABV can be 100 % at most. Did you mean 41.0?'))
    expect(await bad({ Plu: 'KEG', Abv: 400 })).toEqual(at('Abv', 'PLU KEG: ABV can be 100 % at most. Did you mean 40.0?'))
    expect(await bad({ Plu: 'KEG', PackSize: 0 })).toEqual(at('PackSize', 'PLU KEG: A pack must hold more than 0 units.'))
    expect(await bad({ Plu: 'KEG', PackSize: 1e-10 })).toEqual(at('PackSize', 'A pack must hold more than 0 units.'))
    expect(await bad({ Plu: 'KEG', ListPrice: 7.125 })).toEqual(at('ListPrice', 'PLU KEG: A price can have at most 2 decimals in AUD.'))
    expect(await bad({ Plu: 'KEG', LeadDays: 1.5 })).toEqual(at('LeadDays', 'PLU KEG: Enter a whole number. Did you mean 2?'))
    expect(await bad({ Plu: 'KEG', Least: 5, Most: 4 })).toEqual(at('Most', 'PLU KEG: Min cannot be above max.'))
    expect(await bad({ Plu: 'KEG', Supplier: 'Nobody' })).toEqual(at('Supplier', '"Nobody" is not on the venue\'s list of suppliers.'))
    expect(await bad({ Plu: 'NOWHERE', Abv: 4 })).toEqual(at('Plu', 'This venue has no product with the PLU NOWHERE. Send its Name to add it.'))
    expect(await bad({ Plu: 'GLASS', Parts: [{ Plu: 'KEG', VolumeMl: 60_000 }] })).toEqual(
      at('Parts', 'It takes 60000 ml of Harbour Lager keg, which holds only 49500 ml.'),
    )
    expect((await bad({ Plu: 'GLASS', Parts: [{ Plu: 'GLASS', Quantity: '1' }] }))[1]).toContain('A recipe cannot contain itself.')
    expect((await bad({ Plu: 'GIN2', Name: 'Gin and tonic', Parts: [{ Plu: 'GLASS', Quantity: '1' }] }))[1]).toContain(
      'Schooner has its own parts. Enter those parts instead',
    )
    expect((await bad({ Plu: 'GIN', LeadDays: 3 }))[1]).toContain('PLU GIN is in the list twice.')
    expect((await row('GIN')).LeadDays).toBe(2)
  })

  it('apply from no day before 2000 and none more than a year ahead', async () => {
    expect(await refusal([{ Plu: 'KEG', Abv: 5 }], { From: '1999-12-31' })).toEqual([400, 'From: Changes can apply from 2000-01-01 at the earliest.'])
    expect(await refusal([{ Plu: 'KEG', Abv: 5 }], { From: '2027-12-01' })).toEqual([
      400,
      'From: Changes can apply from 2027-11-23 at the latest, a year ahead.',
    ])
  })

  it('min and max are of a location, and one of them alone leaves the other', async () => {
    await put([{ Plu: 'KEG', Least: 1, Most: 4 }], { LocationId: front })
    await put([{ Plu: 'KEG', Most: 6 }], { LocationId: front })
    expect(await row('KEG', `LocationId=${front}`)).toMatchObject({ Least: 1, Most: 6 })
    expect(await row('KEG', `LocationId=${back}`)).toMatchObject({ Least: null, Most: null })
    expect(await row('KEG')).toMatchObject({ Least: null, Most: null })
    expect(await refusal([{ Plu: 'KEG', Least: 7 }], { LocationId: front })).toEqual([400, 'Products.0.Least: PLU KEG: Min cannot be above max.'])
  })
})

describe('who may', () => {
  it('reads with can_viewstock, and changes with can_editstock', async () => {
    expect((await list('', reader)).Counts.All).toBeGreaterThan(2)
    expect((await send([{ Plu: 'KEG', LeadDays: 9 }], {}, reader)).status).toBe(403)
    const nobody = await room.at('products-nobody', ['can_viewsales'])
    expect((await nobody.call('GET', '/stock/products')).status).toBe(403)
  })

  it('with some locations changes min and max there, and is told why nothing else', async () => {
    await app.database.inVenue(
      room.venueId,
      (sql) => sql`
      insert into stock_movement (venue_id, movement_id, location_id, product_id, day, qty, cost, kind)
      select ${room.venueId}, 1, ${front}, product_id, '2026-11-20', 10000, 0, 3 from product where venue_id = ${room.venueId} and plu = 'KEG' returning 1`,
    )
    await put([{ Plu: 'KEG', Least: 2 }], { LocationId: front }, bar)
    expect(await row('KEG', `LocationId=${front}`, bar)).toMatchObject({ Least: 2, Most: 6 })
    const { status, body } = await send([{ Plu: 'KEG', Abv: 9 }], { LocationId: front }, bar)
    expect([status, body.ResponseStatus.ErrorCode]).toEqual([403, 'WholeVenueOnly'])
    expect((await send([{ Plu: 'KEG', Least: 1 }], { LocationId: back }, bar)).status).toBe(404)
    expect((await bar.call('GET', `/stock/products?LocationId=${back}`)).status).toBe(404)
    expect((await list('', bar)).Products.map(({ Plu }) => Plu)).toEqual(['KEG'])
  })
})

describe('how a supplier delivers', () => {
  const terms = (body: object, by = head) => by.call<Refused>('PUT', '/stock/suppliers/901', { body })
  const TERMS = { Email: 'orders@example.com', LeadDays: 4, OrderBy: '14:00', OrderMinimum: 250 }
  it('is kept, and refused for what is no address and for whoever sees a part of the venue', async () => {
    expect((await terms(TERMS)).status).toBe(200)
    expect((await list()).Suppliers.find(({ SupplierId }) => SupplierId === 901)).toMatchObject(TERMS)
    expect((await terms({ ...TERMS, Email: 'nobody' })).status).toBe(400)
    expect((await terms(TERMS, bar)).status).toBe(403)
    expect((await head.call('PUT', '/stock/suppliers/999', { body: TERMS })).status).toBe(404)
  })
})

describe('files', () => {
  const octets = (body: string | Buffer) => ({ body, headers: { 'content-type': 'application/octet-stream' } })
  const bring = async (file: string | Buffer, more: object = {}, by = head) => {
    const { body } = await by.call<{ FileId: string; Guess: { Mapping: object } }>('POST', '/stock/products/files?Name=products.csv', octets(file))
    return by.call<ProductFileOutcome & Partial<Refused>>('POST', '/stock/products/runs', {
      body: { FileId: body.FileId, Mapping: body.Guess.Mapping, ...more },
    })
  }
  const exported = async (format: string, language = 'en') => {
    const { body } = await head.call<{ Url: string }>('POST', '/exports', { body: { Path: '/stock/products', Query: { Language: language }, Format: format } })
    const jar = [...head.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return Buffer.from(await (await fetch(`${app.url}${body.Url}`, { headers: { cookie: jar, 'sec-fetch-site': 'same-origin' } })).arrayBuffer())
  }

  it.each([
    ['csv', 'en'],
    ['csv', 'jp'],
    ['xlsx', 'en'],
  ])('an exported %s in %s that comes back unchanged changes nothing', async (format, language) => {
    const { body } = await bring(await exported(format, language))
    expect(body).toMatchObject({ New: 0, Changed: 0, RowsRejected: 0, WrongRows: [], Changes: [] })
    expect(body.Unchanged).toBe((await list()).Counts.All)
  })

  it('says what would change and what is wrong before anything is stored, and then stores the right rows alone', async () => {
    const file = [
      'PLU,Product,ABV %,Pack,Made or poured as,Supplier',
      'GIN,,42,,,',
      'KEG,,410,,,',
      'GLASS,,,,400 ml of KEG less 5 %,',
      'WHERE,,4,,,',
      'RUM,Dark Rum,40,6,,Coastline',
      'TAP,,x,0,,',
      'GIN,,43,,,',
      'KEG,,,,,',
    ].join('\n')
    const check = (await bring(file, { Check: true })).body
    expect(check).toMatchObject({ Check: true, RowsRead: 8, New: 1, Changed: 2, Unchanged: 1, RowsRejected: 4 })
    expect(check.Changes.slice(0, 2)).toEqual([
      { Line: 2, Plu: 'GIN', Name: 'Coastal Gin', Field: 'Abv', Before: '41', After: '42' },
      { Line: 4, Plu: 'GLASS', Name: 'Schooner', Field: 'Parts', Before: '500 ml of KEG', After: '400 ml of KEG less 5 %' },
    ])
    expect(check.WrongRows.map(({ Line, Errors }) => [Line, ...Errors.map(({ Column, Message }) => `${Column}: ${Message}`)])).toEqual([
      [3, 'ABV %: PLU KEG: ABV can be 100 % at most. Did you mean 41.0?'],
      [5, 'PLU: This venue has no product with the PLU WHERE. Send its Name to add it.'],
      [7, 'ABV %: "x" is not a number.'],
      [8, 'PLU: PLU GIN is in the list twice. Change it once.'],
    ])
    expect((await row('GIN')).Abv).toBe(41)
    expect((await list('Plu=RUM')).Total).toBe(0)
    expect((await bring(file)).body).toMatchObject({ Check: false, New: 1, Changed: 2, RowsRejected: 4 })
    expect([(await row('GIN')).Abv, (await row('RUM')).PackSize]).toEqual([42, 6])
    expect((await row('GIN', 'On=2026-11-21')).Abv).toBe(41)
    expect((await room.audit('stock.products-imported')).at(-1)).toMatchObject({ subject: 'products.csv', detail: { New: 1, Changed: 2 } })
  })

  it('reads workbooks, and applies from the day that is chosen', async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
    const rows = [
      ['PLU', 'Alcohol by volume'],
      ['RUM', '45'],
    ].map((cells) => `<row>${cells.map(cell).join('')}</row>`)
    expect((await bring(await workbook({ sheet: sheetOf(rows) }), { From: '2026-12-01' })).body).toMatchObject({ Changed: 1 })
    expect([(await row('RUM', 'On=2026-11-30')).Abv, (await row('RUM', 'On=2026-12-01')).Abv]).toEqual([40, 45])
  })

  it('refuses what has no PLU, files of others, and whoever may only read', async () => {
    const { status, body } = await bring('Product,ABV %\nGin,41\n')
    expect([status, body.ResponseStatus?.Errors[0]?.FieldName]).toEqual([400, 'Mapping.Columns.Plu'])
    expect((await reader.call('POST', '/stock/products/files?Name=a.csv', octets('PLU,ABV %\nGIN,40\n'))).status).toBe(403)
    const mine = (await head.call<{ FileId: string }>('POST', '/stock/products/files?Name=a.csv', octets('PLU,ABV %\nGIN,40\n'))).body
    const run = { FileId: mine.FileId, Mapping: { Columns: { Plu: 'PLU', Abv: 'ABV %' } } }
    expect((await bar.call('POST', '/stock/products/runs', { body: run })).status).toBe(404)
    expect((await bring('PLU,ABV %\nKEG,7\n', {}, bar)).status).toBe(403)
  })
})
