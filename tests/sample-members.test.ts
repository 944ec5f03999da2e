import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepLicensedBuyers } from '#db/demo/buyers.ts'
import { membersOfSample } from '#db/demo/cards.ts'
import { fillCellar } from '#db/demo/cellar.ts'
import { fillSampleHistory, SEED } from '#db/demo/fill.ts'
import { ledgerMismatches } from '#features/ledger/reconcile-ledger.sql.ts'
import { RULES, type Rule, USUAL_RULES } from '#features/loyalty/fraud/fraud-rules.rules.ts'
import { hitsIn } from '#features/loyalty/fraud/hits.sql.ts'
import { movementsOf } from '#features/loyalty/movements.sql.ts'
import { differenceRows, reasonsByLocation } from '#features/loyalty/points-differences.sql.ts'
import { liquorReturnReport } from '#features/stock/excises/liquor-return.report.ts'
import { sheetsReport } from '#features/till/control-sheets.report.ts'
import { VenueScope } from '#platform/access/venue-scope.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { addDays } from '#shared/day.ts'
import { type FreshDatabase, freshDatabase } from './fresh-database.ts'

const NOW = new Date('2026-11-24T21:00:00+11:00')
const TODAY = '2026-11-24'
const FIRST = '2025-09-24'

let house: FreshDatabase
let database: Database

beforeAll(async () => {
  house = await freshDatabase({ sample: true })
  database = openDatabase(house.url, 3)
  const stopping = new AbortController()
  const onProgress = ({ done, total }: { done: number; total: number }) => done === total && stopping.abort()
  await fillSampleHistory(database, 1, { now: () => NOW, signal: stopping.signal, onProgress })
}, 600_000)

afterAll(async () => {
  await database.close()
  await house.drop()
})

const look = <T>(work: (venue: VenueScope) => Promise<T>): Promise<T> =>
  database.inVenue(1, async (sql) => {
    await sql.withoutTimeLimit()
    return work(await VenueScope.forJob(sql, 1, NOW))
  })

const everywhere = (venue: VenueScope) => venue.locations.map(({ locationId }) => locationId)

/** Whose cards the fraud check finds in a range, and by which rules. */
const foundIn = (from: string, to: string): Promise<Record<string, Rule[]>> =>
  look(async (venue) => {
    const found: Record<string, Set<Rule>> = {}
    const names = await venue.sql<{ id: string; name: string }[]>`select card_id::text as id, name from loyalty_card where venue_id = 1`
    const nameOf = new Map(names.map(({ id, name }) => [id, name]))
    for (const { cardId, rule } of await hitsIn(venue, { from, to, locationIds: everywhere(venue) }, USUAL_RULES)) {
      const name = nameOf.get(cardId) ?? ''
      found[name] = (found[name] ?? new Set()).add(RULES[rule - 1] as Rule)
    }
    return Object.fromEntries(Object.entries(found).map(([name, rules]) => [name, [...rules].sort()]))
  })

/** The six planted abuses by the rules that find them, whose order is that of a list. */
const PLANTED = {
  'Priya Nair': ['F6', 'F9'],
  'Dean Kovac': ['F10', 'F6'],
  'Malcolm Barker': ['F12'],
  'Kylie Brandt': ['F4'],
  'Staff discount Harbour Bar': ['F2', 'F6'],
  'Walter Grieve': ['F13'],
}

describe('the members of the sample venue', () => {
  it('are found by the fraud check where an abuse is planted, and nobody else is, in the last thirty days', async () => {
    expect(await foundIn(addDays(TODAY, -29), TODAY)).toEqual(PLANTED)
  })

  it('are found in any other month only where an abuse has begun', async () => {
    for (let month = 1; month < 14; month += 1) {
      const to = addDays(TODAY, -30 * month)
      const found = Object.keys(await foundIn(addDays(to, -29), to))
      expect(found.filter((name) => !(name in PLANTED))).toEqual([])
    }
  })

  it('have balances that are their entries, and no difference between sales and cards without a reason', async () => {
    expect(await look(ledgerMismatches)).toEqual([])
    const range = { from: FIRST, to: TODAY }
    const reasons = await look((venue) => reasonsByLocation(venue, { ...range, locationIds: everywhere(venue) }))
    expect([...new Set(reasons.map(({ reason }) => reason))].sort()).toEqual(['ManualAccrual', 'ReplacedCard', 'UnknownOrBlockedCard'])
    const rows = await look((venue) => differenceRows(venue, { from: addDays(TODAY, -29), to: TODAY, locationIds: everywhere(venue) }, undefined, 100))
    expect(rows.length).toBeGreaterThan(2)
  })

  it('are 2,000 cards: some blocked, replaced, incomplete, owing or never used, none used before it was joined', async () => {
    const [cards] = await look(
      ({ sql }) => sql<Record<string, number>[]>`
        select count(*)::int as cards, count(*) filter (where is_stub)::int as incomplete, count(*) filter (where status = 2)::int as blocked,
          count(*) filter (where status = 3)::int as replaced, count(*) filter (where owed > 0)::int as owing, count(*) filter (where last_used is null)::int as unused,
          count(*) filter (where last_used < joined)::int as wrong, (select count(*)::int from loyalty_adjustment where venue_id = 1 and state = 1) as waiting
        from loyalty_card where venue_id = 1`,
    )
    expect(cards).toMatchObject({ cards: 2000, incomplete: 8, blocked: 6, replaced: 14, wrong: 0, waiting: 2 })
    expect(cards?.owing).toBeGreaterThan(0)
    expect(cards?.unused).toBeGreaterThan(200)
    const [last] = await look(
      ({ sql }) => sql<{ wrong: number }[]>`
        select count(*)::int as wrong from loyalty_card c where c.venue_id = 1 and c.status <> 3 and c.last_used is distinct from (
          select max(m.business_date) from loyalty_movement m join sale s on s.venue_id = 1 and s.sale_id = m.sale_id
            join loyalty_card k on k.venue_id = 1 and k.card_id = m.card_id
          where m.venue_id = 1 and k.member_id = c.card_id and s.n > 0)`,
    )
    expect(last?.wrong).toBe(0)
  })

  it('are members with the history of the card before, whose balance runs on', async () => {
    const numbers = await look(
      ({ sql }) => sql<{ number: string }[]>`
      select r.number from loyalty_card c join loyalty_card r on r.venue_id = 1 and r.card_id = c.replaced_by where c.venue_id = 1 and c.status = 3 order by 1`,
    )
    for (const { number } of numbers.slice(0, 3)) {
      const { Movements, Points } = await look((venue) => movementsOf(venue, number, { Limit: 500 }))
      expect(new Set(Movements.map(({ CardNumber }) => CardNumber)).size).toBe(2)
      expect(Movements[0]?.Balance).toBe(Points)
      expect(Math.min(...Movements.map(({ Balance }) => Balance))).toBeGreaterThanOrEqual(0)
    }
  })

  it('have what was done by hand with their cards in Activity, each by whoever did it', async () => {
    const [done, told] = await look(({ sql }) =>
      Promise.all([
        sql<{ deed: string; by: number; n: number }[]>`
          select case kind when 2 then 'points.adjusted' when 3 then 'points.transferred' when 4 then 'card.replaced' else 'points.reversed' end as deed,
            actor_user_id as by, count(*)::int as n
          from loyalty_movement where venue_id = 1 and kind in (2, 3, 4, 6) and actor_user_id is not null group by 1, 2
          union all select 'points.adjustment-asked', asked_by, count(*)::int from loyalty_adjustment where venue_id = 1 group by 2 order by 1, 2`,
        sql<{ deed: string; by: number; n: number }[]>`
          select action as deed, actor_user_id as by, count(*)::int as n from audit_event
          where venue_id = 1 and (action like 'points.%' or action = 'card.replaced') group by 1, 2 order by 1, 2`,
      ]),
    )
    expect(new Set(done.map(({ deed }) => deed)).size).toBe(5)
    expect(told).toEqual(done)
  })
})

describe('the drawers of the sample venue', () => {
  const sheets = () =>
    look(async (venue) => {
      const { Sheets } = await sheetsReport(venue, { FromDate: addDays(TODAY, -56), ToDate: addDays(TODAY, -1) })
      return Sheets
    })

  it('were counted for eight weeks, and most agree', async () => {
    const all = await sheets()
    const counted = all.filter(({ Counted }) => Counted !== null)
    expect(all.length).toBeGreaterThan(150)
    expect(counted.length).toBe(all.length - 1)
    expect(counted.filter(({ Variance }) => Variance === 0).length).toBeGreaterThan(counted.length * 0.6)
    expect(new Set(all.map(({ State }) => State))).toEqual(new Set(['Declared', 'Committed', 'Open']))
  })

  it('are short on Fridays at one till with one clerk, and nowhere else by as much', async () => {
    const short = (await sheets()).filter(({ Variance }) => (Variance ?? 0) < -20)
    expect(new Set(short.map(({ TerminalId, Clerk, Day }) => `${TerminalId} ${Clerk} ${new Date(`${Day}T00:00:00Z`).getUTCDay()}`))).toEqual(
      new Set(['HB1 Oskar Lund 5']),
    )
    expect(short).toHaveLength(8)
  })

  it('have one till that was not closed and one sheet with a sale that came late', async () => {
    const marked = (await sheets()).flatMap(({ Marks, TerminalId, Day }) =>
      Marks.filter((mark) => mark === 'NotClosed' || mark === 'LateItems').map((mark) => `${mark} ${TerminalId} ${Day}`),
    )
    expect(marked.sort()).toEqual([`LateItems HB2 ${addDays(TODAY, -6)}`, `NotClosed HB2 ${addDays(TODAY, -9)}`])
  })
})

describe('the licensed buyers of the sample venue', () => {
  it('are three, and the return of its state has rows of the two licensed there', async () => {
    const world = await membersOfSample(database, 1, SEED, FIRST, NOW)
    if (!world) throw new Error('The sample has no members.')
    await fillCellar(database, 1, TODAY, SEED, NOW)
    await look((venue) => keepLicensedBuyers(venue, world))
    await look((venue) => keepLicensedBuyers(venue, world))
    const told = await look((venue) => liquorReturnReport(venue, { State: 'VIC', Year: 2026 }))
    expect(told).toMatchObject({ Locations: [{}, {}, { Name: 'Cellar Door' }], BuyersKept: 3, Elsewhere: [{ State: 'NSW' }] })
    expect(new Set(told.Rows.map(({ Buyer }) => Buyer))).toEqual(new Set(['Corner Bottle Shop', 'Old Mill Restaurant']))
    expect(told.Rows.some(({ Type, Litres }) => Type === 'wine' && Litres > 1)).toBe(true)
    expect(told.Totals.Amount).toBeGreaterThan(100)
  })
})
