import { isoWeekday } from '#shared/day.ts'

/** How an item sold on the days of the window. Quantities are ten-thousandths of a unit. */
export interface Trade {
  /** What sales took, without wastage; there may be later days after those of the window. */
  used: ArrayLike<number>
  /** On which days the location traded. */
  open: readonly boolean[]
  /** On which of those it was there to be sold: there was something in the morning, or something came or was sold. */
  inStock: readonly boolean[]
}

/** How much of an item goes on a day on which it is there. */
export interface Rate {
  /** Ten-thousandths of a unit a day, not rounded; 0 where nothing was sold. */
  perDay: number
  /** Days of the window on which the location traded and the item was there; and all on which the location traded. */
  inStockDays: number
  openDays: number
  /** What was used on the days in stock. */
  used: number
}

/** Used ÷ days in stock: a day on which there was nothing to sell says nothing of how it sells (domain 3.7). */
export const rateOf = ({ used, open, inStock }: Trade): Rate => {
  let [inStockDays, openDays, sum] = [0, 0, 0]
  for (let i = 0; i < open.length; i += 1) {
    if (open[i]) openDays += 1
    if (!inStock[i]) continue
    inStockDays += 1
    sum += used[i] as number
  }
  return { perDay: inStockDays === 0 ? 0 : Math.max(0, sum) / inStockDays, inStockDays, openDays, used: sum }
}

/**
 * What an item usually takes on each ISO weekday, index 0 for Monday: the average of its days in stock; the average of all where it was out of stock on every one of
 * them; nothing where the location does not trade.
 * @param from the first day of the window
 */
export const weekdayRates = ({ used, open, inStock }: Trade, from: string, { perDay } = rateOf({ used, open, inStock })): number[] => {
  const first = isoWeekday(from) - 1
  const rates = [0, 0, 0, 0, 0, 0, 0]
  for (let weekday = 0; weekday < rates.length; weekday += 1) {
    let [sum, there, isOpen] = [0, 0, false]
    for (let i = (weekday - first + 7) % 7; i < open.length; i += 7) {
      if (open[i]) isOpen = true
      if (!inStock[i]) continue
      there += 1
      sum += used[i] as number
    }
    rates[weekday] = there > 0 ? Math.max(0, sum) / there : isOpen ? perDay : 0
  }
  return rates
}

/** How long stock lasts, by days on hand. `dead` did not sell for 60 days; `unsold` sold in those, but not in the window. */
export const DAY_CLASSES = ['out', 'under3', 'to7', 'to14', 'to30', 'to60', 'over60', 'unsold', 'dead'] as const
export type DayClass = (typeof DAY_CLASSES)[number]

/** So many days without a sale make stock dead. */
export const DEAD_DAYS = 60

/** On hand ÷ rate (domain 3.8), to a tenth of a day as it is shown: 0 where nothing is there, null where nothing sells. */
export const daysOnHand = (onHand: number, perDay: number): number | null => {
  if (onHand <= 0) return 0
  return perDay === 0 ? null : Math.round((onHand * 10) / perDay) / 10
}

const UPPER: readonly [DayClass, number][] = [
  ['under3', 3],
  ['to7', 8],
  ['to14', 15],
  ['to30', 31],
  ['to60', 61],
]

/** Which class stock is in; under 3 days, 3 to 7, 8 to 14, 15 to 30, 31 to 60 whole days, and more. */
export const dayClassOf = (onHand: number, perDay: number, soldLately: boolean): DayClass => {
  const days = daysOnHand(onHand, perDay)
  if (days === null) return soldLately ? 'unsold' : 'dead'
  if (onHand <= 0) return 'out'
  return UPPER.find(([, under]) => days < under)?.[0] ?? 'over60'
}
