import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLocationKey } from '#platform/access/location-keys.ts'
import { BURGER, DeliverectHouse } from '#tests/deliverect-house.ts'
import { Visitor } from '#tests/visitor.ts'

let at: DeliverectHouse
let till: Visitor
let otherTill: Visitor

beforeAll(async () => {
  at = await DeliverectHouse.open('House with a Till')
  const atTill = async (locationId: number) => {
    const key = await createLocationKey(at.house.app.database.house, at.house.room.venueId, locationId, 'Till')
    return Object.assign(new Visitor(at.house.app.url, { plain: true }), { authorization: `Bearer ${key}` })
  }
  ;[till, otherTill] = [await atTill(at.front), await atTill(at.back)]
})
afterAll(() => at.close())
beforeEach(async () => {
  await at.afresh()
  await at.connect()
  await at.link(at.front, at.bar, true)
  await at.house.work()
})

const waiting = async (who = till) => (await who.call<{ Orders: Record<string, unknown>[] }>('GET', '/pos/v1/orders')).body.Orders
const answer = async (id: unknown, body: object, who = till) => {
  const answered = await who.call('POST', `/pos/v1/orders/${id}`, { body })
  await at.house.work()
  return answered
}
const sum = async () => Object.values(await at.totals()).reduce((all, one) => all + one, 0)
const told = () => at.fake.told.map(({ status, reason }) => [status, reason])
const listed = async () => (await at.overview()).Orders?.filter(({ Why }) => Why !== 'unknown-products')

describe('an order that goes to the till', () => {
  it('waits at the till of its location alone, with what is needed to make it, until that has taken it', async () => {
    const order = await at.ordered({
      items: [{ ...BURGER, quantity: 2, subItems: [{ plu: 'EXTRA', name: 'Cheese', price: 100, quantity: 1, productType: 2 }] }],
    })
    expect(await waiting(otherTill)).toEqual([])
    expect(await waiting()).toMatchObject([
      {
        OrderId: order.body._id,
        Channel: 'Uber Eats',
        OrderType: 'Delivery',
        Total: 3900,
        Test: false,
        Cancelled: false,
        Content: {
          Note: 'No onions',
          Customer: { Name: 'Jack Doe', Phone: '+31615887898' },
          Address: 'Quay Street 7 2000 Sydney',
          Items: [
            { Plu: 'BRGR', Quantity: 2, Price: 1850, Parent: null },
            { Plu: 'EXTRA', Quantity: 2, Price: 100, Parent: 0 },
          ],
        },
      },
    ])
    expect((await answer(order.body._id, { Taken: true }, otherTill)).status).toBe(404)
    for (let n = 0; n < 2; n += 1) expect((await answer(order.body._id, { Taken: true })).status).toBe(204)
    expect(await waiting()).toEqual([])
    expect(told()).toEqual([
      [20, undefined],
      [40, undefined],
    ])
    expect(await sum()).toBe(3900)
    const { venueId } = at.house.room
    const [kept] = await at.house.app.database.inVenue(
      venueId,
      (sql) => sql<{ content: unknown }[]>`select content from deliverect_order where venue_id = ${venueId}`,
    )
    expect(kept).toEqual({ content: null })
  })

  it('is taken back and reported where the till refuses it, with its reason', async () => {
    const order = await at.ordered()
    expect((await answer(order.body._id, { Refused: true, Reason: 'Sold out' })).status).toBe(204)
    expect(await sum()).toBe(0)
    expect(told()).toEqual([
      [20, undefined],
      [120, 'Sold out'],
    ])
    expect(await listed()).toMatchObject([{ Why: 'refused-by-till', Details: 'Sold out' }])
    expect(await answer(order.body._id, { Taken: true })).toMatchObject({ status: 409, body: { ResponseStatus: { ErrorCode: 'OrderAnswered' } } })
  })

  it('is not doubled by a sale of the till’s own: that one counts, and is missed where it does not come', async () => {
    const order = await at.ordered()
    const named = { Taken: true, TerminalId: 'T1', SaleId: 'R-77' }
    expect((await answer(order.body._id, named)).status).toBe(204)
    expect(await sum()).toBe(0)
    const { venueId } = at.house.room
    await at.house.app.database.inVenue(
      venueId,
      (sql) => sql`update deliverect_order set till_since = now() - interval '11 minutes' where venue_id = ${venueId}`,
    )
    expect(await listed()).toMatchObject([{ Why: 'till-sale-missing' }])
    const sale = {
      SaleId: 'R-77',
      TerminalId: 'T1',
      ClosedAt: new Date().toISOString(),
      OrderType: 'Delivery',
      Lines: [{ Plu: 'BRGR', Name: 'Burger', Quantity: '1', Gross: 1850, Net: 1850 }],
      Tenders: [{ Method: 'Online', Amount: 1850 }],
      Totals: { Total: 1850 },
    }
    expect(await till.call('POST', '/pos/v1/sales', { body: { BatchId: randomUUID(), Sales: [sale] } })).toMatchObject({ body: { Accepted: 1 } })
    expect(await sum()).toBe(1850)
    expect(await listed()).toEqual([])
    // The order comes again: still it is one.
    await at.fake.send(order, 90)
    await at.house.work()
    expect(await sum()).toBe(1850)
  })

  it('that is cancelled says so to the till until it answers', async () => {
    const order = await at.ordered()
    await answer(order.body._id, { Taken: true })
    at.fake.cancel(order)
    await at.fake.send(order)
    await at.house.work()
    expect(await waiting()).toMatchObject([{ OrderId: order.body._id, Cancelled: true }])
    expect(await sum()).toBe(0)
    await answer(order.body._id, { Taken: true })
    expect(await waiting()).toEqual([])
    expect(told().map(([status]) => status)).toEqual([20, 40, 110])
  })

  it('is marked after ten minutes, and what it tells of people is forgotten after two days', async () => {
    await at.ordered()
    expect(await listed()).toMatchObject([{ Why: 'at-till', Late: false }])
    const { venueId } = at.house.room
    const ago = (time: string) =>
      at.house.app.database.inVenue(venueId, (sql) => sql`update deliverect_order set till_since = now() - ${time}::interval where venue_id = ${venueId}`)
    await ago('11 minutes')
    expect(await listed()).toMatchObject([{ Why: 'at-till', Late: true }])
    await ago('49 hours')
    await at.house.perform('links.deliverect-nightly')
    expect(await waiting()).toMatchObject([{ Content: null }])
  })

  it('is not there for a location whose orders do not go to the till', async () => {
    await at.link(at.front, at.bar, false)
    await at.ordered()
    expect(await waiting()).toEqual([])
    expect(await sum()).toBe(1850)
  })

  it('of a test is handed on as one', async () => {
    await at.ordered({ items: [BURGER], testOrder: true })
    expect(await waiting()).toMatchObject([{ Test: true }])
    expect(await sum()).toBe(0)
  })
})

it.each([
  {},
  { Taken: false },
  { Taken: true, Refused: true, Reason: 'x' },
  { Refused: true },
  { Refused: true, Reason: '' },
  { Taken: true, SaleId: 'x' },
  { Taken: true, TerminalId: 'x' },
  { Taken: true, Unknown: 1 },
  { Taken: 'yes' },
])('an answer of %j is refused, and nothing is done', async (body) => {
  const order = await at.ordered()
  expect((await answer(order.body._id, body)).status).toBe(400)
  expect(await waiting()).toHaveLength(1)
})
