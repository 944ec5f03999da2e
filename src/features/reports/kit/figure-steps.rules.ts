import { decimalsOf } from '#shared/money.ts'

/** Minor units, or a fraction of them from an average, as the wire's decimal number: half a cent goes away from zero. */
export const moneyOf = (minor: number, currency: string): number => whole(minor) / 10 ** decimalsOf(currency)

/** The nearest whole step, half a step away from zero; never minus zero. */
export const whole = (value: number): number => (value < 0 ? -Math.round(-value) : Math.round(value)) + 0

/** Where rows of sums lie: one each `stride` numbers from `first` on. */
export interface SumRows {
  sums: Float64Array
  first: number
  stride: number
  count: number
}
