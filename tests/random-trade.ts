import { randomFor } from '#db/demo/random.ts'
import type { WireSale } from '#features/intake/sale.contract.ts'

/** A place that trades, and the hours its clock is ahead of UTC in winter. */
export interface TradingPlace {
  locationId: number
  name: string
  timeZone: string
  winterHours: number
}

type Random = ReturnType<typeof randomFor>
type Line = NonNullable<WireSale['Lines']>[number]

/** What is sold: with and without a class, a cost, GST. */
const GOODS = [
  { Plu: '1001', Name: 'Lager', Group: 'Beverage', Department: 'Bar', ProductGroup: 'Tap beer', Category: 'Beer', cost: 210, free: false },
  { Plu: '1002', Name: 'Cider', Group: 'Beverage', Department: 'Bar', ProductGroup: 'Tap cider', Category: 'Beer', cost: 190, free: false },
  { Plu: '2001', Name: 'Burger', Group: 'Food', Department: 'Kitchen', ProductGroup: 'Mains', Category: 'Burgers', cost: 640, free: false },
  { Plu: '2002', Name: 'Fruit', Group: 'Food', Department: 'Kitchen', cost: 80, free: true },
  { Plu: '3001', Name: 'Coffee', Group: 'Beverage', cost: undefined, free: false },
  { Plu: '9001', Name: 'Sundries', cost: 0, free: false },
] as const
const CLERKS = [{}, { ClerkId: '7', ClerkName: 'Ash Ito' }, { ClerkId: '8', ClerkName: 'Robin Vale' }] as const

const lineOf = (random: Random, lineId: number, isRefund: boolean): Line => {
  const { cost, free, ...good } = random.pick(GOODS)
  const what = random.pick(['Sale', 'Sale', 'Sale', 'Sale', 'NonSale', 'Wastage', 'Voided', 'Return'] as const)
  const gross = random.between(0, 5000)
  const isBack = (isRefund || what === 'Return') && what !== 'Wastage' && what !== 'Voided'
  const off = what === 'Wastage' ? gross : what === 'Sale' && !isBack && random.chance(0.4) ? random.between(0, gross) : 0
  const sign = isBack ? -1 : 1
  const net = sign * (gross - off)
  const isGoods = what !== 'NonSale'
  return {
    ...(isGoods ? good : { Plu: 'GV', Name: 'Gift voucher' }),
    LineId: String(lineId),
    Kind: isGoods ? 'Sale' : 'NonSale',
    Quantity: `${isBack ? '-' : ''}${random.pick(['1', '2', '0.375', '12'])}`,
    Gross: sign * gross,
    DiscountTotal: off,
    Net: net,
    ...(isGoods ? { Tax: free ? 0 : Math.round(net / 11) } : {}),
    ...(isGoods && cost !== undefined ? { Cost: sign * cost } : {}),
    // One in four tells no reason, and one an empty one.
    ...(what === 'Wastage' ? { Wastage: true, ...[{}, { WastageReason: '' }, { WastageReason: 'Spill' }, { WastageReason: 'Expired' }][gross % 4] } : {}),
    ...(what === 'Voided' ? { Voided: true } : {}),
  }
}

/** What was taken off named by a promotion and a discount, or by nobody. */
const namedOff = (random: Random, off: number): Pick<WireSale, 'Promotions' | 'Discounts'> => {
  const promotion = random.chance(0.5) ? random.between(0, off) : 0
  const discount = random.chance(0.5) ? random.between(0, off - promotion) : 0
  return {
    Promotions: promotion === 0 ? [] : [{ Id: random.pick(['P1', 'P2']), Name: 'Happy hour', Amount: promotion }],
    Discounts: discount === 0 ? [] : [{ Id: 'D1', Name: 'Staff', Amount: discount }],
  }
}

const saleOf = (random: Random, id: string, closedAt: string, revision: number): WireSale => {
  const isRefund = random.chance(0.1)
  const Lines = Array.from({ length: random.between(1, 5) }, (_, i) => lineOf(random, i + 1, isRefund))
  const active = Lines.filter(({ Wastage, Voided }) => !Wastage && !Voided)
  const off = active.reduce((sum, { DiscountTotal = 0 }) => sum + DiscountTotal, 0)
  const charged = random.chance(0.3) && active.length > 0 ? random.pick([77, 230]) : 0
  const surcharge = isRefund ? -charged : charged
  const tip = !isRefund && random.chance(0.2) ? 150 : 0
  const taxIncluded = random.chance(0.85)
  const tax = active.reduce((sum, { Tax = 0 }) => sum + Tax, 0) + Math.round(surcharge / 11)
  const onTop = taxIncluded || active.length === 0 ? 0 : tax
  const cents = random.pick([0, 0, 2, -2])
  const sum = active.reduce((all, { Net }) => all + Net, 0) + surcharge + onTop + tip + cents
  // Only a refund may come to less than nothing, and none to more.
  const lift = isRefund ? Math.min(0, sum) - sum : Math.max(0, sum) - sum
  const total = sum + lift
  const card = Math.trunc(total / random.between(1, 4))
  const [change, cashOut] = [random.pick([0, 500]), random.pick([0, 0, 2000])]
  return {
    SaleId: id,
    Revision: revision,
    Type: isRefund ? 'Refund' : 'Sale',
    TerminalId: random.pick(['T1', 'T2']),
    ClosedAt: closedAt,
    ...random.pick(CLERKS),
    ...(random.chance(0.3) ? { LoyaltyCard: '900001' } : {}),
    OrderType: random.pick([undefined, 'DineIn', 'Takeaway', 'Delivery', 'Bar', 'Online'] as const),
    ...(random.chance(0.3) ? { Covers: random.between(0, 6), Table: '7' } : {}),
    TaxIncluded: taxIncluded,
    Training: random.chance(0.03),
    Lines,
    ...namedOff(random, isRefund ? 0 : off),
    Surcharges: surcharge === 0 ? [] : [{ Id: 'S1', Name: 'Sunday', Amount: surcharge }],
    Tips: tip === 0 ? [] : [{ Amount: tip }],
    Rounding: cents + lift,
    Totals: { Total: total, Tax: active.length === 0 ? 0 : tax },
    Tenders: [
      { Method: 'Cash', Amount: total - card + change, Change: change },
      { Method: 'Card', CardType: random.pick(['Visa', 'Eftpos']), Amount: card + cashOut, CashOut: cashOut },
    ],
  }
}

/**
 * Trade of every shape a till may send, in the days named: refunds, corrections, voids, training, wastage, vouchers, sales with and
 * without GST on top. Half of it falls in the small hours, where clocks change; moments are spread evenly, so that an hour that comes
 * twice is met both times.
 */
export const randomTrade = (seed: number, { name, winterHours }: TradingPlace, days: readonly string[], perDay: number): WireSale[] => {
  const random = randomFor(seed, `trade of ${name}`)
  return days.flatMap((day) =>
    Array.from({ length: perDay }, (_, i): WireSale[] => {
      const minutes = random.chance(0.5) ? random.between(0, 300) : random.between(0, 1439)
      const closedAt = new Date(Date.parse(`${day}T00:00:00Z`) + (minutes - winterHours * 60) * 60_000).toISOString()
      const id = `${day} ${i}`
      const sale = saleOf(random, id, closedAt, 1)
      if (random.chance(0.05)) return [sale, saleOf(random, id, closedAt, 2)]
      if (random.chance(0.05) && !sale.Training) return [sale, { SaleId: `${id} void`, Type: 'Void', OriginalSaleId: id, TerminalId: 'T1', ClosedAt: closedAt }]
      return [sale]
    }).flat(),
  )
}
