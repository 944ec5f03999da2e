import { endAtProvider } from '#integrations/link.sql.ts'
import { ProviderTrouble } from '#integrations/link-provider.adapter.ts'
import { accessTokenOf, expireToken } from '#integrations/link-tokens.sql.ts'
import type { AccountReading } from '#integrations/read-account.job.ts'
import type { ProviderSettings } from '#platform/settings.ts'
import { ask, type OpenShop, renewTokens } from './shopify-api.adapter.ts'
import { type OrderLine, ShopOrder, type ShopRefund } from './shopify-orders.adapter.ts'
import { Pace } from './shopify-pace.adapter.ts'
import type { WholeOrder } from './shopify-sales.adapter.ts'

/** Pages of one order's lines; an order has no more. */
const MOST_PIECES = 50
/** An order that changes while it is read is read anew. */
const MOST_READINGS = 4

/** One page of orders: those that could be read, each whole, and the others as they came. */
interface OrderPage {
  orders: (WholeOrder | { unread: unknown })[]
  hasMore: boolean
  cursor: string | null
}

/**
 * Opens a shop by its token. One that is refused before its end is renewed once: only what is refused then was taken back. Where the shop said
 * that Daybook was uninstalled, and it was, its account is let go of.
 * @throws ProviderTrouble
 */
export const openShop = async (
  reading: AccountReading,
  settings: ProviderSettings,
  told: readonly { eventId: string; type: string }[],
  done: (eventIds: readonly string[]) => Promise<void>,
): Promise<OpenedShop> => {
  const { link } = reading
  const isRevoked = (error: unknown) => error instanceof ProviderTrouble && error.kind === 'revoked-there'
  const open = async () => {
    const token = await reading.within((venue) =>
      accessTokenOf(venue, link.linkId, settings.tokenKeys, (refresh) => renewTokens(settings, link.accountId, refresh)),
    )
    if (token === undefined) throw new ProviderTrouble('revoked-there')
    return OpenedShop.at(settings, { shop: link.accountId, token })
  }
  try {
    return await open()
  } catch (error) {
    if (!isRevoked(error)) throw error
  }
  try {
    await reading.within((venue) => expireToken(venue, link.linkId))
    return await open()
  } catch (error) {
    if (isRevoked(error) && told.some(({ type }) => type === 'app/uninstalled')) {
      await reading.store((venue) => endAtProvider(venue, link.linkId))
      await done(told.map(({ eventId }) => eventId))
    }
    throw error
  }
}

/** A shop that lets us in. */
export class OpenedShop {
  readonly #settings: ProviderSettings
  readonly #shop: OpenShop
  readonly #pace: Pace
  readonly name: string
  readonly currency: string
  readonly scopes: string

  private constructor(settings: ProviderSettings, shop: OpenShop, pace: Pace, told: { name: string; currency: string; scopes: string }) {
    this.#settings = settings
    this.#shop = shop
    this.#pace = pace
    this.name = told.name
    this.currency = told.currency
    this.scopes = told.scopes
  }

  static async at(settings: ProviderSettings, shop: OpenShop): Promise<OpenedShop> {
    const pace = new Pace()
    const { shop: told, currentAppInstallation } = await ask(settings, shop, pace, 'shop')
    const scopes = currentAppInstallation.accessScopes.map(({ handle }) => handle).join(',')
    return new OpenedShop(settings, shop, pace, { name: told.name, currency: told.currencyCode, scopes })
  }

  /** What it tells webhooks of: topic and address of each. */
  async subscriptions(): Promise<{ topic: string; uri: string | null }[]> {
    return (await ask(this.#settings, this.#shop, this.#pace, 'webhooks')).webhookSubscriptions.nodes
  }

  /** @returns whether it will tell */
  async subscribe(topic: string, webhook: { uri: string; format: 'JSON'; includeFields?: string[] }): Promise<boolean> {
    const { webhookSubscriptionCreate: made } = await ask(this.#settings, this.#shop, this.#pace, 'subscribe', { topic, webhook })
    return made.webhookSubscription !== null
  }

  /** An order by its number, whole; nothing where there is none to be seen. */
  async orderAt(id: string): Promise<WholeOrder | undefined> {
    for (let readings = 0; readings < MOST_READINGS; readings += 1) {
      const { order } = await ask(this.#settings, this.#shop, this.#pace, 'order', { id: `gid://shopify/Order/${id}` })
      if (order === null) return undefined
      const read = ShopOrder.safeParse(order)
      if (!read.success) throw new ProviderTrouble('unreadable')
      const whole = await this.#whole(read.data)
      if (whole) return whole
    }
    throw new ProviderTrouble('busy')
  }

  /** Orders by when they changed, the earliest first. */
  async page(query: string, after: string | null, first: number): Promise<OrderPage> {
    const { orders } = await ask(this.#settings, this.#shop, this.#pace, 'orders', { query, after, first })
    const read: OrderPage['orders'] = []
    for (const node of orders.nodes) {
      const order = ShopOrder.safeParse(node)
      if (!order.success) {
        read.push({ unread: node })
        continue
      }
      const whole = (await this.#whole(order.data)) ?? (await this.orderAt(/(\d+)$/.exec(order.data.id)?.[1] ?? ''))
      if (whole) read.push(whole)
    }
    return { orders: read, hasMore: orders.pageInfo.hasNextPage, cursor: orders.pageInfo.endCursor }
  }

  /** An order with what did not come with it; nothing where it changed meanwhile. */
  async #whole(order: ShopOrder): Promise<WholeOrder | undefined> {
    const nodes = [...order.lineItems.nodes]
    if (order.lineItems.pageInfo.hasNextPage) {
      const rest = await this.#lines(order, order.lineItems.pageInfo.endCursor)
      if (!rest) return undefined
      nodes.push(...rest)
    }
    const refunds = order.refunds.length > 0 ? await this.#refunds(order) : []
    return refunds && { order: { ...order, lineItems: { ...order.lineItems, nodes } }, refunds }
  }

  async #lines({ id, updatedAt }: ShopOrder, from: string | null): Promise<OrderLine[] | undefined> {
    const lines: OrderLine[] = []
    for (let after = from, pieces = 0; pieces < MOST_PIECES; pieces += 1) {
      const { order } = await ask(this.#settings, this.#shop, this.#pace, 'lines', { id, after })
      if (order?.updatedAt !== updatedAt) return undefined
      lines.push(...order.lineItems.nodes)
      const { hasNextPage, endCursor } = order.lineItems.pageInfo
      if (!hasNextPage) return lines
      after = endCursor
    }
    throw new ProviderTrouble('endless')
  }

  async #refunds({ id, updatedAt }: ShopOrder): Promise<ShopRefund[] | undefined> {
    const { order } = await ask(this.#settings, this.#shop, this.#pace, 'refunds', { id })
    if (order?.updatedAt !== updatedAt) return undefined
    for (const refund of order.refunds) {
      const { refundLineItems } = refund
      for (let pieces = 0; refundLineItems.pageInfo.hasNextPage; pieces += 1) {
        if (pieces > MOST_PIECES) throw new ProviderTrouble('endless')
        const { node } = await ask(this.#settings, this.#shop, this.#pace, 'refundLines', { id: refund.id, after: refundLineItems.pageInfo.endCursor })
        if (node === null) return undefined
        refundLineItems.nodes.push(...node.refundLineItems.nodes)
        refundLineItems.pageInfo = node.refundLineItems.pageInfo
      }
    }
    return order.refunds
  }
}
