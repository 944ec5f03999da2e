import type { OrderSale } from '#integrations/online-orders/order-sales.rules.ts'
import type { FieldError } from '#shared/failure.ts'
import { allocate } from '#shared/money.ts'
import { type AddedUp, addedUp, type FlatItem } from './deliverect-amounts.rules.ts'
import { DeliverectOrder } from './deliverect-order.rules.ts'
import { type TillContent, tillContent } from './deliverect-till.rules.ts'

/** An order understood: the sale it is, or why it cannot be one. Money in minor units of the location. */
export interface UnderstoodOrder {
  orderId: string
  channel: number
  /** What people call it. */
  name: string
  placedAt: Date
  isTest: boolean
  /** What the location gets for it, before the channel's commission. */
  total: number
  /** What the channel takes its commission of: goods less what the restaurant took off them, with tax. */
  commissionBase: number
  sale: OrderSale | undefined
  reasons: FieldError[]
  /** What its till is handed; nothing where it could not be read. */
  content: TillContent | undefined
}

const because = (FieldName: string, ErrorCode: string, Message: string): FieldError => ({ FieldName, ErrorCode, Message })

/**
 * Reads an order as a sale of its location. What the channel bears of a discount is paid by the channel, and tax that the channel remits is no
 * money of the location.
 * @param decimals of the location's currency
 * @param received when it came, for an order that does not say when it was placed
 */
export const understoodOrder = (body: unknown, decimals: number, received: Date): UnderstoodOrder => {
  const read = readOrder(body)
  if (!read) return { ...UNREADABLE, placedAt: received, reasons: [because('', 'Unreadable', 'The order is not in Deliverect’s format.')] }
  const known = {
    orderId: read._id,
    channel: read.channel,
    name: read.channelOrderDisplayId || read.channelOrderId || read._id,
    placedAt: momentIn(read._created) ?? momentIn(read.pickupTime) ?? received,
    isTest: read.testOrder === true,
  }
  const digits = read.decimalDigits ?? 2
  const scaled = (amount: number) => rounded(amount * 10 ** Math.max(0, decimals - digits), 10 ** Math.max(0, digits - decimals))
  const content = tillContent(body, read, scaled)
  const refused = (reason: FieldError) => ({ ...known, total: scaled(read.payment.amount), commissionBase: 0, sale: undefined, content, reasons: [reason] })
  if (digits !== 2 && digits !== 3) return refused(because('decimalDigits', 'Unreadable', `Daybook does not know amounts with ${digits} decimals.`))
  const parts = addedUp(read, digits)
  if (typeof parts === 'string') return refused(because('payment.amount', 'totals_mismatch', parts))
  const made = saleOf(read, parts, scaled, known.placedAt)
  return { ...known, ...made, content, reasons: [] }
}

const UNREADABLE = { orderId: '', channel: 0, name: '', isTest: false, total: 0, commissionBase: 0, sale: undefined, content: undefined }

const readOrder = (body: unknown) => {
  try {
    return DeliverectOrder.safeParse(body).data
  } catch {
    // What stands below each other without end is no order.
    return undefined
  }
}

/** Halves are rounded away from zero. */
const rounded = (amount: number, by: number): number => (by === 1 ? amount : Math.sign(amount) * Math.floor((Math.abs(amount) + by / 2) / by)) + 0

/** A clock that tells another time is not believed. */
const [EARLIEST, LATEST] = [Date.parse('2010-01-01'), Date.parse('2100-01-01')]

const momentIn = (text: string | null | undefined): Date | undefined => {
  const at = text ? Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`) : Number.NaN
  return at >= EARLIEST && at < LATEST ? new Date(at) : undefined
}

const ORDER_TYPES: Readonly<Record<number, OrderSale['OrderType']>> = { 1: 'Takeaway', 2: 'Delivery', 3: 'DineIn', 4: 'Takeaway' }

const saleOf = (order: DeliverectOrder, parts: AddedUp, scaled: (amount: number) => number, placedAt: Date) => {
  const lines = linesOf(parts, scaled)
  const off = lines.reduce((sum, { DiscountTotal }) => sum + (DiscountTotal ?? 0), 0)
  const net = lines.reduce((sum, { Net }) => sum + Net, 0)
  const surcharges = surchargesOf(parts, scaled, scaledDiscounts(parts, scaled).reduce((sum, { amount }) => sum + amount, 0) - off)
  const tip = scaled(parts.tip)
  const tax = scaled(parts.tax - parts.remitted)
  // What the customer paid and the channel adds, less what goes to the driver and what the channel remits.
  const total = scaled(order.payment.amount - parts.driverTip - parts.remitted + parts.channelDiscount)
  const made = net + surcharges.reduce((sum, { Amount }) => sum + Amount, 0) + tip + (parts.taxIncluded ? 0 : tax)
  const borne = scaled(parts.channelDiscount)
  const sale: OrderSale = {
    SaleId: order._id,
    ClosedAt: placedAt.toISOString(),
    OrderType: ORDER_TYPES[order.orderType] ?? 'Online',
    ...(order.orderType === 3 && order.table ? { Table: order.table.slice(0, 64) } : {}),
    ...(order.orderType === 3 && order.numberOfCustomers ? { Covers: order.numberOfCustomers } : {}),
    TaxIncluded: parts.taxIncluded,
    Lines: lines,
    Discounts: discountsOf(parts, scaled, off),
    Surcharges: surcharges,
    ...(tip === 0 ? {} : { Tips: [{ Amount: tip }] }),
    Tenders: [
      { Method: METHODS[order.payment.type ?? 3] ?? 'Online', Amount: total - borne },
      ...(borne === 0 ? [] : [{ Method: 'Online', Amount: borne, Reference: 'Discount paid by the channel' }]),
    ],
    ...(total === made ? {} : { Rounding: total - made }),
    Totals: { Total: total, Tax: tax },
  }
  return { total, commissionBase: net, sale }
}

const METHODS: Readonly<Record<number, string>> = {
  0: 'Online',
  1: 'Cash',
  2: 'Cash',
  3: 'Online',
  4: 'Card',
  5: 'Card',
  6: 'Voucher',
  7: 'Voucher',
  8: 'Card',
  9: 'Other',
}

type Line = NonNullable<OrderSale['Lines']>[number]

/** Priced things are sold; what was chosen at no price and is no product of its own is told along. */
const linesOf = (parts: AddedUp, scaled: (amount: number) => number): Line[] => {
  const gross = parts.items.map((one) => scaled(one.gross))
  const off = discountsByItem(parts, gross, scaled)
  return parts.items.map(({ item, quantity, parent }, i) => {
    const isInstruction = gross[i] === 0 && parent !== undefined && (item.productType === 2 || item.productType === 3)
    const plu = (item.plu || item.name || '').slice(0, 64)
    return {
      LineId: String(i + 1),
      Kind: isInstruction ? 'Instruction' : 'Sale',
      ...(plu === '' ? {} : { ProductId: plu, Plu: plu }),
      Name: item.name || plu || 'Item',
      Quantity: String(quantity),
      UnitPrice: quantity === 0 ? 0 : scaled(item.price),
      Gross: gross[i] ?? 0,
      DiscountTotal: off[i] ?? 0,
      Net: (gross[i] ?? 0) - (off[i] ?? 0),
      ...(parent === undefined ? {} : { ParentLineId: String(parent + 1) }),
    }
  })
}

const scaledDiscounts = ({ discounts }: AddedUp, scaled: (amount: number) => number) =>
  discounts.map((one) => ({ ...one, amount: scaled(one.restaurant) })).filter(({ amount }) => amount !== 0)

/** What the restaurant takes off each item: of those a discount names first, never more than it costs. */
const discountsByItem = (parts: AddedUp, gross: readonly number[], scaled: (amount: number) => number): number[] => {
  const left = gross.map((one) => Math.max(0, one))
  const take = (wanted: number, isMeant: (one: FlatItem) => boolean): number => {
    const weights = parts.items.map((one, i) => (isMeant(one) ? (left[i] ?? 0) : 0))
    const taken = Math.min(
      wanted,
      weights.reduce((sum, weight) => sum + weight, 0),
    )
    if (taken > 0) for (const [i, share] of allocate(taken, weights).entries()) left[i] = (left[i] ?? 0) - share
    return wanted - taken
  }
  for (const { amount, reference, isOfDelivery } of scaledDiscounts(parts, scaled)) {
    if (isOfDelivery && parts.charges.some(({ code }) => code === 'Delivery')) continue
    const rest = reference === undefined ? amount : take(amount, ({ item }) => (item.discountReferenceIds ?? []).some((id) => String(id) === reference))
    take(rest, () => true)
  }
  return gross.map((one, i) => Math.max(0, one) - (left[i] ?? 0))
}

/** The names of what was taken off the goods, as far as it was. */
const discountsOf = (parts: AddedUp, scaled: (amount: number) => number, off: number): NonNullable<OrderSale['Discounts']> => {
  let left = off
  return scaledDiscounts(parts, scaled).flatMap(({ name, code, amount }) => {
    const Amount = Math.min(amount, left)
    left -= Amount
    return Amount === 0 ? [] : [{ Id: code.slice(0, 64), Name: name, Amount, Kind: 'Amount' as const }]
  })
}

/** What is charged beside the goods; what was taken off that and not off the goods lowers it, and tax that the channel remits is not got. */
const surchargesOf = (parts: AddedUp, scaled: (amount: number) => number, offCharges: number): NonNullable<OrderSale['Surcharges']> => {
  const charged = parts.charges.map(({ code, name, amount }) => ({
    Id: code,
    Name: name,
    Amount: scaled(amount),
    ...(code === 'Service' ? { Kind: 'Service' as const } : {}),
  }))
  const lowered = offCharges === 0 ? [] : [{ Id: 'DeliveryDiscount', Name: 'Discount on delivery', Amount: -offCharges }]
  const remitted =
    parts.taxIncluded && parts.remitted !== 0 ? [{ Id: 'TaxRemitted', Name: 'Tax remitted by the channel', Amount: -scaled(parts.remitted) }] : []
  return [...charged, ...lowered, ...remitted]
}
