import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OrderSale } from '#integrations/online-orders/order-sales.rules.ts'
import { type TaxRates, withTaxInPrices } from './deliverect-tax.rules.ts'

const rate = (delivery: number, more: Partial<TaxRates> = {}): TaxRates => ({ delivery, takeaway: 0, eatIn: 0, ...more })
const GST = new Map([
  ['BRGR', rate(10_000)],
  ['BEER', rate(10_000)],
])
type Line = NonNullable<OrderSale['Lines']>[number]

const sale = (nets: Record<string, number>, more: Partial<OrderSale> = {}): OrderSale => {
  const lines = Object.entries(nets).map(
    ([plu, Net], i): Line => ({ LineId: String(i + 1), Kind: 'Sale', Plu: plu, Name: plu, Quantity: '1', Gross: Net, Net }),
  )
  const Total = Object.values(nets).reduce((sum, net) => sum + net, 0)
  const made = { SaleId: 'x', ClosedAt: '2026-11-20T03:00:00Z', OrderType: 'Delivery', TaxIncluded: true, Lines: lines, Totals: { Total, Tax: 0 } }
  return { ...(made as OrderSale), ...more }
}
const taxOf = (made: OrderSale) => [made.Totals?.Tax, made.Lines?.map(({ Tax }) => Tax)]
const NONE = (lines: number) => [0, Array(lines).fill(undefined)]

describe('the tax in the prices of an order of Deliverect', () => {
  it('is worked out by the rate of each product, rounded once, and none is of what no rate is known', () => {
    // 10 % in 18.50 + 9.00 = 27.50: 2.50, of which 18.50 carries 1.68; bread is free of GST.
    expect(taxOf(withTaxInPrices(sale({ BRGR: 1850, BEER: 900, BREAD: 600 }), 'AUD', GST))).toEqual([250, [168, 82, 0]])
    // 10 % in 0.05 and 0.05 is 0.909… of a cent, which is one; of each alone it would have been none.
    expect(taxOf(withTaxInPrices(sale({ BRGR: 5, BEER: 5 }), 'AUD', GST))).toEqual([1, [1, 0]])
  })

  it('is rounded for each rate by itself, in currencies with none, two and three decimals', () => {
    const japan = new Map([
      ['BENTO', rate(8000)],
      ['SAKE', rate(10_000)],
    ])
    // 8 % in ¥1,000 is 74.07, 10 % in ¥880 is 80.
    expect(taxOf(withTaxInPrices(sale({ BENTO: 1000, SAKE: 880 }), 'JPY', japan))).toEqual([154, [74, 80]])
    // 10 % in 4.125 dinars is 0.375.
    expect(taxOf(withTaxInPrices(sale({ TEA: 4125 }), 'BHD', new Map([['TEA', rate(10_000)]])))).toEqual([375, [375]])
    // 15 % in £1.61 is 0.21; 7.7 % in CHF 5.39 is 0.385…, which is 0.39.
    expect(taxOf(withTaxInPrices(sale({ TEA: 161 }), 'GBP', new Map([['TEA', rate(15_000)]])))).toEqual([21, [21]])
    expect(taxOf(withTaxInPrices(sale({ TEA: 539 }), 'CHF', new Map([['TEA', rate(7700)]])))).toEqual([39, [39]])
  })

  it('is by how the order is handed over, and none where nobody says how', () => {
    const rates = new Map([['TEA', { delivery: 19_000, takeaway: 7000, eatIn: 10_000 }]])
    const tea = (OrderType: OrderSale['OrderType']) => withTaxInPrices(sale({ TEA: 1000 }, { OrderType }), 'EUR', rates).Totals?.Tax
    // 19, 7 and 10 % in 10.00.
    expect([tea('Delivery'), tea('Takeaway'), tea('DineIn'), tea('Online')]).toEqual([160, 65, 91, 0])
  })

  it('stays what the order tells itself, and is none on top of prices, remitted by the channel, or where channels put it on top', () => {
    const told = sale({ BRGR: 1100 }, { Totals: { Total: 1100, Tax: 64 } })
    expect(withTaxInPrices(told, 'AUD', GST)).toBe(told)
    const onTop = sale({ BRGR: 1100 }, { TaxIncluded: false })
    expect(withTaxInPrices(onTop, 'AUD', GST)).toBe(onTop)
    const remitted = sale({ BRGR: 1100 }, { Surcharges: [{ Id: 'TaxRemitted', Amount: -100 }] })
    expect(withTaxInPrices(remitted, 'AUD', GST)).toBe(remitted)
    for (const currency of ['USD', 'CAD']) expect(taxOf(withTaxInPrices(sale({ BRGR: 1100 }), currency, GST))).toEqual(NONE(1))
    expect(taxOf(withTaxInPrices(sale({ BRGR: 1100 }), 'AUD', new Map()))).toEqual(NONE(1))
  })

  it('is none of instructions, of nothing, and of less than nothing; a line never has tax of the other sign', () => {
    const [first, second] = sale({ BRGR: 1100, BEER: 0 }).Lines as [Line, Line]
    const lines = [first, { ...second, Kind: 'Instruction' as const }]
    expect(taxOf(withTaxInPrices(sale({}, { Lines: lines, Totals: { Total: 1100, Tax: 0 } }), 'AUD', GST))).toEqual([100, [100, 0]])
    expect(taxOf(withTaxInPrices(sale({ BRGR: -100, BEER: 100 }), 'AUD', GST))).toEqual(NONE(2))
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -500, max: 99_999 }), fc.constantFrom(0, 5000, 10_000, 20_000)), { minLength: 1, maxLength: 8 }),
        (items) => {
          const rates = new Map(items.map(([, of], i) => [`P${i}`, rate(of)]))
          const made = withTaxInPrices(sale(Object.fromEntries(items.map(([net], i) => [`P${i}`, net]))), 'AUD', rates)
          const taxes = made.Lines?.map(({ Tax = 0 }) => Tax) ?? []
          expect(taxes.reduce((sum, tax) => sum + tax, 0)).toBe(made.Totals?.Tax)
          for (const [i, tax] of taxes.entries()) expect(tax * (items[i]?.[0] ?? 0)).toBeGreaterThanOrEqual(0)
        },
      ),
      { numRuns: 300 },
    )
  })
})
