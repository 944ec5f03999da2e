import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { randomFor } from '#db/demo/random.ts'
import type { WireSale } from '#features/intake/sale.contract.ts'
import { postBacklogOf } from '#features/ledger/backlog.job.ts'
import { addDays } from '#shared/day.ts'
import { type StaffRoom, staffRoom } from '#tests/staff-room.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { FraudAnswer, ListedCard } from './fraud.contract.ts'
import type { Rule } from './fraud-rules.rules.ts'
import { keepFound } from './keep-found.job.ts'

/** A Friday evening in Sydney: the day before is over. */
const NOW = new Date('2026-11-20T10:04:00Z')
/** When the trade of two months came: long before the check. */
const BEFORE = new Date('2026-11-20T06:00:00Z')
const TODAY = '2026-11-20'
const MONTH = `FromDate=${addDays(TODAY, -29)}&ToDate=${TODAY}`
const TIMES = ['12:01', '13:11', '14:21', '15:31', '16:41']

let app: StartedApp
let room: StaffRoom
let manager: Visitor
let front: number
let back: number

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => NOW })
  room = await staffRoom(app, 'The Night Watch')
  ;[front = 0, back = 0] = room.locationIds
  manager = await room.at('night.watcher', ['can_viewloyalty', 'can_editloyalty', 'can_editsettings', 'can_viewemp'])
  await trade()
  await postBacklogOf(app.database, room.venueId, NOW)
}, 60_000)
beforeEach(() => nightly())
afterAll(() => app.close())

let made = 0
const newNumber = () => `66${String(++made).padStart(6, '0')}`
const use = (card: string, day: string, time: string, changes: Partial<WireSale> = {}, cents = 2345): WireSale =>
  plainSale(`${day}T${time}:00+11:00`, cents, {
    LoyaltyCard: card,
    Points: { Accrued: Math.floor(cents / 100), Redeemed: 0 },
    ClerkId: `own ${card} ${day} ${time}`,
    ClerkName: `Clerk ${card} ${day} ${time}`,
    ...changes,
  })
const sell = (sales: readonly WireSale[], at = front, now = NOW) => storeTrade(app.database, room.venueId, at, sales, now)
const voidOf = (sale: WireSale | undefined): WireSale => ({
  SaleId: `void-${sale?.SaleId}`,
  TerminalId: 'T1',
  Type: 'Void',
  OriginalSaleId: sale?.SaleId ?? '',
  ClosedAt: sale?.ClosedAt ?? '',
})

/** Two months of regulars and strangers at two locations, with few at the tills, so that every rule about uses finds something. */
const trade = async () => {
  const random = randomFor(11, 'fraud')
  const cards = Array.from({ length: 45 }, (_, i) => `55${String(i).padStart(6, '0')}`)
  for (const [i, at] of [front, back].entries()) {
    const sales: WireSale[] = []
    for (let before = 75; before >= 0; before -= 1) {
      const day = addDays(TODAY, -before)
      for (let n = 0; n < 9; n += 1) {
        const card = random.chance(0.3) ? cards[random.between(0, 3)] : random.pick(cards)
        const cents = random.chance(0.1) ? 5000 : random.chance(0.02) ? random.between(30_000, 60_000) : random.between(900, 6000)
        const spends = random.chance(0.15)
        const [hour, minute] = [random.chance(0.02) ? 3 : random.between(11, 19), random.between(10, 59)]
        const Accrued = random.chance(0.02) ? 900 : Math.floor(cents / 100)
        sales.push(
          use(
            card ?? '',
            hour < 5 ? addDays(day, 1) : day,
            `${String(hour).padStart(2, '0')}:${minute}`,
            {
              ClerkId: `c${random.between(0, 4)}`,
              ClerkName: `Clerk ${i}`,
              Points: { Accrued: spends ? 0 : Accrued, Redeemed: spends ? random.between(20, 60) : 0 },
            },
            cents,
          ),
        )
      }
    }
    await sell(
      sales.filter(({ ClosedAt = '' }) => Date.parse(ClosedAt) < BEFORE.getTime()),
      at,
      BEFORE,
    )
  }
  const one = { ClerkId: 'alone', ClerkName: 'One alone' }
  await sell(
    ['2026-10-29', '2026-11-02', '2026-11-05'].map((day) => use('55999999', day, '12:01', one)),
    front,
    BEFORE,
  )
  await sell([use('55999999', '2026-11-06', '19:01', { Points: { Accrued: 0, Redeemed: 30 } })], back, BEFORE)
}

const nightly = () => keepFound(app.database, room.venueId, NOW)
const answer = async (query = MONTH, by = manager) => {
  const { AsAt: _, ...told } = (await by.call<FraudAnswer>('GET', `/loyalty/fraud?${query}`)).body
  return told
}
const listed = async (card: string, query = MONTH): Promise<ListedCard | undefined> =>
  (await answer(query)).Locations.flatMap(({ Cards }) => Cards).find(({ CardNumber }) => CardNumber === card)
const rulesOf = async (card: string, query = MONTH): Promise<Rule[]> => [...new Set((await listed(card, query))?.Hits.map(({ Rule }) => Rule))].sort()
const inVenue = (statement: string) => app.database.inVenue(room.venueId, (sql) => sql.unsafe(statement))
/** Takes the marks away by which stored days hold, so that everything is looked at anew. */
const forgetStored = () => inVenue(`update fraud_day set basis = '' where venue_id = ${room.venueId}`)
const heldDays = async () => (await inVenue(`select count(*)::int as n from fraud_day where venue_id = ${room.venueId} and basis <> ''`))[0]?.n

describe('what the nightly check stored', () => {
  it('is what a reading finds that looks at everything anew, over any days and at any locations', async () => {
    const viewer = await room.at('front.watcher', ['can_viewloyalty'], [front])
    const questions = [
      [MONTH, manager],
      [`FromDate=2026-11-03&ToDate=2026-11-09`, manager],
      [`FromDate=${addDays(TODAY, -60)}&ToDate=${addDays(TODAY, -1)}`, manager],
      [`${MONTH}&Locations=${back}`, manager],
      [`${MONTH}&Threshold=2`, manager],
      [MONTH, viewer],
    ] as const
    expect(await heldDays()).toBeGreaterThan(100)
    const stored = []
    for (const [query, by] of questions) stored.push(await answer(query, by))
    await forgetStored()
    const anew = []
    for (const [query, by] of questions) anew.push(await answer(query, by))
    expect(stored).toEqual(anew)
    const rules = new Set(stored.flatMap(({ Locations }) => Locations.flatMap(({ Cards }) => Cards.flatMap(({ Hits }) => Hits.map(({ Rule }) => Rule)))))
    expect([...rules].sort()).toEqual(expect.arrayContaining(['F1', 'F11', 'F14', 'F2', 'F3', 'F4', 'F6', 'F7', 'F8']))
  })

  it('is what is read: nothing is looked at anew of a day that holds', async () => {
    const before = (await answer()).Locations.length
    await inVenue(`delete from fraud_found where venue_id = ${room.venueId} and day < '${TODAY}'`)
    const held = (await answer(`FromDate=2026-11-03&ToDate=2026-11-09`)).Locations
    await forgetStored()
    const anew = (await answer(`FromDate=2026-11-03&ToDate=2026-11-09`)).Locations
    expect([before, held.flatMap(({ Cards }) => Cards), anew.length]).toEqual([2, [], 2])
  })

  it('does not hide what is sold today', async () => {
    const card = newNumber()
    await sell(TIMES.map((time) => use(card, TODAY, time)))
    expect(await rulesOf(card)).toEqual(['F1'])
  })

  it('gives way to a late sale at once, and holds again after the next night', async () => {
    const card = newNumber()
    await sell(TIMES.slice(1).map((time) => use(card, '2026-11-12', time)))
    await nightly()
    expect(await rulesOf(card)).toEqual([])
    await sell([use(card, '2026-11-12', '18:21')])
    expect(await rulesOf(card)).toEqual(['F1'])
    const late = await answer()
    await nightly()
    expect(await answer()).toEqual(late)
    await forgetStored()
    expect(await answer()).toEqual(late)
  })

  it('gives way to a late sale of weeks before, by which a card was used too often in a month', async () => {
    const card = newNumber()
    const days = Array.from({ length: 19 }, (_, i) => addDays('2026-10-24', i))
    await sell(days.flatMap((day) => [use(card, day, '12:01'), use(card, day, '18:01')]))
    await sell([use(card, '2026-11-16', '12:01')])
    await nightly()
    expect((await listed(card, `FromDate=2026-11-14&ToDate=${TODAY}`))?.Hits).toBeUndefined()
    await sell([use(card, '2026-10-24', '20:01')])
    expect((await listed(card, `FromDate=2026-11-14&ToDate=${TODAY}`))?.Hits).toMatchObject([{ Rule: 'F2', Count: 40, Day: '2026-11-16' }])
  })

  it('gives way to a late sale of months before, by which a card did not sleep', async () => {
    const card = newNumber()
    const spends = { Points: { Accrued: 0, Redeemed: 60 } }
    await sell([use(card, '2026-03-02', '12:01', { Points: { Accrued: 100, Redeemed: 0 } }, 10_001), use(card, '2026-11-10', '12:31', spends)])
    await nightly()
    expect(await rulesOf(card)).toEqual(['F13'])
    await sell([use(card, '2026-08-03', '12:01')])
    expect(await rulesOf(card)).toEqual([])
    await nightly()
    expect(await rulesOf(card)).toEqual([])
  })

  it('gives way to a sale that is taken back, at once', async () => {
    const card = newNumber()
    const sales = TIMES.map((time) => use(card, '2026-11-13', time))
    await sell(sales)
    await nightly()
    expect(await rulesOf(card)).toEqual(['F1'])
    await sell([voidOf(sales[2])])
    expect(await rulesOf(card)).toEqual([])
    await nightly()
    expect(await rulesOf(card)).toEqual([])
  })

  it('gives way to points that are taken back by hand, at once', async () => {
    const card = newNumber()
    await manager.call('POST', `/loyalty/${card}/details`, { body: { Details: { Name: `Member ${card}` } } })
    const clerk = await room.at('clerk', ['can_editloyalty'])
    const { body } = await clerk.call<{ MovementId: string }>('POST', `/loyalty/${card}/points`, { body: { Points: 10, LocationId: front, Comments: '' } })
    await nightly()
    const evidence = (await listed(card))?.Hits[0]?.Evidence[0]?.MovementId
    expect([await rulesOf(card), evidence]).toEqual([['F5'], body.MovementId ?? evidence])
    const { status } = await manager.call('POST', `/loyalty/movements/${evidence}/reverse`, { body: { Comments: 'Mistyped' } })
    expect([status, await rulesOf(card)]).toEqual([200, []])
  })

  it('gives way to a threshold that changes, at once', async () => {
    const card = newNumber()
    await sell(TIMES.slice(1).map((time) => use(card, '2026-11-11', time, { Points: { Accrued: 150, Redeemed: 0 } })))
    await nightly()
    const change = (Rules: object) => manager.call('POST', `/venue/${room.venueId}/config/fraudrules`, { body: { Rules } })
    expect([await rulesOf(card), await rulesOf(card, `${MONTH}&Threshold=4`)]).toEqual([[], ['F1']])
    await change({ UsesPerDay: 4 })
    expect(await rulesOf(card)).toEqual(['F1'])
    await change({ PointsPerDollar: 5 })
    expect(await rulesOf(card)).toEqual(['F1', 'F14'])
    await nightly()
    expect(await rulesOf(card)).toEqual(['F1', 'F14'])
    await change({ Off: ['F1'] })
    expect(await rulesOf(card)).toEqual(['F14'])
    await change({ PointsPerDollar: 10, UsesPerDay: 5, Off: [] })
    expect(await rulesOf(card)).toEqual([])
  })

  it('is shown with its case, and not once a case is cleared with an exempt card', async () => {
    const card = newNumber()
    await sell(TIMES.map((time) => use(card, '2026-11-12', time)))
    await nightly()
    const opened = await manager.call<{ CaseId: string }>('POST', '/loyalty/fraud/cases', {
      body: { CardNumber: card, FromDate: '2026-11-12', ToDate: '2026-11-12' },
    })
    await sell(TIMES.map((time) => use(card, '2026-11-17', time)))
    await nightly()
    expect((await listed(card))?.Hits.map(({ Day }) => Day).sort()).toEqual(['2026-11-12', '2026-11-17'])
    await manager.call('POST', `/loyalty/fraud/cases/${opened.body.CaseId}`, {
      body: { State: 'Cleared', Note: 'Fundraising card', ExemptUntil: '2027-06-30' },
    })
    expect(await listed(card)).toMatchObject({ Hits: [{ Day: '2026-11-12' }], Case: { State: 'Cleared' } })
  })

  it("is the replacement's once a card is replaced", async () => {
    const [lost, given] = [newNumber(), newNumber()]
    await sell(TIMES.map((time) => use(lost, '2026-11-09', time)))
    await sell(TIMES.slice(1).map((time) => use(lost, '2026-11-12', time)))
    await nightly()
    expect((await listed(lost))?.Hits.map(({ Day }) => Day)).toEqual(['2026-11-09'])
    const { status } = await manager.call('POST', `/loyalty/${lost}/replace/${given}`, { body: { LocationId: front, Comments: 'Lost' } })
    expect([status, await listed(lost)]).toEqual([200, undefined])
    expect((await listed(given, 'FromDate=2026-11-08&ToDate=2026-11-14'))?.Hits.map(({ Day }) => Day)).toEqual(['2026-11-09'])
    await sell([use(given, '2026-11-12', '19:01')])
    await nightly()
    expect((await listed(given))?.Hits.map(({ Day }) => Day).sort()).toEqual(['2026-11-09', '2026-11-12'])
  })
})
