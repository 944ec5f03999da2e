import { describe, expect, it } from 'vitest'
import type { WireSale } from './sale.contract.ts'
import { type Counter, draftOf } from './sale.rules.ts'
import { ADJUSTMENT, type Draft } from './sale-facts.rules.ts'

const COUNTER: Counter = {
  locationId: 1,
  currency: 'AUD',
  calendar: [{ fromDay: '2000-01-01', timeZone: 'Australia/Sydney', dayStartMinutes: 300 }],
  oldest: Date.parse('2025-10-16T00:00:00Z'),
  latest: Date.parse('2026-11-21T12:00:00Z'),
}

const line = (net: number, more: object = {}) => ({ Plu: '1', Name: 'Lager', Quantity: '1', Gross: net, Net: net, ...more })

/** A sale of these lines, paid to the cent in cash unless it says otherwise. */
const sale = (lines: { Net: number }[], more: Partial<WireSale> = {}, extra = 0): WireSale => {
  const total = lines.reduce((sum, { Net }) => sum + Net, 0) + extra
  return {
    SaleId: 'A1',
    ClosedAt: '2026-11-20T20:15:00+11:00',
    Lines: lines,
    Tenders: [{ Method: 'Cash', Amount: total }],
    Totals: { Total: total },
    ...more,
  } as WireSale
}

const draft = (wire: WireSale): Draft => {
  const made = draftOf(wire, COUNTER)
  if (Array.isArray(made)) throw new Error(JSON.stringify(made))
  return made
}

const codes = (wire: WireSale): string[] => {
  const made = draftOf(wire, COUNTER)
  return Array.isArray(made) ? made.map(({ ErrorCode }) => ErrorCode) : []
}

describe('what a sale comes to', () => {
  it('counts what was sold, with GST', () => {
    expect(draft(sale([line(1000, { Tax: 91, Cost: 300 }), line(500, { Plu: '2', Quantity: '2', Tax: 45 })], { Covers: 3 }))).toMatchObject({
      n: 1,
      customers: 3,
      qty: 30_000,
      gross: 1500,
      amount: 1500,
      tax: 136,
      total: 1500,
      nonSales: 0,
    })
  })

  it.each([
    [{}, 1],
    [{ Covers: 0 }, 1],
    [{ Table: '7' }, 1],
    [{ Covers: 4, Table: '7' }, 4],
    [{ Covers: 0, Table: '7' }, 0],
  ])('counts one customer where nobody counted covers, and none on a further bill of a table: %j', (told, customers) =>
    expect(draft({ ...sale([line(1000)]), ...told }).customers).toBe(customers),
  )

  it('counts a receipt once for each product on it', () =>
    expect(draft(sale([line(100), line(100), line(100, { Plu: '2' })])).lines.map(({ n }) => n)).toEqual([1, 0, 1]))

  it('explains discounts line by line, then over the bill, then as nobody’s', () => {
    const made = draft(
      sale([line(800, { LineId: 'a', Gross: 1000, DiscountTotal: 200 }), line(850, { LineId: 'b', Gross: 1000, DiscountTotal: 150 })], {
        Promotions: [{ Id: 'HAPPY', Name: 'Happy hour', Amount: 100, LineId: 'a' }],
        Discounts: [{ Id: 'STAFF', Name: 'Staff', Amount: 200, Kind: 'Staff' }],
      }),
    )
    expect(made).toMatchObject({ gross: 2000, promotion: 100, discount: 250, amount: 1650 })
    expect(made.lines.map(({ promotion, discount }) => [promotion, discount])).toEqual([
      [100, 100],
      [0, 150],
    ])
    expect(made.adjustments.map(({ kind, subject, amount, lineNo }) => [kind, subject.code, amount, lineNo])).toEqual([
      [ADJUSTMENT.discount, '', 50, null],
      [ADJUSTMENT.promotion, 'HAPPY', 100, 1],
      [ADJUSTMENT.discount, 'STAFF', 200, null],
    ])
  })

  it('keeps a bill discounted to nothing as a sale of nothing', () =>
    expect(draft(sale([line(0, { Gross: 1000, DiscountTotal: 1000 })]))).toMatchObject({ n: 1, gross: 1000, discount: 1000, amount: 0, total: 0 }))

  it('shares surcharges and their GST over the lines, to the cent', () => {
    const made = draft(
      sale([line(1000, { Tax: 91 }), line(2000, { Plu: '2', Tax: 182 })], { Surcharges: [{ Id: 'SUN', Amount: 301 }], Totals: { Total: 3301, Tax: 300 } }, 301),
    )
    expect(made).toMatchObject({ surcharge: 301, surchargeTax: 27, amount: 3301, tax: 300, gross: 3000 })
    expect(made.lines.map(({ surcharge }) => surcharge)).toEqual([100, 201])
    expect(made.lines.reduce((sum, { tax }) => sum + tax, 0)).toBe(300)
  })

  it.each([
    [
      'what lines tell is theirs, and the rest is in the surcharge, also of a line free of GST',
      [line(8800, { Tax: 800 }), line(2200, { Plu: '2', Tax: 0 })],
      880,
      [800, 0],
      80,
    ],
    ['where no line tells any, by value', [line(8800), line(2200, { Plu: '2' })], 1100, [800, 200], 100],
  ] as const)('keeps the GST of surcharges apart from that of what was sold: %s', (_, lines, tax, goods, inSurcharge) => {
    const made = draft(sale([...lines], { Surcharges: [{ Id: 'SUN', Amount: 1100 }], Totals: { Total: 12_100, Tax: tax } }, 1100))
    expect(made).toMatchObject({ surcharge: 1100, tax, surchargeTax: inSurcharge })
    expect(made.lines.map((one) => one.tax - one.surchargeTax)).toEqual(goods)
  })

  it('takes surcharges and tips told only with the tenders', () => {
    const made = draft(sale([line(1000)], { Tenders: [{ Method: 'Card', CardType: 'Visa', Amount: 1165, Tip: 150, Surcharge: 15 }], Totals: { Total: 1165 } }))
    expect(made).toMatchObject({ surcharge: 15, tips: 150, amount: 1015, total: 1165 })
    expect(made.payments[0]?.media).toMatchObject({ code: 'Card Visa', name: 'Visa' })
  })

  it('lifts amounts told without GST to amounts with it', () => {
    const made = draft(
      sale([line(900, { Gross: 1000, DiscountTotal: 100, Tax: 90 })], {
        TaxIncluded: false,
        Surcharges: [{ Amount: 100 }],
        Totals: { Total: 1100, Tax: 100 },
        Tenders: [{ Method: 'Cash', Amount: 1100 }],
      }),
    )
    expect(made).toMatchObject({ gross: 1100, discount: 110, surcharge: 110, surchargeTax: 10, amount: 1100, tax: 100, total: 1100 })
  })

  it('rounds cash without touching sales', () =>
    expect(draft(sale([line(998)], { Rounding: 2, Tenders: [{ Method: 'Cash', Amount: 2000, Change: 1000 }], Totals: { Total: 1000 } }))).toMatchObject({
      amount: 998,
      rounding: 2,
      total: 1000,
    }))

  it('keeps cash-out apart from what was paid', () => {
    const made = draft(sale([line(4500)], { Tenders: [{ Method: 'Card', Amount: 9500, CashOut: 5000 }] }))
    expect(made.payments[0]).toMatchObject({ tendered: 9500, cashOut: 5000, net: 4500 })
  })

  it('collects a voucher without selling it', () => {
    const made = draft(sale([line(1000), line(5000, { Kind: 'NonSale', Plu: 'V50' })]))
    expect(made).toMatchObject({ n: 1, qty: 10_000, amount: 1000, nonSales: 5000, total: 6000 })
    expect(draft(sale([line(5000, { Kind: 'NonSale' })]))).toMatchObject({ n: 0, customers: 0, amount: 0, nonSales: 5000 })
  })

  it('lets a surcharge on a voucher alone be a sale', () =>
    expect(draft(sale([line(5000, { Kind: 'NonSale' })], { Surcharges: [{ Amount: 50 }] }, 50))).toMatchObject({
      surcharge: 50,
      amount: 50,
      nonSales: 5000,
      total: 5050,
    }))

  it('leaves voided lines, instructions and wastage out', () => {
    const made = draft(
      sale([
        line(1000),
        { ...line(0), Net: 0, Gross: 0, Kind: 'Instruction', Name: 'no ice' } as never,
        line(0, { Gross: 700, DiscountTotal: 700, Wastage: true, Cost: 200 }),
      ]),
    )
    expect(made).toMatchObject({ amount: 1000, qty: 10_000, n: 1 })
    expect(made.lines.map(({ counts }) => counts)).toEqual([true, false, false])
    const voided = draft({ ...sale([line(1000)]), Lines: [line(1000), line(900, { Voided: true })] } as WireSale)
    expect(voided).toMatchObject({ amount: 1000, qty: 10_000 })
  })

  it.each([
    ['Spill', 'Spill'],
    ['  Line cleaning ', 'Line cleaning'],
    ['   ', null],
    ['', null],
    [undefined, null],
  ])('keeps why a line was wasted: %j as %j', (WastageReason, kept) => {
    const made = draft(sale([line(1000), line(0, { Gross: 700, DiscountTotal: 700, Wastage: true, WastageReason })]))
    expect(made.lines.map(({ wastageReason }) => wastageReason)).toEqual([null, kept])
  })

  it('takes an empty reason on a line that is no wastage for none', () =>
    expect(draft(sale([line(1000, { WastageReason: ' ' })])).lines[0]?.wastageReason).toBeNull())

  it('keeps what a no-sale writes off, and counts no sale', () => {
    const made = draft({
      SaleId: 'W',
      ClosedAt: '2026-11-20T20:15:00+11:00',
      Type: 'NoSale',
      Lines: [line(0, { Gross: 700, DiscountTotal: 700, Wastage: true })],
    } as WireSale)
    expect(made).toMatchObject({ kind: 1, n: 0, amount: 0 })
    expect(draft({ SaleId: 'N', ClosedAt: '2026-11-20T20:15:00+11:00', Type: 'NoSale' } as WireSale).kind).toBe(4)
  })
})

describe('refunds', () => {
  it('are shown as what was paid back, and count no sale', () =>
    expect(
      draft(sale([line(-800, { Quantity: '-1', Gross: -1000, DiscountTotal: -200, Tax: -73, Cost: -300 })], { Type: 'Refund', OriginalSaleId: 'A0' })),
    ).toMatchObject({
      n: 0,
      customers: 0,
      qty: -10_000,
      gross: 0,
      discount: 0,
      refund: 800,
      amount: -800,
      tax: -73,
      total: -800,
    }))

  it('inside a sale are parted from what was sold', () =>
    expect(draft(sale([line(1000), line(-400, { Plu: '2', Quantity: '-1' })]))).toMatchObject({ n: 1, qty: 0, gross: 1000, refund: 400, amount: 600 }))
})

describe('what is refused', () => {
  it.each([
    ['lines that do not make the total', sale([line(1000)], { Totals: { Total: 1001 }, Tenders: [{ Method: 'Cash', Amount: 1001 }] }), 'totals_mismatch'],
    ['tenders that do not', sale([line(1000)], { Tenders: [{ Method: 'Cash', Amount: 999 }] }), 'totals_mismatch'],
    ['a line that does not add up', sale([line(1000, { Gross: 1100 })]), 'totals_mismatch'],
    ['more discount than was taken off', sale([line(900, { Gross: 1000, DiscountTotal: 100 })], { Discounts: [{ Amount: 101 }] }), 'totals_mismatch'],
    [
      'a discount of a line that is not there',
      sale([line(900, { Gross: 1000, DiscountTotal: 100 })], { Discounts: [{ Amount: 100, LineId: 'x' }] }),
      'Unknown',
    ],
    ['a sale below zero', sale([line(-1000, { Quantity: '-1' })]), 'NegativeTotal'],
    ['a refund above it', sale([line(1000)], { Type: 'Refund' }), 'PositiveRefund'],
    ['a tax of the other sign', sale([line(1000, { Tax: -91 })]), 'WrongSign'],
    ['a quantity of the other sign', sale([line(1000, { Quantity: '-1' })]), 'WrongSign'],
    ['wastage that was sold', sale([line(1000, { Wastage: true })], {}, -1000), 'WastageSold'],
    ['a reason for wasting what was sold', sale([line(1000, { WastageReason: 'Spill' })]), 'NotWastage'],
    ['more covers than can be counted', sale([line(1000, { Quantity: '1001', CoverUnits: 1000 })]), 'TooManyCovers'],
    ['a priced instruction', sale([line(1000, { Kind: 'Instruction' })], {}, -1000), 'InstructionPriced'],
    ['a discounted voucher', sale([line(900, { Kind: 'NonSale', Gross: 1000, DiscountTotal: 100 })]), 'NonSaleDiscounted'],
    ['a surcharge on nothing', sale([], { Surcharges: [{ Amount: 10 }] }, 10), 'SurchargeWithoutLine'],
    ['a sale without a total', { ...sale([line(1000)]), Totals: undefined } as WireSale, 'Required'],
    ['a void of nothing', sale([], { Type: 'Void' }), 'Required'],
    ['another currency', sale([line(1000)], { Currency: 'USD' }), 'WrongCurrency'],
    ['another location', sale([line(1000)], { LocationId: 2 }), 'LocationNotFound'],
    ['what is too old', sale([line(1000)], { ClosedAt: '2025-10-01T10:00:00Z' }), 'TooOld'],
    ['what is to come', sale([line(1000)], { ClosedAt: '2026-11-22T10:00:00Z' }), 'InFuture'],
    ['a no-sale that sells', sale([line(1000)], { Type: 'NoSale' }), 'NoSaleWithMoney'],
  ])('%s', (_, wire, code) => expect(codes(wire)).toContain(code))
})

it('a business date of the till’s own is kept only where it differs', () => {
  expect(draft(sale([line(1000)], { BusinessDate: '2026-11-20' })).sentBusinessDate).toBeNull()
  expect(draft(sale([line(1000)], { BusinessDate: '2026-11-21' }))).toMatchObject({ businessDate: '2026-11-20', sentBusinessDate: '2026-11-21' })
})

it('training counts nowhere', () => {
  const made = draft(sale([line(1000)], { Training: true }))
  expect(made).toMatchObject({ kind: 6, n: 0, customers: 0 })
  expect(made.lines.some(({ counts, n }) => counts || n !== 0)).toBe(false)
})
