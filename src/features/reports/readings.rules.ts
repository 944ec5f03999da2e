import type { SumName } from './figures.rules.ts'

/** Sums by location and bucket as the database answers them: numbers row by row, [location, bucket, …sums]. */
export interface Reading {
  /** What the columns after the first two hold. */
  sums: readonly SumName[]
  values: Float64Array
}

const [COMMA, SEMICOLON, MINUS, ZERO] = [44, 59, 45, 48]

/**
 * The whole numbers of a text that parts them by commas, and rows by semicolons.
 * @throws where a number is beyond 2^53, since it could not be told to the cent
 */
export const numbersIn = (text: string): Float64Array => {
  const numbers = new Float64Array((text.length + 1) >> 1)
  let [count, value, sign] = [0, 0, 1]
  for (let i = 0; i <= text.length; i += 1) {
    const char = i === text.length ? SEMICOLON : text.charCodeAt(i)
    if (char === MINUS) sign = -1
    else if (char !== COMMA && char !== SEMICOLON) value = value * 10 + (char - ZERO)
    else {
      if (value > Number.MAX_SAFE_INTEGER) throw new Error('A sum beyond 2^53 cannot be told to the cent.')
      numbers[count] = sign * value
      count += 1
      value = 0
      sign = 1
    }
  }
  return numbers.subarray(0, text.length === 0 ? 0 : count)
}

/** The buckets in which there is anything; what is taken off a coarser piece may leave some of nothing. */
export const bucketsIn = (readings: readonly Reading[]): Set<number> => {
  const buckets = new Set<number>()
  for (const { sums, values } of readings) {
    for (let at = 0; at < values.length; at += sums.length + 2) {
      if (values.subarray(at + 2, at + 2 + sums.length).some((value) => value !== 0)) buckets.add(values[at + 1] as number)
    }
  }
  return buckets
}
