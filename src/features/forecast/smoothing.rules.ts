import { type Forecaster, type History, weeksAhead } from './history.rules.ts'
import { YearShape } from './year-shape.rules.ts'

/** How quickly a forecast follows what is new, from 0 to 1. */
export interface Smoothing {
  level: number
  weekday: number
  /** How much of last year's course between two dates is taken over. */
  year: number
}

/** The first days, of which the first level and the first shares of weekdays are made. */
export const BEGINNING_DAYS = 14
/** A weekday without trade so many times in a row is one on which the location is closed. */
const CLOSED_TIMES = 3
/** So many ordinary days are counted with the public holidays there were, so that one strange holiday does not decide. */
const ORDINARY_DAYS = 2

interface MetHoliday {
  at: number
  key: string
  /** What it came to, by what an ordinary day would have. */
  effect: number
}

/**
 * Holt–Winters smoothing with a multiplicative season of seven days and no trend (Hyndman and Athanasopoulos, Forecasting: Principles and Practice,
 * 3rd edition, 8.3). Days without trade and public holidays teach neither the level nor the weekdays; the effect of holidays is kept apart.
 */
export const smoothed = (history: History, { level, weekday, year }: Smoothing, shape = new YearShape(history)): Forecaster => {
  const { first, values, holidayOf } = history
  const levels = new Float64Array(values.length)
  const shares = new Float64Array(values.length)
  const holidays: MetHoliday[] = []
  const start = averageOf(values.subarray(0, BEGINNING_DAYS))
  let current = start
  for (const [at, value] of values.entries()) {
    const share = at < 7 ? firstShare(values, at, start) : (shares[at - 7] as number)
    const holiday = holidayOf(first + at)
    const usual = current * share
    if (holiday !== undefined && usual > 0 && at >= BEGINNING_DAYS) holidays.push({ at, key: holiday, effect: value / usual })
    const teaches = holiday === undefined && value > 0 && current > 0
    shares[at] = !teaches ? share : share === 0 ? value / current : weekday * (value / current) + (1 - weekday) * share
    if (teaches && share > 0) current = level * (value / share) + (1 - level) * current
    levels[at] = current
  }
  return (last, ahead) => {
    const same = last + ahead - 7 * weeksAhead(ahead)
    if (isClosed(values, same)) return 0
    const usual = (levels[last] as number) * (shares[same] as number) * shape.change(last, last + ahead) ** year
    const holiday = holidayOf(first + last + ahead)
    return holiday === undefined ? usual : usual * effectOf(holidays, holiday, last)
  }
}

const averageOf = (values: Float64Array): number => {
  const open = values.filter((value) => value > 0)
  return open.length === 0 ? 0 : open.reduce((sum, value) => sum + value, 0) / open.length
}

/** Of the two first weeks; 0 where the location was closed on that weekday. */
const firstShare = (values: Float64Array, at: number, level: number): number => {
  const open = [values[at] ?? 0, values[at + 7] ?? 0].filter((value) => value > 0)
  return open.length === 0 || level === 0 ? 0 : open.reduce((sum, value) => sum + value, 0) / open.length / level
}

const isClosed = (values: Float64Array, same: number): boolean => {
  for (let i = 0; i < CLOSED_TIMES; i += 1) if ((values[same - 7 * i] ?? 1) > 0) return false
  return true
}

/** What the same holiday did before; where there was none yet, what holidays do here, held back by ordinary days. */
const effectOf = (holidays: readonly MetHoliday[], key: string, last: number): number => {
  const met = holidays.filter(({ at }) => at <= last)
  const same = met.filter((one) => one.key === key)
  const sum = (some: readonly MetHoliday[]) => some.reduce((total, { effect }) => total + effect, 0)
  return same.length > 0 ? sum(same) / same.length : (sum(met) + ORDINARY_DAYS) / (met.length + ORDINARY_DAYS)
}
