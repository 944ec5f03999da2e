import type { FakeCustomer, FakeOrder, FakeRefund, ShopBooks } from './shopify-books.fake.ts'
import type { Answerer, Paged, Schema } from './shopify-graph.fake.ts'
import { GraphError } from './shopify-graph.fake.ts'

const plain = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'plain' as const]))
const money = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { one: 'MoneyBag' }]))

/** The part of the Admin API that the stand-in has. */
export const SHOP_SCHEMA: Schema = {
  Query: {
    shop: { one: 'Shop' },
    currentAppInstallation: { one: 'AppInstallation' },
    orders: { pages: 'Order' },
    order: { one: 'Order' },
    node: { one: 'Node' },
    nodes: { list: 'Node' },
    webhookSubscriptions: { pages: 'WebhookSubscription' },
  },
  Mutation: { webhookSubscriptionCreate: { one: 'WebhookSubscriptionCreatePayload' } },
  Shop: plain('name', 'myshopifyDomain', 'currencyCode', 'ianaTimezone'),
  AppInstallation: { accessScopes: { list: 'AccessScope' } },
  AccessScope: plain('handle'),
  WebhookSubscription: plain('id', 'topic', 'uri'),
  WebhookSubscriptionCreatePayload: { webhookSubscription: { one: 'WebhookSubscription' }, userErrors: { list: 'UserError' } },
  UserError: plain('message'),
  MoneyBag: { shopMoney: { one: 'MoneyV2' }, presentmentMoney: { one: 'MoneyV2' } },
  MoneyV2: plain('amount', 'currencyCode'),
  Location: plain('id', 'name'),
  ProductVariant: plain('id'),
  TaxLine: { ...plain('title', 'rate'), ...money('priceSet') },
  DiscountAllocation: money('allocatedAmountSet'),
  LineItem: {
    ...plain('id', 'sku', 'name', 'quantity', 'currentQuantity', 'isGiftCard'),
    ...money('originalUnitPriceSet'),
    variant: { one: 'ProductVariant' },
    discountAllocations: { list: 'DiscountAllocation' },
    taxLines: { list: 'TaxLine' },
  },
  ShippingLine: { ...plain('id', 'title', 'isRemoved'), ...money('discountedPriceSet'), taxLines: { list: 'TaxLine' } },
  OrderTransaction: { ...plain('id', 'kind', 'status', 'gateway', 'test'), ...money('amountSet') },
  Customer: { ...plain('id'), defaultEmailAddress: { one: 'CustomerEmailAddress' }, defaultPhoneNumber: { one: 'CustomerPhoneNumber' } },
  CustomerEmailAddress: plain('emailAddress'),
  CustomerPhoneNumber: plain('phoneNumber'),
  Order: {
    ...plain('id', 'name', 'createdAt', 'processedAt', 'updatedAt', 'cancelledAt', 'test', 'taxesIncluded', 'currencyCode', 'discountCodes'),
    ...money('totalPriceSet', 'currentTotalPriceSet', 'currentSubtotalPriceSet', 'currentTotalTaxSet', 'totalTipReceivedSet'),
    retailLocation: { one: 'Location' },
    customer: { one: 'Customer' },
    lineItems: { pages: 'LineItem' },
    shippingLines: { pages: 'ShippingLine' },
    transactions: { list: 'OrderTransaction' },
    refunds: { list: 'Refund' },
  },
  Refund: {
    ...plain('id', 'createdAt'),
    ...money('totalRefundedSet'),
    refundLineItems: { pages: 'RefundLineItem' },
    refundShippingLines: { pages: 'RefundShippingLine' },
    transactions: { pages: 'OrderTransaction' },
  },
  RefundLineItem: { ...plain('quantity', 'restockType'), ...money('subtotalSet', 'totalTaxSet'), lineItem: { one: 'LineItem' } },
  RefundShippingLine: money('subtotalAmountSet', 'taxAmountSet'),
  Node: plain('id'),
}

const gid = (kind: string, id: number): string => `gid://shopify/${kind}/${id}`

const DECIMALS: Record<string, number> = { JPY: 0, KRW: 0, BHD: 3, KWD: 3 }

/** Minor units as Shopify writes them, "12.5" for 12.50. */
const amountIn = (minor: number, currency: string): string => {
  const decimals = DECIMALS[currency] ?? 2
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0')
  const [whole, part] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)]
  return `${minor < 0 ? '-' : ''}${whole}.${part.replace(/0+$/, '') || '0'}`
}

/** An order as it is answered. */
export const orderAnswer = (books: ShopBooks, order: FakeOrder): Answerer => {
  const set = (minor: number) => moneyAnswer(minor, books.currency)
  const total = books.totalOf(order)
  const shipping = books.shippingOf(order)
  const current = books.currentSumsOf(order)
  return {
    ...order,
    id: gid('Order', order.id),
    taxesIncluded: books.taxesIncluded,
    currencyCode: books.currency,
    totalPriceSet: set(total),
    currentTotalPriceSet: set(books.currentOf(order)),
    currentSubtotalPriceSet: set(current.subtotal),
    currentTotalTaxSet: set(current.tax),
    totalTipReceivedSet: set(order.tip),
    retailLocation: order.place && { id: gid('Location', order.place.id), name: order.place.name },
    customer: () => {
      if (!books.showsCustomers) throw new GraphError('ACCESS_DENIED', 'This app is not approved to access the Customer object.')
      return order.customer && customerAnswer(order.customer)
    },
    lineItems: order.lines.map((line) => lineAnswer(books, line)),
    shippingLines:
      order.shipping === 0
        ? []
        : [
            {
              id: gid('ShippingLine', order.id),
              title: 'Standard',
              isRemoved: false,
              discountedPriceSet: set(shipping.net),
              taxLines: taxLines(shipping.tax, set),
            },
          ],
    transactions: [
      ...order.payments.flatMap(({ id, gateway, amount, change }) => [
        transaction(id, 'SALE', gateway, set(amount)),
        ...(change > 0 ? [transaction(id, 'CHANGE', gateway, set(change))] : []),
      ]),
      // A card that was refused first moves nothing.
      ...(order.payments.length > 1 ? [{ ...transaction(order.id, 'SALE', 'shopify_payments', set(total)), status: 'FAILURE' }] : []),
    ],
    refunds: order.refunds.map((refund) => refundAnswer(books, refund)),
  }
}

const customerAnswer = ({ id, email, phone }: FakeCustomer): Answerer => ({
  id: gid('Customer', id),
  defaultEmailAddress: email === undefined ? null : { emailAddress: email },
  defaultPhoneNumber: phone === undefined ? null : { phoneNumber: phone },
})

type Setting = (minor: number) => Answerer
const moneyAnswer = (minor: number, currencyCode: string): Answerer => {
  const shopMoney = { amount: amountIn(minor, currencyCode), currencyCode }
  return { shopMoney, presentmentMoney: { amount: '1.23', currencyCode: 'EUR' } }
}
const taxLines = (tax: number, set: Setting) => (tax === 0 ? [] : [{ title: 'GST', rate: 0.1, priceSet: set(tax) }])
const transaction = (id: number, kind: string, gateway: string, amountSet: Answerer) => ({
  id: gid('OrderTransaction', id),
  kind,
  status: 'SUCCESS',
  gateway,
  test: false,
  amountSet,
})

const lineAnswer = (books: ShopBooks, line: FakeOrder['lines'][number]): Answerer => {
  const set = (minor: number) => moneyAnswer(minor, books.currency)
  return {
    ...line,
    id: gid('LineItem', line.id),
    currentQuantity: line.quantity - line.removed - line.refunded,
    variant: { id: gid('ProductVariant', line.id) },
    originalUnitPriceSet: set(line.unit),
    // Both are told of all units that were ordered, those that were taken out or given back among them.
    discountAllocations: line.discount === 0 ? [] : [{ allocatedAmountSet: set(line.discount) }],
    taxLines: taxLines(books.orderedOf(line).tax, set),
  }
}

export const refundAnswer = (books: ShopBooks, refund: FakeRefund): Answerer => {
  const set = (minor: number) => moneyAnswer(minor, books.currency)
  return {
    id: gid('Refund', refund.id),
    createdAt: refund.createdAt,
    totalRefundedSet: set(refund.amount),
    refundLineItems: refund.lines.map(({ line, quantity }) => {
      const part = books.partOf(line, quantity)
      return { quantity, restockType: 'RETURN', subtotalSet: set(part.net), totalTaxSet: set(part.tax), lineItem: lineAnswer(books, line) }
    }),
    refundShippingLines: refund.shipping === 0 ? [] : [{ subtotalAmountSet: set(refund.shipping), taxAmountSet: set(0) }],
    transactions: refund.amount === 0 ? [] : [transaction(refund.id, 'REFUND', refund.gateway, set(refund.amount))],
  }
}

const OLDEST_MS = 60 * 86_400_000

/** Pages through orders by when they changed, of those that were placed and changed since the moments asked for; old ones only where all may be read. */
export const ordersIn =
  (books: ShopBooks, seesAll: boolean, now: Date): Paged =>
  ({ first, after, args }) => {
    const since = sinceIn(String(args.query ?? ''))
    if (since === undefined || args.sortKey !== 'UPDATED_AT') throw new GraphError('BAD_REQUEST', 'The stand-in lists orders by when they changed.')
    const oldest = Math.max(since.created_at ?? 0, seesAll ? 0 : now.getTime() - OLDEST_MS)
    const all = books.byUpdate()
    const last = after === undefined ? undefined : cursorIn(after)
    const nodes: FakeOrder[] = []
    for (let at = firstAfter(all, last ?? [secondsText(since.updated_at ?? 0), 0]); at < all.length && nodes.length <= first; at += 1) {
      const order = all[at] as FakeOrder
      if (Date.parse(order.createdAt) >= oldest) nodes.push(order)
    }
    const page = nodes.slice(0, first)
    const end = page.at(-1)
    const endCursor = end ? Buffer.from(JSON.stringify([end.updatedAt, end.id])).toString('base64') : null
    return { nodes: page.map((order) => orderAnswer(books, order)), hasNextPage: nodes.length > first, endCursor }
  }

/** @throws GraphError */
const cursorIn = (after: string): [string, number] => {
  const [, moment, id] = /^\["([^"]+)",(\d+)\]$/.exec(Buffer.from(after, 'base64').toString()) ?? []
  if (moment === undefined) throw new GraphError('BAD_REQUEST', 'Invalid cursor for current pagination sort.')
  return [moment, Number(id)]
}

const secondsText = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`

/** The conditions of a search, each as a moment; nothing for any other search. */
const sinceIn = (query: string): Partial<Record<string, number>> | undefined => {
  const since: Record<string, number> = {}
  for (const condition of query.split(' AND ')) {
    const [, field = '', moment = ''] = /^(updated_at|created_at):>='([^']+)'$/.exec(condition) ?? []
    if (Number.isNaN(Date.parse(moment))) return undefined
    since[field] = Date.parse(moment)
  }
  return since
}

/** The first order that changed after another, by bisection. */
const firstAfter = (all: readonly FakeOrder[], [moment, id]: [string, number]): number => {
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const { updatedAt, id: own } = all[middle] as FakeOrder
    if (updatedAt < moment || (updatedAt === moment && own <= id)) low = middle + 1
    else high = middle
  }
  return low
}
