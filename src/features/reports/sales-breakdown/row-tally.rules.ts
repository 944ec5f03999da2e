import { eachRow, type Reading } from '../readings.rules.ts'
import type { RowSums } from './breakdown-kinds.rules.ts'

/** Rows that are made at once. */
const BLOCK_ROWS = 256

/** Sums by two keys: location and row, or row and period. */
export class RowTally<A extends number | string, B extends number | string> {
  readonly #none: RowSums
  readonly #rows = new Map<A, Map<B, RowSums>>()
  /** Rows over several first keys, added up once: an answer ranks by them, proves by them and writes them. */
  #whole = new Map<B, RowSums>()
  #wholeOver: readonly A[] = []
  #block = new Float64Array(0)
  #at = 0

  /** @param none what is shown where nothing was sold: zero, or "not kept" */
  constructor(none: RowSums) {
    this.#none = none
  }

  /**
   * Adds what was read.
   * @param positions where the sums after the first two numbers of a row go
   */
  add(reading: Reading, positions: readonly number[], first: (value: number) => A | undefined, second: (value: number) => B | undefined): void {
    eachRow(reading, (row) => {
      const [a, b] = [first(row[0] as number), second(row[1] as number)]
      if (a === undefined || b === undefined || row.subarray(2).every((value) => value === 0)) return
      const sums = this.at(a, b)
      for (let i = 0; i < positions.length; i += 1) {
        const position = positions[i] as number
        sums[position] = (sums[position] as number) + (row[i + 2] as number)
      }
    })
  }

  /** Leaves out the rows of nothing: what sold before the range alone, or was taken back within it. */
  prune(): this {
    for (const rows of this.#rows.values()) for (const [b, sums] of rows) if (isNothing(sums)) rows.delete(b)
    return this
  }

  /** The sums of a row, to be added to. */
  at(a: A, b: B): RowSums {
    if (this.#whole.size > 0) this.#whole = new Map()
    let rows = this.#rows.get(a)
    if (!rows) {
      rows = new Map()
      this.#rows.set(a, rows)
    }
    let sums = rows.get(b)
    if (!sums) {
      sums = this.#fresh()
      rows.set(b, sums)
    }
    return sums
  }

  /** A row of nothing. Many lie in one piece of memory: thousands of small ones cost as much to make and to clear away as all that is done with them. */
  #fresh(): RowSums {
    const length = this.#none.length
    if (this.#at + length > this.#block.length) {
      this.#block = new Float64Array(BLOCK_ROWS * length)
      this.#at = 0
    }
    const sums = this.#block.subarray(this.#at, this.#at + length)
    this.#at += length
    sums.set(this.#none)
    return sums
  }

  /** The sums of a row, to be read. */
  of(a: A, b: B): RowSums {
    return this.#rows.get(a)?.get(b) ?? this.#none
  }

  rowsAt(a: A): ReadonlyMap<B, RowSums> {
    return this.#rows.get(a) ?? new Map()
  }

  /** Every second key there is. */
  keys(): Set<B> {
    const keys = new Set<B>()
    for (const rows of this.#rows.values()) for (const b of rows.keys()) keys.add(b)
    return keys
  }

  /** A row over several of the first keys, to be read. */
  over(all: readonly A[], b: B): RowSums {
    if (all !== this.#wholeOver) {
      this.#whole = new Map()
      this.#wholeOver = all
    }
    const known = this.#whole.get(b)
    if (known) return known
    const sum = this.#fresh()
    for (const a of all) {
      const row = this.#rows.get(a)?.get(b)
      if (row) addInto(sum, row)
    }
    this.#whole.set(b, sum)
    return sum
  }

  /** Divides every sum, as for an average. */
  divideBy(by: number): void {
    this.#whole = new Map()
    if (by > 1)
      for (const rows of this.#rows.values()) for (const sums of rows.values()) for (let i = 0; i < sums.length; i += 1) sums[i] = (sums[i] as number) / by
  }
}

/** Whether a row is zero wherever it is kept. */
const isNothing = (sums: RowSums): boolean => {
  for (let i = 0; i < sums.length; i += 1) if (Math.abs(sums[i] as number) > 0) return false
  return true
}

/** Adds one row to another; what either does not keep, the sum does not keep. */
export const addInto = (sum: Float64Array, row: Float64Array, sign = 1): void => {
  for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] as number) + sign * (row[i] as number)
}
