import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workInVenue } from '#platform/access/venue-work.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { TILL_DAY, TILL_NOW, TillHouse } from '#tests/till-house.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { SheetAnswer, SheetsAnswer } from './control-sheets.contract.ts'
import { signOffLimits } from './sign-off-limit.sql.ts'
import type { VarianceAnswer } from './variance.contract.ts'

const BEFORE = '2026-11-19'
let app: StartedApp
let house: TillHouse
let manager: Visitor

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => TILL_NOW })
  house = await TillHouse.open(app, 'The Odd Till')
  manager = await house.room.at('manager', ['can_viewcontrolsheet', 'can_signcontrolsheet'])
})
afterAll(() => app.close())

const cash = (Amount: number) => ({ Method: 'Cash', Amount })
const counted = (cents: number, more: object = {}) => ({ Counts: [{ At: `${TILL_DAY}T22:05:00+11:00`, Media: [cash(cents)], ...more }] })
const ofDay = (day: string, from: string, to: string) => ({ OpenedAt: `${day}T${from}:00+11:00`, ClosedAt: `${day}T${to}:00+11:00` })
const marksOf = async (till: string, from = TILL_DAY) => (await house.sheetsOf(till, manager, from)).map(({ ZNumber, Marks }) => [ZNumber, Marks])

it('the limit of a venue that chose none is what is usual in the currency of each location', async () => {
  const limitIn = await workInVenue(app.database, house.room.venueId, TILL_NOW, signOffLimits)
  expect(['AUD', 'JPY', 'KWD'].map(limitIn)).toEqual([20, 2000, 5])
})

it('a sheet of a location with another currency than its venue is measured by the limit of its own', async () => {
  const yen = await TillHouse.open(app, 'The Yen Till')
  const [bar = 0] = yen.room.locationIds
  await app.database.inVenue(
    yen.room.venueId,
    (sql) => sql`update location set currency = 'JPY' where venue_id = ${yen.room.venueId} and location_id = ${bar} returning 1`,
  )
  const signer = await yen.room.at('yen-signer', ['can_viewcontrolsheet', 'can_signcontrolsheet'])
  const till = yen.newTill()
  await yen.sell(till, 100)
  await yen.send(yen.session(till, counted(30_600)))
  expect(await yen.sheetsOf(till, signer)).toMatchObject([{ Currency: 'JPY', Variance: 500, Needs: 'Sign' }])
  const { body: list } = await signer.call<SheetsAnswer>('GET', `/reports/control-sheets?FromDate=${TILL_DAY}&ToDate=${TILL_DAY}`)
  expect([list.SignOffLimit, list.Totals]).toMatchObject([20, [{ Currency: 'JPY', SignOffLimit: 2000 }]])
  const { body: variance } = await signer.call<VarianceAnswer>('GET', `/reports/variance?FromDate=${TILL_DAY}&ToDate=${TILL_DAY}`)
  expect(variance).toMatchObject({ SignOffLimit: 20, Totals: [{ Currency: 'JPY', OverLimit: 0, SignOffLimit: 2000 }] })
  expect(await yen.open(till, signer)).toMatchObject({ SignOffLimit: 2000 })
  const { status, body } = await signer.call('POST', `${await yen.pathOf(till, signer)}/sign`, { body: {} })
  expect([status, body]).toMatchObject([200, { Sheet: { State: 'Reviewed' } }])
})

describe('bad input of control sheets', () => {
  it('denominations that do not add up to the total: marked on the sheet when the till sends them, refused in words on the screen', async () => {
    const till = house.newTill()
    await house.sell(till, 100)
    await house.send(house.session(till, counted(30_100, { Denominations: [{ Value: 5000, Count: 5 }] })))
    expect(await marksOf(till)).toEqual([[1, ['PiecesDiffer']]])
    expect((await house.open(till, manager)).Counts[0]?.Denominations).toEqual([{ Value: 50, Count: 5 }])
    const body = { Media: [{ Method: 'Cash', Amount: 301 }], Denominations: [{ Value: 50, Count: 5 }] }
    const refused = await manager.call('POST', `${await house.pathOf(till, manager)}/count`, { body })
    expect([refused.status, refused.body.ResponseStatus?.Errors?.[0]?.Message]).toEqual([400, 'The notes and coins add up to 250, but the cash is 301.'])
  })

  it('negative counts: refused with "total cannot be less than zero", and the other sessions of the batch are stored', async () => {
    const [wrong, right] = [house.newTill(), house.newTill()]
    const sent = await house.send(house.session(wrong, counted(-1)), house.session(right))
    expect(sent).toMatchObject({ Accepted: 1, Rejected: 1 })
    expect(sent.Results[0]?.Errors[0]?.Message).toContain('total cannot be less than zero')
    const path = await house.pathOf(right, manager)
    for (const [what, body] of [
      ['count', { Media: [{ Method: 'Cash', Amount: -1 }] }],
      ['count', { Media: [{ Method: 'Cash', Amount: 100 }], ClosingFloat: -1 }],
      ['movements', { Kind: 'Banking', Amount: -1, Reason: 'Bank' }],
    ] as const) {
      const refused = await manager.call('POST', `${path}/${what}`, { body })
      expect([refused.status, refused.body.ResponseStatus?.Errors?.[0]?.Message ?? '']).toEqual([
        400,
        expect.stringContaining('total cannot be less than zero'),
      ])
    }
    const banked = await manager.call('POST', `${path}/count`, { body: { Media: [{ Method: 'Cash', Amount: 100 }], ClosingFloat: 200 } })
    expect([banked.status, banked.body.ResponseStatus?.Message]).toEqual([400, 'total cannot be less than zero'])
  })

  it('a float changed after the count, and one that is not what the session before left: marked with the other float', async () => {
    const till = house.newTill()
    await house.sell(till, 100)
    await house.send(house.session(till, { ...ofDay(BEFORE, '10:00', '22:00'), ClosingFloat: 20_000 }))
    await house.send(house.session(till, { SessionId: `${till}-2`, ZNumber: 2, OpeningFloat: 25_000, ...counted(25_100) }))
    expect(await marksOf(till)).toEqual([[2, ['FloatChanged']]])
    expect((await house.sheetsOf(till, manager))[0]).toMatchObject({ OpeningFloat: 250, OtherFloat: 200 })
    await house.send(house.session(till, { SessionId: `${till}-2`, Revision: 2, ZNumber: 2, OpeningFloat: 20_000, ...counted(25_100) }))
    expect((await house.sheetsOf(till, manager))[0]).toMatchObject({ Marks: ['FloatChanged'], OpeningFloat: 200, OtherFloat: 250, Variance: 50 })
    await manager.call('POST', `${await house.pathOf(till, manager)}/count`, { body: { Media: [{ Method: 'Cash', Amount: 201 }] } })
    expect(await marksOf(till)).toEqual([[2, []]])
  })

  it('two sessions of one till that overlap, also over the end of a trading day: both are stored and marked', async () => {
    const till = house.newTill()
    await house.sell(till, 100)
    await house.send(
      house.session(till, { ...ofDay(BEFORE, '20:00', '23:00'), ClosedAt: `${TILL_DAY}T12:00:00+11:00` }),
      house.session(till, { SessionId: `${till}-2`, ZNumber: 2, ...counted(30_100) }),
    )
    expect(await marksOf(till)).toEqual([[2, ['Overlaps']]])
    expect(await marksOf(till, BEFORE)).toEqual([
      [2, ['Overlaps']],
      [1, ['NotCounted', 'UnknownTill', 'Overlaps']],
    ])
  })

  it('a session of a till nobody knows: stored and marked, until the till sells or says that it is there', async () => {
    const [silent, heard, sells] = [house.newTill(), house.newTill(), house.newTill()]
    await house.send(house.session(silent), house.session(heard), house.session(sells))
    await fetch(`${app.url}/api/pos/v1/heartbeats`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${house.key}` },
      body: JSON.stringify({ Heartbeats: [{ TerminalId: heard, At: `${TILL_DAY}T20:00:00+11:00` }] }),
    })
    await house.sell(sells, 100)
    expect(await Promise.all([silent, heard, sells].map((till) => marksOf(till)))).toEqual([
      [[1, ['NotCounted', 'UnknownTill']]],
      [[1, ['NotCounted']]],
      [[1, ['NotCounted']]],
    ])
  })

  it('foreign currency notes: stored as they were counted, and marked', async () => {
    const till = house.newTill()
    await house.sell(till, 100)
    const Denominations = [
      { Value: 5000, Count: 6 },
      { Value: 100, Count: 1 },
      { Value: 2500, Count: 1 },
    ]
    await house.send(house.session(till, counted(32_600, { Denominations })))
    expect(await marksOf(till)).toEqual([[1, ['ForeignPieces']]])
    expect((await house.open(till, manager)).Counts[0]?.Denominations).toContainEqual({ Value: 25, Count: 1 })
    const [refused] = (await house.send(house.session(house.newTill(), { Currency: 'USD' }))).Results
    expect(refused?.Errors[0]?.Message).toBe('This location trades in AUD, not USD.')
  })

  it('a million million dollars: refused in words by the till and on the screen, and the others are stored', async () => {
    const [right, wrong] = [house.newTill(), house.newTill()]
    const sent = await house.send(house.session(wrong, { OpeningFloat: 10 ** 14 }), house.session(right))
    expect(sent).toMatchObject({ Accepted: 1, Rejected: 1, Results: [{ Errors: [{ FieldName: 'OpeningFloat' }] }, {}] })
    expect(sent.Results[0]?.Errors[0]?.Message).not.toBe('')
    const refused = await manager.call<SheetAnswer>('POST', `${await house.pathOf(right, manager)}/count`, {
      body: { Media: [{ Method: 'Cash', Amount: 10 ** 12 }] },
    })
    expect([refused.status, refused.body.ResponseStatus?.Errors?.[0]?.Message]).toEqual([400, expect.stringContaining('1,000,000,000')])
  })
})

describe('Z numbers of a till', () => {
  it('that are missing are named on the sheet and in the list, until their session arrives', async () => {
    const till = house.newTill()
    await house.sell(till, 100)
    await house.send(
      house.session(till, { ...ofDay(BEFORE, '10:00', '12:00'), ZNumber: 40 }),
      house.session(till, { SessionId: `${till}-44`, ZNumber: 44, ...counted(30_100) }),
    )
    expect((await house.sheetsOf(till, manager))[0]).toMatchObject({ Marks: ['MissingZ'], MissingZ: '41–43' })
    expect((await house.open(till, manager)).Sheet).toMatchObject({ Marks: ['MissingZ'], MissingZ: '41–43' })
    await house.send(house.session(till, { SessionId: `${till}-42`, ...ofDay(BEFORE, '14:00', '16:00'), ZNumber: 42 }))
    expect((await house.sheetsOf(till, manager))[0]).toMatchObject({ MissingZ: '43' })
    await house.send(house.session(till, { SessionId: `${till}-43`, ...ofDay(BEFORE, '17:00', '18:00'), ZNumber: 43 }))
    expect((await house.sheetsOf(till, manager))[0]).toMatchObject({ Marks: [], MissingZ: null })
  })

  it('that repeat or go back are marked', async () => {
    const till = house.newTill()
    await house.sell(till, 100)
    await house.send(
      house.session(till, { ...ofDay(BEFORE, '10:00', '12:00'), ZNumber: 7 }),
      house.session(till, { SessionId: `${till}-2`, ZNumber: 7, ...counted(30_100) }),
    )
    expect(await marksOf(till)).toEqual([[7, ['RepeatedZ']]])
  })
})
