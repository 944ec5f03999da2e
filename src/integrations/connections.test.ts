import { afterAll, beforeAll, expect, it } from 'vitest'
import { workInVenue } from '#platform/access/venue-work.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { DEPUTY_HOST, freshDeputy, span } from '#tests/deputy-house.ts'
import { LinkHouse } from '#tests/link-house.ts'
import { adminAt, outcome } from '#tests/staff-room.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { ListedLink, ListedProvider } from './connections.contract.ts'
import { keepLink } from './link.sql.ts'

interface Told {
  Providers: ListedProvider[]
  Links: ListedLink[]
  AllLocations: boolean
  Domains: { Domain: string }[]
  Unmatched: { People: number; Areas: number } | null
  Orders: { Provider: string; NoSales: number; LeftByTill: number }[]
}

let house: LinkHouse
let owner: Visitor
let front: number
let back: number

beforeAll(async () => {
  house = await LinkHouse.open('Connected House', { unset: ['INVOLV_', 'SHOPIFY_'] })
  owner = await house.room.at('connects', ['can_linkpayment', 'can_linkdeputy', 'can_editsettings'])
  ;[front = 0, back = 0] = house.room.locationIds
  const books = await freshDeputy(house)
  books.roster(11, 21, span(1, '10:00', '18:00'))
  house.stripe.account('acct_frontbar', { name: 'Front Bar Pty Ltd' })
  house.stripe.account('acct_backbar', { name: 'Back Bar Pty Ltd', payoutsEnabled: false })
  await house.link(owner, 'acct_frontbar', front)
  await house.link(owner, 'acct_backbar', back)
  await house.linkDeputy(owner, DEPUTY_HOST)
  await house.work()
})
afterAll(() => house.close())

const told = async (who: Visitor, venueId = house.room.venueId) => (await who.call<Told>('GET', `/venue/${venueId}/links`)).body
const seen = ({ Links }: Told) => Links.map(({ Provider, LocationId, Status }) => [Provider, LocationId, Status])

it('whoever sees the settings is told every provider and link', async () => {
  const all = await told(owner)
  expect(all.Providers.map(({ Provider, MayLink, Ready }) => [Provider, MayLink, Ready])).toEqual([
    ['Stripe', true, true],
    ['Deputy', true, true],
    ['Involv', false, false],
    ['Shopify', false, false],
    ['Deliverect', true, true],
    ['Tyro', true, true],
    ['Marketplace', true, true],
  ])
  expect(seen(all)).toEqual([
    ['Stripe', front, 'Linked'],
    ['Stripe', back, 'Linked'],
    ['Deputy', null, 'Linked'],
  ])
  expect(all.Links[1]).toMatchObject({ AccountName: 'Back Bar Pty Ltd', Ready: { Payouts: false }, RefusedDomains: [], LinkedBy: 'connects' })
  expect(all.Unmatched).toEqual({ People: 1, Areas: 1 })
  const settings = await house.room.at('edits-only', ['can_editsettings'])
  expect(seen(await told(settings))).toEqual(seen(all))
  expect((await told(settings)).Providers.filter(({ MayLink }) => MayLink)).toEqual([])
})

it('whoever may link is told of their providers and their locations alone', async () => {
  const deputy = await told(await house.room.at('deputy-only', ['can_linkdeputy']))
  expect([deputy.Providers.map(({ Provider }) => Provider), seen(deputy), deputy.Domains]).toEqual([['Deputy'], [['Deputy', null, 'Linked']], []])
  const place = await told(await house.room.at('back-only', ['can_linkpayment', 'can_linkdeputy'], [back]))
  expect(seen(place)).toEqual([
    ['Stripe', back, 'Linked'],
    ['Deputy', null, 'Linked'],
  ])
  // Areas and people of all locations are not theirs to count.
  expect([place.AllLocations, place.Unmatched]).toEqual([false, null])
  expect(JSON.stringify(place)).not.toContain('Front Bar')
})

it('orders that are no sales and those a till left are told to whoever may see their place', async () => {
  const sql = connectAsOwner(house.app.databaseUrl)
  const { venueId } = house.room
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const order = (id: string, state: string) => sql`
    insert into online_order (venue_id, provider, order_id, account_id, place_id, name, placed_at, changed_at, currency, total, state)
    values (${venueId}, 'Deliverect', ${id}, 'a', 'b', ${id}, now(), now(), 'AUD', 100, ${state})`
  const atTill = (id: string, since: Date) => sql`
    insert into deliverect_order (venue_id, order_id, location_id, placed_at, business_date, is_known, till, till_since) values (${venueId}, ${id}, ${front}, now(), current_date, true, 'waiting', ${since})`
  await sql`insert into online_place (venue_id, provider, account_id, place_id, name) values (${venueId}, 'Deliverect', 'a', 'b', 'Somewhere')`
  for (const [id, state] of [
    ['1', 'waiting'],
    ['2', 'refused'],
    ['3', 'taken'],
  ] as const)
    await order(id, state)
  await atTill('4', minutesAgo(11))
  await atTill('5', minutesAgo(9))
  const atFront = await house.room.at('front-orders', ['can_linkpayment'], [front])
  const atBack = await house.room.at('back-orders', ['can_linkpayment'], [back])
  const orders = async () =>
    Promise.all([owner, atFront, atBack].map(async (who) => (await told(who)).Orders.map(({ NoSales, LeftByTill }) => [NoSales, LeftByTill])))
  expect(await orders()).toEqual([[[2, 1]], [[0, 1]], []])
  await sql`update online_place set location_id = ${back} where venue_id = ${venueId} and provider = 'Deliverect'`
  expect(await orders()).toEqual([[[2, 1]], [[0, 1]], [[2, 0]]])
  expect((await told(await house.room.at('no-orders', ['can_linkdeputy']))).Orders).toEqual([])
  for (const table of ['online_order', 'online_place', 'deliverect_order']) await sql.unsafe(`delete from ${table} where venue_id = ${venueId}`)
  await sql.end()
})

it('without such a permission it is refused, and of another venue nothing is told', async () => {
  const till = await house.room.at('sells-only', ['can_viewsales', 'can_viewpayments'])
  expect(outcome(await till.call('GET', `/venue/${house.room.venueId}/links`))).toEqual([403, 'NotPermitted'])
  const elsewhere = await house.another('Other Connected House')
  expect((await owner.call('GET', `/venue/${elsewhere.venueId}/links`)).status).toBe(404)
  const admin = await adminAt(house.app, house.room.venueId)
  expect(seen(await told(admin))).toHaveLength(3)
  expect(seen(await told(admin, elsewhere.venueId))).toEqual([])
})

it('a place whose link ended says so, and one linked again is told as linked alone', async () => {
  await owner.call('DELETE', `/location/${front}/paymenttokens`)
  expect(seen(await told(owner))[0]).toEqual(['Stripe', front, 'Disconnecting'])
  await house.work()
  const ended = (await told(owner)).Links.find(({ LocationId }) => LocationId === front)
  expect(ended).toMatchObject({ Status: 'Not linked', AccountName: null, AccountEnds: '', LastSync: null })
  await house.link(owner, 'acct_frontbar', front)
  expect(seen(await told(owner)).filter(([, place]) => place === front)).toEqual([['Stripe', front, 'Linked']])
  await house.work()
})

it('a provider that is linked by naming an account is read again by whoever may link it', async () => {
  const check = (who: Visitor, Provider: string) => who.call('POST', '/oauth/check', { body: { Provider, LocationId: back } })
  const given = { accountId: '8842', accountName: 'Back Bar terminals', isLive: false, scopes: '', meta: {} }
  const { linkId } = await workInVenue(house.app.database, house.room.venueId, new Date(), (venue) =>
    keepLink(venue, { provider: 'Tyro', place: back, exchanged: given, tokenKeys: [] }),
  )
  expect((await told(owner)).Links.find(({ Provider }) => Provider === 'Tyro')).toMatchObject({ LocationId: back, AccountName: 'Back Bar terminals' })
  expect(outcome(await check(await house.room.at('asks-deputy', ['can_linkdeputy']), 'Tyro'))).toEqual([403, 'NotPermitted'])
  expect(await readings(linkId)).toBe(0)
  expect((await check(owner, 'Tyro')).status).toBe(204)
  expect(await readings(linkId)).toBe(1)
  expect((await check(owner, 'Deliverect')).status, 'nothing linked there, nothing read').toBe(204)
  expect((await check(owner, 'Nobody')).status).toBe(400)
})

/** How often a link waits to be read. */
const readings = async (linkId: string): Promise<number> => {
  const sql = connectAsOwner(house.app.databaseUrl)
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'links.sync' and j.payload ->> 'LinkId' = ${linkId}`
  await sql.end()
  return row?.n ?? 0
}

it('a domain is deleted for every linked account, and taken again once it is registered anew', async () => {
  const path = `/venue/${house.room.venueId}/registerdomains`
  const register = () => owner.call('POST', path, { body: { Domain: 'pay.connected.com.au' } })
  const enabled = () => ['acct_frontbar', 'acct_backbar'].map((id) => house.stripe.accounts.get(id)?.domains.get('pay.connected.com.au')?.enabled)
  await register()
  expect((await told(owner)).Domains).toMatchObject([{ Domain: 'pay.connected.com.au' }])
  const remove = (who = owner) => who.call('DELETE', `${path}/pay.connected.com.au`)
  expect(outcome(await remove(await house.room.at('one-place', ['can_linkpayment'], [back])))).toEqual([403, 'AllLocationsNeeded'])
  expect(outcome(await remove(await house.room.at('no-payments', ['can_linkdeputy', 'can_editsettings'])))).toEqual([403, 'NotPermitted'])
  house.stripe.standIn.failNext({ route: '/v1/payment_method_domains', status: 500 })
  expect(outcome(await remove())).toEqual([503, 'ProviderSilent'])
  expect((await told(owner)).Domains).toHaveLength(1)
  expect((await remove()).status).toBe(204)
  expect([enabled(), (await told(owner)).Domains]).toEqual([[false, false], []])
  expect(await house.room.audit('venue.domain-deleted')).toMatchObject([{ subject: 'pay.connected.com.au' }])
  // Twice is no error, and no second row of the trail.
  expect((await remove()).status).toBe(204)
  expect(await house.room.audit('venue.domain-deleted')).toHaveLength(1)
  await house.perform('links.nightly')
  await house.work()
  expect(enabled()).toEqual([false, false])
  await register()
  expect(enabled()).toEqual([true, true])
})
