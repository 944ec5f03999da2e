const DAY_MS = 86_400_000

/** ISO weekdays, whose running totals are kept at the ends of months. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const
/** Rows at the end of a month. */
export const ENDS = 1 + WEEKDAYS.length
/** Days within a month at whose ends the sums of all weekdays are kept as well, so that a range lacks a few days of them at either end, not half a month. */
const WITHIN = ['07', '14', '21'] as const
export const ROWS_OF_MONTH = ENDS + WITHIN.length

export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`
export const dayBefore = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10)
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7
const monthAfter = (month: string): string => monthOf(new Date(Date.parse(`${month}T00:00:00Z`) + 31 * DAY_MS).toISOString())

/** The last day of the month a day lies in. */
export const lastDayOf = (day: string): string => dayBefore(monthAfter(monthOf(day)))

/** The days of a month at whose ends the sums of all weekdays are kept. */
export const endsWithin = (day: string): string[] => [...WITHIN.map((one) => `${day.slice(0, 8)}${one}`), lastDayOf(day)]

/** The first days of the months from one to the one a day lies in. */
export const monthsFrom = (first: string, to: string): string[] => {
  const months: string[] = []
  for (let month = first; month <= to; month = monthAfter(month)) months.push(month)
  return months
}
