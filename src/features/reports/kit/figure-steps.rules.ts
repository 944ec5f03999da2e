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

/** A figure of so many whole steps, as the wire has it. @param steps how many of them are one @returns null where it is not kept, or an average of nothing */
export const figureOf = (made: number, steps: number): number | null => {
  const value = made / steps
  return Number.isNaN(value) ? null : value
}

/** The same of many figures, which stand among others: every `stride`-th from `first` on. */
export const figureList = (made: Float64Array, { first, stride, count }: Omit<SumRows, 'sums'>, steps: number): (number | null)[] => {
  const values: (number | null)[] = []
  for (let i = 0; i < count; i += 1) values.push(figureOf(made[first + i * stride] as number, steps))
  return values
}
