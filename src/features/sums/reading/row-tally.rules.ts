import type { RowSums } from '#features/reports/kit/breakdown-kinds.rules.ts'
import { eachRow, type Reading } from './readings.rules.ts'

/** Where sums are taken from, and where in a row each goes. */
export interface ColumnMap {
  from: Int32Array
  to: Int32Array
}

/** What is read after so many first numbers goes to these places of a row. */
const columnMapOf = (positions: readonly number[], heads: number): ColumnMap => ({
  from: Int32Array.from(positions, (_, i) => i + heads),
  to: Int32Array.from(positions),
})

/** Room for so many second keys is made at first. */
const FIRST_ROWS = 128

/**
 * Sums by two keys: location and row, or row and period. Only what is kept is stored, and that of a first key lies in one piece: fifteen hundred rows
 * at five places, each a piece of its own, cost more to make, to look up and to clear away than all that is done with them.
 */
export class RowTally<A extends number | string, B extends number | string> {
  /** Where the sums that are kept stand in a row, and for each place of a row which of them it is. */
  readonly #kept: Int32Array
  readonly #columns: Int32Array
  /** Each second key's place in every table, and the key at each place. */
  readonly #places = new Map<B, number>()
  readonly #keys: B[] = []
  readonly #tables = new Map<A, Float64Array>()
  /** What is read is put here. */
  readonly #row: RowSums
  /** Rows over several first keys, added up once: an answer ranks by them, proves by them and writes them. */
  #whole: { over: readonly A[]; table: Float64Array } | undefined
  /** Second keys that are anything, found out once. */
  #there: readonly B[] | undefined
  /** The table last added to: rows of a first key come one after the other. */
  #last: { of: A; table: Float64Array } | undefined

  /** @param none what is shown where nothing was sold: zero, or "not kept" */
  constructor(none: RowSums) {
    this.#row = none.slice()
    this.#kept = Int32Array.from([...none.keys()].filter((position) => none[position] === 0))
    this.#columns = new Int32Array(none.length).fill(-1)
    for (const [column, position] of this.#kept.entries()) this.#columns[position] = column
  }

  /**
   * Adds what was read.
   * @param positions where the sums after the first two numbers of a row go
   */
  add(reading: Reading, positions: readonly number[], first: (value: number) => A | undefined, second: (value: number) => B | undefined): void {
    const lies = columnMapOf(positions, 2)
    eachRow(reading, (row) => {
      const [a, b] = [first(row[0] as number), second(row[1] as number)]
      if (a !== undefined && b !== undefined) this.plus(a, b, row, 0, lies)
    })
  }

  /** Adds what was read by location, row and period. @param cellOf the two keys that these three numbers count under */
  addSeries(
    { sums, texts }: Reading,
    positions: readonly number[],
    cellOf: (locationId: number, key: number, bucket: number) => readonly [first: A, second: B] | undefined,
  ): void {
    const lies = columnMapOf(positions, 3)
    eachRow({ sums: ['bucket', ...sums], texts }, (row) => {
      const cell = cellOf(row[0] as number, row[1] as number, row[2] as number)
      if (cell) this.plus(...cell, row, 0, lies)
    })
  }

  /** Adds to a row the sums that begin at `at`. */
  plus(a: A, b: B, sums: Float64Array, at: number, { from, to }: ColumnMap): void {
    const start = this.#placeOf(b) * this.#kept.length
    const table = this.#tableOf(a)
    for (let i = 0; i < to.length; i += 1) {
      const place = start + (this.#columns[to[i] as number] as number)
      table[place] = (table[place] as number) + (sums[at + (from[i] as number)] as number)
    }
  }

  #placeOf(b: B): number {
    const known = this.#places.get(b)
    if (known !== undefined) return known
    const place = this.#places.size
    this.#places.set(b, place)
    this.#keys.push(b)
    return place
  }

  /** The table of a first key, with room for every second key there is by now. */
  #tableOf(a: A): Float64Array {
    this.#whole = undefined
    this.#there = undefined
    const length = this.#keys.length * this.#kept.length
    const last = this.#last
    if (last !== undefined && last.of === a && last.table.length >= length) return last.table
    const table = this.#withRoom(a, length)
    this.#last = { of: a, table }
    return table
  }

  #withRoom(a: A, length: number): Float64Array {
    const table = this.#tables.get(a)
    if (table && table.length >= length) return table
    const wider = new Float64Array(Math.max(2 * length, FIRST_ROWS * this.#kept.length))
    if (table) wider.set(table)
    this.#tables.set(a, wider)
    return wider
  }

  /** Whether a row is anything: what sold before the range alone, or was taken back within it, is zero wherever it is kept. */
  has(a: A, b: B): boolean {
    const place = this.#places.get(b)
    return place !== undefined && this.#isAnything(this.#tables.get(a) ?? NOTHING, place)
  }

  /** How many rows of a first key are anything. */
  countAt(a: A): number {
    const table = this.#tables.get(a) ?? NOTHING
    let count = 0
    for (let place = 0; place < this.#places.size; place += 1) if (this.#isAnything(table, place)) count += 1
    return count
  }

  /** Every second key that is anything somewhere. */
  keys(): readonly B[] {
    this.#there ??= this.#keysThere()
    return this.#there
  }

  #keysThere(): B[] {
    const isThere = new Uint8Array(this.#keys.length)
    for (const table of this.#tables.values())
      for (let place = 0; place < isThere.length; place += 1) if (isThere[place] === 0 && this.#isAnything(table, place)) isThere[place] = 1
    return this.#keys.filter((_, place) => isThere[place] === 1)
  }

  #isAnything(table: Float64Array, place: number): boolean {
    const end = Math.min((place + 1) * this.#kept.length, table.length)
    for (let i = place * this.#kept.length; i < end; i += 1) if (table[i] !== 0) return true
    return false
  }

  /** The sums of a row, to be read before the next is asked for: they lie in the same row every time. */
  of(a: A, b: B): RowSums {
    return this.#read(this.#tables.get(a) ?? NOTHING, b)
  }

  /** The same over several of the first keys. */
  over(all: readonly A[], b: B): RowSums {
    return this.#read(this.#wholeOf(all), b)
  }

  /** The total of all rows of a first key. */
  totalAt(a: A): RowSums {
    return this.#totalOf(this.#tables.get(a) ?? NOTHING)
  }

  /** The same over several of the first keys. */
  totalOver(all: readonly A[]): RowSums {
    return this.#totalOf(this.#wholeOf(all))
  }

  #totalOf(table: Float64Array): RowSums {
    const total = this.#row.slice()
    for (const [column, position] of this.#kept.entries()) {
      let sum = 0
      for (let i = column; i < table.length; i += this.#kept.length) sum += table[i] as number
      total[position] = sum
    }
    return total
  }

  #wholeOf(all: readonly A[]): Float64Array {
    if (this.#whole?.over === all) return this.#whole.table
    const table = new Float64Array(this.#places.size * this.#kept.length)
    for (const a of all) {
      const one = this.#tables.get(a) ?? NOTHING
      const end = Math.min(table.length, one.length)
      for (let i = 0; i < end; i += 1) table[i] = (table[i] as number) + (one[i] as number)
    }
    this.#whole = { over: all, table }
    return table
  }

  #read(table: Float64Array, b: B): RowSums {
    const start = (this.#places.get(b) ?? this.#places.size) * this.#kept.length
    for (let column = 0; column < this.#kept.length; column += 1) this.#row[this.#kept[column] as number] = table[start + column] ?? 0
    return this.#row
  }

  /** Divides every sum, as for an average. */
  divideBy(by: number): void {
    this.#whole = undefined
    this.#there = undefined
    if (by > 1) for (const table of this.#tables.values()) for (let i = 0; i < table.length; i += 1) table[i] = (table[i] as number) / by
  }
}

const NOTHING = new Float64Array()
