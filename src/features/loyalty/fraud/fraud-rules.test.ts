import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WireSale } from '#features/intake/sale.contract.ts'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { ListedCard, Operator } from './fraud.contract.ts'
import type { Rule } from './fraud-rules.rules.ts'

/** A Friday evening in Sydney. */
const NOW = new Date('2026-11-20T10:04:00Z')
let now = NOW
const RANGE = 'FromDate=2026-11-14&ToDate=2026-11-20'

interface Answer {
  Threshold: number
  Uses: number
  ByThreshold: { Uses: number; Cards: number }[]
  Locations: { LocationId: number; Name: string; Cards: ListedCard[] }[]
  Operators: Operator[]
}

let app: StartedApp
let room: StaffRoom
let manager: Visitor
let front: number
let back: number

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => now })
  room = await staffRoom(app, 'The Watch')
  ;[front = 0, back = 0] = room.locationIds
  manager = await room.at('watcher', ['can_viewloyalty', 'can_editloyalty', 'can_editsettings', 'can_viewemp'])
  await ordinaryTrade()
}, 60_000)
afterAll(() => app.close())

let made = 0
const newNumber = () => `88${String(++made).padStart(6, '0')}`
let clerk = 0
/** Somebody at the till whom no other test has. */
const someone = () => ({ ClerkId: `clerk-${++clerk}`, ClerkName: `Clerk ${clerk}` })

/** A use of a card: what it cost in cents, when on the wall clock of Sydney. */
const use = (card: string, day: string, time: string, cents = 2345, changes: Partial<WireSale> = {}): WireSale =>
  plainSale(`${day}T${time}:00+11:00`, cents, { LoyaltyCard: card, Points: { Accrued: Math.floor(cents / 100), Redeemed: 0 }, ...someone(), ...changes })

const sell = (sales: readonly WireSale[], at = front) => storeTrade(app.database, room.venueId, at, sales, now)
const check = async (more = '') => (await manager.call<Answer>('GET', `/loyalty/fraud?${RANGE}${more}`)).body
const listed = async (card: string, more = '') => (await check(more)).Locations.flatMap(({ Cards }) => Cards).find(({ CardNumber }) => CardNumber === card)
const rulesOf = async (card: string): Promise<Rule[]> => [...new Set((await listed(card))?.Hits.map(({ Rule }) => Rule))].sort()
const hit = async (card: string, rule: Rule) => (await listed(card))?.Hits.find(({ Rule }) => Rule === rule)

/** Members as most are: once or twice a week, at changing hours, with whoever is at the till, spending what people spend. */
const ORDINARY = Array.from({ length: 30 }, (_, i) => `ORD${i}`)
const ordinaryTrade = async () => {
  const staff = Array.from({ length: 6 }, someone)
  const sales = ORDINARY.flatMap((card, i) =>
    ['2026-10-27', '2026-11-03', '2026-11-10', '2026-11-14', '2026-11-18'].map((day, k) =>
      use(
        card,
        day,
        `${String(11 + ((i + k) % 9)).padStart(2, '0')}:${String((i * 7) % 60).padStart(2, '0')}`,
        1875 + ((i * 137 + k * 411) % 4200) * 1 + 3,
        staff[(i + k) % 6],
      ),
    ),
  )
  await sell(sales)
}

const days = (from: number, to: number, month = '11') => Array.from({ length: to - from + 1 }, (_, i) => `2026-${month}-${String(from + i).padStart(2, '0')}`)

describe('the fraud check finds', () => {
  it('F1 a card used five times on one day, and not one used four times', async () => {
    const [often, seldom] = [newNumber(), newNumber()]
    await sell(['12:01', '13:11', '14:21', '15:31', '16:41'].map((time) => use(often, '2026-11-16', time)))
    await sell(['12:01', '13:11', '14:21', '15:31'].map((time) => use(seldom, '2026-11-16', time)))
    expect([await rulesOf(often), await rulesOf(seldom)]).toEqual([['F1'], []])
    expect(await hit(often, 'F1')).toMatchObject({ Count: 5, Day: '2026-11-16', Location: 'Front Bar', Evidence: { length: 5 } })
    expect((await hit(often, 'F1'))?.Evidence[0]).toMatchObject({
      Kind: 'Sale',
      At: '2026-11-16T12:01:00+11:00',
      Amount: 23.45,
      Points: 23,
      Operator: expect.stringContaining('Clerk'),
    })
  })

  it('F1 by the threshold that is asked for, as GET /loyalty/usage does, and how many cards each threshold lists', async () => {
    const card = newNumber()
    await sell(['12:01', '13:11', '14:21'].map((time) => use(card, '2026-11-17', time)))
    expect((await listed(card, '&Threshold=3'))?.Hits).toMatchObject([{ Rule: 'F1', Count: 3 }])
    expect(await listed(card, '&Threshold=4')).toBeUndefined()
    const { body } = await manager.call<{ Locations: { Cards: { CardNumber: string }[] }[] }>('GET', `/loyalty/usage?${RANGE}&Threshold=3`)
    const asked = await check('&Threshold=3')
    const byUsage = body.Locations.flatMap(({ Cards }) => Cards.map(({ CardNumber }) => CardNumber))
    const byF1 = asked.Locations.flatMap(({ Cards }) => Cards.filter(({ Hits }) => Hits.some(({ Rule }) => Rule === 'F1')).map(({ CardNumber }) => CardNumber))
    expect(byF1.sort()).toEqual([...new Set(byUsage)].sort())
    expect(asked.ByThreshold.find(({ Uses }) => Uses === 3)?.Cards).toBe(byF1.length)
    expect((await manager.call('GET', `/loyalty/fraud?${RANGE}&Threshold=1`)).status).toBe(400)
  })

  it('F1 not by a use that was taken back', async () => {
    const card = newNumber()
    const sales = ['12:01', '13:11', '14:21', '15:31', '16:41'].map((time) => use(card, '2026-11-18', time))
    await sell(sales)
    expect(await rulesOf(card)).toEqual(['F1'])
    await sell([{ SaleId: `void-${card}`, TerminalId: 'T1', Type: 'Void', OriginalSaleId: sales[0]?.SaleId ?? '', ClosedAt: '2026-11-18T17:00:00+11:00' }])
    expect(await rulesOf(card)).toEqual([])
  })

  it('F2 a card used fifteen times within seven days', async () => {
    const [often, seldom] = [newNumber(), newNumber()]
    const twice = (card: string, some: readonly string[]) => some.flatMap((day) => [use(card, day, '12:01'), use(card, day, '18:01')])
    await sell([...twice(often, days(12, 18)), use(often, '2026-11-18', '20:01')])
    await sell(twice(seldom, days(12, 18)))
    expect([await rulesOf(often), await rulesOf(seldom)]).toEqual([['F2'], []])
    expect(await hit(often, 'F2')).toMatchObject({ Count: 15, Other: 7, Day: '2026-11-18' })
  })

  it('F2 a card used forty times within thirty days', async () => {
    const card = newNumber()
    const fortnight = [...days(24, 31, '10'), ...days(1, 12)]
    await sell([...fortnight.flatMap((day) => [use(card, day, '12:01'), use(card, day, '18:01')]), use(card, '2026-11-15', '12:01')].slice(0, 41))
    expect(await hit(card, 'F2')).toMatchObject({ Count: 41, Other: 30, Day: '2026-11-15' })
  })

  it('F3 a sale above 400, and one far above what cards spend there', async () => {
    const [large, far, usual] = [newNumber(), newNumber(), newNumber()]
    await sell([use(large, '2026-11-19', '12:01', 40_101), use(far, '2026-11-19', '12:31', 39_901), use(usual, '2026-11-19', '12:41', 6001)])
    expect([await rulesOf(large), await rulesOf(far), await rulesOf(usual)]).toEqual([['F3'], ['F3'], []])
    await manager.call('POST', `/venue/${room.venueId}/config/fraudrules`, { body: { Rules: { LargeDeviations: 0 } } })
    expect([await rulesOf(large), await rulesOf(far)]).toEqual([['F3'], []])
    await manager.call('POST', `/venue/${room.venueId}/config/fraudrules`, { body: { Rules: { LargeDeviations: 4 } } })
  })

  it('F4 a card at two locations within half an hour', async () => {
    const [quick, slow] = [newNumber(), newNumber()]
    await sell([use(quick, '2026-11-20', '12:01'), use(slow, '2026-11-20', '12:01')])
    await sell([use(quick, '2026-11-20', '12:13'), use(slow, '2026-11-20', '12:41')], back)
    expect([await rulesOf(quick), await rulesOf(slow)]).toEqual([['F4'], []])
    expect(await hit(quick, 'F4')).toMatchObject({ Other: 12, Evidence: [{ Location: 'Front Bar' }, { Location: 'Back Bar' }] })
  })

  it('F5 adjustments that are large, have no reason, or are too many from one person on a day', async () => {
    const cards = await Promise.all(Array.from({ length: 7 }, () => member()))
    const [first, other] = [await room.at('first', ['can_editloyalty']), await room.at('adjuster', ['can_viewloyalty', 'can_editloyalty'])]
    const adjust = (by: Visitor, card: string, Points: number, Comments = 'Forgot the card') =>
      by.call('POST', `/loyalty/${card}/points`, { body: { Points, LocationId: front, Comments } })
    await adjust(first, cards[0] ?? '', 900)
    await adjust(first, cards[1] ?? '', 10, '')
    const limit = (AdjustmentLimit: number) => manager.call('POST', `/venue/${room.venueId}/config`, { body: { Config: { AdjustmentLimit } } })
    await limit(5000)
    await adjust(first, cards[2] ?? '', 1001)
    await limit(1000)
    expect([await rulesOf(cards[0] ?? ''), await rulesOf(cards[1] ?? ''), await rulesOf(cards[2] ?? '')]).toEqual([[], ['F5'], ['F5']])
    for (const card of cards.slice(3)) await adjust(other, card, 20)
    expect(await hit(cards[3] ?? '', 'F5')).toMatchObject({ Operator: expect.stringMatching(/adjuster/i), Evidence: [{ Kind: 'Adjustment', Points: 20 }] })
  })

  it('F6 one person who rings up one card again and again', async () => {
    const [card, other] = [newNumber(), newNumber()]
    const [one, two] = [someone(), someone()]
    await sell(['02', '05', '08', '11', '15'].map((day) => use(card, `2026-11-${day}`, '12:01', 2345, one)))
    await sell(['02', '05', '08', '11', '15'].map((day, i) => use(other, `2026-11-${day}`, '12:31', 2345, i > 0 ? two : someone())))
    expect([await rulesOf(card), await rulesOf(other)]).toEqual([['F6'], []])
    expect(await hit(card, 'F6')).toMatchObject({ Count: 5, Operator: one.ClerkName })
    expect((await check()).Operators.find(({ Name }) => Name === one.ClerkName)).toMatchObject({ Listed: 5, CardReceipts: 1, Rules: ['F6'], Score: 24 })
  })

  it('F6 a card that is a fifth of what a person rings up', async () => {
    const card = newNumber()
    const one = someone()
    await sell([
      ...Array.from({ length: 9 }, (_, i) => use(newNumber(), '2026-11-15', `12:${10 + i}`, 2345, one)),
      ...['13:01', '14:01', '15:01'].map((time) => use(card, '2026-11-15', time, 2345, one)),
    ])
    expect(await hit(card, 'F6')).toMatchObject({ Count: 3, Other: 25, Operator: one.ClerkName })
  })

  it('F7 round amounts on one day', async () => {
    const [even, odd] = [newNumber(), newNumber()]
    await sell([
      use(even, '2026-11-19', '13:01', 5000),
      use(even, '2026-11-19', '14:01', 10_000),
      use(odd, '2026-11-19', '13:01', 5000),
      use(odd, '2026-11-19', '14:01', 4950),
    ])
    expect([await rulesOf(even), await rulesOf(odd)]).toEqual([['F7'], []])
  })

  it('F8 points earned with one person and spent at another location', async () => {
    const [card, usual] = [newNumber(), newNumber()]
    const one = someone()
    await sell(['05', '08', '12'].flatMap((day) => [use(card, `2026-11-${day}`, '12:01', 2345, one), use(usual, `2026-11-${day}`, '12:31')]))
    const spends = (number: string) => use(number, '2026-11-17', '19:01', 3123, { Points: { Accrued: 0, Redeemed: 30 } })
    await sell([spends(card), spends(usual)], back)
    expect(await hit(card, 'F8')).toMatchObject({ Count: 3, Location: 'Back Bar', Operator: one.ClerkName })
    expect(await hit(usual, 'F8')).toBeUndefined()
  })

  it.each([
    ['e-mail', (card: string) => ({ Name: 'Somebody Else', Email: `${card}@STAFF.example` })],
    ['phone', () => ({ Name: 'Somebody Else', Phone: '(0412) 555-777' })],
    ['name', () => ({ Name: 'oskar  LUND' })],
  ])("F9 a card whose %s is an employee's, with what they rang up themselves", async (_, detailsOf) => {
    const card = newNumber()
    await app.database.inVenue(room.venueId, async (sql) => {
      await sql`delete from employee where venue_id = ${room.venueId} and surname = 'Lund'`
      await sql`insert into employee (venue_id, first_name, surname, display_name, email, phone) values (${room.venueId}, 'Oskar', 'Lund', 'Oskar Lund', ${`${card}@staff.example`}, '0412 555 777')`
    })
    await sell([use(card, '2026-11-18', '12:01', 2345, { ClerkName: 'Oskar Lund', ClerkId: 'ol' }), use(card, '2026-11-18', '13:01')])
    expect(await rulesOf(card)).toEqual([])
    await manager.call('POST', `/loyalty/${card}/details`, { body: { Details: detailsOf(card) } })
    expect(await rulesOf(card)).toEqual(['F9'])
    expect(await hit(card, 'F9')).toMatchObject({ Count: 2, Other: 1, About: 'Oskar Lund' })
  })

  it('F9 names the employee to nobody who may not see employees, neither in the list nor in a case opened by somebody else', async () => {
    const card = newNumber()
    await app.database.inVenue(room.venueId, async (sql) => {
      await sql`delete from employee where venue_id = ${room.venueId} and surname = 'Hidden'`
      await sql`insert into employee (venue_id, first_name, surname, display_name, email) values (${room.venueId}, 'Hana', 'Hidden', 'Hana Hidden', ${`${card}@staff.example`})`
    })
    await sell([use(card, '2026-11-18', '12:07')])
    await manager.call('POST', `/loyalty/${card}/details`, { body: { Details: { Name: 'Somebody Else', Email: `${card}@staff.example` } } })
    expect((await listed(card))?.Staff).toBe('Hana Hidden')
    const opened = await manager.call<{ CaseId: string }>('POST', '/loyalty/fraud/cases', {
      body: { CardNumber: card, FromDate: '2026-11-14', ToDate: '2026-11-20' },
    })
    const outsider = await room.at('no.employees', ['can_viewloyalty', 'can_editloyalty'])
    const answers = [await outsider.call('GET', `/loyalty/fraud?${RANGE}`), await outsider.call('GET', `/loyalty/fraud/cases/${opened.body.CaseId}`)]
    for (const { status, body } of answers) {
      expect([status, JSON.stringify(body).includes('"F9"')]).toEqual([200, true])
      expect(JSON.stringify(body)).not.toContain('Hana')
    }
  })

  it('F10 a refund that left the points on the card', async () => {
    const [kept, given] = [newNumber(), newNumber()]
    const sales = [use(kept, '2026-11-19', '12:01', 5901), use(given, '2026-11-19', '12:31', 5901)]
    await sell(sales)
    const refund = (sale: WireSale | undefined, changes: Partial<WireSale>): WireSale => {
      const back = plainSale('2026-11-19T15:00:00+11:00', -5901, { Type: 'Refund', OriginalSaleId: sale?.SaleId ?? '', ...someone(), ...changes })
      return { ...back, Lines: back.Lines?.map((line) => ({ ...line, Quantity: '-1', UnitPrice: 5901 })) }
    }
    await sell([refund(sales[0], {}), refund(sales[1], { LoyaltyCard: given, Points: { Accrued: -59, Redeemed: 0 } })])
    expect([await rulesOf(kept), await rulesOf(given)]).toEqual([['F10'], []])
    expect(await hit(kept, 'F10')).toMatchObject({
      Other: 59,
      Evidence: [
        { Kind: 'Sale', Points: 59 },
        { Kind: 'Refund', Amount: -59.01, Points: 0 },
      ],
    })
  })

  it('F10 not by the refund of a sale that another till gave the same receipt number', async () => {
    const [card, elsewhere] = [newNumber(), newNumber()]
    const mine = use(card, '2026-11-19', '13:01', 4701)
    const plain = { ...plainSale('2026-11-19T13:05:00+11:00', 4701, someone()), SaleId: mine.SaleId, TerminalId: 'T2' }
    const other = use(elsewhere, '2026-11-19', '13:11', 4701)
    await sell([mine, plain, other])
    const refund = (of: string): WireSale => {
      const back = plainSale('2026-11-19T15:30:00+11:00', -4701, { Type: 'Refund', OriginalSaleId: of, TerminalId: 'T2', ...someone() })
      return { ...back, Lines: back.Lines?.map((line) => ({ ...line, Quantity: '-1', UnitPrice: 4701 })) }
    }
    await sell([refund(plain.SaleId), refund(other.SaleId)])
    expect([await rulesOf(card), await rulesOf(elsewhere)]).toEqual([[], ['F10']])
  })

  it('F11 a card added to a sale that was closed without one', async () => {
    const [late, corrected] = [newNumber(), newNumber()]
    const first = { ...use(late, '2026-11-19', '12:01') }
    const plain = plainSale('2026-11-19T12:01:00+11:00', 2345, { SaleId: first.SaleId, ...someone() })
    await sell([plain])
    await sell([{ ...first, Revision: 2 }])
    const before = use(corrected, '2026-11-19', '12:31')
    await sell([before])
    await sell([{ ...use(corrected, '2026-11-19', '12:31', 3456), SaleId: before.SaleId, Revision: 2 }])
    expect([await rulesOf(late), await rulesOf(corrected)]).toEqual([['F11'], []])
  })

  it('F11 a card used at an hour at which no other card ever is', async () => {
    const card = newNumber()
    await sell([use(card, '2026-11-19', '03:30')])
    expect(await rulesOf(card)).toEqual(['F11'])
  })

  it('F12 points that went through three cards, and those spent within the hour', async () => {
    const cards = [await member(200), await member(), await member(), await member()]
    const [a = '', b = '', c = '', d = ''] = cards
    const move = (from: string, to: string) => manager.call('POST', `/loyalty/${from}/transfer/${to}`, { body: { Points: 100, LocationId: front } })
    await move(a, b)
    await move(b, c)
    expect(await rulesOf(c)).toEqual([])
    await move(c, d)
    expect(await hit(d, 'F12')).toMatchObject({ Count: 3, Evidence: [{ Kind: 'Transfer' }, { Kind: 'Transfer' }, { Kind: 'Transfer' }] })
    const [giver, taker] = [await member(200), await member()]
    await move(giver, taker)
    now = new Date(NOW.getTime() + 50 * 60_000)
    await sell([use(taker, '2026-11-20', '21:22', 3123, { Points: { Accrued: 0, Redeemed: 90 } })])
    now = NOW
    expect(await hit(taker, 'F12')).toMatchObject({ Other: 18, Evidence: [{ Kind: 'Transfer' }, { Kind: 'Sale' }] })
  })

  it('F13 a card that slept for half a year and then spent most of its points', async () => {
    const [sleeper, careful, awake] = [newNumber(), newNumber(), newNumber()]
    const earns = (card: string, day: string) => use(card, day, '12:01', 100_01, { Points: { Accrued: 100, Redeemed: 0 } })
    const spends = (card: string, Redeemed: number) => use(card, '2026-11-18', '12:01', 1001, { Points: { Accrued: 0, Redeemed } })
    await sell([earns(sleeper, '2026-05-01'), earns(careful, '2026-05-01'), earns(awake, '2026-06-10')])
    await sell([spends(sleeper, 60), spends(careful, 40), spends(awake, 60)])
    expect([await rulesOf(sleeper), await rulesOf(careful), await rulesOf(awake)]).toEqual([['F13'], [], []])
    expect(await hit(sleeper, 'F13')).toMatchObject({ Count: 60, Other: 201 })
  })

  it('F14 more points for the money than the venue gives', async () => {
    const [rich, usual] = [newNumber(), newNumber()]
    await sell([
      use(rich, '2026-11-18', '12:01', 2345, { Points: { Accrued: 500, Redeemed: 0 } }),
      use(usual, '2026-11-18', '12:31', 2345, { Points: { Accrued: 230, Redeemed: 0 } }),
    ])
    expect([await rulesOf(rich), await rulesOf(usual)]).toEqual([['F14'], []])
  })

  it('none of the ordinary members', async () => {
    const cards = (await check()).Locations.flatMap(({ Cards }) => Cards)
    expect(cards.length).toBeGreaterThan(15)
    expect(cards.filter(({ CardNumber }) => CardNumber.startsWith('ORD'))).toEqual([])
  })
})

describe('the fraud check', () => {
  it("goes by the venue's own thresholds, and leaves rules out that are off", async () => {
    const card = newNumber()
    await sell(['12:01', '13:11', '14:21', '15:31'].map((time) => use(card, '2026-11-15', time)))
    const change = (Rules: object) => manager.call('POST', `/venue/${room.venueId}/config/fraudrules`, { body: { Rules } })
    await change({ UsesPerDay: 4 })
    expect(await rulesOf(card)).toEqual(['F1'])
    await change({ Off: ['F1'] })
    expect(await rulesOf(card)).toEqual([])
    await change({ UsesPerDay: 5, Off: [] })
    expect((await room.audit('venue.fraudrules-changed')).at(-1)?.detail).toMatchObject({ UsesPerDay: ['4', '5'] })
  })

  it('shows nothing of locations that are not granted', async () => {
    const card = newNumber()
    await sell(
      ['12:01', '13:11', '14:21', '15:31', '16:41'].map((time) => use(card, '2026-11-16', time)),
      back,
    )
    expect(await rulesOf(card)).toEqual(['F1'])
    const viewer = await room.at('front-viewer', ['can_viewloyalty'], [front])
    const { body } = await viewer.call<Answer>('GET', `/loyalty/fraud?${RANGE}`)
    expect(body.Locations.map(({ Name }) => Name)).toEqual(['Front Bar'])
    expect(JSON.stringify(body)).not.toContain(card)
    expect((await viewer.call('GET', `/loyalty/fraud?${RANGE}&Locations=${back}`)).status).toBe(404)
  })
})

const member = async (points = 0): Promise<string> => {
  const number = newNumber()
  await manager.call('POST', `/loyalty/${number}/details`, { body: { Details: { Name: `Member ${number}` } } })
  if (points > 0) await manager.call('POST', `/loyalty/${number}/points`, { body: { Points: points, LocationId: front, Comments: 'Opening' } })
  return number
}
