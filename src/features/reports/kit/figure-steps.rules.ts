import { toMajor } from '#shared/money.ts'

/** The wire's decimal number of an amount in minor units. */
export const moneyOf = toMajor

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
