import { describe, expect, it } from 'vitest'
import { holidayYear } from '#features/reports/kit/calendar/holiday-year.rules.ts'
import { dayNumber, dayOf, everyDay } from '#shared/day.ts'
import { cumulative, DaySales, dayPoints, periodsToDate, projected, weekPoints, yearBeforeOf } from './trend.rules.ts'

const calendar = { weekStart: 1, financialYearStart: '07-01' }
const sold = (days: Record<string, number>) => {
  const sales = new DaySales({ from: '2026-11-01', to: '2026-11-30' })
  for (const [day, net] of Object.entries(days)) sales.add(dayNumber(day), 1, net)
  return sales
}

describe('runs to a day', () => {
  it('each against the one before', () => {
    const runs = periodsToDate('2026-11-20', calendar, false)
    expect(runs.map(({ name, from, to, previous }) => [name, from, to, previous.from, previous.to])).toEqual([
      ['week', '2026-11-16', '2026-11-20', '2026-11-09', '2026-11-13'],
      ['month', '2026-11-01', '2026-11-20', '2026-10-01', '2026-10-20'],
      ['year', '2026-01-01', '2026-11-20', '2025-01-01', '2025-11-20'],
      ['financial-year', '2026-07-01', '2026-11-20', '2025-07-01', '2025-11-20'],
    ])
  })
  it('last year the same weekdays, and public holidays the same ones', () => {
    const runs = periodsToDate('2026-04-03', calendar, false)
    const { day, runs: days } = yearBeforeOf('2026-04-03', runs, holidayYear(['NSW']))
    expect([day, days.get('week')?.map(dayOf)]).toEqual(['2025-04-18', [...everyDay('2025-03-31', '2025-04-03'), '2025-04-18']])
    expect(yearBeforeOf('2026-04-03', runs, holidayYear([])).day).toBe('2025-04-04')
  })
  it('a month that is over meets the whole month before', () => {
    expect(periodsToDate('2026-06-30', calendar, true)[1]?.previous).toEqual({ from: '2026-05-01', to: '2026-05-31' })
    expect(periodsToDate('2026-06-30', calendar, false)[1]?.previous).toEqual({ from: '2026-05-01', to: '2026-05-30' })
  })
  it('the financial year began last year before its day has come', () => {
    expect(periodsToDate('2026-03-01', calendar, true)[3]?.from).toBe('2025-07-01')
  })
  it('29 February meets the 28th', () => {
    expect(periodsToDate('2028-02-29', calendar, false)[2]?.previous).toEqual({ from: '2027-01-01', to: '2027-02-28' })
  })
})

describe('series', () => {
  it('a day without trade is a gap and in no average', () => {
    const points = dayPoints(sold({ '2026-11-17': 100, '2026-11-19': 300 }), '2026-11-19', false)
    expect(points).toHaveLength(91)
    expect(points.slice(-3)).toEqual([
      { period: '2026-11-17', net: 100, average: 100, partial: false },
      { period: '2026-11-18', net: null, average: 100, partial: false },
      { period: '2026-11-19', net: 300, average: 200, partial: false },
    ])
    expect(points[0]).toEqual({ period: '2026-08-21', net: null, average: null, partial: false })
  })
  it('a day that is open is shown and not averaged', () => {
    expect(dayPoints(sold({ '2026-11-18': 100, '2026-11-19': 10 }), '2026-11-19', true).at(-1)).toEqual({
      period: '2026-11-19',
      net: 10,
      average: null,
      partial: true,
    })
  })
  it('52 weeks end in that of the day, which is not whole', () => {
    const weeks = weekPoints(sold({ '2026-11-02': 700, '2026-11-10': 100, '2026-11-18': 50 }), '2026-11-18', 1, true)
    expect(weeks).toHaveLength(52)
    expect(weeks.slice(-4)).toEqual([
      { period: '2026-10-26', net: null, average: null, partial: false },
      { period: '2026-11-02', net: 700, average: 700, partial: false },
      { period: '2026-11-09', net: 100, average: 400, partial: false },
      { period: '2026-11-16', net: 50, average: null, partial: true },
    ])
  })
})

it('hours add up from the first of the trading day', () => {
  expect(
    cumulative(
      new Map([
        [23, 5],
        [1, 7],
        [6, 1],
      ]),
      [5, 6, 23, 0, 1],
    ),
  ).toEqual([0, 1, 6, 6, 13])
})

it('projects by the usual share of the day, and not where nothing tells it', () => {
  expect(projected(300, 400, 1000)).toEqual({ projection: 750, share: 0.4 })
  expect(projected(300, 0, 1000).projection).toBeNull()
  expect(projected(300, 0, 0).projection).toBeNull()
})
