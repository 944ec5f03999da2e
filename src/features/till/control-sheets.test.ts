import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLocationKey } from '#platform/access/location-keys.ts'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { SheetAnswer, SheetsAnswer } from './control-sheets.contract.ts'

/** Half past eleven of a Friday evening in Sydney. */
const NOW = new Date('2026-11-20T12:30:00Z')
const DAY = '2026-11-20'
let app: StartedApp
let room: StaffRoom
let key: string
let manager: Visitor
let second: Visitor
let counter: Visitor
let front: number
let back: number

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => NOW })
  room = await staffRoom(app, 'The Till')
  ;[front = 0, back = 0] = room.locationIds
  manager = await room.at('manager', ['can_viewcontrolsheet', 'can_signcontrolsheet', 'can_viewmedia', 'can_viewsales'])
  second = await room.at('second', ['can_viewcontrolsheet', 'can_signcontrolsheet'])
  counter = await room.at('counter', ['can_viewcontrolsheet'], [front])
  key = await createLocationKey(app.database.house, room.venueId, front, 'Till')
})
afterAll(() => app.close())

interface Sent {
  Accepted: number
  Duplicates: number
  Replaced: number
  Rejected: number
  Results: { SessionId: string | null; Status: string; Errors: { ErrorCode: string; FieldName: string; Message: string }[] }[]
}

const post = async (path: string, body: object) => {
  const answer = await fetch(`${app.url}/api/pos/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Sent
}
const send = (...ControlSheets: unknown[]) => post('control-sheets', { ControlSheets })

let tills = 0
const newTill = () => `V${++tills}`
const session = (TerminalId: string, more: object = {}) => ({
  SessionId: `${TerminalId}-1`,
  TerminalId,
  ZNumber: 1,
  ClerkId: '9',
  ClerkName: 'Robin Vale',
  OpenedAt: `${DAY}T10:00:00+11:00`,
  ClosedAt: `${DAY}T22:00:00+11:00`,
  OpeningFloat: 30_000,
  ...more,
})
const counted = (...Media: object[]) => ({ Counts: [{ At: `${DAY}T22:05:00+11:00`, Media }] })
const cash = (Amount: number) => ({ Method: 'Cash', Amount })

const sell = (TerminalId: string, cents: number, changes: object = {}, now = NOW) =>
  storeTrade(app.database, room.venueId, front, [plainSale(`${DAY}T18:00:00+11:00`, cents, { TerminalId, ...changes })], now)

const sheets = async (by = manager) => {
  const answer = await by.call<SheetsAnswer>('GET', `/reports/control-sheets?FromDate=${DAY}&ToDate=${DAY}&Media=true`)
  expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBe(200)
  return answer.body as SheetsAnswer
}
const sheetOf = async (till: string, by = manager) => {
  const found = (await sheets(by)).Sheets.filter(({ TerminalId }) => TerminalId === till)
  expect(found).toHaveLength(1)
  return found[0] as SheetsAnswer['Sheets'][number]
}
const open = async (till: string, by = manager) => (await by.call<SheetAnswer>('GET', `/controlsheets/${(await sheetOf(till)).SheetId}`)).body as SheetAnswer
const act = async (till: string, what: string, body: object, by = manager) => {
  const { status, body: answer } = await by.call<SheetAnswer>('POST', `/controlsheets/${(await sheetOf(till)).SheetId}/${what}`, { body })
  return status === 200 ? [status, answer.Sheet.State] : [status, answer.ResponseStatus?.ErrorCode]
}

describe('expected cash', () => {
  it('of a float of 300.00 and a sale of 60.00 paid with a hundred is 360.00', async () => {
    const till = newTill()
    await sell(till, 6000, { Tenders: [{ Method: 'Cash', Amount: 10_000, Change: 4000 }] })
    await send(session(till))
    const { Cash, Sheet } = await open(till)
    expect(Cash).toMatchObject({ OpeningFloat: 300, Sales: 60, Expected: 360 })
    expect(Sheet).toMatchObject({ Expected: 60, Counted: null, Variance: null, State: 'Open', TotalCount: 1, ShiftCount: 1 })
  })

  it('after a cash refund, a pay-out and cash handed out against a card is 277.50, and the card 95.00', async () => {
    const till = newTill()
    await sell(till, 6000, { Tenders: [{ Method: 'Cash', Amount: 10_000, Change: 4000 }] })
    await sell(till, -1250, {
      Type: 'Refund',
      Lines: [
        { LineId: '1', Kind: 'Sale', Plu: 'P1', Name: 'House pour', Quantity: '-1', UnitPrice: 1250, Gross: -1250, DiscountTotal: 0, Net: -1250, Tax: -114 },
      ],
      Tenders: [{ Method: 'Cash', Amount: -1250 }],
      Totals: { Total: -1250, Tax: -114 },
    })
    await sell(till, 4500, { Tenders: [{ Method: 'Card', CardType: 'Visa', Amount: 9500, CashOut: 5000 }] })
    await send(session(till, { Movements: [{ Kind: 'PayOut', Amount: 2000, Reason: 'Ice', At: `${DAY}T19:00:00+11:00` }] }))
    const { Cash, Sheet, Movements } = await open(till)
    expect(Cash).toMatchObject({ Expected: 277.5, PayOuts: 20, CashOut: 50, Sales: 47.5 })
    expect(Sheet.Media.map(({ Method, Expected }) => [Method, Expected])).toEqual([
      ['Cash', -22.5],
      ['Card', 95],
    ])
    expect(Movements).toMatchObject([{ Kind: 'PayOut', Amount: 20, Reason: 'Ice' }])
  })

  it('of a bill of 9.98 paid in cash is 10.00', async () => {
    const till = newTill()
    await sell(till, 998, { Rounding: 2, Tenders: [{ Method: 'Cash', Amount: 1000 }], Totals: { Total: 1000, Tax: 91 } })
    await send(session(till, { OpeningFloat: 0 }))
    expect((await open(till)).Cash.Expected).toBe(10)
  })
})

describe('taking till sessions in', () => {
  it('takes each by itself, once, the newest revision staying', async () => {
    const till = newTill()
    const first = session(till)
    expect(await send(first, session(newTill(), { OpeningFloat: -5 }))).toMatchObject({ Accepted: 1, Rejected: 1 })
    expect(await send(first)).toMatchObject({ Accepted: 0, Duplicates: 1 })
    expect((await send({ ...first, OpeningFloat: 20_000 })).Results[0]).toMatchObject({ Status: 'conflict' })
    expect(await send({ ...first, Revision: 3, OpeningFloat: 20_000 })).toMatchObject({ Replaced: 1 })
    expect((await send({ ...first, Revision: 2 })).Results[0]).toMatchObject({ Status: 'stale' })
    expect((await open(till)).Cash.OpeningFloat).toBe(200)
  })

  it.each([
    ['another currency', { Currency: 'USD' }, 'Currency', 'WrongCurrency'],
    ['another location', { LocationId: 999_999 }, 'LocationId', 'LocationNotFound'],
    ['a close before the opening', { ClosedAt: `${DAY}T09:00:00+11:00` }, 'ClosedAt', 'Invalid'],
    ['an opening of last year', { OpenedAt: '2025-01-01T10:00:00+11:00' }, 'OpenedAt', 'Invalid'],
    ['a declared total below zero', counted(cash(-1)), 'Counts.0.Media.0.Amount', undefined],
    ['a thousand billion', { OpeningFloat: 10 ** 14 }, 'OpeningFloat', undefined],
    ['a movement without a reason', { Movements: [{ Kind: 'PayIn', Amount: 100, Reason: '', At: `${DAY}T19:00:00+11:00` }] }, 'Movements.0.Reason', undefined],
    ['a method counted twice', counted(cash(100), cash(200)), 'Counts.0.Media', 'Taken'],
    ['a field nobody knows', { Flaot: 100 }, 'Flaot', undefined],
  ])('refuses %s by itself, in words', async (_, wrong, field, code) => {
    const [result] = (await send(session(newTill(), wrong))).Results
    expect(result).toMatchObject({ Status: 'rejected', Errors: [{ FieldName: field, ...(code ? { ErrorCode: code } : {}) }] })
    expect(result?.Errors[0]?.Message).not.toBe('')
  })

  it('says that a total cannot be less than zero', async () => {
    const [result] = (await send(session(newTill(), counted(cash(-1))))).Results
    expect(result?.Errors[0]?.Message).toContain('total cannot be less than zero')
  })

  it('keeps and marks what is odd: notes that do not add up, sessions that overlap, a settlement that differs', async () => {
    const till = newTill()
    await sell(till, 5000, { Tenders: [{ Method: 'Card', Amount: 5000 }] })
    await send(
      session(till, {
        Counts: [{ At: `${DAY}T22:05:00+11:00`, Media: [cash(30_000)], Denominations: [{ Value: 5000, Count: 5 }] }],
        Settlements: [{ Terminal: 'PIN-1', Amount: 4900, Payments: 1 }],
      }),
      session(till, { SessionId: `${till}-2`, ZNumber: 2, OpenedAt: `${DAY}T12:00:00+11:00`, ClosedAt: `${DAY}T13:00:00+11:00` }),
    )
    const [later, first] = (await sheets()).Sheets.filter(({ TerminalId }) => TerminalId === till).sort((a, b) => (b.ZNumber ?? 0) - (a.ZNumber ?? 0))
    expect(first?.Marks).toEqual(['PiecesDiffer', 'Overlaps', 'SettlementDiffers'])
    expect(later?.Marks).toEqual(['NotCounted', 'Overlaps'])
  })

  it('hears that a till is there, and keeps the newest moment', async () => {
    const TerminalId = newTill()
    await post('heartbeats', { Heartbeats: [{ TerminalId, At: `${DAY}T20:00:00+11:00`, Version: '2' }] })
    await post('heartbeats', { Heartbeats: [{ TerminalId, At: `${DAY}T19:00:00+11:00`, Version: '1' }] })
    const rows = await app.database.inVenue(
      room.venueId,
      (sql) => sql<{ at: Date; version: string }[]>`
      select h.at, h.version from till_heartbeat h join dimension_key d on d.venue_id = h.venue_id and d.key = h.terminal_key
      where h.venue_id = ${room.venueId} and d.code = ${TerminalId}`,
    )
    expect([...rows]).toEqual([{ at: new Date('2026-11-20T09:00:00Z'), version: '2' }])
  })
})

describe('a sheet', () => {
  it('is counted blind by who may not sign, and shows what was expected afterwards', async () => {
    const till = newTill()
    await sell(till, 6000)
    await send(session(till))
    const before = await sheetOf(till, counter)
    expect([before.Expected, before.Variance, before.Media?.map(({ Expected }) => Expected)]).toEqual([null, null, [null]])
    expect((await open(till, counter)).Cash).toMatchObject({ Expected: null, Sales: null })
    expect(await act(till, 'count', { Media: [{ Method: 'Cash', Amount: 358 }] }, counter)).toEqual([200, 'Declared'])
    expect(await sheetOf(till, counter)).toMatchObject({ Expected: 60, Counted: 58, Variance: -2 })
  })

  it('keeps every count, and the last one holds', async () => {
    const till = newTill()
    await send(session(till, counted(cash(29_000))))
    await act(till, 'count', { Media: [{ Method: 'Cash', Amount: 300 }], Denominations: [{ Value: 50, Count: 6 }] })
    const { Counts, Sheet } = await open(till)
    expect(Counts.map(({ Media }) => Media[0]?.Amount)).toEqual([290, 300])
    expect(Sheet.Variance).toBe(0)
    expect(await act(till, 'count', { Media: [{ Method: 'Cash', Amount: 300 }], Denominations: [{ Value: 50, Count: 5 }] })).toEqual([400, 'ValidationFailed'])
  })

  it('above the limit needs a reason and somebody else than who counted it', async () => {
    const till = newTill()
    await send(session(till))
    await act(till, 'count', { Media: [{ Method: 'Cash', Amount: 270 }] })
    expect(await act(till, 'sign', { Reason: 'Wrong change given' })).toEqual([403, 'OwnCount'])
    expect(await act(till, 'sign', {}, second)).toEqual([400, 'ValidationFailed'])
    expect(await act(till, 'sign', { Reason: 'Wrong change given' }, counter)).toEqual([403, 'NotPermitted'])
    expect(await act(till, 'sign', { Reason: 'Wrong change given' }, second)).toEqual([200, 'Reviewed'])
    expect(await sheetOf(till)).toMatchObject({ Reason: 'Wrong change given', SignedBy: 'second' })
  })

  it('whose own cash movements bring it within the limit is signed by somebody else', async () => {
    const till = newTill()
    await send(session(till))
    await act(till, 'count', { Media: [{ Method: 'Cash', Amount: 270 }] })
    await act(till, 'movements', { Kind: 'PayOut', Amount: 30, Reason: 'Ice' })
    expect(await sheetOf(till)).toMatchObject({ Variance: 0, Needs: null })
    expect(await open(till)).toMatchObject({ MaySign: false, MayCommit: false })
    expect(await act(till, 'sign', {})).toEqual([403, 'OwnMovements'])
    expect(await act(till, 'sign', {}, second)).toEqual([200, 'Reviewed'])
    expect(await act(till, 'commit', {})).toEqual([200, 'Committed'])
  })

  describe('made by hand', () => {
    const byHand = async (cents: number, OpeningFloat?: number) => {
      const till = newTill()
      await sell(till, cents)
      const body = { LocationId: front, TerminalId: till, Day: DAY, ...(OpeningFloat === undefined ? {} : { OpeningFloat }) }
      expect((await manager.call('POST', '/controlsheets', { body })).status).toBe(200)
      return till
    }

    it('whose opening float, as its counter entered it, hides a shortage is signed by somebody else', async () => {
      const till = await byHand(4200, 100)
      expect(await act(till, 'count', { Media: [{ Method: 'Cash', Amount: 82 }], OpeningFloat: 40 })).toEqual([200, 'Declared'])
      expect(await sheetOf(till)).toMatchObject({ Variance: 0, Needs: null })
      expect(await open(till)).toMatchObject({ MaySign: false, MayCommit: false })
      expect(await act(till, 'sign', {})).toEqual([403, 'OwnMovements'])
      expect(await act(till, 'sign', {}, second)).toEqual([200, 'Reviewed'])
      expect(await act(till, 'commit', {})).toEqual([200, 'Committed'])
      expect((await room.audit('sheet.float-changed')).at(-1)).toMatchObject({ detail: { OpeningFloat: 40, FloatBefore: 100 } })
    })

    it('whose float nobody else said is signed by somebody else, and where it was set back by its counter', async () => {
      const started = await byHand(4200, 100)
      await act(started, 'count', { Media: [{ Method: 'Cash', Amount: 142 }] })
      expect(await act(started, 'sign', {})).toEqual([403, 'OwnMovements'])
      const back = await byHand(4200, 0)
      await act(back, 'count', { Media: [{ Method: 'Cash', Amount: 42 }], OpeningFloat: 100 })
      await act(back, 'count', { Media: [{ Method: 'Cash', Amount: 42 }], OpeningFloat: 0 })
      expect(await act(back, 'sign', {})).toEqual([200, 'Reviewed'])
    })

    it('begins with the float its till was left with, which needs nobody else', async () => {
      const till = newTill()
      await send(session(till, { OpenedAt: `${DAY}T08:00:00+11:00`, ClosedAt: `${DAY}T10:00:00+11:00`, OpeningFloat: 20_000, ClosingFloat: 15_000 }))
      await sell(till, 4200)
      const made = await manager.call<{ SheetId: string }>('POST', '/controlsheets', { body: { LocationId: front, TerminalId: till, Day: DAY } })
      const path = `/controlsheets/${made.body.SheetId}`
      const counting = { body: { Media: [{ Method: 'Cash', Amount: 192 }] } }
      const { body } = await manager.call<SheetAnswer>('POST', `${path}/count`, counting)
      expect([body.Cash.OpeningFloat, body.Sheet.Variance]).toEqual([150, 0])
      expect((await manager.call('POST', `${path}/sign`, { body: {} })).status).toBe(200)
    })
  })

  it('whose movement within the limit was entered after it was signed by the same person is not committed', async () => {
    const till = newTill()
    await send(session(till))
    await act(till, 'count', { Media: [{ Method: 'Cash', Amount: 300 }] })
    await act(till, 'sign', {}, second)
    await act(till, 'movements', { Kind: 'PayOut', Amount: 90, Reason: 'Ice' }, second)
    await act(till, 'movements', { Kind: 'PayIn', Amount: 90, Reason: 'Change from the safe' })
    expect(await act(till, 'commit', {})).toEqual([409, 'SheetNotSigned'])
  })

  it('that changes above the limit after it was signed is not committed until somebody else signs it again', async () => {
    const till = newTill()
    await send(session(till))
    await act(till, 'count', { Media: [{ Method: 'Cash', Amount: 300 }] })
    await act(till, 'sign', {})
    await act(till, 'movements', { Kind: 'PayIn', Amount: 90, Reason: 'Change from the safe' })
    expect(await act(till, 'commit', {})).toEqual([409, 'SheetNotSigned'])
    expect(await open(till)).toMatchObject({ MayCommit: false, MaySign: false })
    expect(await act(till, 'sign', { Reason: 'Not found' }, second)).toEqual([200, 'Reviewed'])
    expect(await act(till, 'commit', {})).toEqual([200, 'Committed'])
  })

  it('holds by the latest count, not by the one that arrives last', async () => {
    const till = newTill()
    await send(session(till))
    await act(till, 'count', { Media: [{ Method: 'Cash', Amount: 300 }] })
    await send(session(till, { Revision: 2, ...counted(cash(20_000)) }))
    expect(await sheetOf(till)).toMatchObject({ Counted: 0, CountedBy: 'manager' })
  })

  it('holds by the count as its till corrected it, and keeps the other', async () => {
    const till = newTill()
    await send(session(till, counted(cash(20_000))))
    await send(session(till, { Revision: 2, ...counted(cash(30_000)) }))
    await send(session(till, { Revision: 3, ...counted(cash(30_000)), ZNumber: 5 }))
    const { Counts, Sheet } = await open(till)
    expect([Sheet.Variance, Counts.map(({ Media }) => Media[0]?.Amount)]).toEqual([0, [200, 300]])
  })

  it('refuses what goes to the bank below zero, and a note of a thousand million', async () => {
    const till = newTill()
    await send(session(till))
    const body = { Media: [{ Method: 'Cash', Amount: 100 }], ClosingFloat: 200 }
    expect(await act(till, 'count', body)).toEqual([400, 'TotalBelowZero'])
    const note = { Media: [{ Method: 'Cash', Amount: 10 ** 9 }], Denominations: [{ Value: 10 ** 9, Count: 1 }] }
    expect(await act(till, 'count', note)).toEqual([400, 'ValidationFailed'])
    await act(till, 'count', { Media: [{ Method: 'Cash', Amount: 100 }] })
    expect((await open(till)).Cash.ToBank).toBe(0)
  })

  it('within the limit is signed by whoever counted it', async () => {
    const till = newTill()
    await send(session(till))
    await act(till, 'count', { Media: [{ Method: 'Cash', Amount: 299 }] })
    expect(await act(till, 'sign', {})).toEqual([200, 'Reviewed'])
  })

  it('is not signed before it is counted, nor committed before it is signed', async () => {
    const till = newTill()
    await send(session(till))
    expect(await act(till, 'sign', {})).toEqual([409, 'SheetNotCounted'])
    expect(await act(till, 'commit', {})).toEqual([409, 'SheetNotSigned'])
    expect(await act(till, 'reverse', { Reason: 'x' })).toEqual([409, 'SheetNotCommitted'])
  })

  it('that is committed is locked, twice is once, and what arrives later is a late item on it', async () => {
    const till = newTill()
    await sell(till, 6000)
    await send(session(till))
    await act(till, 'count', { Media: [{ Method: 'Cash', Amount: 360 }] })
    await act(till, 'sign', {})
    const twice = await Promise.all([act(till, 'commit', {}), act(till, 'commit', {}, second)])
    expect(twice).toEqual([
      [200, 'Committed'],
      [200, 'Committed'],
    ])
    expect((await open(till)).Steps.filter(({ State }) => State === 'Committed')).toHaveLength(1)
    await sell(till, 1800)
    await sell(till, 2500, { Tenders: [{ Method: 'Card', Amount: 2500 }] })
    expect(await sheetOf(till)).toMatchObject({ Late: 43, Marks: ['LateItems'], Expected: 60, Counted: 60, Variance: 0 })
    expect(await act(till, 'count', { Media: [{ Method: 'Cash', Amount: 378 }] })).toEqual([409, 'SheetCommitted'])
    expect((await send(session(till, { Revision: 2 }))).Results[0]).toMatchObject({ Status: 'rejected', Errors: [{ ErrorCode: 'SheetCommitted' }] })
    expect(await act(till, 'reverse', { Reason: 'The late sale was in the drawer' })).toEqual([200, 'Declared'])
    expect(await act(till, 'count', { Media: [{ Method: 'Cash', Amount: 378 }] })).toEqual([200, 'Declared'])
    expect(await sheetOf(till)).toMatchObject({ Late: 0, Expected: 103, Variance: 0 })
    await act(till, 'sign', {}, second)
    expect(await sheetOf(till)).toMatchObject({ State: 'Reviewed', SignedBy: 'second' })
  })

  it('of what a till sold outside its sessions is made once somebody counts it', async () => {
    const till = newTill()
    await sell(till, 4200)
    expect(await sheetOf(till)).toMatchObject({ SheetId: null, State: 'Open', Expected: 42, Marks: ['NotCounted'] })
    const started = await manager.call('POST', '/controlsheets', { body: { LocationId: front, TerminalId: till, Day: DAY, OpeningFloat: 100 } })
    expect(started.status).toBe(200)
    expect(await act(till, 'count', { Media: [{ Method: 'Cash', Amount: 142 }] })).toEqual([200, 'Declared'])
    expect(await sheetOf(till)).toMatchObject({ Expected: 42, Counted: 42, Variance: 0 })
    const again = await manager.call('POST', '/controlsheets', { body: { LocationId: front, TerminalId: till, Day: DAY } })
    expect([again.status, again.body.ResponseStatus?.ErrorCode]).toEqual([404, 'SheetNotFound'])
  })

  it('of another location is neither shown nor counted', async () => {
    await storeTrade(app.database, room.venueId, back, [plainSale(`${DAY}T18:00:00+11:00`, 900, { TerminalId: 'BACK' })], NOW)
    expect((await sheets(counter)).Sheets.some(({ TerminalId }) => TerminalId === 'BACK')).toBe(false)
    const made = await manager.call<{ SheetId: string }>('POST', '/controlsheets', { body: { LocationId: back, TerminalId: 'BACK', Day: DAY } })
    const path = `/controlsheets/${made.body.SheetId}`
    expect((await counter.call('GET', path)).status).toBe(404)
    expect((await counter.call('POST', `${path}/count`, { body: { Media: [{ Method: 'Cash', Amount: 9 }] } })).status).toBe(404)
    expect((await counter.call('POST', '/controlsheets', { body: { LocationId: back, TerminalId: 'BACK', Day: DAY } })).status).toBe(404)
  })
})

it('all sheets of a range add up to the takings of the Media Summary', async () => {
  const { Sheets, Totals } = await sheets()
  let moved = 0
  for (const { SheetId } of Sheets) {
    if (!SheetId) continue
    const { Cash } = (await manager.call<SheetAnswer>('GET', `/controlsheets/${SheetId}`)).body as SheetAnswer
    moved += Cash.PayIns - Cash.PayOuts - Cash.Drops - Cash.Banked - Cash.TipsPaidOut
  }
  const media = await manager.call<{ Totals: { Takings: number }[] }>('GET', `/reports/media-summary?FromDate=${DAY}&ToDate=${DAY}`)
  expect(Totals).toHaveLength(1)
  expect((Totals[0]?.Expected ?? 0) + (Totals[0]?.Late ?? 0) - moved).toBeCloseTo(media.body.Totals[0]?.Takings ?? -1, 6)
})
