import { createHmac, randomBytes } from 'node:crypto'
import { type Asked, type Said, StandIn } from '#integrations/stand-in.fake.ts'
import { type FakeBasket, type FakeLocation, type FakeOrder, type FakeProduct, madeOrder, mongoId } from './deliverect-books.fake.ts'

/** As whom the installation asks the stand-in. Without a production secret it signs as Deliverect does before one was made. */
export interface DeliverectKeys {
  clientId: string
  clientSecret: string
  hmacSecret?: string
}

const TOKEN_SECONDS = 86_400
const HEADER = 'x-server-authorization-hmac-sha256'
/** How long it waits before it tries again, time after time. */
export const RETRY_SECONDS = [10, 20, 40, 80, 160]
const refused = (status: number, message: string): Said => ({ status, json: { _status: 'ERR', _error: { code: status, message } } })

/** How a webhook was met: the last status, nothing where nobody answered, and how often it was sent. */
export interface Delivered {
  status: number | undefined
  tries: number
  json: unknown
}

/**
 * Deliverect's stand-in: tokens for the one client, lists page by page, statuses of orders that never go back, a list of products that deletes
 * what is not in it, and webhooks signed and sent again as Deliverect does, by its own clock.
 */
export class DeliverectFake {
  readonly standIn: StandIn
  readonly locations = new Map<string, FakeLocation>()
  readonly orders = new Map<string, FakeOrder>()
  /** Statuses it was told, in the order they came. */
  readonly told: { orderId: string; status: number; reason: string | undefined }[] = []
  readonly #keys: DeliverectKeys
  readonly #tokens = new Map<string, number>()
  /** Where orders are sent. */
  #ordersAt: string | undefined

  constructor(keys: DeliverectKeys, ordersAt?: string) {
    this.#keys = keys
    this.#ordersAt = ordersAt
    this.standIn = new StandIn(
      (asked) => this.#answer(asked),
      () => this.reset(),
      (path, sent) => this.#steered(path, sent),
    )
  }

  /** Settings by which a server asks it. */
  get settings(): Record<string, string> {
    const { clientId, clientSecret, hmacSecret = '' } = this.#keys
    return { DELIVERECT_CLIENT_ID: clientId, DELIVERECT_CLIENT_SECRET: clientSecret, DELIVERECT_HMAC_SECRET: hmacSecret, DELIVERECT_BASE: this.standIn.url }
  }

  reset(): void {
    this.locations.clear()
    this.orders.clear()
    this.#tokens.clear()
    this.told.length = 0
  }

  /** Where Daybook takes orders. */
  sendOrdersTo(url: string): void {
    this.#ordersAt = url
  }

  /** Tokens that were given out are taken no more. */
  revokeTokens(): void {
    this.#tokens.clear()
  }

  location(
    name: string,
    { accountId = mongoId(), locationId = mongoId(), channels = [7] }: { accountId?: string; locationId?: string; channels?: number[] } = {},
  ) {
    const channelLinks = channels.map((channel) => ({ _id: mongoId(), channel, name: NAMES[channel] ?? `Channel ${channel}`, status: 3 }))
    const made: FakeLocation = { accountId, locationId, name, channelLinks, products: new Map(), isActive: true }
    this.locations.set(locationId, made)
    return made
  }

  /** Somebody orders; nobody is told yet. */
  order(location: FakeLocation, basket: FakeBasket): FakeOrder {
    const made = madeOrder(location, basket, this.standIn.seconds)
    this.orders.set(String(made.body._id), made)
    return made
  }

  /** The channel takes an order back; nobody is told yet. */
  cancel({ body }: FakeOrder): void {
    const order = this.orders.get(String(body._id))
    if (order && order.status !== 110) order.status = 100
  }

  /** What is sent of an order with a status, and its signature. */
  webhook(order: FakeOrder, status = order.status): { body: string; signature: string } {
    const body = JSON.stringify({ ...order.body, status })
    return { body, signature: this.sign(body, order.channelLink) }
  }

  sign(body: string, before: string): string {
    return createHmac('sha256', this.#keys.hmacSecret ?? before)
      .update(body)
      .digest('hex')
  }

  /** Sends an order, again where nobody takes it. */
  send(order: FakeOrder, status?: number): Promise<Delivered> {
    const { body, signature } = this.webhook(order, status)
    return this.#deliver(this.#ordersAt ?? '', 'POST', body, signature)
  }

  /** Registers a location at Daybook, under the number that somebody typed in. */
  register(url: string, { accountId, locationId, name }: FakeLocation, externalLocationId: string): Promise<Delivered> {
    const body = JSON.stringify({ accountId, locationId, externalLocationId, locationName: name })
    return this.#deliver(url, 'POST', body, this.sign(body, locationId))
  }

  /** Somebody asks Daybook for the products of a location. */
  askForProducts(url: string, { locationId }: FakeLocation): Promise<Delivered> {
    return this.#deliver(url, 'GET', '', this.sign('', locationId))
  }

  async #deliver(url: string, method: string, body: string, signature: string): Promise<Delivered> {
    for (let tries = 1; ; tries += 1) {
      const answer = await fetch(url, {
        method,
        headers: { 'content-type': 'application/json', [HEADER]: signature },
        ...(method === 'GET' ? {} : { body }),
      }).catch(() => undefined)
      const text = (await answer?.text()) ?? ''
      if (answer && ![502, 503, 504].includes(answer.status)) return { status: answer.status, tries, json: text === '' ? undefined : JSON.parse(text) }
      const wait = RETRY_SECONDS[tries - 1]
      if (wait === undefined) return { status: answer?.status, tries, json: undefined }
      this.standIn.moveClock(wait)
    }
  }

  #answer(asked: Asked): Said {
    if (asked.path === '/oauth/token') return this.#granted(asked)
    const token = /^Bearer (.+)$/.exec(asked.headers.authorization ?? '')?.[1]
    if (token === undefined || (this.#tokens.get(token) ?? 0) <= this.standIn.seconds) return refused(401, 'Token is not valid')
    if (asked.method === 'GET') return this.#listed(asked)
    const sent = objectIn(asked)
    if (asked.method !== 'POST' || !sent) return refused(400, 'A JSON object is needed')
    const [, what, id = ''] = /^\/(orderStatus|updateStoreStatus)\/(\w+)$/.exec(asked.path) ?? []
    if (what === 'orderStatus') return this.#status(id, sent)
    if (what === 'updateStoreStatus') return this.#storeStatus(id, sent)
    if (asked.path === '/productAndCategories') return this.#products(sent, asked.query.get('previewSync') === 'true')
    return refused(404, 'The requested URL was not found')
  }

  #granted(asked: Asked): Said {
    const sent = objectIn(asked)
    if (asked.method !== 'POST' || !sent) return refused(400, 'A JSON object is needed')
    if (!['client_credentials', 'token'].includes(String(sent.grant_type)) || sent.audience !== this.standIn.url)
      return { status: 403, json: { code: 'access_denied', description: 'Service not enabled within domain' } }
    if (sent.client_id !== this.#keys.clientId || sent.client_secret !== this.#keys.clientSecret) return refused(401, 'Unauthorized')
    const token = `ey.${randomBytes(24).toString('base64url')}`
    const expires_at = this.standIn.seconds + TOKEN_SECONDS
    this.#tokens.set(token, expires_at)
    return { status: 200, json: { access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS, expires_at, scope: 'genericPOS' } }
  }

  #listed({ path, query }: Asked): Said {
    const where = whereIn(query.get('where'))
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('max_results') ?? 25)]
    if (!where || !Number.isInteger(page) || page < 1 || !Number.isInteger(size) || size < 1 || size > 500) return refused(422, 'A parameter is wrong')
    const all = [...this.locations.values()]
    const rows: Record<string, unknown>[] | undefined =
      path === '/locations'
        ? all.map(({ locationId, accountId, name }) => ({ _id: locationId, account: accountId, name }))
        : path === '/channelLinks'
          ? all.flatMap(({ channelLinks, locationId }) => channelLinks.map((link) => ({ ...link, location: locationId })))
          : path === '/products'
            ? all.flatMap(({ products, accountId, locationId }) => [...products.values()].map((one) => ({ ...one, account: accountId, location: locationId })))
            : undefined
    if (!rows) return refused(404, 'The requested URL was not found')
    const found = rows.filter((row) => Object.entries(where).every(([field, value]) => row[field] === value))
    const _items = found.slice((page - 1) * size, page * size)
    return {
      status: 200,
      json: { _items, _links: { self: { title: path.slice(1), href: path.slice(1) } }, _meta: { page, max_results: size, total: found.length } },
    }
  }

  #status(id: string, { orderId, status, receiptId, reason, timeStamp }: Record<string, unknown>): Said {
    const order = this.orders.get(id)
    if (!order || orderId !== id || typeof status !== 'number' || typeof receiptId !== 'string' || receiptId === '')
      return refused(400, 'orderId, status and receiptId are needed')
    if (reason !== undefined && typeof reason !== 'string') return refused(400, 'reason is a text')
    if (timeStamp !== undefined && Number.isNaN(Date.parse(String(timeStamp)))) return refused(400, 'timeStamp is a moment')
    if (!mayFollow(order.status, status)) return refused(400, `Status ${status} cannot follow ${order.status}`)
    order.status = status
    this.told.push({ orderId: id, status, reason: reason as string | undefined })
    return { status: 200, json: { result: 'OK' } }
  }

  #storeStatus(id: string, { isActive, ...rest }: Record<string, unknown>): Said {
    const location = this.locations.get(id)
    const active = typeof isActive === 'string' ? ({ true: true, false: false } as Record<string, boolean>)[isActive] : isActive
    if (!location || typeof active !== 'boolean') return refused(400, 'isActive is needed')
    if (Object.keys(rest).some((field) => !['channelLinks', 'prepTime'].includes(field))) return refused(400, 'A field is not known')
    location.isActive = active
    return { status: 200, json: { status: active ? 'ONLINE' : 'PAUSED' } }
  }

  #products({ accountId, locationId, products, categories }: Record<string, unknown>, isPreview: boolean): Said {
    const location = this.locations.get(String(locationId))
    if (!location || location.accountId !== accountId || !Array.isArray(products) || !Array.isArray(categories))
      return refused(400, 'A field is missing or wrong')
    const known = new Set((categories as Record<string, unknown>[]).map(({ posCategoryId }) => posCategoryId))
    const given = new Map<string, FakeProduct>()
    for (const { plu, name, price, productType, posCategoryIds, deliveryTax, takeawayTax, eatInTax } of products as Record<string, unknown>[]) {
      const taxes = Object.entries({ deliveryTax, takeawayTax, eatInTax }).filter(([, tax]) => tax !== undefined)
      if (!taxes.every(([, tax]) => Number.isInteger(tax) && (tax as number) >= 0 && (tax as number) <= 100_000)) return refused(400, 'A tax is wrong')
      const isOne = typeof plu === 'string' && plu !== '' && typeof name === 'string' && Number.isInteger(price) && (price as number) >= 0 && productType === 1
      if (!isOne || given.has(plu) || !Array.isArray(posCategoryIds) || !posCategoryIds.every((id) => known.has(id))) return refused(400, 'A product is wrong')
      given.set(plu, { plu, name, price: price as number, ...Object.fromEntries(taxes) })
    }
    const there = location.products
    const changed = (one: FakeProduct) => JSON.stringify(there.get(one.plu)) !== JSON.stringify(one)
    const left = [...there.values()].filter(({ plu }) => !given.has(plu))
    const deleted = (type: number) => left.filter(({ productType = 1 }) => productType === type).length
    const counts = { inserted: 0, updated: 0, deleted: deleted(1), ignored: 0 }
    for (const one of given.values()) counts[!there.has(one.plu) ? 'inserted' : changed(one) ? 'updated' : 'ignored'] += 1
    if (!isPreview) {
      there.clear()
      for (const one of given.values()) there.set(one.plu, one)
    }
    const only = (type: number) => ({ inserted: 0, updated: 0, deleted: deleted(type), ignored: 0 })
    return { status: 200, json: { products: counts, modifiers: only(2), modifierGroups: only(3), bundles: only(4), warnings: [], errors: [] } }
  }

  /** `/__sim/order { location?, basket? }` has somebody order, and `/__sim/cancel { order }` take it back; Daybook is told. */
  #steered(path: string, sent: Record<string, unknown>): Said | undefined {
    if (path === '/__sim/order') {
      const location = this.locations.get(String(sent.location)) ?? [...this.locations.values()][0]
      if (!location) return { status: 404, json: {} }
      const order = this.order(location, (sent.basket as FakeBasket | undefined) ?? { items: [{ plu: 'P-BRGR', name: 'Burger', price: 1850, quantity: 1 }] })
      void this.send(order)
      return { status: 200, json: { order: order.body._id } }
    }
    const order = path === '/__sim/cancel' ? this.orders.get(String(sent.order)) : undefined
    if (!order) return undefined
    this.cancel(order)
    void this.send(order)
    return { status: 200, json: {} }
  }
}

const NAMES: Readonly<Record<number, string>> = { 2: 'Deliveroo', 7: 'Uber Eats', 26: 'Menulog' }

const objectIn = ({ text, headers }: Asked): Record<string, unknown> | undefined => {
  if (!/^application\/json/.test(headers['content-type'] ?? '')) return undefined
  try {
    const sent: unknown = JSON.parse(text)
    return typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? (sent as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Fields and what they are equal to; operators are not known here. */
const whereIn = (text: string | null): Record<string, unknown> | undefined => {
  try {
    const where = JSON.parse(text ?? '{}') as Record<string, unknown>
    return Object.values(where).every((value) => typeof value === 'string' || typeof value === 'number') ? where : undefined
  } catch {
    return undefined
  }
}

const WAY = [1, 2, 10, 20, 40, 50, 60, 70, 90]
/** An order goes on its way and never back; it may end before it is finalised. */
const mayFollow = (before: number, next: number): boolean => {
  if (before === 110 || before === 120 || before === 90) return false
  if (next === 110 || next === 120) return true
  return before !== 100 && WAY.indexOf(next) > WAY.indexOf(before) && WAY.includes(next)
}
