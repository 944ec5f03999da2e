import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, everyDay, isoWeekday, monthEnd } from '#shared/day.ts'
import { historyOf, spread } from './spread.rules.ts'

const MONTH = '2026-12-01'
const DAYS = everyDay(MONTH, monthEnd(MONTH))
const HISTORY = everyDay('2025-12-02', '2026-11-30')
const noHoliday = () => undefined
const by = (weekday: (day: string) => number) => new Map(HISTORY.map((day) => [day, weekday(day)]))
const on = (parts: readonly number[], day: string) => parts[Number(day.slice(8)) - 1]
const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0)

describe("a month's target over its days", () => {
  it('adds up to the cent, no day below zero, whatever was sold before', () => {
    const month = fc.tuple(fc.integer({ min: 2000, max: 2099 }), fc.integer({ min: 1, max: 12 })).map(([y, m]) => `${y}-${String(m).padStart(2, '0')}-01`)
    const sold = fc.array(fc.tuple(fc.integer({ min: -400, max: 0 }), fc.integer({ min: -50_000, max: 9_000_000 })), { maxLength: 120 })
    const holidays = fc.array(fc.integer({ min: -400, max: 31 }), { maxLength: 12 })
    fc.assert(
      fc.property(month, fc.integer({ min: 0, max: 100_000_000_000 }), sold, holidays, (first, amount, trade, off) => {
        const closed = new Map(off.map((away, i) => [addDays(first, away), `holiday ${i % 4}`]))
        const parts = spread(amount, first, new Map(trade.map(([back, net]) => [addDays(first, back), net])), (day) => closed.get(day))
        expect(parts).toHaveLength(Number(monthEnd(first).slice(8)))
        expect(sum(parts)).toBe(amount)
        expect(parts.every((part) => Number.isInteger(part) && part >= 0)).toBe(true)
      }),
    )
  })

  it('follows the weekdays of the location, and leaves a closed one at nothing', () => {
    const parts = spread(
      3_100_000,
      MONTH,
      by((day) => [0, 0, 100, 100, 100, 200, 400, 300][isoWeekday(day)] as number),
      noHoliday,
    )
    for (const day of DAYS) if (isoWeekday(day) === 1) expect(on(parts, day), day).toBe(0)
    const [tuesday, friday, saturday] = ['2026-12-01', '2026-12-04', '2026-12-05'].map((day) => on(parts, day) as number) as [number, number, number]
    expect(Math.abs(friday - 2 * tuesday)).toBeLessThan(2)
    expect(Math.abs(saturday - 4 * tuesday)).toBeLessThan(5)
  })

  it('gives a holiday what holidays sold of a usual day, and nothing to one the location was closed on', () => {
    const names = new Map([
      ['2025-12-25', 'christmas'],
      ['2026-12-25', 'christmas'],
      ['2026-01-26', 'australiaDay'],
      ['2026-12-28', 'boxing'],
    ])
    const sold = by(() => 1000)
    sold.set('2025-12-25', 0)
    sold.set('2026-01-26', 500)
    const parts = spread(1_000_000, MONTH, sold, (day) => names.get(day))
    expect(on(parts, '2026-12-25')).toBe(0)
    expect(Math.abs((on(parts, '2026-12-28') as number) * 2 - (on(parts, '2026-12-01') as number))).toBeLessThan(3)
    expect(sum(parts)).toBe(1_000_000)
  })

  it('is even without four weeks of trade, the odd cents on the first days', () => {
    const short = new Map(everyDay('2026-11-10', '2026-11-30').map((day) => [day, 100 * isoWeekday(day)]))
    for (const sold of [new Map<string, number>(), short]) {
      const parts = spread(3_101, MONTH, sold, noHoliday)
      expect([Math.min(...parts), Math.max(...parts), parts[0], sum(parts)]).toEqual([100, 101, 101, 3_101])
    }
  })

  it('goes by the 52 weeks before the month, and before today where the month is still to come or runs', () => {
    expect(historyOf('2026-12-01', '2026-11-20')).toEqual({ from: '2025-11-21', to: '2026-11-19' })
    expect(historyOf('2026-11-01', '2026-11-20')).toEqual({ from: '2025-11-02', to: '2026-10-31' })
  })
})
