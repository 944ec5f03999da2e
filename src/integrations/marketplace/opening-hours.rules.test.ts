import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { type Opening, openStateAt, overlappingOpenings, tomorrowMorning } from './opening-hours.rules.ts'

const MINUTE_MS = 60_000
const open = (hours: readonly Opening[], zone: string, moment: string, paused: string | null = null) => {
  const { open: isOpen, closesAt, opensAt } = openStateAt(hours, zone, paused === null ? null : new Date(paused), new Date(moment))
  return [isOpen, closesAt?.toISOString() ?? null, opensAt?.toISOString() ?? null]
}
const on = (Weekday: number, Opens: string, Closes: string): Opening => ({ Weekday, Opens, Closes })
const SYDNEY = 'Australia/Sydney'

describe('whether a location is open', () => {
  it('follows its own clock, closes past midnight, and says when it opens next', () => {
    const hours = [on(5, '11:00', '14:00'), on(5, '17:00', '01:30')]
    // Friday 20 November 2026; Sydney is eleven hours ahead.
    expect(open(hours, SYDNEY, '2026-11-20T10:59:00+11:00')).toEqual([false, null, '2026-11-20T00:00:00.000Z'])
    expect(open(hours, SYDNEY, '2026-11-20T11:00:00+11:00')).toEqual([true, '2026-11-20T03:00:00.000Z', null])
    expect(open(hours, SYDNEY, '2026-11-20T14:00:00+11:00')).toEqual([false, null, '2026-11-20T06:00:00.000Z'])
    expect(open(hours, SYDNEY, '2026-11-21T01:29:59+11:00')).toEqual([true, '2026-11-20T14:30:00.000Z', null])
    expect(open(hours, SYDNEY, '2026-11-21T01:30:00+11:00')).toEqual([false, null, '2026-11-27T00:00:00.000Z'])
  })

  it('takes openings that touch as one, and knows a place that never closes', () => {
    expect(open([on(5, '10:00', '12:00'), on(5, '12:00', '15:00')], SYDNEY, '2026-11-20T11:00:00+11:00')).toEqual([true, '2026-11-20T04:00:00.000Z', null])
    const always = [1, 2, 3, 4, 5, 6, 7].map((day) => on(day, '00:00', '00:00'))
    expect(open(always, SYDNEY, '2026-11-20T11:00:00+11:00')).toEqual([true, null, null])
    expect(open([], SYDNEY, '2026-11-20T11:00:00+11:00')).toEqual([false, null, null])
  })

  it('is closed while it is paused, and opens when the pause ends if its hours say so', () => {
    const hours = [on(5, '10:00', '22:00'), on(6, '10:00', '22:00')]
    expect(open(hours, SYDNEY, '2026-11-20T12:00:00+11:00', '2026-11-20T13:00:00+11:00')).toEqual([false, null, '2026-11-20T02:00:00.000Z'])
    expect(open(hours, SYDNEY, '2026-11-20T12:00:00+11:00', '2026-11-20T23:00:00+11:00')).toEqual([false, null, '2026-11-20T23:00:00.000Z'])
    expect(open(hours, SYDNEY, '2026-11-20T13:00:00+11:00', '2026-11-20T13:00:00+11:00')).toEqual([true, '2026-11-20T11:00:00.000Z', null])
  })

  it('closes the first time the clock shows the hour on the night it comes twice, and opens as the clocks jump over it', () => {
    // Sydney: 3:00 becomes 2:00 on 5 April 2026, 2:00 becomes 3:00 on 4 October.
    const night = [on(6, '20:00', '02:30')]
    expect(open(night, SYDNEY, '2026-04-05T02:29:00+11:00')[0]).toBe(true)
    expect(open(night, SYDNEY, '2026-04-05T02:30:00+11:00')[0]).toBe(false)
    expect(open(night, SYDNEY, '2026-04-05T02:10:00+10:00')[0]).toBe(false)
    expect(open([on(7, '02:30', '05:00')], SYDNEY, '2026-10-04T01:59:00+10:00')).toEqual([false, null, '2026-10-03T16:00:00.000Z'])
    expect(open(night, SYDNEY, '2026-10-04T01:59:00+10:00')).toEqual([true, '2026-10-03T16:00:00.000Z', null])
  })
})

describe('against a model that watches the clock minute by minute', () => {
  // Each has a change of clocks within two weeks of the day beside it; the last two have none.
  const PLACES = [
    [SYDNEY, '2026-04-02'],
    [SYDNEY, '2026-10-01'],
    ['Australia/Lord_Howe', '2026-04-02'],
    ['Australia/Lord_Howe', '2026-10-01'],
    ['America/New_York', '2026-03-05'],
    ['America/New_York', '2026-10-29'],
    ['Europe/London', '2026-03-26'],
    ['America/Santiago', '2026-04-02'],
    ['America/Santiago', '2026-09-03'],
    ['Asia/Tokyo', '2026-11-20'],
    ['Asia/Kolkata', '2026-12-30'],
  ] as const

  /** The wall clock of a minute, as minutes since 1970 as if it were UTC. */
  const wallOf = (zone: string, at: number) => {
    const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime()
    return local.toZonedDateTime('UTC').epochMilliseconds / MINUTE_MS
  }
  const clocks = new Map<string, number[]>()
  const DAYS = 13
  /** The wall clock of every minute of thirteen days, from two days before. */
  const clockOf = (zone: string, start: number) => {
    const key = `${zone} ${start}`
    const known = clocks.get(key) ?? Array.from({ length: DAYS * 1440 }, (_, i) => wallOf(zone, start + i * MINUTE_MS))
    clocks.set(key, known)
    return known
  }

  /** Whether it is open in each of these minutes: an opening begins when its clock first shows its beginning or later, and ends when it first shows its end. */
  const watched = (hours: readonly Opening[], clock: readonly number[]): boolean[] => {
    const minute = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
    const isOpen = clock.map(() => false)
    const first = Math.floor((clock[0] as number) / 1440)
    for (let day = first - 2; day < first + DAYS + 2; day += 1)
      for (const { Weekday, Opens, Closes } of hours) {
        if (((day + 3) % 7) + 1 !== Weekday) continue
        const from = day * 1440 + minute(Opens)
        const until = day * 1440 + minute(Closes) + (minute(Closes) > minute(Opens) ? 0 : 1440)
        const begins = clock.findIndex((wall) => wall >= from)
        const ends = clock.findIndex((wall) => wall >= until)
        if (begins >= 0) isOpen.fill(true, begins, Math.max(begins, ends < 0 ? clock.length : ends))
      }
    return isOpen
  }

  const Clock = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 1, 15, 29, 30, 31, 45, 59)).map(([h, m]) => {
    const two = (n: number) => String(n).padStart(2, '0')
    return `${two(h)}:${two(m)}`
  })
  const Hours = fc.array(fc.record({ Weekday: fc.integer({ min: 1, max: 7 }), Opens: Clock, Closes: Clock }), { maxLength: 8 })

  it('is open in the same minutes, opens and closes at the same ones', () => {
    fc.assert(
      fc.property(Hours, fc.constantFrom(...PLACES), fc.integer({ min: 0, max: 2 * 1440 }), (hours, [zone, day], offset) => {
        const start = Date.parse(`${day}T00:00:00Z`) - 2 * 1440 * MINUTE_MS
        const states = watched(hours, clockOf(zone, start))
        const at = 3 * 1440 + offset
        const state = openStateAt(hours, zone, null, new Date(start + at * MINUTE_MS))
        expect(state.open).toBe(states[at])
        const next = states.findIndex((isOpen, i) => i > at && isOpen !== states[at])
        const isWithin = next > at && next - at < 7 * 1440
        const told = state.closesAt ?? state.opensAt
        if (isWithin) expect(told?.getTime()).toBe(start + next * MINUTE_MS)
        else if (state.open) expect(told).toBeNull()
      }),
      { numRuns: 400 },
    )
  }, 120_000)

  it('finds an overlap exactly where two openings share a minute of the week', () => {
    const minutesOf = ({ Weekday, Opens, Closes }: Opening): number[] => {
      const minute = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
      const length = ((minute(Closes) - minute(Opens) + 1439) % 1440) + 1
      return Array.from({ length }, (_, i) => ((Weekday - 1) * 1440 + minute(Opens) + i) % 10_080)
    }
    fc.assert(
      fc.property(Hours, (hours) => {
        const all = hours.flatMap(minutesOf)
        expect(overlappingOpenings(hours) !== undefined).toBe(new Set(all).size < all.length)
      }),
      { numRuns: 500 },
    )
    expect(overlappingOpenings([on(1, '01:00', '03:00'), on(7, '22:00', '02:00')])).toEqual([0, 1])
    expect(overlappingOpenings([on(1, '02:00', '03:00'), on(7, '22:00', '02:00')])).toBeUndefined()
  })
})

it('tomorrow morning is when the next trading day begins, also for whoever pauses after midnight', () => {
  const morning = (moment: string) => tomorrowMorning(new Date(moment), SYDNEY, '05:00').toISOString()
  expect(morning('2026-11-20T21:00:00+11:00')).toBe('2026-11-20T18:00:00.000Z')
  expect(morning('2026-11-21T01:00:00+11:00')).toBe('2026-11-20T18:00:00.000Z')
  expect(morning('2026-11-21T05:00:00+11:00')).toBe('2026-11-21T18:00:00.000Z')
})
