import { createHash, createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { ProviderTrouble } from '#integrations/link-provider.adapter.ts'
import { linkSync } from '#integrations/link-work.contract.ts'
import { syncKey } from '#integrations/token-calls.routes.ts'
import { addJob, addJobInItsTime } from '#platform/jobs/jobs.ts'
import type { Settings } from '#platform/settings.ts'
import { type WebhookReceiver, webhookRefused } from '#platform/web/webhooks.ts'
import { failure } from '#shared/failure.ts'
import { shopIn } from './shop.rules.ts'
import type { OpenedShop } from './shopify-open.job.ts'
import { isSame } from './shopify-return.adapter.ts'
import { shopifyCompliance } from './shopify-work.contract.ts'

/** Shopify retries for hours. The moment is in a header that is not signed: this keeps out what is late, and proves nothing. */
const OLDEST_MS = 24 * 3_600_000
const AHEAD_MS = 5 * 60_000

/** What a shop tells at once, each with the fields it is to send: nothing about customers leaves the shop. */
const TOPICS: Readonly<Record<string, string[] | undefined>> = {
  ORDERS_CREATE: ['id'],
  ORDERS_UPDATED: ['id'],
  ORDERS_CANCELLED: ['id'],
  ORDERS_DELETE: ['id'],
  REFUNDS_CREATE: ['id', 'order_id'],
  APP_UNINSTALLED: undefined,
}
/** What every app is told of customers and of shops; asked for in the app's settings at Shopify. */
const COMPLIANCE = ['customers/data_request', 'customers/redact', 'shop/redact'] as const

const addressOf = ({ publicUrl }: Settings): string => `${publicUrl}/api/webhooks/shopify`

/**
 * Has a shop tell of changes, once at each address of ours. Where it does not, as with an address that is not public, changes arrive with the
 * hourly reading.
 * @returns the mark of what is subscribed to, if it is
 */
export const haveChangesTold = async (settings: Settings, shop: OpenedShop, subscribed: unknown): Promise<string | null> => {
  const uri = addressOf(settings)
  const mark = createHash('sha256')
    .update(JSON.stringify([uri, TOPICS]))
    .digest('hex')
    .slice(0, 16)
  if (subscribed === mark) return mark
  try {
    const there = new Set((await shop.subscriptions()).filter((one) => one.uri === uri).map(({ topic }) => topic))
    let all = true
    for (const [topic, includeFields] of Object.entries(TOPICS))
      if (!there.has(topic)) all = (await shop.subscribe(topic, { uri, format: 'JSON', ...(includeFields ? { includeFields } : {}) })) && all
    return all ? mark : null
  } catch (error) {
    if (error instanceof ProviderTrouble && error.kind === 'refused') return null
    throw error
  }
}

const Id = z.int().check(z.minimum(1))
const Body = z.object({
  id: z.optional(Id),
  order_id: z.optional(Id),
  customer: z.optional(z.nullable(z.object({ id: z.optional(z.nullable(Id)) }))),
  orders_to_redact: z.optional(z.nullable(z.array(Id))),
  orders_requested: z.optional(z.nullable(z.array(Id))),
  shop_domain: z.optional(z.string()),
  myshopify_domain: z.optional(z.string()),
})
type Body = z.output<typeof Body>

/**
 * Whether a body is one of the topic and shop that its headers name. Only the body is signed: without this, any body that was captured could be sent
 * again as a request to erase.
 */
const isOf = (topic: string, shop: string, body: Body): boolean => {
  for (const named of [body.shop_domain, body.myshopify_domain]) if (named !== undefined && shopIn(named) !== shop) return false
  const isOfCustomer = body.customer !== undefined
  if (topic === 'shop/redact') return body.shop_domain !== undefined && !isOfCustomer
  if (topic === 'customers/redact') return body.shop_domain !== undefined && isOfCustomer && body.orders_to_redact !== undefined
  if (topic === 'customers/data_request') return body.shop_domain !== undefined && isOfCustomer && body.orders_to_redact === undefined
  return body.shop_domain === undefined
}
const Headers = z.object({
  'x-shopify-topic': z.string().check(z.regex(/^[a-z_]{1,50}\/[a-z_]{1,50}$/)),
  'x-shopify-shop-domain': z.string(),
  'x-shopify-webhook-id': z.string().check(z.regex(/^[\w-]{1,100}$/)),
  'x-shopify-triggered-at': z.string(),
})

/** Whether Shopify signed these bytes: base64 of HMAC-SHA256 under the app's secret, of which there are two while it changes. */
export const isSignedByShopify = (signature: string, body: Buffer, secrets: readonly string[]): boolean =>
  secrets.some((secret) => isSame(createHmac('sha256', secret).update(body).digest('base64'), signature))

/** What Shopify tells of the shops that are linked: that something changed, which is then read there. */
export const shopifyWebhooks: WebhookReceiver = {
  provider: 'Shopify',
  path: '/webhooks/shopify',
  read: ({ providers: { shopify } }, headers, body, now) => {
    if (shopify.clientSecrets.length === 0) throw failure('ProviderNotConfigured', { provider: 'Shopify', settings: 'SHOPIFY_CLIENT_SECRET' })
    // Shopify looks whether an app answers a wrong signature with 401.
    if (!isSignedByShopify(String(headers['x-shopify-hmac-sha256'] ?? ''), body, shopify.clientSecrets)) throw failure('WebhookUnsigned')
    const named = Headers.safeParse(headers).data
    const shop = shopIn(named?.['x-shopify-shop-domain'] ?? '')
    const at = new Date(named?.['x-shopify-triggered-at'] ?? '')
    const told = bodyIn(body)
    if (!named || !told || shop === undefined || !(at.getTime() > now.getTime() - OLDEST_MS && at.getTime() < now.getTime() + AHEAD_MS)) throw webhookRefused()
    const topic = named['x-shopify-topic']
    if (!isOf(topic, shop, told)) throw webhookRefused()
    const order = topic === 'refunds/create' ? told.order_id : topic.startsWith('orders/') ? told.id : undefined
    const eventId = named['x-shopify-webhook-id']
    const event = { eventId, accountId: shop, type: topic, objectId: order === undefined ? null : String(order), isLive: true, createdAt: at }
    const Topic = COMPLIANCE.find((one) => one === topic)
    if (!Topic) return event
    const Orders = (told.orders_to_redact ?? told.orders_requested ?? []).map(String)
    const Customer = told.customer?.id ? { Customer: String(told.customer.id) } : {}
    return { ...event, alsoAsk: (sql) => addJob(sql, shopifyCompliance, { Topic, Shop: shop, ...Customer, Orders }, { key: `links.shopify-asks ${eventId}` }) }
  },
  wake: (sql, { venueId, linkId }) => addJobInItsTime(sql, linkSync, { VenueId: venueId, LinkId: linkId }, syncKey(venueId, linkId)),
}

const bodyIn = (body: Buffer): z.output<typeof Body> | undefined => {
  try {
    return Body.safeParse(JSON.parse(body.toString('utf8'))).data
  } catch {
    return undefined
  }
}
