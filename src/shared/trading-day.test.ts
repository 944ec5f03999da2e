import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { type CalendarEntry, instantAtWall, instantOf, lastDayOver, tradingTime, weekdayOf } from './trading-day.ts'

const at = (moment: string) => Date.parse(moment)
const calendar = (timeZone: string, dayStartMinutes = 300): CalendarEntry[] => [{ fromDay: '2000-01-01', timeZone, dayStartMinutes }]
const sydney = calendar('Australia/Sydney')

describe('the trading day of a moment', () => {
  it('runs from the cut-off to the next, on the wall clock', () => {
    expect(tradingTime(at('2026-11-20T04:59:59+11:00'), sydney)).toEqual({ businessDate: '2026-11-19', localHour: 4, localMinute: 1439 })
    expect(tradingTime(at('2026-11-20T05:00:00+11:00'), sydney)).toEqual({ businessDate: '2026-11-20', localHour: 5, localMinute: 0 })
    expect(tradingTime(at('2026-11-20T23:30:00+11:00'), sydney)).toEqual({ businessDate: '2026-11-20', localHour: 23, localMinute: 1110 })
  })

  it('does not depend on the offset a till writes', () => {
    expect(tradingTime(at('2026-11-19T18:30:00Z'), sydney)).toEqual(tradingTime(at('2026-11-20T05:30:00+11:00'), sydney))
  })

  it('marks the hour that comes twice when the clocks go back', () => {
    expect(tradingTime(at('2026-04-05T02:30:00+11:00'), sydney)).toMatchObject({ businessDate: '2026-04-04', localHour: 2 })
    expect(tradingTime(at('2026-04-05T02:30:00+10:00'), sydney)).toMatchObject({ businessDate: '2026-04-04', localHour: 102 })
    expect(tradingTime(at('2026-04-05T03:00:00+10:00'), sydney)).toMatchObject({ localHour: 3 })
  })

  it('has no hour 2 when they go forward', () => {
    expect(tradingTime(at('2026-10-04T01:59:00+10:00'), sydney)).toMatchObject({ businessDate: '2026-10-03', localHour: 1 })
    expect(tradingTime(at('2026-10-04T03:00:00+11:00'), sydney)).toMatchObject({ businessDate: '2026-10-03', localHour: 3 })
  })

  it('knows clocks that go back by half an hour', () => {
    const lordHowe = calendar('Australia/Lord_Howe')
    expect(tradingTime(at('2026-04-05T01:45:00+11:00'), lordHowe)).toMatchObject({ localHour: 1 })
    expect(tradingTime(at('2026-04-05T01:45:00+10:30'), lordHowe)).toMatchObject({ localHour: 101 })
  })

  it('keeps days before a change of cut-off or zone as they were', () => {
    const changed: CalendarEntry[] = [
      { fromDay: '2000-01-01', timeZone: 'Australia/Sydney', dayStartMinutes: 180 },
      { fromDay: '2026-07-01', timeZone: 'Australia/Sydney', dayStartMinutes: 300 },
      { fromDay: '2026-09-01', timeZone: 'Australia/Adelaide', dayStartMinutes: 300 },
    ]
    expect(tradingTime(at('2026-06-30T03:30:00+10:00'), changed).businessDate).toBe('2026-06-30')
    expect(tradingTime(at('2026-07-02T03:30:00+10:00'), changed).businessDate).toBe('2026-07-01')
    // The night of the change belongs to no day of either rule: it stays with the day before.
    expect(tradingTime(at('2026-07-01T03:30:00+10:00'), changed).businessDate).toBe('2026-06-30')
    expect(tradingTime(at('2026-08-31T23:00:00+10:00'), changed).businessDate).toBe('2026-08-31')
    expect(tradingTime(at('2026-09-01T12:00:00+09:30'), changed).localHour).toBe(12)
  })

  it('agrees with slow arithmetic for any moment in any zone', () => {
    const zones = ['Australia/Sydney', 'Australia/Adelaide', 'Asia/Tokyo', 'America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC']
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: at('2015-01-01T00:00:00Z'), max: at('2030-01-01T00:00:00Z') }),
        fc.integer({ min: 0, max: 1439 }),
        (timeZone, moment, cutOff) => {
          const wall = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone).toPlainDateTime()
          const day = wall.subtract({ minutes: cutOff })
          const time = tradingTime(moment, calendar(timeZone, cutOff))
          expect(time.businessDate).toBe(day.toPlainDate().toString())
          expect(time.localHour % 100).toBe(wall.hour)
          expect(time.localMinute).toBe(day.hour * 60 + day.minute)
        },
      ),
      { numRuns: 3000 },
    )
  })
})

describe('moments as tills write them', () => {
  it.each(['2026-02-30T10:00:00Z', '2026-13-01T10:00:00Z', '2026-04-31T10:00:00+10:00', '2026-01-01T25:00:00Z'])('%s is none', (moment) =>
    expect(Number.isNaN(instantOf(moment))).toBe(true),
  )

  it('reads real ones', () => {
    expect(instantOf('2024-02-29T10:00:00Z')).toBe(at('2024-02-29T10:00:00Z'))
    expect(instantOf('2026-11-20T21:04:00+11:00')).toBe(at('2026-11-20T10:04:00Z'))
  })
})

describe('the instant of a wall-clock time', () => {
  const wall = (text: string) => at(`${text}Z`)

  it('is the first of two, and as long after a gap', () => {
    expect(instantAtWall(wall('2026-04-05T02:30:00'), 'Australia/Sydney')).toBe(at('2026-04-05T02:30:00+11:00'))
    expect(instantAtWall(wall('2026-10-04T02:30:00'), 'Australia/Sydney')).toBe(at('2026-10-04T03:30:00+11:00'))
    expect(instantAtWall(wall('2026-07-01T12:00:00'), 'Australia/Sydney')).toBe(at('2026-07-01T12:00:00+10:00'))
  })

  it('agrees with slow arithmetic', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Australia/Sydney', 'America/New_York', 'Asia/Yangon', 'Australia/Lord_Howe'),
        fc.integer({ min: 0, max: 10 * 365 * 1440 }),
        (timeZone, minute) => {
          const local = wall('2019-01-01T00:00:00') + minute * 60_000
          const slow = Temporal.PlainDateTime.from(new Date(local).toISOString().slice(0, 19)).toZonedDateTime(timeZone, { disambiguation: 'compatible' })
          expect(instantAtWall(local, timeZone)).toBe(slow.epochMilliseconds)
        },
      ),
      { numRuns: 3000 },
    )
  })
})

it('weekdays are counted from Monday', () => {
  expect(['2026-11-16', '2026-11-22', '2024-02-29'].map(weekdayOf)).toEqual([1, 7, 4])
})

describe('the last day that is over', () => {
  const sydneyPub = { timeZone: 'Australia/Sydney', dayStart: '05:00' }

  it('is yesterday from the cut-off on, whatever day it is in Greenwich', () => {
    expect(lastDayOver(new Date('2026-11-20T04:59:00+11:00'), [sydneyPub])).toBe('2026-11-18')
    expect(lastDayOver(new Date('2026-11-20T05:00:00+11:00'), [sydneyPub])).toBe('2026-11-19')
    expect(lastDayOver(new Date('2026-11-20T23:00:00-08:00'), [{ timeZone: 'America/Los_Angeles', dayStart: '05:00' }])).toBe('2026-11-19')
  })

  it('is the earliest of several locations, and none where there are none', () => {
    const noon = new Date('2026-11-20T12:00:00+11:00')
    expect(lastDayOver(noon, [sydneyPub, { timeZone: 'Europe/London', dayStart: '05:00' }])).toBe('2026-11-18')
    expect(lastDayOver(noon, [])).toBeUndefined()
  })
})
