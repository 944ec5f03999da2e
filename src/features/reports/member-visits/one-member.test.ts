import { afterAll, beforeAll, expect, it } from 'vitest'
import type { WireSale } from '#features/intake/sale.contract.ts'
import { closeDaysOfVenue } from '#features/sums/closed-days.job.ts'
import { reconcileVenue } from '#features/sums/reconcile.job.ts'
import { cardKey } from '#shared/card-number.ts'
import { periodsOf } from '#tests/by-period.ts'
import { type GuestSale, guestsIn, readGuests, visitsFrom } from '#tests/guest-oracle.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import { plainSale, storeTrade } from '#tests/stored-trade.ts'
import { signedIn, type Visitor } from '#tests/visitor.ts'
import type { VisitsAnswer } from './member-visits.contract.ts'

/** A Friday evening in Sydney. */
const NOW = new Date('2026-11-20T10:04:00Z')
const PLACES = [1, 2, 3]
const RANGES = [
  ['2026-09-07', '2026-11-20'],
  ['2026-10-01', '2026-10-31'],
  ['2026-11-01', '2026-11-20'],
  ['2026-11-20', '2026-11-20'],
] as const

let app: StartedApp
let owner: Visitor
/** Who a card's holder is, by the key of its number, as the test was told it. */
const holder = new Map<string, string>()
const holderOf = (card: string): string => holder.get(cardKey(card)) ?? cardKey(card)

/** One visit of a card to each of some places on a day, with points or none. */
const came = async (day: string, LoyaltyCard: string, places: readonly number[], Accrued = 5) => {
  for (const place of places) {
    const sale: WireSale = plainSale(`${day}T12:00:00+10:00`, 1100, { LoyaltyCard, ...(Accrued > 0 ? { Points: { Accrued } } : {}) })
    await storeTrade(app.database, 1, place, [sale], NOW)
  }
}
const replaced = async (old: string, fresh: string) => {
  const { status, body } = await owner.call('POST', `/loyalty/${old}/replace/${fresh}`, { body: { Comments: 'Lost', LocationId: 1 } })
  expect(status, JSON.stringify(body)).toBe(200)
  holder.set(cardKey(fresh), holderOf(old))
}
const close = () => closeDaysOfVenue(app.database, 1, NOW)

beforeAll(async () => {
  app = await startApp({ now: () => NOW })
  owner = await signedIn(app.url, 'owner', 'harbour-and-vine')
  // Ordinary members come and go beside those whose cards are replaced.
  for (const [i, day] of ['2026-09-10', '2026-09-24', '2026-10-02', '2026-10-15', '2026-11-03', '2026-11-19', '2026-11-20'].entries())
    for (const member of ['M1', 'M2', 'M3', 'M4'].slice(i % 3)) await came(day, member, [1 + (i % 3)])
}, 120_000)
afterAll(() => app.close())

type Row = Record<string, number | null>
const FIGURES = ['Visits', 'UniqueMembers', 'NewMembers', 'ReturningMembers', 'VisitsPerMember', 'PerVisit']
const shown = (row: object) => FIGURES.map((name) => Math.round(((row as Row)[name] ?? 0) * 100) / 100)

/** Everything the report says, at each place and over all, by day and by month, beside what receipts come to where a member is one person. */
const expectOneMember = async () => {
  const sales = (await readGuests(app.databaseUrl, 1)).map((sale): GuestSale => ({ ...sale, card: sale.card === null ? null : holderOf(sale.card) }))
  const wanted = (from: string, to: string, locations: readonly number[]) =>
    shown(visitsFrom(guestsIn(sales, { from, to, locations }), guestsIn(sales, { from: '2000-01-01', to, locations })))
  for (const [FromDate, ToDate] of RANGES)
    for (const Interval of ['day', 'month'])
      for (const locations of [PLACES, [1, 2], [3]]) {
        const query = new URLSearchParams({ FromDate, ToDate, Interval, Locations: locations.join(',') })
        const { body } = await owner.call<VisitsAnswer>('GET', `/sales/membervisits?${query}`)
        const last = (to: string) => (to > ToDate ? ToDate : to)
        const told = [
          [locations, body.Totals] as const,
          ...body.Locations.filter(({ LocationId }) => locations.includes(LocationId)).map((row) => [[row.LocationId], row] as const),
        ]
        for (const [places, row] of told) {
          expect([String(query), places, shown(row)]).toEqual([String(query), places, wanted(FromDate, ToDate, places)])
          for (const cell of periodsOf({ Periods: body.Periods }, row)) {
            const { FromDate: from, ToDate: to } = body.Periods.find(({ Period }) => Period === cell.Period) ?? { FromDate, ToDate }
            expect([String(query), cell.Period, places, shown(cell)]).toEqual([String(query), cell.Period, places, wanted(from, last(to), places)])
          }
        }
      }
}

it('a card replaced after its visits were counted is one member with the new one, at each location and over all', async () => {
  for (const day of ['2026-09-08', '2026-10-06', '2026-11-04']) await came(day, 'LOST', [1, 2])
  await close()
  await replaced('LOST', 'FOUND')
  await expectOneMember()
  await came('2026-11-04', 'FOUND', [2, 3])
  await came('2026-11-18', 'FOUND', [1])
  await came('2026-11-20', 'FOUND', [1, 3])
  await expectOneMember()
  await close()
  await expectOneMember()
})

it('a chain of replacements is one member, also with sales that come late on the first card', async () => {
  await replaced('FOUND', 'THIRD')
  await came('2026-11-20', 'THIRD', [2])
  await came('2026-11-20', 'third ', [3])
  await came('2026-10-07', 'LOST', [3])
  await came('2026-09-09', 'ＬＯＳＴ', [1])
  await expectOneMember()
  await close()
  await expectOneMember()
})

it('two cards that both came before, one of them without points, are one member once one replaces the other', async () => {
  for (const day of ['2026-09-15', '2026-10-20', '2026-11-10']) {
    await came(day, 'FIRST', [1, 3])
    await came(day, 'SECOND', [1, 2], 0)
  }
  await close()
  await replaced('FIRST', 'SECOND')
  await expectOneMember()
  await close()
  await expectOneMember()
})

it('cards that nobody counted yet are one member at once', async () => {
  await came('2026-11-20', 'TODAY', [1, 2])
  await replaced('TODAY', 'NOW')
  await came('2026-11-20', 'NOW', [1])
  await expectOneMember()
  await close()
  await expectOneMember()
})

it('a number written with spaces, in another case or in full width is one member', async () => {
  for (const [i, number] of ['aB 12', 'AB12', 'ａｂ１２', ' ab12'].entries())
    await came(['2026-10-09', '2026-10-09', '2026-11-11', '2026-11-20'][i] ?? '', number, [1, 2])
  await expectOneMember()
  await close()
  await expectOneMember()
})

it('reconcile finds nothing to mend', async () => {
  expect(await reconcileVenue(app.database, 1, { all: true, now: NOW })).toMatchObject({ mismatches: [], unsound: [] })
})
