/** So many days are forecast: today, and the 14 after it. */
export const DAYS_AHEAD = 15

/** What a location sold or served on each day up to the last one that is over. A day without any is a day on which it was closed. */
export interface History {
  /** The day of the first value, since 1970-01-01. */
  first: number
  values: Float64Array
  /** The public holiday of a day, past or to come. */
  holidayOf: (day: number) => string | undefined
}

/** Says what a day will come to, so many days after the last one that is known: both by their places in the history. */
export type Forecaster = (last: number, ahead: number) => number

/** The history from its first day with trade on, up to the day before `today`. */
export const historyOf = (soldOn: (day: number) => number, from: number, today: number, holidayOf: History['holidayOf']): History => {
  let first = from
  while (first < today && soldOn(first) <= 0) first += 1
  return { first, values: Float64Array.from({ length: today - first }, (_, i) => Math.max(0, soldOn(first + i))), holidayOf }
}

/** How many weeks a day lies after the same weekday that is known last. */
export const weeksAhead = (ahead: number): number => Math.ceil(ahead / 7)

/** The same weekday last week; beyond a week, the last one that is known. */
export const sameWeekday =
  ({ values }: Pick<History, 'values'>): Forecaster =>
  (last, ahead) =>
    values[last + ahead - 7 * weeksAhead(ahead)] ?? 0
