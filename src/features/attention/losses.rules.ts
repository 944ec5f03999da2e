import { usualCashLimit } from '#shared/countries.ts'
import { decimalsOf } from '#shared/money.ts'

/** So many of the last eight same weekdays have to be known before anything is usual. */
export const WEEKS_BACK = 8
const LEAST_WEEKS = 4

/** By so much it has to be above the usual, besides a small amount of cash. */
const ABOVE = 1.5

/** The middle one of some amounts; between the two in the middle where there are as many on either side. */
export const medianOf = (amounts: readonly number[]): number => {
  const sorted = [...amounts].sort((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  const upper = sorted[half] ?? 0
  return sorted.length % 2 === 1 ? upper : Math.round(((sorted[half - 1] ?? upper) + upper) / 2)
}

/** What is usual by earlier days of the same weekday, minor units; nothing where too few are known. */
export const usualOf = (amounts: readonly number[]): number | undefined => (amounts.length < LEAST_WEEKS ? undefined : medianOf(amounts))

/** Whether an amount is so far above the usual that somebody wants to know, both in minor units. */
export const isAboveUsual = (amount: number, usual: number, currency: string): boolean =>
  amount > usual * ABOVE && amount - usual >= usualCashLimit(currency) * 10 ** decimalsOf(currency)
