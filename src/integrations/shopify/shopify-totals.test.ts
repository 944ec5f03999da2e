import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectAsOwner } from '#platform/database/database.ts'
import { LinkHouse } from '#tests/link-house.ts'
import { freshShop, orderStates, SHOP, soldHere, taxHere } from '#tests/shopify-house.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { ShopBooks } from './shopify-books.fake.ts'

let house: LinkHouse
let owner: Visitor
let front: number
let back: number

beforeAll(async () => {
  house = await LinkHouse.open('House of Totals')
  ;[front = 0, back = 0] = house.room.locationIds
  owner = await house.room.at('totaller', ['can_linkshopify'])
})
afterAll(() => house.close())

const MARKET = { id: 71, name: 'Market' }
const DAY_MS = 86_400_000

/** One thing that happens: at the shop, or between it and us. */
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('place' as const), n: fc.nat(4), unit: fc.integer({ min: 1, max: 99_999 }), day: fc.nat(20), more: fc.nat(63) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('edit' as const), at: fc.nat(), unit: fc.integer({ min: 1, max: 5000 }), takesOut: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('refund' as const), at: fc.nat(), day: fc.nat(10), amount: fc.integer({ min: 1, max: 3000 }), how: fc.nat(3) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), at: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), at: fc.nat() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('hook' as const),
      at: fc.nat(),
      times: fc.integer({ min: 1, max: 3 }),
      topic: fc.constantFrom('orders/create', 'orders/updated', 'orders/cancelled'),
    }),
  },
  fc.record({ do: fc.constant('work' as const) }),
  fc.record({ do: fc.constant('walk' as const) }),
  fc.record({ do: fc.constant('anew' as const) }),
  fc.record({ do: fc.constant('break' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const live = (books: ShopBooks) => [...books.orders.values()].filter(({ cancelledAt }) => cancelledAt === null)
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS - 6 * 3_600_000)

const happens = async (books: ShopBooks, given: Step): Promise<void> => {
  if (given.do === 'place') {
    const { n, unit, day, more } = given
    const has = (bit: number) => (more & bit) !== 0
    const items = Array.from({ length: n + 1 }, (_, i) => ({
      quantity: 1 + ((i + n) % 3),
      unit: unit + i,
      ...(has(1) ? { discount: Math.min(unit, 37) } : {}),
      ...(has(2) && i === 1 ? { isGiftCard: true } : {}),
      taxRate: i % 2 === 0 ? 1000 : 0,
    }))
    books.place(items, {
      at: daysAgo(day),
      ...(has(4) ? { place: MARKET } : { shipping: 700 }),
      ...(has(8) ? { tip: 99 } : {}),
      ...(has(16) ? { extra: 13 } : {}),
      ...(has(32) ? { giftCard: unit } : {}),
      test: more === 63,
    })
    return
  }
  if (given.do === 'work') return void (await house.work({ evenLater: true }))
  if (given.do === 'walk') return walk()
  if (given.do === 'anew') return anew()
  if (given.do === 'break') return house.shopify.standIn.failNext({ route: `/${SHOP}/admin/api`, dropConnection: true })
  const orders = live(books)
  const order = orders[given.at % Math.max(orders.length, 1)]
  if (!order) return
  const first = order.lines.findIndex((line) => line.quantity - line.removed - line.refunded > 0)
  if (given.do === 'hook') return void (await house.shopify.tell(SHOP, given.topic, { id: order.id }, { times: given.times }))
  if (given.do === 'cancel') return books.cancel(order.id)
  if (given.do === 'delete') {
    books.delete(order.id)
    return void (await house.shopify.tell(SHOP, 'orders/delete', { id: order.id }))
  }
  if (given.do === 'edit')
    return books.edit(order.id, {
      ...(given.takesOut && first >= 0 ? { remove: [{ line: first, quantity: 1 }] } : {}),
      add: [{ quantity: 1, unit: given.unit }],
    })
  const worth = books.currentOf(order)
  if (worth <= 0) return
  const at = daysAgo(given.day)
  if (given.how < 2 && first >= 0) {
    const lines = [{ line: first, quantity: 1 }]
    const paid = books.partOf(order.lines[first] as never, 1).paid
    // Sometimes less comes back than the goods were, and sometimes goods come back for nothing.
    if (paid <= worth) books.refund(order.id, { at, lines, ...(given.how === 1 ? { amount: Math.min(given.amount, paid) } : {}) })
    return
  }
  books.refund(order.id, { at, amount: Math.min(given.amount, worth) })
}

const walk = async () => {
  await owner.call('POST', '/oauth/check', { body: { Provider: 'Shopify' } })
  await house.work({ evenLater: true })
}
const anew = async () => {
  const sql = connectAsOwner(house.app.databaseUrl)
  await sql`delete from link_sync`
  await sql.end()
  await walk()
}

/** What the shop says it sold, by location and trading day on Sydney's clock from four in the morning. */
const soldThere = (books: ShopBooks): Record<string, number> => {
  const sums = new Map<string, number>()
  for (const { place, at, amount } of books.moved()) {
    const key = `${place === MARKET.name ? back : front} ${new Intl.DateTimeFormat('sv-SE', { timeZone: 'Australia/Sydney' }).format(Date.parse(at) - dayStartMs)}`
    sums.set(key, (sums.get(key) ?? 0) + amount)
  }
  return Object.fromEntries([...sums].filter(([, amount]) => amount !== 0).sort())
}
let dayStartMs = 0

/** The tax that is left by the shop's books. */
const taxThere = (books: ShopBooks): number =>
  live(books)
    .filter(({ test }) => !test)
    .reduce((sum, order) => sum + books.currentSumsOf(order).tax, 0)

it.each([
  ['AUD', true],
  ['AUD', false],
  ['JPY', true],
  ['KWD', false],
] as const)(
  'whatever order and repetition things are told in, what was taken in is what the shop sold: %s, tax included: %s',
  async (currency, taxesIncluded) => {
    await house.app.database.inVenue(house.room.venueId, async (sql) => {
      await sql`update location set currency = ${currency} where venue_id = ${house.room.venueId}`
      const [row] = await sql<
        { start: string }[]
      >`select extract(epoch from day_start::time)::int::text as start from location where venue_id = ${house.room.venueId} limit 1`
      dayStartMs = Number(row?.start ?? 0) * 1000
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const books = await freshShop(house, { currency, taxesIncluded })
        await house.linkShopify(owner, SHOP)
        const places = [
          ['online', front],
          ['71', back],
        ] as const
        // The places are mapped once they are met, some of their orders waiting by then.
        books.place([{ quantity: 1, unit: 1 }], { place: MARKET, test: true })
        await house.work()
        const Places = places.map(([PlaceId, LocationId]) => ({ AccountId: SHOP, PlaceId, LocationId }))
        expect((await owner.call('POST', `/venue/${house.room.venueId}/onlineplaces`, { body: { Provider: 'Shopify', Places } })).status).toBe(200)
        for (const given of steps) await happens(books, given)
        house.shopify.standIn.forgetFailures()
        await house.work({ evenLater: true })
        await walk()
        expect(await soldHere(house)).toEqual(soldThere(books))
        expect(await taxHere(house)).toBe(taxThere(books))
        expect(new Set(Object.values(await orderStates(house)))).not.toContain('waiting')
      }),
      { numRuns: 12, endOnFailure: true },
    )
  },
)
