import { eachRow, type Reading } from '#features/sums/reading/readings.rules.ts'
import { BESIDE_SUMS, noSums, SUM, SUM_COUNT, type SumName, type Sums } from './figures.rules.ts'
import type { Source } from './sales-plan.rules.ts'

/** What a location without any trade shows: zero, and "not kept" where the source does not keep a figure. */
export const noneIn = (source: Source): Sums => {
  const places: readonly SumName[] = ['takeaway', 'delivery', 'loyaltyN', 'loyaltyAmount']
  const takings = BESIDE_SUMS.filter((name) => !places.includes(name))
  if (source === 'items') return noSums(['customers', ...places, ...takings])
  return source === 'item-receipts' ? noSums(['customers', ...takings]) : noSums()
}

/** Sums by location: of the whole range, and of each column. They lie in one row of numbers, since there may be a hundred thousand. */
export class Tally {
  readonly #locations: ReadonlyMap<number, number>
  readonly #columns: ReadonlyMap<string, number>
  readonly #sums: Float64Array
  readonly #traded = new Set<number>()

  /** @param none what is shown where nothing was sold: zero, or "not kept" where the source does not keep it */
  constructor(locationIds: readonly number[], columns: readonly string[], none: Sums) {
    this.#locations = new Map(locationIds.map((locationId, i) => [locationId, i]))
    this.#columns = new Map(columns.map((column, i) => [column, i + 1]))
    this.#sums = new Float64Array(locationIds.length * (columns.length + 1) * SUM_COUNT)
    for (const [i, value] of none.entries()) {
      if (Number.isNaN(value)) for (let at = i; at < this.#sums.length; at += SUM_COUNT) this.#sums[at] = value
    }
  }

  /** Adds what was read; a bucket without a column counts in the whole only, one whose column is null nowhere. */
  add(reading: Reading, columnOf: (bucket: number) => string | undefined | null): void {
    const positions = Int32Array.from(reading.sums, (name) => SUM[name])
    const columns = new Map<number, number>()
    eachRow(reading, (row) => {
      const location = this.#locations.get(row[0] as number)
      if (location === undefined) return
      const bucket = row[1] as number
      let column = columns.get(bucket)
      if (column === undefined) {
        const name = columnOf(bucket)
        column = name === null ? -1 : (this.#columns.get(name ?? '') ?? 0)
        columns.set(bucket, column)
      }
      if (column >= 0 && this.#addRow(location, column, positions, row)) this.#traded.add(location)
    })
  }

  /** Adds a row to the whole and to its column; whether anything of it was not zero: what is taken off a coarser piece may leave rows of nothing. */
  #addRow(location: number, column: number, positions: Int32Array, row: Float64Array): boolean {
    const sums = this.#sums
    const whole = this.#at(location, 0)
    const start = this.#at(location, column)
    let isSomething = false
    for (let i = 0; i < positions.length; i += 1) {
      const value = row[i + 2] as number
      if (value === 0) continue
      isSomething = true
      const position = positions[i] as number
      sums[whole + position] = (sums[whole + position] as number) + value
      if (column > 0) sums[start + position] = (sums[start + position] as number) + value
    }
    return isSomething
  }

  /** Adds one sum of a location to a column, by its place from 1 on, or to the whole range, which is 0. */
  put(locationId: number, column: number, name: SumName, value: number): void {
    const at = this.rowOf(locationId, column) + SUM[name]
    this.#sums[at] = (this.#sums[at] as number) + value
  }

  #at(location: number, column: number): number {
    return (location * (this.#columns.size + 1) + column) * SUM_COUNT
  }

  /** All sums, a row of SUM_COUNT for each location and column. */
  get sums(): Float64Array {
    return this.#sums
  }

  /** Where the row of a location begins: of a column by its place from 1 on, or of the whole range, which is 0. */
  rowOf(locationId: number, column: number): number {
    return this.#at(this.#locations.get(locationId) ?? 0, column)
  }

  whole(locationId: number): Sums {
    return this.column(locationId, 0)
  }

  /** The sums of a location in a column, by its place from 1 on. */
  column(locationId: number, column: number): Sums {
    const at = this.rowOf(locationId, column)
    return this.#sums.subarray(at, at + SUM_COUNT)
  }

  /** The sums of several locations together, a row of SUM_COUNT for the whole range and each column. */
  over(locationIds: readonly number[]): Float64Array {
    const length = (this.#columns.size + 1) * SUM_COUNT
    const over = new Float64Array(length)
    for (const locationId of locationIds) {
      const first = this.rowOf(locationId, 0)
      for (let i = 0; i < length; i += 1) over[i] = (over[i] as number) + (this.#sums[first + i] as number)
    }
    return over
  }

  /** Puts the sums of several locations, of a column or of the whole range, into a row. */
  sumInto(sums: Sums, locationIds: readonly number[], column: number): void {
    sums.fill(0)
    for (const locationId of locationIds) {
      const at = this.rowOf(locationId, column)
      for (let i = 0; i < SUM_COUNT; i += 1) sums[i] = (sums[i] as number) + (this.#sums[at + i] as number)
    }
  }

  /** Of these columns nothing is known. */
  leaveOut(columns: readonly string[]): void {
    for (const column of columns) {
      for (const locationId of this.#locations.keys()) {
        const at = this.rowOf(locationId, this.#columns.get(column) ?? 0)
        this.#sums.fill(Number.NaN, at, at + SUM_COUNT)
      }
    }
  }

  /** One sum of several locations, of a column or of the whole range. */
  sumOf(locationIds: readonly number[], column: number, name: SumName): number {
    let sum = 0
    for (const locationId of locationIds) sum += this.#sums[this.rowOf(locationId, column) + SUM[name]] as number
    return sum
  }

  has(locationId: number): boolean {
    return this.#traded.has(this.#locations.get(locationId) ?? -1)
  }

  /** Divides every sum, as for an average. */
  divideBy(by: number): void {
    if (by > 1) for (let i = 0; i < this.#sums.length; i += 1) this.#sums[i] = (this.#sums[i] as number) / by
  }
}
