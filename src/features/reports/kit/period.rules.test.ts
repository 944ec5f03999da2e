import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, dayNumber, daysIn, everyDay, isoWeekday, monthEnd, tradingMoment } from '#shared/day.ts'
import { bucketStart, bucketsOf, coarsestFor, type DayUnit, hourName, hoursOf, periodName, piecesOf, type Span, tradingHours } from './period.rules.ts'

const FIRST = dayNumber('1999-11-01')
const aDay = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('1999-11-01', days))
const aSpan = fc.tuple(aDay, fc.integer({ min: 0, max: 2500 })).map(([from, days]): Span => ({ from, to: addDays(from, days) }))
const aUnit = fc.constantFrom<DayUnit>('day', 'week', 'month', 'year')

/** The slow reference: day by day with the built-in calendar. */
const slowBucket = (day: string, unit: DayUnit, weekStart: number): string => {
  if (unit === 'day') return day
  if (unit === 'month') return day.slice(0, 7)
  if (unit === 'year') return day.slice(0, 4)
  const date = new Date(`${day}T00:00:00Z`)
  while ((date.getUTCDay() || 7) !== weekStart) date.setUTCDate(date.getUTCDate() - 1)
  return date.toISOString().slice(0, 10)
}

describe('days', () => {
  it('agree with the built-in calendar', () => {
    fc.assert(
      fc.property(aDay, fc.integer({ min: -50, max: 50 }), (day, months) => {
        const date = new Date(`${day}T00:00:00Z`)
        expect(isoWeekday(day)).toBe(date.getUTCDay() || 7)
        const moved = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1))
        const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate()
        moved.setUTCDate(Math.min(date.getUTCDate(), last))
        expect(addMonths(day, months)).toBe(moved.toISOString().slice(0, 10))
        expect(monthEnd(day)).toBe(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).toISOString().slice(0, 10))
      }),
    )
    expect(FIRST).toBe(new Date('1999-11-01').getTime() / 86_400_000)
  })

  it('29 February plus a year is 28 February', () => {
    expect(addMonths('2024-02-29', 12)).toBe('2025-02-28')
    expect(addMonths('2024-03-31', -1)).toBe('2024-02-29')
  })
})

describe('the trading day', () => {
  it('belongs to the evening before until the cut-off', () => {
    expect(tradingMoment(new Date('2026-11-20T17:59:00Z'), 'Australia/Sydney', '05:00')).toEqual({ day: '2026-11-20', minute: 23 * 60 + 59 })
    expect(tradingMoment(new Date('2026-11-20T18:00:00Z'), 'Australia/Sydney', '05:00')).toEqual({ day: '2026-11-21', minute: 0 })
  })

  it('goes by the wall clock in the nights when the clocks change', () => {
    // Sydney, 5 April 2026: 03:00 becomes 02:00 again, so the day from 4 April 05:00 has 25 hours.
    expect(tradingMoment(new Date('2026-04-04T18:59:00Z'), 'Australia/Sydney', '05:00')).toEqual({ day: '2026-04-04', minute: 23 * 60 + 59 })
    expect(tradingMoment(new Date('2026-04-04T19:00:00Z'), 'Australia/Sydney', '05:00')).toEqual({ day: '2026-04-05', minute: 0 })
    // 4 October 2026: 02:00 becomes 03:00, 23 hours.
    expect(tradingMoment(new Date('2026-10-03T17:59:00Z'), 'Australia/Sydney', '05:00')).toEqual({ day: '2026-10-03', minute: 23 * 60 + 59 })
    expect(tradingMoment(new Date('2026-10-03T18:00:00Z'), 'Australia/Sydney', '05:00')).toEqual({ day: '2026-10-04', minute: 0 })
  })

  it('begins at midnight where the cut-off is midnight', () => {
    expect(tradingMoment(new Date('2026-11-20T05:00:00Z'), 'America/New_York', '00:00')).toEqual({ day: '2026-11-20', minute: 0 })
  })
})

describe('buckets', () => {
  it('hold every day of the range once, in order, where a slow count puts them', () => {
    fc.assert(
      fc.property(aSpan, aUnit, fc.integer({ min: 1, max: 7 }), (span, unit, weekStart) => {
        const buckets = bucketsOf(span, unit, weekStart)
        const days = buckets.flatMap(({ period, from, to }) => everyDay(from, to).map((day) => [period, day]))
        expect(days).toEqual(everyDay(span.from, span.to).map((day) => [slowBucket(day, unit, weekStart), day]))
        expect(new Set(buckets.map(({ period }) => period)).size).toBe(buckets.length)
      }),
      { numRuns: 60 },
    )
  })

  it('are partial only where the range cuts them', () => {
    fc.assert(
      fc.property(aSpan, aUnit, fc.integer({ min: 1, max: 7 }), (span, unit, weekStart) => {
        for (const { period, from, to, partial } of bucketsOf(span, unit, weekStart)) {
          const cut = slowBucket(addDays(from, -1), unit, weekStart) === period || slowBucket(addDays(to, 1), unit, weekStart) === period
          expect(partial).toBe(cut)
          expect(periodName(bucketStart(from, unit, weekStart), unit)).toBe(period)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('week 53 and weeks over New Year are named by their first day', () => {
    expect(bucketsOf({ from: '2026-12-28', to: '2027-01-10' }, 'week', 1).map(({ period }) => period)).toEqual(['2026-12-28', '2027-01-04'])
    expect(bucketsOf({ from: '2027-01-01', to: '2027-01-03' }, 'week', 1)).toEqual([
      { period: '2026-12-28', from: '2027-01-01', to: '2027-01-03', partial: true },
    ])
  })

  it('weeks begin when the venue says', () => {
    expect(bucketsOf({ from: '2026-11-16', to: '2026-11-22' }, 'week', 7).map(({ period }) => period)).toEqual(['2026-11-15', '2026-11-22'])
  })
})

describe('pieces of the rollup', () => {
  it('hold every day of the range once and no other, in whole units of their grain', () => {
    fc.assert(
      fc.property(aSpan, fc.constantFrom('day' as const, 'month' as const, 'year' as const), (span, coarsest) => {
        const pieces = piecesOf(span, coarsest)
        const held = new Map<string, number>()
        for (const { from, to, less } of pieces) for (const day of everyDay(from, to)) held.set(day, (held.get(day) ?? 0) + (less ? -1 : 1))
        expect([...held].filter(([, times]) => times !== 0).sort()).toEqual(everyDay(span.from, span.to).map((day) => [day, 1]))
        for (const { grain, from, to } of pieces) {
          if (grain !== 'day') expect([from.slice(8), monthEnd(to)]).toEqual(['01', to])
          if (grain === 'year') expect([from.slice(5), to.slice(5)]).toEqual(['01-01', '12-31'])
        }
        expect(pieces.length).toBeLessThanOrEqual(5)
        const days = pieces.filter(({ grain }) => grain === 'day').reduce((sum, { from, to }) => sum + daysIn(from, to), 0)
        if (coarsest !== 'day') expect(days).toBeLessThanOrEqual(30)
      }),
      { numRuns: 60 },
    )
  })

  it('are as few rows as can be', () => {
    expect(piecesOf({ from: '2023-11-15', to: '2026-02-10' }, 'year')).toEqual([
      { grain: 'year', less: false, from: '2024-01-01', to: '2025-12-31' },
      { grain: 'month', less: false, from: '2023-11-01', to: '2023-12-31' },
      { grain: 'month', less: false, from: '2026-01-01', to: '2026-01-31' },
      { grain: 'day', less: true, from: '2023-11-01', to: '2023-11-14' },
      { grain: 'day', less: false, from: '2026-02-01', to: '2026-02-10' },
    ])
    expect(piecesOf({ from: '2026-03-01', to: '2026-11-28' }, 'year')).toEqual([
      { grain: 'year', less: false, from: '2026-01-01', to: '2026-12-31' },
      { grain: 'month', less: true, from: '2026-01-01', to: '2026-02-28' },
      { grain: 'month', less: true, from: '2026-12-01', to: '2026-12-31' },
      { grain: 'day', less: true, from: '2026-11-29', to: '2026-11-30' },
    ])
    expect(piecesOf({ from: '2026-01-25', to: '2026-02-10' }, 'year')).toEqual([
      { grain: 'day', less: false, from: '2026-01-25', to: '2026-01-31' },
      { grain: 'day', less: false, from: '2026-02-01', to: '2026-02-10' },
    ])
    expect(piecesOf({ from: '2026-01-05', to: '2026-01-07' }, 'month')).toEqual([{ grain: 'day', less: false, from: '2026-01-05', to: '2026-01-07' }])
    expect(piecesOf({ from: '2026-02-01', to: '2026-01-31' }, 'year')).toEqual([])
  })

  it('read a few rows for ten years', () => {
    expect(piecesOf({ from: '2016-07-01', to: '2026-06-30' }, coarsestFor('year', false))).toHaveLength(3)
    expect(coarsestFor('month', true)).toBe('day')
    expect(daysIn('2016-07-01', '2026-06-30')).toBe(3652)
  })
})

describe('hours', () => {
  it('begin with the trading day', () => {
    expect(tradingHours(5).map(hourName).slice(0, 2)).toEqual(['05:00', '06:00'])
    expect(tradingHours(5).at(-1)).toBe(4)
    expect(hourName(102)).toBe('02:00 (2)')
  })

  it('of a daypart past midnight come round', () => {
    expect(hoursOf({ Name: 'Late', From: 21, To: 29 })).toEqual([21, 22, 23, 0, 1, 2, 3, 4])
  })
})
