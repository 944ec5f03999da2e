import * as z from 'zod/mini'
import { ProviderText } from '#integrations/provider-text.rules.ts'

/** What is asked of a shop, and what its answers look like. Of customers only what their card may be found by, where the shop shows it. */

/** Orders in one page; more would cost more than a shop lets one question cost. */
export const ORDERS_A_PAGE = 13
const LINES_WITH_ORDER = 4
const SHIPPING_WITH_ORDER = 2

const money = (field: string) => `${field} { shopMoney { amount } }`
const line = `id sku name quantity currentQuantity isGiftCard variant { id } ${money('originalUnitPriceSet')}
  discountAllocations { ${money('allocatedAmountSet')} } taxLines { ${money('priceSet')} }`
const page = 'pageInfo { hasNextPage endCursor }'
const order = `id name createdAt processedAt updatedAt cancelledAt test taxesIncluded currencyCode discountCodes
  ${money('currentTotalPriceSet')} ${money('currentSubtotalPriceSet')} ${money('currentTotalTaxSet')} ${money('totalTipReceivedSet')} retailLocation { id name }
  lineItems(first: ${LINES_WITH_ORDER}) { ${page} nodes { ${line} } }
  shippingLines(first: ${SHIPPING_WITH_ORDER}) { ${page} nodes { id title isRemoved ${money('discountedPriceSet')} taxLines { ${money('priceSet')} } } }
  transactions { id kind status gateway test ${money('amountSet')} } refunds { id }
  customer @include(if: $customers) { id defaultEmailAddress { emailAddress } defaultPhoneNumber { phoneNumber } }`

export const DOCUMENTS = {
  shop: 'query Shop { shop { name myshopifyDomain currencyCode } currentAppInstallation { accessScopes { handle } } }',
  orders: `query Orders($first: Int!, $after: String, $query: String, $customers: Boolean!) {
  orders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) { ${page} nodes { ${order} } } }`,
  order: `query Order($id: ID!, $customers: Boolean!) { order(id: $id) { ${order} } }`,
  lines: `query Lines($id: ID!, $after: String) { order(id: $id) { updatedAt lineItems(first: 80, after: $after) { ${page} nodes { ${line} } } } }`,
  refunds: `query Refunds($id: ID!) { order(id: $id) { updatedAt refunds { id createdAt ${money('totalRefundedSet')}
  refundLineItems(first: 50) { ${page} nodes { quantity ${money('subtotalSet')} ${money('totalTaxSet')} lineItem { id sku name isGiftCard variant { id } } } }
  refundShippingLines(first: 5) { nodes { ${money('subtotalAmountSet')} ${money('taxAmountSet')} } }
  transactions(first: 10) { nodes { id kind status gateway ${money('amountSet')} } } } } }`,
  refundLines: `query RefundLines($id: ID!, $after: String) { node(id: $id) { ... on Refund { refundLineItems(first: 80, after: $after) { ${page}
  nodes { quantity ${money('subtotalSet')} ${money('totalTaxSet')} lineItem { id sku name isGiftCard variant { id } } } } } } }`,
  there: 'query There($ids: [ID!]!) { nodes(ids: $ids) { id } }',
  webhooks: 'query Webhooks { webhookSubscriptions(first: 100) { nodes { id topic uri } } }',
  subscribe: `mutation Subscribe($topic: WebhookSubscriptionTopic!, $webhook: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $webhook) { webhookSubscription { id } userErrors { message } } }`,
} as const

const gid = (kind: string) => z.string().check(z.regex(new RegExp(`^gid://shopify/${kind}/\\d{1,20}(\\?.*)?$`)))
/** The number at the end of an id of Shopify, by which everybody else knows it. */
export const numberIn = (id: string): string => /\/(\d+)(?:\?|$)/.exec(id)?.[1] ?? ''

const Amount = z.string().check(z.regex(/^-?\d{1,13}(\.\d{1,8})?$/))
const MoneySet = z.object({ shopMoney: z.object({ amount: Amount }) })
const Text = z.nullable(ProviderText)
const Moment = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/))
const PageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.nullable(z.string()) })
const TaxLines = z.array(z.object({ priceSet: MoneySet }))
const Variant = z.nullable(z.object({ id: gid('ProductVariant') }))

const OrderLine = z.object({
  id: gid('LineItem'),
  sku: Text,
  name: ProviderText,
  quantity: z.int(),
  currentQuantity: z.int(),
  isGiftCard: z.boolean(),
  variant: Variant,
  originalUnitPriceSet: MoneySet,
  discountAllocations: z.array(z.object({ allocatedAmountSet: MoneySet })),
  taxLines: TaxLines,
})
export type OrderLine = z.output<typeof OrderLine>

const Transaction = z.object({ id: gid('OrderTransaction'), kind: z.string(), status: z.string(), gateway: Text, amountSet: MoneySet })
export type ShopTransaction = z.output<typeof Transaction>

const ShippingLine = z.object({ id: z.nullable(z.string()), title: ProviderText, isRemoved: z.boolean(), discountedPriceSet: MoneySet, taxLines: TaxLines })

const Customer = z.object({
  id: gid('Customer'),
  defaultEmailAddress: z.nullable(z.object({ emailAddress: z.nullable(ProviderText) })),
  defaultPhoneNumber: z.nullable(z.object({ phoneNumber: z.nullable(ProviderText) })),
})

export const ShopOrder = z.object({
  id: gid('Order'),
  name: ProviderText,
  createdAt: Moment,
  processedAt: Moment,
  updatedAt: Moment,
  cancelledAt: z.nullable(Moment),
  test: z.boolean(),
  taxesIncluded: z.boolean(),
  currencyCode: z.string().check(z.regex(/^[A-Z]{3}$/)),
  discountCodes: z.array(ProviderText),
  currentTotalPriceSet: MoneySet,
  currentSubtotalPriceSet: MoneySet,
  currentTotalTaxSet: MoneySet,
  totalTipReceivedSet: MoneySet,
  retailLocation: z.nullable(z.object({ id: gid('Location'), name: ProviderText })),
  lineItems: z.object({ pageInfo: PageInfo, nodes: z.array(OrderLine) }),
  shippingLines: z.object({ pageInfo: PageInfo, nodes: z.array(ShippingLine) }),
  transactions: z.array(Transaction),
  refunds: z.array(z.object({ id: gid('Refund') })),
  // A customer told in a form nobody knows keeps no order out.
  customer: z.catch(z.optional(z.nullable(Customer)), undefined),
})
export type ShopOrder = z.output<typeof ShopOrder>

const RefundLine = z.object({
  quantity: z.int(),
  subtotalSet: MoneySet,
  totalTaxSet: MoneySet,
  lineItem: z.object({ id: gid('LineItem'), sku: Text, name: ProviderText, isGiftCard: z.boolean(), variant: Variant }),
})
const RefundLines = z.object({ pageInfo: PageInfo, nodes: z.array(RefundLine) })

export const ShopRefund = z.object({
  id: gid('Refund'),
  createdAt: z.nullable(Moment),
  totalRefundedSet: MoneySet,
  refundLineItems: RefundLines,
  refundShippingLines: z.object({ nodes: z.array(z.object({ subtotalAmountSet: MoneySet, taxAmountSet: MoneySet })) }),
  transactions: z.object({ nodes: z.array(Transaction) }),
})
export type ShopRefund = z.output<typeof ShopRefund>

export const Answers = {
  shop: z.object({
    shop: z.object({ name: ProviderText, myshopifyDomain: z.string(), currencyCode: z.string() }),
    currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string().check(z.regex(/^[a-z_]{1,60}$/)) })) }),
  }),
  // What one order of many looks like is read by itself, so that one that cannot be read keeps no other out.
  orders: z.object({ orders: z.object({ pageInfo: PageInfo, nodes: z.array(z.unknown()) }) }),
  order: z.object({ order: z.nullable(z.unknown()) }),
  lines: z.object({ order: z.nullable(z.object({ updatedAt: Moment, lineItems: z.object({ pageInfo: PageInfo, nodes: z.array(OrderLine) }) })) }),
  refunds: z.object({ order: z.nullable(z.object({ updatedAt: Moment, refunds: z.array(z.unknown()) })) }),
  refundLines: z.object({ node: z.nullable(z.object({ refundLineItems: RefundLines })) }),
  there: z.object({ nodes: z.array(z.nullable(z.object({ id: gid('Order') }))) }),
  webhooks: z.object({ webhookSubscriptions: z.object({ nodes: z.array(z.object({ topic: z.string(), uri: z.nullable(z.string()) })) }) }),
  subscribe: z.object({
    webhookSubscriptionCreate: z.object({
      webhookSubscription: z.nullable(z.object({ id: z.string() })),
      userErrors: z.array(z.object({ message: z.string() })),
    }),
  }),
} as const
export type Question = keyof typeof DOCUMENTS
