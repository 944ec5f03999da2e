import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectAsOwner } from '#platform/database/database.ts'
import type { Tag } from '#shared/permissions.ts'
import { freshDeputy, DEPUTY_HOST as HOST, span } from '#tests/deputy-house.ts'
import { LinkHouse } from '#tests/link-house.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { AttentionAnswer } from './attention.contract.ts'

let house: LinkHouse
let owner: Visitor

beforeAll(async () => {
  house = await LinkHouse.open('Watched Links')
  await house.app.database.house`update venue set show_time_and_attendance_module = true where venue_id = ${house.room.venueId}`
  owner = await house.room.at('links-owner', [], 'all', ['Owner'])
  await freshDeputy(house)
}, 60_000)
afterAll(() => house.close())

const listed = async (who: Visitor) => (await who.call<AttentionAnswer>('GET', '/attention')).body.Items?.filter(({ Kind }) => Kind === 'Link')
const hourly = async () => {
  await house.perform('links.hourly')
  await house.work()
}

it('a link that needs somebody is listed for whoever may link its provider, until it works again', async () => {
  await house.linkDeputy(owner, HOST)
  await house.work()
  expect(await listed(owner)).toEqual([])
  house.deputy.install(HOST).denied.add('Timesheet')
  await hourly()
  expect(await listed(owner)).toMatchObject([{ Kind: 'Link', LocationId: null, Provider: 'Deputy', Trouble: 'Ended', Dismissed: null }])
  expect(await listed(await house.room.at('links-reader', ['can_viewdashboard', 'can_linkpayment']))).toEqual([])
  house.deputy.install(HOST).denied.clear()
  await hourly()
  expect(await listed(owner)).toEqual([])
})

const kindsOf = async (who: Visitor, kind: 'Orders' | 'Unmatched') =>
  (await who.call<AttentionAnswer>('GET', '/attention')).body.Items?.filter(({ Kind }) => Kind === kind)

it('people of Deputy that nobody matched are listed with their number for whoever may link it at all locations, and again when there is one more', async () => {
  const books = await freshDeputy(house)
  await house.linkDeputy(owner, HOST)
  expect(await kindsOf(owner, 'Unmatched')).toEqual([])
  books.roster(11, 21, span(1, '10:00', '18:00'))
  await hourly()
  const [first] = (await kindsOf(owner, 'Unmatched')) ?? []
  expect(first).toMatchObject({ LocationId: null, Provider: 'Deputy', People: 1, Areas: 1, Dismissed: null })
  const [front = 0] = house.room.locationIds
  for (const [name, tags, places] of [
    ['unmatched-no-tag', ['can_viewdashboard', 'can_linkpayment'], 'all'],
    ['unmatched-one-place', ['can_viewdashboard', 'can_linkdeputy'], [front]],
  ] as const)
    expect([name, await kindsOf(await house.room.at(name, tags, places), 'Unmatched')]).toEqual([name, []])
  await owner.call('POST', '/attention/dismissals', { body: { Key: first?.Key, Until: 'Always' } })
  expect(await kindsOf(owner, 'Unmatched')).toMatchObject([{ Dismissed: 'Always' }])
  books.roster(11, 22, span(1, '10:00', '18:00'))
  await hourly()
  expect(await kindsOf(owner, 'Unmatched')).toMatchObject([{ People: 2, Dismissed: null }])
})

it('online orders that are no sales are listed with their number for whoever may link their provider and see their location', async () => {
  const { venueId, locationIds } = house.room
  const [front = 0, back = 0] = locationIds
  const sql = connectAsOwner(house.app.databaseUrl)
  await sql`insert into online_place (venue_id, provider, account_id, place_id, name, location_id) values (${venueId}, 'Deliverect', 'a', 'b', 'Somewhere', ${back})`
  for (const [id, state] of [
    ['1', 'waiting'],
    ['2', 'refused'],
    ['3', 'taken'],
  ] as const)
    await sql`insert into online_order (venue_id, provider, order_id, account_id, place_id, name, placed_at, changed_at, currency, total, state)
      values (${venueId}, 'Deliverect', ${id}, 'a', 'b', ${id}, now(), now(), 'AUD', 100, ${state})`
  await sql.end()
  expect(await kindsOf(owner, 'Orders')).toMatchObject([{ LocationId: null, Provider: 'Deliverect', NoSales: 2, LeftByTill: 0 }])
  const seen = async (name: string, tags: readonly Tag[], at: number) => kindsOf(await house.room.at(name, ['can_viewdashboard', ...tags], [at]), 'Orders')
  expect(await seen('orders-there', ['can_linkpayment'], back)).toHaveLength(1)
  expect(await seen('orders-elsewhere', ['can_linkpayment'], front)).toEqual([])
  expect(await seen('orders-no-tag', ['can_linkdeputy'], back)).toEqual([])
})
