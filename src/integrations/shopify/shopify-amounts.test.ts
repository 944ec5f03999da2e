import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LinkHouse } from '#tests/link-house.ts'
import { freshShop, SHOP, saleShown } from '#tests/shopify-house.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { ShopBooks } from './shopify-books.fake.ts'

let house: LinkHouse
let owner: Visitor
let front: number
let books: ShopBooks

beforeAll(async () => {
  house = await LinkHouse.open('House of Amounts')
  ;[front = 0] = house.room.locationIds
  owner = await house.room.at('accountant', ['can_linkshopify'])
})
afterAll(() => house.close())
beforeEach(async () => {
  books = await freshShop(house)
})

const at = () => new Date(Date.now() - 2 * 86_400_000)
const link = async () => {
  expect((await house.linkShopify(owner, SHOP, front)).status).toBe(200)
  await house.work()
}
const shown = (id: number) => saleShown(house, String(id))

describe('a line that an edit took units out of', () => {
  it('has discount and GST of the units that were left, though Shopify tells both of all that were ordered', async () => {
    const { id } = books.place([{ quantity: 4, unit: 2500, discount: 1000 }], { at: at() })
    books.edit(id, { remove: [{ line: 0, quantity: 3 }] })
    await link()
    expect(await shown(id)).toMatchObject({
      gross: 2500,
      discount: 250,
      amount: 2250,
      tax: 204,
      total: 2250,
      lines: [{ gross: 2500, discount: 250, amount: 2250, tax: 204, units: 1 }],
    })
  })
  it('comes to what Shopify says to the cent, however it rounded what went, with tax included and on top', async () => {
    for (const taxesIncluded of [true, false]) {
      books = await freshShop(house, { taxesIncluded })
      const orders = [7, 13, 19].map((discount) => {
        const { id } = books.place(
          [
            { quantity: 7, unit: 333, discount },
            { quantity: 5, unit: 101, taxRate: 0 },
          ],
          { at: at(), shipping: 990 },
        )
        for (let n = 0; n < 5; n += 1) books.edit(id, { remove: [{ line: 0, quantity: 1 }] })
        books.edit(id, { remove: [{ line: 1, quantity: 2 }] })
        return id
      })
      await link()
      for (const id of orders) {
        const order = books.orders.get(id) as Parameters<ShopBooks['totalOf']>[0]
        const { subtotal, tax } = books.currentSumsOf(order)
        const sale = await shown(id)
        expect(sale).toMatchObject({ tax, total: books.currentOf(order) })
        // Two lines and shipping, and none for a rest.
        expect(sale.lines).toHaveLength(3)
        expect(sale).toMatchObject({ amount: subtotal + 990 + (taxesIncluded ? 0 : tax) })
      }
    }
  })
  it('keeps what was given back for money among what was sold, and the refund takes it off', async () => {
    const { id } = books.place([{ quantity: 4, unit: 2500, discount: 1000 }], { at: at() })
    books.edit(id, { remove: [{ line: 0, quantity: 1 }] })
    const refund = books.refund(id, { lines: [{ line: 0, quantity: 1 }] })
    await link()
    expect(await shown(id)).toMatchObject({ gross: 7500, discount: 750, tax: 613, total: 6750 })
    expect(await saleShown(house, `${id}-${refund.id}`)).toMatchObject({ tax: -205, total: -2250 })
  })
})

describe('what was paid', () => {
  it('in cash is what stayed in the drawer: change is taken off what was handed over, and nothing stands on account', async () => {
    const { id } = books.place([{ quantity: 1, unit: 4235 }], { at: at(), gateway: 'cash', change: 765 })
    await link()
    expect(await shown(id)).toMatchObject({ total: 4235, paid: [{ name: 'Cash', tendered: 5000, change: 765, net: 4235 }] })
  })
  it('by store credit is a means of its own, settled like a gift card, and so is what is given back as store credit', async () => {
    const { id } = books.place([{ quantity: 1, unit: 4000 }], { at: at(), gateway: 'shopify_store_credit', giftCard: 1000 })
    const refund = books.refund(id, { amount: 500, gateway: 'shopify_store_credit' })
    await link()
    expect((await shown(id)).paid).toMatchObject([
      { name: 'GiftCard', method: 'GiftCard', net: 1000 },
      { name: 'Store credit', method: 'GiftCard', net: 3000 },
    ])
    expect((await saleShown(house, `${id}-${refund.id}`)).paid).toMatchObject([{ name: 'Store credit', method: 'GiftCard', net: -500 }])
  })
})
