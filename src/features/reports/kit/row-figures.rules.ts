import { decimalsOf, whole } from '#shared/money.ts'
import { figureList, type SumRows } from './figure-steps.rules.ts'

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

/** Figures of a report of its own sums: made of sums nobody rounded, and told alike for every row. */
export class RowFigures<Name extends string> {
  readonly names: readonly Name[]
  readonly kinds: Readonly<Record<Name, RowKind>>
  readonly #make: MakeFigures

  constructor(kinds: Readonly<Record<Name, RowKind>>, make: MakeFigures) {
    this.kinds = kinds
    this.names = Object.keys(kinds) as Name[]
    this.#make = make
  }

  /** The figures of the sums that begin at `at`. @param currency null over several: money is not told then */
  of(sums: Float64Array, at: number, currency: string | null): Record<Name, number | null> {
    const figures = this.byPeriod({ sums, first: at, stride: 0, count: 1 }, currency)
    return Object.fromEntries(this.names.map((name) => [name, figures[name][0]])) as Record<Name, number | null>
  }

  /** The figures of many rows of sums, a list each. */
  byPeriod({ sums, first, stride, count }: SumRows, currency: string | null): Record<Name, (number | null)[]> {
    const width = this.names.length
    const [row, made] = [new Float64Array(width), new Float64Array(count * width)]
    const scales = this.names.map((name) => SCALES[this.kinds[name]])
    for (let i = 0; i < count; i += 1) {
      this.#make(row, sums, first + i * stride)
      for (let j = 0; j < width; j += 1) made[i * width + j] = whole((row[j] as number) * (scales[j] as number))
    }
    return Object.fromEntries(
      this.names.map((name, place) => [name, figureList(made, { first: place, stride: width, count }, this.#stepsOf(name, currency))]),
    ) as Record<Name, (number | null)[]>
  }

  /** How many steps of a figure are one; not a number where it is not told. */
  #stepsOf(name: Name, currency: string | null): number {
    const kind = this.kinds[name]
    if (kind !== 'money') return SCALES[kind]
    return currency === null ? Number.NaN : 10 ** decimalsOf(currency)
  }
}

/** Money is in minor units already; counts have hundredths, percent tenths. */
const SCALES: Readonly<Record<RowKind, number>> = { count: 100, money: 1, percent: 10 }

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
