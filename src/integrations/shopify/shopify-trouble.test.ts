import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LinkHouse } from '#tests/link-house.ts'
import { freshShop, orderStates, SHOP, soldHere } from '#tests/shopify-house.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { ShopBooks } from './shopify-books.fake.ts'

let house: LinkHouse
let owner: Visitor
let front: number
let books: ShopBooks

beforeAll(async () => {
  house = await LinkHouse.open('House of Trouble')
  ;[front = 0] = house.room.locationIds
  owner = await house.room.at('troubled', ['can_linkshopify'])
})
afterAll(() => house.close())
beforeEach(async () => {
  books = await freshShop(house)
})

const daysAgo = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
const at = (back: number) => new Date(`${daysAgo(back)}T02:00:00Z`)
const links = async () => (await owner.call<{ Links: Record<string, unknown>[] }>('GET', `/venue/${house.room.venueId}/shopifytokens`)).body.Links
const link = async (place?: number) => {
  expect((await house.linkShopify(owner, SHOP, place)).status).toBe(200)
  await house.work()
}
const again = async () => {
  await owner.call('POST', '/oauth/check', { body: { Provider: 'Shopify', LocationId: front } })
  await house.work()
}

describe('an order that is cancelled', () => {
  const map = async (LocationId: number | null) => {
    const body = { Provider: 'Shopify', Places: [{ AccountId: SHOP, PlaceId: 'online', LocationId }] }
    expect((await owner.call('POST', `/venue/${house.room.venueId}/onlineplaces`, { body })).status).toBe(200)
    await house.work()
  }
  it('while its place is mapped no more is void where it was counted', async () => {
    const { id } = books.place([{ quantity: 1, unit: 4000 }], { at: at(2) })
    await link(front)
    await map(null)
    books.cancel(id)
    await again()
    expect(await soldHere(house)).toEqual({})
    expect(Object.values(await orderStates(house))).toEqual(['taken'])
  })
  it('before it could be counted waits for nobody', async () => {
    books.currency = 'JPY'
    const other = books.place([{ quantity: 1, unit: 3200 }], { at: at(2) })
    const waiting = books.place([{ quantity: 1, unit: 100 }], { at: at(2), place: { id: 9, name: 'Market' } })
    await link(front)
    expect(await orderStates(house)).toEqual({ [other.name]: 'refused OtherCurrency', [waiting.name]: 'waiting' })
    for (const { id } of [other, waiting]) books.cancel(id)
    await again()
    expect(await orderStates(house)).toEqual({ [other.name]: 'taken', [waiting.name]: 'taken' })
  })
})
