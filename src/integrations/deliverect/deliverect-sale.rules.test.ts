import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Counter, draftOf } from '#features/intake/sale.rules.ts'
import { understoodOrder } from './deliverect-sale.rules.ts'

const RECEIVED = new Date('2026-11-20T03:00:00Z')
const COUNTER: Counter = {
  locationId: 1,
  currency: 'AUD',
  calendar: [{ fromDay: '2000-01-01', timeZone: 'Australia/Sydney', dayStartMinutes: 300 }],
  oldest: Number.NEGATIVE_INFINITY,
  latest: Date.parse('2100-01-01'),
}

const ITEMS = [
  {
    plu: 'BRGR',
    name: 'Burger combo',
    price: 500,
    quantity: 1,
    productType: 1,
    subItems: [
      { plu: 'SODA', name: 'Diet soda', price: 100, quantity: 1, productType: 1 },
      {
        plu: 'CHEESE',
        name: 'Cheeseburger',
        price: 0,
        quantity: 1,
        productType: 1,
        subItems: [{ plu: 'GHRK', name: 'Extra gherkin', price: 50, quantity: 2, productType: 2 }],
      },
    ],
  },
]

const order = (more: object = {}) => ({
  _id: '5f0000000000000000000101',
  account: '5f0000000000000000000001',
  location: '5f0000000000000000000002',
  channelLink: '5f0000000000000000000003',
  status: 1,
  channel: 7,
  channelOrderId: 'A-4206',
  channelOrderDisplayId: '4206',
  orderType: 2,
  _created: '2026-11-19T08:30:00.000000Z',
  payment: { amount: 700, type: 0 },
  items: ITEMS,
  decimalDigits: 2,
  ...more,
})

const read = (more: object = {}, decimals = 2) => understoodOrder(order(more), decimals, RECEIVED)
/** As intake adds it up. */
const drafted = (more: object = {}, currency = 'AUD', decimals = 2) => {
  const draft = draftOf({ ...read(more, decimals).sale, SaleId: 'x' } as never, { ...COUNTER, currency })
  if (Array.isArray(draft)) throw new Error(JSON.stringify(draft))
  return draft
}

describe('an order of Deliverect as a sale', () => {
  it('has its items one by one, those chosen for another below it, and is placed when the order was', () => {
    const { sale, total, name, channel, reasons } = read()
    expect({ total, name, channel, reasons }).toEqual({ total: 700, name: '4206', channel: 7, reasons: [] })
    expect(sale?.ClosedAt).toBe('2026-11-19T08:30:00.000Z')
    expect(sale?.Lines?.map(({ Plu, Quantity, Net, ParentLineId }) => [Plu, Quantity, Net, ParentLineId])).toEqual([
      ['BRGR', '1', 500, undefined],
      ['SODA', '1', 100, '1'],
      ['CHEESE', '1', 0, '1'],
      ['GHRK', '2', 100, '3'],
    ])
    expect(drafted()).toMatchObject({ amount: 700, total: 700, businessDate: '2026-11-19' })
  })

  it('counts what was chosen once for each of its parent', () => {
    expect(read({ items: [{ ...ITEMS[0], quantity: 3 }], payment: { amount: 2100, type: 0 } }).total).toBe(2100)
  })

  it.each([
    [1, 'Takeaway'],
    [2, 'Delivery'],
    [3, 'DineIn'],
    [4, 'Takeaway'],
    [9, 'Online'],
  ])('of type %s is a sale of type %s', (orderType, OrderType) => {
    expect(read({ orderType }).sale?.OrderType).toBe(OrderType)
  })

  it('splits a discount between the restaurant, whose sale it lowers, and the channel, which pays its part', () => {
    const discounts = [{ type: 'order_flat_off', provider: 'channel', name: 'Four off', amount: 400, amountRestaurant: 150, amountChannel: 250 }]
    const more = { discounts, discountTotal: -400, payment: { amount: 300, type: 0 } }
    expect(read(more)).toMatchObject({ total: 550, commissionBase: 550 })
    expect(read(more).sale?.Tenders).toEqual([
      { Method: 'Online', Amount: 300 },
      { Method: 'Online', Amount: 250, Reference: 'Discount paid by the channel' },
    ])
    expect(drafted(more)).toMatchObject({ discount: 150, amount: 550, total: 550 })
  })

  it('is lowered by a discount of which only the sum is told', () => {
    expect(drafted({ discountTotal: -100, payment: { amount: 600, type: 0 } })).toMatchObject({ discount: 100, amount: 600, total: 600 })
  })

  it('takes a discount that names its items off those, and one of the delivery off the delivery', () => {
    const items = [
      { ...ITEMS[0], subItems: [] },
      { plu: 'TEA', name: 'Tea', price: 300, quantity: 1, discountReferenceIds: [8] },
    ]
    const discounts = [
      { type: 'item_flat_off', provider: 'restaurant', name: 'Tea', referenceId: 8, amount: 200 },
      { type: 'free_delivery', provider: 'restaurant', name: 'Free delivery', amount: 250 },
    ]
    const more = { items, discounts, discountTotal: -450, deliveryCost: 250, payment: { amount: 600, type: 0 } }
    expect(read(more).sale?.Lines?.map(({ DiscountTotal }) => DiscountTotal)).toEqual([0, 200])
    expect(drafted(more)).toMatchObject({ total: 600, discount: 200, surcharge: 0, amount: 600 })
  })

  it('keeps delivery, service charge and bag fee as surcharges and the tip as a tip, not the tip of the channel’s driver', () => {
    const more = { deliveryCost: 300, serviceCharge: 120, bagFee: 30, tip: 80, driverTip: 200, payment: { amount: 1430, type: 3 } }
    expect(drafted(more)).toMatchObject({ surcharge: 450, tips: 80, amount: 1150, total: 1230 })
    expect(drafted({ ...more, courier: { deliveryBy: 'restaurant' } })).toMatchObject({ tips: 280, total: 1430 })
    expect(drafted({ ...more, payment: { amount: 1230, type: 3 } })).toMatchObject({ tips: 80, total: 1230 })
  })

  it('knows tax that is in the prices from tax on top, and keeps out what the channel remits', () => {
    expect(drafted({ taxTotal: 64 })).toMatchObject({ amount: 700, tax: 64, total: 700 })
    expect(drafted({ taxTotal: 70, payment: { amount: 770, type: 0 } })).toMatchObject({ amount: 770, tax: 70, total: 770 })
    expect(drafted({ taxTotal: 70, taxRemitted: 70, payment: { amount: 770, type: 0 } })).toMatchObject({ amount: 700, tax: 0, total: 700 })
    expect(drafted({ taxTotal: 64, taxRemitted: 64 })).toMatchObject({ amount: 636, tax: 0, total: 636 })
  })

  it('has amounts with two or three decimals, in currencies with none, two or three', () => {
    const items = [
      { plu: 'A', name: 'A', price: 1005, quantity: 1 },
      { plu: 'B', name: 'B', price: 1005, quantity: 1 },
    ]
    const more = { items, decimalDigits: 3, payment: { amount: 2010, type: 0 } }
    expect(drafted(more, 'AUD')).toMatchObject({ total: 201, rounding: -1 })
    expect(drafted(more, 'BHD', 3)).toMatchObject({ total: 2010, rounding: 0 })
    expect(drafted({}, 'JPY', 0)).toMatchObject({ total: 7 })
    expect(read({ decimalDigits: 4 }).reasons).toMatchObject([{ FieldName: 'decimalDigits' }])
  })

  it('is no sale where its amounts do not add up, and says how they differ', () => {
    expect(read({ payment: { amount: 701, type: 0 } })).toMatchObject({
      sale: undefined,
      reasons: [{ ErrorCode: 'totals_mismatch', Message: 'Items 7.00 less discounts 0.00 with charges and tips are 7.00, but 7.01 was paid.' }],
    })
    expect(read({ discounts: [{ amount: 100, provider: 'restaurant' }], discountTotal: -150, payment: { amount: 550, type: 0 } }).sale).toBeUndefined()
  })

  it('is no sale where it is not written as an order is', () => {
    const endless = JSON.parse(`${'{"subItems":['.repeat(9000)}${']}'.repeat(9000)}`) as object
    for (const body of [
      null,
      [],
      'order',
      {},
      { ...order(), payment: null },
      { ...order(), _id: '../x' },
      { ...order(), items: [{ price: 1.5, quantity: 1 }] },
      { ...order(), items: [endless] },
    ])
      expect(understoodOrder(body, 2, RECEIVED)).toMatchObject({ sale: undefined, reasons: [{ ErrorCode: 'Unreadable' }] })
  })

  it('says that it is a test', () => {
    expect(read({ testOrder: true }).isTest).toBe(true)
    expect(read().isTest).toBe(false)
  })

  it('is taken by intake whatever it is made of, and comes to what was paid and what the channel adds', () => {
    const item = fc.record({ price: fc.integer({ min: 0, max: 99_999 }), quantity: fc.integer({ min: 1, max: 5 }), productType: fc.constantFrom(1, 2) })
    const made = fc.record({
      items: fc.array(fc.record({ top: item, below: fc.array(item, { maxLength: 3 }) }), { minLength: 1, maxLength: 4 }),
      cut: fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 })),
      deliveryCost: fc.integer({ min: 0, max: 900 }),
      tip: fc.integer({ min: 0, max: 900 }),
      taxed: fc.constantFrom('none', 'in', 'top'),
      decimalDigits: fc.constantFrom(2, 3),
      money: fc.constantFrom(['AUD', 2] as const, ['JPY', 0] as const, ['BHD', 3] as const),
    })
    fc.assert(
      fc.property(made, ({ items, cut, deliveryCost, tip, taxed, decimalDigits, money: [currency, decimals] }) => {
        const goods = items.reduce((sum, { top, below }) => sum + top.quantity * (top.price + below.reduce((all, one) => all + one.price * one.quantity, 0)), 0)
        const [amount, share] = [Math.floor((goods * cut[0]) / 100), cut[1]]
        const amountChannel = Math.floor((amount * share) / 100)
        const taxTotal = taxed === 'none' ? 0 : Math.floor(goods / 11)
        const more = {
          items: items.map(({ top, below }, i) => ({ ...top, plu: `P${i}`, subItems: below.map((one, j) => ({ ...one, plu: `S${i}${j}` })) })),
          discounts: amount === 0 ? [] : [{ amount, amountRestaurant: amount - amountChannel, amountChannel, provider: 'channel' }],
          discountTotal: -amount,
          deliveryCost,
          tip,
          taxTotal,
          decimalDigits,
          payment: { amount: goods - amount + deliveryCost + tip + (taxed === 'top' ? taxTotal : 0), type: 0 },
        }
        const scale = 10 ** (decimals - decimalDigits)
        const { total } = drafted(more, currency, decimals)
        expect(Math.abs(total - (more.payment.amount + amountChannel) * scale)).toBeLessThanOrEqual(0.5)
      }),
      { numRuns: 300 },
    )
  })
})
