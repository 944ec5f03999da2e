import type { SumName } from '#features/reports/kit/figures.rules.ts'
import { UnsoundSums } from '#shared/stored-sums.ts'

/** Sums by location and bucket as the database answers them: texts of whole numbers separated by commas, rows by semicolons. */
export interface Reading {
  /** What the numbers after the first two of a row hold, which are its location and bucket. */
  sums: readonly SumName[]
  texts: readonly string[]
}

const [SEMICOLON, MINUS, ZERO] = [59, 45, 48]
/** As many digits as a machine word surely holds. */
const WORD_DIGITS = 9

/**
 * Visits each row of a reading: [location, bucket, …sums]. The row is the same one every time, for what is read is a hundred thousand numbers,
 * and laying them all out first costs as much as reading them.
 * @throws where a number is beyond 2^53, since it could not be told to the cent
 */
export const eachRow = ({ sums, texts }: { sums: readonly string[]; texts: readonly string[] }, visit: (row: Float64Array) => void): void => {
  const row = new Float64Array(sums.length + 2)
  for (const text of texts) if (text.length > 0) rowsOf(text, row, visit)
}

/**
 * A number of a row as an object holds it best: a double out of a row would get a box of its own in every object it is kept in, which twenty thousand of them feel.
 */
export const unboxed = (value: number): number => ((value | 0) === value ? value | 0 : value)

/** Digits are looked at as bytes, and added up as machine words for as long as they fit: two to three times as fast as characters and doubles. */
const rowsOf = (text: string, row: Float64Array, visit: (row: Float64Array) => void): void => {
  const bytes = encoder.encode(`${text};`)
  const end = bytes.length - 1
  let [column, at] = [0, 0]
  while (at <= end) {
    const isNegative = bytes[at] === MINUS
    if (isNegative) at += 1
    const begin = at
    let word = 0
    let digit = (bytes[at++] as number) - ZERO
    // What stands before and after the digits is either way beyond nine.
    while (digit >>> 0 <= 9) {
      word = (Math.imul(word, 10) + digit) | 0
      digit = (bytes[at++] as number) - ZERO
    }
    const value = at - begin <= WORD_DIGITS + 1 ? word : longNumber(bytes, begin, at - 1)
    row[column] = isNegative ? -value : value
    column += 1
    if (digit === SEMICOLON - ZERO) {
      if (column !== row.length) throw new UnsoundSums('A row of sums is cut short.')
      visit(row)
      column = 0
    }
  }
}

const longNumber = (bytes: Uint8Array, begin: number, end: number): number => {
  let value = 0
  for (let at = begin; at < end; at += 1) value = value * 10 + ((bytes[at] as number) - ZERO)
  if (value > Number.MAX_SAFE_INTEGER) throw new Error('A sum beyond 2^53 cannot be told to the cent.')
  return value
}

const encoder = new TextEncoder()

/** The buckets in which there is anything; what is taken off a coarser piece may leave some of nothing. */
export const bucketsIn = (readings: readonly Reading[]): Set<number> => {
  const buckets = new Set<number>()
  for (const reading of readings) {
    eachRow(reading, (row) => {
      if (row.subarray(2).some((value) => value !== 0)) buckets.add(row[1] as number)
    })
  }
  return buckets
}
