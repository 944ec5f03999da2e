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
const whole = async () => Object.values(await soldHere(house)).reduce((a, b) => a + b, 0)
const wholeThere = () => books.moved().reduce((sum, { amount }) => sum + amount, 0)

describe('one order that cannot be read', () => {
  const nonsense = (name: string) => (node: Record<string, unknown>) =>
    node.name === name ? { id: node.id, name: node.name, updatedAt: node.updatedAt, nonsense: true } : node

  it('is listed when a webhook tells of it, and the others that were told are taken in', async () => {
    await link(front)
    const odd = books.place([{ quantity: 1, unit: 4000 }], { at: at(1) })
    const fine = books.place([{ quantity: 1, unit: 500 }], { at: at(1) })
    house.shopify.spoil = nonsense(odd.name)
    for (const { id } of [odd, fine]) await house.shopify.tell(SHOP, 'orders/create', { id })
    await house.work()
    expect(await orderStates(house)).toEqual({ [odd.name]: 'refused Unreadable', [fine.name]: 'taken' })
    expect(await links()).toMatchObject([{ Trouble: null }])
  })
  it('because of a refund in it is listed, and keeps no other out', async () => {
    const odd = books.place([{ quantity: 1, unit: 4000 }], { at: at(2) })
    books.refund(odd.id, { at: at(1), amount: 100 })
    const fine = books.place([{ quantity: 1, unit: 500 }], { at: at(1) })
    house.shopify.spoilRefund = (node) => ({ ...node, totalRefundedSet: null })
    await link(front)
    expect(await orderStates(house)).toEqual({ [odd.name]: 'refused Unreadable', [fine.name]: 'taken' })
    expect(await links()).toMatchObject([{ Trouble: null }])
  })
})

describe('a first catch-up', () => {
  it('that takes longer than the token is good for renews it, and nobody is called', async () => {
    for (let n = 0; n < 60; n += 1) books.place([{ quantity: 1, unit: 100 + n }], { at: at(1 + (n % 20)) })
    let met = 0
    house.shopify.spoil = (node) => {
      met += 1
      if (met === 20) house.shopify.standIn.moveClock(3700)
      return node
    }
    await link(front)
    expect(await links()).toMatchObject([{ Status: 'Linked', Trouble: null }])
    expect(await whole()).toBe(wholeThere())
  })
  it('during which the app is uninstalled ends, and needs somebody', async () => {
    for (let n = 0; n < 60; n += 1) books.place([{ quantity: 1, unit: 100 + n }], { at: at(1 + (n % 20)) })
    let met = 0
    let told: Promise<void> | undefined
    house.shopify.spoil = (node) => {
      met += 1
      if (met === 20) told = house.shopify.uninstall(SHOP)
      return node
    }
    await link(front)
    await told
    await house.work({ evenLater: true })
    expect(await links()).toMatchObject([{ Status: 'Needs attention', Trouble: 'revoked-there' }])
    expect((await house.linkShopify(owner, SHOP, front)).status).toBe(200)
    house.shopify.spoil = undefined
    await house.work()
    expect(await whole()).toBe(wholeThere())
  })
  it('that breaks off after an order changed while it was read leaves none out', async () => {
    const old = Date.now() - 500_000_000
    const orders = Array.from({ length: 450 }, (_, n) =>
      books.place(
        Array.from({ length: 5 }, () => ({ quantity: 1, unit: 100 + n })),
        { at: at(1 + (n % 50)), changed: new Date(old + n * 7000) },
      ),
    )
    let met = 0
    house.shopify.spoil = (node) => {
      met += 1
      // The last one of those that are stored together changes between the page and its further lines; later the connection breaks off.
      if (met === 210) books.edit(Number(/(\d+)$/.exec(String(node.id))?.[1]), { add: [{ quantity: 1, unit: 700 }] })
      if (met === 300) house.shopify.standIn.failNext({ route: `/${SHOP}/admin/api`, dropConnection: true })
      return node
    }
    await link(front)
    expect(await links()).toMatchObject([{ Trouble: 'silent' }])
    await house.work({ evenLater: true })
    expect(Object.keys(await orderStates(house))).toHaveLength(orders.length)
    expect(await whole()).toBe(wholeThere())
  })
})

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
