import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectAsOwner } from '#platform/database/database.ts'
import { groupBy } from '#shared/group-by.ts'
import { BURGER, DeliverectHouse } from '#tests/deliverect-house.ts'
import { jobGivenAt } from '#tests/dying-database.ts'
import type { FakeOrder } from './deliverect-books.fake.ts'
import { syncDeliverect } from './deliverect-sync.job.ts'

let at: DeliverectHouse

beforeAll(async () => {
  at = await DeliverectHouse.open('Troubled House')
})
afterAll(() => at.close())
beforeEach(() => at.afresh())

const asked = (path: string) => at.fake.standIn.log.filter((one) => one.path.startsWith(path))
const told = () => at.fake.told.map(({ status }) => status)
const location = async () => (await at.overview()).Locations?.[0]
const check = async (locationId = at.front) => at.owner.call('POST', '/oauth/check', { body: { Provider: 'Deliverect', LocationId: locationId } })
const linked = async () => {
  await at.connect()
  await at.link(at.front)
  await at.house.work()
}
const lookAnew = () =>
  at.house.app.database.inVenue(at.house.room.venueId, (sql) => sql`update link set meta = meta - 'LookedAt' where venue_id = ${at.house.room.venueId}`)
const trouble = async () => {
  const { venueId } = at.house.room
  const [link] = await at.house.app.database.inVenue(
    venueId,
    (sql) => sql<{ trouble: string | null }[]>`
      select last_error as trouble from link where venue_id = ${venueId} and location_id = ${at.front} and status in ('connected', 'attention')`,
  )
  return link?.trouble
}

it('a kill in the middle of a catch-up doubles nothing: killed before any of its transactions, every order is one sale and told once', async () => {
  await linked()
  const orders = Array.from({ length: 20 }, () => at.fake.order(at.bar, { items: [BURGER] }))
  for (const order of orders) await at.fake.send(order)
  at.fake.cancel(orders[3] as FakeOrder)
  await at.fake.send(orders[3] as FakeOrder)
  const { venueId } = at.house.room
  const [link] = await at.house.app.database.inVenue(
    venueId,
    (sql) => sql<{ id: string }[]>`select link_id::text as id from link where venue_id = ${venueId} and provider = 'Deliverect' and status = 'connected'`,
  )
  // Whoever died holds the account for a while: every reading is a minute later.
  const read = (minutes: number, killedAfter?: number) =>
    syncDeliverect(jobGivenAt(at.house.app, new Date(Date.now() + minutes * 60_000), killedAfter), { venueId, linkId: link?.id ?? '' })
  let killed = 0
  for (let after = 0; after < 12; after += 1) await read(after, after).catch((error: Error) => (killed += Number(error.message === 'killed')))
  await read(12)
  expect(killed).toBeGreaterThan(5)
  expect(Object.values(await at.totals())).toEqual([19 * 1850])
  const statuses = groupBy(at.fake.told, ({ orderId }) => orderId)
  expect(orders.map(({ body }) => String(statuses.get(String(body._id))?.map(({ status }) => status)))).toEqual(orders.map((_, n) => (n === 3 ? '110' : '20')))
})

describe('Deliverect', () => {
  it('two workers refreshing: the token of the house is asked for once, and both have it', async () => {
    await linked()
    await at.link(at.back, at.fake.location('Garden', { accountId: at.bar.accountId }))
    await at.house.work()
    at.fake.revokeTokens()
    await at.house.app.database.house`update house_token set expires_at = now() - interval '1 minute'`
    const before = asked('/oauth/token').length
    at.fake.standIn.failNext({ route: '/oauth/token', delayMs: 400 })
    await Promise.all([check(at.front), check(at.back)])
    await Promise.all([at.house.work(), at.house.work()])
    expect(asked('/oauth/token').length - before).toBe(1)
    expect(await trouble()).toBe(null)
  })

  it('disconnect while down: it has ended here at once', async () => {
    await linked()
    for (let n = 0; n < 5; n += 1) at.fake.standIn.failNext({ route: '/', dropConnection: true })
    expect((await at.owner.call('DELETE', at.path(at.front))).status).toBe(204)
    await at.house.work()
    expect((await at.owner.call('GET', at.path(at.front))).body).toMatchObject({ DeliverectId: null })
    at.fake.standIn.forgetFailures()
    await at.ordered()
    expect([await at.totals(), told()]).toEqual([{}, []])
  })

  it('200 with HTML: an order that was answered so was not told, and is told again; a location is not believed to be there', async () => {
    await linked()
    at.fake.standIn.failNext({ route: '/orderStatus', status: 200, body: '<html>Maintenance</html>' })
    await at.ordered()
    expect([told(), await location()]).toMatchObject([[], { Untold: 1 }])
    await at.house.work({ evenLater: true })
    expect([told(), await location()]).toMatchObject([[20], { Untold: 0 }])
    await lookAnew()
    at.fake.standIn.failNext({ route: '/locations', status: 200, body: '<html>Maintenance</html>' })
    await check()
    await at.house.work()
    expect(await trouble()).toBe('unreadable')
  })

  it('paging without end: a list of channels that goes on for ever is given up', async () => {
    await linked()
    const page = JSON.stringify({ _items: Array.from({ length: 500 }, (_, n) => ({ channel: n, name: 'Again' })), _meta: { total: 1_000_000 } })
    for (let n = 0; n < 60; n += 1) at.fake.standIn.failNext({ route: '/channelLinks', status: 200, body: page })
    await lookAnew()
    const before = asked('/channelLinks').length
    await check()
    await at.house.work()
    at.fake.standIn.forgetFailures()
    expect(asked('/channelLinks').length - before).toBe(40)
    expect(await trouble()).toBe('endless')
  })

  it('being read as an order comes keeps it from being accepted for seconds, not for a minute', async () => {
    await linked()
    const inHouse = connectAsOwner(at.house.app.databaseUrl)
    const [link] = await inHouse<{ id: string }[]>`select link_id::text as id from link where provider = 'Deliverect' and status = 'connected'`
    at.fake.standIn.failNext({ route: '/orderStatus', delayMs: 1500 })
    await at.fake.send(at.fake.order(at.bar, { items: [BURGER] }))
    const reading = at.house.work()
    await expect.poll(() => inHouse`select 1 from link_lease where link_id = ${link?.id ?? ''}::bigint and holder is not null`).toHaveLength(1)
    await at.house.perform('links.sync', { VenueId: at.house.room.venueId, LinkId: link?.id })
    const [job] = await inHouse<{ wait: number }[]>`select extract(epoch from run_at - now())::int as wait from graphile_worker._private_jobs`
    await inHouse.end()
    expect(job?.wait).toBeLessThan(10)
    await reading
    await at.house.work({ evenLater: true })
    expect(told()).toEqual([20])
  })

  it('failing at one order keeps no other from being accepted', async () => {
    await linked()
    const orders = Array.from({ length: 12 }, (_, n) => at.fake.order(at.bar, { items: [BURGER], at: at.fake.standIn.seconds - 3600 + n }))
    const first = String(orders[0]?.body._id)
    for (let n = 0; n < 3; n += 1) at.fake.standIn.failNext({ route: `/orderStatus/${first}`, status: 500 })
    for (const order of orders) await at.fake.send(order)
    await at.takeArrivals()
    await check()
    await at.house.work()
    expect(new Set(at.fake.told.map(({ orderId }) => orderId)).size).toBe(11)
    expect(await location()).toMatchObject({ Untold: 1 })
    at.fake.standIn.forgetFailures()
    await at.house.work({ evenLater: true })
    expect([told(), await location()]).toMatchObject([Array(12).fill(20), { Untold: 0 }])
  })
})
