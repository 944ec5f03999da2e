import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tag } from '#shared/permissions.ts'
import { outcome, type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { FoundCard, FoundPerson, FoundProduct, FoundReceipt } from './find.contract.ts'

type Found = {
  Products: FoundProduct[]
  People: FoundPerson[]
  Cards: FoundCard[]
  Receipts: FoundReceipt[]
}

const NOW = new Date()
const AT = NOW.toISOString()
const EVERYTHING: Tag[] = ['can_viewemp', 'can_viewloyalty', 'can_viewsales']

let app: StartedApp
let room: StaffRoom
let other: StaffRoom
let boss: Visitor
let front: number
let back: number

const find = (who: Visitor, text: string) => who.call<Found>('GET', `/find?Text=${encodeURIComponent(text)}`)
const found = async (who: Visitor, text: string) => {
  const { People, Cards, Receipts } = (await find(who, text)).body
  return {
    people: People.map(({ Name }) => Name),
    cards: Cards.map(({ CardNumber }) => CardNumber),
    receipts: Receipts.map(({ Receipt, Location, Terminal }) => `${Receipt} ${Location} ${Terminal}`),
  }
}
const sell = (venueId: number, locationId: number, SaleId: string, changes: object = {}) =>
  storeTrade(app.database, venueId, locationId, [plainSale(AT, 1250, { SaleId, ...changes })], NOW)
const card = (who: Visitor, number: string, Name: string) => who.call('POST', `/loyalty/${encodeURIComponent(number)}/details`, { body: { Details: { Name } } })

beforeAll(async () => {
  app = await startApp({ sample: false, environment: { SEARCHES_PER_MINUTE: '200' } })
  room = await staffRoom(app, 'The Finders')
  other = await staffRoom(app, 'The Others')
  ;[front = 0, back = 0] = room.locationIds
  boss = await room.at('finn', [...EVERYTHING, 'can_editloyalty'], 'all', ['Owner'])
  await room.hire('kenji', [], [front])
  await room.hire('kenta', [], [back])
  await card(boss, '6031 4471 0083 4417', 'Aiko Brennan')
  await card(boss, '6031447100839032', 'Tom Brennan')
  await sell(room.venueId, front, 'F-100')
  await sell(room.venueId, front, 'F-100', { TerminalId: 'T2' })
  await sell(room.venueId, back, 'F-100')
  await sell(room.venueId, back, 'B-200')
  await sell(room.venueId, front, 'F-300')
  await sell(room.venueId, front, 'F-300', { Revision: 2 })
  const [elsewhere = 0] = other.locationIds
  const stranger = await other.at('otto', [...EVERYTHING, 'can_editloyalty'])
  await other.hire('kenshin')
  await card(stranger, '7000 0000 0000 4417', 'Olga Brennan')
  await sell(other.venueId, elsewhere, 'F-100')
})
afterAll(() => app.close())

describe('one box', () => {
  it('finds people by part of a name, cards by last digits or name, and receipts by number', async () => {
    expect(await found(boss, 'ken')).toEqual({ people: ['kenji', 'kenta'], cards: [], receipts: [] })
    expect((await found(boss, '4417')).cards).toEqual(['6031 4471 0083 4417'])
    expect((await found(boss, 'brennan')).cards).toEqual(['6031 4471 0083 4417', '6031447100839032'])
    expect((await found(boss, '６０３１４４７１００８３９０３２')).cards).toEqual(['6031447100839032'])
    expect((await found(boss, ';6031447100839032=2512101?')).cards).toEqual(['6031447100839032'])
    expect((await found(boss, ' #b-200 ')).receipts).toEqual(['B-200 Back Bar T1'])
  })

  it('tells the receipts of all tills with the same number apart, and takes the last revision of one', async () => {
    expect((await found(boss, 'F-100')).receipts.sort()).toEqual(['F-100 Back Bar T1', 'F-100 Front Bar T1', 'F-100 Front Bar T2'])
    const { Receipts } = (await find(boss, 'F-300')).body
    expect(Receipts).toHaveLength(1)
    const [{ SaleId, Takings, Currency, Kind } = {} as FoundReceipt] = Receipts
    expect([Takings, Currency, Kind]).toEqual([12.5, 'AUD', 'sale'])
    const { body } = await boss.call<{ Revision: number; Receipt: string }>('GET', `/sales/invoices/${SaleId}`)
    expect([body.Receipt, body.Revision]).toEqual(['F-300', 2])
  })

  it('finds a few of each kind, and nothing for less than two characters', async () => {
    for (let i = 0; i < 6; i += 1) await room.hire(`many-${i}`)
    expect((await found(boss, 'many')).people).toHaveLength(4)
    expect(outcome(await find(boss, 'x'))).toEqual([400, 'ValidationFailed'])
    expect(outcome(await find(boss, 'x'.repeat(65)))).toEqual([400, 'ValidationFailed'])
    expect(await found(boss, '%%')).toEqual({ people: [], cards: [], receipts: [] })
    expect((await find(boss, '%%')).body.Products).toEqual([])
  })

  it('puts those who work here before those who do not any more', async () => {
    const gone = await room.hire('aaron')
    await room.hire('aaron-b')
    await app.database.inVenue(
      room.venueId,
      (sql) => sql`update employee set active = false where venue_id = ${room.venueId} and employee_id = ${gone.employeeId}`,
    )
    const { People } = (await find(boss, 'aaron')).body
    expect(People.map(({ Name, Active }) => [Name, Active])).toEqual([
      ['aaron-b', true],
      ['aaron', false],
    ])
    expect((await find(boss, 'finn')).body.People.map(({ Roles }) => Roles)).toEqual([['Owner']])
  })
})

describe('what is not for somebody', () => {
  it.each([
    ['can_viewemp', 'people'],
    ['can_viewloyalty', 'cards'],
    ['can_viewsales', 'receipts'],
  ] as const)('stays away: with %s alone only %s are found', async (tag, kind) => {
    const who = await room.at(`only-${kind}`, [tag])
    for (const [text, of] of [
      ['kenji', 'people'],
      ['4417', 'cards'],
      ['F-100', 'receipts'],
    ] as const) {
      const all = await found(who, text)
      const filled = Object.entries(all).flatMap(([name, list]) => (list.length > 0 ? [name] : []))
      expect(filled).toEqual(of === kind ? [kind] : [])
    }
  })

  it('goes with the tag at once, and without any the call is refused', async () => {
    const who = await room.at('fading', EVERYTHING)
    expect((await found(who, '4417')).cards).toHaveLength(1)
    const take = (tags: string) =>
      app.database.inVenue(room.venueId, (sql) => sql`update employee set tags = ${tags} where venue_id = ${room.venueId} and user_name = 'fading'`)
    await take('{can_viewemp}')
    await expect.poll(async () => (await found(who, '4417')).cards, { timeout: 10_000 }).toEqual([])
    await take('{}')
    await expect.poll(async () => outcome(await find(who, '4417')), { timeout: 10_000 }).toEqual([403, 'NotPermitted'])
  })

  it('is cut to the locations granted', async () => {
    const who = await room.at('backer', EVERYTHING, [back])
    expect((await found(who, 'F-100')).receipts).toEqual(['F-100 Back Bar T1'])
    expect((await found(who, 'F-300')).receipts).toEqual([])
    expect((await found(who, 'ken')).people).toEqual(['kenta'])
  })

  it('never comes from another venue', async () => {
    const stranger = await other.at('odile', EVERYTHING)
    expect(await found(stranger, 'ken')).toEqual({ people: ['kenshin'], cards: [], receipts: [] })
    expect((await found(stranger, '4417')).cards).toEqual(['7000 0000 0000 4417'])
    expect((await found(stranger, 'F-100')).receipts).toEqual(['F-100 Front Bar T1'])
    expect((await found(stranger, 'B-200')).receipts).toEqual([])
  })

  it('counts as a search of cards does', async () => {
    const strict = await startApp({ sample: false, environment: { SEARCHES_PER_MINUTE: '3' } })
    try {
      const busy = await (await staffRoom(strict, 'The Busy')).at('busy', EVERYTHING)
      const statuses: number[] = []
      for (let i = 0; i < 10; i += 1) statuses.push((await busy.call('GET', '/loyalty/search?Name=lee')).status, (await find(busy, 'lee')).status)
      expect(new Set(statuses)).toEqual(new Set([200, 429]))
      expect(statuses.at(-1)).toBe(429)
    } finally {
      await strict.close()
    }
  })
})

describe('products', () => {
  const line = (Plu: string, Name: string) => ({
    ...{ LineId: '1', Kind: 'Sale', Plu, Name, Quantity: '1', UnitPrice: 1250, Gross: 1250, DiscountTotal: 0, Net: 1250, Tax: 0 },
  })
  const products = async (who: Visitor, text: string) => (await find(who, text)).body.Products.map(({ Plu, Name }) => `${Plu} ${Name}`)

  beforeAll(async () => {
    const pour = (place: number, id: string, Plu: string, name: string) => sell(room.venueId, place, id, { Lines: [line(Plu, name)] })
    await pour(front, 'P-1', '4406', 'Pale Ale, pint')
    await pour(front, 'P-2', '44', 'Ale of 4406 hops')
    await pour(back, 'P-3', '1180', 'Golden Ale')
    const [elsewhere = 0] = other.locationIds
    await sell(other.venueId, elsewhere, 'P-4', { Lines: [line('9', 'Foreign Ale')] })
  })

  it('are found by PLU or by the words of their name, in any order and width', async () => {
    const who = await room.at('sees-plu', ['can_viewplu'])
    expect(await products(who, '4406')).toEqual(['4406 Pale Ale, pint', '44 Ale of 4406 hops'])
    expect(await products(who, 'ALE')).toEqual(['44 Ale of 4406 hops', '1180 Golden Ale', '4406 Pale Ale, pint'])
    expect(await products(who, 'pint ａｌｅ')).toEqual(['4406 Pale Ale, pint'])
    expect(await products(who, 'pint golden')).toEqual([])
  })

  it('are those sold at the locations of whoever may see PLU Sales, and of no other venue', async () => {
    expect(await products(await room.at('plu-back', ['can_viewplu'], [back]), 'ale')).toEqual(['1180 Golden Ale'])
    expect(await products(await room.at('plu-not', ['can_viewsales', 'can_viewstock']), 'ale')).toEqual([])
    expect(await products(await other.at('plu-other', ['can_viewplu']), 'ale')).toEqual(['9 Foreign Ale'])
  })
})
