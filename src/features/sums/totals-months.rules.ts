const DAY_MS = 86_400_000

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
