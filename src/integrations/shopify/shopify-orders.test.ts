import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OnlinePlace, OpenOrder } from '#integrations/online-orders/online-orders.contract.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { addDays, daysIn } from '#shared/day.ts'
import { calendarOf, startOfTradingDay, tradingTime } from '#shared/trading-day.ts'
import { LinkHouse } from '#tests/link-house.ts'
import { freshShop, orderStates, SHOP, soldHere } from '#tests/shopify-house.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { ShopBooks } from './shopify-books.fake.ts'
import { shopifyCompliance } from './shopify-work.contract.ts'

let house: LinkHouse
let owner: Visitor
let front: number
let back: number
let books: ShopBooks

beforeAll(async () => {
  house = await LinkHouse.open('House of Orders')
  ;[front = 0, back = 0] = house.room.locationIds
  owner = await house.room.at('shopkeeper', ['can_linkshopify', 'can_viewsales', 'can_editsettings'])
})
afterAll(() => house.close())
beforeEach(async () => {
  books = await freshShop(house)
})

const at = (back: number, hour = 2) => new Date(`${daysAgo(back)}T${String(hour).padStart(2, '0')}:00:00Z`)
const daysAgo = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
const places = async () => (await owner.call<{ Places: OnlinePlace[] }>('GET', `/venue/${house.room.venueId}/onlineplaces?Provider=Shopify`)).body.Places
const open = async () => (await owner.call<{ Orders: OpenOrder[] }>('GET', `/venue/${house.room.venueId}/onlineorders?Provider=Shopify`)).body.Orders
const map = async (PlaceId: string, LocationId: number | null, AccountId = SHOP) => {
  const body = { Provider: 'Shopify', Places: [{ AccountId, PlaceId, LocationId }] }
  const mapped = await owner.call('POST', `/venue/${house.room.venueId}/onlineplaces`, { body })
  expect(mapped.status).toBe(200)
  await house.work()
}
const link = async (place?: number) => {
  expect((await house.linkShopify(owner, SHOP, place)).status).toBe(200)
  await house.work()
}
const links = async () => (await owner.call<{ Links: Record<string, unknown>[] }>('GET', `/venue/${house.room.venueId}/shopifytokens`)).body.Links
const again = async () => {
  await owner.call('POST', '/oauth/check', { body: { Provider: 'Shopify', LocationId: front } })
  await house.work()
}
/** The last sale as the receipts show it. */
const receipt = async (name: string) => {
  const sql = connectAsOwner(house.app.databaseUrl)
  const [sale] = await sql`
    select gross::int, discount::int, refund::int, amount::int, tax::int, non_sales::int as "nonSales", tips::int, total::int, order_type as "orderType" from sale where receipt = ${name}`
  const lines = await sql`
    select l.kind, l.gross::int, l.amount::int, l.tax::int, l.qty::int from sale_line l join sale s on s.venue_id = l.venue_id and s.sale_id = l.sale_id where s.receipt = ${name} order by l.line_no`
  const paid = await sql<{ code: string; net: number }[]>`
    select d.code, p.net::int from sale_payment p join sale s on s.venue_id = p.venue_id and s.sale_id = p.sale_id join dimension_key d on d.venue_id = p.venue_id and d.key = p.media_key
    where s.receipt = ${name} order by p.payment_no`
  await sql.end()
  return { ...sale, lines: lines.map((line) => ({ ...line })), paid: Object.fromEntries(paid.map(({ code, net }) => [code, net])) }
}

it.each([
  ['the shop shows 60 days', undefined, 59],
  ['the shop shows all orders', 'read_all_orders', 90],
])('a first reading begins with a whole trading day that the link names, where %s', async (_, scope, days) => {
  const placed = Array.from({ length: 93 * 2 }, (_, n) => new Date(Date.now() - (n * 12 + 1) * 3_600_000))
  const calendar = calendarOf({ timeZone: 'Australia/Sydney', dayStart: '05:00' })
  const dayOf = (at: Date) => tradingTime(at.getTime(), calendar).businessDate
  // Also in the last minute before that day.
  placed.push(new Date(startOfTradingDay(addDays(dayOf(new Date()), 1 - days), calendar) - 60_000))
  for (const at of placed) books.place([{ quantity: 1, unit: 100 }], { at })
  const { body } = await house.beginShopify(owner, SHOP, front)
  const code = house.shopify.code(SHOP, ['read_orders,read_products,read_locations', ...(scope ? [scope] : [])].join(','))
  await house.backFromShopify(owner, house.shopify.back(SHOP, body.State, { code }), front)
  await house.work()
  const [{ FirstDay = '' } = {}] = (await links()) as { FirstDay?: string }[]
  expect(daysIn(FirstDay, dayOf(new Date()))).toBe(days)
  const sold = Object.entries(await soldHere(house)).map(([key, total]) => [key.split(' ')[1], total])
  const wanted = [...new Set(placed.map(dayOf))].filter((day) => day >= FirstDay).sort()
  expect(sold).toEqual(wanted.map((day) => [day, 100 * placed.filter((at) => dayOf(at) === day).length]))
})

describe('an order', () => {
  it('becomes a sale of the location its shop is linked at: lines, discount, tax, shipping, a tip, a gift card sold and one redeemed', async () => {
    const { id } = books.place(
      [
        { name: 'Red wine', quantity: 2, unit: 2500, discount: 500 },
        { name: 'Gift card', quantity: 1, unit: 5000, isGiftCard: true },
      ],
      { at: at(3), shipping: 990, tip: 300, giftCard: 2000, codes: ['SPRING'] },
    )
    await link(front)
    expect(await soldHere(house)).toEqual({ [`${front} ${daysAgo(3)}`]: 10_790 })
    expect(await receipt(String(id))).toEqual({
      gross: 5990,
      discount: 500,
      refund: 0,
      amount: 5490,
      tax: 409 + 90,
      nonSales: 5000,
      tips: 300,
      total: 10_790,
      orderType: 5,
      lines: [
        { kind: 1, gross: 5000, amount: 4500, tax: 409, qty: 20_000 },
        { kind: 2, gross: 5000, amount: 5000, tax: 0, qty: 10_000 },
        { kind: 1, gross: 990, amount: 990, tax: 90, qty: 10_000 },
      ],
      paid: { GiftCard: 2000, Online: 8790 },
    })
  })
  it('waits where nobody said which location its place is, and is taken in once somebody did', async () => {
    books.place([{ quantity: 1, unit: 4000 }], { at: at(2), place: { id: 7, name: 'Back Bar' } })
    await link()
    expect(await soldHere(house)).toEqual({})
    expect(await open()).toMatchObject([{ Name: '#1001', Place: 'Back Bar', State: 'Waiting', Total: 40, Currency: 'AUD', LocationId: null }])
    expect(await places()).toMatchObject([
      { PlaceId: '7', Name: 'Back Bar', LocationId: null, Suggested: back, Open: 1 },
      { PlaceId: 'online', Name: 'Online store', Open: 0 },
    ])
    await map('7', back)
    expect(await soldHere(house)).toEqual({ [`${back} ${daysAgo(2)}`]: 4000 })
    expect(await open()).toEqual([])
  })
  it('is told anew by an edit, given back on the day that happened, and gone once it is cancelled', async () => {
    const { id } = books.place([{ quantity: 3, unit: 1000 }], { at: at(5) })
    await link(front)
    books.edit(id, { remove: [{ line: 0, quantity: 1 }], add: [{ quantity: 1, unit: 700 }] })
    await again()
    expect(await soldHere(house)).toEqual({ [`${front} ${daysAgo(5)}`]: 2700 })
    books.refund(id, { at: at(2), lines: [{ line: 0, quantity: 1 }] })
    books.refund(id, { at: at(1), amount: 250 })
    await again()
    expect(await soldHere(house)).toEqual({ [`${front} ${daysAgo(5)}`]: 2700, [`${front} ${daysAgo(2)}`]: -1000, [`${front} ${daysAgo(1)}`]: -250 })
    books.cancel(id)
    await again()
    expect(await soldHere(house)).toEqual({})
    expect(await links()).toMatchObject([{ Status: 'Linked', Trouble: null, AccountName: 'Harbour & Vine Online' }])
  })
  it('that is a test is never counted', async () => {
    books.place([{ quantity: 1, unit: 4000 }], { at: at(2), test: true })
    await link(front)
    expect(await soldHere(house)).toEqual({})
    expect(await orderStates(house)).toEqual({ '#1001': 'left out' })
  })
  it('that was changed while it was read is read anew, with many lines and many refunded ones', async () => {
    const many = Array.from({ length: 130 }, (_, i) => ({ quantity: 2, unit: 100 + i }))
    const { id } = books.place(many, { at: at(4) })
    books.refund(id, { at: at(3), lines: many.map((_, line) => ({ line, quantity: 1 })) })
    await link(front)
    const whole = many.reduce((sum, { unit }) => sum + 2 * unit, 0)
    expect(await soldHere(house)).toEqual({ [`${front} ${daysAgo(4)}`]: whole, [`${front} ${daysAgo(3)}`]: -whole / 2 })
    expect((await receipt(String(id))).lines).toHaveLength(130)
  })
  it('of a shop that sells without tax counts with it', async () => {
    books.taxesIncluded = false
    const { id } = books.place([{ quantity: 2, unit: 1000, discount: 200 }], { at: at(3), shipping: 500 })
    books.refund(id, { at: at(1), lines: [{ line: 0, quantity: 1 }] })
    await link(front)
    expect(await soldHere(house)).toEqual({ [`${front} ${daysAgo(3)}`]: 1980 + 550, [`${front} ${daysAgo(1)}`]: -990 })
    expect(await receipt(String(id))).toMatchObject({ gross: 2200 + 550, discount: 220, tax: 180 + 50, amount: 1980 + 550, total: 2530 })
  })
  it('in another currency than its location is listed with the reason, and taken in where it belongs', async () => {
    books.currency = 'JPY'
    books.place([{ quantity: 1, unit: 3200 }], { at: at(2) })
    await link(front)
    expect(await soldHere(house)).toEqual({})
    expect(await open()).toMatchObject([{ State: 'Refused', Currency: 'JPY', Total: 3200, Reasons: [{ ErrorCode: 'OtherCurrency' }] }])
    expect((await open())[0]?.Reasons[0]?.Message).toMatch(/in JPY, but Front Bar trades in AUD. Daybook does not convert amounts/)
    await house.app.database.inVenue(house.room.venueId, (sql) => sql`update location set currency = 'JPY' where location_id = ${back}`)
    await map('online', back)
    expect(await soldHere(house)).toEqual({ [`${back} ${daysAgo(2)}`]: 3200 })
    await house.app.database.inVenue(house.room.venueId, (sql) => sql`update location set currency = 'AUD' where location_id = ${back}`)
  })
  it('with an amount that the currency has no coins for is listed, and keeps no other out', async () => {
    const odd = books.place([{ quantity: 1, unit: 1234 }], { at: at(2) })
    const fine = books.place([{ quantity: 1, unit: 500 }], { at: at(2) })
    house.shopify.spoil = (node) => (node.name === odd.name ? { ...node, currencyCode: 'JPY', currentTotalPriceSet: { shopMoney: { amount: '12.34' } } } : node)
    await link(front)
    expect(await orderStates(house)).toEqual({ [odd.name]: 'refused NotWhole', [fine.name]: 'taken' })
    house.shopify.spoil = (node) => (node.name === odd.name ? { id: node.id, name: node.name, updatedAt: node.updatedAt, nonsense: true } : node)
    await readAnew()
    expect(await orderStates(house)).toMatchObject({ [odd.name]: 'refused Unreadable' })
    house.shopify.spoil = undefined
    await readAnew()
    expect(await orderStates(house)).toEqual({ [odd.name]: 'taken', [fine.name]: 'taken' })
  })
  it('that is not paid yet, or was paid too much after an edit, stands on account', async () => {
    const unpaid = books.place([{ quantity: 1, unit: 3000 }], { at: at(4), unpaid: true })
    const { id } = books.place([{ quantity: 2, unit: 1000 }], { at: at(4) })
    books.edit(id, { remove: [{ line: 0, quantity: 1 }] })
    await link(front)
    expect((await receipt(String(unpaid.id))).paid).toEqual({ Account: 3000 })
    expect(await receipt(String(id))).toMatchObject({ total: 1000, paid: { Online: 2000, Account: -1000 } })
    books.refund(id, { at: at(1), amount: 1000, isOverpaid: true })
    await again()
    expect(await soldHere(house)).toEqual({ [`${front} ${daysAgo(4)}`]: 3000 + 2000, [`${front} ${daysAgo(1)}`]: -1000 })
  })
  it('that is older than 60 days is seen only where the shop lets us see all', async () => {
    books.place([{ quantity: 1, unit: 100 }], { at: at(80) })
    books.place([{ quantity: 1, unit: 200 }], { at: at(10) })
    await link(front)
    expect(await soldHere(house)).toEqual({ [`${front} ${daysAgo(10)}`]: 200 })
    house.shopify.shop(SHOP).granted.push('read_all_orders')
    await readAnew()
    expect(await soldHere(house)).toEqual({ [`${front} ${daysAgo(80)}`]: 100, [`${front} ${daysAgo(10)}`]: 200 })
  })
})

/** Has everything read from its beginning again. */
const readAnew = async () => {
  const sql = connectAsOwner(house.app.databaseUrl)
  await sql`delete from link_sync`
  await sql.end()
  await again()
}

describe('reading a shop', () => {
  it('goes on where it was interrupted, and doubles nothing', async () => {
    const old = Date.now() - 500_000_000
    for (let n = 0; n < 450; n += 1) books.place([{ quantity: 1, unit: 100 + n }], { at: at(1 + (n % 50)), changed: new Date(old + n * 7000) })
    expect((await house.linkShopify(owner, SHOP, front)).status).toBe(200)
    let pages = 0
    house.shopify.spoil = (node) => {
      pages += 1
      // The connection breaks off after two hundred orders were stored.
      if (pages === 330) house.shopify.standIn.failNext({ route: `/${SHOP}/admin/api`, dropConnection: true })
      return node
    }
    await house.work()
    expect(await links()).toMatchObject([{ Status: 'Linked', Trouble: 'silent' }])
    const stored = Object.keys(await orderStates(house)).length
    expect(stored).toBeGreaterThanOrEqual(200)
    expect(stored).toBeLessThan(330)
    pages = 1000
    await house.work({ evenLater: true })
    house.shopify.spoil = undefined
    expect(Object.values(await soldHere(house)).reduce((a, b) => a + b, 0)).toBe(books.moved().reduce((sum, { amount }) => sum + amount, 0))
    expect(Object.keys(await orderStates(house))).toHaveLength(450)
    // Not from the beginning: what was stored is not read again, but for those of the last moment.
    expect(pages).toBeLessThanOrEqual(1000 + 450 - stored + 2)
    expect(await links()).toMatchObject([{ Trouble: null, Fetched: null }])
  })
  it('waits until the shop has points for a question, and asks less at once where one costs too much', async () => {
    for (let n = 0; n < 40; n += 1) books.place([{ quantity: 1, unit: 100 + n }], { at: at(1 + n) })
    const shop = house.shopify.shop(SHOP)
    Object.assign(shop, { plan: { most: 1000, restore: 4000 }, left: 1000 })
    house.shopify.costliest = 500
    await link(front)
    house.shopify.costliest = 1000
    expect(Object.keys(await orderStates(house))).toHaveLength(40)
    expect(await links()).toMatchObject([{ Trouble: null }])
    // Where it would take too long, the rest is read later.
    Object.assign(shop, { plan: { most: 1000, restore: 1 }, left: 0 })
    await again()
    expect(await links()).toMatchObject([{ Trouble: 'busy', Status: 'Linked' }])
  })
  it('stops at a list that has no end', async () => {
    books.place([{ quantity: 1, unit: 100 }], { at: at(1) })
    await link(front)
    house.shopify.isEndless = true
    await again()
    house.shopify.isEndless = false
    expect(await links()).toMatchObject([{ Trouble: 'endless' }])
  })
  it('of a page in place of an answer notes it, and goes on later', async () => {
    await link(front)
    house.shopify.standIn.failNext({ route: `/${SHOP}/admin/api`, status: 200, body: '<html>Opening soon</html>' })
    await again()
    expect(await links()).toMatchObject([{ Trouble: 'unreadable', Status: 'Linked' }])
    await again()
    expect(await links()).toMatchObject([{ Trouble: null }])
  })
})

describe('a webhook of Shopify', () => {
  const events = async () => {
    const sql = connectAsOwner(house.app.databaseUrl)
    const rows = await sql<{ type: string; state: string }[]>`select type, state from webhook_event where provider = 'Shopify' order by received_at`
    await sql.end()
    return rows.map(({ type, state }) => `${type} ${state}`)
  }
  const send = async ({ body, headers }: ReturnType<typeof house.shopify.webhook>, change: Record<string, string> = {}) =>
    (await fetch(`${house.app.url}/api/webhooks/shopify`, { method: 'POST', headers: { ...headers, ...change }, body })).status
  const graph = () => house.shopify.standIn.log.filter(({ path }) => path.endsWith('/graphql.json')).length

  it('has the order it names read at once; replayed or sent twice, it does nothing more', async () => {
    await link(front)
    const { id } = books.place([{ quantity: 1, unit: 4000 }], { at: at(0, 0) })
    expect(await house.shopify.tell(SHOP, 'orders/create', { id }, { times: 2 })).toEqual([200, 200])
    expect(await events()).toEqual(['orders/create waiting'])
    const before = graph()
    await house.work()
    // The shop itself and the one order: nothing else is read for it.
    expect(graph() - before).toBe(2)
    expect(await soldHere(house)).toEqual({ [`${front} ${daysAgo(0)}`]: 4000 })
    const refund = books.refund(id, { amount: 700, at: at(0, 0) })
    await house.shopify.tell(SHOP, 'refunds/create', { id: refund.id, order_id: id })
    await house.work()
    expect(await soldHere(house)).toEqual({ [`${front} ${daysAgo(0)}`]: 3300 })
    expect(await house.work()).toBe(0)
  })
  it('is refused without a signature, when it is forged, written anew, old, without a shop or of no shop; and answered with 401 where only the signature is wrong', async () => {
    await link(front)
    const good = house.shopify.webhook(SHOP, 'orders/create', { id: 1 })
    const { 'x-shopify-hmac-sha256': _, ...unsigned } = good.headers
    expect((await fetch(`${house.app.url}/api/webhooks/shopify`, { method: 'POST', headers: unsigned, body: good.body })).status).toBe(401)
    expect(await send({ ...good, body: '{ "id": 1 }' })).toBe(401)
    expect(await send(good, { 'x-shopify-hmac-sha256': 'é' })).toBe(401)
    expect(await send(good, { 'x-shopify-hmac-sha256': Buffer.alloc(32).toString('base64') })).toBe(401)
    expect(await send(house.shopify.webhook(SHOP, 'orders/create', { id: 1 }, { at: house.shopify.standIn.seconds - 90_000 }))).toBe(400)
    expect(await send(house.shopify.webhook(SHOP, 'orders/create', { id: 1 }, { at: house.shopify.standIn.seconds + 900 }))).toBe(400)
    expect(await send(good, { 'x-shopify-shop-domain': 'evil.com' })).toBe(400)
    expect(await send(good, { 'x-shopify-topic': '../orders' })).toBe(400)
    const nothing = '[]'
    expect(await send({ body: nothing, headers: { ...good.headers, 'x-shopify-hmac-sha256': house.shopify.sign(nothing) } })).toBe(400)
    expect(await events()).toEqual([])
    expect(await send(good)).toBe(200)
    expect(await send(house.shopify.webhook('other-shop.myshopify.com', 'orders/create', { id: 1 }))).toBe(200)
    expect(await events()).toEqual(['orders/create waiting', 'orders/create ignored'])
  })
  it('that the app was uninstalled ends the link, and lets the shop be linked elsewhere; one that is not true changes nothing', async () => {
    await link(front)
    await house.shopify.tell(SHOP, 'app/uninstalled', { id: 1 })
    await house.work()
    expect(await links()).toMatchObject([{ Status: 'Linked', Trouble: null }])
    await house.shopify.uninstall(SHOP)
    await house.work()
    expect(await links()).toMatchObject([{ Status: 'Needs attention', Trouble: 'revoked-there' }])
    const sql = connectAsOwner(house.app.databaseUrl)
    expect(await sql`select 1 from link_secret union all select 1 from linked_account`).toHaveLength(0)
    await sql.end()
    expect((await house.linkShopify(owner, SHOP, back)).status).toBe(200)
    await house.work()
    expect((await links()).map(({ LocationId, Status }) => `${LocationId} ${Status}`).sort()).toEqual([`${front} Needs attention`, `${back} Linked`].sort())
  })
})

describe('what Shopify asks for people', () => {
  const trail = async (action: string) => (await house.room.audit(action)).map(({ subject, detail }) => [subject, detail])

  it('about a customer is answered: nothing of them is kept, and the trail says for which orders it was done', async () => {
    books.place([{ quantity: 1, unit: 4000 }], { at: at(2), customer: { id: 7 } })
    await link(front)
    const customer = { id: 7, email: 'ada@example.com', phone: '555-1234' }
    expect(await house.shopify.tell(SHOP, 'customers/data_request', { shop_domain: SHOP, customer, orders_requested: [1001] })).toEqual([200])
    expect(await house.shopify.tell(SHOP, 'customers/redact', { shop_domain: SHOP, customer, orders_to_redact: [1001, 1002] })).toEqual([200])
    await house.work()
    expect(await trail('shopify.data-asked')).toEqual([[SHOP, { Orders: '1001' }]])
    expect(await trail('shopify.customer-erased')).toEqual([[SHOP, { Orders: '1001, 1002' }]])
    expect(await house.shopify.tell(SHOP, 'customers/redact', { shop_domain: SHOP, customer, orders_to_redact: [1001, 1002] })).toEqual([200])
    await house.work()
    expect(await trail('shopify.customer-erased')).toHaveLength(1)
    const sql = connectAsOwner(house.app.databaseUrl)
    const rows =
      await sql`select row_to_json(w)::text as t from webhook_event w union all select detail::text from audit_event union all select payload::text from graphile_worker._private_jobs`
    await sql.end()
    expect(JSON.stringify(rows)).not.toMatch(/ada@|555-1234/)
  })
  it('about a shop that is gone is done: its name, its places and its orders that became no sale go, its sales stay', async () => {
    books.place([{ quantity: 1, unit: 4000 }], { at: at(2) })
    const waits = books.place([{ quantity: 1, unit: 700 }], { at: at(2), place: { id: 9, name: 'Market' } })
    await link(front)
    expect(await house.shopify.tell(SHOP, 'shop/redact', { shop_id: 1, shop_domain: SHOP })).toEqual([200])
    await house.work()
    expect(await orderStates(house)).toEqual({ '#1001': 'taken', [waits.name]: 'waiting' })
    await house.shopify.uninstall(SHOP)
    await house.work()
    expect(await house.shopify.tell(SHOP, 'shop/redact', { shop_id: 1, shop_domain: SHOP })).toEqual([200])
    await house.work()
    expect(await orderStates(house)).toEqual({ '#1001': 'taken' })
    expect(await places()).toEqual([])
    expect(await links()).toMatchObject([{ AccountName: null, Scopes: [] }])
    expect(await soldHere(house)).toEqual({ [`${front} ${daysAgo(2)}`]: 4000 })
    expect(await trail('shopify.shop-erased')).toHaveLength(1)
    expect(await house.shopify.tell(SHOP, 'shop/redact', { shop_id: 1, shop_domain: SHOP })).toEqual([200])
    await house.work()
    expect(await trail('shopify.shop-erased')).toHaveLength(1)
  })
  it('about a shop whose link needs attention erases nothing while the shop takes its token, and all once the shop refuses it', async () => {
    const waits = books.place([{ quantity: 1, unit: 700 }], { at: at(2), place: { id: 9, name: 'Market' } })
    await link(front)
    const sql = connectAsOwner(house.app.databaseUrl)
    await sql`update link set status = 'attention', last_error = 'refused', last_error_at = now()`
    const before = await places()
    const untouched = async () => {
      expect(await links()).toMatchObject([{ Status: 'Needs attention', AccountName: 'Harbour & Vine Online' }])
      expect([await places(), await orderStates(house)]).toEqual([before, { [waits.name]: 'waiting' }])
    }
    await untouched()
    // The request alone, before any reading mends the link; also with a token that these keys do not open.
    const erase = () => house.perform(shopifyCompliance.name, { Topic: 'shop/redact', Shop: SHOP, Orders: [] })
    await erase()
    await untouched()
    await sql`update link_secret set access_token = ${Buffer.from([0])} || access_token`
    await erase()
    await untouched()
    await sql`update link_secret set access_token = substring(access_token from 2)`
    await sql.end()
    expect(await house.shopify.tell(SHOP, 'shop/redact', { shop_id: 1, shop_domain: SHOP })).toEqual([200])
    await house.work()
    // The webhook also has the shop read, which mends the link.
    expect(await links()).toMatchObject([{ Status: 'Linked', AccountName: 'Harbour & Vine Online' }])
    expect([await places(), await orderStates(house)]).toEqual([before, { [waits.name]: 'waiting' }])
    expect(await trail('shopify.shop-erased')).toEqual([])
    const shop = house.shopify.shop(SHOP)
    shop.access.clear()
    shop.refresh.clear()
    expect(await house.shopify.tell(SHOP, 'shop/redact', { shop_id: 1, shop_domain: SHOP })).toEqual([200])
    await house.work()
    expect(await links()).toMatchObject([{ Status: 'Needs attention', Trouble: 'revoked-there', AccountName: null }])
    expect([await places(), await orderStates(house)]).toEqual([[], {}])
    expect(await trail('shopify.shop-erased')).toHaveLength(1)
  })
  it('is taken in the body of its own topic and shop alone: a body that was captured is none of another', async () => {
    await link(front)
    const customer = { id: 7 }
    const of = { shop_id: 1, shop_domain: SHOP }
    const captured: [string, object][] = [
      ['shop/redact', { id: 1001 }],
      ['shop/redact', { id: 1001, myshopify_domain: SHOP }],
      ['shop/redact', { shop_id: 1, shop_domain: 'another-shop.myshopify.com' }],
      ['shop/redact', { ...of, customer, orders_to_redact: [1001] }],
      ['customers/redact', of],
      ['customers/redact', { ...of, customer, orders_requested: [1001] }],
      ['customers/data_request', { ...of, customer, orders_to_redact: [1001] }],
      ['app/uninstalled', { id: 1, myshopify_domain: 'another-shop.myshopify.com' }],
      ['orders/delete', { ...of, customer, orders_to_redact: [1001] }],
    ]
    for (const [topic, body] of captured) {
      const sent = house.shopify.webhook(SHOP, topic, body)
      const { status } = await fetch(`${house.app.url}/api/webhooks/shopify`, { method: 'POST', ...sent })
      expect([topic, body, status]).toEqual([topic, body, 400])
    }
  })
})
