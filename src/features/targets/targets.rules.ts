/** The most a location is to sell in a month, in major units. */
export const MOST_AMOUNT = 1_000_000_000
/** The years a target may be of. */
export const [FIRST_MONTH, LAST_MONTH] = ['2000-01', '2099-12']
/** Months before and after this one that a target may be set of: a month nobody trades in needs no holidays worked out. */
export const [MONTHS_BACK, MONTHS_AHEAD] = [60, 36]
/** Targets are read for at most three years, and set for as many at once as three years of fifty locations. */
export const MOST_MONTHS = 36
export const MOST_AT_ONCE = 1800

/** The first and the last month that a target may be set of. @param today the day it is at the venue */
export const settableMonths = (today: string): [first: string, last: string] => {
  const month = today.slice(0, 7)
  return [monthsLater(month, -MONTHS_BACK), monthsLater(month, MONTHS_AHEAD)]
}

/** What was sold in the months of a year; by its path alone, since with its contract would come the tables of the report. */
export const SALES_BY_MONTH = { method: 'GET', path: '/sales/month' } as const

/** The twelve months of the financial year that a month lies in, as YYYY-MM. @param financialYearStart MM-DD; the year begins with that month */
export const yearOf = (month: string, financialYearStart: string): string[] => {
  const starts = Number(financialYearStart.slice(0, 2))
  const [year, own] = [Number(month.slice(0, 4)), Number(month.slice(5, 7))]
  const first = (own < starts ? year - 1 : year) * 12 + starts - 1
  return Array.from({ length: 12 }, (_, i) => monthName(first + i))
}

/** The month so many months later. */
export const monthsLater = (month: string, months: number): string => monthName(Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months)

const monthName = (index: number): string => `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`
