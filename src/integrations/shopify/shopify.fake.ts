import { createHmac, randomBytes } from 'node:crypto'
import { type Asked, type Said, StandIn } from '#integrations/stand-in.fake.ts'
import { type FakeItem, ShopBooks } from './shopify-books.fake.ts'
import { answered, costOf, GraphError, readDocument } from './shopify-graph.fake.ts'
import { orderAnswer, ordersIn, refundAnswer, SHOP_SCHEMA } from './shopify-schema.fake.ts'

/** As whom the house signs in at the stand-in; settings that fit it. */
export interface ShopifyKeys {
  clientId: string
  clientSecret: string
  apiVersion: string
}

interface FakeShop {
  shop: string
  name: string
  books: ShopBooks
  /** What whoever allows us gives of what is asked. */
  withheld: Set<string>
  granted: string[]
  isInstalled: boolean
  access: Map<string, number>
  /** Tokens to renew by, each with the one it was given for: that one works until this one is used. */
  refresh: Map<string, string | null>
  webhooks: { id: string; topic: string; uri: string }[]
  /** Points a question may take, and how many come back in a second. */
  plan: { most: number; restore: number }
  left: number
  leftAt: number
}

const [CODE_SECONDS, TOKEN_SECONDS, REFRESH_SECONDS] = [600, 3600, 7_776_000]
const CALLBACK = '/shopify/connect'
const secret = (kind: string): string => `${kind}_${randomBytes(16).toString('hex')}`
const refused = (error: string, error_description: string): Said => ({ status: 400, json: { error, error_description } })
const NOT_YOURS: Said = { status: 401, json: { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' } }

/**
 * Shopify's stand-in: every shop below its address. It signs the way back and its webhooks, codes work once and for ten minutes, tokens for an
 * hour, a token to renew by until what it was renewed to is used, and questions cost points, of which a shop has only so many.
 */
export class ShopifyFake {
  readonly standIn: StandIn
  readonly shops = new Map<string, FakeShop>()
  /** Where all shops tell of customers and of themselves, as the app says. */
  complianceUrl: string | undefined
  /** What a test makes of an order before it is answered. */
  spoil: ((node: Record<string, unknown>) => Record<string, unknown>) | undefined
  /** The same of a refund. */
  spoilRefund: ((node: Record<string, unknown>) => Record<string, unknown>) | undefined
  /** Shopify did not approve the app for what is protected: customers are not shown, whatever a shop allowed. */
  isUnapproved = false
  /** What one question may cost. */
  costliest = 1000
  /** Lists go on for ever, and say nothing new. */
  isEndless = false
  readonly #keys: ShopifyKeys
  readonly #codes = new Map<string, { shop: string; scopes: string[]; until: number; used: boolean }>()
  #events = 0

  constructor(keys: ShopifyKeys) {
    this.#keys = keys
    this.standIn = new StandIn(
      (asked) => this.#answer(asked),
      () => {
        this.shops.clear()
        this.#codes.clear()
        Object.assign(this, { spoil: undefined, spoilRefund: undefined, costliest: 1000, isEndless: false, isUnapproved: false })
      },
      (path, sent) => this.#steered(path, sent),
    )
  }

  /** Settings by which a server asks it. */
  get settings(): Record<string, string> {
    const { clientId, clientSecret, apiVersion } = this.#keys
    return {
      SHOPIFY_CLIENT_ID: clientId,
      SHOPIFY_CLIENT_SECRET: clientSecret,
      SHOPIFY_API_VERSION: apiVersion,
      SHOPIFY_BASE_TEMPLATE: `${this.standIn.url}/{shop}`,
    }
  }

  get now(): Date {
    return new Date(this.standIn.seconds * 1000)
  }

  /** A shop there is, whether linked or not. */
  shop(shop: string, given: { name?: string; currency?: string; taxesIncluded?: boolean } = {}): FakeShop {
    const known = this.shops.get(shop)
    if (known) return known
    const made = {
      shop,
      name: given.name ?? shop,
      books: new ShopBooks(() => this.now, 1000 + this.shops.size * 10_000_000, given.currency, given.taxesIncluded),
      withheld: new Set<string>(),
      granted: [],
      isInstalled: false,
      access: new Map(),
      refresh: new Map(),
      webhooks: [],
      plan: { most: 1_000_000, restore: 1_000_000 },
      left: 1_000_000,
      leftAt: Date.now(),
    }
    this.shops.set(shop, made)
    return made
  }

  /** A code as the page of consent gives one. */
  code(shop: string, scopes = 'read_orders,read_products,read_locations,read_customers'): string {
    const code = secret('code')
    this.#codes.set(code, { shop, scopes: scopes.split(','), until: this.standIn.seconds + CODE_SECONDS, used: false })
    return code
  }

  /** What a browser comes back with: the code, and what Shopify signs beside it. */
  back(shop: string, state: string, given: { code?: string; at?: number; rest?: Record<string, string> } = {}): URLSearchParams {
    const { code = this.code(shop), at = this.standIn.seconds, rest = {} } = given
    const sent = new URLSearchParams({
      ...rest,
      code,
      host: Buffer.from(`admin.shopify.com/store/${shop.split('.')[0]}`).toString('base64'),
      shop,
      state,
      timestamp: String(at),
    })
    sent.sort()
    sent.set('hmac', createHmac('sha256', this.#keys.clientSecret).update(sent.toString()).digest('hex'))
    return sent
  }

  /** A webhook as it is sent: its body, and the headers with its signature. */
  webhook(shop: string, topic: string, body: object, { id = '', at = this.standIn.seconds } = {}): { body: string; headers: Record<string, string> } {
    this.#events += 1
    const text = JSON.stringify(body)
    return {
      body: text,
      headers: {
        'content-type': 'application/json',
        'x-shopify-topic': topic,
        'x-shopify-hmac-sha256': this.sign(text),
        'x-shopify-shop-domain': shop,
        'x-shopify-api-version': this.#keys.apiVersion,
        'x-shopify-webhook-id': id || `b54557e4-${this.#events}-${randomBytes(6).toString('hex')}`,
        'x-shopify-triggered-at': new Date(at * 1000).toISOString(),
      },
    }
  }

  sign(body: string): string {
    return createHmac('sha256', this.#keys.clientSecret).update(body).digest('base64')
  }

  /** Sends a webhook to whoever subscribed, twice where asked for, and again where it was not taken. @returns what was answered */
  async tell(shop: string, topic: string, body: object, { times = 1 } = {}): Promise<number[]> {
    const { webhooks } = this.shop(shop)
    const subscribed = webhooks.filter((one) => one.topic === topic.toUpperCase().replace('/', '_')).map(({ uri }) => uri)
    const isCompliance = /^(customers|shop)\//.test(topic)
    const answers: number[] = []
    for (const uri of isCompliance ? [this.complianceUrl ?? ''] : subscribed) {
      const sent = this.webhook(shop, topic, body)
      for (let time = 0, retries = 0; time < times; time += 1) {
        const { status } = await fetch(uri, { method: 'POST', ...sent })
        answers.push(status)
        if (status !== 200 && retries++ < 2) time -= 1
      }
    }
    return answers
  }

  /** Somebody uninstalls the app at the shop: every token is dead, and its webhooks go after they told so. */
  async uninstall(shop: string): Promise<void> {
    this.shop(shop).access.clear()
    this.shop(shop).refresh.clear()
    await this.tell(shop, 'app/uninstalled', { id: 1 })
    this.#removed(this.shop(shop))
  }

  #removed(shop: FakeShop): void {
    shop.isInstalled = false
    shop.access.clear()
    shop.refresh.clear()
    shop.webhooks = []
  }

  /** `/__sim/order { shop, amount, name? }`: somebody buys something, and a webhook tells of it. `/__sim/refund { shop, order, amount }` gives back. */
  #steered(path: string, sent: { shop?: string; amount?: number; name?: string; order?: number }): Said | undefined {
    const { shop = [...this.shops.keys()][0] ?? '', amount = 2500, name = 'Gift hamper', order: id = 0 } = sent
    const { books } = this.shop(shop)
    if (path === '/__sim/order') {
      const order = books.place([{ name, quantity: 1, unit: amount } satisfies FakeItem])
      void this.tell(shop, 'orders/create', { id: order.id }).catch(() => undefined)
      return { status: 200, json: { id: order.id, name: order.name } }
    }
    if (path !== '/__sim/refund' || !books.orders.has(id)) return undefined
    const refund = books.refund(id, { amount })
    void this.tell(shop, 'refunds/create', { id: refund.id, order_id: id }).catch(() => undefined)
    return { status: 200, json: { id: refund.id } }
  }

  #answer(asked: Asked): Said {
    const [, name = '', ...rest] = asked.path.split('/')
    const shop = this.shops.get(name)
    if (!shop) return { status: 404, html: '<html>Sorry, this shop is currently unavailable.</html>' }
    const path = `/${rest.join('/')}`
    if (path === '/admin/oauth/authorize') return this.#consent(asked, shop)
    if (path === '/admin/oauth/decide') return this.#decided(asked, shop)
    if (path === '/admin/oauth/access_token' && asked.method === 'POST') return this.#granted(asked, shop)
    const token = String(asked.headers['x-shopify-access-token'] ?? '')
    if ((shop.access.get(token) ?? 0) <= this.standIn.seconds) return NOT_YOURS
    if (path === '/admin/api_permissions/current.json' && asked.method === 'DELETE') {
      this.#removed(shop)
      return { status: 200, json: {} }
    }
    if (path !== `/admin/api/${this.#keys.apiVersion}/graphql.json` || asked.method !== 'POST') return { status: 404, json: { errors: 'Not Found' } }
    return this.#graph(asked, shop)
  }

  #consent({ query }: Asked, { shop, name }: FakeShop): Said {
    const redirectUri = query.get('redirect_uri') ?? ''
    if (query.get('client_id') !== this.#keys.clientId || !query.get('scope') || !query.get('state'))
      return refused('invalid_request', 'A parameter is missing or wrong.')
    if (!URL.canParse(redirectUri) || new URL(redirectUri).pathname !== CALLBACK) return refused('invalid_request', 'The redirect_uri is not whitelisted')
    const allow = `/${shop}/admin/oauth/decide?${new URLSearchParams(query)}`.replaceAll('&', '&amp;')
    return {
      status: 200,
      html: `<!doctype html><html lang="en"><title>Shopify stand-in</title><h1>Shopify stand-in</h1><p>Daybook would like: ${query.get('scope')?.replace(/[^\w,]/g, '')}.</p>
        <p><a href="${allow}">Install in ${name}</a></p><p>Whoever cancels here stays here, as at Shopify.</p></html>`,
    }
  }

  #decided({ query }: Asked, { shop }: FakeShop): Said {
    const back = new URL(query.get('redirect_uri') ?? '')
    const code = this.code(shop, query.get('scope') ?? '')
    back.search = this.back(shop, query.get('state') ?? '', { code }).toString()
    return { status: 302, headers: { location: back.href }, html: '' }
  }

  #granted({ headers, text }: Asked, shop: FakeShop): Said {
    if (!/^application\/json/.test(headers['content-type'] ?? '')) return { status: 415, json: { error: 'JSON only' } }
    const { client_id, client_secret, code, expiring, grant_type, refresh_token, ...more } = JSON.parse(text) as Record<string, string>
    if (Object.keys(more).length > 0) return refused('invalid_request', 'Received unknown parameters.')
    if (client_id !== this.#keys.clientId || client_secret !== this.#keys.clientSecret) return refused('invalid_client', 'The client is not known.')
    if (grant_type === 'refresh_token') return this.#renewed(shop, refresh_token ?? '')
    const given = this.#codes.get(code ?? '')
    if (!given || given.used || given.until < this.standIn.seconds || given.shop !== shop.shop || expiring !== '1')
      return refused('invalid_request', 'The authorization code was not found or was already used')
    given.used = true
    shop.granted = given.scopes.filter((scope) => !shop.withheld.has(scope))
    shop.isInstalled = true
    return this.#tokens(shop, null)
  }

  /** A token to renew by works until the one it was renewed to is used. */
  #renewed(shop: FakeShop, token: string): Said {
    const before = shop.refresh.get(token)
    if (before === undefined) return refused('invalid_grant', 'The refresh token is not valid.')
    if (before !== null) shop.refresh.delete(before)
    return this.#tokens(shop, token)
  }

  #tokens(shop: FakeShop, before: string | null): Said {
    const [access, refresh] = [secret('shpat'), secret('shprt')]
    shop.access.set(access, this.standIn.seconds + TOKEN_SECONDS)
    shop.refresh.set(refresh, before)
    return {
      status: 200,
      json: {
        access_token: access,
        scope: shop.granted.join(','),
        expires_in: TOKEN_SECONDS,
        refresh_token: refresh,
        refresh_token_expires_in: REFRESH_SECONDS,
      },
      headers: { 'cache-control': 'no-store' },
    }
  }

  #graph({ headers, text }: Asked, shop: FakeShop): Said {
    if (!/^application\/json/.test(headers['content-type'] ?? '')) return { status: 400, json: { errors: 'JSON only' } }
    const now = Date.now()
    shop.left = Math.min(shop.plan.most, shop.left + ((now - shop.leftAt) / 1000) * shop.plan.restore)
    shop.leftAt = now
    let requestedQueryCost = 0
    const cost = (actualQueryCost: number | null) => ({
      cost: {
        requestedQueryCost,
        actualQueryCost,
        throttleStatus: { maximumAvailable: shop.plan.most, currentlyAvailable: Math.floor(shop.left), restoreRate: shop.plan.restore },
      },
    })
    try {
      const { query = '', variables = {} } = JSON.parse(text) as { query?: string; variables?: Record<string, unknown> }
      const { kind, fields } = readDocument(query, variables)
      const root = kind === 'query' ? 'Query' : 'Mutation'
      requestedQueryCost = kind === 'mutation' ? 10 : costOf(SHOP_SCHEMA, root, fields)
      if (requestedQueryCost > this.costliest)
        throw new GraphError('MAX_COST_EXCEEDED', `Query cost is ${requestedQueryCost}, which exceeds the single query max cost limit (${this.costliest}).`)
      if (requestedQueryCost > shop.left) throw new GraphError('THROTTLED', 'Throttled')
      let objects = 0
      const data = answered(SHOP_SCHEMA, root, this.#root(shop), fields, () => {
        objects += 1
      })
      this.#meddle(data as never)
      shop.left -= objects
      return { status: 200, json: { data, extensions: cost(objects) } }
    } catch (error) {
      if (!(error instanceof GraphError)) throw error
      return { status: 200, json: { errors: [{ message: error.message, extensions: { code: error.code } }], extensions: cost(null) } }
    }
  }

  #meddle(data: { orders?: { nodes?: Record<string, unknown>[]; pageInfo?: object }; order?: Record<string, unknown> | null }): void {
    const { orders, order } = data
    if (order && this.spoil && 'name' in order) data.order = this.spoil(order)
    if (order && this.spoilRefund && !('name' in order) && Array.isArray(order.refunds)) order.refunds = order.refunds.map(this.spoilRefund)
    if (!orders?.nodes) return
    if (this.spoil) orders.nodes = orders.nodes.map(this.spoil)
    if (this.isEndless) orders.pageInfo = { hasNextPage: true, endCursor: secret('cursor') }
  }

  #root(shop: FakeShop) {
    const { books } = shop
    books.showsCustomers = shop.granted.includes('read_customers') && !this.isUnapproved
    const needs = <T>(scope: string, work: () => T): T => {
      if (!shop.granted.includes(scope)) throw new GraphError('ACCESS_DENIED', `Access denied. Required access: ${scope}`)
      return work()
    }
    const seesAll = shop.granted.includes('read_all_orders')
    const numberIn = (id: unknown) => Number(/(\d+)$/.exec(String(id))?.[1])
    const seen = (id: unknown) => {
      const order = books.orders.get(numberIn(id))
      return order && (seesAll || Date.parse(order.createdAt) >= this.now.getTime() - 60 * 86_400_000) ? order : undefined
    }
    return {
      shop: { name: shop.name, myshopifyDomain: shop.shop, currencyCode: books.currency, ianaTimezone: 'Australia/Sydney' },
      currentAppInstallation: { accessScopes: shop.granted.map((handle) => ({ handle })) },
      orders: (asked: Parameters<ReturnType<typeof ordersIn>>[0]) =>
        needs('read_orders', () => ordersIn(books, seesAll, this.now)(this.isEndless ? { ...asked, after: undefined } : asked)),
      order: ({ id }: { id?: unknown }) =>
        needs('read_orders', () => {
          const order = seen(id)
          return order ? orderAnswer(books, order) : null
        }),
      nodes: ({ ids }: { ids?: unknown }) => needs('read_orders', () => (ids as unknown[]).map((id) => (seen(id) ? { id } : null))),
      node: ({ id }: { id?: unknown }) =>
        needs('read_orders', () => {
          const refund = [...books.orders.values()].flatMap(({ refunds }) => refunds).find((one) => one.id === numberIn(id))
          return refund ? refundAnswer(books, refund) : null
        }),
      webhookSubscriptions: shop.webhooks,
      webhookSubscriptionCreate: ({ topic, webhookSubscription }: { topic?: string; webhookSubscription?: { uri?: string; format?: string } }) => {
        const uri = webhookSubscription?.uri ?? ''
        const isBad = !topic || !/^[A-Z_]+$/.test(topic) || !URL.canParse(uri) || webhookSubscription?.format !== 'JSON'
        if (isBad || shop.webhooks.some((one) => one.topic === topic && one.uri === uri))
          return { webhookSubscription: null, userErrors: [{ message: isBad ? 'Address is invalid' : 'Address for this topic has already been taken' }] }
        const webhook = { id: `gid://shopify/WebhookSubscription/${shop.webhooks.length + 1}`, topic, uri }
        shop.webhooks.push(webhook)
        return { webhookSubscription: webhook, userErrors: [] }
      },
    }
  }
}
