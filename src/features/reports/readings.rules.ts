import type { SumName } from './figures.rules.ts'

/** Sums by location and bucket as the database answers them: texts of whole numbers parted by commas, rows by semicolons. */
export interface Reading {
  /** What the numbers after the first two of a row hold, which are its location and bucket. */
  sums: readonly SumName[]
  texts: readonly string[]
}

const [COMMA, SEMICOLON, MINUS, ZERO] = [44, 59, 45, 48]

/**
 * Visits each row of a reading: [location, bucket, …sums]. The row is the same one every time, for what is read is a hundred thousand numbers,
 * and laying them all out first costs as much as reading them.
 * @throws where a number is beyond 2^53, since it could not be told to the cent
 */
export const eachRow = ({ sums, texts }: { sums: readonly string[]; texts: readonly string[] }, visit: (row: Float64Array) => void): void => {
  const row = new Float64Array(sums.length + 2)
  for (const text of texts) if (text.length > 0) rowsOf(text, row, visit)
}

const rowsOf = (text: string, row: Float64Array, visit: (row: Float64Array) => void): void => {
  let [column, value, sign] = [0, 0, 1]
  for (let i = 0; i <= text.length; i += 1) {
    const char = i === text.length ? SEMICOLON : text.charCodeAt(i)
    if (char === MINUS) sign = -1
    else if (char !== COMMA && char !== SEMICOLON) value = value * 10 + (char - ZERO)
    else {
      if (value > Number.MAX_SAFE_INTEGER) throw new Error('A sum beyond 2^53 cannot be told to the cent.')
      row[column] = sign * value
      column += 1
      value = 0
      sign = 1
      if (char === SEMICOLON) {
        visit(row)
        column = 0
      }
    }
  }
}

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
