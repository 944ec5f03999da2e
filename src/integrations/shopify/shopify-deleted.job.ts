import { standingOrders, voidDeletedOrders } from '#integrations/online-orders/deleted-orders.sql.ts'
import type { AccountReading } from '#integrations/read-account.job.ts'
import type { OpenedShop } from './shopify-open.job.ts'
import { orderAt } from './shopify-whole-order.job.ts'

/** An app may see the orders of the last 60 days; of older ones it is not told whether they are there. */
const SEEN_DAYS = 50
const AT_ONCE = 250

/**
 * Looks whether the orders that stand here are still there, since no list tells of those that were deleted. Only what the shop says is nowhere when
 * asked for by itself, too, is void.
 */
export const findDeleted = async ({ link, within, store }: AccountReading, shop: OpenedShop, now: Date): Promise<void> => {
  const since = new Date(now.getTime() - SEEN_DAYS * 86_400_000)
  for (let after = '', more = true; more; ) {
    const ids = await within((venue) => standingOrders(venue, 'Shopify', { accountId: link.accountId, since, after, atMost: AT_ONCE }))
    const there = new Set(await shop.ordersThere(ids))
    for (const id of ids)
      if (!there.has(id) && (await orderAt(shop, id)) === undefined) await store((venue) => voidDeletedOrders(venue, 'Shopify', link.accountId, [id]))
    // The account stays ours to read, however many there are.
    await store(async () => undefined)
    after = ids.at(-1) ?? ''
    more = ids.length === AT_ONCE
  }
}
