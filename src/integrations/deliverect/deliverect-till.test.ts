import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLocationKey } from '#platform/access/location-keys.ts'
import { BURGER, DeliverectHouse } from '#tests/deliverect-house.ts'
import { adminAt } from '#tests/staff-room.ts'
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

  it('is told on as the till works on it, step by step, never back, and never again once it was taken back', async () => {
    const order = await at.ordered()
    for (const Status of ['Preparing', 'Preparing', 'Ready', 'Prepared', 'Finished', 'Ready'])
      expect([Status, (await answer(order.body._id, { Status })).status]).toEqual([Status, 204])
    expect(told().map(([status]) => status)).toEqual([20, 40, 50, 70, 90])
    expect(await waiting()).toEqual([])
    at.fake.told.length = 0
    // Finished, and cancelled by its channel all the same: the sale goes, and nobody waits for an answer.
    await at.fake.send(order, 100)
    await at.house.work()
    expect([await sum(), told()]).toEqual([0, []])
    expect((await answer(order.body._id, { Status: 'Finished' })).status).toBe(204)
    const refused = await at.ordered()
    await answer(refused.body._id, { Refused: true, Reason: 'Sold out' })
    expect(await answer(refused.body._id, { Status: 'Preparing' })).toMatchObject({ status: 409, body: { ResponseStatus: { ErrorCode: 'OrderAnswered' } } })
    expect(told().map(([status]) => status)).toEqual([20, 120])
  })

  it('is told on in its order where Deliverect was away while the till worked', async () => {
    const order = await at.ordered()
    for (let n = 0; n < 2; n += 1) at.fake.standIn.failNext({ route: '/orderStatus', status: 503 })
    for (const Status of ['Preparing', 'Ready', 'Finished']) await till.call('POST', `/pos/v1/orders/${order.body._id}`, { body: { Status } })
    for (let n = 0; n < 5; n += 1) await at.house.work({ evenLater: true })
    expect(told().map(([status]) => status)).toEqual([20, 40, 50, 70, 90])
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

  it('is taken back where the till refuses it after the location was unlinked', async () => {
    const [first, second] = [await at.ordered(), await at.ordered()]
    expect((await at.owner.call('DELETE', at.path(at.front))).status).toBe(204)
    expect((await answer(first.body._id, { Refused: true, Reason: 'Closed' })).status).toBe(204)
    expect(await sum()).toBe(1850)
    // The till's own sale counts instead of ours here, too.
    expect((await answer(second.body._id, { Taken: true, TerminalId: 'T1', SaleId: 'R-78' })).status).toBe(204)
    expect(await sum()).toBe(0)
    await at.link(at.front, at.bar, true)
    await at.house.work()
    expect(told()).toContainEqual([120, 'Closed'])
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

it('Deliverect is no till: neither the tills heard lately nor a till that fell silent know of its orders', async () => {
  const admin = await adminAt(at.house.app, at.house.room.venueId)
  const { venueId } = at.house.room
  const place = async () => {
    const tills = await at.owner.call<{ Config: { Terminals: object[] } }>('GET', `/venue/${venueId}/config/connections`)
    const venues = await admin.call<{ Venues: { VenueId: number; Tills: object }[] }>('GET', '/venues')
    const status = await otherTill.call<{ Terminals: object[] }>('GET', `/pos/v1/sync-status?LocationId=${at.back}`)
    return {
      tills: tills.body.Config.Terminals.filter((one) => (one as { LocationId: number }).LocationId === at.back),
      venue: venues.body.Venues.find(({ VenueId }) => VenueId === venueId)?.Tills,
      status: status.body.Terminals,
    }
  }
  const before = await place()
  const garden = at.fake.location('Garden', { accountId: at.bar.accountId })
  await at.link(at.back, garden)
  await at.fake.send(at.fake.order(garden, { items: [BURGER] }))
  await at.house.work()
  expect(await sum()).toBe(1850)
  expect(await place()).toEqual(before)
  expect(before).toMatchObject({ tills: [], status: [] })
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
  { Status: 'Eaten' },
  { Status: 'Ready', Taken: true },
  { Status: 'Ready', TerminalId: 'T1', SaleId: 'R-1' },
])('an answer of %j is refused, and nothing is done', async (body) => {
  const order = await at.ordered()
  expect((await answer(order.body._id, body)).status).toBe(400)
  expect(await waiting()).toHaveLength(1)
})
