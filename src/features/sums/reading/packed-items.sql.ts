import type { Span } from '#features/reports/kit/period.rules.ts'
import { ITEM_FORMAT, MONTH_FORMAT } from '#features/sums/packed-month.rules.ts'
import { ITEM_MEASURES } from '#features/sums/rollup.rules.ts'
import type { VenueScope } from '#platform/access/venue-scope.ts'
import { unpackNumbers } from '#platform/database/packed-numbers.ts'
import { dayNumber, monthEnd, monthsIn } from '#shared/day.ts'
import { type PackedSpan, unpackedSpans } from './packed-spans.rules.ts'
import type { Pack } from './readings.rules.ts'
import type { Slice } from './slice.sql.ts'

/** What an item sold on a day at a location. */
export interface ItemDay {
  locationId: number
  productId: number
  /** Since 1970-01-01. */
  day: number
  /** Where its measures lie, those of items in their order, and from which place on: a piece of its own for each of thousands of days takes longer than adding them up. */
  numbers: Pack['numbers']
  at: number
}

/** A day and its sums, as they were packed. */
const ROW = 1 + ITEM_MEASURES.length

/** So many rows are asked for at a time, each some two kilobytes: a thousand items of three years would be half a gigabyte. */
const AT_ONCE = 2000

/**
 * Visits the days of chosen items in the months whose items are packed, those that are asked for. What is there is right: whatever changes a day
 * takes its month away, and that items are packed is asked in the statement they come by. An item that is not there did not sell.
 * @returns what is not packed and is left to be read day by day
 */
export const eachPackedItemDay = async (
  scope: VenueScope,
  { locationIds, weekdays }: Slice,
  productIds: readonly number[],
  span: Span,
  visit: (day: ItemDay) => void,
): Promise<ReturnType<typeof unpackedSpans>> => {
  const months = monthsIn(span.from, span.to)
  const isAsked = daysAsked(span, weekdays)
  const packed: PackedSpan[] = []
  const step = Math.max(1, Math.floor(AT_ONCE / (locationIds.length * productIds.length)))
  for (let at = 0; at < months.length; at += step) {
    const rows = await itemsOf(scope, locationIds, productIds, months.slice(at, at + step))
    const marks = rows.filter(({ productId }) => productId === null)
    const isPacked = new Set(marks.map(({ locationId, month }) => `${locationId} ${month}`))
    const items = rows.filter(({ locationId, month, productId }) => productId !== null && isPacked.has(`${locationId} ${month}`))
    const unpacked = unpackNumbers(items.map(({ numbers }) => numbers ?? ''))
    for (const [i, { locationId, productId }] of items.entries()) {
      const numbers = unpacked[i] ?? new Int32Array()
      for (let at = 0; at < numbers.length; at += ROW) {
        const day = numbers[at] as number
        if (isAsked(day)) visit({ locationId, productId: productId ?? 0, day, numbers, at: at + 1 })
      }
    }
    packed.push(...marks.map(({ locationId, month }) => ({ locationId, month, through: monthEnd(month) })))
  }
  packed.sort((one, other) => (one.month < other.month ? -1 : 1))
  return unpackedSpans(
    locationIds.map((locationId) => ({ locationId, from: span.from })),
    span.to,
    packed,
  )
}

/** Whether a day since 1970-01-01, a Thursday, lies in a range and on one of the weekdays. */
const daysAsked = ({ from, to }: Span, weekdays: readonly number[] | undefined) => {
  const [first, last] = [dayNumber(from), dayNumber(to)]
  return (day: number) => day >= first && day <= last && (!weekdays || weekdays.includes(((day + 3) % 7) + 1))
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
const itemsOf = (scope: VenueScope, locationIds: readonly number[], productIds: readonly number[], months: readonly string[]) => {
  const { sql, venueId } = scope
  const where = sql`venue_id = ${venueId} and location_id = any(${locationIds as number[]}::int[]) and month between ${months[0] ?? null} and ${months.at(-1) ?? null}`
  return sql<ItemMonth[]>`
    select location_id as "locationId", month, null::int as "productId", null as numbers from packed_month where ${where}
      and format = ${scope.readStored(MONTH_FORMAT)} and items_format = ${ITEM_FORMAT}
    union all select location_id, month, product_id, day_sums from packed_item where ${where} and product_id = any(${productIds as number[]}::int[])`
}

/** Adds up the days of items at each location. */
export class ItemDays {
  readonly #first: number
  readonly #days: number
  readonly #sums = new Map<number, Float64Array>()

  constructor({ from, to }: Span) {
    this.#first = dayNumber(from)
    this.#days = dayNumber(to) - this.#first + 1
  }

  add({ locationId, day, numbers, at }: ItemDay): void {
    const rows = this.#of(locationId)
    const to = (day - this.#first) * ROW + 1
    for (let i = 0; i < ITEM_MEASURES.length; i += 1) rows[to + i] = (rows[to + i] as number) + (numbers[at + i] as number)
  }

  /** All days of the range, those of nothing as well, at locations where anything was added. */
  packs(): Pack[] {
    return [...this.#sums].map(([locationId, numbers]) => ({ locationId, numbers }))
  }

  #of(locationId: number): Float64Array {
    let rows = this.#sums.get(locationId)
    if (!rows) {
      rows = new Float64Array(this.#days * ROW)
      for (let place = 0; place < this.#days; place += 1) rows[place * ROW] = this.#first + place
      this.#sums.set(locationId, rows)
    }
    return rows
  }
}
