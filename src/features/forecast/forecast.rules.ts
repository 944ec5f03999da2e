import { fitted, TESTED_DAYS, type Tested, usualRange, weightedError } from './backtest.rules.ts'
import type { BookedAhead } from './booked-ahead.rules.ts'
import { DAYS_AHEAD, type History } from './history.rules.ts'

export const METHODS = ['exponential-smoothing', 'same-weekday-last-week'] as const
export type Method = (typeof METHODS)[number]
/** Why there is no forecast at all. */
export const REASONS = ['short-history', 'nothing-lately', 'several-currencies'] as const
export type Reason = (typeof REASONS)[number]

/** Eight weeks: less says too little of weekdays. */
const LEAST_DAYS = 56

/** What was foretold of the days to come, by both methods, and how both did on the days tested. */
export interface Foretold {
  /** The first day foretold, since 1970-01-01. */
  first: number
  historyDays: number
  step: number
  smoothed: Float64Array
  naive: Float64Array
  tested: Tested
}

/** A forecast, or why there is none. */
export type Outcome = Foretold | { why: Reason; historyDays: number }

export const isForetold = (outcome: Outcome): outcome is Foretold => 'tested' in outcome

/**
 * Forecasts a history.
 * @param step what is expected is told in whole ones of these: cents of a dollar would say more than anybody knows
 * @param booked where tables booked are to be looked at
 */
export const foretell = (history: History, step: number, booked?: BookedAhead): Outcome => {
  const { first, values } = history
  const historyDays = values.length
  if (historyDays < LEAST_DAYS) return { why: 'short-history', historyDays }
  if (values.subarray(-TESTED_DAYS).every((value) => value === 0)) return { why: 'nothing-lately', historyDays }
  const { forecast, naive, tested } = fitted(history, booked)
  const ahead = (method: typeof forecast) => Float64Array.from({ length: DAYS_AHEAD }, (_, i) => wholeSteps(method(historyDays - 1, i + 1), step))
  return { first: first + historyDays, historyDays, step, smoothed: ahead(forecast), naive: ahead(naive), tested }
}

/** How a method is judged: by the errors of both on the same days, that of the naive one being what it has to beat. */
export interface Judged {
  method: Method
  error: number
  naiveError: number
  beats: boolean
}

export const judged = ({ tested }: Foretold): Judged => {
  const [error, naiveError] = [toTenths(weightedError(tested, tested.made)), toTenths(weightedError(tested, tested.naive))]
  const beats = error < naiveError
  return { method: beats ? 'exponential-smoothing' : 'same-weekday-last-week', error, naiveError, beats }
}

/** A share to a tenth of a percent, as it is shown. */
const toTenths = (share: number): number => Math.round(share * 1000) / 1000

/** What is expected of a day, and the range eight of ten such days came to. */
export interface Expected {
  value: number
  low: number
  high: number
}

/** The days to come by the method that did better. */
export const expectedDays = (foretold: Foretold, { beats }: Pick<Judged, 'beats'> = judged(foretold)): Expected[] => {
  const { tested, step } = foretold
  const made = beats ? tested.made : tested.naive
  return Array.from(beats ? foretold.smoothed : foretold.naive, (value, i) => {
    const { low, high } = usualRange(tested, made, i + 1)
    return { value, low: wholeSteps(value * low, step), high: wholeSteps(value * high, step) }
  })
}

/** All locations together: the sum of what is shown of each, judged as such on the days they have in common. */
export const together = (all: readonly Foretold[]): Foretold | undefined => {
  if (all.length === 0) return undefined
  const first = Math.max(...all.map((one) => one.first))
  const days = DAYS_AHEAD - (first - Math.min(...all.map((one) => one.first)))
  const from = Math.max(...all.map(({ tested }) => tested.first))
  const testedDays = Math.min(...all.map(({ tested }) => tested.first)) + TESTED_DAYS - from
  const sum = (length: number, at: (one: Foretold, i: number) => number) =>
    Float64Array.from({ length }, (_, i) => all.reduce((total, one) => total + at(one, i), 0))
  const methods = new Map(all.map((one) => [one, judged(one).beats]))
  const behind = ({ tested }: Foretold) => (from - tested.first) * DAYS_AHEAD
  return {
    first,
    historyDays: Math.min(...all.map(({ historyDays }) => historyDays)),
    step: Math.max(...all.map(({ step }) => step)),
    smoothed: sum(days, (one, i) => (methods.get(one) ? one.smoothed : one.naive)[i + first - one.first] as number),
    naive: sum(days, (one, i) => one.naive[i + first - one.first] as number),
    tested: {
      first: from,
      actual: sum(testedDays, ({ tested }, i) => tested.actual[i + from - tested.first] as number),
      made: sum(testedDays * DAYS_AHEAD, (one, i) => (methods.get(one) ? one.tested.made : one.tested.naive)[i + behind(one)] as number),
      naive: sum(testedDays * DAYS_AHEAD, (one, i) => one.tested.naive[i + behind(one)] as number),
    },
  }
}

const wholeSteps = (value: number, step: number): number => Math.round(value / step) * step
