import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { STATUS } from '#features/ledger/card-status.rules.ts'
import { addCard, knownCards, writeHolder } from '#features/ledger/cards.sql.ts'
import { VenueScope } from '#platform/access/venue-scope.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { LinkHouse } from '#tests/link-house.ts'
import { freshShop, orderStates, SHOP } from '#tests/shopify-house.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { ShopBooks } from './shopify-books.fake.ts'

let house: LinkHouse
let owner: Visitor
let front: number
let books: ShopBooks
let cards = 0

beforeAll(async () => {
  house = await LinkHouse.open('House of Cards')
  ;[front = 0] = house.room.locationIds
  owner = await house.room.at('card-keeper', ['can_linkshopify'])
})
afterAll(() => house.close())
beforeEach(async () => {
  books = await freshShop(house)
  const sql = connectAsOwner(house.app.databaseUrl)
  await sql`update loyalty_card set email = null, email_key = null, phone = null, phone_reversed = null`
  await sql.end()
})

/** A member's card of its own number, with whose it is. */
const card = async (holder: { email?: string; phone?: string; status?: number }): Promise<string> => {
  cards += 1
  const number = `ONLINE-${cards}`
  await house.app.database.inVenue(house.room.venueId, async (sql) => {
    const venue = await VenueScope.forJob(sql, house.room.venueId, new Date())
    await addCard(venue, number, '2026-01-01')
    const [made] = await knownCards(venue, [number.toLowerCase()])
    const { email = null, phone = null, status = STATUS.active } = holder
    await writeHolder(venue, made?.cardId ?? '', { name: 'Ada', email, phone, tier: null }, status)
  })
  return number
}
const at = () => new Date(Date.now() - 2 * 86_400_000)
const buys = (customer: { id: number; email?: string; phone?: string } | undefined, more: object = {}) =>
  books.place([{ quantity: 1, unit: 4000 }], { at: at(), ...(customer ? { customer } : {}), ...more })
const link = async () => {
  expect((await house.linkShopify(owner, SHOP, front)).status).toBe(200)
  await house.work()
}
const again = async () => {
  await owner.call('POST', '/oauth/check', { body: { Provider: 'Shopify', LocationId: front } })
  await house.work()
}
/** The card that the newest version of a sale carries. */
const cardOn = async (receipt: number | string): Promise<string | null | undefined> => {
  const sql = connectAsOwner(house.app.databaseUrl)
  const [sale] = await sql<{ card: string | null }[]>`
    select card_number as card from sale where receipt = ${String(receipt)} and counter_of is null order by revision desc limit 1`
  await sql.end()
  return sale?.card
}

describe('the sale of an order', () => {
  it("carries the card of its customer, found by e-mail or by phone as people of the venue's country write it, and so do its refunds", async () => {
    const byMail = await card({ email: 'Ada@Example.com' })
    const byPhone = await card({ phone: '0412 345 678' })
    const first = buys({ id: 1, email: 'ada@example.com' })
    const refund = books.refund(first.id, { amount: 500 })
    const second = buys({ id: 2, email: 'nobody@example.com', phone: '+61412345678' })
    const guest = buys(undefined)
    const foreign = buys({ id: 3, phone: '+81412345678' })
    await link()
    expect(await Promise.all([first.id, `${first.id}-${refund.id}`, second.id, guest.id, foreign.id].map(cardOn))).toEqual([
      byMail,
      byMail,
      byPhone,
      null,
      null,
    ])
  })
  it('carries none where two cards fit, or the one that fits is blocked', async () => {
    await card({ email: 'pair@example.com' })
    await card({ email: 'pair@example.com' })
    await card({ email: 'one@example.com' })
    await card({ phone: '+61400000001' })
    await card({ email: 'lost@example.com', status: STATUS.blocked })
    const orders = [
      buys({ id: 1, email: 'pair@example.com' }),
      buys({ id: 2, email: 'one@example.com', phone: '+61400000001' }),
      buys({ id: 3, email: 'lost@example.com' }),
    ]
    await link()
    expect(await Promise.all(orders.map(({ id }) => cardOn(id)))).toEqual([null, null, null])
    expect(Object.values(await orderStates(house))).toEqual(['taken', 'taken', 'taken'])
  })
  it("keeps the card it has when the member's address changes, and the customer's next order finds it again", async () => {
    const known = await card({ email: 'ada@example.com' })
    const first = buys({ id: 1, email: 'ada@example.com' })
    await link()
    await card({ email: 'ada@example.com' })
    books.edit(first.id, { add: [{ quantity: 1, unit: 100 }] })
    const next = buys({ id: 1, email: 'ada.new@example.com' })
    await again()
    expect([await cardOn(first.id), await cardOn(next.id)]).toEqual([known, known])
  })
  it('carries none where the shop, or Shopify, does not show customers, and is counted all the same', async () => {
    await card({ email: 'ada@example.com' })
    const order = buys({ id: 1, email: 'ada@example.com' })
    house.shopify.shop(SHOP).withheld.add('read_customers')
    await link()
    expect(await cardOn(order.id)).toBe(null)
    house.shopify.shop(SHOP).granted.push('read_customers')
    house.shopify.isUnapproved = true
    const later = buys({ id: 1, email: 'ada@example.com' })
    await again()
    expect(await cardOn(later.id)).toBe(null)
    expect(Object.values(await orderStates(house))).toEqual(['taken', 'taken'])
  })
})

describe('a customer who is forgotten', () => {
  it('is known no more: their number goes, and the card of orders that are no sales; a sale keeps its card when it is told anew', async () => {
    const known = await card({ email: 'ada@example.com' })
    const sold = buys({ id: 7, email: 'ada@example.com' })
    const waits = buys({ id: 7, email: 'ada@example.com' }, { place: { id: 9, name: 'Market' } })
    await link()
    const customer = { id: 7, email: 'ada@example.com', phone: null }
    expect(await house.shopify.tell(SHOP, 'customers/redact', { shop_domain: SHOP, customer, orders_to_redact: [sold.id] })).toEqual([200])
    await house.work()
    const sql = connectAsOwner(house.app.databaseUrl)
    const rows = await sql`select order_id as id, card, customer_id as customer from online_order order by order_id`
    const kept = JSON.stringify(
      await sql`select row_to_json(o)::text as t from online_order o union all select payload::text from graphile_worker._private_jobs`,
    )
    await sql.end()
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { id: String(sold.id), card: known, customer: null },
      { id: String(waits.id), card: null, customer: null },
    ])
    expect(kept).not.toMatch(/ada@/)
    for (const order of [sold, waits]) order.customer = null
    books.edit(sold.id, { add: [{ quantity: 1, unit: 100 }] })
    await again()
    expect(await cardOn(sold.id)).toBe(known)
  })
})
