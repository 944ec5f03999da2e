import { expect, it } from 'vitest'
import { calendarOf, tradingTime } from '#shared/trading-day.ts'
import { backfillFrom } from './link.rules.ts'

const sydney = { timeZone: 'Australia/Sydney', dayStart: '05:00' }
const perth = { timeZone: 'Australia/Perth', dayStart: '05:00' }

it('a first reading begins with a trading day, before and after the clocks change, and takes in as many days as are wanted', () => {
  for (const at of ['2026-11-29T09:30:00Z', '2026-11-28T17:59:59Z', '2026-11-28T18:00:00Z', '2026-12-31T23:00:00Z', '2026-06-30T18:30:00Z']) {
    const now = new Date(at)
    const { firstDay, since } = backfillFrom(now, [sydney], 90)
    const dayAt = (ms: number) => tradingTime(ms, calendarOf(sydney)).businessDate
    expect([dayAt(since.getTime()), dayAt(since.getTime() - 1) < firstDay, tradingTime(since.getTime(), calendarOf(sydney)).localMinute]).toEqual([
      firstDay,
      true,
      0,
    ])
    expect((Date.parse(dayAt(now.getTime())) - Date.parse(firstDay)) / 86_400_000).toBe(89)
  }
})

it('of several locations the first day is one that all of them have whole', () => {
  // In Perth the trading day of the 28th has two hours to go.
  const now = new Date('2026-11-28T19:00:00Z')
  expect([backfillFrom(now, [sydney], 90), backfillFrom(now, [perth], 90)].map(({ firstDay }) => firstDay)).toEqual(['2026-09-01', '2026-08-31'])
  const both = backfillFrom(now, [perth, sydney], 90)
  expect(both).toEqual({ firstDay: '2026-09-01', since: backfillFrom(now, [sydney], 90).since })
})

it('a venue without locations counts days in UTC, and a change of the cut-off counts from its day', () => {
  expect(backfillFrom(new Date('2026-11-29T00:00:00Z'), [], 1)).toEqual({ firstDay: '2026-11-29', since: new Date('2026-11-29T00:00:00Z') })
  const calendar = [
    { fromDay: '0001-01-01', timeZone: 'Australia/Sydney', dayStart: '03:00' },
    { fromDay: '2026-11-20', timeZone: 'Australia/Sydney', dayStart: '06:00' },
  ]
  const now = new Date('2026-11-29T09:30:00Z')
  expect(backfillFrom(now, [{ ...sydney, calendar }], 90).since).toEqual(new Date('2026-08-31T17:00:00Z'))
  expect(backfillFrom(now, [{ ...sydney, calendar }], 3).since).toEqual(new Date('2026-11-26T19:00:00Z'))
})
