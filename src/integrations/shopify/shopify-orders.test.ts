import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OnlinePlace, OpenOrder } from '#integrations/online-orders/online-orders.contract.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { LinkHouse } from '#tests/link-house.ts'
import { freshShop, orderStates, SHOP, soldHere } from '#tests/shopify-house.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { ShopBooks } from './shopify-books.fake.ts'

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
})
