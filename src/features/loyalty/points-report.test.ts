import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, tradingMoment } from '#shared/day.ts'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { DifferencesAnswer, PointsAnswer, UsageAnswer } from './loyalty-reports.contract.ts'
import type { PointsFigure } from './points-figures.rules.ts'

let app: StartedApp
let room: StaffRoom
let manager: Visitor
let viewer: Visitor
let front: number
let back: number
const NOW = new Date()
const TODAY = tradingMoment(NOW, 'Australia/Sydney', '05:00').day
const YESTERDAY = addDays(TODAY, -1)
const yesterday = new Date(NOW.getTime() - 86_400_000).toISOString()
const FORMULA = {
  Accrued: 1,
  AccruedReversed: -1,
  Redeemed: -1,
  RedeemedReversed: 1,
  Adjustments: 1,
  TransfersIn: 1,
  TransfersOut: -1,
  ReplacedIn: 1,
  ReplacedOut: -1,
  Expired: -1,
}

type Told = { -readonly [F in PointsFigure]?: number }

/** What is known of what was sent and done, kept by hand: by location and day. */
const oracle = new Map<string, Told>()
const note = (locationId: number, day: string, told: Told) => {
  const known = oracle.get(`${locationId} ${day}`) ?? {}
  for (const [figure, points] of Object.entries(told)) known[figure as PointsFigure] = (known[figure as PointsFigure] ?? 0) + points
  oracle.set(`${locationId} ${day}`, known)
}

const sell = async (locationId: number, LoyaltyCard: string | undefined, Accrued: number, Redeemed = 0, changes: object = {}, at = NOW.toISOString()) => {
  const sale = plainSale(at, 1000, { ...(LoyaltyCard ? { LoyaltyCard } : {}), Points: { Accrued, Redeemed }, ...changes })
  await storeTrade(app.database, room.venueId, locationId, [sale], NOW)
  return sale.SaleId
}
const path = (...parts: string[]) => `/loyalty/${parts.map(encodeURIComponent).join('/')}`
const post = async <T>(to: string, body: object): Promise<T> => {
  const answer = await manager.call<T>('POST', to, { body })
  if (answer.status !== 200) throw new Error(`${to}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}
const report = async (query = '', by = manager) => (await by.call<PointsAnswer>('GET', `/points?FromDate=${YESTERDAY}&ToDate=${TODAY}${query}`)).body
const differences = async (query = '', by = manager) =>
  (await by.call<DifferencesAnswer>('GET', `/points/difference?FromDate=${YESTERDAY}&ToDate=${TODAY}${query}`)).body

const wanted = (locationIds: readonly number[], days: readonly string[], opening = 0): Told => {
  const sum: Told = {}
  for (const id of locationIds)
    for (const day of days)
      for (const [figure, points] of Object.entries(oracle.get(`${id} ${day}`) ?? {})) sum[figure as PointsFigure] = (sum[figure as PointsFigure] ?? 0) + points
  const closing = Object.entries(FORMULA).reduce((all, [figure, sign]) => all + sign * (sum[figure as PointsFigure] ?? 0), opening)
  const member = (sum.Accrued ?? 0) - (sum.AccruedReversed ?? 0)
  return { ...sum, Opening: opening, Closing: closing, MemberCardPoints: member, Difference: member - (sum.SalesReportPoints ?? 0) }
}
const withoutNothing = (told: object) => Object.fromEntries(Object.entries(told).filter(([figure, value]) => value !== 0 && /^[A-Z]/.test(figure)))
const figuresOf = (row: object) => {
  const { LocationId: _, Name: _n, Currency: _c, Explained: _e, ByPeriod: _b, VoucherAmount: _a, ...figures } = row as Record<string, unknown>
  return withoutNothing(figures)
}

beforeAll(async () => {
  app = await startApp({ sample: false })
  room = await staffRoom(app, 'Counted Points')
  ;[front = 0, back = 0] = room.locationIds
  manager = await room.at('counter', ['can_viewloyalty', 'can_editloyalty', 'can_viewsales'])
  viewer = await room.at('looker', ['can_viewloyalty'], [front])
  await trade()
})
afterAll(() => app.close())

/** One of each: what is sent to the product, and beside it what it must come to. */
const trade = async () => {
  // Accrual; a refund in part; more redeemed than the card has.
  const sale = await sell(front, 'A1', 100, 0, {}, yesterday)
  note(front, YESTERDAY, { Accrued: 100, SalesReportPoints: 100 })
  await sell(front, 'A1', -30, 0, {
    Type: 'Refund',
    OriginalSaleId: sale,
    Lines: [{ Plu: 'P1', Quantity: '-1', Gross: -300, Net: -300 }],
    Tenders: [{ Method: 'Cash', Amount: -300 }],
    Totals: { Total: -300 },
  })
  note(front, TODAY, { AccruedReversed: 30, SalesReportPoints: -30 })
  await sell(back, 'A1', 0, 90)
  note(back, TODAY, { Redeemed: 90 })
  // A void takes back what it gave and took.
  const voided = await sell(front, 'B1', 40, 10)
  note(front, TODAY, { Accrued: 40, Redeemed: 10, SalesReportPoints: 40 })
  await storeTrade(
    app.database,
    room.venueId,
    front,
    [{ SaleId: 'Void B1', TerminalId: 'T1', Type: 'Void', OriginalSaleId: voided, ClosedAt: NOW.toISOString() }],
    NOW,
  )
  note(front, TODAY, { AccruedReversed: 40, RedeemedReversed: 10, SalesReportPoints: -40 })
  // A correction: the first is taken back on its day, and the second counts.
  const corrected = await sell(back, 'B1', 25)
  await sell(back, 'B1', 35, 0, { SaleId: corrected, Revision: 2 })
  note(back, TODAY, { Accrued: 60, AccruedReversed: 25, SalesReportPoints: 35 })
  // By hand: two adjustments, a transfer, a replacement, and a sale on the card that was replaced.
  await post(path('C1', 'details'), { Details: { Name: 'Cleo' } })
  await post(path('C1', 'points'), { Points: 500, LocationId: front })
  await post(path('C1', 'points'), { Points: -60, LocationId: front })
  note(front, TODAY, { Adjustments: 440 })
  await post(path('C1', 'transfer', 'B1'), { Points: 120, LocationId: back })
  note(back, TODAY, { TransfersIn: 120, TransfersOut: 120 })
  await post(path('C1', 'replace', 'C2'), { Comments: 'Lost', LocationId: front })
  note(front, TODAY, { ReplacedIn: 320, ReplacedOut: 320 })
  await sell(back, 'c 1', 9)
  note(back, TODAY, { Accrued: 9, SalesReportPoints: 9 })
  // Vouchers: one bought with points, one sold for money.
  await sell(front, 'C2', 0, 200, {
    Lines: [{ Plu: 'V20', Kind: 'NonSale', Voucher: 20, Quantity: '1', Gross: 2000, Net: 2000 }],
    Tenders: [{ Method: 'Points', Amount: 2000 }],
    Totals: { Total: 2000 },
  })
  await sell(front, undefined, 0, 0, {
    Points: undefined,
    Lines: [{ Plu: 'V50', Kind: 'NonSale', Voucher: 50, Quantity: '2', Gross: 10_000, Net: 10_000 }],
    Tenders: [{ Method: 'Cash', Amount: 10_000 }],
    Totals: { Total: 10_000 },
  })
  note(front, TODAY, { Redeemed: 200, VoucherPoints: 200, Voucher20: 1, Voucher50: 2 })
  // Where sales and cards differ: no card on a sale and on a refund, and an accrual taken back by hand.
  await sell(front, undefined, 17)
  note(front, TODAY, { SalesReportPoints: 17 })
  await sell(back, undefined, -8, 0, {
    Type: 'Refund',
    Lines: [{ Plu: 'P1', Quantity: '-1', Gross: -300, Net: -300 }],
    Tenders: [{ Method: 'Cash', Amount: -300 }],
    Totals: { Total: -300 },
  })
  note(back, TODAY, { SalesReportPoints: -8 })
  await post(path('A1', 'points'), { Points: 50, LocationId: back })
  note(back, TODAY, { Adjustments: 50 })
  const { body } = await manager.call<{ Movements: { MovementId: string; SaleId: string | null; Accrued: number }[] }>('GET', path('A1', 'movements'))
  const first = body.Movements.find(({ Accrued }) => Accrued === 100)?.MovementId ?? ''
  await post(path('movements', first, 'reverse'), { Points: 15, Comments: 'Wrong card' })
  note(front, TODAY, { AccruedReversed: 15 })
}

describe('the points report', () => {
  it('counts what was sent and done, by location and in total, as an oracle does', async () => {
    const { Locations, Totals } = await report()
    expect(Locations.map(({ LocationId }) => LocationId)).toEqual([front, back])
    for (const place of Locations) expect(figuresOf(place)).toEqual(withoutNothing(wanted([place.LocationId], [YESTERDAY, TODAY])))
    expect(figuresOf(Totals)).toEqual(withoutNothing(wanted([front, back], [YESTERDAY, TODAY])))
    expect(Totals.VoucherAmount).toBe(120)
  })

  it('counts each period by itself, opening with what the one before closed with', async () => {
    const { Periods, Locations } = await report('&Interval=day')
    expect(Periods.map(({ Period }) => Period)).toEqual([YESTERDAY, TODAY])
    const place = Locations.find(({ LocationId }) => LocationId === front)
    const at = (i: number) => Object.fromEntries(Object.entries(place?.ByPeriod ?? {}).map(([figure, values]) => [figure, values[i] ?? 0]))
    expect(figuresOf(at(0))).toEqual(withoutNothing(wanted([front], [YESTERDAY])))
    expect(figuresOf(at(1))).toEqual(withoutNothing(wanted([front], [TODAY], 100)))
  })

  it('closes with what the cards hold, less what they owe', async () => {
    const { Totals } = await report()
    const [held] = await app.database.readVenue(
      room.venueId,
      (sql) => sql<{ points: number }[]>`select sum(points - owed)::bigint as points from loyalty_card where venue_id = ${room.venueId}`,
    )
    expect(Totals.Closing).toBe(held?.points)
  })

  it('names the reason of each difference, and the reasons add up to it', async () => {
    const { Locations, Totals } = await report()
    expect(Object.fromEntries(Locations.map(({ LocationId, Explained }) => [LocationId, Explained]))).toEqual({
      [front]: [
        { Reason: 'UnknownOrBlockedCard', Points: -17, Count: 1 },
        { Reason: 'ManualAccrual', Points: -15, Count: 1 },
      ],
      [back]: [
        { Reason: 'ReplacedCard', Points: 0, Count: 1 },
        { Reason: 'RefundNotReversed', Points: 8, Count: 1 },
      ],
    })
    for (const row of [...Locations, Totals]) expect(row.Explained.reduce((sum, { Points }) => sum + Points, 0)).toBe(row.Difference)
  })
})

describe('the sales and entries behind a difference', () => {
  it('stand side by side, those of one reason add up to it', async () => {
    const { Differences, Points, Count } = await differences('&Reason=ManualAccrual')
    expect([Points, Count]).toEqual([-15, 1])
    expect(Differences).toMatchObject([
      {
        Reason: 'ManualAccrual',
        Location: 'Front Bar',
        Day: TODAY,
        Points: -15,
        Sale: { Kind: 'Sale', CardNumber: 'A1', Points: 100, Amount: 10 },
        Entry: { Kind: 'Reversal', CardNumber: 'A1', Points: -15, By: 'counter', Comments: 'Wrong card' },
      },
    ])
    expect((await differences('&Reason=RefundNotReversed')).Differences).toMatchObject([
      { Points: 8, Sale: { Kind: 'Refund', CardNumber: null, Points: -8 }, Entry: null },
    ])
    expect((await differences('&Reason=ReplacedCard')).Differences).toMatchObject([
      { Points: 0, Sale: { CardNumber: 'c 1', Points: 9 }, Entry: { CardNumber: 'C2', Points: 9 } },
    ])
    const all = await differences()
    expect([all.Count, all.Points]).toEqual([4, (await report()).Totals.Difference])
  })

  it('of a location that is not granted do not show, and it may not be asked for', async () => {
    expect((await differences('', viewer)).Differences.map(({ LocationId }) => LocationId)).toEqual([front, front])
    const asked = await viewer.call('GET', `/points/difference?FromDate=${YESTERDAY}&ToDate=${TODAY}&Locations=${back}`)
    expect(asked.body.ResponseStatus?.ErrorCode).toBe('LocationNotFound')
    const nobody = await room.at('nobody', ['can_viewsales'])
    expect((await nobody.call('GET', `/points/difference?FromDate=${YESTERDAY}&ToDate=${TODAY}`)).status).toBe(403)
  })

  it('tell a sale that is not posted, one posted twice and one posted otherwise', async () => {
    const house = await staffRoom(app, 'Spoilt Points')
    const [place = 0] = house.locationIds
    const eye = await house.at('eye', ['can_viewloyalty'])
    const sales = ['W1', 'W2', 'W3', 'W4'].map((LoyaltyCard, i) => plainSale(yesterday, 1000, { LoyaltyCard, Points: { Accrued: 10 * (i + 1), Redeemed: 0 } }))
    await storeTrade(app.database, house.venueId, place, sales, NOW)
    await spoil(house.venueId)
    const asked = (await eye.call<PointsAnswer>('GET', `/points?FromDate=${YESTERDAY}&ToDate=${TODAY}`)).body
    expect(asked.Totals.Explained).toEqual([
      { Reason: 'NotYetPosted', Points: -10, Count: 1 },
      { Reason: 'PostedTwice', Points: 20, Count: 1 },
      { Reason: 'RateChanged', Points: -4, Count: 1 },
      { Reason: 'Unexplained', Points: 5, Count: 1 },
    ])
    expect([asked.Totals.SalesReportPoints, asked.Totals.MemberCardPoints, asked.Totals.Difference]).toEqual([100, 111, 11])
    const listed = (await eye.call<DifferencesAnswer>('GET', `/points/difference?FromDate=${YESTERDAY}&ToDate=${TODAY}&Reason=Unexplained`)).body
    expect(listed.Differences).toMatchObject([{ Sale: { CardNumber: 'W4', Points: 40 }, Entry: { CardNumber: 'W4', Points: 45 } }])
  })
})

it('differences that cancel each other out on a day are told all the same', async () => {
  const house = await staffRoom(app, 'Even Points')
  const [place = 0] = house.locationIds
  const hand = await house.at('hand', ['can_viewloyalty', 'can_editloyalty'])
  const takeBack = (OriginalSaleId: string) => ({
    SaleId: `v ${OriginalSaleId}`,
    TerminalId: 'T1',
    Type: 'Void' as const,
    OriginalSaleId,
    ClosedAt: NOW.toISOString(),
  })
  const [strange, known] = [
    plainSale(NOW.toISOString(), 1000, { Points: { Accrued: 10 } }),
    plainSale(NOW.toISOString(), 1000, { LoyaltyCard: 'K', Points: { Accrued: 40 } }),
  ]
  await storeTrade(app.database, house.venueId, place, [strange, known], NOW)
  const [movement] = await app.database.readVenue(
    house.venueId,
    (sql) => sql<{ id: string }[]>`select movement_id::text as id from loyalty_movement where venue_id = ${house.venueId}`,
  )
  expect((await hand.call('POST', `/loyalty/movements/${movement?.id}/reverse`, { body: { Points: 15, Comments: 'Half of it' } })).status).toBe(200)
  await storeTrade(app.database, house.venueId, place, [takeBack(strange.SaleId), takeBack(known.SaleId)], NOW)
  const { body } = await hand.call<PointsAnswer>('GET', `/points?FromDate=${TODAY}&ToDate=${TODAY}`)
  expect(body.Totals).toMatchObject({ SalesReportPoints: 0, MemberCardPoints: 0, Difference: 0, Closing: 0 })
  expect(body.Totals.Explained).toEqual([
    { Reason: 'UnknownOrBlockedCard', Points: 0, Count: 2 },
    { Reason: 'ManualAccrual', Points: 0, Count: 2 },
  ])
})

/** Does to the ledger what must never happen, with the rights of its owner. */
const spoil = async (venueId: number) => {
  const { connectAsOwner } = await import('#platform/database/database.ts')
  const owner = connectAsOwner(app.databaseUrl)
  try {
    const change = async (card: string, points: number, computed: boolean) => {
      await owner`
        update loyalty_movement m set points = m.points + ${points}, computed = ${computed} from loyalty_card c
        where m.venue_id = ${venueId} and c.venue_id = ${venueId} and c.card_id = m.card_id and c.number = ${card}`
      await owner`
        update loyalty_entry e set delta = delta + case when account = 3 then ${-points}::bigint else ${points}::bigint end from loyalty_movement m, loyalty_card c
        where e.venue_id = ${venueId} and m.venue_id = ${venueId} and m.movement_id = e.movement_id and c.venue_id = ${venueId} and c.card_id = m.card_id and c.number = ${card}`
      await owner`update loyalty_day set points = points + ${points} where venue_id = ${venueId} and figure = 1`
    }
    const [twice] = await owner<{ id: string }[]>`
      insert into loyalty_movement (venue_id, movement_id, kind, card_id, points, location_id, business_date, at, sale_id)
      select ${venueId}, m.movement_id + 1000000007, m.kind, m.card_id, m.points, m.location_id, m.business_date, m.at, m.sale_id from loyalty_movement m
        join loyalty_card c on c.venue_id = ${venueId} and c.card_id = m.card_id and c.number = 'W2' where m.venue_id = ${venueId} returning movement_id::text as id`
    await owner`
      insert into loyalty_entry (venue_id, movement_id, entry_no, account, card_id, delta, kind, location_id, business_date)
      select ${venueId}, ${twice?.id ?? ''}::bigint, e.entry_no, e.account, e.card_id, e.delta, e.kind, e.location_id, e.business_date
      from loyalty_entry e where e.venue_id = ${venueId} and e.movement_id = ${twice?.id ?? ''}::bigint - 1000000007 returning 1`
    await owner`update loyalty_day set points = points + 20 where venue_id = ${venueId} and figure = 1`
    await owner`
      delete from loyalty_entry e using loyalty_movement m, loyalty_card c where e.venue_id = ${venueId} and m.venue_id = ${venueId} and e.movement_id = m.movement_id
        and c.venue_id = ${venueId} and c.card_id = m.card_id and c.number = 'W1'`
    await owner`delete from loyalty_movement m using loyalty_card c where m.venue_id = ${venueId} and c.venue_id = ${venueId} and c.card_id = m.card_id and c.number = 'W1'`
    await owner`update loyalty_day set points = points - 10 where venue_id = ${venueId} and figure = 1`
    await change('W3', -4, true)
    await change('W4', 5, false)
  } finally {
    await owner.end()
  }
}

describe('the usage summary', () => {
  it('counts members once, their share of all sales, and the points they hold at the end', async () => {
    const { body } = await manager.call<UsageAnswer>('GET', `/loyaltyusage?FromDate=${YESTERDAY}&ToDate=${TODAY}&Interval=day`)
    const closing = (await report()).Totals.Closing
    // A1, B1 and C1 with its replacement C2. A sale that was voided, the first of a corrected one and a receipt of vouchers alone are no uses.
    expect(body.Totals).toMatchObject({ ActiveCards: 3, Uses: 4, PointsLiability: closing })
    expect(body.Totals.ByPeriod?.PointsLiability).toEqual([100, closing])
    // With a card: 10 + 10 + 10 + 10 − 3; the vouchers are no sales. Without: 10 − 3.
    expect([body.Totals.MembersSales, body.Totals.Sales, body.Totals.Share]).toEqual([37, 44, 0.8409])
    // Given: 100 − 30 + 35 + 9, taken: 90 + 200.
    expect([body.Totals.Accrued, body.Totals.Redeemed, body.Totals.RedemptionRate, body.Totals.PointsPerDollar]).toEqual([114, 290, 2.5439, 3.0811])
  })

  it('is told by the hour of the trading day, whose sums are those of the range', async () => {
    const { body } = await manager.call<UsageAnswer>('GET', `/loyaltyusage?FromDate=${YESTERDAY}&ToDate=${TODAY}&Interval=hour`)
    const { ByPeriod, ...whole } = body.Totals
    const sum = (figure: 'Uses' | 'MembersSales' | 'Sales' | 'Accrued' | 'Redeemed') => ByPeriod?.[figure].reduce<number>((all, value) => all + (value ?? 0), 0)
    expect([body.Interval, body.Periods.length, body.Periods.map(({ Period }) => Period).toSorted()[23]]).toEqual(['hour', 24, '23:00'])
    expect(whole).toMatchObject({ ActiveCards: 3, Uses: 4, MembersSales: 37, Sales: 44, Accrued: 114, Redeemed: 290 })
    expect(['Uses', 'MembersSales', 'Sales', 'Accrued', 'Redeemed'].map((figure) => sum(figure as 'Uses'))).toEqual([4, 37, 44, 114, 290])
    expect(new Set(ByPeriod?.PointsLiability)).toEqual(new Set([null]))
    expect((await manager.call('GET', '/loyaltyusage?FromDate=2026-01-01&ToDate=2026-03-01&Interval=hour')).status).toBe(400)
  })

  it('shows total sales only with can_viewsales, in the answer and in files', async () => {
    const query = `/loyaltyusage?FromDate=${YESTERDAY}&ToDate=${TODAY}&Interval=day`
    const without = await room.at('usage-only', ['can_viewloyalty'])
    const { body } = await without.call<UsageAnswer>('GET', query)
    const shown = [body.Totals, ...body.Locations].flatMap(({ Sales, Share, ByPeriod }) => [
      Sales,
      Share,
      ...(ByPeriod?.Sales ?? []),
      ...(ByPeriod?.Share ?? []),
    ])
    expect(shown.filter((figure) => figure !== null)).toEqual([])
    expect(body.Totals.MembersSales).toBe(37)
    const headOf = async (by: Visitor) =>
      (await by.call<{ text: string }>('GET', `${query}&format=csv&Language=en`)).body.text.split('\r\n')[0]?.split(',') ?? []
    const [head, whole] = [await headOf(without), await headOf(manager)]
    expect(whole.filter((title) => !head.includes(title))).toEqual(['All sales', 'Share of sales %'])
  })
})
