import { describe, expect, it } from 'vitest'
import { rateOf } from '#features/stock/on-hand/rate.rules.ts'
import { daysUntilOut, type Ordering, suggestionOf } from './suggestion.rules.ts'

const every = <T>(value: T) => Array.from({ length: 28 }, () => value)

const SOLD = { used: every(20_000), open: every(true), inStock: every(true) }

/** Two a day on every day, a week's cover, three days to deliver, packs of six. */
const ordering = ({ trade = SOLD, ...changes }: Partial<Ordering> = {}): Ordering => ({
  trade,
  rate: rateOf(trade),
  windowFrom: '2026-10-26',
  today: '2026-11-23',
  usedToday: 0,
  onHand: 50_000,
  onOrder: 0,
  leadDays: 3,
  coverDays: 7,
  packSize: 60_000,
  orderMinimum: 1,
  hasSupplier: true,
  least: null,
  most: null,
  ...changes,
})

describe('what to order (domain 3.7)', () => {
  it('is rate × (lead time + time to the next order) + spare − on hand − on order, in whole packs', () => {
    expect(suggestionOf(ordering())).toMatchObject({ days: 10, perDay: 20_000, forecast: 200_000, spare: 0, short: 150_000, packs: 3 })
    expect(suggestionOf(ordering({ onOrder: 60_000 }))).toMatchObject({ short: 90_000, packs: 2 })
    expect(suggestionOf(ordering({ onHand: 200_000 }))).toMatchObject({ short: 0, packs: 0 })
    expect(suggestionOf(ordering({ least: 30_000 }))).toMatchObject({ spare: 30_000, short: 180_000, packs: 3 })
  })

  it('leaves out of today what today sold already, and no more than today usually sells', () => {
    expect(suggestionOf(ordering({ usedToday: 5000 }))).toMatchObject({ forecast: 195_000 })
    expect(suggestionOf(ordering({ usedToday: 90_000 }))).toMatchObject({ forecast: 180_000 })
  })

  it('keeps what the busiest weekday takes above the average', () => {
    const used = Array.from({ length: 28 }, (_, i) => (i % 7 === 5 ? 80_000 : 10_000))
    expect(suggestionOf(ordering({ trade: { used, open: every(true), inStock: every(true) } }))).toMatchObject({ perDay: 20_000, spare: 60_000 })
  })

  it('orders no fewer packs than the supplier sells', () => {
    expect(suggestionOf(ordering({ onHand: 190_000, orderMinimum: 4 }))).toMatchObject({ short: 10_000, packs: 4 })
  })

  it('fills up to the most once the least is reached, where both are set', () => {
    const levels = { least: 60_000, most: 240_000 }
    expect(suggestionOf(ordering(levels))).toMatchObject({ byLevels: true, short: 190_000, packs: 4 })
    expect(suggestionOf(ordering({ ...levels, onHand: 70_000 }))).toMatchObject({ short: 0, packs: 0 })
    expect(suggestionOf(ordering({ ...levels, onHand: 50_000, onOrder: 60_000 }))).toMatchObject({ short: 0, packs: 0 })
  })

  it('forecasts each day by what its weekday takes, from today on', () => {
    // Mondays take four, other days one.
    const trade = { used: Array.from({ length: 28 }, (_, i) => (i % 7 === 0 ? 40_000 : 10_000)), open: every(true), inStock: every(true) }
    const forecast = (today: string, leadDays: number, coverDays: number, usedToday = 0) =>
      suggestionOf(ordering({ trade, today, leadDays, coverDays, usedToday }))
    expect(forecast('2026-11-23', 0, 1)).toMatchObject({ days: 1, forecast: 40_000 })
    expect(forecast('2026-11-24', 0, 1)).toMatchObject({ forecast: 10_000 })
    expect(forecast('2026-11-22', 1, 2)).toMatchObject({ days: 3, forecast: 60_000 })
    expect(forecast('2026-11-23', 0, 0, 5000)).toMatchObject({ forecast: 0, short: 0 })
  })

  it('is possible with nothing on hand, after just two weeks in stock, and at the very least', () => {
    const inStock = Array.from({ length: 28 }, (_, i) => i >= 14)
    expect(suggestionOf(ordering({ onHand: 0 }))).toMatchObject({ short: 200_000 })
    expect(suggestionOf(ordering({ trade: { used: every(20_000), open: every(true), inStock } }))).toMatchObject({ inStockDays: 14 })
    expect(suggestionOf(ordering({ least: 60_000, most: 240_000, onHand: 60_000 }))).toMatchObject({ short: 180_000 })
  })

  it('tells after how many days it is gone: when a day takes more than is left', () => {
    const daily = [20_000, 20_000, 20_000, 20_000, 20_000, 20_000, 20_000]
    const until = (onHand: number, weekdays = daily, today = '2026-11-23', most?: number) => daysUntilOut({ onHand, weekdays }, today, most)
    expect([until(50_000), until(40_000), until(19_999), until(0)]).toEqual([2, 2, 0, 0])
    expect([until(60_000, daily, '2026-11-23', 3), until(60_000, daily, '2026-11-23', 4)]).toEqual([null, 3])
    expect([until(10_000, [0, 0, 20_000, 0, 0, 0, 0], '2026-11-24'), until(10_000, [0, 0, 0, 0, 0, 0, 0])]).toEqual([1, null])
    // Beyond sixty days nobody looks.
    expect([until(20_000 * 59), until(20_000 * 60)]).toEqual([59, null])
  })

  it('says why there is none', () => {
    const inStock = Array.from({ length: 28 }, (_, i) => i >= 19)
    expect(suggestionOf(ordering({ onHand: null }))).toBe('notCounted')
    expect(suggestionOf(ordering({ onHand: -3000 }))).toBe('belowZero')
    expect(suggestionOf(ordering({ trade: { used: every(20_000), open: every(true), inStock } }))).toBe('tooNew')
    expect(suggestionOf(ordering({ hasSupplier: false }))).toBe('noSupplier')
    expect(suggestionOf(ordering({ packSize: null }))).toBe('noPack')
    expect(suggestionOf(ordering({ leadDays: null }))).toBe('noLeadTime')
  })
})
