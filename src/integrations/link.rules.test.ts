import { expect, it } from 'vitest'
import { calendarOf, tradingTime } from '#shared/trading-day.ts'
import { firstDayOf, startOf } from './link.rules.ts'

const sydney = { timeZone: 'Australia/Sydney', dayStart: '05:00' }
const perth = { timeZone: 'Australia/Perth', dayStart: '05:00' }

it('a first reading begins with a trading day, before and after the clocks change, and takes in 90 of them', () => {
  const timeAt = (ms: number) => tradingTime(ms, calendarOf(sydney))
  for (const now of ['2026-11-29T09:30:00Z', '2026-11-28T17:59:59Z', '2026-11-28T18:00:00Z', '2026-12-31T23:00:00Z', '2026-06-30T18:30:00Z'].map(Date.parse)) {
    const firstDay = firstDayOf(new Date(now), [sydney])
    const since = startOf(firstDay, [sydney]).getTime()
    expect(timeAt(since)).toMatchObject({ businessDate: firstDay, localMinute: 0 })
    expect(timeAt(since - 1).businessDate < firstDay).toBe(true)
    expect((Date.parse(timeAt(now).businessDate) - Date.parse(firstDay)) / 86_400_000).toBe(89)
  }
})

it('of several locations the first day is one that all of them have whole', () => {
  // In Perth the trading day of the 28th has two hours to go.
  const now = new Date('2026-11-28T19:00:00Z')
  expect([[sydney], [perth], [perth, sydney]].map((locations) => firstDayOf(now, locations))).toEqual(['2026-09-01', '2026-08-31', '2026-09-01'])
  expect(startOf('2026-09-01', [perth, sydney])).toEqual(startOf('2026-09-01', [sydney]))
})

it('a venue without locations counts days in UTC, and a change of the cut-off counts from its day', () => {
  expect([firstDayOf(new Date('2026-11-29T00:00:00Z'), [], 1), startOf('2026-11-29', [])]).toEqual(['2026-11-29', new Date('2026-11-29T00:00:00Z')])
  const calendar = [
    { fromDay: '0001-01-01', timeZone: 'Australia/Sydney', dayStart: '03:00' },
    { fromDay: '2026-11-20', timeZone: 'Australia/Sydney', dayStart: '06:00' },
  ]
  const moved = [{ ...sydney, calendar }]
  expect(['2026-09-01', '2026-11-27'].map((day) => startOf(day, moved))).toEqual([new Date('2026-08-31T17:00:00Z'), new Date('2026-11-26T19:00:00Z')])
})
