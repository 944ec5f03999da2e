import * as z from 'zod/mini'
import { ProviderTrouble } from '#integrations/link-provider.adapter.ts'
import type { OrderSale } from '#integrations/online-orders/order-sales.rules.ts'
import type { ArrivedOrder } from '#integrations/online-orders/take-orders.sql.ts'
import { ProviderText } from '#integrations/provider-text.rules.ts'
import { decimalsOf } from '#shared/money.ts'
import { type KeptLine, keptLines } from './kept-lines.rules.ts'
import { numberIn, type OrderLine, type ShopOrder, type ShopRefund, type ShopTransaction } from './shopify-orders.adapter.ts'

/** An order of a shop with all of its lines, and its refunds. */
export interface WholeOrder {
  order: ShopOrder
  refunds: readonly ShopRefund[]
}

type Line = NonNullable<OrderSale['Lines']>[number]
type Tender = NonNullable<OrderSale['Tenders']>[number]
type Money = { shopMoney: { amount: string } }

/** The online store of a shop; its other places are the locations where it sells itself. */
export const ONLINE_STORE = { placeId: 'online', placeName: 'Online store' }

/** An amount that the currency has no coins for. */
class Unfit extends Error {}

/** Shopify's decimal text as minor units of the currency, "12.5" as 1250. @throws Unfit */
export const minorIn = (amount: string, decimals: number): number => {
  const [, sign = '', whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  if (/[1-9]/.test(part.slice(decimals))) throw new Unfit(amount)
  const minor = Number(whole + part.slice(0, decimals).padEnd(decimals, '0'))
  return sign === '-' && minor !== 0 ? -minor : minor
}

/**
 * An order worked out as sales: itself on the day it was placed, as it was before anything was given back, and each refund on its own day.
 * Together they come to what Shopify says the order is worth now. Cancelled, nothing is left of it.
 */
export const arrivedOrder = (shop: string, whole: WholeOrder): ArrivedOrder => {
  const { order } = whole
  const { retailLocation: place, currencyCode: currency } = order
  const arrived = {
    accountId: shop,
    orderId: numberIn(order.id),
    ...(place ? { placeId: numberIn(place.id), placeName: place.name } : ONLINE_STORE),
    name: order.name,
    placedAt: new Date(order.processedAt),
    changedAt: new Date(order.updatedAt),
    currency,
    isTest: order.test,
    ...(order.customer ? { customer: customerOf(order.customer) } : {}),
  }
  try {
    const minor = ({ shopMoney: { amount } }: Money) => minorIn(amount, decimalsOf(currency))
    return { ...arrived, total: minor(order.currentTotalPriceSet), sales: order.cancelledAt === null ? new Told(whole, minor).sales() : [] }
  } catch (error) {
    if (!(error instanceof Unfit)) throw error
    const words = `Shopify sent ${error.message} ${currency}, but ${currency} has ${decimalsOf(currency)} decimals. Tell your Daybook administrator.`
    return { ...arrived, total: 0, sales: [], reasons: [{ FieldName: 'Amount', ErrorCode: 'NotWhole', Message: words }] }
  }
}

const customerOf = ({ id, defaultEmailAddress, defaultPhoneNumber }: NonNullable<ShopOrder['customer']>) => ({
  id: numberIn(id),
  email: defaultEmailAddress?.emailAddress ?? null,
  phone: defaultPhoneNumber?.phoneNumber ?? null,
})

const Named = z.object({ id: z.string().check(z.regex(/\/\d{1,20}$/)), name: z.optional(z.unknown()), updatedAt: z.optional(z.unknown()) })

/** An order that Shopify tells in a form nobody knows: it is listed, and keeps no other out. @throws ProviderTrouble where not even its number is told */
export const unreadableOrder = (shop: string, { unread }: { unread: unknown }): ArrivedOrder => {
  const named = Named.safeParse(unread).data
  if (!named) throw new ProviderTrouble('unreadable')
  const at = new Date(String(named.updatedAt))
  const changedAt = Number.isNaN(at.getTime()) ? new Date(0) : at
  const words = 'Shopify sent this order in a format that Daybook does not know. Tell your Daybook administrator.'
  const reasons = [{ FieldName: 'Order', ErrorCode: 'Unreadable', Message: words }]
  const name = ProviderText.safeParse(named.name).data || numberIn(named.id)
  return { accountId: shop, orderId: numberIn(named.id), ...ONLINE_STORE, name, placedAt: changedAt, changedAt, currency: '', total: 0, sales: [], reasons }
}

/** Where money came from or went, by the gateway that Shopify names. */
const methodOf = (gateway: string | null): string => {
  if (gateway === 'gift_card') return 'GiftCard'
  if (gateway === 'cash') return 'Cash'
  if (gateway === 'shopify_store_credit') return 'StoreCredit'
  return gateway === null || /^(manual|money_order|bank_deposit)$/i.test(gateway) ? 'Other' : 'Online'
}

/** One order on its way to sales. */
class Told {
  readonly #order: ShopOrder
  readonly #refunds: readonly ShopRefund[]
  readonly #minor: (money: Money) => number
  readonly #taxIncluded: boolean

  constructor({ order, refunds }: WholeOrder, minor: (money: Money) => number) {
    this.#order = order
    // What gives no money back, such as what an edit took out, is in the quantities already.
    this.#refunds = refunds.filter(({ totalRefundedSet }) => minor(totalRefundedSet) !== 0)
    this.#minor = minor
    this.#taxIncluded = order.taxesIncluded
  }

  sales(): OrderSale[] {
    return [this.#sale(), ...this.#refunds.map((refund) => this.#refund(refund))]
  }

  #sale(): OrderSale {
    const order = this.#order
    const total = this.#minor(order.currentTotalPriceSet) + sum(this.#refunds, ({ totalRefundedSet }) => this.#minor(totalRefundedSet))
    const tip = this.#minor(order.totalTipReceivedSet)
    const told = [...this.#lines(), ...this.#shipping()]
    const lines = this.#filled(told, total - tip, { ProductId: 'shopify-other', Name: 'Other charges', Quantity: '1' })
    const discount = sum(lines, ({ DiscountTotal = 0 }) => DiscountTotal)
    return {
      SaleId: numberIn(order.id),
      ClosedAt: order.processedAt,
      ...(order.retailLocation ? {} : { OrderType: 'Online' as const }),
      TaxIncluded: this.#taxIncluded,
      Lines: lines,
      ...(discount > 0 ? { Discounts: [{ Name: order.discountCodes.join(', ').slice(0, 200) || 'Shopify', Amount: discount }] } : {}),
      ...(tip > 0 ? { Tips: [{ Amount: tip }] } : {}),
      Tenders: this.#tenders(
        order.transactions.filter(({ kind }) => kind === 'SALE' || kind === 'CAPTURE' || kind === 'CHANGE'),
        total,
        1,
      ),
      Totals: { Total: total },
    }
  }

  /** Lines as they were sold: without what edits took out, with what was given back later. */
  #lines(): Line[] {
    const goods = this.#refunds.flatMap(({ refundLineItems }) => refundLineItems.nodes)
    const sold = this.#order.lineItems.nodes
      .map((line) => {
        const returned = goods.filter(({ lineItem }) => lineItem.id === line.id)
        return { line, kept: line.currentQuantity + sum(returned, ({ quantity }) => quantity) }
      })
      .filter(({ kept }) => kept > 0)
    const net = this.#minor(this.#order.currentSubtotalPriceSet) + sum(goods, ({ subtotalSet }) => this.#minor(subtotalSet))
    const amounts = keptLines(
      sold.map(({ line, kept }) => ({
        unit: this.#minor(line.originalUnitPriceSet),
        ordered: line.quantity,
        kept,
        discount: sum(line.discountAllocations, ({ allocatedAmountSet }) => this.#minor(allocatedAmountSet)),
        tax: sum(line.taxLines, ({ priceSet }) => this.#minor(priceSet)),
      })),
      { net, tax: this.#taxOfGoods(goods) },
    )
    return sold.map(({ line, kept }, i) => this.#line(line, kept, amounts[i] as KeptLine))
  }

  /** The tax of all lines together: what is left of it now, with that of goods that were given back and without that of shipping. */
  #taxOfGoods(goods: readonly ShopRefund['refundLineItems']['nodes'][number][]): number {
    const shipping = this.#refunds.flatMap(({ refundShippingLines }) => refundShippingLines.nodes)
    return (
      this.#minor(this.#order.currentTotalTaxSet) +
      sum(goods, ({ totalTaxSet }) => this.#minor(totalTaxSet)) +
      sum(shipping, ({ taxAmountSet }) => this.#minor(taxAmountSet)) -
      sum(this.#shipping(), ({ Tax = 0 }) => Tax)
    )
  }

  #line(line: OrderLine, kept: number, { gross, discount, tax }: KeptLine): Line {
    const net = gross - discount
    const named = { LineId: numberIn(line.id), ...nameOf(line), Quantity: String(kept) }
    // What a gift card is sold for is owed to whoever holds it: no sale, and nothing is taken off it.
    if (line.isGiftCard) return { ...named, Kind: 'NonSale', Gross: net, Net: net }
    return {
      ...named,
      UnitPrice: this.#minor(line.originalUnitPriceSet),
      Gross: gross,
      ...(discount > 0 ? { DiscountTotal: discount } : {}),
      Net: net,
      Tax: tax,
    }
  }

  #shipping(): Line[] {
    return this.#order.shippingLines.nodes
      .filter(({ isRemoved }) => !isRemoved)
      .map(({ title, discountedPriceSet, taxLines }) => {
        const net = this.#minor(discountedPriceSet)
        return {
          ProductId: 'shipping',
          Name: `Shipping: ${title}`.slice(0, 200),
          Quantity: '1',
          Gross: net,
          Net: net,
          Tax: sum(taxLines, ({ priceSet }) => this.#minor(priceSet)),
        }
      })
  }

  #refund(refund: ShopRefund): OrderSale {
    const total = -this.#minor(refund.totalRefundedSet)
    const goods = refund.refundLineItems.nodes.map(({ quantity, subtotalSet, totalTaxSet, lineItem }): Line => {
      const net = 0 - this.#minor(subtotalSet)
      const named = { ...nameOf(lineItem), Quantity: String(-quantity) }
      if (lineItem.isGiftCard) return { ...named, Kind: 'NonSale', Gross: net, Net: net }
      return { ...named, Gross: net, Net: net, Tax: 0 - this.#minor(totalTaxSet) }
    })
    const shipping = refund.refundShippingLines.nodes.map(({ subtotalAmountSet, taxAmountSet }): Line => {
      const net = 0 - this.#minor(subtotalAmountSet)
      return { ProductId: 'shipping', Name: 'Shipping', Quantity: '-1', Gross: net, Net: net, Tax: 0 - this.#minor(taxAmountSet) }
    })
    const number = numberIn(refund.id)
    return {
      SaleId: `${numberIn(this.#order.id)}-${number}`,
      Type: 'Refund',
      OriginalSaleId: numberIn(this.#order.id),
      ClosedAt: refund.createdAt ?? this.#order.updatedAt,
      ...(this.#order.retailLocation ? {} : { OrderType: 'Online' as const }),
      TaxIncluded: this.#taxIncluded,
      Lines: this.#filled([...goods, ...shipping], total, { ProductId: 'shopify-refund', Name: 'Refund without products', Quantity: '-1' }),
      Tenders: this.#tenders(
        refund.transactions.nodes.filter(({ kind }) => kind === 'REFUND'),
        total,
        -1,
      ),
      Totals: { Total: total },
    }
  }

  /** The lines, and one for whatever they are short of the total or beyond it: what Shopify says an order comes to holds. */
  #filled(lines: readonly Line[], total: number, named: Pick<Line, 'ProductId' | 'Name' | 'Quantity'>): Line[] {
    const rest = total - sum(lines, ({ Net, Tax = 0 }) => Net + (this.#taxIncluded ? 0 : Tax))
    if (rest === 0) return [...lines]
    // Of a negative quantity nothing positive is sold: some of what came back was kept.
    const kept = named.Quantity === '-1' && rest > 0 ? { ...named, Name: 'Kept of a refund', Quantity: '1' } : named
    return [...lines, { ...kept, Gross: rest, Net: rest }]
  }

  /** What was paid by each means, less the change given for it; what is still owed, or was paid too much, stands on account. */
  #tenders(transactions: readonly ShopTransaction[], total: number, sign: 1 | -1): Tender[] {
    const paid = new Map<string, { amount: number; change: number }>()
    for (const { kind, status, gateway, amountSet } of transactions) {
      if (status !== 'SUCCESS') continue
      const tender = paid.get(methodOf(gateway)) ?? { amount: 0, change: 0 }
      tender[kind === 'CHANGE' ? 'change' : 'amount'] += sign * this.#minor(amountSet)
      paid.set(methodOf(gateway), tender)
    }
    const owed = total - sum([...paid.values()], ({ amount, change }) => amount - change)
    if (owed !== 0) paid.set('Account', { amount: owed, change: 0 })
    return [...paid].map(([Method, { amount, change }]) => ({
      Method,
      Amount: amount,
      ...(change === 0 ? {} : { Change: change }),
      Reference: this.#order.name,
    }))
  }
}

const nameOf = ({ sku, variant, name }: Pick<OrderLine, 'sku' | 'variant' | 'name'>) => ({
  ProductId: (sku || (variant ? `shopify-${numberIn(variant.id)}` : 'shopify-item')).slice(0, 64),
  Name: name.slice(0, 200),
})

const sum = <T>(all: readonly T[], amountOf: (one: T) => number): number => all.reduce((total, one) => total + amountOf(one), 0)
