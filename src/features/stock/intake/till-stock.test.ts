import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_SUPPLIER, SAMPLE_TILL_KEY } from '#db/demo/cast.ts'
import { intake } from '#features/intake/intake.contract.ts'
import { suppliers } from '#features/stock/suppliers.contract.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/pool.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { WireClient, wireOf } from '#tests/wire.ts'
import { tillStock } from './till-stock.contract.ts'

const NOW = new Date('2026-11-20T09:00:00Z')
const BREWER = SAMPLE_SUPPLIER.name
let app: StartedApp
let house: Sql
let wire: WireClient

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  house = connectAsOwner(app.databaseUrl)
  wire = new WireClient(app.url)
})
afterAll(async () => {
  wire.close()
  await house.end()
  await app.close()
})

interface Result {
  Status: string
  Errors: { FieldName: string; ErrorCode: string; Message: string }[]
}
const LISTS = { sendProducts: 'Products', sendPurchases: 'Purchases', sendStockCounts: 'StockCounts', sendStockMovements: 'StockMovements' } as const
type Call = keyof typeof LISTS

const send = async (call: Call, items: readonly object[]): Promise<Result[]> => {
  await house`delete from limit_counter`
  const operation: AnyOperation = tillStock[call]
  const answer = await wire.send(wireOf(operation, { body: { [LISTS[call]]: items } }, { authorization: `Bearer ${SAMPLE_TILL_KEY}` }))
  expect({ status: answer.status, text: answer.status === 200 ? '' : answer.text }).toEqual({ status: 200, text: '' })
  return (answer.json as { Results: Result[] }).Results
}
const statuses = async (call: Call, items: readonly object[]) => (await send(call, items)).map(({ Status }) => Status)
/** What is wrong with one item that is sent alone, and nothing of which is stored. */
const refusal = async (call: Call, item: object): Promise<string> => {
  const before = await facts()
  const [result] = await send(call, [item])
  expect(result?.Status).toBe('rejected')
  expect(await facts()).toEqual(before)
  return (result?.Errors ?? []).map(({ FieldName, Message }) => `${FieldName}: ${Message}`).join(' ')
}
const facts = async () => {
  const [row] = await house`
    select (select count(*) from purchase_line) as purchases, (select count(*) from stock_movement) as movements, (select count(*) from stock_count) as counts,
      (select count(*) from stock_count_line) as lines, (select count(*) from product) as products, (select count(*) from product_spec) as specs,
      (select count(*) from product_supplier) as bought`
  return row
}
let made = 0
/** A product nobody has met. */
const product = async (more: object = {}): Promise<string> => {
  made += 1
  const Plu = `CELLAR-${made}`
  expect(await statuses('sendProducts', [{ Plu, Name: `Cellar item ${made}`, ...more }])).toEqual(['accepted'])
  return Plu
}
const invoice = (Plu: string, more: object = {}, line: object = {}) => {
  made += 1
  return { Supplier: BREWER, Invoice: `INV-${made}`, ReceivedOn: '2026-11-18', Lines: [{ Plu, Quantity: '24', Cost: 2400, Tax: 240, ...line }], ...more }
}
const count = (Plu: string, Quantity: string, CountedAt: string, more: object = {}) => {
  made += 1
  return { CountId: `C-${made}`, CountedAt, Lines: [{ Plu, Quantity }], ...more }
}
const move = (Kind: string, Plu: string, Quantity: string, more: object = {}) => {
  made += 1
  return { MovementId: `M-${made}`, Kind, Plu, Quantity, At: '2026-11-19T20:00:00+11:00', ...more }
}
const latest = async (plu: string, locationId = 1) => {
  const [row] = await house<{ source: string | null; qty: number | null; day: string | null; received: string | null; cost: number | null }[]>`
    select c.source, s.counted_qty::int as qty, s.counted_day::text as day, s.last_received::text as received, s.last_cost::int as cost
    from stock_latest s join product p on p.venue_id = 1 and p.product_id = s.product_id and p.plu = ${plu}
    left join stock_count c on c.venue_id = 1 and c.count_id = s.count_id where s.venue_id = 1 and s.location_id = ${locationId}`
  return row
}
const moved = (plu: string) => house<{ place: number; kind: number; qty: number; other: number | null; day: string }[]>`
  select m.location_id as place, m.kind, m.qty::int, m.other_location_id as other, m.day::text from stock_movement m
  join product p on p.venue_id = 1 and p.product_id = m.product_id and p.plu = ${plu} where m.venue_id = 1 order by m.movement_id`
const specsOf = (plu: string) => house<{ day: string; abv: number | null; volume: number | null; parts: object[]; stocked: boolean }[]>`
  select s.from_day::text as day, s.abv, s.volume::int, s.parts, s.stocked from product_spec s join product p on p.venue_id = 1 and p.product_id = s.product_id and p.plu = ${plu}
  where s.venue_id = 1 order by s.from_day`

describe('Products that tills send', () => {
  it('are new once; sent again they are duplicates, and what is left out stays', async () => {
    const whole = {
      Plu: 'LIST-1',
      Name: 'Listed ale',
      Group: 'Beverage',
      Department: 'Bar',
      ListPrice: 1100,
      Cost: 300,
      Barcode: '930',
      Abv: 4.6,
      VolumeMl: 330,
    }
    expect(await statuses('sendProducts', [whole])).toEqual(['accepted'])
    expect(await statuses('sendProducts', [whole, { Plu: 'LIST-1' }, { Plu: 'LIST-1', ListPrice: 1150 }])).toEqual(['duplicate', 'duplicate', 'accepted'])
    const [row] = await house`
      select p.name, p.list_price::int, p.cost::int, p.barcode, c.sales_group, c.department from product p join product_class c on c.venue_id = 1 and c.class_id = p.class_id
      where p.venue_id = 1 and p.plu = 'LIST-1'`
    expect(row).toEqual({ name: 'Listed ale', list_price: 1150, cost: 300, barcode: '930', sales_group: 'Beverage', department: 'Bar' })
    expect(await specsOf('LIST-1')).toMatchObject([{ abv: 460, volume: 330_000 }])
  })

  it('change from EffectiveFrom on or today, and fill in what was missing for the past', async () => {
    const plu = await product({ Abv: 4.6, EffectiveFrom: '2026-01-01' })
    await send('sendProducts', [{ Plu: plu, Abv: 4.8, EffectiveFrom: '2026-07-01' }])
    await send('sendProducts', [{ Plu: plu, VolumeMl: 375 }])
    await send('sendProducts', [{ Plu: plu, Abv: 5 }])
    expect((await specsOf(plu)).map(({ day, abv, volume }) => [day, abv, volume])).toEqual([
      ['2026-01-01', 460, 375_000],
      ['2026-07-01', 480, 375_000],
      ['2026-11-20', 500, 375_000],
    ])
  })

  it('may name parts that come after them, and are then not kept in stock themselves', async () => {
    const items = [
      { Plu: 'SCHOONER', Name: 'Schooner', Parts: [{ Plu: 'KEG', VolumeMl: 425, Loss: 2.5 }] },
      { Plu: 'KEG', Name: 'Keg', VolumeMl: 49_500 },
    ]
    expect(await statuses('sendProducts', items)).toEqual(['accepted', 'accepted'])
    const [keg] = await house<{ id: number }[]>`select product_id as id from product where venue_id = 1 and plu = 'KEG'`
    expect(await specsOf('SCHOONER')).toMatchObject([{ stocked: false, parts: [{ product: keg?.id, volume: 425_000, loss: 250 }] }])
    expect(await statuses('sendProducts', items)).toEqual(['duplicate', 'duplicate'])
  })

  it('are bought from a supplier on the list, whose keys open them from then on', async () => {
    const plu = await product({ Supplier: BREWER.toUpperCase(), SupplierCode: 'WB-1', PackSize: '24', OrderMinimum: 2, LeadDays: 3 })
    await send('sendProducts', [{ Plu: plu, LeadDays: 5 }])
    const [row] = await house`
      select x.supplier_code, x.pack_size::int, x.order_minimum, x.lead_days from product_supplier x join product p on p.venue_id = 1 and p.product_id = x.product_id
      where x.venue_id = 1 and p.plu = ${plu}`
    expect(row).toEqual({ supplier_code: 'WB-1', pack_size: 240_000, order_minimum: 2, lead_days: 5 })
    const [audited] = await house`select detail->>'Added' as added from audit_event where action = 'supplier.products' order by event_id desc limit 1`
    expect(audited).toEqual({ added: '1' })
    expect(await refusal('sendProducts', { Plu: plu, Supplier: 'Nobody & Sons' })).toBe('Supplier: "Nobody & Sons" is not on the venue\'s list of suppliers.')
    expect(await refusal('sendProducts', { Plu: 'NEW', PackSize: '6' })).toBe('PackSize: PackSize needs a supplier, and this product has none.')
  })

  it('that make no sense are refused with a sentence, alone, and nothing of them is stored', async () => {
    const keg = await product({ VolumeMl: 50_000 })
    const mixed = await product({ Parts: [{ Plu: keg, VolumeMl: 400 }] })
    const wrong = (more: object) => refusal('sendProducts', { Plu: 'WRONG', ...more })
    expect(await wrong({ Abv: 400 })).toBe('Abv: Alcohol by volume must be from 0 to 100 percent.')
    expect(await wrong({ Abv: 4.625 })).toBe('Abv: Alcohol by volume can have at most two decimals.')
    expect(await wrong({ VolumeMl: 0 })).toContain('VolumeMl: A volume must be more than 0 ml')
    expect(await wrong({ Supplier: BREWER, PackSize: '0' })).toBe('PackSize: A pack must hold more than 0 units.')
    expect(await wrong({ Supplier: BREWER, PackSize: '1.23456' })).toContain('PackSize must be a decimal text with at most four places')
    expect(await wrong({ Parts: [{ Plu: keg, VolumeMl: 60_000 }] })).toBe(
      'Parts: It takes 60000 ml of Cellar item 3, which holds only 50000 ml.'.replace('3', keg.slice(7)),
    )
    expect(await wrong({ Parts: [{ Plu: 'WRONG', Quantity: '1' }] })).toBe(
      'Parts: A recipe cannot contain itself. Only a product that is poured from its own keg or bottle can, and then it has no other parts.',
    )
    expect(await wrong({ Parts: [{ Plu: mixed, Quantity: '1' }] })).toContain('has its own parts. Enter those parts instead.')
    expect(await wrong({ Parts: [{ Plu: 'NOT-THERE', Quantity: '1' }] })).toBe('Parts.0.Plu: This venue has no product with the PLU NOT-THERE.')
    expect(await wrong({ EffectiveFrom: '2029-01-01' })).toContain('EffectiveFrom must be')
    expect(await refusal('sendProducts', { Plu: keg, Parts: [{ Plu: mixed, Quantity: '1' }] })).not.toBe('')
    expect(
      await statuses('sendProducts', [
        { Plu: 'WRONG', Abv: 400 },
        { Plu: 'RIGHT', Abv: 4 },
      ]),
    ).toEqual(['rejected', 'accepted'])
  })

  it('placed by a person keep their place in the menu', async () => {
    const plu = await product({ Group: 'Food' })
    await house`update product set mapped = true where venue_id = 1 and plu = ${plu}`
    await send('sendProducts', [{ Plu: plu, Group: 'Beverage', ListPrice: 5 }])
    const [row] = await house`
      select c.sales_group, p.list_price::int from product p join product_class c on c.venue_id = 1 and c.class_id = p.class_id where p.venue_id = 1 and p.plu = ${plu}`
    expect(row).toEqual({ sales_group: 'Food', list_price: 5 })
  })
})

describe('Invoices that tills send', () => {
  it('are stored once and whole, with the stock they bring and what a unit cost last', async () => {
    const plu = await product()
    const one = invoice(plu, {}, { PackSize: '24', Freight: 120 })
    expect(await statuses('sendPurchases', [one, one])).toEqual(['accepted', 'duplicate'])
    expect(await statuses('sendPurchases', [one])).toEqual(['duplicate'])
    expect(await moved(plu)).toMatchObject([{ place: 1, kind: 1, qty: 240_000, day: '2026-11-18' }])
    expect(await latest(plu)).toMatchObject({ received: '2026-11-18', cost: 1_050_000 })
    const [row] = await house`select l.source, l.pack_size::int, l.posted_by from purchase_line l where l.venue_id = 1 and l.invoice = ${one.Invoice}`
    expect(row).toEqual({ source: 'till', pack_size: 240_000, posted_by: null })
  })

  it('sent twice with other lines are a conflict, and nothing of the second is stored', async () => {
    const [plu, other] = [await product(), await product()]
    const one = invoice(plu)
    await send('sendPurchases', [one])
    const before = await facts()
    const [line] = one.Lines
    for (const Lines of [[{ ...line, Quantity: '12' }], [line, { ...line, Plu: other }], [{ ...line, Plu: other }]])
      expect(await statuses('sendPurchases', [{ ...one, Lines }])).toEqual(['conflict'])
    // The same lines by other numbers say the same.
    expect(await statuses('sendPurchases', [{ ...one, Lines: [{ ...line, Line: '2' }] }])).toEqual(['duplicate'])
    expect(await facts()).toEqual(before)
  })

  it("sent by two tills at once with other lines, one is stored whole and the other is not; the supplier's own lines count too", async () => {
    const plu = await product({ Supplier: BREWER })
    const one = invoice(plu)
    const [line] = one.Lines
    const both = await Promise.all([1, 2, 3, 4].map((n) => statuses('sendPurchases', [{ ...one, Lines: [line, { ...line, Quantity: String(n) }] }])))
    expect(both.flat().sort()).toEqual(['accepted', 'conflict', 'conflict', 'conflict'])
    expect(await moved(plu)).toHaveLength(2)
    const posted = { Invoice: one.Invoice, Line: '9', LocationId: 1, ReceivedOn: '2026-11-18', Plu: plu, Quantity: 1, Cost: 1 }
    const operation: AnyOperation = suppliers.postPurchases
    await wire.send(wireOf(operation, { query: { VenueId: 1 }, body: { Purchases: [posted] } }, { authorization: `Bearer ${SAMPLE_SUPPLIER.key}` }))
    expect(await moved(plu)).toHaveLength(3)
    expect(await latest(plu)).toMatchObject({ source: 'first', qty: 0, cost: 1_000_000 })
  })

  it('that make no sense are refused whole, with each row that is wrong', async () => {
    const plu = await product()
    const wrong = (more: object, line: object = {}) => refusal('sendPurchases', invoice(plu, more, line))
    expect(await wrong({ ReceivedOn: '2027-11-20' })).toBe('ReceivedOn: ReceivedOn must be from 2025-10-16 to 2026-11-21.')
    expect(await wrong({ Supplier: 'Nobody' })).toBe('Supplier: "Nobody" is not on the venue\'s list of suppliers.')
    expect(await wrong({ LocationId: 2 })).toBe('LocationId: There is no such location for this key.')
    expect(await wrong({}, { PackSize: '0' })).toBe('Lines.0.PackSize: A pack must hold more than 0 units.')
    expect(await wrong({}, { Quantity: '1.00001' })).toContain('Lines.0.Quantity must be a decimal text with at most four places')
    expect(await wrong({}, { Cost: 10.5 })).toContain('Lines.0.Cost must be a whole number of minor units')
    const good = { Plu: plu, Quantity: '1', Cost: 5 }
    expect(await wrong({ Lines: [good, { Plu: 'NOT-THERE', Quantity: '1', Cost: 5 }] })).toBe('Lines.1.Plu: This venue has no product with the PLU NOT-THERE.')
    expect(await wrong({ Lines: [{ ...good, Line: '2' }, good] })).toBe('Lines.1.Line: Line 2 is on the invoice twice.')
    expect(await wrong({ Lines: [{ ...good, Cost: -5 }] })).toContain('both be above zero, or both below zero')
    expect(await wrong({ Lines: [] })).toContain('Lines must have at least one line')
  })
})

describe('What was there before the first delivery', () => {
  it('is nothing, where it was neither counted, sold nor moved before; an earlier fact corrects that', async () => {
    const plu = await product()
    await send('sendPurchases', [invoice(plu, { ReceivedOn: '2026-11-10' })])
    expect(await latest(plu)).toMatchObject({ source: 'first', qty: 0, day: '2026-11-09' })
    await send('sendPurchases', [invoice(plu, { ReceivedOn: '2026-11-05' })])
    expect(await latest(plu)).toMatchObject({ source: 'first', day: '2026-11-04', received: '2026-11-10' })
    await send('sendStockCounts', [count(plu, '3', '2026-11-02T09:00:00+11:00')])
    expect(await latest(plu)).toMatchObject({ source: 'till', qty: 30_000, day: '2026-11-02' })
    const [firsts] = await house<{ n: number }[]>`
      select count(*)::int as n from stock_count_line l join stock_count c on c.venue_id = 1 and c.count_id = l.count_id and c.source = 'first'
      join product p on p.venue_id = 1 and p.product_id = l.product_id and p.plu = ${plu} where l.venue_id = 1`
    expect(firsts?.n).toBe(0)
  })

  it('is not known, where it was sold before, as itself or in something made of it', async () => {
    const [can, keg] = [await product(), await product({ VolumeMl: 50_000 })]
    const glass = await product({ Parts: [{ Plu: keg, VolumeMl: 400 }] })
    const Lines = [can, glass].map((Plu, i) => ({ LineId: String(i), Plu, Quantity: '1', UnitPrice: 500, Gross: 500, Net: 500 }))
    const sale = { SaleId: 'BEFORE-1', ClosedAt: '2026-11-17T20:00:00+11:00', Lines, Tenders: [{ Method: 'Card', Amount: 1000 }], Totals: { Total: 1000 } }
    const answer = await wire.send(wireOf(intake.sendSales as AnyOperation, { body: { Sales: [sale] } }, { authorization: `Bearer ${SAMPLE_TILL_KEY}` }))
    expect((answer.json as { Results: Result[] }).Results).toMatchObject([{ Status: 'accepted' }])
    expect(await statuses('sendPurchases', [invoice(can), invoice(keg)])).toEqual(['accepted', 'accepted'])
    for (const plu of [can, keg]) expect(await latest(plu)).toMatchObject({ source: null, received: '2026-11-18' })
    expect(await statuses('sendPurchases', [invoice(can, { ReceivedOn: '2026-11-17' })])).toEqual(['accepted'])
    expect(await latest(can)).toMatchObject({ source: 'first', day: '2026-11-16' })
  })

  it('is nothing either where a product came by a transfer', async () => {
    const plu = await product()
    await send('sendPurchases', [invoice(plu, { ReceivedOn: '2026-11-10' })])
    await send('sendStockMovements', [move('Transfer', plu, '4', { ToLocationId: 2 })])
    expect(await latest(plu, 2)).toMatchObject({ source: 'first', qty: 0, day: '2026-11-18' })
  })
})

describe('Counts that tills send', () => {
  it('are the latest of their products by the moment they were made, in whatever order they arrive', async () => {
    const plu = await product()
    const [early, late] = [count(plu, '10', '2026-11-12T09:00:00+11:00'), count(plu, '7.25', '2026-11-15T09:00:00+11:00', { Section: 'Cool room' })]
    expect(await statuses('sendStockCounts', [late, early])).toEqual(['accepted', 'accepted'])
    expect(await latest(plu)).toMatchObject({ source: 'till', qty: 72_500, day: '2026-11-15' })
    expect(await statuses('sendStockCounts', [late, { ...late, Section: 'Bar' }, { ...early, Lines: [{ Plu: plu, Quantity: '9' }] }])).toEqual([
      'duplicate',
      'conflict',
      'conflict',
    ])
    expect(await statuses('sendStockCounts', [count(plu, '8', '2026-11-15T09:00:00+11:00')])).toEqual(['accepted'])
    expect(await latest(plu)).toMatchObject({ qty: 80_000 })
  })

  it('that make no sense are refused whole, with each row that is wrong', async () => {
    const plu = await product()
    const wrong = (Lines: object[], more: object = {}) => refusal('sendStockCounts', count(plu, '1', '2026-11-15T09:00:00+11:00', { Lines, ...more }))
    const good = { Plu: plu, Quantity: '1' }
    expect(await wrong([good, { Plu: 'NOT-THERE', Quantity: '1' }])).toBe('Lines.1.Plu: This venue has no product with the PLU NOT-THERE.')
    expect(await wrong([{ Plu: plu, Quantity: '-1' }])).toBe('Lines.0.Quantity: A quantity cannot be less than 0.')
    expect(await wrong([{ Plu: plu, Quantity: '1.12345' }])).toContain('Lines.0.Quantity must be a decimal text with at most four places')
    expect(await wrong([good, good])).toBe(`Lines.1.Plu: The product ${plu} is counted twice. Send it once, with its whole quantity.`)
    expect(await wrong([good], { LocationId: 2 })).toBe('LocationId: There is no such location for this key.')
    expect(await wrong([good], { CountedAt: '2026-11-20T21:00:00+11:00' })).toContain('CountedAt: A count cannot be in the future.')
  })
})

describe('Movements that tills send', () => {
  it('take from stock or add to it, each once', async () => {
    const plu = await product()
    const all = [
      move('Wastage', plu, '0.5', { Reason: 'Spill' }),
      move('Adjustment', plu, '-2'),
      move('Wastage', plu, '-0.5', { At: undefined, Day: '2026-11-17' }),
    ]
    expect(await statuses('sendStockMovements', [...all, ...all])).toEqual(['accepted', 'accepted', 'accepted', 'duplicate', 'duplicate', 'duplicate'])
    expect((await moved(plu)).map(({ kind, qty, day }) => [kind, qty, day])).toEqual([
      [2, -5000, '2026-11-19'],
      [4, -20_000, '2026-11-19'],
      [2, 5000, '2026-11-17'],
    ])
    expect(
      await statuses('sendStockMovements', [
        { ...all[0], Quantity: '0.6' },
        { ...all[0], Kind: 'Adjustment' },
      ]),
    ).toEqual(['conflict', 'conflict'])
  })

  it('between two locations move both, or neither', async () => {
    const plu = await product()
    const one = move('Transfer', plu, '3', { ToLocationId: 2 })
    expect((await Promise.all([1, 2, 3].map(() => statuses('sendStockMovements', [one])))).flat().sort()).toEqual(['accepted', 'duplicate', 'duplicate'])
    expect((await moved(plu)).map(({ place, kind, qty, other }) => [place, kind, qty, other])).toEqual([
      [1, 3, -30_000, 2],
      [2, 3, 30_000, 1],
    ])
  })

  it("are told apart from purchases in what the supplier's key is answered", async () => {
    const plu = await product({ Supplier: BREWER })
    await send('sendPurchases', [invoice(plu)])
    await send('sendStockMovements', [move('Wastage', plu, '2'), move('Transfer', plu, '3', { ToLocationId: 2 }), move('Adjustment', plu, '0.5')])
    const operation: AnyOperation = suppliers.stockOnHand
    const { json } = await wire.send(wireOf(operation, { query: { VenueId: 1 } }, { authorization: `Bearer ${SAMPLE_SUPPLIER.key}` }))
    const { Locations } = json as { Locations: { Products: { Plu: string }[] }[] }
    const rows = Locations.slice(0, 2).map(({ Products }) => Products.find(({ Plu }) => Plu === plu))
    expect(rows).toMatchObject([
      { Purchased: 24, Wasted: 2, Change: 19.5 },
      { Purchased: 0, Wasted: 0, Change: 3 },
    ])
  })

  it('that make no sense are refused', async () => {
    const plu = await product()
    const wrong = (Kind: string, more: object) => refusal('sendStockMovements', move(Kind, plu, '1', more))
    expect(await wrong('Transfer', { ToLocationId: 77 })).toBe('ToLocationId: There is no such location.')
    expect(await wrong('Transfer', { ToLocationId: 1 })).toBe('ToLocationId: A transfer must go to another location.')
    expect(await wrong('Transfer', {})).toBe('ToLocationId: A transfer needs the location that it goes to.')
    expect(await wrong('Wastage', { ToLocationId: 2 })).toBe('ToLocationId: Only a transfer can go to another location.')
    expect(await wrong('Wastage', { LocationId: 2 })).toBe('LocationId: There is no such location for this key.')
    expect(await wrong('Wastage', { Quantity: '0' })).toBe('Quantity: A movement needs a quantity other than 0.')
    expect(await wrong('Wastage', { Quantity: '0.00001' })).toContain('Quantity must be a decimal text with at most four places')
    expect(await wrong('Wastage', { Plu: 'NOT-THERE' })).toBe('Plu: This venue has no product with the PLU NOT-THERE.')
    expect(await wrong('Wastage', { At: '2027-11-19T20:00:00+11:00' })).toContain('At: At must be from')
    expect(await wrong('Wastage', { Day: '2026-11-19' })).toContain('At: A movement needs its time At')
  })
})
