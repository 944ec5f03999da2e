import type { ShopifyFake } from './shopify.fake.ts'
import type { FakeItem } from './shopify-books.fake.ts'

const DAY_MS = 86_400_000
const SHELF: readonly FakeItem[] = [
  { name: 'Pinot noir, case of six', sku: 'WEB-PINOT6', quantity: 1, unit: 16_800 },
  { name: 'Tasting box', sku: 'WEB-TASTE', quantity: 1, unit: 8900 },
  { name: 'House tonic, 4 bottles', sku: 'WEB-TONIC4', quantity: 1, unit: 1800 },
  { name: 'Tea towel', sku: null, quantity: 1, unit: 2400 },
  { name: 'Gift card', sku: null, quantity: 1, unit: 5000, isGiftCard: true },
]

/** A shop to link at once: two months of orders at its online store and at a tasting room, some edited, given back or cancelled, and a test. */
export const fillSampleShop = (shopify: ShopifyFake, now: Date): void => {
  const shop = shopify.shop('harbour-vine.myshopify.com', { name: 'Harbour & Vine Online' })
  shop.plan = { most: 2000, restore: 100 }
  const { books } = shop
  for (let day = 55; day >= 0; day -= 1)
    for (let n = 0; n < 1 + ((day * 7) % 4); n += 1) {
      const at = new Date(now.getTime() - day * DAY_MS - (n * 97 + 30) * 60_000)
      const items = SHELF.filter((_, i) => (day + n * 3 + i) % 3 === 0).map((item, i) => ({ ...item, quantity: 1 + ((day + i) % 2) }))
      const room = (day + n) % 5 === 0 ? { place: { id: 71, name: 'Cellar Door' } } : { shipping: 990 }
      const order = books.place(items.length > 0 ? items : [SHELF[1] as FakeItem], {
        at,
        ...room,
        ...((day + n) % 9 === 0 ? { codes: ['VINTAGE10'] } : {}),
        test: day === 12 && n === 0,
      })
      if ((day + n) % 13 === 0) books.refund(order.id, { at: new Date(Math.min(at.getTime() + 2 * DAY_MS, now.getTime())), lines: [{ line: 0, quantity: 1 }] })
      if ((day + n) % 17 === 0) books.refund(order.id, { at: new Date(Math.min(at.getTime() + DAY_MS, now.getTime())), amount: 500 })
      if ((day + n) % 19 === 0) books.edit(order.id, { add: [{ name: 'Gift wrap', sku: 'WEB-WRAP', quantity: 1, unit: 600 }] })
      if (day === 8 && n === 0) books.cancel(order.id)
    }
}
