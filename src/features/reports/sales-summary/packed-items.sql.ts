import { ITEM_MEASURES } from '#features/intake/rollup.rules.ts'
import { unpackNumbers } from '#platform/packed-numbers.ts'
import type { VenueScope } from '#platform/venue-scope.ts'
import { dayNumber, monthsIn } from '../day.rules.ts'
import type { Span } from '../period.rules.ts'
import type { Pack } from '../readings.rules.ts'
import type { Slice } from '../slice.sql.ts'
import { type NotPacked, notPacked } from './packed-days.sql.ts'

/** Days of an item at a location as they were packed: a day since 1970-01-01 and its sums, one row after the other. */
export interface PackedItem extends Pack {
  productId: number
}

/** A day and its sums. */
export const ITEM_ROW = 1 + ITEM_MEASURES.length

/** So many rows are asked for at a time, each some two kilobytes: a thousand items of three years would be half a gigabyte. */
const AT_ONCE = 2000

/**
 * Visits the days of chosen items in the months whose items are packed, whole months where the range ends within one. What is there is right: whatever changes a day
 * takes its month away, and that items are packed is asked in the statement they come by. An item that is not there did not sell.
 * @returns what is not packed and is left to be read day by day
 */
export const eachPackedItem = async (
  scope: VenueScope,
  { locationIds }: Slice,
  productIds: readonly number[],
  span: Span,
  visit: (item: PackedItem) => void,
): Promise<NotPacked[]> => {
  const months = monthsIn(span.from, span.to)
  const packed: { locationId: number; month: string }[] = []
  const step = Math.max(1, Math.floor(AT_ONCE / (locationIds.length * productIds.length)))
  for (let at = 0; at < months.length; at += step) {
    const rows = await itemsOf(scope, locationIds, productIds, months.slice(at, at + step))
    const marks = rows.filter(({ productId }) => productId === null)
    const isPacked = new Set(marks.map(({ locationId, month }) => `${locationId} ${month}`))
    const items = rows.filter(({ locationId, month, productId }) => productId !== null && isPacked.has(`${locationId} ${month}`))
    const unpacked = unpackNumbers(items.map(({ numbers }) => numbers ?? ''))
    for (const [i, { locationId, productId }] of items.entries()) visit({ locationId, productId: productId ?? 0, numbers: unpacked[i] ?? new Int32Array() })
    packed.push(...marks)
  }
  return notPacked(locationIds, span, months, packed)
}

/** An item of a month, or that its items are packed. */
interface ItemMonth {
  locationId: number
  month: string
  /** null where it says that they are packed. */
  productId: number | null
  numbers: string | null
}

/** Both in one statement and so at one moment; joined, the database went through all items again for each month. */
const itemsOf = ({ sql, venueId }: VenueScope, locationIds: readonly number[], productIds: readonly number[], months: readonly string[]) => {
  const where = sql`venue_id = ${venueId} and location_id = any(${locationIds as number[]}::int[]) and month between ${months[0] ?? null} and ${months.at(-1) ?? null}`
  return sql<ItemMonth[]>`
    select location_id as "locationId", month, null::int as "productId", null as numbers from packed_month where ${where} and items_packed
    union all select location_id, month, product_id, day_sums from packed_item where ${where} and product_id = any(${productIds as number[]}::int[])`
}

/** Adds up the days of items at each location, of a range and its weekdays. */
export class ItemDays {
  readonly #first: number
  readonly #days: number
  readonly #isAsked: (day: number) => boolean
  readonly #sums = new Map<number, Float64Array>()

  constructor({ from, to }: Span, weekdays: readonly number[] | undefined) {
    this.#first = dayNumber(from)
    this.#days = dayNumber(to) - this.#first + 1
    // 1970-01-01 was a Thursday.
    this.#isAsked = weekdays ? (day) => weekdays.includes(((day + 3) % 7) + 1) : () => true
  }

  add({ locationId, numbers }: Pack): void {
    const sums = this.#of(locationId)
    for (let at = 0; at < numbers.length; at += ITEM_ROW) {
      const day = numbers[at] as number
      const place = day - this.#first
      if (place < 0 || place >= this.#days || !this.#isAsked(day)) continue
      for (let i = 1; i < ITEM_ROW; i += 1) sums[place * ITEM_ROW + i] = (sums[place * ITEM_ROW + i] as number) + (numbers[at + i] as number)
    }
  }

  /** All days of the range, those of nothing as well, at locations where anything was added. */
  packs(): Pack[] {
    return [...this.#sums].map(([locationId, numbers]) => ({ locationId, numbers }))
  }

  #of(locationId: number): Float64Array {
    let sums = this.#sums.get(locationId)
    if (!sums) {
      sums = new Float64Array(this.#days * ITEM_ROW)
      for (let place = 0; place < this.#days; place += 1) sums[place * ITEM_ROW] = this.#first + place
      this.#sums.set(locationId, sums)
    }
    return sums
  }
}
