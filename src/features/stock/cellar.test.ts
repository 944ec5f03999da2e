import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { randomFor } from '#db/demo/random.ts'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { VenueScope } from '#platform/access/venue-scope.ts'
import { addDays, everyDay } from '#shared/day.ts'
import { nameProducts } from '#tests/cellar-house.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { ExcisesAnswer } from './excises/excises.contract.ts'
import type { ProductsAnswer } from './products/products.contract.ts'
import type { InvoicesAnswer, PurchasesAnswer } from './purchases/plu-purchases.contract.ts'
import { storePurchases } from './purchases.sql.ts'
import type { Order } from './reorders/orders.contract.ts'
import type { ReordersAnswer } from './reorders/reorders.contract.ts'

/** A Monday morning in Sydney, 09:00: the window is 26 October to 22 November. */
const NOW = new Date('2026-11-22T22:00:00Z')
const WINDOW = everyDay('2026-10-26', '2026-11-22')
const BREWERY = 1

let app: StartedApp
let owner: Visitor
beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
}, 120_000)
afterAll(() => app.close())

const inVenue = <T>(work: (scope: VenueScope) => PromiseLike<T>): Promise<T> =>
  app.database.inVenue(1, async (sql) => work(await VenueScope.forJob(sql, 1, NOW)))

const sold = (plu: string, day: string, units: number) =>
  plainSale(`${day}T09:00:00Z`, 1100, {
    Lines: [{ LineId: '1', Kind: 'Sale', Plu: plu, Name: plu, Quantity: String(units), Gross: 1100, DiscountTotal: 0, Net: 1100, Tax: 100 }],
    Tenders: [{ Method: 'Cash', Amount: 1100 }],
    Totals: { Total: 1100, Tax: 100 },
  })

const ok = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await owner.call<T>(method, path, body === undefined ? {} : { body })
  expect(answer.status, JSON.stringify(answer.body).slice(0, 800)).toBe(200)
  return answer.body as T
}
/** The sentence a call is refused with. */
const refused = async (method: string, path: string, body?: unknown): Promise<string> => {
  const answer = await owner.call<{ ResponseStatus: { Errors: { FieldName: string; Message: string }[]; Message: string } }>(
    method,
    path,
    body === undefined ? {} : { body },
  )
  expect(answer.status).toBe(400)
  return answer.body.ResponseStatus.Errors.map(({ FieldName, Message }) => `${FieldName}: ${Message}`).join(' ')
}

describe('products', () => {
  const row = async (plu: string, on?: string) =>
    (await ok<ProductsAnswer>('GET', `/stock/products?Search=${plu}${on ? `&On=${on}` : ''}`)).Products.find(({ Plu }) => Plu === plu)
  const change = (product: object, from?: string) => ({ ...(from ? { From: from } : {}), Products: [product] })

  it('are added, and what was missing is filled in for the past while what changes holds from its day', async () => {
    await ok(
      'PUT',
      '/stock/products',
      change({ Plu: 'P-KEG', Name: 'Keg', Unit: 'keg', VolumeMl: 49_500, Beverage: 'beer', Container: 'keg', Draught: true }, '2026-11-01'),
    )
    await ok('PUT', '/stock/products', change({ Plu: 'P-KEG', Abv: 4.6 }, '2026-11-10'))
    expect((await row('P-KEG', '2026-10-01'))?.Abv).toBe(4.6)
    await ok('PUT', '/stock/products', change({ Plu: 'P-KEG', Abv: 5 }, '2026-11-15'))
    expect([(await row('P-KEG', '2026-11-14'))?.Abv, (await row('P-KEG', '2026-11-15'))?.Abv]).toEqual([4.6, 5])
    await ok('PUT', '/stock/products', change({ Plu: 'P-GLASS', Name: 'Glass', Parts: [{ Plu: 'P-KEG', VolumeMl: 425 }] }, '2026-11-01'))
    expect(await row('P-GLASS', '2026-11-14')).toMatchObject({ StandardDrinks: 1.54, Parts: [{ Plu: 'P-KEG', VolumeMl: 425 }] })
  })

  it('are bought as their supplier sells them, and miss what a reorder needs until somebody tells it', async () => {
    expect((await row('P-KEG'))?.Missing).toEqual(['Supplier', 'PackSize', 'LeadDays'])
    await ok('PUT', '/stock/products', change({ Plu: 'P-KEG', Supplier: 'Wharf Brewing', PackSize: 1, LeadDays: 3, PackCost: 278, Least: 1, Most: 4 }))
    expect(await row('P-KEG')).toMatchObject({ Supplier: 'Wharf Brewing', PackSize: 1, LeadDays: 3, PackCost: 278, Least: 1, Most: 4, Missing: [] })
  })

  it('are refused whole, each wrong cell in a sentence', async () => {
    const bad = (product: object) => refused('PUT', '/stock/products', { Products: [{ Plu: 'P-NEW', Name: 'New' }, product] })
    expect(await bad({ Plu: 'P-KEG', Abv: 400 })).toContain('Products.1.Abv: PLU P-KEG: ABV can be 100 % at most. Did you mean 40.0?')
    expect(await bad({ Plu: 'P-KEG', PackSize: 0 })).toContain('A pack must hold more than 0 units.')
    expect(await bad({ Plu: 'P-GLASS', Parts: [{ Plu: 'P-KEG', VolumeMl: 60_000 }] })).toContain('which holds only 49500 ml')
    expect(await bad({ Plu: 'P-GLASS', Parts: [{ Plu: 'P-GLASS', Quantity: '1' }] })).toContain('A recipe cannot contain itself.')
    expect(await bad({ Plu: 'P-KEG', Least: 5, Most: 4 })).toContain('Min cannot be above max.')
    expect(await row('P-NEW')).toBeUndefined()
  })

  it('are not written over what somebody else changed meanwhile', async () => {
    const version = (await row('P-KEG'))?.Version
    await ok('PUT', '/stock/products', change({ Plu: 'P-KEG', LeadDays: 4 }))
    expect(await refused('PUT', '/stock/products', change({ Plu: 'P-KEG', Version: version, LeadDays: 5 }))).toContain('Someone else has changed Keg.')
    await ok('PUT', '/stock/products', change({ Plu: 'P-KEG', LeadDays: 3, Most: null, Least: null }))
  })
})

describe('an invoice entered by hand', () => {
  const entered = (more: object = {}) => ({
    LocationId: 1,
    Supplier: 'wharf brewing',
    Invoice: 'HAND-1',
    ReceivedOn: '2026-11-20',
    Freight: 10,
    Tax: 1.01,
    Lines: [
      { Plu: 'P-KEG', Quantity: 2, Cost: 556 },
      { Plu: 'P-GLASS', Quantity: 1.5, Cost: 0.02 },
    ],
    ...more,
  })
  const lines = () =>
    inVenue(
      ({ sql }) => sql<{ cost: number; freight: number; tax: number; pack: number | null; by: number | null }[]>`
    select cost, freight, tax, pack_size as pack, noted_by as by from purchase_line where venue_id = 1 and invoice = 'HAND-1' order by line`,
    )

  it('is stored whole with its freight and tax shared over the lines, once however often it is sent', async () => {
    expect(await ok('POST', '/stock/invoices', entered())).toEqual({ Status: 'accepted' })
    expect(await ok('POST', '/stock/invoices', entered())).toEqual({ Status: 'duplicate' })
    expect(await lines()).toEqual([
      { cost: 55_600, freight: 1000, tax: 101, pack: 10_000, by: expect.any(Number) },
      { cost: 2, freight: 0, tax: 0, pack: null, by: expect.any(Number) },
    ])
    const { Invoices } = await ok<InvoicesAnswer>('GET', '/stock/invoices?FromDate=2026-11-20&ToDate=2026-11-20&Plu=P-KEG')
    expect(Invoices).toEqual([expect.objectContaining({ Invoice: 'HAND-1', Source: 'screen', Cost: 556, Freight: 10, Tax: 1.01 })])
  })

  it('is refused in a sentence at the field, and nothing of it is kept', async () => {
    const bad = (more: object) => refused('POST', '/stock/invoices', entered({ Invoice: 'HAND-2', ...more }))
    expect(await refused('POST', '/stock/invoices', entered({ Freight: 11 }))).toContain(
      'Invoice: An invoice with this number is already stored with other lines.',
    )
    expect(await bad({ Supplier: 'Nobody' })).toContain('Supplier: "Nobody" is not on the venue\'s list of suppliers.')
    expect(await bad({ ReceivedOn: '2031-01-01' })).toContain('ReceivedOn: ReceivedOn must be from')
    expect(await bad({ Tax: 0.001 })).toContain('Tax: Tax has more decimals than the currency.')
    expect(
      await bad({
        Lines: [
          { Plu: 'P-KEG', Quantity: 1, Cost: 5 },
          { Plu: 'NO', Quantity: 1, Cost: 5 },
        ],
      }),
    ).toContain('Lines.1.Plu: This venue has no product with the PLU NO.')
    expect(await bad({ Lines: [{ Plu: 'P-KEG', Quantity: 1.00001, Cost: 5 }] })).toContain('Lines.0.Quantity: A quantity can have at most four decimals.')
    expect(await bad({ Lines: [{ Plu: 'P-KEG', Quantity: -1, Cost: 5 }] })).toContain('both below zero for a credit')
    const [kept] = await inVenue(({ sql }) => sql<{ n: number }[]>`select count(*)::int as n from purchase_line where venue_id = 1 and invoice = 'HAND-2'`)
    expect(kept?.n).toBe(0)
  })
})

describe('counts', () => {
  it('say what they differ by before they are committed, and are stored once', async () => {
    await inVenue((scope) => nameProducts(scope, ['C-TONIC']))
    await storeTrade(app.database, 1, 1, [sold('C-TONIC', '2026-11-21', 6)], NOW)
    const lines = (quantity: number) => ({ LocationId: 1, Lines: [{ Plu: 'C-TONIC', Quantity: quantity }] })
    await ok('POST', '/stock/counts', { ...lines(20), Number: 'first', CountedAt: '2026-11-20T10:00:00Z' })
    const check = await ok<{ Lines: object[] }>('POST', '/stock/counts/check', lines(13))
    expect(check.Lines).toEqual([expect.objectContaining({ Plu: 'C-TONIC', Quantity: 13, Expected: 14, Variance: -1 })])
    await ok('POST', '/stock/counts', { ...lines(13), Number: 'second' })
    await ok('POST', '/stock/counts', { ...lines(13), Number: 'second' })
    expect(await refused('POST', '/stock/counts', { ...lines(12), Number: 'second' })).toContain('already committed with other contents')
    const { Counts } = await ok<{ Counts: { Products: number; Differing: number }[] }>('GET', '/stock/counts?FromDate=2026-11-20&ToDate=2026-11-23&Locations=1')
    expect(Counts.map(({ Products, Differing }) => [Products, Differing])).toEqual([
      [1, 1],
      [1, 0],
    ])
  })

  it('are refused whole for a product that does not exist, one counted twice, and one counted tomorrow', async () => {
    const body = (Lines: object[], more = {}) => ({ LocationId: 1, Number: 'wrong', Lines, ...more })
    expect(
      await refused(
        'POST',
        '/stock/counts',
        body([
          { Plu: 'C-TONIC', Quantity: 1 },
          { Plu: 'NOBODY', Quantity: 1 },
        ]),
      ),
    ).toContain('Lines.1.Plu: This venue has no product with the PLU NOBODY.')
    expect(
      await refused(
        'POST',
        '/stock/counts',
        body([
          { Plu: 'C-TONIC', Quantity: 1 },
          { Plu: 'C-TONIC', Quantity: 1 },
        ]),
      ),
    ).toContain('is counted twice')
    expect(await refused('POST', '/stock/counts', body([{ Plu: 'C-TONIC', Quantity: 1 }], { CountedAt: '2026-11-24T00:00:00Z' }))).toContain('in the future')
    expect(await refused('POST', '/stock/counts', body([{ Plu: 'C-TONIC', Quantity: -1 }]))).toContain('cannot be less than 0')
  })
})

describe('purchases', () => {
  it('come to what their invoices come to, by product and altogether', async () => {
    const ids = await inVenue((scope) => nameProducts(scope, ['BOUGHT-B1', 'BOUGHT-B2', 'BOUGHT-B3']))
    const random = randomFor(26, 'purchases')
    const lines = Array.from({ length: 60 }, (_, i) => {
      const sign = random.chance(0.15) ? -1 : 1
      const cost = sign * random.between(100, 90_000)
      return {
        invoice: `T-${i >> 2}`,
        line: String(i % 4),
        locationId: random.between(1, 2),
        productId: ids.get(random.pick(['BOUGHT-B1', 'BOUGHT-B2', 'BOUGHT-B3'])) ?? 0,
        receivedOn: addDays('2026-09-01', random.between(0, 60)),
        qty: sign * random.between(1, 40) * 5000,
        cost,
        freight: Math.round(cost / 50),
        tax: Math.round(cost / 10),
        packSize: 240_000,
      }
    })
    await inVenue((scope) => storePurchases(scope, { supplierId: BREWERY, source: 'supplier' }, lines))
    const range = 'FromDate=2026-09-01&ToDate=2026-10-31'
    const report = await ok<PurchasesAnswer>('GET', `/reports/plu-purchases?${range}`)
    const invoices = await ok<InvoicesAnswer>('GET', `/stock/invoices?${range}`)
    const cents = (of: 'cost' | 'freight' | 'tax') => lines.reduce((sum, line) => sum + line[of], 0)
    expect(report.Totals).toEqual({
      Lines: 60,
      Cost: cents('cost') / 100,
      Freight: cents('freight') / 100,
      Tax: cents('tax') / 100,
      Total: (cents('cost') + cents('freight')) / 100,
      TotalWithTax: (cents('cost') + cents('freight') + cents('tax')) / 100,
    })
    expect(invoices.Totals).toEqual([{ Currency: 'AUD', Invoices: invoices.Invoices.length, ...report.Totals }])
    for (const { Plu, Total, SupplierId } of report.Rows) {
      const own = await ok<InvoicesAnswer>('GET', `/stock/invoices?${range}&Supplier=${SupplierId}&Plu=${Plu}`)
      expect(own.Totals[0]?.Total, Plu).toBe(Total)
    }
    for (let time = 0; time < 12; time += 1) {
      const from = addDays('2026-08-30', random.between(0, 40))
      const to = addDays(from, random.between(0, random.pick([20, 200])))
      const asked = `FromDate=${from}&ToDate=${to}&Supplier=${BREWERY}`
      const within = lines.filter(({ receivedOn }) => receivedOn >= from && receivedOn <= to)
      const rows = (await ok<PurchasesAnswer>('GET', `/reports/plu-purchases?${asked}`)).Rows.filter(({ Plu }) => Plu.startsWith('BOUGHT-'))
      expect(
        rows.reduce((sum, { Lines }) => sum + Lines, 0),
        asked,
      ).toBe(within.length)
      expect(Math.round(rows.reduce((sum, { Cost }) => sum + Cost * 100, 0)), asked).toBe(within.reduce((sum, { cost }) => sum + cost, 0))
    }
    const newest = lines.filter(({ productId, qty }) => productId === ids.get('BOUGHT-B1') && qty > 0).sort((a, b) => b.receivedOn.localeCompare(a.receivedOn))
    const unit = (line: (typeof lines)[number] | undefined) => (line ? Math.round((line.cost * 10_000 * 10_000) / line.qty) / 1_000_000 : undefined)
    const days = newest.map(({ receivedOn }) => receivedOn)
    if (days[0] !== days[1]) expect(report.Rows.find(({ Plu }) => Plu === 'BOUGHT-B1')?.LastCost).toBe(unit(newest[0]))
  })

  it('tell beside them what sales took, over a few days and over most of a year, in all rows and in the first alone', async () => {
    await ok('PUT', '/stock/products', {
      Products: [{ Plu: 'U-KEG', Name: 'Used keg', Unit: 'keg', VolumeMl: 49_500, Supplier: 'Wharf Brewing', PackSize: 1 }],
    })
    const poured = (Plu: string, VolumeMl: number) => ({ Plu, Name: Plu, Parts: [{ Plu: 'U-KEG', VolumeMl }] })
    await ok('PUT', '/stock/products', { Products: [poured('U-GLASS', 425), poured('U-PINT', 570)] })
    const trade = [sold('U-GLASS', '2026-03-02', 100), sold('U-PINT', '2026-03-02', 100), sold('U-GLASS', '2026-10-26', 3), sold('U-GLASS', '2026-11-15', 5)]
    await storeTrade(app.database, 1, 1, trade, NOW)
    await closeDaysOfVenue(app.database, 1, NOW)
    const ids = await inVenue((scope) => nameProducts(scope, ['U-KEG']))
    const bought = { invoice: 'U-1', line: '1', locationId: 1, productId: ids.get('U-KEG') ?? 0, receivedOn: '2026-11-10', qty: 10_000, cost: 27_800 }
    await inVenue((scope) => storePurchases(scope, { supplierId: BREWERY, source: 'supplier' }, [{ ...bought, freight: 0, tax: 2780, packSize: 10_000 }]))
    const used = async (from: string, more: string) =>
      (await ok<PurchasesAnswer>('GET', `/reports/plu-purchases?FromDate=${from}&ToDate=2026-11-22${more}`)).Rows.find(({ Plu }) => Plu === 'U-KEG')?.Used
    for (const more of ['', '&Take=1&Search=U-KEG']) {
      expect([await used('2026-11-01', more), await used('2026-09-20', more), await used('2026-03-02', more)]).toEqual([0.0429, 0.0687, 2.0788])
      expect(await used('2024-01-01', more)).toBe(2.0788)
    }
  })
})

describe('orders', () => {
  it('are suggested with their numbers, made, kept on order, and closed when all of them has arrived', async () => {
    await ok('PUT', '/stock/products', {
      Products: [{ Plu: 'O-TONIC', Name: 'Tonic, 200 ml', Unit: 'bottle', Supplier: 'Wharf Brewing', PackSize: 24, LeadDays: 3 }],
    })
    await storeTrade(
      app.database,
      1,
      1,
      WINDOW.map((day) => sold('O-TONIC', day, 24)),
      NOW,
    )
    await closeDaysOfVenue(app.database, 1, NOW)
    await ok('POST', '/stock/counts', { LocationId: 1, Number: 'o1', CountedAt: '2026-11-22T12:40:00Z', Lines: [{ Plu: 'O-TONIC', Quantity: 66 }] })
    const suggestion = async () => (await ok<ReordersAnswer>('GET', '/reports/plu-reorders?Locations=1')).Suggestions.find(({ Plu }) => Plu === 'O-TONIC')
    expect(await suggestion()).toMatchObject({
      OnHand: 66,
      PerDay: 24,
      InStockDays: 28,
      OpenDays: 28,
      Days: 10,
      Forecast: 240,
      Spare: 0,
      Short: 174,
      PackSize: 24,
      Packs: 8,
    })
    const { Orders } = await ok<{ Orders: Order[] }>('POST', '/stock/orders', { LocationId: 1, Lines: [{ Plu: 'O-TONIC', Packs: 6 }] })
    expect(Orders).toEqual([expect.objectContaining({ Supplier: 'Wharf Brewing', Packs: 6, DueOn: '2026-11-26', Waiting: 1 })])
    expect(await suggestion()).toMatchObject({ OnOrder: 144, Short: 30, Packs: 2 })
    const id = await inVenue(async (scope) => (await nameProducts(scope, [])).get('O-TONIC') ?? 0)
    const deliver = (invoice: string, units: number) =>
      inVenue((scope) =>
        storePurchases(scope, { supplierId: BREWERY, source: 'supplier' }, [
          { invoice, line: '1', locationId: 1, productId: id, receivedOn: '2026-11-23', qty: units * 10_000, cost: 100, freight: 0, tax: 10, packSize: null },
        ]),
      )
    await deliver('O-1', 100)
    expect(await suggestion()).toMatchObject({ OnHand: 166, OnOrder: 44, Short: 30 })
    await deliver('O-2', 44)
    const open = await ok<{ Orders: Order[] }>('GET', '/stock/orders?State=open&Locations=1')
    expect(open.Orders.map(({ OrderId }) => OrderId)).not.toContain(Orders[0]?.OrderId)
  })

  it('are refused whole for a product nobody supplies, and mailed only to an address', async () => {
    expect(
      await refused('POST', '/stock/orders', {
        LocationId: 1,
        Lines: [
          { Plu: 'O-TONIC', Packs: 1 },
          { Plu: 'C-TONIC', Packs: 1 },
        ],
      }),
    ).toContain('The product with the PLU C-TONIC has no supplier.')
    const { Orders } = await ok<{ Orders: Order[] }>('POST', '/stock/orders', { LocationId: 1, Lines: [{ Plu: 'O-TONIC', Packs: 1 }] })
    const path = `/stock/orders/${Orders[0]?.OrderId}`
    expect(await refused('POST', `${path}/mail`, {})).toContain('Wharf Brewing has no e-mail address for orders.')
    await ok('PUT', `/stock/suppliers/${BREWERY}`, { Email: 'orders@example.com', LeadDays: 3, OrderBy: '14:00', OrderMinimum: 400 })
    expect(await ok('POST', `${path}/mail`, {})).toEqual({ To: 'orders@example.com' })
    expect(await ok<{ Order: Order }>('POST', `${path}/close`, {})).toMatchObject({ Order: { ClosedAt: NOW.toISOString() } })
  })
})

describe('excises', () => {
  const rate = (changes: object) => ({
    Jurisdiction: 'AU',
    TariffItem: '1.11',
    Name: 'Beer over 3.5 %, draught',
    Basis: 'lal',
    Beverages: ['beer'],
    FreeAbv: 1.15,
    AboveAbv: 3.5,
    UpToAbv: null,
    ContainerFrom: null,
    ContainerUpTo: null,
    Draught: true,
    Rate: 43.39,
    FromDay: '2026-08-03',
    ToDay: '2026-11-09',
    Source: 'A test',
    SourceUrl: '',
    ...changes,
  })
  const ask = (from: string, to: string) => ok<ExcisesAnswer>('GET', `/reports/excises?FromDate=${from}&ToDate=${to}`)

  it('a range over a change of rate is the sum of both its parts, and of its days', async () => {
    await storeTrade(
      app.database,
      1,
      2,
      everyDay('2026-11-01', '2026-11-20').flatMap((day, i) => [sold('P-GLASS', day, 10 + i)]),
      NOW,
    )
    await closeDaysOfVenue(app.database, 1, NOW)
    await ok('POST', '/stock/excise-rates', rate({}))
    await ok('POST', '/stock/excise-rates', rate({ Rate: 44.04, FromDay: '2026-11-10', ToDay: null }))
    const whole = await ask('2026-11-01', '2026-11-20')
    expect(whole.Spans).toEqual([
      { FromDate: '2026-11-01', ToDate: '2026-11-09' },
      { FromDate: '2026-11-10', ToDate: '2026-11-20' },
    ])
    const parts = [await ask('2026-11-01', '2026-11-09'), await ask('2026-11-10', '2026-11-20')]
    expect(whole.LineSum.Duty).toBeCloseTo(
      parts.reduce((sum, { LineSum }) => sum + (LineSum.Duty ?? 0), 0),
      6,
    )
    expect(whole.ReturnSum.Duty).toBeCloseTo(
      parts.reduce((sum, { ReturnSum }) => sum + (ReturnSum.Duty ?? 0), 0),
      6,
    )
    // 4.6 % until the 14th, 5 % from then on: 0.425 l × (ABV − 1.15 %) of so many glasses a day.
    const glasses = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => 10 + from + i - 1).reduce((sum, one) => sum + one, 0)
    const lal = [glasses(1, 9) * 0.425 * 0.0345, glasses(10, 14) * 0.425 * 0.0345 + glasses(15, 20) * 0.425 * 0.0385]
    expect(whole.Items.map(({ TariffItem, Spans }) => [TariffItem, Spans.map(({ Lal }) => Lal)])).toEqual([
      ['1.11', lal.map((one) => Math.round(one * 1000) / 1000)],
    ])
    expect(whole.Items[0]?.Spans.map(({ Duty }) => Duty)).toEqual([43.39, 44.04].map((dollars, i) => Math.round((lal[i] as number) * dollars * 100) / 100))
    expect(whole.Rounding).toBeCloseTo((whole.ReturnSum.Duty ?? 0) - (whole.LineSum.Duty ?? 0), 6)
  })

  it('of what was bought goes by the day it came in, whether its product changed or not', async () => {
    const ids = await inVenue((scope) => nameProducts(scope, ['P-KEG']))
    const kegs = [
      ['2026-08-20', 3],
      ['2026-10-05', 2],
      ['2026-11-05', 1],
      ['2026-11-12', 4],
      ['2026-11-16', 5],
    ] as const
    const came = kegs.map(([receivedOn, count], i) => ({
      ...{ invoice: `E-${i}`, line: '1', locationId: 2, productId: ids.get('P-KEG') ?? 0, receivedOn, qty: count * 10_000, cost: count * 27_800 },
      ...{ freight: 0, tax: count * 2780, packSize: 10_000 },
    }))
    await inVenue((scope) => storePurchases(scope, { supplierId: BREWERY, source: 'supplier' }, came))
    const askBought = (from: string, to: string) => ok<ExcisesAnswer>('GET', `/reports/excises?FromDate=${from}&ToDate=${to}&Basis=bought&Locations=2`)
    const whole = await askBought('2026-08-03', '2026-11-20')
    const lal = [6 * 49.5 * 0.0345, 4 * 49.5 * 0.0345 + 5 * 49.5 * 0.0385]
    expect(whole.Items.map(({ TariffItem, Spans }) => [TariffItem, Spans.map(({ Lal }) => Lal)])).toEqual([
      ['1.11', lal.map((one) => Math.round(one * 1000) / 1000)],
    ])
    const parts = [await askBought('2026-08-03', '2026-11-09'), await askBought('2026-11-10', '2026-11-20')]
    expect(whole.ReturnSum.Duty).toBeCloseTo(
      parts.reduce((sum, { ReturnSum }) => sum + (ReturnSum.Duty ?? 0), 0),
      6,
    )
  })

  it('has no two rates of one item on the same day, and none that ends before it begins', async () => {
    expect(await refused('POST', '/stock/excise-rates', rate({ FromDay: '2026-11-01', ToDay: '2026-11-02' }))).toContain(
      'Item 1.11 has a rate from 2026-08-03 to 2026-11-09 already.',
    )
    expect(await refused('POST', '/stock/excise-rates', rate({ FromDay: '2020-02-01', ToDay: '2020-01-01' }))).toContain('The last day is before the first.')
    expect(await refused('POST', '/stock/excise-rates', rate({ FromDay: '2020-02-01', Rate: -1 }))).toContain('cannot be less than 0')
    expect(await refused('POST', '/stock/excise-rates', rate({ FromDay: '2020-02-01', AboveAbv: 10, UpToAbv: 5 }))).toContain(
      'The upper strength must be above the lower one.',
    )
  })

  it('takes rates by the stick, by the kilogram and in percent, which the report reads from what products hold', async () => {
    await ok('PUT', '/stock/products', {
      Products: [
        { Plu: 'T-25', Name: 'Pack of 25', Sticks: 25 },
        { Plu: 'T-50', Name: 'Pouch of 50 g', TobaccoGrams: 50 },
        { Plu: 'T-CIGAR', Name: 'Cigar', TariffItem: 'T.9' },
      ],
    })
    await storeTrade(app.database, 1, 2, [sold('T-25', '2026-09-01', 40), sold('T-50', '2026-09-01', 3), sold('T-CIGAR', '2026-09-01', 2)], NOW)
    await closeDaysOfVenue(app.database, 1, NOW)
    const tobacco = { Name: '', Beverages: [], FreeAbv: 0, AboveAbv: null, Draught: null, FromDay: '2026-01-01', ToDay: null }
    await ok('POST', '/stock/excise-rates', rate({ ...tobacco, TariffItem: 'T.1', Basis: 'stick', Rate: 1.16435 }))
    await ok('POST', '/stock/excise-rates', rate({ ...tobacco, TariffItem: 'T.5', Basis: 'kg', Rate: 1663.36 }))
    await ok('POST', '/stock/excise-rates', rate({ ...tobacco, TariffItem: 'T.9', Basis: 'percent', Rate: 12.5 }))
    const { Items } = await ask('2026-09-01', '2026-09-01')
    // 1,000 sticks; 0.15 kg; and 12.5 % of 11.00 less 1.00 tax.
    expect(
      Items.flatMap(({ TariffItem, Products, Duty }) => (TariffItem.startsWith('T.') ? [[TariffItem, Products[0]?.Spans[0]?.Counted, Duty]] : [])),
    ).toEqual([
      ['T.1', 1000, 1164.35],
      ['T.5', 0.15, 249.5],
      ['T.9', 10, 1.25],
    ])
    expect(await refused('POST', '/stock/excise-rates', rate({ TariffItem: 'T.2', Basis: 'kg' }))).toBe(
      'FreeAbv: Only a rate per litre of alcohol can have a duty-free strength. Beverages: A tobacco rate cannot have a drink, strength or container.',
    )
    // Two of one item do not hold on one day, whatever they count and whichever strengths they are for.
    expect(await refused('POST', '/stock/excise-rates', rate({ ...tobacco, TariffItem: 'T.9', Basis: 'litre', AboveAbv: 10 }))).toContain(
      'Item T.9 has a rate from 2026-01-01 on already.',
    )
  })

  it('takes published points in once, marked as such, and tells the days without a rate', async () => {
    const taken = await ok<{ Rates: { Published: boolean; TariffItem: string }[]; Gaps: unknown[] }>('POST', '/stock/excise-rates/published', {})
    const again = await ok<{ Rates: unknown[] }>('POST', '/stock/excise-rates/published', {})
    expect(again.Rates).toHaveLength(taken.Rates.length)
    expect(taken.Rates.filter(({ Published }) => Published)).toHaveLength(31)
    expect(taken.Gaps).toContainEqual({ Jurisdiction: 'AU', TariffItem: '1.11', FromDay: '2025-08-04', ToDay: '2026-08-02' })
    // Published points end where the next indexation began: none of them holds today.
    expect(taken.Gaps).toContainEqual({ Jurisdiction: 'AU', TariffItem: '3.1', FromDay: '2018-02-01', ToDay: null })
  })
})
