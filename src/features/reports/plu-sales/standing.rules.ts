import { byPlu } from './plu-figures.rules.ts'

/**
 * Where products stand by a value, the largest first; equal ones share a rank and stand by their PLU. Only values are put in order, since of
 * thousands of products twenty are told.
 */
export class Standing {
  readonly #products: readonly { plu: string }[]
  /** Those that have a value. */
  readonly #some: readonly number[]
  readonly #values: Float64Array
  /** The values, the smallest first. */
  readonly #sorted: Float64Array
  /** What the largest so many come to. */
  readonly #sums: Float64Array

  /** @param valued NaN is no value */
  constructor(products: readonly { plu: string }[], some: readonly number[], valued: (i: number) => number) {
    this.#products = products
    this.#values = new Float64Array(products.length).fill(Number.NaN)
    const having: number[] = []
    const sorted = new Float64Array(some.length)
    for (const i of some) {
      const value = valued(i)
      if (Number.isNaN(value)) continue
      this.#values[i] = value
      sorted[having.length] = value
      having.push(i)
    }
    this.#some = having
    this.#sorted = sorted.subarray(0, having.length).sort()
    this.#sums = new Float64Array(having.length + 1)
    let sum = 0
    for (let many = 1; many <= having.length; many += 1) {
      sum += this.#sorted[having.length - many] as number
      this.#sums[many] = sum
    }
  }

  /** The first so many. */
  first(top: number): number[] {
    const least = this.#sorted.at(-top) ?? Number.NEGATIVE_INFINITY
    return this.#some
      .filter((i) => this.value(i) >= least)
      .sort((a, b) => this.value(b) - this.value(a) || this.#byPlu(a, b))
      .slice(0, top)
  }

  value(i: number): number {
    return this.#values[i] as number
  }

  /** undefined where the product has no value. */
  rank(i: number): number | undefined {
    return Number.isNaN(this.value(i)) ? undefined : this.#larger(i) + 1
  }

  /** What all come to. */
  get total(): number {
    return this.#sums.at(-1) as number
  }

  /** What a product and all that stand before it come to. */
  through(i: number): number {
    const value = this.value(i)
    const larger = this.#larger(i)
    const equals = this.#sorted.at(-larger - 2) === value ? this.#some.filter((other) => this.value(other) === value && this.#byPlu(other, i) < 0).length : 0
    return (this.#sums[larger] as number) + (equals + 1) * value
  }

  /** How many have a larger value. */
  #larger(i: number): number {
    const value = this.value(i)
    let [from, to] = [0, this.#sorted.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((this.#sorted[middle] as number) > value) to = middle
      else from = middle + 1
    }
    return this.#sorted.length - from
  }

  #byPlu(a: number, b: number): number {
    return byPlu(this.#products[a]?.plu ?? '', this.#products[b]?.plu ?? '')
  }
}
