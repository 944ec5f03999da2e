import { setTimeout as pause } from 'node:timers/promises'
import { ShopifyFake } from '#integrations/shopify/shopify.fake.ts'
import type { ShopBooks } from '#integrations/shopify/shopify-books.fake.ts'
import { type Figure, report } from './results.ts'
import { openSampleHouse } from './sample-house.ts'

/**
 * How long it takes until a shop of ORDERS (50,000) orders of 55 days is caught up, one in twenty-five of them partly given back, one in fifty edited;
 * then another shop of as many while the server is killed KILLS (3) times. In the end what was taken in is compared with what the stand-in's books say,
 * order by order. The stand-in shares the machine with the server, and gives points without end: at Shopify they are what one waits for.
 */

const ORDERS = Number(process.env.ORDERS ?? 50_000)
const KILLS = Number(process.env.KILLS ?? 3)
const GOAL_SECONDS = 60
const MINUTE_MS = 60_000
const SPAN_MS = 55 * 86_400_000

const shopify = new ShopifyFake({ clientId: 'shopify-standin', clientSecret: 'shpss_standin', apiVersion: '2026-07' })
await shopify.standIn.start()
const house = await openSampleHouse(shopify.settings)
const { owner } = house
try {
  const figures = [...(await caughtUp('quiet.myshopify.com', 1, 0)), ...(await caughtUp('killed.myshopify.com', 2, KILLS))]
  report('shopify-orders', figures, { orders: ORDERS, kills: KILLS })
  if (figures.some(({ met }) => met === false)) process.exitCode = 1
} finally {
  await house.close()
  await shopify.standIn.stop()
}

/** Orders of one to three lines, evenly over the days, each changed last when it was placed or soon after. */
function fill(books: ShopBooks): void {
  const now = Date.now()
  for (let n = 0; n < ORDERS; n += 1) {
    const at = new Date(now - SPAN_MS + (n * (SPAN_MS - MINUTE_MS)) / ORDERS)
    const items = Array.from({ length: 1 + (n % 3) }, (_, i) => ({
      name: `Wine ${(n + i) % 200}`,
      sku: `W${(n + i) % 200}`,
      quantity: 1 + (i % 2),
      unit: 1500 + ((n * 37) % 4000),
    }))
    const { id } = books.place(items, { at, changed: at, shipping: n % 2 === 0 ? 990 : 0, ...(n % 10 === 0 ? { codes: ['TEN'] } : {}) })
    if (n % 50 === 7) books.edit(id, { add: [{ name: 'Gift wrap', sku: 'WRAP', quantity: 1, unit: 500 }] })
    if (n % 25 === 3) books.refund(id, { at: new Date(Math.min(at.getTime() + 86_400_000, now)), lines: [{ line: 0, quantity: 1 }] })
  }
}

/** Links a shop at a location of the sample venue, as its owner does. */
async function link(shop: string, locationId: number): Promise<void> {
  const RedirectURI = `${house.server.url}/shopify/connect`
  const wanted = { Provider: 'Shopify', LocationId: locationId, RedirectURI, ShopUrl: shop }
  const { State } = await house.asked<{ State: string }>('owner', 'POST', '/oauth/start', wanted)
  const sent = shopify.back(shop, State)
  const [Hmac, Timestamp, Host] = ['hmac', 'timestamp', 'host'].map((name) => sent.get(name) ?? '')
  const body = { LocationId: locationId, AuthorizationCode: sent.get('code'), State, Shop: shop, Hmac, Timestamp, Host }
  await house.asked('owner', 'POST', `/location/${locationId}/shopifytokens`, body)
}

async function caughtUp(shop: string, locationId: number, kills: number): Promise<Figure[]> {
  const { books } = shopify.shop(shop, { name: shop })
  fill(books)
  const began = performance.now()
  await link(shop, locationId)
  let killed = 0
  for (let stored = 0; ; ) {
    await pause(kills > 0 ? 100 : 500)
    const [row] = await owner<{ stored: number; done: boolean }[]>`
      select (select count(*)::int from online_order where account_id = ${shop} and state = 'taken') as stored,
        exists (select from link_sync s join link l using (venue_id, link_id) where l.account_id = ${shop} and s.first_done_at is not null) as done`
    stored = row?.stored ?? 0
    if (row?.done) break
    if (killed < kills && stored > ((killed + 1) * ORDERS) / (kills + 2)) {
      killed += 1
      await house.kill()
    }
    if (performance.now() - began > 1_800_000) throw new Error(`After half an hour ${stored} of ${ORDERS} orders were there.`)
  }
  const seconds = (performance.now() - began) / 1000
  await judge(shop, locationId, books)
  const what = kills === 0 ? `${ORDERS} orders caught up` : `${ORDERS} orders caught up, the server killed ${killed} times`
  const goal = kills === 0 && ORDERS === 50_000 ? { goal: `≤ ${GOAL_SECONDS}`, met: seconds <= GOAL_SECONDS } : {}
  return [
    { what, value: seconds, unit: 's', ...goal },
    { what: `${what}: orders a second`, value: ORDERS / seconds, unit: '1/s' },
  ]
}

/** Every order is there once, and comes to what the books say. @throws where one does not */
async function judge(shop: string, locationId: number, books: ShopBooks): Promise<void> {
  const rows = await owner<{ order: string; total: number; sales: number }[]>`
    select split_part(receipt, '-', 1) as order, sum(total)::float8 as total, count(*)::int as sales from sale where location_id = ${locationId}
      and receipt in (select order_id from online_order where account_id = ${shop} union select s ->> 'receipt' from online_order, jsonb_array_elements(stored) s where account_id = ${shop})
    group by 1`
  const here = new Map(rows.map((row) => [row.order, row]))
  for (const order of books.orders.values()) {
    const kept = here.get(String(order.id))
    if (kept?.total !== books.currentOf(order) || kept.sales !== 1 + order.refunds.length)
      throw new Error(`Order ${order.id} of ${shop} is ${JSON.stringify(kept)}, and the shop says ${books.currentOf(order)}.`)
  }
  if (here.size !== books.orders.size) throw new Error(`${here.size} orders are there, and the shop has ${books.orders.size}.`)
}
