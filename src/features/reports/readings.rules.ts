import type { SumName } from './figures.rules.ts'

/** Sums by location and bucket as the database answers them: numbers row by row, [location, bucket, …sums]. */
export interface Reading {
  /** What the columns after the first two hold. */
  sums: readonly SumName[]
  values: Float64Array
}

const [COMMA, SEMICOLON, MINUS, ZERO] = [44, 59, 45, 48]

/**
 * The whole numbers of texts that part them by commas, and rows by semicolons.
 * @throws where a number is beyond 2^53, since it could not be told to the cent
 */
export const numbersIn = (texts: readonly string[]): Float64Array => {
  const most = texts.reduce((length, text) => length + ((text.length + 1) >> 1), 0)
  if (most > scratch.length && most <= SCRATCH_MOST) scratch = new Float64Array(most)
  const numbers = most <= SCRATCH_MOST ? scratch : new Float64Array(most)
  let count = 0
  for (const text of texts) count = numbersInto(numbers, count, text)
  return numbers.slice(0, count)
}

/** Read into first and copied from then: a number may be two characters long and is six, and fresh memory costs more than reading does. */
let scratch = new Float64Array(65_536)
const SCRATCH_MOST = 1_000_000

const numbersInto = (numbers: Float64Array, from: number, text: string): number => {
  if (text.length === 0) return from
  let [count, value, sign] = [from, 0, 1]
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
  return count
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
