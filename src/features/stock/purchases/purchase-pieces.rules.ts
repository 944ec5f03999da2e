import type { Span } from '#features/reports/kit/period.rules.ts'
import { addDays } from '#shared/day.ts'

/** A span as what is added up for it: whole years and whole quarters by their first days, and the days between them. */
export interface PurchasePieces {
  years: string[]
  quarters: string[]
  days: Span[]
}

export const purchasePieces = ({ from, to }: Span): PurchasePieces => {
  const pieces: PurchasePieces = { years: [], quarters: [], days: [] }
  for (let day = from; day <= to; ) {
    const [year, quarter] = [endOf(day, 12), endOf(day, 3)]
    const isYear = day.endsWith('-01-01') && year <= to
    const isQuarter = /-(01|04|07|10)-01$/.test(day) && quarter <= to
    const end = isYear ? year : quarter < to ? quarter : to
    if (isYear) pieces.years.push(day)
    else if (isQuarter) pieces.quarters.push(day)
    else pieces.days.push({ from: day, to: end })
    day = addDays(end, 1)
  }
  return pieces
}

/**
 * A span with the rest of its first and last year where nothing was bought in that rest: whole years are fewer rows than the days of one that has begun.
 * @param bought the first and the last day on which anything was bought
 */
export const wholeYearsOf = ({ from, to }: Span, bought: Span): Span => ({
  from: from <= bought.from ? `${from.slice(0, 4)}-01-01` : from,
  to: to >= bought.to ? endOf(to, 12) : to,
})

/** The last day of the quarter or year that a day lies in. */
const endOf = (day: string, months: 3 | 12): string => {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  return new Date(Date.UTC(year, Math.ceil(month / months) * months, 0)).toISOString().slice(0, 10)
}
