import { type Rate, type Trade, weekdayRates } from '#features/stock/on-hand/rate.rules.ts'
import { isoWeekday } from '#shared/day.ts'

/** Fewer days in stock say too little about how an item sells. */
export const LEAST_DAYS = 14

/** What a suggestion is made of. Quantities are ten-thousandths of a unit. */
export interface Ordering {
  trade: Trade
  /** Of that trade. */
  rate: Rate
  /** The first day of the window the trade is of. */
  windowFrom: string
  today: string
  usedToday: number
  /** null where it was never counted. */
  onHand: number | null
  onOrder: number
  /** Days from order to delivery, and from then to the next order; null where nobody told. */
  leadDays: number | null
  coverDays: number
  packSize: number | null
  /** Packs. */
  orderMinimum: number
  hasSupplier: boolean
  /** Between which quantities it is kept, where somebody said so. */
  least: number | null
  most: number | null
}

/** Why there is no suggestion. */
export type NoSuggestion = 'notCounted' | 'belowZero' | 'tooNew' | 'noSupplier' | 'noPack' | 'noLeadTime'

/** How much to order, and how that came about. Quantities are ten-thousandths of a unit. */
export interface Suggestion {
  /** Days the order has to last, today included. */
  days: number
  perDay: number
  inStockDays: number
  openDays: number
  forecast: number
  /** Kept beyond what is expected: the least of the location, or what its busiest weekday takes above the average. */
  spare: number
  onHand: number
  onOrder: number
  /** What is missing; 0 where it lasts. */
  short: number
  packs: number
  /** By least and most instead of by what sells. */
  byLevels: boolean
  /** What it usually takes on each ISO weekday, index 0 for Monday. */
  weekdays: readonly number[]
}

/** What to order of an item: what it needs until the delivery after next, and how many packs that is (domain 3.7). */
export const suggestionOf = (ordering: Ordering): Suggestion | NoSuggestion => {
  const { trade, rate, onHand, onOrder, leadDays, coverDays, packSize, least, most } = ordering
  const { perDay, inStockDays, openDays } = rate
  if (onHand === null) return 'notCounted'
  if (onHand < 0) return 'belowZero'
  const byLevels = most !== null
  if (!byLevels && inStockDays < LEAST_DAYS) return 'tooNew'
  if (!ordering.hasSupplier) return 'noSupplier'
  if (packSize === null) return 'noPack'
  if (leadDays === null) return 'noLeadTime'
  const days = leadDays + coverDays
  const weekdays = weekdayRates(trade, ordering.windowFrom, rate)
  const forecast = forecastOf(ordering, weekdays, days)
  // What the busiest weekday takes above the average.
  const spare = least ?? Math.max(0, Math.round(Math.max(...weekdays) - perDay))
  const needed = byLevels ? (onHand + onOrder <= (least ?? 0) ? most : 0) : forecast + spare
  const short = Math.max(0, Math.ceil(needed - onHand - onOrder))
  const packs = short === 0 ? 0 : Math.max(ordering.orderMinimum, Math.ceil(short / packSize))
  return { days, perDay, inStockDays, openDays, forecast, spare, onHand, onOrder, short, packs, byLevels, weekdays }
}

/** What its weekdays take over the coming days, less what today took already. */
const forecastOf = ({ today, usedToday }: Ordering, rates: readonly number[], days: number): number => {
  const first = isoWeekday(today) - 1
  let sum = 0
  for (let i = 0; i < days; i += 1) sum += rates[(first + i) % 7] as number
  const soldOfToday = days === 0 ? 0 : Math.min(Math.max(0, usedToday), rates[first] as number)
  return Math.round(sum - soldOfToday)
}

/** How far ahead it is looked when something runs out. */
const LOOK_AHEAD_DAYS = 60

/** After how many days the usual use of the days before and of that day is more than what is there; null where it lasts longer than is looked ahead. */
export const daysUntilOut = ({ onHand, weekdays }: Pick<Suggestion, 'onHand' | 'weekdays'>, today: string, most = LOOK_AHEAD_DAYS): number | null => {
  const first = isoWeekday(today) - 1
  let left = onHand
  for (let i = 0; i < most; i += 1) {
    left -= weekdays[(first + i) % 7] as number
    if (left < 0) return i
  }
  return null
}
