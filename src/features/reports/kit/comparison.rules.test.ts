import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysIn, everyDay, isoWeekday, monthEnd } from '#shared/day.ts'
import { Failure } from '#shared/failure.ts'
import { averagedOver, COMPARISONS, type Comparison, counterpart, elapsedPart, type Reference, referencesOf } from './comparison.rules.ts'
import type { Span } from './period.rules.ts'
import { checkRange, fits, naturalUnit, unitOf } from './range.rules.ts'

const calendar = { today: '2026-11-20', weekStart: 1, financialYearStart: '07-01' }
const aSpan = fc
  .tuple(fc.integer({ min: 0, max: 4000 }), fc.integer({ min: 0, max: 400 }))
  .map(([start, days]): Span => ({ from: addDays('2019-01-01', start), to: addDays('2019-01-01', start + days) }))
const only = (kind: Comparison, from: string, to: string, custom?: Partial<Span>) => {
  const [reference] = referencesOf(kind, { from, to }, calendar, custom)
  return reference && { from: reference.from, to: reference.to }
}

describe('what a range is compared with', () => {
  it('the same days last week fall on the same weekdays and end before the range', () => {
    fc.assert(
      fc.property(aSpan, (span) => {
        const [reference] = referencesOf('same-days-last-week', span, calendar) as [Reference]
        expect(isoWeekday(reference.from)).toBe(isoWeekday(span.from))
        expect(daysIn(reference.from, reference.to)).toBe(daysIn(span.from, span.to))
        expect(reference.to < span.from).toBe(true)
      }),
    )
    expect(only('same-days-last-week', '2026-11-16', '2026-11-20')).toEqual({ from: '2026-11-09', to: '2026-11-13' })
  })

  it('the same weeks last year lie 364 days back', () => {
    expect(only('same-weeks-last-year', '2026-11-16', '2026-11-22')).toEqual({ from: '2025-11-17', to: '2025-11-23' })
  })

  it('whole months go back by months, whatever their length', () => {
    expect(only('previous', '2026-10-01', '2026-10-31')).toEqual({ from: '2026-09-01', to: '2026-09-30' })
    expect(only('previous', '2026-01-01', '2026-03-31')).toEqual({ from: '2025-10-01', to: '2025-12-31' })
    expect(only('previous', '2024-02-01', '2024-02-29')).toEqual({ from: '2024-01-01', to: '2024-01-31' })
    expect(only('previous', '2025-07-01', '2026-06-30')).toEqual({ from: '2024-07-01', to: '2025-06-30' })
  })

  it('a week, a month and a financial year to today go back by their own kind', () => {
    expect(only('previous', '2026-11-16', '2026-11-20')).toEqual({ from: '2026-11-09', to: '2026-11-13' })
    expect(only('previous', '2026-11-01', '2026-11-20')).toEqual({ from: '2026-10-01', to: '2026-10-20' })
    expect(only('previous', '2026-07-01', '2026-11-20')).toEqual({ from: '2025-07-01', to: '2025-11-20' })
    expect(only('previous', '2026-11-20', '2026-11-20')).toEqual({ from: '2026-11-19', to: '2026-11-19' })
  })

  it('any other range goes back by its own length', () => {
    expect(only('previous', '2026-11-03', '2026-11-12')).toEqual({ from: '2026-10-24', to: '2026-11-02' })
  })

  it('the average takes the four same weekdays before, and at most a week', () => {
    expect(referencesOf('four-week-average', { from: '2026-11-20', to: '2026-11-20' }, calendar).map(({ from }) => from)).toEqual([
      '2026-11-13',
      '2026-11-06',
      '2026-10-30',
      '2026-10-23',
    ])
    expect(() => referencesOf('four-week-average', { from: '2026-11-01', to: '2026-11-08' }, calendar)).toThrow(Failure)
  })

  it('a custom comparison needs both its days, in order', () => {
    expect(only('custom', '2026-11-16', '2026-11-22', { from: '2025-12-22', to: '2025-12-28' })).toEqual({ from: '2025-12-22', to: '2025-12-28' })
    expect(() => only('custom', '2026-11-16', '2026-11-22', { from: '2025-12-22' })).toThrow(Failure)
    expect(() => only('custom', '2026-11-16', '2026-11-22', { from: '2025-12-22', to: '2025-12-01' })).toThrow(Failure)
  })

  it('every day of a reference but those of a custom one has its counterpart in the range', () => {
    fc.assert(
      fc.property(
        aSpan,
        fc.constantFrom(...COMPARISONS.filter((kind) => !['custom', 'four-week-average', 'same-holidays-last-year', 'target'].includes(kind))),
        (span, kind) => {
          for (const reference of referencesOf(kind, span, calendar)) {
            for (const day of everyDay(reference.from, reference.to)) {
              const meets = counterpart(day, reference)
              expect(meets >= span.from && meets <= span.to).toBe(true)
            }
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('by public holidays', () => {
  const inNsw = { ...calendar, regions: ['NSW'] }
  const quarter = fc
    .tuple(fc.integer({ min: 0, max: 1700 }), fc.integer({ min: 0, max: 91 }))
    .map(([start, days]): Span => ({ from: addDays('2024-01-01', start), to: addDays('2024-01-01', start + days) }))

  it('every day of the range meets one day, in pieces that are laid against their own days', () => {
    fc.assert(
      fc.property(quarter, (span) => {
        const pieces = referencesOf('same-holidays-last-year', span, inNsw)
        const met = pieces.flatMap((piece) => everyDay(piece.from, piece.to).map((day) => counterpart(day, piece)))
        expect(met).toEqual(everyDay(span.from, span.to))
        expect(new Set(pieces.flatMap(({ from, to }) => everyDay(from, to))).size).toBe(met.length)
        expect(averagedOver('same-holidays-last-year', pieces)).toBe(1)
      }),
      { numRuns: 60 },
    )
  })

  it('is cut at the same minute as any other', () => {
    const easter: Span = { from: '2026-04-02', to: '2026-04-06' }
    const parts = referencesOf('same-holidays-last-year', easter, inNsw).map((piece) => elapsedPart(piece, easter, '2026-04-04'))
    expect(parts).toEqual([
      { whole: { from: '2025-04-03', to: '2025-04-03' }, cutDay: undefined },
      { whole: { from: '2025-04-18', to: '2025-04-18' }, cutDay: '2025-04-19' },
    ])
  })

  it('is refused where a report does not know regions, and over more than a quarter', () => {
    expect(() => referencesOf('same-holidays-last-year', { from: '2026-04-02', to: '2026-04-06' }, calendar)).toThrow(Failure)
    expect(() => referencesOf('same-holidays-last-year', { from: '2026-01-01', to: '2026-04-03' }, inNsw)).toThrow(Failure)
  })
})

describe('the same elapsed part', () => {
  const week: Span = { from: '2026-11-16', to: '2026-11-22' }
  const [before] = referencesOf('same-days-last-week', week, calendar) as [Reference]

  it('counts whole days up to yesterday and today up to the minute', () => {
    expect(elapsedPart(before, week, '2026-11-20')).toEqual({ whole: { from: '2026-11-09', to: '2026-11-12' }, cutDay: '2026-11-13' })
  })

  it('on the first day counts only its part', () => {
    expect(elapsedPart(before, week, '2026-11-16')).toEqual({ whole: undefined, cutDay: '2026-11-09' })
  })

  it('is everything once the range is over, and nothing before it begins', () => {
    expect(elapsedPart(before, week, '2026-11-23').whole).toBe(before)
    expect(elapsedPart(before, week, '2026-11-15')).toEqual({ whole: undefined, cutDay: undefined })
  })

  it('takes no day of a longer month that this month has not reached', () => {
    const november: Span = { from: '2026-11-01', to: '2026-11-30' }
    const [october] = referencesOf('previous', november, { ...calendar, today: '2026-11-30' }) as [Reference]
    expect(elapsedPart(october, november, '2026-11-30')).toEqual({ whole: { from: '2026-10-01', to: '2026-10-29' }, cutDay: '2026-10-30' })
    expect(elapsedPart(october, november, '2026-12-01').whole).toMatchObject({ from: '2026-10-01', to: '2026-10-31' })
  })

  it('has whole days only before the day that is cut', () => {
    fc.assert(
      fc.property(aSpan, fc.integer({ min: 0, max: 400 }), (span, into) => {
        const today = addDays(span.from, Math.min(into, daysIn(span.from, span.to) - 1))
        for (const kind of ['previous', 'same-days-last-week', 'same-weeks-last-year'] as const) {
          const [reference] = referencesOf(kind, span, { ...calendar, today }) as [Reference]
          const { whole, cutDay } = elapsedPart(reference, span, today)
          if (whole && cutDay) expect(whole.to).toBe(addDays(cutDay, -1))
          // The 30th of a month meets the last day of a shorter one.
          if (cutDay) expect(counterpart(cutDay, reference) === today || cutDay === monthEnd(cutDay)).toBe(true)
        }
      }),
    )
  })
})

describe('ranges', () => {
  it('backwards is refused', () => {
    expect(() => checkRange({ from: '2026-11-02', to: '2026-11-01' }, 'day')).toThrow('The range ends before it starts.')
  })

  it('too long is refused with the limit in the sentence', () => {
    expect(() => checkRange({ from: '2020-01-01', to: '2026-01-01' }, 'day')).toThrow('The limit is 1,100 days by day')
    expect(() => checkRange({ from: '2026-01-01', to: '2026-02-01' }, 'hour')).toThrow('The limit is 31 days by hour')
    expect(() => checkRange({ from: '2016-01-01', to: '2026-01-01' }, 'month')).toThrow('The limit is 5 years by month')
    expect(() => checkRange({ from: '2010-01-01', to: '2026-01-01' }, 'year')).toThrow('The limit is 10 years by year')
  })

  it('the longest of each unit are taken, leap days and all', () => {
    expect(() => checkRange({ from: '2026-01-01', to: '2026-01-31' }, 'hour')).not.toThrow()
    expect(() => checkRange({ from: '2019-07-01', to: '2024-06-30' }, 'month')).not.toThrow()
    expect(() => checkRange({ from: '2016-01-01', to: '2025-12-31' }, 'year')).not.toThrow()
  })

  it('one day is hourly whatever was asked', () => {
    expect(unitOf({ from: '2026-11-20', to: '2026-11-20' }, 'month')).toBe('hour')
    expect(unitOf({ from: '2026-11-20', to: '2026-11-21' }, 'month')).toBe('month')
  })

  it('the unit nobody chose always fits', () => {
    fc.assert(fc.property(aSpan, (span) => fits(span, naturalUnit(span))))
  })
})
