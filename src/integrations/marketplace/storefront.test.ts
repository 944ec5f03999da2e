import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { venueOfStorefront } from '#platform/access/storefronts.ts'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { Visitor } from '#tests/visitor.ts'
import type { Storefront } from './storefront.contract.ts'

// Friday 20 November 2026, 19:00 in Sydney.
const NOW = new Date('2026-11-20T08:00:00Z')
const MOST_A_MINUTE = 60

let app: StartedApp
let room: StaffRoom
let manager: Visitor
let clock = NOW

const OPEN = {
  Enabled: true,
  DisplayName: 'Front Bar to go',
  Description: 'Cold beer',
  DeliveryEnabled: true,
  PreparationMinutes: 25,
  MinimumOrder: 20,
  PriceMarkupPercent: 10,
  CommissionPercent: 31.25,
  OpeningHours: [{ Weekday: 5, Opens: '17:00', Closes: '01:30' }],
}

beforeAll(async () => {
  const environment = { STOREFRONTS_PER_MINUTE: String(MOST_A_MINUTE), TRUST_PROXY: '127.0.0.1' }
  app = await startApp({ sample: false, now: () => clock, environment })
  room = await staffRoom(app, 'Market House')
  manager = await room.at('market.manager', ['can_linkpayment'])
  const sale = plainSale(NOW.toISOString(), 1100)
  const Lines = ['Ale', 'Secret stew'].map((Name, i) => ({
    ...(sale.Lines ?? [])[0],
    LineId: String(i),
    Plu: `P${i}`,
    Name,
    ProductGroup: 'Hidden group',
    ListPrice: 1100,
    Cost: 377,
  }))
  const Totals = { Total: 2200, Tax: 200 }
  await storeTrade(app.database, room.venueId, place(), [{ ...sale, Lines: Lines as never, Totals, Tenders: [{ Method: 'Cash', Amount: 2200 }] }], NOW)
})
afterAll(() => app.close())

const place = (at = 0) => room.locationIds[at] ?? 0
const path = (at = 0) => `/venue/${room.venueId}/location/${place(at)}/marketplace`
const set = (Settings: object, at = 0) => manager.call('POST', path(at), { body: { Settings } })

let caller = 0
/** Each who asks is another network, unless named. */
const ask = (location: number | string, headers: Record<string, string> = {}, from = `10.0.${Math.floor(++caller / 250)}.${caller % 250}`) =>
  new Visitor(app.url, { plain: true }).call<Storefront & { text?: string }>('GET', `/storefront/${location}`, {
    headers: { 'x-forwarded-for': from, ...headers },
  })
/** As it is seen once what was kept is no longer fresh. */
const seen = (location = place()) => expect.poll(async () => (await ask(location)).body, { timeout: 15_000 })

describe('the storefront of a location', () => {
  it('tells anybody what was published, and nothing else', async () => {
    await set(OPEN)
    await manager.call('POST', `${path()}/menu`, {
      body: {
        Groups: [
          { Name: 'Drinks', Products: [{ Plu: 'P0', Description: 'Pint' }] },
          { Name: 'Empty', Products: [] },
        ],
      },
    })
    await seen().toEqual({
      Version: 1,
      LocationId: place(),
      Name: 'Front Bar to go',
      Description: 'Cold beer',
      TimeZone: 'Australia/Sydney',
      Currency: 'AUD',
      Open: true,
      ClosesAt: '2026-11-21T01:30:00+11:00',
      NextOpening: null,
      PausedUntil: null,
      OpeningHours: OPEN.OpeningHours,
      Pickup: true,
      Delivery: true,
      PreparationMinutes: 25,
      MinimumOrder: 20,
      Menu: [{ Name: 'Drinks', Description: '', Products: [{ Id: expect.any(String), Name: 'Ale', Description: 'Pint', Price: 12.1 }] }],
    })
    const all = JSON.stringify((await ask(place())).body)
    for (const kept of ['Market House', 'Front Bar"', 'Hidden group', 'Secret stew', 'P0', '31.25', '3.77', '377']) expect(all).not.toContain(kept)
  })

  it('is known again by its ETag, is kept for seconds, and pages of other sites may read it', async () => {
    const first = await ask(place(), { origin: 'https://shop.example' })
    const etag = first.headers.get('etag') ?? ''
    expect(
      Object.fromEntries(['cache-control', 'access-control-allow-origin', 'cross-origin-resource-policy'].map((name) => [name, first.headers.get(name)])),
    ).toEqual({
      'cache-control': 'public, max-age=5',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(first.headers.get('set-cookie')).toBeNull()
    for (const known of [etag, `"other", ${etag}`, '*', etag.slice(2)]) {
      const again = await ask(place(), { 'if-none-match': known })
      expect([again.status, again.headers.get('etag'), again.body.text]).toEqual([304, etag, ''])
    }
    expect((await ask(place(), { 'if-none-match': 'W/"other"' })).status).toBe(200)
    await set({ ...OPEN, MinimumOrder: 21 })
    await expect.poll(async () => (await ask(place(), { 'if-none-match': etag })).status, { timeout: 15_000 }).toBe(200)
  })

  it('a pause, the end of it and the closing hour show within seconds', async () => {
    await manager.call('POST', `${path()}/pause`, { body: { Pause: '1 hour' } })
    await seen().toMatchObject({ Open: false, PausedUntil: '2026-11-20T20:00:00+11:00', NextOpening: '2026-11-20T20:00:00+11:00' })
    clock = new Date('2026-11-20T09:00:00Z')
    await seen().toMatchObject({ Open: true, PausedUntil: null, NextOpening: null })
    clock = new Date('2026-11-20T14:30:00Z')
    await seen().toMatchObject({ Open: false, ClosesAt: null, NextOpening: '2026-11-27T17:00:00+11:00' })
    clock = NOW
  })

  it('that is not enabled, not open any more, closed for good or of no location is the same 404', async () => {
    const missing = async (location: number | string) => {
      const { status, body, headers } = await ask(location)
      return [status, body.ResponseStatus, headers.get('cache-control'), headers.get('etag')]
    }
    const nowhere = await missing(2_147_483_647)
    expect(nowhere).toEqual([404, { ErrorCode: 'NotFound', Message: expect.any(String), Errors: [] }, 'no-store', null])
    for (const odd of ['0', 'x', '-1', '99999999999', '1.5']) expect(await missing(odd)).toEqual(nowhere)
    await set({ ...OPEN, Enabled: false }, 1)
    expect(await missing(place(1))).toEqual(nowhere)
    expect(await venueOfStorefront(app.database.house, place())).toBe(room.venueId)
    await manager.call('DELETE', path())
    expect(await venueOfStorefront(app.database.house, place())).toBeUndefined()
    await expect.poll(() => missing(place()), { timeout: 15_000 }).toEqual(nowhere)
    await set(OPEN)
    await seen().toMatchObject({ Open: true })
    const close = (active: boolean) =>
      app.database.inVenue(room.venueId, (sql) => sql`update location set active = ${active} where venue_id = ${room.venueId} and location_id = ${place()}`)
    await close(false)
    await expect.poll(() => missing(place()), { timeout: 15_000 }).toEqual(nowhere)
    await close(true)
    await seen().toMatchObject({ Open: true })
  })

  it('is read so many times a minute by one network, and by others all the same', async () => {
    const times = async (count: number, from: string) => {
      const statuses: number[] = []
      while (statuses.length < count) statuses.push((await ask(place(), {}, from)).status)
      return statuses
    }
    // A minute may end between two of them: of two minutes' worth and one more, one at least is refused.
    const statuses = await times(2 * MOST_A_MINUTE + 1, '198.51.100.7')
    expect(statuses.slice(0, MOST_A_MINUTE)).toEqual(Array(MOST_A_MINUTE).fill(200))
    expect(statuses).toContain(429)
    const refused = await ask(place(), {}, '198.51.100.7')
    if (refused.status === 429) expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask(place(), {}, '198.51.100.8')).status).toBe(200)
    // Addresses of one household, by version 6.
    const household = await Promise.all(Array.from({ length: 9 }, (_, i) => times(15, `2001:db8:1:2::${i + 1}`)))
    expect(household.flat()).toContain(429)
  })
})
