import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TillAnswer } from '#features/reports/payments/till-sides.rules.ts'
import type { SheetAnswer, SheetsAnswer } from '#features/till/control-sheets.contract.ts'
import type { TerminalDays } from '#integrations/tyro/tyro.contract.ts'
import type { TyroBooks } from '#integrations/tyro/tyro-books.fake.ts'
import { connectAsOwner } from '#platform/database/database.ts'
import { answerTo, cents, expectSteps, step, sum } from '#tests/bridge-steps.ts'
import { payAtProvider } from '#tests/paid-house.ts'
import { SEEDS } from '#tests/sampled.ts'
import { type SigningHouse, signingHouse, TILL_DAYS } from '#tests/signing-house.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { payAtTerminals } from '#tests/terminals-house.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { Bridge, BridgeAnswer } from './bridge.contract.ts'

const NOW = new Date('2026-11-20T10:04:00Z')
const WEEK = { FromDate: '2026-11-09', ToDate: '2026-11-15' }
const TAGS = ['can_viewmedia', 'can_viewsales', 'can_viewcontrolsheet', 'can_signcontrolsheet'] as const
let app: StartedApp

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => NOW })
}, 60_000)
afterAll(() => app.close())

describe.each(SEEDS)('a bar with card terminals of Tyro beside one with Stripe, random trade of seed %i', (seed) => {
  let house: SigningHouse
  let owner: Visitor
  let books: TyroBooks
  let front: number
  let back: number

  beforeAll(async () => {
    house = await signingHouse(app, seed, NOW)
    ;[front = 0, back = 0] = house.locationIds
    owner = await house.at(`terminals-${seed}`, [...TAGS, 'can_viewpayments'])
    await payAtProvider(app, seed, { venueId: house.venueId, locationId: front }, NOW)
    books = await payAtTerminals(app, seed, { venueId: house.venueId, locationId: back }, NOW)
  }, 120_000)

  const ask = <A>(path: string, query: Record<string, string> = {}, by = owner) => answerTo<A>(by, path, query)
  const bridgeOf = async (query: Record<string, string>): Promise<Bridge> => {
    const { Totals, Settles } = await ask<BridgeAnswer>('/reports/bridge', query)
    expect(Settles).toBe('told')
    return Totals[0] as Bridge
  }
  const questions = () => [
    WEEK,
    { ...WEEK, Locations: String(back) },
    { FromDate: '2026-11-11', ToDate: '2026-11-13' },
    { FromDate: '2026-11-10', ToDate: '2026-11-10', Locations: String(back) },
  ]
  const approved = () => TILL_DAYS.flatMap((day) => books.approved(day))

  it('every step leads to the next to the cent, whatever the range, and nothing is unexplained', async () => {
    for (const query of questions()) {
      const bridge = await bridgeOf(query)
      expect(bridge.NotExplained).toBe(0)
      expectSteps(bridge)
    }
  })

  it('tells the acquiring fee, refunds, surcharges and tips apart, as Tyro has them, and what was sent to the bank has arrived', async () => {
    const bridge = await bridgeOf({ ...WEEK, Locations: String(back) })
    const of = (name: string) => sum(approved().map((one) => Number((one.amountDetails as Record<string, number>)[name])))
    const { Terminals } = bridge.Cards ?? {}
    expect([Terminals?.Total, Terminals?.Refunds, Terminals?.Surcharges, Terminals?.Tips].map(cents)).toEqual([
      sum(approved().map(({ totalAmount }) => totalAmount)),
      of('refundAmount'),
      of('surchargeAmount'),
      of('tipAmount'),
    ])
    // Thousandths, as the stand-in made them, so that nothing is lost here either.
    const fee = Math.round(sum(approved().map((one) => Math.round(Number(one.merchantAcquiringFee) * 1000))) / 1000)
    expect([cents(Terminals?.Fee), -step(bridge, 'CardFees')]).toEqual([fee, fee])
    const cash = cents(bridge.Media.find(({ Method }) => Method === 'Cash')?.Banked)
    const bankDays = [...books.settlements].sort(([a], [b]) => a.localeCompare(b))
    const isSent = (day: string) => bankDays.find(([bankDay]) => bankDay >= day)?.[1][0]?.settlementDetails[0]?.settlementStatus === 'SENT'
    // One settlement came to 12.34 less than its days.
    expect(step(bridge, 'Settled') - cash).toBe(sum(TILL_DAYS.filter(isSent).map((day) => books.net(day))) - 1234)
    expect(step(bridge, 'OnTheWay')).not.toBe(0)
  })

  it('the difference of tills and providers is made of what stands alone at Stripe and of terminals less their tills', async () => {
    for (const query of questions()) {
      const bridge = await bridgeOf(query)
      const { Cards } = bridge
      const Locations = (Cards?.Places ?? []).map(({ LocationId }) => LocationId).join(',')
      const [total] = (await ask<TillAnswer>('/reports/payments/till', { ...query, Locations })).Totals
      const stripe = cents(total?.OnlyProviderAmount) - cents(total?.OnlyTillAmount)
      const tyro = cents(Cards?.Terminals?.Total) - cents(Cards?.Terminals?.AtTill)
      expect(step(bridge, 'TillDifference')).toBe(stripe + tyro + cents(Cards?.NotCounted) + cents(Cards?.Late) - cents(Cards?.OverShort))
    }
  })

  it('the days of the terminals are those of the books, beside the cards of the tills', async () => {
    const days = await ask<TerminalDays>('/reports/card-terminals', { ...WEEK, Locations: String(back) })
    const bridge = await bridgeOf({ ...WEEK, Locations: String(back) })
    for (const { Day, Total, Payments } of days.Days)
      expect([Day, cents(Total), Payments]).toEqual([Day, sum(books.approved(Day).map(({ totalAmount }) => totalAmount)), books.approved(Day).length])
    expect(cents(days.Totals.Till)).toBe(cents(bridge.Cards?.Terminals?.AtTill))
    expect(cents(days.Totals.Fee)).toBe(cents(bridge.Cards?.Terminals?.Fee))
  })

  it('a sheet whose till sent no settlement has the terminals of its location, says so, and hides the cards from who counts', async () => {
    const { Sheets } = await ask<SheetsAnswer>('/reports/control-sheets', { ...WEEK, Locations: String(back), Media: 'true' })
    const counter = await house.at(`counts-${seed}`, ['can_viewcontrolsheet'])
    let blind = 0
    for (const { SheetId, Day } of Sheets) {
      if (SheetId === null) continue
      const { TerminalDay, Settlements } = await ask<SheetAnswer>(`/controlsheets/${SheetId}`)
      const same = Sheets.filter((one) => one.Day === Day)
      const card = sum(same.flatMap(({ Media }) => (Media ?? []).filter(({ Method }) => Method === 'Card').map(({ Expected }) => cents(Expected))))
      const late = sum(same.flatMap(({ Media }) => (Media ?? []).filter(({ Method }) => Method === 'Card').map(({ Late }) => cents(Late))))
      expect(Settlements).toEqual([])
      expect(TerminalDay).toMatchObject({ Provider: 'Tyro', Day, Sheets: same.length })
      expect(sum((TerminalDay?.Terminals ?? []).map(({ Amount }) => cents(Amount)))).toBe(sum(books.approved(Day).map(({ totalAmount }) => totalAmount)))
      expect([SheetId, cents(TerminalDay?.Cards)]).toEqual([SheetId, card + late])
      const seen = await ask<SheetAnswer>(`/controlsheets/${SheetId}`, {}, counter)
      const isOpen = same.some(({ State }) => State === 'Open' || State === 'Counting')
      expect(seen.TerminalDay?.Cards === null).toBe(isOpen)
      blind += isOpen ? 1 : 0
    }
    expect(blind).toBeGreaterThan(0)
    const [elsewhere] = (await ask<SheetsAnswer>('/reports/control-sheets', { ...WEEK, Locations: String(front) })).Sheets.filter(
      ({ SheetId }) => SheetId !== null,
    )
    expect((await ask<SheetAnswer>(`/controlsheets/${elsewhere?.SheetId}`)).TerminalDay).toBeNull()
  })

  it('a sheet whose till sent its settlement shows that and nothing of Tyro', async () => {
    const { Sheets } = await ask<SheetsAnswer>('/reports/control-sheets', { ...WEEK, Locations: String(back) })
    const id = Sheets.find(({ SheetId }) => SheetId !== null)?.SheetId ?? ''
    const db = connectAsOwner(app.databaseUrl)
    await db`insert into till_settlement (venue_id, session_id, terminal, amount, payments) values (${house.venueId}, ${id}::bigint, 'PIN-1', 1234, 2)`
    await db`update till_session set settled = 1234 where venue_id = ${house.venueId} and session_id = ${id}::bigint`
    try {
      const { TerminalDay, Settlements } = await ask<SheetAnswer>(`/controlsheets/${id}`)
      expect([TerminalDay, Settlements]).toEqual([null, [{ Terminal: 'PIN-1', Amount: 12.34, Payments: 2 }]])
    } finally {
      await db`delete from till_settlement where venue_id = ${house.venueId} and session_id = ${id}::bigint`
      await db`update till_session set settled = null where venue_id = ${house.venueId} and session_id = ${id}::bigint`
      await db.end()
    }
  })
})
