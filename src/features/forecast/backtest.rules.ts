import { type BookedAhead, lifted } from './booked-ahead.rules.ts'
import { DAYS_AHEAD, type Forecaster, type History, sameWeekday } from './history.rules.ts'
import { BEGINNING_DAYS, type Smoothing, smoothed } from './smoothing.rules.ts'
import { YearShape } from './year-shape.rules.ts'

/** The last days, which nothing is fitted to: on them a forecast shows how wrong it is. */
export const TESTED_DAYS = 28
/** The days before these, to which it is fitted. */
const FITTED_DAYS = 56
const FITTED_AHEAD = [1, 7, 14]

const SMOOTHINGS: readonly Smoothing[] = [0.05, 0.1, 0.2, 0.35, 0.5].flatMap((level) =>
  [0.05, 0.1, 0.2, 0.35].flatMap((weekday) => [0, 0.5, 1].map((year) => ({ level, weekday, year }))),
)

/** What was foretold of each tested day so many days ahead, and what it came to. */
export interface Tested {
  /** The first tested day, since 1970-01-01. */
  first: number
  actual: Float64Array
  /** By day × DAYS_AHEAD + days ahead − 1. */
  made: Float64Array
  naive: Float64Array
}

/** A method fitted to what came before the tested days, and how it did on them. */
export interface Fitted {
  forecast: Forecaster
  naive: Forecaster
  tested: Tested
}

/** Fits the smoothing to the days before the tested ones, and tests it from every origin before each of those. */
export const fitted = (history: History, booked: BookedAhead | undefined): Fitted => {
  const { values, first } = history
  const until = values.length - TESTED_DAYS
  const days = { from: Math.max(BEGINNING_DAYS, until - FITTED_DAYS), until }
  const plain = bestSmoothing(history, days)
  const forecast = booked ? lifted(history, plain, booked, days) : plain
  const naive = sameWeekday(history)
  const tested: Tested = {
    first: first + until,
    actual: values.slice(until),
    made: foretold(forecast, until, values.length),
    naive: foretold(naive, until, values.length),
  }
  return { forecast, naive, tested }
}

interface Days {
  from: number
  until: number
}

const bestSmoothing = (history: History, { from, until }: Days): Forecaster => {
  const shape = new YearShape(history)
  const wrongBy = (forecast: Forecaster): number => {
    let wrong = 0
    for (let day = from; day < until; day += 1)
      for (const ahead of FITTED_AHEAD) if (day - ahead >= BEGINNING_DAYS - 1) wrong += Math.abs(forecast(day - ahead, ahead) - (history.values[day] as number))
    return wrong
  }
  const tried = SMOOTHINGS.map((smoothing) => {
    const forecast = smoothed(history, smoothing, shape)
    return { forecast, wrong: wrongBy(forecast) }
  })
  return tried.reduce((best, one) => (one.wrong < best.wrong ? one : best)).forecast
}

const foretold = (forecast: Forecaster, from: number, to: number): Float64Array =>
  Float64Array.from({ length: (to - from) * DAYS_AHEAD }, (_, i) => {
    const ahead = (i % DAYS_AHEAD) + 1
    return forecast(from + Math.floor(i / DAYS_AHEAD) - ahead, ahead)
  })

/** By how much forecasts were wrong on average, as a part of what was sold or served: the weighted absolute percentage error. */
export const weightedError = ({ actual }: Pick<Tested, 'actual'>, made: Float64Array): number => {
  let [wrong, all] = [0, 0]
  for (const [i, value] of made.entries()) {
    const came = actual[Math.floor(i / DAYS_AHEAD)] as number
    wrong += Math.abs(value - came)
    all += came
  }
  return wrong / all
}

/** Eight of ten days came to something in this range. */
const [LOW, HIGH] = [0.1, 0.9]
/** Errors so many days ahead are looked at with those a few days more and less. */
const NEAR = 3

/** Between which parts of a forecast eight of ten tested days came, so many days ahead. */
export const usualRange = ({ actual }: Pick<Tested, 'actual'>, made: Float64Array, ahead: number): { low: number; high: number } => {
  const parts: number[] = []
  for (const [i, value] of made.entries())
    if (value > 0 && Math.abs((i % DAYS_AHEAD) + 1 - ahead) <= NEAR) parts.push((actual[Math.floor(i / DAYS_AHEAD)] as number) / value)
  parts.sort((a, b) => a - b)
  return { low: Math.min(1, quantile(parts, LOW)), high: Math.max(1, quantile(parts, HIGH)) }
}

const quantile = (sorted: readonly number[], part: number): number => {
  if (sorted.length === 0) return 1
  const at = (sorted.length - 1) * part
  const below = sorted[Math.floor(at)] as number
  return below + ((sorted[Math.ceil(at)] as number) - below) * (at - Math.floor(at))
}
