import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayNumber } from '#shared/day.ts'
import { fitted, TESTED_DAYS, usualRange, weightedError } from './backtest.rules.ts'
import { BookedAhead } from './booked-ahead.rules.ts'
import { expectedDays, type Foretold, foretell, isForetold, judged, together } from './forecast.rules.ts'
import { DAYS_AHEAD, type History, historyOf, sameWeekday } from './history.rules.ts'
import { smoothed } from './smoothing.rules.ts'

/** A Monday. */
const FIRST = dayNumber('2025-06-02')
const WEEK = [800, 900, 1000, 1200, 1900, 2100, 1500]

const history = (values: readonly number[], holidays: Readonly<Record<number, string>> = {}): History => ({
  first: FIRST,
  values: Float64Array.from(values),
  holidayOf: (day) => holidays[day - FIRST],
})

/** Weeks that go up and down by a pseudo-random part, so that last week says little. */
const noisy = (days: number, part = 0.25, seed = 7): number[] => {
  let state = seed
  return Array.from({ length: days }, (_, i) => {
    state = (state * 48_271) % 2_147_483_647
    return Math.round((WEEK[i % 7] as number) * (1 + part * (state / 1_073_741_824 - 1)) * 100)
  })
}

const foretold = (of: History, booked?: BookedAhead): Foretold => {
  const outcome = foretell(of, 1, booked)
  if (!isForetold(outcome)) throw new Error(outcome.why)
  return outcome
}

const aSeries = fc.tuple(fc.integer({ min: 57, max: 500 }), fc.integer({ min: 1, max: 1e6 })).map(([days, seed]) => noisy(days, 0.4, seed))

describe('exponential smoothing', () => {
  it('repeats weeks that are all alike, whatever it is fitted to', () => {
    const weeks = Array.from({ length: 70 }, (_, i) => WEEK[i % 7] as number)
    for (const level of [0.05, 0.5]) {
      const forecast = smoothed(history(weeks), { level, weekday: 0.2, year: 1 })
      for (let ahead = 1; ahead <= DAYS_AHEAD; ahead += 1) expect(forecast(69, ahead)).toBeCloseTo(WEEK[(69 + ahead) % 7] as number, 6)
    }
  })

  it('follows the recursion of Holt and Winters, step by step', () => {
    const values = noisy(63)
    const [level, weekday] = [0.3, 0.15]
    const start = values.slice(0, 14).reduce((sum, value) => sum + value, 0) / 14
    const shares = Array.from({ length: 7 }, (_, i) => ((values[i] as number) + (values[i + 7] as number)) / 2 / start)
    let current = start
    for (const [i, value] of values.entries()) {
      const share = shares[i % 7] as number
      shares[i % 7] = weekday * (value / current) + (1 - weekday) * share
      current = level * (value / share) + (1 - level) * current
    }
    const forecast = smoothed(history(values), { level, weekday, year: 0 })
    for (let ahead = 1; ahead <= 7; ahead += 1) expect(forecast(62, ahead)).toBeCloseTo(current * (shares[(62 + ahead) % 7] as number), 6)
  })

  it('knows nothing of what came after the day it speaks on', () => {
    fc.assert(
      fc.property(aSeries, fc.integer({ min: 0, max: 27 }), fc.integer({ min: 1, max: DAYS_AHEAD }), (values, back, ahead) => {
        const last = values.length - 1 - back
        const changed = values.map((value, i) => (i > last ? value * 3 + 1 : value))
        const smoothing = { level: 0.2, weekday: 0.1, year: 1 }
        expect(smoothed(history(changed), smoothing)(last, ahead)).toBe(smoothed(history(values), smoothing)(last, ahead))
        expect(sameWeekday(history(changed))(last, ahead)).toBe(sameWeekday(history(values))(last, ahead))
      }),
    )
  })

  it('is not fitted to the days on which it is tested', () => {
    fc.assert(
      fc.property(aSeries, (values) => {
        const until = values.length - TESTED_DAYS
        const changed = values.map((value, i) => (i >= until ? value * (1 + (i % 3)) : value))
        expect(fitted(history(changed), undefined).forecast(until - 1, 5)).toBe(fitted(history(values), undefined).forecast(until - 1, 5))
      }),
      { numRuns: 30 },
    )
  })

  it('expects nothing on a weekday that was closed three times in a row, and something again once it opened', () => {
    const closed = noisy(70).map((value, i) => (i % 7 === 0 ? 0 : value))
    const days = expectedDays(foretold(history(closed)))
    expect(days.filter(({ value }) => value === 0).length).toBe(3)
    expect(days[0]).toEqual({ value: 0, low: 0, high: 0 })
    const opened = closed.map((value, i) => (i === 63 ? 80_000 : value))
    expect(smoothed(history(opened), { level: 0.1, weekday: 0.1, year: 0 })(69, 1)).toBeGreaterThan(40_000)
  })

  it('is not misled by a day that was closed for once', () => {
    const weeks = Array.from({ length: 70 }, (_, i) => WEEK[i % 7] as number)
    const forecast = smoothed(history(weeks.map((value, i) => (i === 65 ? 0 : value))), { level: 0.5, weekday: 0.35, year: 0 })
    expect(forecast(69, 3)).toBeCloseTo(WEEK[2] as number, 6)
  })

  it('takes a public holiday as that holiday was here before, one it never met as holidays are here', () => {
    const values = noisy(400, 0).map((value, i) => (i === 100 ? value * 2 : i === 200 ? 0 : value))
    const holidays = { 100: 'anzacDay', 200: 'christmas', 401: 'anzacDay', 402: 'christmas', 403: 'labourDay' }
    const forecast = smoothed(history(values, holidays), { level: 0.2, weekday: 0.1, year: 0 })
    const usual = (day: number) => (WEEK[day % 7] as number) * 100
    expect(forecast(399, 2) / usual(401)).toBeCloseTo(2, 1)
    expect(forecast(399, 3)).toBe(0)
    expect(forecast(399, 4) / usual(403)).toBeCloseTo(1, 1)
  })

  it('goes up where last year went up', () => {
    const season = (i: number) => 1 + 0.4 * Math.sin((i / 364) * 2 * Math.PI)
    const values = Array.from({ length: 455 }, (_, i) => (WEEK[i % 7] as number) * season(i))
    const weeksOn = (year: number) => smoothed(history(values), { level: 0.3, weekday: 0.1, year })(454, 14)
    const comes = (WEEK[(454 + 14) % 7] as number) * season(454 + 14)
    expect(Math.abs(weeksOn(1) - comes)).toBeLessThan(Math.abs(weeksOn(0) - comes))
  })
})

describe('a forecast', () => {
  it('is in proportion to what it is made of, and lies within its range', () => {
    fc.assert(
      fc.property(aSeries, (values) => {
        const [once, tenfold] = [foretold(history(values)), foretold(history(values.map((value) => value * 10)))]
        expect(judged(tenfold).error).toBeCloseTo(judged(once).error, 8)
        for (const [i, { value, low, high }] of expectedDays(once).entries()) {
          expect(value).toBeGreaterThanOrEqual(0)
          expect(low <= value && value <= high).toBe(true)
          expect(Math.abs(value * 10 - (expectedDays(tenfold)[i]?.value ?? 0))).toBeLessThanOrEqual(10)
        }
      }),
      { numRuns: 30 },
    )
  })

  it('is the smoothed one where it was less wrong, and else the same weekday last week, by name', () => {
    const better = judged(foretold(history(noisy(120))))
    expect([better.method, better.beats]).toEqual(['exponential-smoothing', true])
    // Weeks that are all alike: nothing is better than last week.
    const equal = foretold(history(Array.from({ length: 120 }, (_, i) => WEEK[i % 7] as number)))
    expect(judged(equal)).toMatchObject({ method: 'same-weekday-last-week', naiveError: 0, beats: false })
    expect(expectedDays(equal).map(({ value }) => value)).toEqual(Array.from({ length: DAYS_AHEAD }, (_, i) => WEEK[(120 + i) % 7]))
  })

  it('is told in whole dollars', () => {
    const outcome = foretell(history(noisy(120)), 100) as Foretold
    for (const { value, low, high } of expectedDays(outcome)) expect([value % 100, low % 100, high % 100]).toEqual([0, 0, 0])
  })

  it('tells its error as a part of all there was', () => {
    const actual = Float64Array.from([100, 300])
    const made = Float64Array.from({ length: 2 * DAYS_AHEAD }, (_, i) => (i < DAYS_AHEAD ? 110 : 270))
    expect(weightedError({ actual }, made)).toBeCloseTo(0.1, 10)
  })

  it('has a range that eight of ten tested days came to', () => {
    const actual = Float64Array.from({ length: 28 }, (_, i) => 80 + i)
    const made = new Float64Array(28 * DAYS_AHEAD).fill(100)
    const { low, high } = usualRange({ actual }, made, 1)
    const within = [...actual].filter((value) => value >= 100 * low && value <= 100 * high).length
    expect(within / 28).toBeGreaterThan(0.75)
    expect(within / 28).toBeLessThan(0.9)
  })

  it('needs eight weeks, counted from the first day with trade, and some trade lately', () => {
    const trade = noisy(400)
    const from = (first: number) =>
      historyOf(
        (day) => (day < FIRST + first ? 0 : (trade[day - FIRST] ?? 0)),
        FIRST,
        FIRST + 400,
        () => undefined,
      )
    expect(foretell(from(345), 1)).toEqual({ why: 'short-history', historyDays: 55 })
    expect(isForetold(foretell(from(344), 1))).toBe(true)
    expect(foretell(history(trade.map((value, i) => (i >= 372 ? 0 : value))), 1)).toEqual({ why: 'nothing-lately', historyDays: 400 })
    expect(foretell(history([]), 1)).toEqual({ why: 'short-history', historyDays: 0 })
  })
})

describe('tables booked', () => {
  /** Every day as usual, and as many people more as are booked beyond 20. */
  const booked = (come: number) => {
    const ahead = new BookedAhead()
    const values = Array.from({ length: 120 + DAYS_AHEAD }, (_, i) => {
      const more = i % 5 === 0 ? 40 : 0
      ahead.add(FIRST + i, 10, -1, 20 + more)
      return 100 + come * more
    })
    return { values: values.slice(0, 120), ahead }
  }

  it('lift covers as far as such bookings came before', () => {
    const { values, ahead } = booked(1)
    const [with40, plain] = [foretold(history(values), ahead), foretold(history(values))]
    expect(judged(with40).error).toBeLessThan(judged(plain).error)
    const gains = [...with40.smoothed].map((value, i) => value - (plain.smoothed[i] as number))
    // The 120th and the 125th day are booked beyond the usual, and so is the 130th, but that is more than 10 days ahead.
    expect(gains.map((gain) => gain > 15)).toEqual(Array.from({ length: DAYS_AHEAD }, (_, i) => i === 0 || i === 5))
  })

  it('that did not come before lift nothing', () => {
    const { values, ahead } = booked(0)
    expect([...foretold(history(values), ahead).smoothed]).toEqual([...foretold(history(values)).smoothed])
  })

  it('count from when they were made until they were cancelled', () => {
    const ahead = new BookedAhead()
    ahead.add(FIRST, 9, 3, 4)
    ahead.add(FIRST, 2, -1, 5)
    expect([10, 9, 4, 3, 2, 1, 0].map((days) => ahead.known(FIRST, days))).toEqual([0, 4, 4, 0, 5, 5, 5])
  })
})

describe('locations together', () => {
  it('are the sum of what is shown of each, on the days they share', () => {
    const [one, two] = [foretold(history(noisy(200, 0.3, 3))), foretold(history(noisy(120, 0.3, 4)))]
    const behind = foretold({ ...history(noisy(199, 0.3, 3)) })
    const both = together([one, { ...two, first: one.first, tested: { ...two.tested, first: one.tested.first } }]) as Foretold
    expect([...both.smoothed]).toEqual([...one.smoothed].map((value, i) => value + (two.smoothed[i] as number)))
    const apart = together([one, behind]) as Foretold
    expect([apart.first, apart.smoothed.length, apart.tested.actual.length]).toEqual([one.first, DAYS_AHEAD - 1, TESTED_DAYS - 1])
    expect(apart.smoothed[0]).toBe((one.smoothed[0] as number) + (behind.smoothed[1] as number))
    expect(apart.tested.actual[0]).toBe((one.tested.actual[0] as number) + (behind.tested.actual[1] as number))
  })
})
