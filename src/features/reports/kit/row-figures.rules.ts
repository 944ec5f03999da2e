import { DecimalLists, DecimalMembers } from '#shared/json-decimals.ts'
import type { JsonWriter } from '#shared/json-text.ts'
import { decimalsOf } from '#shared/money.ts'
import { type SumRows, whole } from './figure-steps.rules.ts'

/** How a figure is told: counts with at most two decimals, since an average of four weeks has quarters; percent with one. */
export type RowKind = 'count' | 'money' | 'percent'

/** Where each figure stands in a row of them. */
export const placesIn = <Name extends string>(kinds: Readonly<Record<Name, RowKind>>): Readonly<Record<Name, number>> =>
  Object.fromEntries(Object.keys(kinds).map((name, i) => [name, i])) as Record<Name, number>

/**
 * Makes the figures of the sums that begin at `at`, unrounded, each at its place (`placesIn`): money in minor units, percent as 12.5; NaN is
 * not kept, or an average of nothing. Places and no names, since a report by day over years has a hundred thousand of them.
 */
type MakeFigures = (made: Float64Array, sums: Float64Array, at: number) => void

/** Writes figures into an object that has others before them: those of one row a member each, those of many a list each. */
interface RowWriter {
  write: (sums: Float64Array, at: number) => void
  /** `,"ByPeriod":{…}` */
  byPeriod: (rows: SumRows) => void
}

/** Figures of a report of its own sums: made once, of sums nobody rounded, and written alike for every row. */
export class RowFigures<Name extends string> {
  readonly names: readonly Name[]
  readonly kinds: Readonly<Record<Name, RowKind>>
  readonly #make: MakeFigures
  readonly #written = new Map<number, { members: DecimalMembers; lists: DecimalLists }>()
  readonly #scales: Float64Array
  /** A row as it is made, and room for the steps of many. */
  readonly #row: Float64Array
  #steps: Float64Array

  constructor(kinds: Readonly<Record<Name, RowKind>>, make: MakeFigures) {
    this.kinds = kinds
    this.names = Object.keys(kinds) as Name[]
    this.#make = make
    this.#scales = Float64Array.from(this.names, (name) => SCALES[kinds[name]])
    this.#row = new Float64Array(this.names.length)
    this.#steps = new Float64Array(this.names.length)
  }

  /** The figures of the sums that begin at `at`. @param currency null over several: money is not told then */
  of(sums: Float64Array, at: number, currency: string | null): Record<Name, number | null> {
    const steps = this.#stepsOf({ sums, first: at, stride: 0, count: 1 }, currency !== null)
    const decimals = this.#decimals(currency)
    return Object.fromEntries(this.names.map((name, i) => [name, figureOf(steps[i] as number, decimals[i] as number)])) as Record<Name, number | null>
  }

  writer(json: JsonWriter, currency: string | null): RowWriter {
    const { members, lists } = this.#writtenIn(currency)
    const isMoneyTold = currency !== null
    return {
      write: (sums, at) => json.decimals(members, this.#stepsOf({ sums, first: at, stride: 0, count: 1 }, isMoneyTold)),
      byPeriod: (rows) => {
        json.name('ByPeriod')
        json.decimalLists(lists, this.#stepsOf(rows, isMoneyTold), rows.count)
      },
    }
  }

  #writtenIn(currency: string | null): { members: DecimalMembers; lists: DecimalLists } {
    const places = currency === null ? 2 : decimalsOf(currency)
    const decimals = this.#decimals(currency)
    const written = this.#written.get(places) ?? { members: new DecimalMembers(this.names, decimals), lists: new DecimalLists(this.names, decimals) }
    this.#written.set(places, written)
    return written
  }

  #decimals(currency: string | null): number[] {
    const money = currency === null ? 2 : decimalsOf(currency)
    return this.names.map((name) => ({ count: 2, money, percent: 1 })[this.kinds[name]])
  }

  /** In the same room every time, since a report by day over years has thousands of rows for each place. */
  #stepsOf({ sums, first, stride, count }: SumRows, isMoneyTold: boolean): Float64Array {
    // Looked up once: written to meanwhile, the compiler would look them up for every number.
    const [row, scales, make] = [this.#row, this.#scales, this.#make]
    const width = row.length
    if (this.#steps.length < count * width) this.#steps = new Float64Array(count * width)
    const steps = this.#steps
    for (let i = 0, to = 0; i < count; i += 1, to += width) {
      make(row, sums, first + i * stride)
      for (let j = 0; j < width; j += 1) {
        const scale = scales[j] as number
        const value = row[j] as number
        const int = value | 0
        const isTold = scale !== MONEY || isMoneyTold
        // Most are whole already, and rounding costs more than looking.
        steps[to + j] = isTold ? (int === value ? int * scale : whole(value * scale)) : Number.NaN
      }
    }
    return steps
  }
}

/** Money is whole already; counts have hundredths, percent tenths. */
const MONEY = 1
const SCALES: Readonly<Record<RowKind, number>> = { count: 100, money: MONEY, percent: 10 }

const figureOf = (step: number, decimals: number): number | null => (Number.isNaN(step) ? null : step / 10 ** decimals)

/** A share or an average; of nothing it is not kept. */
export const ratio = (part: number, of: number): number => (of > 0 ? part / of : Number.NaN)

/** The row that stands for all locations together. */
export const ALL = 0

/** Sums by location and column; column 0 is the whole range, location ALL is all of them. */
export class Grid {
  readonly sums: Float64Array
  readonly #rows: ReadonlyMap<number, number>
  readonly #columns: ReadonlyMap<string, number>
  readonly #width: number

  constructor(locationIds: readonly number[], columns: readonly string[], width: number) {
    this.#rows = new Map([ALL, ...locationIds].map((locationId, i) => [locationId, i]))
    this.#columns = new Map(columns.map((column, i) => [column, i + 1]))
    this.#width = width
    this.sums = new Float64Array(this.#rows.size * (columns.length + 1) * width)
  }

  /** Where the sums of a location in a column begin. */
  at(locationId: number, column: number): number {
    return ((this.#rows.get(locationId) ?? 0) * (this.#columns.size + 1) + column) * this.#width
  }

  /** A column's place by its name; 0 for a name there is none of. */
  column(name: string | undefined): number {
    return this.#columns.get(name ?? '') ?? 0
  }

  /** Adds a whole row of sums, in its column and over the range, for the location and for all. */
  addRow(locationId: number, column: number, values: ArrayLike<number>): void {
    const own = (this.#rows.get(locationId) ?? 0) * (this.#columns.size + 1) * this.#width
    const cell = column * this.#width
    const { sums } = this
    for (let i = 0; i < values.length; i += 1) {
      const value = values[i] as number
      if (value === 0) continue
      sums[own + i] = (sums[own + i] as number) + value
      sums[i] = (sums[i] as number) + value
      if (column === 0) continue
      sums[own + cell + i] = (sums[own + cell + i] as number) + value
      sums[cell + i] = (sums[cell + i] as number) + value
    }
  }

  /** Whether anything of a location is not zero. */
  has(locationId: number): boolean {
    const at = this.at(locationId, 0)
    return this.#rows.has(locationId) && this.sums.subarray(at, at + this.#width).some((value) => value !== 0)
  }

  /** Adds another grid of the same shape. */
  plus(other: Grid): void {
    for (let i = 0; i < this.sums.length; i += 1) this.#plus(i, other.sums[i] as number)
  }

  /** Divides every sum, as for an average. */
  divideBy(by: number): void {
    if (by > 1) for (let i = 0; i < this.sums.length; i += 1) this.sums[i] = (this.sums[i] as number) / by
  }

  #plus(at: number, value: number): void {
    this.sums[at] = (this.sums[at] as number) + value
  }
}
