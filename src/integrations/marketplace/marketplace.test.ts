import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outcome, type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Answered, Visitor } from '#tests/visitor.ts'
import type { MarketplaceMenu } from './marketplace-menu.rules.ts'
import { DEFAULT_SETTINGS, type MarketplaceSettings } from './marketplace-settings.rules.ts'
import type { Storefront } from './storefront.contract.ts'

// Friday 20 November 2026, 19:00 in Sydney.
const NOW = new Date('2026-11-20T08:00:00Z')

let app: StartedApp
let room: StaffRoom
let manager: Visitor
let front: number
let back: number

const SOLD = [
  ['B1', 'Pale Ale', 'Beer', 1100],
  ['B2', 'Stout', 'Beer', 1250],
  ['W1', 'Riesling', 'Wine', 995],
  ['X1', 'Open item', 'Misc', undefined],
] as const

/** Rings products up at a location, so that they exist there. */
const sell = (locationId: number, products: readonly (readonly [string, string, string, number | undefined])[]) =>
  storeTrade(
    app.database,
    room.venueId,
    locationId,
    products.map(([Plu, Name, ProductGroup, ListPrice]) => {
      const sale = plainSale(NOW.toISOString(), ListPrice ?? 500)
      const Lines = (sale.Lines ?? []).map((line) => ({
        ...line,
        Plu,
        Name,
        ProductGroup,
        SalesGroup: 'Bar',
        Department: 'Bar',
        Category: '',
        ...(ListPrice ? { ListPrice } : {}),
      }))
      return { ...sale, Lines }
    }),
    NOW,
  )

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => NOW })
  room = await staffRoom(app, 'Market House')
  front = room.locationIds[0] ?? 0
  back = room.locationIds[1] ?? 0
  manager = await room.at('market.manager', ['can_linkpayment'])
  await sell(front, SOLD)
})
afterAll(() => app.close())

const at = (locationId = front) => `/venue/${room.venueId}/location/${locationId}/marketplace`
type Kept = { Settings: MarketplaceSettings; Version: number }
const settingsAt = (locationId = front, who = manager) => who.call<Kept>('GET', at(locationId))
const set = (Settings: object, locationId = front, who = manager) => who.call<Kept>('POST', at(locationId), { body: { Settings } })
const publish = (Groups: object[], locationId = front, who = manager) => who.call<MarketplaceMenu>('POST', `${at(locationId)}/menu`, { body: { Groups } })
const preview = async (locationId = front) => (await manager.call<Storefront>('GET', `${at(locationId)}/preview`)).body
const refusal = ({ status, body }: Answered) => [status, body.ResponseStatus?.Errors[0]?.FieldName, body.ResponseStatus?.Errors[0]?.Message]
const trail = async (action: string) => (await room.audit(action)).map(({ subject, detail }) => [subject, detail])

const OPEN = {
  Enabled: true,
  DisplayName: 'Front Bar to go',
  Description: 'Cold beer, warm welcome',
  PickupEnabled: true,
  DeliveryEnabled: true,
  PreparationMinutes: 25,
  MinimumOrder: 20,
  PriceMarkupPercent: 12.5,
  CommissionPercent: 30,
  OpeningHours: [
    { Weekday: 5, Opens: '11:00', Closes: '14:00' },
    { Weekday: 5, Opens: '17:00', Closes: '01:30' },
  ],
  PausedUntil: null,
}

describe('settings of a location', () => {
  it('are the defaults, not enabled, until somebody makes some; then they are as they were sent, whole', async () => {
    expect(await settingsAt(back)).toMatchObject({ status: 200, body: { Settings: DEFAULT_SETTINGS, Version: 0 } })
    expect(DEFAULT_SETTINGS.Enabled).toBe(false)
    expect(await set(OPEN)).toMatchObject({ status: 200, body: { Settings: OPEN, Version: 1 } })
    expect((await settingsAt()).body).toEqual({ Settings: OPEN, Version: 1 })
    // What is not sent is back at its default.
    const { body } = await set({ Enabled: true, DisplayName: ' Short ' })
    expect(body.Settings).toEqual({ ...DEFAULT_SETTINGS, Enabled: true, DisplayName: 'Short' })
    expect((await set(OPEN)).body.Version).toBe(3)
  })

  it('sent again unchanged are no change, and from an older version they are refused', async () => {
    const { body: before } = await settingsAt()
    expect((await manager.call('POST', at(), { body: before })).body).toEqual(before)
    const stale = await manager.call('POST', at(), { body: { Settings: { ...OPEN, MinimumOrder: 99 }, Version: before.Version - 1 } })
    expect(outcome(stale)).toEqual([409, 'Conflict'])
    expect((await settingsAt()).body).toEqual(before)
  })

  it.each<[object, string, string]>([
    [{ OpeningHours: [{ Weekday: 1, Opens: '25:00', Closes: '26:00' }] }, 'Settings.OpeningHours.0.Opens', 'must be a time from 00:00 to 23:59'],
    [{ OpeningHours: [{ Weekday: 1, Opens: '10:00', Closes: '24:00' }] }, 'Settings.OpeningHours.0.Closes', 'midnight is 00:00'],
    [{ OpeningHours: [{ Weekday: 8, Opens: '10:00', Closes: '12:00' }] }, 'Settings.OpeningHours.0.Weekday', 'must be at most 7'],
    [{ PriceMarkupPercent: 140 }, 'Settings.PriceMarkupPercent', 'must be at most 100'],
    [{ PriceMarkupPercent: 1.234 }, 'Settings.PriceMarkupPercent', 'can have at most two decimals'],
    [{ CommissionPercent: -1 }, 'Settings.CommissionPercent', 'must be at least 0'],
    [{ MinimumOrder: 1.001 }, 'Settings.MinimumOrder', 'has more decimals than AUD has'],
    [{ PreparationMinutes: 241 }, 'Settings.PreparationMinutes', 'must be at most 240'],
    [{ PausedUntil: 'tomorrow' }, 'Settings.PausedUntil', 'must be a moment'],
    [{ DisplayName: ' ' }, 'Settings.DisplayName', 'is needed before the storefront is enabled'],
    [{ DisplayName: 'x'.repeat(81) }, 'Settings.DisplayName', 'must have at most 80 characters'],
    [{ Rating: 5 }, 'Settings.Rating', 'is not a field'],
    [
      {
        OpeningHours: [
          { Weekday: 1, Opens: '10:00', Closes: '14:00' },
          { Weekday: 1, Opens: '13:59', Closes: '15:00' },
        ],
      },
      'Settings.OpeningHours.1',
      'overlaps the hours of weekday 1 from 10:00 to 14:00',
    ],
    [
      {
        OpeningHours: [
          { Weekday: 7, Opens: '20:00', Closes: '03:00' },
          { Weekday: 1, Opens: '02:00', Closes: '04:00' },
        ],
      },
      'Settings.OpeningHours.1',
      'overlaps the hours of weekday 7 from 20:00 to 03:00',
    ],
  ])('%j is refused by a sentence that names the field', async (wrong, field, says) => {
    const before = (await settingsAt()).body
    const refused = refusal(await set({ ...OPEN, ...wrong }))
    expect(refused).toEqual([400, field, expect.stringContaining(says)])
    expect(refused[2]).toContain(field.split('.').at(-1) ?? '')
    expect((await settingsAt()).body).toEqual(before)
  })

  it('go back to the defaults, twice without an error, and what was done stands in the trail', async () => {
    await set(OPEN, back)
    for (const _ of [1, 2]) expect((await manager.call('DELETE', at(back))).status).toBe(204)
    expect((await settingsAt(back)).body).toEqual({ Settings: DEFAULT_SETTINGS, Version: 2 })
    const changed = await trail('marketplace.changed')
    expect(changed.at(-1)).toEqual(['Back Bar', expect.objectContaining({ LocationId: back, Enabled: ['false', 'true'], PriceMarkupPercent: ['0', '12.5'] })])
    expect(await trail('marketplace.removed')).toEqual([
      ['Back Bar', expect.objectContaining({ Enabled: ['true', 'false'], DisplayName: [OPEN.DisplayName, ''] })],
    ])
  })

  it('are for whoever holds can_linkpayment and the location', async () => {
    const elsewhere = await room.at('market.back', ['can_linkpayment'], [back])
    const tagless = await room.at('market.none', ['can_editsettings'])
    for (const [method, path] of [
      ['GET', at()],
      ['DELETE', at()],
      ['GET', `${at()}/menu`],
      ['GET', `${at()}/products`],
      ['GET', `${at()}/preview`],
    ] as const) {
      expect(outcome(await elsewhere.call(method, path))).toEqual([404, 'LocationNotFound'])
      expect(outcome(await tagless.call(method, path))).toEqual([403, 'NotPermitted'])
    }
    expect(outcome(await set(OPEN, front, elsewhere))).toEqual([404, 'LocationNotFound'])
    expect((await settingsAt(back, elsewhere)).status).toBe(200)
  })

  it('a location that sells in another currency than list prices are in is not enabled', async () => {
    await app.database.inVenue(room.venueId, (sql) => sql`update location set currency = 'JPY' where venue_id = ${room.venueId} and location_id = ${back}`)
    expect(refusal(await set(OPEN, back))).toEqual([400, 'Settings.Enabled', expect.stringContaining('this location sells in JPY')])
    await app.database.inVenue(room.venueId, (sql) => sql`update location set currency = 'AUD' where venue_id = ${room.venueId} and location_id = ${back}`)
  })
})

describe('a pause', () => {
  const pause = async (Pause: string) => (await manager.call<Kept>('POST', `${at()}/pause`, { body: { Pause } })).body.Settings.PausedUntil

  it('lasts half an hour, an hour or until tomorrow morning, changes nothing else, and ends at once', async () => {
    await set(OPEN)
    expect(await pause('30 minutes')).toBe('2026-11-20T19:30:00+11:00')
    expect(await pause('1 hour')).toBe('2026-11-20T20:00:00+11:00')
    expect(await pause('Tomorrow')).toBe('2026-11-21T05:00:00+11:00')
    expect(await preview()).toMatchObject({ Open: false, PausedUntil: '2026-11-21T05:00:00+11:00', NextOpening: '2026-11-27T11:00:00+11:00' })
    expect((await settingsAt()).body.Settings).toEqual({ ...OPEN, PausedUntil: '2026-11-21T05:00:00+11:00' })
    expect(await pause('None')).toBeNull()
    expect(await preview()).toMatchObject({ Open: true, PausedUntil: null, ClosesAt: '2026-11-21T01:30:00+11:00' })
    expect((await trail('marketplace.paused')).length).toBe(3)
    expect((await trail('marketplace.resumed')).length).toBe(1)
    expect(refusal(await manager.call('POST', `${at()}/pause`, { body: { Pause: 'Forever' } }))[1]).toBe('Pause')
  })
})

describe('the published menu', () => {
  it('holds what was chosen, in its order, at the list price marked up; nothing else, and no product without a price', async () => {
    await set(OPEN)
    const groups = [
      { Name: 'Wine', Products: [{ Plu: 'W1', Name: 'House Riesling', Description: 'Dry' }] },
      { Name: 'Beer', Description: 'On tap', Products: [{ Plu: 'B2' }, { Plu: 'X1' }] },
    ]
    const { status, body } = await publish(groups)
    expect(status).toBe(200)
    expect(body.Groups.map(({ Name, Products }) => [Name, Products.map(({ Plu, ListPrice, Price }) => [Plu, ListPrice, Price])])).toEqual([
      ['Wine', [['W1', 9.95, 11.19]]],
      [
        'Beer',
        [
          ['B2', 12.5, 14.06],
          ['X1', null, null],
        ],
      ],
    ])
    expect((await preview()).Menu).toEqual([
      { Name: 'Wine', Description: '', Products: [{ Id: expect.any(String), Name: 'House Riesling', Description: 'Dry', Price: 11.19 }] },
      { Name: 'Beer', Description: 'On tap', Products: [{ Id: expect.any(String), Name: 'Stout', Description: '', Price: 14.06 }] },
    ])
    expect((await trail('marketplace.menu-changed')).at(-1)).toEqual(['Front Bar', { LocationId: front, Added: 3, Removed: 0 }])
  })

  it('taken back as it came it is no change, and a product keeps its id when it moves', async () => {
    const { body: before } = await manager.call<MarketplaceMenu>('GET', `${at()}/menu`)
    expect((await manager.call('POST', `${at()}/menu`, { body: before })).body).toEqual(before)
    const idOf = async (name: string) => (await preview()).Menu.flatMap(({ Products }) => Products).find(({ Name }) => Name === name)?.Id
    const id = await idOf('Stout')
    const moved = await publish([{ Name: 'All', Products: [{ Plu: 'B1' }, { Plu: 'B2' }] }])
    expect(moved.body.Version).toBe(before.Version + 1)
    expect(await idOf('Stout')).toBe(id)
    expect((await trail('marketplace.menu-changed')).at(-1)).toEqual(['Front Bar', { LocationId: front, Added: 1, Removed: 2 }])
    const stale = await manager.call('POST', `${at()}/menu`, { body: { Groups: [], Version: before.Version } })
    expect(outcome(stale)).toEqual([409, 'Conflict'])
  })

  it.each<[string, object[], string, string]>([
    ['a product the venue does not have', [{ Name: 'A', Products: [{ Plu: 'NOPE' }] }], 'Groups', 'no product with the PLU NOPE'],
    [
      'a product twice',
      [
        { Name: 'A', Products: [{ Plu: 'B1' }] },
        { Name: 'B', Products: [{ Plu: 'B1' }] },
      ],
      'Groups',
      'PLU B1 is on the menu twice',
    ],
    [
      'a group twice',
      [
        { Name: 'A', Products: [] },
        { Name: 'A ', Products: [] },
      ],
      'Groups.1.Name',
      'already a group "A"',
    ],
    ['a group without a name', [{ Name: ' ', Products: [] }], 'Groups.0.Name', 'Name is needed'],
    ['a field nobody knows', [{ Name: 'A', Products: [{ Plu: 'B1', Cost: 1 }] }], 'Groups.0.Products.0.Cost', 'is not a field'],
  ])('%s is refused, and nothing is half done', async (_what, groups, field, says) => {
    const before = (await manager.call('GET', `${at()}/menu`)).body
    expect(refusal(await publish(groups))).toEqual([400, field, expect.stringContaining(says)])
    expect((await manager.call('GET', `${at()}/menu`)).body).toEqual(before)
  })

  it('whoever has one location publishes what is sold there, and keeps what others published', async () => {
    await sell(back, [['K1', 'Pie', 'Kitchen', 1500]])
    const cook = await room.at('market.cook', ['can_linkpayment'], [back])
    expect(refusal(await publish([{ Name: 'A', Products: [{ Plu: 'B1' }] }], back, cook))[2]).toContain('no product with the PLU B1')
    await publish([{ Name: 'A', Products: [{ Plu: 'B1' }] }], back)
    const both = await publish([{ Name: 'A', Products: [{ Plu: 'B1' }, { Plu: 'K1' }] }], back, cook)
    expect(both.body.Groups[0]?.Products.map(({ Plu }) => Plu)).toEqual(['B1', 'K1'])
  })
})

describe('products to choose from', () => {
  const products = async (query = '') =>
    (await manager.call<{ Products: { Plu: string; ListPrice: number | null }[]; Total: number; ProductGroups: object[] }>('GET', `${at()}/products?${query}`))
      .body

  it('are searched by every word, narrowed to a group, and come page by page', async () => {
    const all = await products()
    expect(all.Products.map(({ Plu }) => Plu)).toEqual(expect.arrayContaining(['B1', 'B2', 'W1', 'X1']))
    expect(all.ProductGroups).toContainEqual({ Name: 'Beer', Products: 2 })
    expect((await products('Search=ale%20b1')).Products).toEqual([{ Plu: 'B1', Name: 'Pale Ale', ProductGroup: 'Beer', ListPrice: 11 }])
    expect(await products('ProductGroup=Misc')).toMatchObject({ Products: [{ Plu: 'X1', ListPrice: null }], Total: 1 })
    const pages = [await products('ProductGroup=Beer&Limit=1'), await products('ProductGroup=Beer&Limit=1&Skip=1')]
    expect(pages.map(({ Products, Total }) => [Products.map(({ Plu }) => Plu), Total])).toEqual([
      [['B1'], 2],
      [['B2'], 2],
    ])
  })
})
