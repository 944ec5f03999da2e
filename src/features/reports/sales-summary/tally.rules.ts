import { addSums, divideSums, NO_SUMS, type Sums } from '../figures.rules.ts'
import type { Source } from './sales-plan.rules.ts'

/** What a location without any trade shows: zero, and "not kept" where the source does not keep a figure. */
export const noneIn = (source: Source): Sums => {
  const unknownPlaces = { takeaway: null, delivery: null, loyaltyN: null, loyaltyAmount: null }
  const unknownTakings = { nonSales: null, tips: null, rounding: null }
  if (source === 'hours') return { ...NO_SUMS, ...unknownPlaces, ...unknownTakings }
  if (source === 'items') return { ...NO_SUMS, customers: null, ...unknownPlaces, ...unknownTakings }
  return source === 'item-receipts' ? { ...NO_SUMS, customers: null, ...unknownTakings } : NO_SUMS
}

/** Sums by location: of the whole range, and of each column. */
export class Tally {
  readonly #whole = new Map<number, Sums>()
  readonly #cells = new Map<string, Sums>()
  readonly #none: Sums

  /** @param none what a location without any trade shows: zero, or "not kept" where the source does not keep it */
  constructor(none: Sums = NO_SUMS) {
    this.#none = none
  }

  /** Adds what a question answered; without a column it counts in the whole only. */
  add(locationId: number, column: string | undefined, sums: Sums): void {
    this.#whole.set(locationId, addSums(this.#whole.get(locationId) ?? this.#none, sums))
    if (column === undefined) return
    const cell = `${locationId} ${column}`
    this.#cells.set(cell, addSums(this.#cells.get(cell) ?? this.#none, sums))
  }

  whole(locationId: number): Sums {
    return this.#whole.get(locationId) ?? this.#none
  }

  cell(locationId: number, column: string): Sums {
    return this.#cells.get(`${locationId} ${column}`) ?? this.#none
  }

  has(locationId: number): boolean {
    return this.#whole.has(locationId)
  }

  /** Every sum divided, as for an average. */
  dividedBy(by: number): Tally {
    if (by <= 1) return this
    const divided = new Tally(this.#none)
    for (const [locationId, sums] of this.#whole) divided.#whole.set(locationId, divideSums(sums, by))
    for (const [cell, sums] of this.#cells) divided.#cells.set(cell, divideSums(sums, by))
    return divided
  }
}
