import { RUN_KIND } from './running-totals.rules.ts'

const DAY_MS = 86_400_000

/** ISO weekdays, whose running totals are kept at the ends of months. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const
/** Rows at the end of a month beside the month's own. */
export const ENDS = 1 + WEEKDAYS.length

export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`
export const dayBefore = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10)
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7
const monthAfter = (month: string): string => monthOf(new Date(Date.parse(`${month}T00:00:00Z`) + 31 * DAY_MS).toISOString())

/** The last day of the month a day lies in. */
export const lastDayOf = (day: string): string => dayBefore(monthAfter(monthOf(day)))

/** The first days of the months from one to the one a day lies in. */
export const monthsFrom = (first: string, to: string): string[] => {
  const months: string[] = []
  for (let month = first; month <= to; month = monthAfter(month)) months.push(month)
  return months
}

/** The day of a month that was over last. */
export const overIn = (month: string, upTo: string): string => (lastDayOf(month) < upTo ? lastDayOf(month) : upTo)

/** A running total by what it is of. */
export interface TotalName {
  day: string
  kind: number
}

/** The first and the last day a place traded. */
export interface TradedPlace {
  locationId: number
  first: string
  last: string
}

/** The running totals of a month all of whose places are added up: each day that is over, and at its end those since the first trade. */
export const totalsIn = (month: string, upTo: string): TotalName[] => {
  const last = overIn(month, upTo)
  const days = Array.from({ length: Number(last.slice(8)) }, (_, i) => ({ day: `${month.slice(0, 8)}${String(i + 1).padStart(2, '0')}`, kind: RUN_KIND.month }))
  return last < lastDayOf(month) ? days : [...days, ...[RUN_KIND.ever, ...WEEKDAYS].map((kind) => ({ day: last, kind }))]
}

/**
 * Which running totals of places one of all places together is the sum of, by location. A place has them from the month it traded first to the
 * one it traded last; later, all it ever sold is what it is at the end of that, and of the month it is nothing.
 */
export const partsOf = (traded: readonly TradedPlace[], { day, kind }: TotalName): { locationId: number; day: string }[] =>
  traded
    .filter(({ first, last }) => monthOf(first) <= day && (kind !== RUN_KIND.month || day <= lastDayOf(last)))
    .map(({ locationId, last }) => ({ locationId, day: day <= lastDayOf(last) ? day : lastDayOf(last) }))
    .sort((a, b) => a.locationId - b.locationId)

/** Parts as the database tells the arrays of their places and days. */
export const partsNamed = (parts: readonly { locationId: number; day: string }[]): string =>
  `{${parts.map(({ locationId }) => locationId)}}{${parts.map(({ day }) => day)}}`
