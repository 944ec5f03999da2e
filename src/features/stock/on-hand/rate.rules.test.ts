import { describe, expect, it } from 'vitest'
import { dayClassOf, daysOnHand, rateOf, weekdayRates } from './rate.rules.ts'

const days = <T>(count: number, value: (i: number) => T) => Array.from({ length: count }, (_, i) => value(i))

describe('how an item sells', () => {
  it('50 sold over 42 days with 10 out of stock are 1.56 a day (domain 3.7)', () => {
    const inStock = days(42, (i) => i >= 10)
    const used = days(42, (i) => (i === 10 ? 500_000 : 0))
    const rate = rateOf({ used, open: days(42, () => true), inStock })
    expect(rate.inStockDays).toBe(32)
    expect((rate.perDay / 10_000).toFixed(2)).toBe('1.56')
  })

  it('counts the days the location traded, and is nothing of what was never there', () => {
    const open = days(14, (i) => i % 7 !== 0)
    expect(rateOf({ used: days(14, () => 0), open, inStock: days(14, (i) => i === 3) })).toEqual({ perDay: 0, inStockDays: 1, openDays: 12, used: 0 })
    expect(rateOf({ used: days(20, () => 10_000), open, inStock: open })).toMatchObject({ perDay: 10_000, used: 120_000 })
    expect(rateOf({ used: days(14, () => 0), open, inStock: days(14, () => false) }).perDay).toBe(0)
  })

  it('96 on hand and 56 sold in 28 days last 48 days (domain 3.8)', () => {
    const { perDay } = rateOf({ used: days(28, () => 20_000), open: days(28, () => true), inStock: days(28, () => true) })
    expect(daysOnHand(960_000, perDay)).toBe(48)
    expect(dayClassOf(960_000, perDay, true)).toBe('to60')
  })

  it('nothing on hand is out, nothing sold lasts for ever, and 60 days without a sale are dead', () => {
    expect([daysOnHand(0, 5), daysOnHand(-3000, 5), daysOnHand(10_000, 0)]).toEqual([0, 0, null])
    expect([dayClassOf(-1, 5, true), dayClassOf(10_000, 0, true), dayClassOf(10_000, 0, false)]).toEqual(['out', 'unsold', 'dead'])
  })

  it('classes end where the next one begins', () => {
    const at = (wholeDays: number) => dayClassOf(wholeDays * 10_000, 10_000, true)
    expect([2.9, 3, 7.9, 8, 14, 15, 30, 31, 60, 61].map(at)).toEqual(['under3', 'to7', 'to7', 'to14', 'to14', 'to30', 'to30', 'to60', 'to60', 'over60'])
  })

  it('the class is that of the days shown, rounded to a tenth', () => {
    const classAt = (onHand: number) => [daysOnHand(onHand, 10_000), dayClassOf(onHand, 10_000, true)]
    expect([29_499, 29_500, 79_500].map(classAt)).toEqual([
      [2.9, 'under3'],
      [3, 'to7'],
      [8, 'to14'],
    ])
  })

  it('each weekday has the average of its days in stock, nothing where the location is closed, and the average of all where it was always out', () => {
    // Monday 26 October to Sunday 22 November: closed on Mondays, out on every Sunday.
    const weekday = (i: number) => i % 7
    const open = days(28, (i) => weekday(i) !== 0)
    const inStock = days(28, (i) => weekday(i) !== 0 && weekday(i) !== 6)
    const used = days(28, (i) => (inStock[i] ? (weekday(i) === 5 ? 40_000 : 10_000) : 0))
    expect(weekdayRates({ used, open, inStock }, '2026-10-26')).toEqual([0, 10_000, 10_000, 10_000, 10_000, 40_000, 16_000])
    // The same from Wednesday on: the days before are cut off.
    const later = { used: used.slice(2), open: open.slice(2), inStock: inStock.slice(2) }
    expect(weekdayRates(later, '2026-10-28').slice(0, 6)).toEqual([0, 10_000, 10_000, 10_000, 10_000, 40_000])
  })
})
