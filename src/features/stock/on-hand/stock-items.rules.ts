import type { Span } from '#features/reports/kit/period.rules.ts'
import { USE_STEPS } from '#features/stock/spec.rules.ts'
import { dayNumber, dayOf } from '#shared/day.ts'
import { averageCostOf } from './average-cost.rules.ts'
import type { Latest, Moved } from './stock-facts.rules.ts'

/** A stock item at a location, now and over the days of the window. Quantities are ten-thousandths of a unit. */
export interface StockItem {
  locationId: number
  productId: number
  latest: Latest | undefined
  /** null where it was never counted. */
  onHand: number | null
  /** Ten-thousandths of a minor unit; null where no cost is known. */
  averageCost: number | null
  /** What sales took on each day of the window. */
  used: number[]
  /** What sales took since the window: today. */
  usedToday: number
  /** On which days of the window the location traded. */
  open: readonly boolean[]
  /** On which of those it was there to be sold: there was something in the morning, or something came or was sold. */
  inStock: boolean[]
}

/** What is gathered of an item. Use is quantity × what a sale takes, a whole number until it is told. */
class Gathered {
  latest: Latest | undefined
  averageCost: number | null = null
  readonly use: Float64Array
  readonly moved: Float64Array
  useBetween = 0
  useAfterCount = 0
  movedAfterCount = 0

  constructor(days: number) {
    this.use = new Float64Array(days)
    this.moved = new Float64Array(days)
  }

  /** @param first the first day of the window since 1970-01-01 */
  onHand(first: number): number | null {
    const counted = this.latest?.counted
    if (!counted) return null
    const after = Math.max(0, dayNumber(counted.day) + 1 - first)
    let use = this.useAfterCount + this.useBetween
    for (let i = after; i < this.use.length; i += 1) use += this.use[i] as number
    return counted.qty + this.movedAfterCount - Math.round(use / USE_STEPS)
  }

  /**
   * The first day on which anything is known of it: it was counted, it moved, or it was sold.
   * @param first the first day of the window since 1970-01-01
   */
  begins(first: number): number {
    const counted = this.latest?.counted ? dayNumber(this.latest.counted.day) - first : this.use.length
    const told = this.use.findIndex((use, i) => use !== 0 || this.moved[i] !== 0)
    return Math.max(0, Math.min(counted, told === -1 ? this.use.length : told))
  }

  /**
   * Whether there was anything on each day, walked back from what is there now.
   * @param begins before that day there was none
   */
  inStock(onHand: number | null, begins: number): boolean[] {
    const there = new Array<boolean>(this.use.length).fill(true).fill(false, 0, begins)
    if (onHand === null) return there
    let level = onHand * USE_STEPS
    for (let i = this.use.length - 1; i >= begins; i -= 1) {
      const [use, moved] = [this.use[i] as number, (this.moved[i] as number) * USE_STEPS]
      level += use - moved
      there[i] = level > 0 || moved > 0 || use > 0
    }
    return there
  }
}

/** Items by location and product, while what is known of them is gathered. */
export class StockItems {
  readonly #items = new Map<number, Map<number, Gathered>>()
  readonly #first: number
  readonly #days: number

  constructor(from: string, days: number) {
    this.#first = dayNumber(from)
    this.#days = days
  }

  of(locationId: number, productId: number): Gathered {
    const place = this.#items.get(locationId) ?? new Map<number, Gathered>()
    const item = place.get(productId) ?? new Gathered(this.#days)
    if (!place.has(productId)) this.#items.set(locationId, place.set(productId, item))
    return item
  }

  /** @param day of the window, from 0 */
  addUsed(locationId: number, productId: number, day: number, use: number): void {
    const item = this.of(locationId, productId)
    item.use[day] = (item.use[day] as number) + use
  }

  addMoved({ locationId, productId, day, qty, isAfterCount }: Moved): void {
    const item = this.of(locationId, productId)
    if (isAfterCount) item.movedAfterCount += qty
    const at = dayNumber(day) - this.#first
    if (at >= 0 && at < this.#days) item.moved[at] = (item.moved[at] as number) + qty
  }

  /** Of the day of the count itself, after the time of that count; other counts at the location are of other items. */
  addUsedAfterCount(locationId: number, productId: number, at: Date, use: number): void {
    const item = this.#known(locationId, productId)
    if (item?.latest?.counted?.at.getTime() === at.getTime()) item.useAfterCount += use
  }

  addUsedBetween(locationId: number, productId: number, countedDay: string, use: number): void {
    const item = this.#known(locationId, productId)
    if (item?.latest?.counted?.day === countedDay) item.useBetween += use
  }

  #known(locationId: number, productId: number): Gathered | undefined {
    return this.#items.get(locationId)?.get(productId)
  }

  /** @param fresh products that are new to the venue: before anything is known of one it was not there */
  finished(traded: ReadonlyMap<number, ReadonlySet<string>>, window: Span, fresh: ReadonlySet<number>): StockItem[] {
    const days = dayNumber(window.to) - this.#first + 1
    const items: StockItem[] = []
    for (const [locationId, place] of this.#items) {
      const open = Array.from({ length: days }, (_, i) => traded.get(locationId)?.has(dayOf(this.#first + i)) ?? false)
      for (const [productId, item] of place) {
        const onHand = item.onHand(this.#first)
        const there = item.inStock(onHand, fresh.has(productId) ? item.begins(this.#first) : 0)
        items.push({
          locationId,
          productId,
          latest: item.latest,
          onHand,
          averageCost: item.averageCost ?? averageCostOf(item.latest, { qty: 0, cost: 0 }),
          used: Array.from({ length: days }, (_, i) => Math.round((item.use[i] as number) / USE_STEPS)),
          usedToday: Math.round(item.use.subarray(days).reduce((sum, use) => sum + use, 0) / USE_STEPS),
          open,
          inStock: open.map((isOpen, i) => isOpen && (there[i] as boolean)),
        })
      }
    }
    return items
  }
}
