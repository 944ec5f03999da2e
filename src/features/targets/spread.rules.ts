import type { Span } from '#features/reports/kit/period.rules.ts'
import { addDays, dayNumber, everyDay, isoWeekday, monthEnd } from '#shared/day.ts'
import { allocate } from '#shared/money.ts'

/** Weekdays are judged by so many days: 52 weeks. */
const HISTORY_DAYS = 364
/** With less than four weeks of trade nobody knows the weekdays yet. */
const LEAST_DAYS = 28

/** The name of the public holiday a location keeps on a day. */
export type HolidayOn = (day: string) => string | undefined

/** The days a month's spread goes by: the 52 weeks before the month, or before today where the month is not over by then. */
export const historyOf = (month: string, today: string): Span => {
  const to = addDays(month < today ? month : today, -1)
  return { from: addDays(to, 1 - HISTORY_DAYS), to }
}

/**
 * Spreads a month's target over its days, to the cent: each day weighs what its weekday sells on average, a public holiday as much less or more as holidays did,
 * a weekday that is closed nothing. Without four weeks of trade, or where every day of the month weighs nothing, all days are alike.
 * @param month its first day
 * @param sold net sales by day in the history, minor units; days without trade may be missing
 */
export const spread = (amount: number, month: string, sold: ReadonlyMap<string, number>, holidayOn: HolidayOn): number[] => {
  const days = everyDay(month, monthEnd(month))
  const weights = weightsOf(days, sold, holidayOn)
  return allocate(amount, weights.some((weight) => weight > 0) ? weights : days.map(() => 1))
}

const weightsOf = (days: readonly string[], sold: ReadonlyMap<string, number>, holidayOn: HolidayOn): number[] => {
  const history = daysOfTrade(sold)
  if (history.length < LEAST_DAYS) return days.map(() => 0)
  const net = (day: string) => sold.get(day) ?? 0
  const usual = usualOf(history, net, holidayOn)
  const share = holidayShare(history, net, usual, holidayOn)
  return days.map((day) => {
    const holiday = holidayOn(day)
    return usual(day) * (holiday === undefined ? 1 : share(holiday))
  })
}

/** From the first day that sold anything to the last. */
const daysOfTrade = (sold: ReadonlyMap<string, number>): string[] => {
  const numbers = [...sold].filter(([, net]) => net !== 0).map(([day]) => dayNumber(day))
  if (numbers.length === 0) return []
  const first = addDays('1970-01-01', Math.min(...numbers))
  return everyDay(first, addDays('1970-01-01', Math.max(...numbers)))
}

/** What the weekday of a day sells on average, holidays apart. */
const usualOf = (history: readonly string[], net: (day: string) => number, holidayOn: HolidayOn): ((day: string) => number) => {
  const [sums, counts] = [new Array<number>(8).fill(0), new Array<number>(8).fill(0)]
  for (const day of history) {
    if (holidayOn(day) !== undefined) continue
    const weekday = isoWeekday(day)
    sums[weekday] = (sums[weekday] as number) + net(day)
    counts[weekday] = (counts[weekday] as number) + 1
  }
  return (day) => {
    const weekday = isoWeekday(day)
    return counts[weekday] ? Math.max(0, (sums[weekday] as number) / (counts[weekday] as number)) : 0
  }
}

/** What a holiday sells of a usual day: nothing where the location was closed on it the last time, else what it sold on all holidays together that it traded on. */
const holidayShare = (
  history: readonly string[],
  net: (day: string) => number,
  usual: (day: string) => number,
  holidayOn: HolidayOn,
): ((holiday: string) => number) => {
  const closed = new Set<string>()
  let [sold, expected] = [0, 0]
  for (const day of history) {
    const holiday = holidayOn(day)
    if (holiday === undefined) continue
    if (net(day) > 0) {
      sold += net(day)
      expected += usual(day)
      closed.delete(holiday)
    } else closed.add(holiday)
  }
  const share = expected > 0 ? sold / expected : 1
  return (holiday) => (closed.has(holiday) ? 0 : share)
}
