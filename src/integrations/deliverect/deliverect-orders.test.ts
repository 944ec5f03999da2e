import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectAsOwner } from '#platform/database/database.ts'
import { BURGER, DeliverectHouse } from '#tests/deliverect-house.ts'
import type { FakeBasket, FakeOrder } from './deliverect-books.fake.ts'

let at: DeliverectHouse

beforeAll(async () => {
  at = await DeliverectHouse.open('Delivered House')
})
afterAll(() => at.close())
beforeEach(() => at.afresh())

const sum = async () => Object.values(await at.totals()).reduce((all, one) => all + one, 0)
const listed = async () => (await at.overview()).Orders ?? []
const told = () => at.fake.told.map(({ status }) => status)
const linkedAndConnected = async (sendToLocation = false) => {
  await at.connect()
  await at.link(at.front, at.bar, sendToLocation)
  await at.house.work()
}

describe('an order of Deliverect', () => {
  it('becomes a sale of its location, is accepted, and is one however often it comes', async () => {
    await linkedAndConnected()
    const order = await at.ordered({ items: [{ ...BURGER, quantity: 2 }], deliveryCost: 500, orderType: 2 })
    for (let n = 0; n < 2; n += 1) expect(await at.fake.send(order, 1)).toMatchObject({ status: 200, tries: 1 })
    await at.house.work()
    expect(await sum()).toBe(4200)
    expect(told()).toEqual([20])
    expect(at.fake.orders.get(String(order.body._id))?.status).toBe(20)
    const { body } = await at.owner.call<{ Invoices: Record<string, unknown>[] }>('GET', '/sales/invoices?FromDate=2020-01-01&ToDate=2030-01-01')
    expect(JSON.stringify(body)).not.toContain('Jack')
  })

  it('is answered before anything is worked off, and kept whole until then', async () => {
    await linkedAndConnected()
    const order = at.fake.order(at.bar, { items: [BURGER] })
    expect(await at.fake.send(order)).toMatchObject({ status: 200 })
    expect(await sum()).toBe(0)
    const rows = () =>
      at.house.app.database.house<{ state: string; body: string | null }[]>`select state, body from webhook_event where provider = 'Deliverect'`
    expect(await rows()).toMatchObject([{ state: 'waiting', body: expect.stringContaining('Jack') }])
    await at.house.work()
    expect(await rows()).toMatchObject([{ state: 'done', body: null }])
  })

  it('is taken back when its channel cancels it, by the same id, and the cancellation is confirmed once', async () => {
    await linkedAndConnected()
    const order = await at.ordered()
    at.fake.cancel(order)
    for (let n = 0; n < 2; n += 1) await at.fake.send(order, 100)
    await at.house.work()
    expect(await sum()).toBe(0)
    expect(told()).toEqual([20, 110])
  })

  it('never counts where it is cancelled before it came', async () => {
    await linkedAndConnected()
    const order = at.fake.order(at.bar, { items: [BURGER] })
    at.fake.cancel(order)
    await at.fake.send(order, 100)
    await at.house.work()
    await at.fake.send(order, 1)
    await at.house.work()
    expect(await sum()).toBe(0)
    expect(told()).toEqual([110])
  })

  it('survives that Deliverect is away: it is told later, in the order things happened', async () => {
    await linkedAndConnected()
    for (let n = 0; n < 3; n += 1) at.fake.standIn.failNext({ route: '/orderStatus', status: 503 })
    const order = await at.ordered()
    expect(await sum()).toBe(1850)
    expect(told()).toEqual([])
    await at.ordered()
    expect(await sum()).toBe(3700)
    at.fake.standIn.failNext({ route: '/orderStatus', dropConnection: true })
    for (let n = 0; n < 5; n += 1) await at.house.work({ evenLater: true })
    expect(new Set(at.fake.told.map(({ orderId }) => orderId)).size).toBe(2)
    expect(at.fake.orders.get(String(order.body._id))?.status).toBe(20)
    expect((await at.overview()).Locations?.[0]).toMatchObject({ Untold: 0 })
  })

  it('comes again where the database could not keep it, and is one sale then', async () => {
    await linkedAndConnected()
    const owner = connectAsOwner(at.house.app.databaseUrl)
    await owner`alter table webhook_event add constraint refuses_all check (provider <> 'Deliverect') not valid`
    const order = at.fake.order(at.bar, { items: [BURGER] })
    const { body, signature } = at.fake.webhook(order)
    const headers = { 'content-type': 'application/json', 'x-server-authorization-hmac-sha256': signature }
    const refused = await fetch(`${at.house.app.url}/api/webhooks/deliverect/orders`, { method: 'POST', headers, body })
    await owner`alter table webhook_event drop constraint refuses_all`
    await owner.end()
    expect(refused.status).toBe(503)
    expect(await at.fake.send(order)).toMatchObject({ status: 200 })
    await at.house.work()
    expect(await sum()).toBe(1850)
  })

  it('is taken in without a connection, and told once there is one', async () => {
    await at.link(at.front)
    await at.house.work()
    await at.ordered()
    expect(await sum()).toBe(1850)
    expect((await at.overview()).Locations?.[0]).toMatchObject({ Untold: 1 })
    await at.connect()
    await at.owner.call('POST', '/oauth/check', { body: { Provider: 'Deliverect', LocationId: at.front } })
    await at.house.work()
    expect(told()).toEqual([20])
  })

  it('of a test is accepted and never counts', async () => {
    await linkedAndConnected()
    await at.ordered({ items: [BURGER], testOrder: true })
    expect(await sum()).toBe(0)
    expect(told()).toEqual([20])
  })
})

describe('an order that needs somebody', () => {
  it('waits whole where nobody linked its location, however long, and is taken in once somebody does', async () => {
    const garden = at.fake.location('Garden', { accountId: at.bar.accountId })
    await linkedAndConnected()
    const orders = [1, 2].map(() => at.fake.order(garden, { items: [BURGER] }))
    for (const order of orders) expect(await at.fake.send(order)).toMatchObject({ status: 200 })
    await at.house.work()
    expect(await sum()).toBe(0)
    expect((await at.overview()).Unlinked).toMatchObject([{ DeliverectId: garden.accountId, DeliverectLocationId: garden.locationId, Orders: 2 }])
    await at.house.app.database.house`update webhook_event set received_at = received_at - interval '90 days' where provider = 'Deliverect'`
    await at.house.perform('links.forget-webhooks')
    await at.link(at.back, garden)
    await at.house.work()
    expect(Object.keys(await at.totals())).toEqual([expect.stringMatching(new RegExp(`^${at.back} `))])
    expect(await sum()).toBe(3700)
    expect((await at.overview()).Unlinked).toEqual([])
  })

  it('is of nobody’s business elsewhere: who names an account that is not checked learns nothing of its orders', async () => {
    const garden = at.fake.location('Garden', { accountId: at.bar.accountId })
    await at.link(at.front)
    await at.fake.send(at.fake.order(garden, { items: [BURGER] }))
    expect((await at.overview()).Unlinked).toEqual([])
  })

  it('is listed with how its amounts differ, accepted, and no sale', async () => {
    await linkedAndConnected()
    const order = await at.ordered({ items: [BURGER], wrongBy: 7 })
    expect(await listed()).toMatchObject([
      {
        OrderId: order.body._id,
        Why: 'refused',
        Amount: 18.57,
        Details: 'Items 18.50 less discounts 0.00 with charges and tips are 18.50, but 18.57 was paid.',
      },
    ])
    expect(await sum()).toBe(0)
    expect(told()).toEqual([20])
  })

  it('is listed and put aside whole where nobody can read it', async () => {
    await linkedAndConnected()
    const order = at.fake.order(at.bar, { items: [BURGER] })
    order.body.payment = 'much'
    await at.fake.send(order)
    await at.house.work()
    expect(await listed()).toMatchObject([{ OrderId: order.body._id, Why: 'refused' }])
    expect(told()).toEqual([])
    const [kept] = await at.house.app.database.house<{ state: string; body: string }[]>`select state, body from webhook_event where provider = 'Deliverect'`
    expect(kept).toMatchObject({ state: 'ignored', body: expect.stringContaining('much') })
  })

  it('is a sale with a product that nobody knows, which is named', async () => {
    await linkedAndConnected()
    await at.ordered({ items: [{ ...BURGER, plu: 'NEVER-SEEN' }] })
    expect(await sum()).toBe(1850)
    expect(await listed()).toMatchObject([{ Why: 'unknown-products', Details: 'NEVER-SEEN' }])
  })

  it('is listed where Deliverect does not take its status', async () => {
    await linkedAndConnected()
    at.fake.standIn.failNext({ route: '/orderStatus', status: 400 })
    await at.ordered()
    expect(await listed()).toEqual(expect.arrayContaining([expect.objectContaining({ Why: 'not-told', Details: '400' })]))
    expect((await at.overview()).Locations?.[0]).toMatchObject({ Untold: 0 })
  })

  it('keeps no other from being sold where nobody thought of it: it is tried again, and put aside whole in the end', async () => {
    await linkedAndConnected()
    const { venueId: VenueId } = at.house.room
    const [link] = await at.house.app.database.inVenue(
      VenueId,
      (sql) => sql<{ id: string }[]>`select link_id::text as id from link where venue_id = ${VenueId} and status = 'connected'`,
    )
    const bad = at.fake.order(at.bar, { items: [BURGER] })
    await at.fake.send(bad)
    await at.fake.send(at.fake.order(at.bar, { items: [BURGER] }))
    // What was kept is not what was checked as it came.
    await at.house.app.database.house`update webhook_event set body = '{' where object_id = ${String(bad.body._id)}`
    const perform = () => at.house.perform('links.deliverect-orders', { VenueId, LinkId: link?.id })
    await expect(perform()).rejects.toThrow()
    expect(await sum()).toBe(0)
    await at.house.app.database.house`update webhook_event set received_at = received_at - interval '6 minutes' where object_id = ${String(bad.body._id)}`
    await perform()
    expect(await sum()).toBe(1850)
    const states = await at.house.app.database.house<
      { state: string; body: string | null }[]
    >`select state, body from webhook_event where provider = 'Deliverect' order by state`
    expect(states).toEqual([
      { state: 'done', body: null },
      { state: 'ignored', body: '{' },
    ])
  })

  it.each([
    ['a clock of its own', { _created: '+275000-01-01T00:00:00Z' }],
    [
      'more of one thing than there is',
      { items: [{ plu: 'A', name: 'A', price: 0, quantity: 100_000, subItems: [{ plu: 'B', name: 'B', price: 0, quantity: 100_000 }] }] },
    ],
    ['amounts beyond all numbers', { items: [{ plu: 'A', name: 'A', price: 100_000_000_000, quantity: 100_000 }] }],
    ['things within things without end', { items: [JSON.parse(`${'{"price":0,"subItems":['.repeat(1200)}${']}'.repeat(1200)}`)] }],
  ])('with %s keeps no other from being sold', async (_what, more) => {
    await linkedAndConnected(true)
    const bad = at.fake.order(at.bar, { items: [BURGER] })
    Object.assign(bad.body, more)
    expect(await at.fake.send(bad)).toMatchObject({ status: 200 })
    await at.ordered()
    expect(await sum()).toBe(1850 + ('_created' in more ? 1850 : 0))
    expect((await at.overview()).Orders?.length).toBeGreaterThan(0)
  })

  it('bears words that cannot be stored', async () => {
    await linkedAndConnected()
    await at.ordered({ items: [{ ...BURGER, plu: 'NUL', name: 'Bad \u0000 \ud800 name \u202e' }] })
    expect(await sum()).toBe(1850)
  })
})

describe('a webhook of Deliverect', () => {
  const send = (body: string, signature: string | undefined) =>
    fetch(`${at.house.app.url}/api/webhooks/deliverect/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(signature === undefined ? {} : { 'x-server-authorization-hmac-sha256': signature }) },
      body,
    })

  it('is refused without a signature, with another one, or for other bytes', async () => {
    await linkedAndConnected()
    const { body, signature } = at.fake.webhook(at.fake.order(at.bar, { items: [BURGER] }))
    const again = JSON.stringify(JSON.parse(body), undefined, 1)
    for (const [text, sign] of [
      [body, undefined],
      [body, ''],
      [body, signature.toUpperCase()],
      [body, `${signature}00`],
      [body, '0'.repeat(64)],
      [again, signature],
      [`${body} `, signature],
      ['', at.fake.sign('', '')],
      ['[]', at.fake.sign('[]', '')],
      ['{', at.fake.sign('{', '')],
    ] as const)
      expect([text.slice(0, 5), (await send(text, sign)).status]).toEqual([text.slice(0, 5), 400])
    expect((await send(body, signature)).status).toBe(200)
  })

  it('is not taken by the key of before, once there is a production secret', async () => {
    const { createHmac } = await import('node:crypto')
    const order = at.fake.order(at.bar, { items: [BURGER] })
    const { body } = at.fake.webhook(order)
    expect((await send(body, createHmac('sha256', order.channelLink).update(body).digest('hex'))).status).toBe(400)
  })

  it('is too large beyond 512 KB', async () => {
    const body = JSON.stringify({ ...at.fake.order(at.bar, { items: [BURGER] }).body, note: 'x'.repeat(600_000) })
    expect((await send(body, at.fake.sign(body, ''))).status).toBe(413)
  })
})

it('whatever orders come in whatever order and repetition, sales are the provider’s own totals by location and day', async () => {
  await linkedAndConnected()
  const garden = at.fake.location('Garden', { accountId: at.bar.accountId, channels: [12] })
  await at.link(at.back, garden)
  const basket: fc.Arbitrary<FakeBasket & { days: number; place: number; end: 'kept' | 'cancelled' }> = fc.record({
    items: fc.array(
      fc.record({
        plu: fc.constantFrom('A', 'B', 'C'),
        name: fc.constant('Thing'),
        price: fc.integer({ min: 1, max: 9000 }),
        quantity: fc.integer({ min: 1, max: 4 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    discount: fc.record({ restaurant: fc.constantFrom(0, 0, 1), channel: fc.constantFrom(0, 0, 1) }),
    deliveryCost: fc.constantFrom(0, 350),
    tip: fc.constantFrom(0, 120),
    driverTip: fc.constantFrom(0, 90),
    tax: fc
      .record({ amount: fc.constantFrom(0, 33), isIncluded: fc.boolean(), remitted: fc.constantFrom(0, 33) })
      .map((tax) => ({ ...tax, remitted: Math.min(tax.remitted, tax.amount) })),
    testOrder: fc.constantFrom(false, false, false, true),
    days: fc.integer({ min: 0, max: 3 }),
    place: fc.constantFrom(0, 1),
    end: fc.constantFrom('kept', 'kept', 'cancelled'),
  })
  const day = (seconds: number) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Sydney' }).format(new Date((seconds - 5 * 3600) * 1000))
  const expected = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(basket, { minLength: 1, maxLength: 4 }), fc.array(fc.nat(), { minLength: 8, maxLength: 8 }), async (baskets, shuffle) => {
      const tellings: { order: FakeOrder; status: number }[] = []
      for (const { days, place, end, ...one } of baskets) {
        const order = at.fake.order(place === 0 ? at.bar : garden, { ...one, at: at.fake.standIn.seconds - days * 86_400 })
        tellings.push({ order, status: 1 }, { order, status: 1 }, { order, status: 90 })
        if (end === 'cancelled') tellings.push({ order, status: 100 }, { order, status: 100 })
        if (end === 'cancelled' || order.isTest) continue
        const name = `${place === 0 ? at.front : at.back} ${day(order.at)}`
        expected.set(name, (expected.get(name) ?? 0) + order.owed)
      }
      const order = tellings.map((telling, i) => [shuffle[i % 8] ?? 0, i, telling] as const).sort((a, b) => a[0] * 7919 - b[0] * 7919 || b[1] - a[1])
      for (const [turn, , { order: told, status }] of order) {
        await at.fake.send(told, status)
        if (turn % 5 === 0) await at.takeArrivals()
      }
      await at.takeArrivals()
      expect(await at.totals()).toEqual(Object.fromEntries([...expected].filter(([, total]) => total !== 0).sort()))
    }),
    { numRuns: 12 },
  )
}, 120_000)
