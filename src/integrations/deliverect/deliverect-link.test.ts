import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectAsOwner } from '#platform/database/database.ts'
import { BURGER, DeliverectHouse } from '#tests/deliverect-house.ts'
import { adminAt } from '#tests/staff-room.ts'

let at: DeliverectHouse

beforeAll(async () => {
  at = await DeliverectHouse.open('Ordered House')
})
afterAll(() => at.close())
beforeEach(() => at.afresh())

const NOTHING = { DeliverectId: null, DeliverectLocationId: null, SendToLocation: null, Checked: null }
const linked = (locationId = at.front) => at.owner.call('GET', at.path(locationId))
const asked = (path: string) => at.fake.standIn.log.filter((one) => one.path === path)

describe('the installation’s connection to Deliverect', () => {
  it('is made by Admin alone with the settings, kept sealed, and dropped', async () => {
    expect((await at.owner.call('POST', '/deliverect/tokens', { body: {} })).status).toBe(403)
    expect(await at.connect()).toMatchObject({ status: 200, body: { Connected: true } })
    const [kept] = await at.house.app.database.house<{ token: Buffer }[]>`select token from house_token`
    expect(kept?.token.toString('latin1')).not.toContain('ey.')
    const admin = await adminAt(at.house.app, at.house.room.venueId)
    for (let n = 0; n < 2; n += 1) expect((await admin.call('DELETE', '/deliverect/tokens')).status).toBe(204)
    expect(await at.house.app.database.house`select 1 from house_token where token is not null`).toHaveLength(0)
  })

  it('is refused where Deliverect does not know the client, and says so where it is away', async () => {
    at.fake.standIn.failNext({ route: '/oauth/token', status: 401 })
    expect(await at.connect()).toMatchObject({ status: 409, body: { ResponseStatus: { ErrorCode: 'AuthorisationRefused' } } })
    for (const failing of [{ status: 503 }, { status: 200, body: '<html>Maintenance</html>' }, { dropConnection: true }]) {
      at.fake.standIn.failNext({ route: '/oauth/token', ...failing })
      expect(await at.connect()).toMatchObject({ status: 503, body: { ResponseStatus: { ErrorCode: 'ProviderSilent' } } })
    }
    expect(await at.house.app.database.house`select 1 from house_token where token is not null`).toHaveLength(0)
  })

  it('renews its token before its end, and once where it is refused', async () => {
    await at.connect()
    await at.link(at.front)
    await at.house.work()
    at.fake.revokeTokens()
    await at.ordered()
    expect(at.fake.told).toMatchObject([{ status: 20 }])
    expect(asked('/oauth/token')).toHaveLength(2)
    await at.house.app.database.house`update house_token set expires_at = now() + interval '1 minute'`
    await at.ordered()
    expect(asked('/oauth/token')).toHaveLength(3)
  })
})

describe('a location’s link with Deliverect', () => {
  it('is nothing at first, replaced as a whole, and ended as often as one likes', async () => {
    expect(await linked()).toMatchObject({ status: 200, body: NOTHING })
    const { accountId: DeliverectId, locationId: DeliverectLocationId } = at.bar
    expect(await at.link(at.front, at.bar, true)).toMatchObject({
      status: 200,
      body: { DeliverectId, DeliverectLocationId, SendToLocation: true, Checked: false },
    })
    expect(await at.owner.call('POST', at.path(at.front), { body: { DeliverectId, DeliverectLocationId } })).toMatchObject({ body: { SendToLocation: false } })
    const other = at.fake.location('Garden')
    expect(await at.link(at.front, other)).toMatchObject({ status: 200, body: { DeliverectLocationId: other.locationId } })
    for (let n = 0; n < 2; n += 1) expect((await at.owner.call('DELETE', at.path(at.front))).status).toBe(204)
    expect(await linked()).toMatchObject({ status: 200, body: NOTHING })
  })

  it('is checked with Deliverect where that is connected, and later where it was away', async () => {
    await at.connect()
    expect(await at.link(at.front)).toMatchObject({ body: { Checked: true } })
    const nowhere = { ...at.bar, locationId: '5f00000000000000000000ff' }
    expect(await at.link(at.back, nowhere)).toMatchObject({ status: 400, body: { ResponseStatus: { Errors: [{ FieldName: 'DeliverectLocationId' }] } } })
    const garden = at.fake.location('Garden')
    at.fake.standIn.failNext({ route: '/locations', status: 503 })
    expect(await at.link(at.back, garden)).toMatchObject({ status: 200, body: { Checked: false } })
    await at.house.work()
    expect(await linked(at.back)).toMatchObject({ body: { Checked: true } })
    expect((await at.overview()).Channels).toMatchObject([
      { LocationId: at.front, Channel: 2, Name: 'Deliveroo' },
      { LocationId: at.front, Channel: 7, Name: 'Uber Eats' },
      { LocationId: at.back, Channel: 7 },
    ])
  })

  it('takes a location at Deliverect once in the whole installation', async () => {
    await at.link(at.front)
    expect(await at.link(at.back)).toMatchObject({ status: 409, body: { ResponseStatus: { ErrorCode: 'AccountLinkedElsewhere' } } })
    expect(await linked(at.back)).toMatchObject({ body: NOTHING })
  })

  it.each(['', 'a'.repeat(65), 'a/b', '../x', 'ü', 7])('refuses %s as an id', async (DeliverectId) => {
    const body = { DeliverectId, DeliverectLocationId: 'x', SendToLocation: true }
    expect((await at.owner.call('POST', at.path(at.front), { body })).status).toBe(400)
  })

  it('needs somebody once the location is gone at Deliverect', async () => {
    await at.connect()
    await at.link(at.front)
    await at.house.work()
    at.fake.locations.delete(at.bar.locationId)
    await at.house.app.database.inVenue(at.house.room.venueId, (sql) => sql`update link set meta = meta - 'LookedAt' where venue_id = ${at.house.room.venueId}`)
    await at.owner.call('POST', '/oauth/check', { body: { Provider: 'Deliverect', LocationId: at.front } })
    await at.house.work()
    const history = await at.owner.call<{ Events: object[] }>('GET', `/venue/${at.house.room.venueId}/links/history?Provider=Deliverect&LocationId=${at.front}`)
    expect(history.body.Events[0]).toMatchObject({ What: 'Trouble', Trouble: 'refused' })
  })
})

describe('a location that is registered at Deliverect', () => {
  const url = () => `${at.house.app.url}/api/webhooks/deliverect/register`

  it('is proposed for the location whose number it names, and linked by a person', async () => {
    const answer = await at.fake.register(url(), at.bar, String(at.front))
    const hooks = `${at.house.app.settings.publicUrl}/api/webhooks/deliverect`
    expect(answer).toMatchObject({
      status: 200,
      json: { ordersWebhookURL: `${hooks}/orders`, syncProductsURL: `${hooks}/products/${at.bar.accountId}.${at.bar.locationId}` },
    })
    expect(await linked()).toMatchObject({ body: NOTHING })
    expect((await at.overview()).Locations?.find(({ LocationId }) => LocationId === at.front)).toMatchObject({
      Registered: { DeliverectId: at.bar.accountId, DeliverectLocationId: at.bar.locationId, Name: 'Harbour Bar' },
    })
    await at.link(at.front)
    expect((await at.overview()).Locations?.[0]).toMatchObject({ Registered: null })
  })

  it.each(['999999', 'Front Bar', '0', '-1', '99999999999999', "1' or 1=1"])('under a number that no location has (%s) is refused', async (external) => {
    expect(await at.fake.register(url(), at.bar, external)).toMatchObject({ status: 400 })
  })

  it('is not noted without Deliverect’s signature', async () => {
    const body = JSON.stringify({ accountId: at.bar.accountId, locationId: at.bar.locationId, externalLocationId: String(at.front), locationName: 'x' })
    for (const signature of [undefined, '', 'f'.repeat(64), at.fake.sign(`${body} `, '')]) {
      const headers = { 'content-type': 'application/json', ...(signature === undefined ? {} : { 'x-server-authorization-hmac-sha256': signature }) }
      expect((await fetch(url(), { method: 'POST', headers, body })).status).toBe(400)
    }
    expect((await at.overview()).Locations?.[0]).toMatchObject({ Registered: null })
  })
})

describe('the products of a location', () => {
  const sync = (body: object = {}) => at.owner.call('POST', at.path(at.front, '/products'), { body })
  const sell = async () => {
    await at.ordered({ items: [BURGER, { plu: 'TEA', name: 'Tea', price: 400, quantity: 2 }] })
  }

  it('are shown before they are sent, and what would be deleted with them', async () => {
    await at.connect()
    await at.link(at.front)
    await at.house.work()
    await sell()
    at.bar.products.set('OLD', { plu: 'OLD', name: 'Old pie', price: 100 })
    expect(await sync()).toMatchObject({ status: 200, body: { Sent: false, Products: 2, Inserted: 2, Deleted: 1, Deletes: [{ Plu: 'OLD', Name: 'Old pie' }] } })
    expect([...at.bar.products.keys()]).toEqual(['OLD'])
    expect(await sync({ Deletes: 0 })).toMatchObject({ status: 409, body: { ResponseStatus: { ErrorCode: 'DeletesChanged' } } })
    expect([...at.bar.products.keys()]).toEqual(['OLD'])
    expect(await sync({ Deletes: 1 })).toMatchObject({ status: 200, body: { Sent: true, Inserted: 2, Deleted: 1 } })
    expect([...at.bar.products.values()]).toEqual([
      { plu: 'BRGR', name: 'Burger', price: 1850 },
      { plu: 'TEA', name: 'Tea', price: 400 },
    ])
  })

  it('are not sent where nothing is linked, connected or sold', async () => {
    expect(await sync()).toMatchObject({ status: 409, body: { ResponseStatus: { ErrorCode: 'NotLinked' } } })
    await at.link(at.front)
    expect(await sync()).toMatchObject({ status: 503, body: { ResponseStatus: { ErrorCode: 'NotConnected' } } })
    await at.connect()
    const empty = at.fake.location('Empty')
    await at.link(at.back, empty)
    expect(await at.owner.call('POST', at.path(at.back, '/products'), { body: { Deletes: 0 } })).toMatchObject({
      status: 409,
      body: { ResponseStatus: { ErrorCode: 'NoProducts' } },
    })
    at.fake.standIn.failNext({ route: '/products', status: 500 })
    expect((await sync()).status).toBe(503)
  })

  it('are sent where Deliverect asks for them and nothing is deleted by it', async () => {
    await at.connect()
    await at.link(at.front)
    await at.house.work()
    await sell()
    const url = `${at.house.app.url}/api/webhooks/deliverect/products/${at.bar.accountId}.${at.bar.locationId}`
    at.bar.products.set('OLD', { plu: 'OLD', name: 'Old pie', price: 100 })
    expect(await at.fake.askForProducts(url, at.bar)).toMatchObject({ status: 204 })
    await at.house.work()
    expect([...at.bar.products.keys()]).toEqual(['OLD'])
    at.bar.products.clear()
    await at.fake.askForProducts(url, at.bar)
    await at.house.work()
    expect([...at.bar.products.keys()]).toEqual(['BRGR', 'TEA'])
    expect((await fetch(url)).status).toBe(400)
  })
})

describe('a menu at Deliverect that has more than products', () => {
  it('loses no modifier, group or bundle unseen: Deliverect deletes them with the rest, and each counts', async () => {
    await at.connect()
    await at.link(at.front)
    await at.house.work()
    await at.ordered()
    const url = `${at.house.app.url}/api/webhooks/deliverect/products/${at.bar.accountId}.${at.bar.locationId}`
    for (const productType of [2, 3, 4]) at.bar.products.set(`M${productType}`, { plu: `M${productType}`, name: 'Chosen', price: 0, productType })
    await at.fake.askForProducts(url, at.bar)
    await at.house.work()
    expect([...at.bar.products.keys()]).toEqual(['M2', 'M3', 'M4'])
    const sync = (body: object) => at.owner.call('POST', at.path(at.front, '/products'), { body })
    expect(await sync({})).toMatchObject({ status: 200, body: { Deleted: 3, Deletes: [{ Plu: 'M2' }, { Plu: 'M3' }, { Plu: 'M4' }] } })
    expect(await sync({ Deletes: 0 })).toMatchObject({ status: 409, body: { ResponseStatus: { ErrorCode: 'DeletesChanged' } } })
    expect(at.bar.products.size).toBe(3)
    expect(await sync({ Deletes: 3 })).toMatchObject({ status: 200, body: { Sent: true, Deleted: 3 } })
    expect(at.bar.products.has('BRGR')).toBe(true)
    expect([...at.bar.products.keys()].filter((plu) => plu.startsWith('M'))).toEqual([])
  })
})

describe('the tax of products at Deliverect', () => {
  const taxed = () => at.bar.products.set('BRGR', { plu: 'BRGR', name: 'Burger', price: 1850, deliveryTax: 10_000, takeawayTax: 10_000, eatInTax: 0 })
  const sold = () =>
    at.house.app.database.inVenue(
      at.house.room.venueId,
      (sql) => sql<{ total: number; tax: number }[]>`
        select s.total::int as total, s.tax::int as tax from sale s join deliverect_order o on o.venue_id = ${at.house.room.venueId} and o.order_id = s.receipt
        where s.venue_id = ${at.house.room.venueId} order by s.sale_id`,
    )

  it('is in the sales of orders that tell none: of what has a rate, once it was read', async () => {
    await at.connect()
    taxed()
    await at.link(at.front)
    await at.house.work()
    await at.ordered({ items: [BURGER, { plu: 'BREAD', name: 'Bread', price: 600, quantity: 1 }], orderType: 2, deliveryCost: 300 })
    await at.ordered({ items: [BURGER], orderType: 3 })
    await at.ordered({ items: [BURGER], tax: { amount: 150, isIncluded: true } })
    // 10 % in 18.50 is 1.68.
    expect(await sold()).toEqual([
      { total: 2750, tax: 168 },
      { total: 1850, tax: 0 },
      { total: 1850, tax: 150 },
    ])
  })

  it('stays as it was read where Deliverect lists no product at all for once', async () => {
    await at.connect()
    taxed()
    await at.link(at.front)
    await at.house.work()
    const burger = at.bar.products.get('BRGR')
    at.bar.products.clear()
    await at.house.app.database.inVenue(
      at.house.room.venueId,
      (sql) => sql`update link set meta = meta - 'LookedAt' where venue_id = ${at.house.room.venueId} and provider = 'Deliverect'`,
    )
    await at.owner.call('POST', '/oauth/check', { body: { Provider: 'Deliverect', LocationId: at.front } })
    await at.house.work()
    if (burger) at.bar.products.set('BRGR', burger)
    await at.ordered()
    expect(await sold()).toEqual([{ total: 1850, tax: 168 }])
  })

  it('is kept there where products are sent, and is no trouble where Deliverect does not show products', async () => {
    await at.connect()
    taxed()
    at.fake.standIn.failNext({ route: '/products', status: 403 })
    await at.link(at.front)
    await at.house.work()
    await at.ordered()
    expect(await sold()).toEqual([{ total: 1850, tax: 0 }])
    expect(await linked()).toMatchObject({ body: { Checked: true } })
    expect(await at.owner.call('POST', at.path(at.front, '/products'), { body: { Deletes: 0 } })).toMatchObject({ status: 200, body: { Sent: true } })
    expect(at.bar.products.get('BRGR')).toMatchObject({ deliveryTax: 10_000, takeawayTax: 10_000, eatInTax: 0 })
  })
})

describe('a pause of the location', () => {
  const pause = (Pause: string) => at.owner.call('POST', `/venue/${at.house.room.venueId}/location/${at.front}/marketplace/pause`, { body: { Pause } })
  const readAgain = async () => {
    await at.owner.call('POST', '/oauth/check', { body: { Provider: 'Deliverect', LocationId: at.front } })
    await at.house.work()
  }

  it('has Deliverect take no orders until somebody ends it or it is over', async () => {
    await at.connect()
    await at.link(at.front)
    await at.house.work()
    expect((await pause('1 hour')).status).toBe(200)
    await at.house.work()
    expect(at.bar.isActive).toBe(false)
    expect((await at.overview()).Locations?.[0]).toMatchObject({ PausedUntil: expect.stringMatching(/^20/) })
    await pause('None')
    await at.house.work()
    expect(at.bar.isActive).toBe(true)
    await pause('1 hour')
    await at.house.work()
    expect(at.bar.isActive).toBe(false)
    // An hour goes by.
    const { venueId } = at.house.room
    await at.house.app.database.inVenue(
      venueId,
      (sql) => sql`update location_marketplace set paused_until = now() - interval '1 second' where venue_id = ${venueId}`,
    )
    await readAgain()
    expect(at.bar.isActive).toBe(true)
  })

  it('that is begun anew while it holds ends when the later one does', async () => {
    await at.connect()
    await at.link(at.front)
    await at.house.work()
    await pause('30 minutes')
    await at.house.work()
    await pause('1 hour')
    await at.house.work()
    expect(at.bar.isActive).toBe(false)
    const { venueId } = at.house.room
    const [kept] = await at.house.app.database.inVenue(
      venueId,
      (sql) => sql<{ until: Date; key: string }[]>`
        select m.paused_until as until, 'open again links.sync ' || m.venue_id || ' ' || l.link_id as key from location_marketplace m
        join link l on l.venue_id = ${venueId} and l.location_id = m.location_id and l.provider = 'Deliverect' and l.status = 'connected'
        where m.venue_id = ${venueId} and m.location_id = ${at.front}`,
    )
    const asOwner = connectAsOwner(at.house.app.databaseUrl)
    const jobs = await asOwner<{ at: Date }[]>`select run_at as at from graphile_worker.jobs where key = ${kept?.key ?? ''}`
    await asOwner.end()
    expect(jobs.map((job) => job.at.toISOString())).toEqual([kept?.until.toISOString()])
    await pause('None')
    await at.house.work()
    expect(at.bar.isActive).toBe(true)
  })

  it('is told again where Deliverect was away', async () => {
    await at.connect()
    await at.link(at.front)
    await at.house.work()
    at.fake.standIn.failNext({ route: '/updateStoreStatus', status: 503 })
    await pause('1 hour')
    await at.house.work()
    expect(at.bar.isActive).toBe(true)
    await readAgain()
    expect(at.bar.isActive).toBe(false)
    await pause('None')
    await at.house.work()
  })
})

describe('what a channel takes', () => {
  const say = (Percent: unknown, Channel: unknown = 7) =>
    at.owner.call('POST', at.path(at.front, '/commissions'), { body: { Commissions: [{ Channel, Percent }] } })

  it('is a fee beside its orders and no discount: of goods after the restaurant’s discounts, by what held when an order came', async () => {
    await at.link(at.front)
    await at.ordered()
    expect((await at.overview()).Channels).toMatchObject([{ Channel: 7, CommissionPercent: null, Orders: 1, Amount: 18.5, Fee: 0 }])
    expect(await say(30)).toMatchObject({ status: 200, body: { Channels: [{ Channel: 7, CommissionPercent: 30, Fee: 5.55 }] } })
    await say(10)
    await at.ordered({ items: [BURGER], discount: { restaurant: 850, channel: 200 }, deliveryCost: 500, tip: 100 })
    expect((await at.overview()).Channels).toMatchObject([{ Channel: 7, CommissionPercent: 10, Orders: 2, Fee: 6.55 }])
    expect(Object.values(await at.totals()).reduce((sum, one) => sum + one, 0)).toBe(1850 + 1000 + 500 + 100)
  })

  it.each([140, -1, 12.345, '30'])('is no percentage as %s', async (percent) => {
    await at.link(at.front)
    expect((await say(percent)).status).toBe(400)
  })
})
