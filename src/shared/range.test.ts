import { describe, expect, test } from 'vitest'
import { daysIn, isDay, PRESETS, presetRange, rangeFromUrl, rangeText, rangeToUrl, stepRange } from './range.ts'

/** A Wednesday, in a venue whose week begins on Monday and whose year on 1 July. */
const calendar = { today: '2026-11-18', weekStart: 1, financialYearStart: '07-01' }

describe('ready-made ranges', () => {
  test.each([
    ['today', '2026-11-18', '2026-11-18'],
    ['yesterday', '2026-11-17', '2026-11-17'],
    ['thisweek', '2026-11-16', '2026-11-18'],
    ['lastweek', '2026-11-09', '2026-11-15'],
    ['last7', '2026-11-11', '2026-11-17'],
    ['last28', '2026-10-21', '2026-11-17'],
    ['thismonth', '2026-11-01', '2026-11-18'],
    ['lastmonth', '2026-10-01', '2026-10-31'],
    ['thisfy', '2026-07-01', '2026-11-18'],
    ['last12', '2025-11-01', '2026-10-31'],
  ] as const)('%s is %s to %s, both included', (preset, from, to) => {
    expect(presetRange(preset, calendar)).toEqual({ preset, from, to })
  })

  test('the week begins as the venue has it, not as the locale has it', () => {
    expect(presetRange('thisweek', { ...calendar, weekStart: 7 }).from).toBe('2026-11-15')
    expect(presetRange('thisweek', { ...calendar, weekStart: 3 }).from).toBe('2026-11-18')
  })

  test('before the financial year’s first day the year is last year’s', () => {
    expect(presetRange('thisfy', { ...calendar, today: '2026-06-30' }).from).toBe('2025-07-01')
    expect(presetRange('thisfy', { ...calendar, today: '2026-07-01' }).from).toBe('2026-07-01')
  })
})

describe('the address', () => {
  test.each(PRESETS)('keeps %s as a word', (preset) => {
    expect(rangeToUrl(presetRange(preset, calendar))).toBe(preset)
    expect(rangeFromUrl(preset, calendar)).toEqual(presetRange(preset, calendar))
  })

  test('writes own days as days, one day as one', () => {
    expect(rangeToUrl({ from: '2026-11-16', to: '2026-11-22' })).toBe('2026-11-16..2026-11-22')
    expect(rangeToUrl({ from: '2026-11-16', to: '2026-11-16' })).toBe('2026-11-16')
    expect(rangeFromUrl('2026-11-16..2026-11-22', calendar)).toEqual({ from: '2026-11-16', to: '2026-11-22' })
    expect(rangeFromUrl('2026-11-16', calendar)).toEqual({ from: '2026-11-16', to: '2026-11-16' })
  })

  test.each(['', 'nonsense', '2026-02-30', '2026-11-22..2026-11-16', '2026-11-16..', 'a..b..c', '__proto__'])('takes %j for no range', (written) => {
    expect(rangeFromUrl(written, calendar)).toBeUndefined()
  })
})

describe('a step', () => {
  test.each([
    ['today', -1, '2026-11-17', '2026-11-17', 'yesterday'],
    ['yesterday', 1, '2026-11-18', '2026-11-18', 'today'],
    ['thisweek', -1, '2026-11-09', '2026-11-15', 'lastweek'],
    ['lastweek', 1, '2026-11-16', '2026-11-18', 'thisweek'],
    ['lastweek', -1, '2026-11-02', '2026-11-08', undefined],
    ['thismonth', -1, '2026-10-01', '2026-10-31', 'lastmonth'],
    ['lastmonth', 1, '2026-11-01', '2026-11-18', 'thismonth'],
    ['lastmonth', -1, '2026-09-01', '2026-09-30', undefined],
    ['last7', -1, '2026-11-04', '2026-11-10', undefined],
    ['thisfy', -1, '2025-07-01', '2026-06-30', undefined],
    ['last12', -1, '2024-11-01', '2025-10-31', undefined],
  ] as const)('from %s by %i is %s to %s', (preset, direction, from, to, named) => {
    const stepped = stepRange(presetRange(preset, calendar), direction, calendar)
    expect(stepped).toEqual(named ? { preset: named, from, to } : { from, to })
  })

  test('of own days is as long as they are, and back again', () => {
    const own = { from: '2026-11-03', to: '2026-11-05' }
    expect(stepRange(own, -1, calendar)).toEqual({ from: '2026-10-31', to: '2026-11-02' })
    expect(stepRange(stepRange(own, -1, calendar), 1, calendar)).toEqual(own)
  })

  test('of February ends on its last day', () => {
    expect(stepRange({ from: '2028-03-01', to: '2028-03-31' }, -1, { ...calendar, today: '2028-04-02' })).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  })
})

describe('in words', () => {
  test.each([
    ['2026-11-16', '2026-11-22', 'Mon 16 – Sun 22 Nov 2026', '2026/11/16(月)～22(日)'],
    ['2026-11-30', '2026-12-06', 'Mon 30 Nov – Sun 6 Dec 2026', '2026/11/30(月)～12/6(日)'],
    ['2025-12-29', '2026-01-04', 'Mon 29 Dec 2025 – Sun 4 Jan 2026', '2025/12/29(月)～2026/01/04(日)'],
    ['2026-11-18', '2026-11-18', 'Wed 18 Nov 2026', '2026/11/18(水)'],
  ])('%s to %s is %j', (from, to, english, japanese) => {
    expect(rangeText({ from, to }, 'en')).toBe(english)
    expect(rangeText({ from, to }, 'jp')).toBe(japanese)
  })

  test('counts both ends', () => {
    expect(daysIn({ from: '2026-11-16', to: '2026-11-22' })).toBe(7)
    expect(daysIn({ from: '2026-11-18', to: '2026-11-18' })).toBe(1)
  })
})

test.each(['2026-02-29', '2026-13-01', '2026-1-1', '２０２６-11-01', '0000-00-00', '2026-11-20T00:00'])('%s is no day', (written) => {
  expect(isDay(written)).toBe(false)
})
