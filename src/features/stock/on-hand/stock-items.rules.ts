import type { Span } from '#features/reports/kit/period.rules.ts'
import { USE_STEPS } from '#features/stock/spec.rules.ts'
import { usedSteps } from '#features/stock/use.rules.ts'
import { dayNumber, dayOf } from '#shared/day.ts'
import { averageCostOf } from './average-cost.rules.ts'
import { type Rate, rateOf, type Trade } from './rate.rules.ts'
import type { Count, Latest, Moved } from './stock-facts.rules.ts'

/** A stock item at a location, now and over the days of the window. Quantities are ten-thousandths of a unit. */
export interface StockItem extends Trade {
  locationId: number
  productId: number
  latest: Latest | undefined
  /** null where it was never counted. */
  onHand: number | null
  /** Ten-thousandths of a minor unit; null where no cost is known. */
  averageCost: number | null
  /** Whether sales took any on any day of the window or since. */
  isUsed: boolean
  /** What sales took since the window: today. */
  usedToday: number
  /** What was wasted over the window, at the till and by movements. It lowers what is on hand and is no part of `used`. */
  wasted: number
  /** How it sells over the window. */
  rate: Rate
}

/** What is gathered of an item. Use is quantity × what a sale takes, a whole number until it is told. */
class Gathered {
  latest: Latest | undefined
  /** Its place among the items: where its days begin. */
  readonly place: number
  /** Days of the window and what moved on them, one after the other: most items have one or none. */
  moved: number[] | undefined
  /** The same of the part of that which was written off, above zero. */
  writtenOff: number[] | undefined
  /** The same of what was wasted at the till, as use. */
  wasted: number[] | undefined
  useBetween = 0
  useAfterCount = 0

  constructor(place: number) {
    this.place = place
  }

  /** What left through the till on a day of the window, sold or wasted. */
  takenOn(use: Float64Array, day: number): number {
    return (use[day] as number) + sumOn(this.wasted, day)
  }

  /**
   * @param use by day
   * @param countedOn the day of the count, from the first of the window
   */
  onHand(use: Float64Array, countedOn: number): number | null {
    if (!this.latest?.count) return null
    let sum = this.useAfterCount + this.useBetween
    for (let i = Math.max(0, countedOn + 1); i < use.length; i += 1) sum += this.takenOn(use, i)
    return this.latest.countedQty + this.latest.moved - usedSteps(sum)
  }

  /**
   * The first day on which anything is known of it: it was counted, it moved, or it was sold or wasted.
   * @param use by day
   * @param countedOn the day of the count, from the first of the window; after it where it was never counted
   */
  begins(use: Float64Array, countedOn: number): number {
    let told = 0
    while (told < use.length && this.takenOn(use, told) === 0 && sumOn(this.moved, told) === 0) told += 1
    return Math.max(0, Math.min(countedOn, told))
  }

  /**
   * On which days the location traded and there was anything, walked back from what is there now.
   * @param use by day
   * @param begins before that day there was none
   */
  inStock(use: Float64Array, open: readonly boolean[], onHand: number | null, begins: number): readonly boolean[] {
    // Most items are always there, and the more so the further back: for them nothing is made or looked at.
    if (begins === 0 && onHand !== null && onHand > 0 && !this.moved && !this.wasted && isNeverGivenBack(use)) return open
    let there: boolean[] | undefined
    const isOut = (day: number) => {
      there ??= [...open]
      there[day] = false
    }
    for (let i = 0; i < Math.min(begins, open.length); i += 1) isOut(i)
    if (onHand === null) return there ?? open
    let level = onHand * USE_STEPS
    for (let i = use.length - 1; i >= begins; i -= 1) {
      const taken = this.takenOn(use, i)
      const moved = sumOn(this.moved, i) * USE_STEPS
      level += taken - moved
      if (level <= 0 && moved <= 0 && taken <= 0 && i < open.length) isOut(i)
    }
    return there ?? open
  }
}

/** Pairs of days and values, with one more. */
const withPair = (pairs: number[] | undefined, day: number, value: number): number[] => {
  pairs?.push(day, value)
  return pairs ?? [day, value]
}

/** The sum of some days among pairs of days and values: from one day up to another, without the latter. */
const sumOn = (pairs: readonly number[] | undefined, from: number, to = from + 1): number => {
  let sum = 0
  for (let i = 0; pairs && i < pairs.length; i += 2) if ((pairs[i] as number) >= from && (pairs[i] as number) < to) sum += pairs[i + 1] as number
  return sum
}

const isNeverGivenBack = (use: Float64Array): boolean => {
  for (let i = 0; i < use.length; i += 1) if ((use[i] as number) < 0) return false
  return true
}

/** Items by location and product, while what is known of them is gathered. */
export class StockItems {
  readonly #items = new Map<number, Map<number, Gathered>>()
  readonly #first: number
  readonly #days: number
  /** What was used of each item by day, one item after the other: a list for each of twenty thousand would take longer to make than all else. */
  #use = new Float64Array()
  #count = 0

  constructor(from: string, days: number) {
    this.#first = dayNumber(from)
    this.#days = days
  }

  of(locationId: number, productId: number): Gathered {
    let place = this.#items.get(locationId)
    if (!place) {
      place = new Map()
      this.#items.set(locationId, place)
    }
    let item = place.get(productId)
    if (!item) {
      item = new Gathered(this.#count++)
      place.set(productId, item)
    }
    return item
  }

  /** @param day of the window, from 0 */
  addUsed(locationId: number, productId: number, day: number, use: number): void {
    const at = this.of(locationId, productId).place * this.#days + day
    if (at >= this.#use.length) this.#grow(Math.ceil(1.25 * this.#count))
    this.#use[at] = (this.#use[at] as number) + use
  }

  /** @param count of so many items there is room afterwards */
  #grow(count: number): void {
    const wider = new Float64Array(count * this.#days)
    wider.set(this.#use)
    this.#use = wider
  }

  /** @param day of the window, from 0 */
  addMoved(locationId: number, productId: number, day: number, { qty, wasted }: Moved): void {
    if (day >= this.#days) return
    const item = this.of(locationId, productId)
    item.moved = withPair(item.moved, day, qty)
    if (wasted !== 0) item.writtenOff = withPair(item.writtenOff, day, wasted)
  }

  /** @param day of the window, from 0 */
  addWasted(locationId: number, productId: number, day: number, use: number): void {
    const item = this.of(locationId, productId)
    item.wasted = withPair(item.wasted, day, use)
  }

  /** Of the day of the count itself, after the time of that count; other counts at the location are of other items. */
  addUsedAfterCount(locationId: number, productId: number, at: Date, use: number): void {
    const item = this.#known(locationId, productId)
    if (item?.latest?.count?.at.getTime() === at.getTime()) item.useAfterCount += use
  }

  addUsedBetween(locationId: number, productId: number, countedDay: string, use: number): void {
    const item = this.#known(locationId, productId)
    if (item?.latest?.count?.day === countedDay) item.useBetween += use
  }

  #known(locationId: number, productId: number): Gathered | undefined {
    return this.#items.get(locationId)?.get(productId)
  }

  /**
   * Each item of a location as it is asked for, once: of twenty thousand most are looked at and forgotten. Nothing is added to them afterwards.
   * @param traded the days on which the location traded
   * @param fresh products that are new to the venue: before anything is known of one it was not there
   */
  *finishedAt(locationId: number, traded: ReadonlySet<string>, window: Span, fresh: ReadonlySet<number>): Generator<StockItem, void> {
    const days = dayNumber(window.to) - this.#first + 1
    if (this.#use.length < this.#count * this.#days) this.#grow(this.#count)
    // Nearly all of a cellar is counted at once.
    let [count, countedOn]: [Count | undefined, number] = [undefined, 0]
    const daysUntil = ({ latest }: Gathered): number => {
      if (!latest?.count) return this.#days
      if (latest.count !== count) [count, countedOn] = [latest.count, dayNumber(latest.count.day) - this.#first]
      return countedOn
    }
    const open = Array.from({ length: days }, (_, i) => traded.has(dayOf(this.#first + i)))
    for (const [productId, item] of this.#items.get(locationId) ?? []) {
      const use = this.#use.subarray(item.place * this.#days, (item.place + 1) * this.#days)
      const onHand = item.onHand(use, daysUntil(item))
      const inStock = item.inStock(use, open, onHand, fresh.has(productId) ? item.begins(use, daysUntil(item)) : 0)
      let isUsed = false
      for (let i = 0; i < use.length; i += 1) {
        if (use[i] === 0) continue
        const used = usedSteps(use[i] as number)
        use[i] = used
        if (used !== 0) isUsed = true
      }
      let usedToday = 0
      for (let i = days; i < use.length; i += 1) usedToday += use[i] as number
      const { latest } = item
      const wasted = usedSteps(sumOn(item.wasted, 0, days)) + sumOn(item.writtenOff, 0, days)
      const rate = rateOf({ used: use, open, inStock })
      yield { locationId, productId, latest, onHand, averageCost: averageCostOf(latest), used: use, isUsed, usedToday, wasted, rate, open, inStock }
    }
  }
}

/** The items of all locations, for whoever needs them at once. */
export const itemsOf = async (byPlace: AsyncIterable<Iterable<StockItem>>): Promise<StockItem[]> => {
  const items: StockItem[] = []
  for await (const own of byPlace) for (const item of own) items.push(item)
  return items
}
