import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WireSale } from '#features/intake/sale.contract.ts'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { createLocationKey } from '#platform/access/location-keys.ts'
import { outcome, type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTradeAt } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { AttentionAnswer, Item } from './attention.contract.ts'

/** A Friday in Sydney, four weeks of Fridays before it, and half past eight of its evening. */
const TODAY = '2026-11-20'
const FRIDAYS = ['2026-10-23', '2026-10-30', '2026-11-06', '2026-11-13']
const EVENING = new Date('2026-11-20T09:30:00Z')

let clock = EVENING
let app: StartedApp
let room: StaffRoom
let owner: Visitor
let second: Visitor
let front: number
let back: number
let key: string

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => clock })
  room = await staffRoom(app, 'The Watch')
  ;[front = 0, back = 0] = room.locationIds
  await app.database.house`update venue set show_time_and_attendance_module = true where venue_id = ${room.venueId}`
  owner = await room.at('watch-owner', [], 'all', ['Owner'])
  second = await room.at('watch-second', ['can_viewdashboard', 'can_viewcontrolsheet', 'can_signcontrolsheet', 'can_viewloyalty', 'can_editloyalty'])
  key = await createLocationKey(app.database.house, room.venueId, front, 'Till')
  for (const day of FRIDAYS) {
    const times = ['T1', 'T2'].flatMap((till) => ['12:00', '20:10', '22:00'].map((time) => sale(day, time, 1000, { TerminalId: till })))
    await store([...times, discounted(day, 1000), wasted(day, 500)], new Date(`${day}T11:30:00Z`))
  }
  await closeDaysOfVenue(app.database, room.venueId, EVENING)
}, 60_000)
afterAll(() => app.close())
beforeEach(() => {
  clock = EVENING
})

const sale = (day: string, time: string, cents: number, more: Partial<WireSale> = {}) => plainSale(`${day}T${time}:00+11:00`, cents, more)
const store = (sales: WireSale[], now = clock, place = front) => storeTradeAt(app, room.venueId, place, sales, now)
const discounted = (day: string, off: number, more: Partial<WireSale> = {}) => {
  const line = { LineId: '1', Kind: 'Sale' as const, Plu: 'P1', Name: 'House pour', Quantity: '1', UnitPrice: 9000, Gross: 9000, Tax: 0 }
  const Total = 9000 - off
  return sale(day, '12:30', Total, {
    Lines: [{ ...line, DiscountTotal: off, Net: Total }],
    Discounts: off > 0 ? [{ Id: 'D1', Name: 'Friends', Amount: off, LineId: '1' }] : [],
    Totals: { Total, Tax: 0 },
    ...more,
  })
}
const wasted = (day: string, cost: number, more: Partial<WireSale> = {}) => {
  const line = { Kind: 'Sale' as const, Plu: 'P1', Name: 'House pour', Quantity: '1', UnitPrice: 1000, DiscountTotal: 0, Tax: 0 }
  return sale(day, '12:40', 1000, {
    Lines: [
      { ...line, LineId: '1', Gross: 1000, Net: 1000 },
      { ...line, LineId: '2', Gross: 0, Net: 0, Wastage: true, Cost: cost },
    ],
    Totals: { Total: 1000, Tax: 0 },
    ...more,
  })
}
const USES = ['12:01', '13:11', '14:21', '15:31', '16:41']
const used = (day: string, time: string, LoyaltyCard: string) => sale(day, time, 2345, { LoyaltyCard, Points: { Accrued: 23, Redeemed: 0 } })
const post = async (path: string, body: object) => {
  const answer = await fetch(`${app.url}/api/pos/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ Rejected: 0 })
}

const answerOf = async (who = owner) => {
  const { status, body } = await who.call<AttentionAnswer>('GET', '/attention')
  expect(status, JSON.stringify(body).slice(0, 500)).toBe(200)
  return body as AttentionAnswer
}
const listed = async <K extends Item['Kind']>(kind: K, who = owner) =>
  (await answerOf(who)).Items.filter((item): item is Extract<Item, { Kind: K }> => item.Kind === kind)

describe('a control sheet', () => {
  it('is listed while its difference is above the limit, until a second person signed it and it is committed', async () => {
    const session = { SessionId: 'S1', TerminalId: 'T1', ZNumber: 1, ClerkId: '9', ClerkName: 'Robin Vale', OpeningFloat: 10_000 }
    await store([sale('2026-11-19', '18:00', 6000)], new Date('2026-11-19T07:00:00Z'))
    await post('control-sheets', { ControlSheets: [{ ...session, OpenedAt: '2026-11-19T10:00:00+11:00', ClosedAt: '2026-11-19T22:00:00+11:00' }] })
    const open = { Kind: 'SheetsOpen', LocationId: front, Sheets: 1, NotCounted: 1, FirstDay: '2026-11-19', LastDay: '2026-11-19' }
    expect(await listed('SheetsOpen')).toEqual([{ ...open, Key: `SheetsOpen.${front}.2026-11-19`, Dismissed: null }])
    const sheets = await owner.call<{ Sheets: { SheetId: string }[] }>('GET', '/reports/control-sheets?FromDate=2026-11-19&ToDate=2026-11-19')
    const path = `/controlsheets/${sheets.body.Sheets[0]?.SheetId}`
    await owner.call('POST', `${path}/count`, { body: { Media: [{ Method: 'Cash', Amount: 135 }] } })
    expect(await listed('SheetsOpen')).toEqual([])
    expect(await listed('SheetDifference')).toMatchObject([
      { LocationId: front, TerminalId: 'T1', Day: '2026-11-19', Currency: 'AUD', Variance: -25, Limit: 20, CountedBy: 'watch-owner', Signed: false },
    ])
    await closeDaysOfVenue(app.database, room.venueId, clock)
    expect(await listed('SheetDifference'), 'once its day is added up').toMatchObject([{ Variance: -25 }])
    await second.call('POST', `${path}/sign`, { body: { Reason: 'Wrong change given' } })
    expect(await listed('SheetDifference')).toMatchObject([{ Signed: true }])
    await second.call('POST', `${path}/commit`)
    expect((await answerOf()).Items.filter(({ Kind }) => Kind.startsWith('Sheet'))).toEqual([])
  })
})

describe('till data', () => {
  it('is missed at an hour at which the location usually sells, then of the one till that is silent', async () => {
    await store([sale(TODAY, '18:40', 1000)], new Date('2026-11-20T07:40:00Z'))
    expect(await listed('Silent')).toMatchObject([{ LocationId: front, At: '2026-11-20T18:40:00+11:00', Minutes: 110 }])
    expect(await listed('TillSilent'), 'told once, of the location').toEqual([])
    await store([sale(TODAY, '20:28', 1000)])
    expect(await listed('Silent')).toEqual([])
    expect(await listed('TillSilent')).toMatchObject([{ LocationId: front, TerminalId: 'T2', At: null, Minutes: 510 }])
    await store([sale(TODAY, '20:29', 1000, { TerminalId: 'T2' })])
    expect(await listed('TillSilent')).toEqual([])
    clock = new Date('2026-11-20T10:35:00Z')
    await store([sale(TODAY, '21:34', 1000)])
    expect(await listed('TillSilent')).toMatchObject([{ TerminalId: 'T2', At: '2026-11-20T20:30:00+11:00', Minutes: 65 }])
    clock = new Date('2026-11-20T11:10:00Z')
    expect(await listed('TillSilent'), 'after its hours').toEqual([])
  })
})

describe('discounts and wastage', () => {
  it('are listed with what is usual while they are above it', async () => {
    const more = { SaleId: 'away', Revision: 1 }
    await store([discounted(TODAY, 5000, more), wasted(TODAY, 4000, { SaleId: 'lost' })])
    const at = { LocationId: front, Currency: 'AUD', Day: TODAY, SoFar: true, Weeks: 4 }
    expect(await listed('Loss')).toMatchObject([
      { ...at, Figure: 'Discounts', Amount: 50, Usual: 10 },
      { ...at, Figure: 'Wastage', Amount: 40, Usual: 5 },
    ])
    await store([discounted(TODAY, 1500, { ...more, Revision: 2 }), wasted(TODAY, 2400, { SaleId: 'lost', Revision: 2 })])
    expect(await listed('Loss')).toEqual([])
  })
})

describe('a card', () => {
  it('used as often as the threshold is listed until its case is decided', async () => {
    const uses = USES.map((time) => used(TODAY, time, '77000001'))
    await store(uses.slice(1))
    expect(await listed('CardUse')).toEqual([])
    await store(uses.slice(0, 1))
    const use = { LocationId: front, CardNumber: '77000001', Day: TODAY, Uses: 5, Threshold: 5, At: '2026-11-20T16:41:00+11:00' }
    expect(await listed('CardUse')).toMatchObject([use])
    await owner.call('POST', `/venue/${room.venueId}/config/fraudrules`, { body: { Rules: { UsesPerDay: 6 } } })
    expect(await listed('CardUse'), "at the venue's own threshold").toEqual([])
    await owner.call('POST', `/venue/${room.venueId}/config/fraudrules`, { body: { Rules: { UsesPerDay: 5 } } })
    const { body } = await second.call<{ CaseId: string }>('POST', '/loyalty/fraud/cases', { body: { CardNumber: '77000001', FromDate: TODAY, ToDate: TODAY } })
    expect(await listed('CardUse')).toMatchObject([use])
    await second.call('POST', `/loyalty/fraud/cases/${body.CaseId}`, { body: { State: 'Cleared', Note: 'A birthday' } })
    expect(await listed('CardUse')).toEqual([])
  })
})

describe('a shift', () => {
  it('nobody ended is listed from the next trading day on, or after twelve hours, until somebody clocks out', async () => {
    const punch = (id: string, Kind: string, At: string, ClerkName: string) => ({ PunchId: id, TerminalId: 'T1', ClerkId: ClerkName, ClerkName, Kind, At })
    await post('punches', { Punches: [punch('a', 'In', '2026-11-19T17:00:00+11:00', 'Mia'), punch('b', 'In', '2026-11-20T09:00:00+11:00', 'Leo')] })
    expect(await listed('ShiftOpen')).toMatchObject([{ LocationId: front, Name: 'Mia', Day: '2026-11-19', At: '2026-11-19T17:00:00+11:00', Minutes: 1650 }])
    clock = new Date('2026-11-20T10:30:00Z')
    expect((await listed('ShiftOpen')).map(({ Name }) => Name)).toEqual(['Mia', 'Leo'])
    await post('punches', { Punches: [punch('c', 'Out', '2026-11-20T01:00:00+11:00', 'Mia'), punch('d', 'Out', '2026-11-20T21:00:00+11:00', 'Leo')] })
    expect(await listed('ShiftOpen')).toEqual([])
  })
})

describe('the list', () => {
  beforeAll(async () => {
    await store([discounted(TODAY, 8000, { SaleId: 'gone' })])
    await store(USES.map((time) => used(TODAY, time, '77000002')))
  })

  it("has what one's tags and locations are for, the worst first", async () => {
    const kinds = async (who: Visitor) => [...new Set((await answerOf(who)).Items.map(({ Kind }) => Kind))]
    expect(await kinds(owner)).toEqual(expect.arrayContaining(['CardUse', 'Loss']))
    expect((await kinds(owner)).indexOf('CardUse')).toBeLessThan((await kinds(owner)).indexOf('Loss'))
    expect(await kinds(second), 'cards, and no sales').toEqual(['CardUse'])
    expect(await kinds(await room.at('watch-nobody', ['can_viewdashboard']))).toEqual([])
    expect(await kinds(await room.at('watch-elsewhere', ['can_viewdashboard', 'can_viewsales', 'can_viewloyalty'], [back]))).toEqual([])
    expect(outcome(await (await room.at('watch-outside', ['can_viewsales'])).call('GET', '/attention'))).toEqual([403, 'NotPermitted'])
  })

  it('is of what is switched on', async () => {
    await app.database.house`update venue set show_breakdown_page = false where venue_id = ${room.venueId}`
    await store([wasted(TODAY, 9000, { SaleId: 'lost-2' })])
    expect((await listed('Loss')).map(({ Figure }) => Figure)).toEqual(['Discounts'])
    await app.database.house`update venue set show_breakdown_page = true where venue_id = ${room.venueId}`
    expect((await listed('Loss')).map(({ Figure }) => Figure)).toEqual(['Wastage', 'Discounts'])
  })

  it('marks what a person dismissed, for that person alone: until tomorrow, or that occurrence for good', async () => {
    const [card] = await listed('CardUse')
    const Key = card?.Key ?? ''
    const dismissed = async (who = owner) => (await answerOf(who)).Items.find((item) => item.Key === Key)?.Dismissed
    const dismiss = (Until: string) => owner.call('POST', '/attention/dismissals', { body: { Key, Until, Surplus: 'ignored' } })
    expect((await dismiss('Tomorrow')).status).toBe(204)
    expect([await dismissed(), await dismissed(second)]).toEqual(['Tomorrow', null])
    clock = new Date('2026-11-21T01:00:00Z')
    expect(await dismissed(), 'on the next trading day').toBeNull()
    await dismiss('Always')
    expect(await dismissed()).toBe('Always')
    expect((await owner.call('DELETE', `/attention/dismissals/${Key}`)).status).toBe(204)
    expect((await owner.call('DELETE', `/attention/dismissals/${Key}`)).status, 'twice').toBe(204)
    expect(await dismissed()).toBeNull()
    await dismiss('Always')
    await store(['08:01', '08:11', '08:21', '08:31', '08:41'].map((time) => used('2026-11-21', time, '77000002')))
    expect(
      (await listed('CardUse')).map((item) => [item.Day, item.Dismissed]),
      'a new occurrence comes up',
    ).toEqual([
      ['2026-11-21', null],
      [TODAY, 'Always'],
    ])
  })

  it.each([
    [{ Key: 'Nonsense.1.2026-11-20', Until: 'Always' }, 'Key'],
    [{ Key: 'CardUse', Until: 'Always' }, 'Key'],
    [{ Key: "CardUse.1.2026-11-20'; drop table", Until: 'Always' }, 'Key'],
    [{ Key: `CardUse.1.${'9'.repeat(120)}`, Until: 'Always' }, 'Key'],
    [{ Key: 'CardUse.1.2026-11-20', Until: 'Someday' }, 'Until'],
  ])('refuses %j plainly', async (body, field) => {
    const { status, body: refusal } = await owner.call('POST', '/attention/dismissals', { body })
    expect([status, refusal.ResponseStatus?.Errors.map(({ FieldName }) => FieldName)]).toEqual([400, [field]])
  })

  it('refuses the key of a location that is not granted', async () => {
    const elsewhere = await room.at('watch-back', ['can_viewdashboard'], [back])
    const body = { Key: `Silent.${front}.2026-11-20T09-30`, Until: 'Always' }
    expect(outcome(await elsewhere.call('POST', '/attention/dismissals', { body }))).toEqual([404, 'LocationNotFound'])
  })
})
