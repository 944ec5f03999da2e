import { statisticsThatKeepUp } from '#features/sums/statistics.job.ts'
import { BACKFILL_DAYS } from '#integrations/link.rules.ts'
import { noteAccount, noteWorking } from '#integrations/link.sql.ts'
import { ProviderTrouble } from '#integrations/link-provider.adapter.ts'
import { endWalk, noteWalked, walkOf } from '#integrations/link-sync.sql.ts'
import { voidDeletedOrders } from '#integrations/online-orders/deleted-orders.sql.ts'
import { keepPlaces } from '#integrations/online-orders/online-places.sql.ts'
import { type ArrivedOrder, takeOrders } from '#integrations/online-orders/take-orders.sql.ts'
import { type AccountReading, readAccount } from '#integrations/read-account.job.ts'
import type { LinkName } from '#platform/access/linked-accounts.ts'
import type { JobGiven } from '#platform/jobs/jobs.ts'
import { waitingWebhooks, webhooksDone } from '#platform/web/webhook-store.ts'
import { ALL_ORDERS } from './shop.rules.ts'
import { TooCostly } from './shopify-api.adapter.ts'
import { findDeleted } from './shopify-deleted.job.ts'
import { type OpenedShop, openShop } from './shopify-open.job.ts'
import { ORDERS_A_PAGE } from './shopify-orders.adapter.ts'
import { arrivedOrder, ONLINE_STORE, unreadableOrder } from './shopify-sales.adapter.ts'
import { haveChangesTold } from './shopify-webhook.adapter.ts'
import { orderAt, orderPage, type ReadOrder } from './shopify-whole-order.job.ts'

/** Pages that are read in one go; what is left is read by the next job. Shopify lets nobody page past 25,000 orders. */
const MOST_PAGES = 2000
/** Orders that are stored together. */
const STORED_AT_ONCE = 200
/** So long at most what was read is not stored: the account is ours for somewhat longer. */
const STORED_AFTER_MS = 10_000
/** Orders that webhooks tell of and that are looked at one by one. */
const MOST_LOOKED_AT = 200
/** What no webhook told of is looked for so often at least. */
const WALKED_MS = 50 * 60_000
const DELETED = 'orders/delete'
/** Whether orders are still there is looked at so often. */
const LOOKED_FOR_DELETED_MS = 20 * 3_600_000
const ORDERS = 'orders'
/** Without ALL_ORDERS a shop shows the orders of 60 times 24 hours. A day less leaves time to read the first trading day whole. */
const SHOWN_DAYS = 59

/**
 * Reads a shop: the orders that webhooks told of, and once an hour whatever changed since. What is kept is what Shopify answers now, so neither
 * the order nor the repetition of webhooks matters; it may be ended anywhere and goes on from the last orders that were stored.
 */
export const syncShopify = (given: JobGiven, name: LinkName): Promise<void> =>
  readAccount(given, name, async (reading) => {
    const { settings, now, database } = given.service
    const { link } = reading
    const told = await waitingWebhooks(database.house, name.venueId, link.linkId)
    const done = (ids: readonly string[]) => webhooksDone(database.house, 'Shopify', ids)
    const shop = await openShop(reading, settings.providers, told, done)
    const Webhooks = await haveChangesTold(settings, shop, link.meta.Webhooks)
    await reading.store(async (venue) => {
      await noteAccount(venue, link.linkId, { accountName: shop.name, scopes: shop.scopes, meta: { Webhooks, Currency: shop.currency } })
      const only = venue.locations.length === 1 ? (venue.locations[0]?.locationId ?? null) : null
      const store = { accountId: link.accountId, placeId: ONLINE_STORE.placeId, name: ONLINE_STORE.placeName, locationId: link.locationId ?? only }
      await keepPlaces(venue, 'Shopify', [store])
    })
    const looked = told.filter(({ objectId }) => objectId !== null).slice(0, MOST_LOOKED_AT)
    const deleted = new Set(looked.filter(({ type }) => type === DELETED).map(({ objectId }) => objectId as string))
    await lookAt(reading, shop, new Set(looked.map(({ objectId }) => objectId as string)), deleted)
    const isDue = told.length === 0 || now().getTime() - Date.parse(String(link.meta.Walked ?? '')) > WALKED_MS || link.meta.Walked === undefined
    if (isDue && !(await walk(reading, shop))) return false
    const looksForDeleted = isDue && link.meta.Walked !== undefined && isLongAgo(link.meta.LookedForDeleted, now())
    if (looksForDeleted) await findDeleted(reading, shop, now())
    const Walked = isDue ? now().toISOString() : String(link.meta.Walked)
    await reading.store(async (venue) => {
      await noteAccount(venue, link.linkId, { meta: { Walked, ...(looksForDeleted ? { LookedForDeleted: now().toISOString() } : {}) } })
      await noteWorking(venue, link.linkId)
    })
    const left = told.filter((one) => one.objectId !== null && !looked.includes(one))
    await done(told.filter((one) => !left.includes(one)).map(({ eventId }) => eventId))
    return left.length === 0
  })

const isLongAgo = (moment: unknown, now: Date): boolean => !(now.getTime() - Date.parse(String(moment)) < LOOKED_FOR_DELETED_MS)

/** Orders by their ids, as they stand now. One that is nowhere is void if the shop told that it was deleted, and else left: it may be too old to be seen. */
const lookAt = async ({ store, link }: AccountReading, shop: OpenedShop, ids: ReadonlySet<string>, deleted: ReadonlySet<string>): Promise<void> => {
  for (const id of ids) {
    const order = await orderAt(shop, id)
    if (order) await store(async (venue) => void (await takeOrders(venue, 'Shopify', [arrivedOf(link.accountId, order)])))
    else if (deleted.has(id)) await store((venue) => voidDeletedOrders(venue, 'Shopify', link.accountId, [id]))
  }
}

const arrivedOf = (account: string, order: ReadOrder): ArrivedOrder => ('order' in order ? arrivedOrder(account, order) : unreadableOrder(account, order))

/**
 * Goes through the orders that changed since the last walk, by when they changed; the first walk goes through those placed since the first day.
 * Where it stands is stored with what it came past, as the moment of the last change. While some orders are stored, the next ones are asked for.
 * @returns whether it came to the end
 */
const walk = async ({ link, within, store }: AccountReading, shop: OpenedShop): Promise<boolean> => {
  const { since, until, after, isFirst } = await within((venue) => walkOf(venue, link, ORDERS, shop.scopes.includes(ALL_ORDERS) ? BACKFILL_DAYS : SHOWN_DAYS))
  const from = after ?? since.toISOString()
  const query = isFirst ? `created_at:>='${since.toISOString()}' AND updated_at:>='${from}'` : `updated_at:>='${from}'`
  const pages = new Pages(shop, link.accountId, query)
  // The share that is done is told by how near a walk is to where it began; this one comes from the other end.
  const reached = (last: string) => new Date(Math.max(since.getTime(), until.getTime() - (Date.parse(last) - since.getTime())))
  const keepUp = statisticsThatKeepUp()
  let storing: Promise<void> = Promise.resolve()
  try {
    for (let last = from; pages.read < MOST_PAGES; ) {
      const { orders, isEnd } = await pages.some()
      await storing
      // As the list has it: an order that changed while it was read says a later moment, and those between are not read yet.
      last = pages.reached > last ? pages.reached : last
      storing = store(async (venue) => {
        await takeOrders(venue, 'Shopify', orders)
        await (isEnd ? endWalk(venue, link.linkId, ORDERS) : noteWalked(venue, link.linkId, ORDERS, last, reached(last)))
      }).then(() => keepUp(within))
      // What is wrong with it is told where it is waited for.
      storing.catch(() => undefined)
      if (isEnd) {
        await storing
        return true
      }
    }
    await storing
    return false
  } finally {
    await storing.catch(() => undefined)
  }
}

/** The pages of a list of orders, one after the other. */
class Pages {
  readonly #shop: OpenedShop
  readonly #account: string
  readonly #query: string
  /** What was met, and as it stood: a list that goes on and says nothing new has no end. */
  readonly #met = new Map<string, number>()
  #cursor: string | null = null
  #size = ORDERS_A_PAGE
  read = 0
  /** When the last order that was listed changed. */
  reached = ''

  constructor(shop: OpenedShop, account: string, query: string) {
    this.#shop = shop
    this.#account = account
    this.#query = query
  }

  /** As many orders as are stored together, or as come in ten seconds. @throws ProviderTrouble */
  async some(): Promise<{ orders: ArrivedOrder[]; isEnd: boolean }> {
    const orders: ArrivedOrder[] = []
    for (const began = performance.now(); orders.length < STORED_AT_ONCE && performance.now() - began < STORED_AFTER_MS; this.read += 1)
      if (await this.#page(orders)) return { orders, isEnd: true }
    return { orders, isEnd: false }
  }

  /** @returns whether it was the last */
  async #page(orders: ArrivedOrder[]): Promise<boolean> {
    try {
      const page = await orderPage(this.#shop, this.#query, this.#cursor, this.#size)
      const told = page.orders.map((one) => arrivedOf(this.#account, one))
      const isNew = told.some(({ orderId, changedAt }) => this.#met.get(orderId) !== changedAt.getTime())
      if (page.hasMore && (page.cursor === null || page.cursor === this.#cursor || !isNew)) throw new ProviderTrouble('endless')
      for (const { orderId, changedAt } of told) this.#met.set(orderId, changedAt.getTime())
      orders.push(...told)
      if (page.reached !== '') this.reached = new Date(page.reached).toISOString()
      this.#cursor = page.cursor
      return !page.hasMore
    } catch (error) {
      if (!(error instanceof TooCostly) || this.#size === 1) throw error
      this.#size = Math.ceil(this.#size / 2)
      return false
    }
  }
}
