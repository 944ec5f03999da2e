import { allocate } from '#shared/money.ts'
import { type Item, naming } from './catalogue.ts'
import type { Random } from './random.ts'
import type { TillLine, TillSale } from './till-sale.ts'

export interface BillLine {
  item: Item
  quantity: number
}

/** What is on a table, and what applies to it. */
export interface Bill {
  lines: readonly BillLine[]
  happyHour: boolean
  memberDiscount: boolean
  staffDiscount: boolean
  comp: boolean
  /** Surcharge of the day in percent, 0 for none. */
  dayPercent: number
  dayName: string
  /** A gift voucher sold along, in cents; 0 for none. */
  voucher: number
}

type Discount = NonNullable<TillSale['Discounts']>[number]
type Surcharge = NonNullable<TillSale['Surcharges']>[number]

/** The bill with every amount on it, as the till works it out: sums strict to the cent, GST once per sale. */
export const priced = (bill: Bill, random: Random) => {
  const gross = bill.lines.map(({ item, quantity }) => item.price * quantity)
  const promotions = bill.lines.map(({ item }, i) => (bill.happyHour && item.productGroup === 'Tap beer' ? Math.round((gross[i] ?? 0) * 0.2) : 0))
  const discount = discountOn(
    bill,
    gross.reduce((sum, value, i) => sum + value - (promotions[i] ?? 0), 0),
  )
  const shares = allocate(
    discount?.Amount ?? 0,
    gross.map((value, i) => value - (promotions[i] ?? 0)),
  )
  const nets = gross.map((value, i) => value - (promotions[i] ?? 0) - (shares[i] ?? 0))
  const net = sum(nets)
  const paying = random.pick(['Card', 'Cash', 'Account', 'Online'] as const, (method) => ({ Card: 78, Cash: 18, Account: 2, Online: 2 })[method])
  const surcharges = surchargesOn(bill, net, paying === 'Card' && random.chance(0.5))
  const surcharge = sum(surcharges.map(({ Amount }) => Amount))
  const taxes = taxOf(bill, nets, surcharge)
  const tip = paying === 'Card' && random.chance(0.14) ? Math.round((net * random.between(5, 12)) / 100 / 50) * 50 : 0
  const due = net + surcharge + bill.voucher + tip
  const rounding = paying === 'Cash' ? Math.round(due / 5) * 5 - due : 0
  const total = due + rounding
  const lines = bill.lines.map(({ item, quantity }, i): TillLine => {
    const [lineGross = 0, lineNet = 0] = [gross[i], nets[i]]
    return {
      LineId: String(i + 1),
      Kind: 'Sale',
      ...naming(item),
      Quantity: String(quantity),
      UnitPrice: item.price,
      Gross: lineGross,
      DiscountTotal: lineGross - lineNet,
      Net: lineNet,
      Tax: taxes[i] ?? 0,
      Cost: item.cost * quantity,
    }
  })
  if (bill.voucher > 0) lines.push(voucherLine(bill.voucher, lines.length + 1))
  return {
    lines,
    ...(discount ? { Discounts: [discount] } : {}),
    ...(sum(promotions) > 0
      ? { Promotions: promotions.flatMap((Amount, i) => (Amount > 0 ? [{ Id: 'HAPPY', Name: 'Happy hour', Amount, LineId: String(i + 1) }] : [])) }
      : {}),
    ...(surcharges.length > 0 ? { Surcharges: surcharges } : {}),
    ...(tip > 0 ? { Tips: [{ Amount: tip, ClerkId: '' }] } : {}),
    ...(rounding !== 0 ? { Rounding: rounding } : {}),
    Tenders: tendersOf(paying, total, tip, surcharges, random),
    Totals: {
      Gross: sum(gross) + bill.voucher,
      Discount: sum(gross) - net,
      Surcharge: surcharge,
      Tax: sum(taxes),
      Tip: tip,
      Net: net + bill.voucher,
      Total: total,
    },
  }
}

const discountOn = (bill: Bill, amount: number): Discount | undefined => {
  if (bill.comp) return { Id: 'COMP', Name: 'On the house', Amount: amount, Kind: 'Comp' }
  if (bill.staffDiscount) return { Id: 'STAFF', Name: 'Staff meal 30 %', Amount: Math.round(amount * 0.3), Kind: 'Staff' }
  if (bill.memberDiscount) return { Id: 'MEMBER', Name: 'Regulars 5 %', Amount: Math.round(amount * 0.05), Kind: 'Member' }
  return undefined
}

const surchargesOn = (bill: Bill, net: number, passesCardFee: boolean): Surcharge[] => {
  const ofDay = Math.round((net * bill.dayPercent) / 100)
  const ofCard = passesCardFee ? Math.round((net + ofDay) * 0.012) : 0
  const holiday = bill.dayPercent === 15
  return [
    ...(ofDay > 0
      ? [{ Id: holiday ? 'HOLIDAY' : 'SUNDAY', Name: bill.dayName, Amount: ofDay, Kind: holiday ? ('Holiday' as const) : ('Weekend' as const) }]
      : []),
    ...(ofCard > 0 ? [{ Id: 'CARD', Name: 'Card fee 1.2 %', Amount: ofCard, Kind: 'Card' as const }] : []),
  ]
}

/** GST worked out once on the sale, then shared over its taxable lines so that they add up to it. */
const taxOf = (bill: Bill, nets: readonly number[], surcharge: number): number[] => {
  const taxable = nets.map((net, i) => (bill.lines[i]?.item.gstFree ? 0 : net))
  const base = sum(taxable) + (sum(taxable) > 0 ? surcharge : 0)
  return allocate(Math.round(base / 11), taxable)
}

const tendersOf = (
  paying: 'Card' | 'Cash' | 'Account' | 'Online',
  total: number,
  tip: number,
  surcharges: readonly Surcharge[],
  random: Random,
): TillSale['Tenders'] => {
  const none = { Tip: 0, Surcharge: 0, Change: 0, CashOut: 0 }
  if (paying === 'Cash') {
    const note = random.chance(0.7) ? Math.ceil(total / 2000) * 2000 : total
    return [{ ...none, Method: 'Cash', Amount: note, Change: note - total }]
  }
  if (paying !== 'Card') return [{ ...none, Method: paying, Amount: total }]
  const card = (Amount: number, cardTip: number, fee: number) => ({
    ...none,
    Method: 'Card' as const,
    Amount,
    Tip: cardTip,
    Surcharge: fee,
    CardType: random.pick(['Visa', 'Mastercard', 'Eftpos', 'Amex'], (name) => (name === 'Amex' ? 1 : 4)),
    Last4: String(random.between(0, 9999)).padStart(4, '0'),
  })
  const fee = surcharges.find(({ Kind }) => Kind === 'Card')?.Amount ?? 0
  if (total > 6000 && random.chance(0.08)) {
    const half = Math.floor(total / 2)
    return [card(total - half, tip, fee), card(half, 0, 0)]
  }
  return [card(total, tip, fee)]
}

const voucherLine = (amount: number, lineNo: number): TillLine => ({
  LineId: String(lineNo),
  Kind: 'NonSale',
  ProductId: `VOUCHER${amount / 100}`,
  Plu: `VOUCHER${amount / 100}`,
  Name: `Gift voucher $${amount / 100}`,
  Quantity: '1',
  UnitPrice: amount,
  Gross: amount,
  DiscountTotal: 0,
  Net: amount,
  Tax: 0,
  Cost: 0,
})

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
