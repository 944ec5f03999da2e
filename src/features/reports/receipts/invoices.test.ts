import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WireSale } from '#features/intake/sale.contract.ts'
import type { SalesAnswer } from '#features/reports/sales-summary/sales-summary.contract.ts'
import { chosen, figuresFrom, mediaFrom, type OracleSale, readSales } from '#tests/sales-oracle.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, sampleTrade, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { Invoice, InvoiceList, Receipt } from './invoices.contract.ts'
import { ADDED_FIGURES } from './invoices.rules.ts'

const NOW = new Date('2026-11-20T10:04:00Z')
const DAYS = ['2026-04-04', '2026-11-13', '2026-11-14', '2026-11-15']
const WEEKEND = { FromDate: '2026-11-13', ToDate: '2026-11-15' }

let app: StartedApp
let owner: Visitor
let sales: OracleSale[]

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  for (const { locationId, sales: trade } of sampleTrade(DAYS, NOW)) await storeTrade(app.database, 1, locationId, trade, NOW)
  sales = await readSales(app.databaseUrl, 1)
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
}, 120_000)
afterAll(() => app.close())

const list = async (query: Record<string, string>): Promise<InvoiceList> => {
  const answer = await owner.call<InvoiceList>('GET', `/sales/invoices?${new URLSearchParams(query)}`)
  expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(200)
  return answer.body as InvoiceList
}

const wholeList = async (query: Record<string, string>): Promise<{ first: InvoiceList; all: Invoice[] }> => {
  const first = await list({ ...query, Limit: '333' })
  const all = [...first.Invoices]
  for (let next = first.Next; next; ) {
    const page = await list({ ...query, Limit: '333', After: next })
    expect({ Count: page.Count, Total: page.Total }).toEqual({ Count: first.Count, Total: first.Total })
    all.push(...page.Invoices)
    next = page.Next
  }
  return { first, all }
}

const inCents = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0)

describe('the receipts behind a figure', () => {
  it('add up to it, whatever figure it is', async () => {
    const { Totals } = (await owner.call<SalesAnswer>('GET', `/sales/day?${new URLSearchParams(WEEKEND)}`)).body as SalesAnswer
    for (const figure of ADDED_FIGURES) {
      const { first, all } = await wholeList({ ...WEEKEND, Figure: figure })
      expect([figure, first.Total]).toEqual([figure, Totals[figure]])
      expect([figure, all.length]).toEqual([figure, first.Count])
      expect([figure, inCents(all.map(({ Value }) => Value))]).toEqual([figure, Math.round((Totals[figure] ?? 0) * 100)])
    }
  }, 60_000)

  it('come page by page in the order they were closed, each once', async () => {
    const { all } = await wholeList(WEEKEND)
    expect(new Set(all.map(({ SaleId }) => SaleId)).size).toBe(all.length)
    const order = all.map(({ BusinessDate, ClosedAt }) => `${BusinessDate} ${new Date(ClosedAt).toISOString()}`)
    expect(order).toEqual([...order].sort())
    expect(all.every(({ ClosedAt }) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+1[01]:00$/.test(ClosedAt))).toBe(true)
  })

  it.each([
    ['a location', { Locations: '3' }, { locations: [3] }],
    ['an hour', { Hour: '20' }, { hours: [20] }],
    ['a daypart', { Daypart: 'Dinner' }, { hours: [17, 18, 19, 20] }],
    ['weekdays', { Weekdays: '6,7' }, { weekdays: [6, 7] }],
  ] as const)('of %s are those of the figure', async (_what, query, filter) => {
    const expected = chosen(sales, { from: WEEKEND.FromDate, to: WEEKEND.ToDate, ...filter })
    const { first, all } = await wholeList({ ...WEEKEND, ...query })
    expect(first.Total).toBe(figuresFrom(expected).Net)
    const standing = expected.filter((sale) => sale.n !== 0 || figuresFrom([sale]).Net !== 0)
    expect(all.map(({ SaleId }) => SaleId).sort()).toEqual(standing.map(({ saleId }) => saleId).sort())
    expect(first.Sums).toMatchObject({ Gross: figuresFrom(expected).Gross, Discounts: figuresFrom(expected).Discounts, Takings: figuresFrom(expected).Takings })
  })

  it('of a media add up to what was paid with it', async () => {
    const { Media } = (await owner.call<SalesAnswer>('GET', `/sales/day?${new URLSearchParams(WEEKEND)}`)).body as SalesAnswer
    const taken = mediaFrom(chosen(sales, { from: WEEKEND.FromDate, to: WEEKEND.ToDate }))
    for (const { MediaKey, Amount } of Media ?? []) {
      const { first, all } = await wholeList({ ...WEEKEND, Media: String(MediaKey) })
      expect(first.Total).toBe(Amount)
      expect(inCents(all.map(({ Value }) => Value))).toBe(taken.get(MediaKey))
    }
    expect(Media?.length).toBeGreaterThan(3)
  })

  it('of items count only those lines', async () => {
    const items = { ...WEEKEND, Items: '1001,1002' }
    const { Totals } = (await owner.call<SalesAnswer>('GET', `/sales/selected/day?${new URLSearchParams(items)}`)).body as SalesAnswer
    const { first } = await wholeList(items)
    expect(first).toMatchObject({ Total: Totals.Net, Sums: null })
    expect((await list({ ...items, Figure: 'Sales' })).Total).toBe(Totals.Sales)
    expect((await list({ ...items, Figure: 'Quantity' })).Total).toBe(Totals.Quantity)
  })

  it('of the hour that comes twice are told apart by their instant', async () => {
    const night = chosen(sales, { from: '2026-04-04', to: '2026-04-04' })
    const second = night.filter(({ localHour }) => localHour >= 100)
    const { Count } = await list({ Date: '2026-04-04', Hour: '102' })
    expect(Count).toBe(second.filter(({ n }) => n !== 0).length)
    expect((await list({ Date: '2026-04-04', Hour: '2' })).Count).toBe(night.filter(({ localHour, n }) => localHour % 100 === 2 && n !== 0).length)
  })

  it('none at all are an empty list that adds up to nothing', async () => {
    expect(await list({ Date: '2020-01-01' })).toMatchObject({ Count: 0, Total: 0, Invoices: [], Next: null })
  })

  it('as a file are all of them, with the total underneath', async () => {
    const { first, all } = await wholeList(WEEKEND)
    const csv = await owner.call<{ text: string }>('GET', `/sales/invoices?${new URLSearchParams({ ...WEEKEND, format: 'csv' })}`)
    const rows = csv.body.text.trim().split('\r\n')
    expect(rows).toHaveLength(all.length + 2)
    expect(rows.at(-1)).toContain(`${all.length} receipts`)
    expect(rows.at(-1)?.split(',').at(-1)).toBe(String(first.Total))
    const byHeader = await owner.call<{ text: string }>('GET', `/sales/invoices?${new URLSearchParams(WEEKEND)}`, { headers: { accept: 'text/csv' } })
    expect(byHeader.body.text).toBe(csv.body.text)
  })
})

it('all questions of one report see the same moment, whatever comes in meanwhile', async () => {
  const counts = await app.database.readVenue(1, async (sql) => {
    const count = async () => (await sql<{ n: number }[]>`select count(*)::int as n from sale where venue_id = 1`)[0]?.n
    const before = await count()
    await storeTrade(app.database, 1, 3, [plainSale('2026-11-10T12:00:00+11:00', 100)], NOW)
    return [before, await count()]
  })
  expect(counts[1]).toBe(counts[0])
})

describe('a receipt', () => {
  const tell = async (sale: WireSale) => {
    await storeTrade(app.database, 1, 3, [sale], NOW)
    const { Invoices } = await list({ Date: '2026-11-18', Locations: '3' })
    return Invoices.find(({ Receipt: receipt }) => receipt === sale.SaleId)
  }
  const read = async (saleId: string) => (await owner.call<Receipt>('GET', `/sales/invoices/${saleId}`)).body as Receipt

  it('shows its lines, tenders, staff and card, the card masked', async () => {
    const sale = plainSale('2026-11-18T14:06:00+11:00', 15_840, {
      OrderType: 'DineIn',
      Table: '12',
      Covers: 4,
      LoyaltyCard: '6001234567',
      Lines: [
        {
          LineId: '1',
          Kind: 'Sale',
          Plu: 'FLIGHT',
          Name: 'Estate tasting flight',
          Quantity: '4',
          UnitPrice: 2200,
          Gross: 8800,
          DiscountTotal: 0,
          Net: 8800,
          Tax: 800,
          Cost: 2000,
        },
        {
          LineId: '2',
          Kind: 'Sale',
          Plu: 'FIANO',
          Name: 'Fiano 2025, bottle',
          Quantity: '1.5',
          UnitPrice: 4000,
          Gross: 6000,
          DiscountTotal: 1000,
          Net: 5000,
          Tax: 455,
          Cost: 1500,
        },
        { LineId: '3', Kind: 'Instruction', Plu: 'NOTE', Name: 'No olives', Quantity: '1', Gross: 0, Net: 0 },
        { LineId: '4', Kind: 'NonSale', Plu: 'GIFT', Name: 'Gift voucher', Quantity: '1', Gross: 2000, Net: 2000 },
      ],
      Discounts: [{ Id: 'LOYAL5', Name: 'Member discount', Amount: 1000, Kind: 'Member' }],
      Tips: [{ Amount: 40 }],
      Tenders: [
        { Method: 'Card', Amount: 10_000, CardType: 'Visa', Last4: '4417', Tip: 40 },
        { Method: 'Cash', Amount: 8000, Change: 2160 },
      ],
      Totals: { Total: 15_840, Tax: 1255 },
    })
    const listed = await tell(sale)
    expect(listed).toMatchObject({
      Kind: 'sale',
      Staff: 'Robin Vale',
      Customers: 4,
      Card: '•••4567',
      Gross: 148,
      Discounts: 10,
      Net: 138,
      NonSales: 20,
      Tips: 0.4,
      Takings: 158.4,
      Value: 138,
    })
    const receipt = await read(listed?.SaleId ?? '')
    expect(receipt).toMatchObject({ Terminal: 'T1', Table: '12', OrderType: 'dine-in', ClosedAt: '2026-11-18T14:06:00+11:00', Revision: 1, Corrections: [] })
    expect(receipt.Lines.map(({ Name, Kind, Quantity, Amount, Discounts }) => [Name, Kind, Quantity, Amount, Discounts])).toEqual([
      ['Estate tasting flight', 'sale', 4, 88, 0],
      ['Fiano 2025, bottle', 'sale', 1.5, 50, 10],
      ['No olives', 'instruction', 1, 0, 0],
      ['Gift voucher', 'non-sale', 1, 20, 0],
    ])
    expect(receipt.Tenders).toMatchObject([
      { Media: 'Visa', Tendered: 100, Net: 100, Last4: '4417' },
      { Media: 'Cash', Tendered: 80, Change: 21.6, Net: 58.4 },
    ])
    expect(receipt.Adjustments).toEqual([
      { Kind: 'discount', Name: 'Member discount', LineNo: 2, Amount: 10 },
      { Kind: 'tip', Name: '', LineNo: null, Amount: 0.4 },
    ])
    expect(JSON.stringify([listed, receipt])).not.toContain('6001234567')
  })

  it('that was voided shows what takes it back, and both add up to nothing', async () => {
    const sale = plainSale('2026-11-18T15:00:00+11:00', 5000)
    const listed = await tell(sale)
    await tell(plainSale('2026-11-18T15:05:00+11:00', 0, { Type: 'Void', OriginalSaleId: sale.SaleId, Lines: [], Tenders: [], Totals: { Total: 0 } }))
    const { Corrections } = await read(listed?.SaleId ?? '')
    expect(Corrections.map(({ Relation }) => Relation).sort()).toEqual(['taken-back-by', 'voided-by'])
    const counter = Corrections.find(({ Relation }) => Relation === 'taken-back-by')
    expect(counter).toMatchObject({ Takings: -50, Kind: 'taken-back', BusinessDate: '2026-11-18' })
    expect((await read(counter?.SaleId ?? '')).Corrections.map(({ Relation }) => Relation)).toContain('takes-back')
  })

  it('that was refunded later shows the refund, which counts on its own day', async () => {
    const sale = plainSale('2026-11-17T15:00:00+11:00', 3000)
    await storeTrade(app.database, 1, 3, [sale], NOW)
    const [original] = (await list({ Date: '2026-11-17', Locations: '3' })).Invoices
    const refund = await tell(
      plainSale('2026-11-18T16:00:00+11:00', -1000, {
        Type: 'Refund',
        OriginalSaleId: sale.SaleId,
        TerminalId: 'T2',
        Lines: [{ LineId: '1', Kind: 'Sale', Plu: 'P1', Name: 'House pour', Quantity: '-1', Gross: -1000, Net: -1000, Tax: -91 }],
        Totals: { Total: -1000, Tax: -91 },
      }),
    )
    expect(refund).toMatchObject({ Kind: 'refund', Refunds: 10, Net: -10, Takings: -10, Customers: 0 })
    expect((await read(original?.SaleId ?? '')).Corrections).toMatchObject([{ Relation: 'refunded-by', SaleId: refund?.SaleId, Takings: -10 }])
    expect((await list({ Date: '2026-11-17', Locations: '3' })).Total).toBe(30)
  })

  it('sent again in a higher revision shows both, and only the last counts', async () => {
    const sale = plainSale('2026-11-16T12:00:00+11:00', 2000)
    const changed = { ...plainSale('2026-11-16T12:00:00+11:00', 2500), SaleId: sale.SaleId, Revision: 2 }
    await storeTrade(app.database, 1, 3, [sale], NOW)
    await storeTrade(app.database, 1, 3, [changed], NOW)
    const { Invoices, Total, Count } = await list({ Date: '2026-11-16', Locations: '3' })
    expect({ Total, Count }).toEqual({ Total: 25, Count: 3 })
    const last = Invoices.find(({ Net }) => Net === 25)
    expect((await read(last?.SaleId ?? '')).Corrections.map(({ Relation }) => Relation)).toContain('earlier-revision')
    expect((await list({ Date: '2026-11-16', Locations: '3', Figure: 'Sales' })).Total).toBe(1)
  })

  it('that is not there, or has no number at all, is not found', async () => {
    for (const id of ['1', '9223372036854775807', '9223372036854775808', 'abc', '-1']) {
      expect((await owner.call('GET', `/sales/invoices/${id}`)).status, id).toBe(404)
    }
  })
})
