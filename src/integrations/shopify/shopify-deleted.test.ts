import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectAsOwner } from '#platform/database/database.ts'
import { LinkHouse } from '#tests/link-house.ts'
import { freshShop, orderStates, SHOP, soldHere } from '#tests/shopify-house.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { ShopBooks } from './shopify-books.fake.ts'

let house: LinkHouse
let owner: Visitor
let front: number
let books: ShopBooks

beforeAll(async () => {
  house = await LinkHouse.open('House of Deletions')
  ;[front = 0] = house.room.locationIds
  owner = await house.room.at('remover', ['can_linkshopify'])
})
afterAll(() => house.close())
beforeEach(async () => {
  books = await freshShop(house)
})

const daysAgo = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
const at = (back: number) => new Date(`${daysAgo(back)}T02:00:00Z`)
const link = async () => {
  expect((await house.linkShopify(owner, SHOP, front)).status).toBe(200)
  await house.work()
}
const again = async () => {
  await owner.call('POST', '/oauth/check', { body: { Provider: 'Shopify', LocationId: front } })
  await house.work()
}
const trail = async () => (await house.room.audit('online.deleted')).map(({ subject, detail }) => [subject, detail])
const aDayLater = async () => {
  const sql = connectAsOwner(house.app.databaseUrl)
  await sql`update link set meta = meta || ${sql.json({ LookedForDeleted: new Date(Date.now() - 86_400_000).toISOString() })}`
  await sql.end()
}
const sales = async () => {
  const sql = connectAsOwner(house.app.databaseUrl)
  const [row] = await sql<{ n: number }[]>`select count(*)::int as n from sale where venue_id = ${house.room.venueId}`
  await sql.end()
  return row?.n
}

describe('an order that is deleted at Shopify', () => {
  it('is void with its refunds once the shop tells so, and the trail says why; told again, nothing more happens', async () => {
    const kept = books.place([{ quantity: 1, unit: 500 }], { at: at(1) })
    const gone = books.place([{ quantity: 1, unit: 4000 }], { at: at(3) })
    books.refund(gone.id, { at: at(2), amount: 700 })
    await link()
    books.delete(gone.id)
    expect(await house.shopify.tell(SHOP, 'orders/delete', { id: gone.id })).toEqual([200])
    await house.work()
    expect(await soldHere(house)).toEqual({ [`${front} ${daysAgo(1)}`]: 500 })
    expect(await trail()).toEqual([['Shopify', { Orders: gone.name, Place: 'Online store' }]])
    const stored = await sales()
    expect(await house.shopify.tell(SHOP, 'orders/delete', { id: gone.id })).toEqual([200])
    await house.work()
    expect([await sales(), (await trail()).length]).toEqual([stored, 1])
    expect(await orderStates(house)).toEqual({ [gone.name]: 'taken', [kept.name]: 'taken' })
  })
  it('that waited for a location waits no more', async () => {
    const gone = books.place([{ quantity: 1, unit: 4000 }], { at: at(3), place: { id: 9, name: 'Market' } })
    await link()
    expect(await orderStates(house)).toEqual({ [gone.name]: 'waiting' })
    books.delete(gone.id)
    await house.shopify.tell(SHOP, 'orders/delete', { id: gone.id })
    await house.work()
    expect(await orderStates(house)).toEqual({ [gone.name]: 'taken' })
  })
  it('is not believed to be while the shop still has it, and one that was never met changes nothing', async () => {
    const { id } = books.place([{ quantity: 1, unit: 4000 }], { at: at(3) })
    await link()
    for (const one of [id, 999_999]) await house.shopify.tell(SHOP, 'orders/delete', { id: one })
    await house.work()
    expect(await soldHere(house)).toEqual({ [`${front} ${daysAgo(3)}`]: 4000 })
    expect(Object.keys(await orderStates(house))).toHaveLength(1)
  })
  it('is found though nobody told, once a day; one that is too old to be seen stays', async () => {
    const old = books.place([{ quantity: 1, unit: 900 }], { at: at(57) })
    const gone = books.place([{ quantity: 1, unit: 4000 }], { at: at(3) })
    const last = books.place([{ quantity: 1, unit: 500 }], { at: at(1) })
    await link()
    old.createdAt = at(61).toISOString()
    books.delete(gone.id)
    await again()
    expect(await soldHere(house)).toEqual({ [`${front} ${daysAgo(57)}`]: 900, [`${front} ${daysAgo(1)}`]: 500 })
    books.delete(last.id)
    await again()
    expect(await soldHere(house)).toMatchObject({ [`${front} ${daysAgo(1)}`]: 500 })
    await aDayLater()
    await again()
    expect(await soldHere(house)).toEqual({ [`${front} ${daysAgo(57)}`]: 900 })
    expect(await trail()).toHaveLength(2)
  })
})
