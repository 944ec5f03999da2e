import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Books } from '#integrations/stripe/stripe-books.fake.ts'
import { calendarOf, tradingTime } from '#shared/trading-day.ts'
import { answerTo, cents } from '#tests/bridge-steps.ts'
import { cardTenders, payAtProvider } from '#tests/paid-house.ts'
import { filesOf } from '#tests/report-files.ts'
import { SEEDS } from '#tests/sampled.ts'
import { type SigningHouse, signingHouse } from '#tests/signing-house.ts'
import { type StartedApp, startApp } from '#tests/start-app.ts'
import type { Visitor } from '#tests/visitor.ts'
import type { MatchPair, PairsAnswer } from './till-pairs.rules.ts'
import type { TillAnswer } from './till-sides.rules.ts'

const NOW = new Date('2026-11-20T10:04:00Z')
const WEEK = { FromDate: '2026-11-09', ToDate: '2026-11-15' }
const SYDNEY = calendarOf({ timeZone: 'Australia/Sydney', dayStart: '05:00' })
let app: StartedApp

beforeAll(async () => {
  app = await startApp({ sample: false, now: () => NOW })
}, 60_000)
afterAll(() => app.close())

const dayOf = (seconds: number) => tradingTime(seconds * 1000, SYDNEY).businessDate

describe.each(SEEDS)('a bar whose cards are paid at the provider, random trade of seed %i', (seed) => {
  let house: SigningHouse
  let reader: Visitor
  let books: Books
  let front: number
  let back: number

  beforeAll(async () => {
    house = await signingHouse(app, seed, NOW)
    ;[front = 0, back = 0] = house.locationIds
    reader = await house.at(`payments-${seed}`, ['can_viewpayments'])
    books = await payAtProvider(app, seed, { venueId: house.venueId, locationId: front }, NOW)
  }, 120_000)

  const ask = <A>(path: string, query: Record<string, string>, by = reader) => answerTo<A>(by, path, query)
  const pairsOf = async (query: Record<string, string>): Promise<MatchPair[]> => {
    const pairs: MatchPair[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page: PairsAnswer = await ask('/reports/payments/till/pairs', { ...WEEK, ...query, ...(after ? { After: after } : {}) })
      pairs.push(...page.Pairs)
      after = page.Next
    }
    return pairs
  }
  /** Both sides by day and amount, added up here. */
  const oracle = async () => {
    const groups = new Map<string, { day: string; amount: number; tills: number; payments: number }>()
    const add = (day: string, amount: number, side: 'tills' | 'payments') => {
      const group = groups.get(`${day} ${amount}`) ?? { day, amount, tills: 0, payments: 0 }
      group[side] += 1
      groups.set(`${day} ${amount}`, group)
    }
    for (const { day, amount } of await cardTenders(app, house.venueId, front)) add(day, amount, 'tills')
    for (const { type, created, amount } of books.entries) if (type === 'charge' || type === 'refund') add(dayOf(created), amount, 'payments')
    return [...groups.values()].filter(({ day }) => day >= WEEK.FromDate && day <= WEEK.ToDate)
  }

  it('counts what matches and what stands alone by trading day and amount', async () => {
    const groups = await oracle()
    const { Days, Totals } = await ask<TillAnswer>('/reports/payments/till', WEEK)
    const sum = (of: (group: (typeof groups)[number]) => number, day?: string) =>
      groups.filter((group) => day === undefined || group.day === day).reduce((total, group) => total + of(group), 0)
    expect(Days.length).toBeGreaterThan(5)
    for (const row of [...Days, ...Totals]) {
      const day = 'Day' in row ? row.Day : undefined
      expect([day, row.Tenders, row.Payments, row.Matched, row.OnlyTill, row.OnlyProvider]).toEqual([
        day,
        sum(({ tills }) => tills, day),
        sum(({ payments }) => payments, day),
        sum(({ tills, payments }) => Math.min(tills, payments), day),
        sum(({ tills, payments }) => Math.max(tills - payments, 0), day),
        sum(({ tills, payments }) => Math.max(payments - tills, 0), day),
      ])
      expect([cents(row.Till), cents(row.Provider)]).toEqual([
        sum(({ tills, amount }) => tills * amount, day),
        sum(({ payments, amount }) => payments * amount, day),
      ])
      expect(cents(row.Difference)).toBe(cents(row.OnlyProviderAmount) - cents(row.OnlyTillAmount))
    }
    expect(sum(({ tills, payments }) => Math.max(tills - payments, 0))).toBeGreaterThan(0)
    expect(sum(({ tills, payments }) => Math.max(payments - tills, 0))).toBeGreaterThan(0)
  })

  it('lists each of them once: pairs that match, tenders without a payment, payments without a tender', async () => {
    const [total] = (await ask<TillAnswer>('/reports/payments/till', WEEK)).Totals
    const matched = await pairsOf({ State: 'Matched', Limit: '17' })
    const [onlyTill, onlyProvider, alone] = await Promise.all([pairsOf({ State: 'OnlyTill' }), pairsOf({ State: 'OnlyProvider' }), pairsOf({})])
    expect([matched.length, onlyTill.length, onlyProvider.length]).toEqual([total?.Matched, total?.OnlyTill, total?.OnlyProvider])
    expect(alone).toHaveLength(onlyTill.length + onlyProvider.length)
    const amount = (pairs: readonly MatchPair[]) => pairs.reduce((sum, pair) => sum + cents(pair.Amount), 0)
    expect([amount(onlyTill), amount(onlyProvider)]).toEqual([cents(total?.OnlyTillAmount), cents(total?.OnlyProviderAmount)])
    expect(amount(matched) + amount(onlyTill)).toBe(cents(total?.Till))
    for (const { Tender, Payment, Near } of matched) expect([Tender !== null, Payment !== null, Near]).toEqual([true, true, null])
    expect(onlyTill.every(({ Tender, Payment }) => Tender !== null && Tender.Receipt !== '' && Payment === null)).toBe(true)
    expect(onlyProvider.every(({ Tender, Payment }) => Tender === null && /^(ch|re)_|^txn_/.test(Payment?.PaymentId ?? ''))).toBe(true)
    const told = matched.map(({ Tender }) => `${Tender?.SaleId} ${Tender?.At}`)
    expect(new Set(matched.map(({ Payment }) => `${Payment?.PaymentId} ${Payment?.At}`)).size).toBeGreaterThan(matched.length * 0.9)
    expect(told).toHaveLength(matched.length)
  })

  it('compares linked locations alone, and names what is not compared: all cards are the sum of both', async () => {
    const answer = await ask<TillAnswer>('/reports/payments/till', WEEK)
    expect(answer.Places.map(({ LocationId, State }) => [LocationId, State]).sort()).toEqual([
      [front, 'Reading'],
      [back, 'NotLinked'],
    ])
    const notCompared = answer.Places.reduce((sum, one) => sum + cents(one.NotCompared), 0)
    expect(cents(answer.Totals[0]?.Till) + notCompared).toBe(cents(answer.Totals[0]?.AllCards))
    expect(notCompared).not.toBe(0)
    expect(answer.Days.every(({ LocationId }) => LocationId === front)).toBe(true)
  })

  it('media that another provider takes are left out of it, and said to be', async () => {
    const all = await ask<TillAnswer>('/reports/payments/till', WEEK)
    const [first] = all.CardMedia
    const less = await ask<TillAnswer>('/reports/payments/till', { ...WEEK, Media: String(first?.MediaKey) })
    expect(less.CardMedia.filter(({ IsCompared }) => IsCompared)).toHaveLength(1)
    expect(cents(less.Totals[0]?.AllCards)).toBe(cents(all.Totals[0]?.AllCards))
    const front1 = less.Places.find(({ LocationId }) => LocationId === front)
    expect(cents(less.Totals[0]?.Till) + less.Places.reduce((sum, one) => sum + cents(one.NotCompared), 0)).toBe(cents(less.Totals[0]?.AllCards))
    expect(front1).toBeDefined()
  })

  it('is compared for at most 92 days, and refuses pages and media that there are not', async () => {
    const status = async (path: string, query: Record<string, string>) =>
      (await reader.call('GET', `${path}?${new URLSearchParams({ ...WEEK, ...query })}`)).status
    for (const path of ['/reports/payments/till', '/reports/payments/till/pairs']) {
      expect(await status(path, { FromDate: '2026-08-15' })).toBe(400)
      expect(await status(path, { FromDate: '2026-08-16' })).toBe(200)
      expect(await status(path, { Media: 'Visa' })).toBe(400)
    }
    const wrong: Record<string, string>[] = [{ After: 'x' }, { State: 'Lost' }, { Limit: '0' }, { Limit: '1000' }]
    for (const query of wrong) expect([query, await status('/reports/payments/till/pairs', { State: 'Matched', ...query })]).toEqual([query, 400])
  })

  it('comes as files', async () => {
    const days = await filesOf(app.url, reader, '/reports/payments/till', WEEK)
    expect(days.xlsx).toEqual(days.csv)
    const matched = await filesOf(app.url, reader, '/reports/payments/till/pairs', { ...WEEK, State: 'Matched' })
    const [total] = (await ask<TillAnswer>('/reports/payments/till', WEEK)).Totals
    expect(matched.csv).toHaveLength((total?.Matched ?? 0) + 1)
  })
})
